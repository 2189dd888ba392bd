"""An unknown card named by a play is checked like a known one."""

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from rules.games import EPIC
from rules.judge.record import RecordError, parse
from rules.judge.replay.replayer import replay
from rules.judge.replay.result import Replay
from rules.judge.replay.verdict import Verdict
from tests.rules.judge.disputed import judged, reasons
from tests.rules.judge.hidden_cards import pair

NO_EVENT = "Kong cannot be picked for Lesson Learned: it does not qualify."


def read(text: str) -> Replay | None:
    """Return the replay of a record, ``None`` where it cannot be read."""
    try:
        return replay(EPIC, parse(text))
    except RecordError:
        return None


ZONES = (("hand",), ("deck",), ("discard",), ("hand", "deck", "discard"))


@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 100_000), zones=st.sampled_from(ZONES), listed=st.booleans())
@example(seed=85, zones=("deck",), listed=False)
def test_hidden_card_named_by_play_is_judged_like_known_card(seed: int, zones: tuple[str, ...], listed: bool) -> None:
    """The same verdict at the same line, or undetermined."""
    known, unknown = (read(text) for text in pair(seed, zones, listed=listed))
    assume(known is not None and known.verdict is not Verdict.UNDETERMINED and unknown is not None)
    assert known is not None
    assert unknown is not None
    if unknown.verdict is not Verdict.UNDETERMINED:
        where = [each.illegal and each.illegal.line for each in (unknown, known)]
        assert (unknown.verdict, where[0]) == (known.verdict, where[1])


@pytest.mark.parametrize(
    ("plays", "hand", "named", "rules"),
    [
        ("play Medusa\nAnna: reveal Drain Essence, Palace Guard", "Medusa", "Drain Essence, Palace Guard",
         ["5.3.1", "5.3.4"]),
        ("play Medusa\nAnna: reveal Drain Essence, Drain Essence", "Medusa, Drain Essence", "Drain Essence", []),
        ("play Chamberlain Kark\nAnna: resolve Chamberlain Kark: loyalty\nAnna: reveal Muse, Kong",
         "Chamberlain Kark", "Muse, Kong", ["5.3.1"]),
    ],
)  # fmt: skip
def test_loyalty_reveal_of_unknown_cards_equals_known_ones(plays, hand, named, rules):
    message = f"Anna: {plays}"
    known = judged(message, Anna_hand=f"{hand}, {named}", Ben_champion="Kong")
    count = named.count(",") + 1
    unknown = judged(message, Anna_hand=f"{hand}, {count} ?", Ben_champion="Kong")
    assert unknown.verdict is known.verdict
    assert sorted(reasons(unknown)) == sorted(reasons(known))
    assert set(rules) <= {rule for rule, _ in reasons(unknown)}


def test_card_of_discard_pile_named_by_pick_must_qualify():
    fields = {"Anna_hand": "Lesson Learned", "Ben_champion": "Muse"}
    plays = "Anna: play Lesson Learned, mode 2\nAnna: choose {}"
    assert reasons(judged(plays.format("Kong"), Anna_discard="2 ?", **fields)) == [("3.2.3", NO_EVENT)]
    assert judged(plays.format("Wither"), Anna_discard="2 ?", **fields).verdict is Verdict.LEGAL
