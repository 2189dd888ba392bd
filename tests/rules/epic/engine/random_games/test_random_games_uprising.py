"""Random games with the cards of Uprising and the promotional ones never break an invariant."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.epic.actions.registry import canonical
from rules.epic.cards import CATALOGUE, Alignment, CardSet
from rules.epic.effects import Doubtful
from rules.epic.engine import ENGINE
from rules.epic.notation.answers import NOTATION
from rules.epic.text.validation import iter_nodes
from tests.rules.epic.engine.games import VERSIONS, begin, play
from tests.rules.epic.engine.invariants import assert_sound

SETS = (CardSet.UPRISING, CardSet.PROMO)


def _all_of(*alignments: Alignment) -> tuple[str, ...]:
    """Return two of each card of these sets and alignments whose text is known."""
    mine = [card for card in CATALOGUE if card.playable and card.set in SETS and card.alignments[0] in alignments]
    known = [card.name for card in mine if not any(isinstance(node, Doubtful) for node in iter_nodes(card.text))]
    return tuple(name for name in known for _ in range(2))


DECKS = (_all_of(Alignment.GOOD, Alignment.EVIL), _all_of(Alignment.SAGE, Alignment.WILD))


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32), st.sampled_from(VERSIONS))
def test_actions_of_random_games_round_trip_through_notation(seed: int, version: str) -> None:
    state = begin(version, seed % 2, DECKS)
    for number, (now, answer) in enumerate(play(state, seed)):
        if number % 3 == 0:
            assert_sound(now)
            words = NOTATION.render(now, answer)
            assert canonical(now, NOTATION.read(now, answer.seat, words).action) == canonical(now, answer), words
    assert state.over
    for event in state.log:
        assert ENGINE.describe_event(state, event).endswith(".")
