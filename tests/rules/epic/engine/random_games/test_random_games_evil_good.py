"""Random games with every Evil and Good card of the base set and Tyrants never break an invariant."""

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.epic.cards import CATALOGUE, Alignment, CardSet
from rules.epic.engine import ENGINE
from rules.epic.state import EpicState
from tests.rules.epic.engine.games import VERSIONS, begin, play
from tests.rules.epic.engine.invariants import assert_sound
from tests.rules.epic.engine.random_games.evil_and_good import EVIL, GOOD

SEEDS = st.integers(0, 2**32)
DECKS = st.tuples(st.sampled_from([*EVIL, *GOOD]), st.sampled_from([*EVIL, *GOOD]))
CROWD = 120
"""Champions in play at which a game is left: doubling tokens every turn would go on for ever."""
few = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def test_random_decks_contain_every_playable_evil_and_good_card() -> None:
    held = {name for deck in (*EVIL, *GOOD) for name in deck}
    playable = {
        card.name
        for card in CATALOGUE
        if card.playable and not card.is_token and card.set in {CardSet.BASE, CardSet.TYRANTS}
        if {Alignment.EVIL, Alignment.GOOD} & {*card.alignments}
    }
    assert held == playable


def crowded(state: EpicState) -> bool:
    return sum(len(seat.champions) for seat in state.seats) > CROWD


@few
@given(SEEDS, st.sampled_from(VERSIONS), DECKS)
def test_random_game_of_evil_and_good_is_sound_and_ends(
    seed: int, version: str, decks: tuple[tuple[str, ...], ...]
) -> None:
    state = begin(version, seed % 2, decks)
    for now, _ in play(state, seed):
        assert_sound(now)
        if crowded(now):
            break
    for event in state.log:
        assert "{" not in ENGINE.describe_event(state, event)


@few
@given(SEEDS, st.sampled_from(VERSIONS), DECKS)
def test_random_game_stored_and_restored_continues_equally(
    seed: int, version: str, decks: tuple[tuple[str, ...], ...]
) -> None:
    state = begin(version, seed % 2, decks)
    stored = begin(version, seed % 2, decks)
    for step, (_, answer) in enumerate(play(state, seed)):
        ENGINE.apply(stored, answer)
        if step % 9 == 0:
            stored = EpicState.from_json(json.loads(json.dumps(stored.to_json())))
            if crowded(stored):
                return
    assert stored.digest() == state.digest()
