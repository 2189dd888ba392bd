"""Random games never break an invariant, in either version of the rules."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.epic.engine import ENGINE
from rules.epic.sentences import TEMPLATES
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
def test_random_game_is_sound_at_every_decision_and_ends(
    seed: int, version: str, decks: tuple[tuple[str, ...], ...]
) -> None:
    state = begin(version, seed % 2, decks)
    for now, _ in play(state, seed):
        assert_sound(now)
    assert_sound(state)
    assert state.over


@few
@given(SEEDS, st.sampled_from(VERSIONS))
def test_random_game_log_entries_have_sentences(seed: int, version: str) -> None:
    state = begin(version, seed % 2)
    for _ in play(state, seed):
        pass
    for event in state.log:
        sentence = ENGINE.describe_event(state, event)
        assert sentence.endswith(".")
        assert sentence[0] == sentence[0].upper()
        assert "{" not in sentence
        assert "reference" not in sentence
    assert TEMPLATES
