"""Random games never break an invariant, in either version of the rules."""

import json
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.epic.engine import ENGINE
from rules.epic.sentences import TEMPLATES
from rules.epic.state import EpicState
from tests.rules.epic.engine.games import (
    HUMANS,
    PANTHEON_GOOD_EVIL,
    PANTHEON_SAGE_WILD,
    SAGES,
    TALL,
    VERSIONS,
    WILDS,
    begin,
    play,
)
from tests.rules.epic.engine.invariants import assert_sound

if TYPE_CHECKING:
    from rules.engine.decision import Answer

SEEDS = st.integers(0, 2**32)
DECKS = st.sampled_from(
    [
        *((HUMANS, TALL), (TALL, HUMANS), (HUMANS, HUMANS), (TALL, TALL), (SAGES, WILDS), (WILDS, SAGES)),
        (PANTHEON_GOOD_EVIL, PANTHEON_SAGE_WILD),
    ]
)
few = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@few
@given(SEEDS, st.sampled_from(VERSIONS), DECKS)
def test_every_decision_of_a_game_is_sound_and_the_game_ends(
    seed: int, version: str, decks: tuple[tuple[str, ...], ...]
) -> None:
    state = begin(version, seed % 2, decks)
    for now, _ in play(state, seed):
        assert_sound(now)
    assert_sound(state)
    assert state.over


@few
@given(SEEDS, st.sampled_from(VERSIONS))
def test_a_copy_can_go_another_way_without_touching_the_original(seed: int, version: str) -> None:
    state = begin(version, seed % 2)
    for step, (now, _) in enumerate(play(state, seed)):
        if step % 7:
            continue
        before, entries = now.digest(), list(now.log)
        copied = ENGINE.copy(now)
        assert copied.digest() == before
        for steps, (_, _) in enumerate(play(copied, seed + 1)):
            if steps == 12:
                break
        assert now.digest() == before
        assert now.log == entries


@few
@given(SEEDS, st.sampled_from(VERSIONS))
def test_a_game_saved_and_loaded_after_every_decision_goes_on_the_same(seed: int, version: str) -> None:
    state = begin(version, seed % 2)
    stored = begin(version, seed % 2)
    for _, answer in play(state, seed):
        ENGINE.apply(stored, answer)
        stored = EpicState.from_json(json.loads(json.dumps(stored.to_json())))
    assert stored.to_json() == state.to_json()
    assert stored.digest() == state.digest()


@few
@given(SEEDS, st.sampled_from(VERSIONS))
def test_the_answers_alone_give_the_same_game_again(seed: int, version: str) -> None:
    state = begin(version, seed % 2)
    answers: list[Answer] = [answer for _, answer in play(state, seed)]
    again = begin(version, seed % 2)
    for answer in answers:
        ENGINE.apply(again, answer)
    assert again.log == state.log
    assert again.digest() == state.digest()


@few
@given(SEEDS, st.sampled_from(VERSIONS))
def test_every_log_entry_has_a_sentence(seed: int, version: str) -> None:
    state = begin(version, seed % 2)
    for _ in play(state, seed):
        pass
    for event in state.log:
        sentence = ENGINE.tell(state, event)
        assert sentence.endswith(".")
        assert sentence[0] == sentence[0].upper()
        assert "{" not in sentence
        assert "reference" not in sentence
    assert TEMPLATES
