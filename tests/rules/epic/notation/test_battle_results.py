"""Results of a battle stated with a block or a pass: possible when stated, and checked when the battle ends."""

import pytest

from rules.judge.record import RecordError
from rules.judge.replay.verdict import Verdict
from tests.rules.epic.notation.phrasings import outcome
from tests.rules.epic.notation.sentences import POSITIONS

GATE = POSITIONS["second/gate"]
"""Burrowing Wurm (18/18) attacks; Kong (13/14) and Palace Guard (6/8) are among those that may block."""
FIGHT = POSITIONS["fourth/fight"]
"""Little Devil attacks, blocked by Ogre Mercenary, and both would break; the pass of Anna ends the battle."""
DUEL = POSITIONS["fifth/duel"]
"""Noble Martyr attacks, blocked by Pyromancer, and both would break; the pass of Anna ends the battle."""
BLOCK = "Jana: block with Kong, Palace Guard"
TO_THE_END = ["Jana: pass", "Ivo: pass", "Ivo: assign Burrowing Wurm: 14 to Kong, 4 to Palace Guard"]


@pytest.mark.parametrize(
    ("message", "lines"),
    [
        ("Kong blocks but dies", ["Jana: block with Kong"]),
        ("Jana blocks with Kong, Kong dies", ["Jana: block with Kong"]),
        ("Kong and Palace Guard block and kill the Wurm", [BLOCK]),
        ("Jana chumps with Muse and it dies", ["Jana: block with Muse"]),
    ],
)
def test_possible_battle_result_is_read_with_block(message, lines):
    assert outcome(GATE, [message]) == outcome(GATE, lines)


@pytest.mark.parametrize(
    "message",
    [
        "Kong blocks and trades with the Wurm",
        "Kong and Palace Guard block and trade with the Wurm",
        "Kong blocks and survives",
        "Jana blocks with Kong and Muse dies",
    ],
)
def test_impossible_battle_result_is_refused(message):
    with pytest.raises(RecordError, match=r"does not come true|is not what happened"):
        outcome(GATE, [message])


def test_battle_result_true_at_end_of_battle_is_accepted():
    message = "Kong and Palace Guard block and kill the Wurm"
    ended = outcome(GATE, [BLOCK, *TO_THE_END])
    assert ended.verdict is Verdict.LEGAL
    assert outcome(GATE, [message, *TO_THE_END]) == ended


def test_battle_result_prevented_by_later_play_is_refused():
    message = "Kong and Palace Guard block and kill the Wurm"
    rage = ["Jana: pass", "Ivo: play Rage, mode 1", "Ivo: target Burrowing Wurm"]
    end = ["Ivo: pass", "Jana: pass", "Ivo: assign Burrowing Wurm: 22 to Kong"]
    with pytest.raises(RecordError, match="is not how the battle ended"):
        outcome(GATE, [message, *rage, *end])


def test_battle_result_after_pass_that_ends_battle_is_checked():
    message = "Anna passes, Ogre Mercenary dies"
    assert outcome(FIGHT, [message]) == outcome(FIGHT, ["Anna: pass"])
    assert outcome(DUEL, ["Anna passes and Noble Martyr dies"]) == outcome(DUEL, ["Anna: pass"])


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("fifth/duel", "Anna passes, Noble Martyr trades with Pyromancer"),
        ("fifth/duel", "Anna passes and Pyromancer trades with Noble Martyr"),
        ("fourth/fight", "Anna passes, Little Devil and Ogre Mercenary trade"),
        ("third/trade", "Anna passes and Brak trades with Kong"),
    ],
)
def test_trade_after_pass_that_ends_battle_is_read(position, message):
    assert outcome(POSITIONS[position], [message]) == outcome(POSITIONS[position], ["Anna: pass"])


def test_battle_result_is_checked_despite_second_statement():
    lines = [
        "Kong and Palace Guard block and kill the Wurm",
        "Jana passes and Palace Guard survives",
        "Ivo: play Rage, mode 1",
        "Ivo: target Burrowing Wurm",
        "Ivo: pass",
        "Jana: pass",
        "Ivo: assign Burrowing Wurm: 22 to Kong",
    ]
    with pytest.raises(RecordError, match="kill Wurm” is not how the battle ended"):
        outcome(GATE, lines)


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("fifth/duel", "Anna passes, Noble Martyr trades with Muse"),
        ("fifth/duel", "Anna passes and Kong trades with Pyromancer"),
        ("fourth/fight", "Anna passes and Ogre Mercenary survives"),
        ("fifth/duel", "Anna passes, Noble Martyr survives"),
        ("fifth/duel", "Anna passes and kills Muse"),
        ("fifth/board", "Kai passes and Pyrosaur survives"),
        ("fifth/board", "Kai attacks with Great Horned Lizard and Great Horned Lizard survives"),
    ],
)
def test_battle_result_after_pass_that_is_false_is_refused(position, message):
    with pytest.raises(RecordError):
        outcome(POSITIONS[position], [message])


def test_battle_result_after_pass_is_checked_at_later_end():
    lines = [BLOCK, "Jana: pass"]
    end = "Ivo: assign Burrowing Wurm: 14 to Kong, 4 to Palace Guard"
    passed = outcome(GATE, [*lines, "Ivo: pass", end])
    assert outcome(GATE, [BLOCK, "Jana passes and Kong dies", "Ivo: pass", end]) == passed
    assert outcome(GATE, [*lines, "Ivo passes, Palace Guard survives", end]) == passed
    with pytest.raises(RecordError, match="is not how the battle ended"):
        outcome(GATE, [*lines, "Ivo passes, Kong survives", end])
