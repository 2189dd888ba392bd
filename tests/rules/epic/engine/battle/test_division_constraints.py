"""Constraints of damage divisions: their count, the nearest legal ones, and their text."""

import pytest

from rules.epic.engine import ENGINE
from rules.epic.game_loop.validation import check
from rules.epic.notation.division_constraints import constraint
from rules.epic.state import EpicState
from rules.games import EPIC
from rules.judge.record import parse
from rules.judge.replay.replayer import replay

HEADERS = "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Ana, Ben\nFirst: Ana\n{more}Position\nTurn: Ana 5\n"
HEALTH = "Ana health: 20\nBen health: 20\n"


def battle(attackers: str, blockers: str, more: str = "") -> EpicState:
    mine = "".join(f"Ana champion: {each}\n" for each in attackers.split(", "))
    theirs = "".join(f"Ben champion: {each}\n" for each in blockers.split(", "))
    plays = f"Ana: attack with {attackers}\nAna: pass\nBen: pass\nBen: block with {blockers}\nBen: pass\nAna: pass\n"
    return end(HEADERS.format(more=more) + HEALTH + mine + theirs + "Plays\n" + plays)


def end(text: str) -> EpicState:
    replayed = replay(EPIC, parse(text))
    assert replayed.illegal is None
    state = replayed.final
    assert isinstance(state, EpicState)
    assert state.pending is not None
    assert state.pending.kind == "assign"
    return state


def storm() -> EpicState:
    """Return a game in which Lightning Storm's damage is divided."""
    hand = "Ana hand: Lightning Storm\nBen champion: Muse\nBen champion: Kong\n"
    return end(HEADERS.format(more="") + HEALTH + hand + "Plays\nAna: play Lightning Storm\n")


STATES = {
    "two blockers": lambda: battle("Wolf Token", "Muse, Palace Guard"),
    "two attackers": lambda: battle("Wolf Token, Human Token", "Muse, Palace Guard"),
    "breakthrough": lambda: battle("Triceratops", "Human Token, Muse"),
    "breakthrough beside another": lambda: battle("Triceratops, Wolf Token", "Human Token"),
    "all of the excess": lambda: battle("Triceratops", "Human Token, Muse", "Interpretations: I-80=2\n"),
    "one after the other": lambda: battle("Kong", "Human Token, Muse", "Interpretations: I-83=2\n"),
    "an event": storm,
}
SENTENCES = {
    "two blockers": (
        "Ana's Wolf Token (2) deals all of its offense to Ben's Muse and Ben's Palace Guard, divided in any way."
    ),
    "breakthrough": (
        "Ana's Triceratops (10) deals all of its offense to Ben's Human Token and Ben's Muse, divided in any way; "
        "up to 7 may go to Ben, from Ana's Triceratops (breakthrough), once breakthrough has given each blocker its "
        "defense (Ben's Human Token 1 and Ben's Muse 2)."
    ),
    "one after the other": (
        "Ana's Kong (13) deals all of its offense to Ben's Human Token and Ben's Muse, divided in any way; one is "
        "given enough to break (Ben's Human Token 1 and Ben's Muse 2) before the next is given any."
    ),
}


@pytest.mark.parametrize("name", STATES)
def test_constraint_counts_legal_divisions_and_has_legal_nearest(name: str) -> None:
    state = STATES[name]()
    found = constraint(state, "")
    assert found is not None
    legal = list(ENGINE.legal(state))
    assert found.count == len(legal)
    for answer in legal[:: max(1, len(legal) // 20)]:
        output = constraint(state, EPIC.notation.render(state, answer))
        assert output is not None
        assert output.nearest[0] == answer
        assert all(not check(state, each) for each in output.nearest)


@pytest.mark.parametrize("name", SENTENCES)
def test_constraint_text_describes_division(name: str) -> None:
    found = constraint(STATES[name](), "")
    assert found is not None
    assert found.text == SENTENCES[name]


def test_constraint_without_division_is_none() -> None:
    state = replay(EPIC, parse(HEADERS.format(more="") + HEALTH)).final
    assert isinstance(state, EpicState)
    assert constraint(state, "pass") is None
