"""Stating a forced action changes nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.games import EPIC
from rules.judge.board import PUBLIC
from rules.judge.record import parse
from rules.judge.replay.replayer import replay
from rules.judge.replay.verdict import Verdict
from tests.rules.judge.disputed import judged
from tests.rules.judge.forced_answers import forced

PLUCKED = {"Anna_hand": "Thought Plucker"}
GUARDED = {
    "Phase": "before damage",
    "Anna_champion": "Kong (attacking, -13 offense)",
    "Ben_champion": "Muse (blocking)",
}


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 100_000))
def test_forced_action_repeated_is_legal_and_leads_to_same_game(seed: int) -> None:
    for once, again, lines in forced(seed):
        plain, repeated = (replay(EPIC, parse(text)) for text in (once, again))
        assert (repeated.verdict, repeated.final.digest()) == (plain.verdict, plain.final.digest()), lines


@pytest.mark.parametrize(
    ("plays", "fields"),
    [
        ("Anna: play Thought Plucker\nBen: discard Markus, Watch Captain",
         {**PLUCKED, "Ben_hand": "Markus, Watch Captain"}),
        ("Anna: play Thought Plucker\nAnna: target Ben\nBen: discard Kong", {**PLUCKED, "Ben_hand": "Kong"}),
        ("Anna: play Thought Plucker\nBen: discard Kong", {**PLUCKED, "Ben_hand": "?"}),
        ("Ben: pass\nAnna: pass\nAnna: assign nothing", GUARDED),
    ],
)  # fmt: skip
def test_forced_action_stated_is_legal(plays, fields):
    assert judged(plays, **fields).verdict is Verdict.LEGAL


@pytest.mark.parametrize(
    ("plays", "fields"),
    [
        ("Anna: play Thought Plucker\nBen: discard Markus, Watch Captain\nBen: discard Markus, Watch Captain",
         {**PLUCKED, "Ben_hand": "Markus, Watch Captain"}),
        ("Anna: play Thought Plucker\nAnna: target Ben\nAnna: target Ben", {**PLUCKED, "Ben_hand": "Kong"}),
        ("Anna: play Thought Plucker\nBen: discard Muse", {**PLUCKED, "Ben_hand": "Markus, Watch Captain"}),
        ("Ben: pass\nAnna: pass\nAnna: assign Kong: 5 to Muse", GUARDED),
    ],
)  # fmt: skip
def test_completed_action_repeated_or_changed_is_illegal(plays, fields):
    assert judged(plays, **fields).verdict is Verdict.ILLEGAL


def test_repeated_action_is_shown_as_written_without_decision():
    replayed = judged(
        "Anna: play Thought Plucker\nBen: discard Markus", **{**PLUCKED, "Ben_hand": "Markus, Watch Captain"}
    )
    step = replayed.steps[-1]
    assert (step.repeats, step.decisions, step.words_for(PUBLIC)) == (True, 0, "discard Markus, Watch Captain")
