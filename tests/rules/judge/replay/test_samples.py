"""Sample records of the demo: their verdicts and final boards."""

from pathlib import Path

import pytest

from rules.games import EPIC
from rules.judge.board import JUDGE, PUBLIC
from rules.judge.record import parse, write
from rules.judge.replay.replayer import replay
from rules.judge.replay.verdict import Verdict

SAMPLES = Path(__file__).resolve().parents[4] / "fixtures" / "records"


def played(name):
    return replay(EPIC, parse((SAMPLES / f"{name}.rec").read_bytes()))


def after(name):
    """Return health, and what is in play with its damage, per player at the end of a sample."""
    replayed = played(name)
    board = replayed.board(len(replayed.steps), PUBLIC)
    return [
        (side.totals["health"], [(piece.name, piece.values["damage"]) for piece in side.pieces]) for side in board.sides
    ]


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.rec")), ids=lambda path: path.stem)
def test_samples_round_trip(path):
    record = parse(path.read_bytes())
    assert parse(write(record)) == record
    assert record.position is not None


def test_sample_plain_breakthrough_is_legal():
    assert played("plain-breakthrough").verdict is Verdict.LEGAL
    assert after("plain-breakthrough") == [(22, [("Triceratops", 6)]), (17, [])]


def test_sample_small_blocker_stops_whole_group():
    assert played("group-block").verdict is Verdict.LEGAL
    demons = [(f"Demon Token#{number}", int(number == 1)) for number in range(1, 7)]
    assert after("group-block") == [(30, demons), (24, [])]


def test_sample_mixed_group_can_be_blocked_on_the_ground():
    assert played("airborne-group").verdict is Verdict.LEGAL
    assert after("airborne-group") == [(17, [("White Dragon", 0), ("Kong", 13)]), (6, [])]


def test_sample_order_of_triggers_satisfies_loyalty():
    replayed = played("loyalty-order")
    assert replayed.verdict is Verdict.LEGAL
    knight = replayed.board(len(replayed.steps), JUDGE).sides[0].pieces[1]
    assert (knight.name, knight.states, knight.keywords) == (
        "White Knight",
        ("expended", "deploying", "attacking"),
        ("blitz",),
    )


def test_sample_attack_while_deploying_is_illegal():
    replayed = played("deploying-attack")
    wrong = replayed.illegal
    assert (replayed.verdict, replayed.decisions) == (Verdict.ILLEGAL, 2)
    assert (wrong.line, wrong.actor, wrong.text) == (26, "Anna", "attack with Steel Golem, Kong")
    assert [reason.rule for reason in wrong.reasons] == ["5.17.1"]
    assert wrong.legal == ("attack with Kong", "play Lash", "pass")
