"""Plays as judges write them down, each judged by the printed rules before the engine saw it.

They lie in ``disputed_plays/``: under a name the position (turn 5 of Ana and 20 health each unless stated otherwise),
or none for a game from its beginning, the plays, the verdict with the number of the play and the rules of which the
first reason cites one, and what lies on the table at the end.
"""

import re
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from rules.games import EPIC
from rules.judge.board import JUDGE, PlayerBoard
from rules.judge.record import parse
from rules.judge.replay.replayer import replay
from rules.judge.replay.result import Replay
from tests.rules.judge.disputed import reasons

HEADERS: Final = {"Record": "1", "Game": "epic", "Rules": "RB-2017", "Players": "Ana, Ben", "First": "Ana"}
USUAL: Final = "Position\nTurn: Ana 5\nAna life: 20\nBen life: 20\n"
_JUDGED: Final = re.compile(r"^Judged: (?:legal|illegal at (\d+)) by (\S.*)$")


class Disputed(NamedTuple):
    """A disputed play: its record, the number of the illegal play or 0, the rules, and the table at the end."""

    record: str
    wrong: int
    rules: tuple[str, ...]
    table: dict[str, str]


def _disputed(block: str) -> tuple[str, Disputed]:
    name, *lines = block.strip().splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("Judged:"))
    judged = _JUDGED.match(lines[at])
    assert judged is not None, lines[at]
    begins = next(number for number, line in enumerate(lines) if line in ("Position", "Plays"))
    headers = {**HEADERS, **dict(line.split(": ", 1) for line in lines[:begins])}
    message = [line.partition(":")[0] for line in lines[begins + 1 : at]]
    usual = "".join(f"{line}\n" for line in USUAL.splitlines() if line.partition(":")[0] not in message)
    output = "".join(f"{key}: {value}\n" for key, value in headers.items())
    output += "\n".join(lines[begins:at]).replace("Position\n", usual) + "\n"
    table = dict(line.removeprefix("Then ").split(": ", 1) for line in lines[at + 1 :])
    return name, Disputed(output, int(judged[1] or 0), tuple(judged[2].split(" or ")), table)


def _all() -> list[tuple[str, Disputed]]:
    files = sorted((Path(__file__).parent / "disputed_plays").glob("*.txt"))
    return [_disputed(block) for file in files for block in file.read_text().split("## ") if block.strip()]


DISPUTED: Final = _all()


def test_disputed_plays_are_many_with_unique_names() -> None:
    assert len(DISPUTED) == len(dict(DISPUTED)) > 100


@pytest.mark.parametrize("disputed", [each for _, each in DISPUTED], ids=[name for name, _ in DISPUTED])
def test_disputed_play_has_verdict_of_printed_rules(disputed: Disputed) -> None:
    replayed = replay(EPIC, parse(disputed.record))
    assert replayed.undetermined == ""
    first = disputed.record.splitlines().index("Plays") + 1
    line = replayed.illegal.line if replayed.illegal else first
    assert line - first == disputed.wrong, reasons(replayed)
    for rule in disputed.rules:
        assert rule in EPIC.interpretations or any(rule in book for book in EPIC.rulebooks.values())
    assert not disputed.wrong or reasons(replayed)[0][0] in disputed.rules
    assert {what: _shown(replayed, what) for what in disputed.table} == disputed.table


def _shown(replayed: Replay, what: str) -> str:
    """Return what lies on the table at the end: ``Ana hand``, ``Ben pieces``, ``winners``."""
    board = replayed.board(len(replayed.steps), JUDGE)
    who, _, part = what.partition(" ")
    if not part:
        return ", ".join(board.winners) or "none"
    return _part(next(side for side in board.sides if side.player == who), part)


def _part(side: PlayerBoard, part: str) -> str:
    match part:
        case "pieces":
            return ", ".join(piece.name for piece in side.pieces) or "none"
        case "hand":
            return str(side.hand.count)
        case "deck":
            return str(side.deck.count)
    return str(side.totals[part])
