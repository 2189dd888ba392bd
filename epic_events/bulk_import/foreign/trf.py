"""The FIDE tournament report file (TRF16, TRF26).

It has fixed columns and one ``001`` line per player.
"""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from epic_events.bulk_import.foreign.model import (
    ForeignEvent,
    ForeignMatch,
    ForeignPlayer,
    Kind,
    parse_day,
    surname_last,
)
from epic_events.bulk_import.tables import TableError
from epic_events.infra.names import isolated, normalised

_PLAYER: Final = re.compile(r"^001 +\d+\b.*$", re.MULTILINE)
_OTHER: Final = re.compile(r"^(?:\d{3}|XX[A-Z]|BB[WDLFUHZ]|###|[A-Z]{3}) ?.*$")
_FIRST_ROUND: Final = 91
_ROUND_WIDTH: Final = 10
_ROUND: Final = re.compile(r"\s*(?P<opponent>\d{1,4})\s+(?P<colour>[wbWB-])\s+(?P<result>[0-9+=\-WDLHFUZwdlhfuz])\s*")
_WON, _LOST, _DRAWN = frozenset("1+W"), frozenset("0-L"), frozenset("=D")
_FORFEITS: Final = frozenset("+-")
_BYES: Final = frozenset("FU+")
_ABSENCES: Final = {
    "H": gettext_lazy("half-point byes"),
    "=": gettext_lazy("half-point byes"),
    "D": gettext_lazy("half-point byes"),
    "Z": gettext_lazy("rounds without a game"),
    "-": gettext_lazy("losses without an opponent"),
    "0": gettext_lazy("losses without an opponent"),
    "L": gettext_lazy("losses without an opponent"),
}
"""What a result without an opponent is, unless it is a full-point bye."""
_RECORDS: Final = {
    "013": gettext_lazy("teams"),
    "310": gettext_lazy("teams"),
    "240": gettext_lazy("byes that were agreed before"),
    "250": gettext_lazy("accelerated rounds"),
    "XXA": gettext_lazy("accelerated rounds"),
    "260": gettext_lazy("forbidden pairings"),
    "XXP": gettext_lazy("forbidden pairings"),
    "299": gettext_lazy("corrections of points"),
}
"""Other lines that change an event."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A player line: number, name, line number, and opponent and result of each round."""

    number: int
    name: str
    line: int
    rounds: tuple[tuple[int, str], ...]


def is_trf(text: str) -> bool:
    """Return True if a text is a tournament report file."""
    lines = [line for line in text.lstrip("\ufeff").splitlines() if line.strip()]
    return bool(lines) and _PLAYER.search(text.lstrip("\ufeff")) is not None and _OTHER.match(lines[0]) is not None


def read_trf(text: str) -> ForeignEvent:
    """Return the event of a tournament report file.

    A forfeit win is a no-show of the opponent. Byes of half a point and of none are no matches: this site has neither,
    and they are counted as ignored.

    Raises:
        TableError: a line is damaged, or two players contradict each other.
    """
    lines = text.lstrip("\ufeff").splitlines()
    facts = {line[:3]: line[4:].strip() for line in reversed(lines)}
    rows = [_parse_player(line, number) for number, line in enumerate(lines, 1) if line.startswith("001")]
    by_number = {row.number: row for row in rows}
    matches = [
        match
        for row in rows
        for round_, (opponent, result) in enumerate(row.rounds, 1)
        if (match := _parse_match(row, round_, opponent, result, by_number)) is not None
    ]
    last = max((match.round for match in matches), default=0)
    played = {row.number: _last_round(row) for row in rows}
    players = tuple(
        ForeignPlayer(str(row.number), row.name, played[row.number] if played[row.number] < last else None, row.line)
        for row in rows
    )
    name, day = normalised(facts.get("012", "")), parse_day(facts.get("042", ""))
    return ForeignEvent("TRF", players, tuple(matches), name, day, _count_ignored(lines, rows))


def _count_ignored(lines: list[str], rows: list[_Row]) -> Counter[str]:
    """Count byes that are no matches, and other lines that change the event."""
    ignored = Counter(
        str(_ABSENCES[result])
        for row in rows
        for opponent, result in row.rounds
        if not opponent and result in _ABSENCES
    )
    return ignored + Counter(str(_RECORDS[line[:3]]) for line in lines if line[:3] in _RECORDS)


def _parse_player(line: str, number: int) -> _Row:
    """Parse a player line.

    Raises:
        TableError: the line has no number or no name.
    """
    start = re.match(r"001\s+(\d+)", line)
    name = surname_last(line[14:47]) if len(line) > 14 else ""
    if start is None or not name:
        message = _("line %(line)d: this line of the TRF file has no number or no name.")
        raise TableError(message % {"line": number})
    return _Row(int(start[1]), name, number, _parse_rounds(line))


def _parse_rounds(line: str) -> tuple[tuple[int, str], ...]:
    """Return opponent and result of each round; opponent 0 without one."""
    tail = line[_FIRST_ROUND - 2 :]
    cells = [tail[at : at + _ROUND_WIDTH] for at in range(0, len(tail.rstrip()), _ROUND_WIDTH)]
    parsed = [_ROUND.fullmatch(cell) for cell in cells]
    if any(match is None and cell.strip() for match, cell in zip(parsed, cells, strict=True)):
        found = list(_ROUND.finditer(line[47:], max(0, len(line[47:]) - len(tail) - _ROUND_WIDTH)))
        return tuple((int(match["opponent"]), match["result"].upper()) for match in found)
    return tuple((int(match["opponent"]), match["result"].upper()) if match else (0, "") for match in parsed)


def _last_round(row: _Row) -> int:
    return max(
        (number for number, (opponent, result) in enumerate(row.rounds, 1) if opponent or result in _BYES), default=0
    )


def _parse_match(row: _Row, round_: int, opponent: int, result: str, rows: dict[int, _Row]) -> ForeignMatch | None:
    """Return the match of a round.

    None for the second line of the same match and without one.

    Raises:
        TableError: the opponent is missing, or contradicts the line.
    """
    if not opponent:
        return ForeignMatch("swiss", round_, str(row.number), kind="bye") if result in _BYES else None
    other = rows.get(opponent)
    answer = other.rounds[round_ - 1] if other and len(other.rounds) >= round_ else (0, "")
    if other is None or answer[0] != row.number:
        message = _("line %(line)d: %(name)s plays number %(number)d in round %(round)d, but not the other way round.")
        names = {"line": row.line, "name": isolated(row.name), "number": opponent, "round": round_}
        raise TableError(message % names)
    if opponent < row.number:
        return None
    games, kind = _score(result, answer[1])
    return ForeignMatch("swiss", round_, str(row.number), str(opponent), games, kind)


def _score(first: str, second: str) -> tuple[tuple[int, int, int], Kind]:
    """Return the games and the kind of a result stated by both players."""
    forfeit = bool({first, second} & _FORFEITS)
    if first in _WON:
        return (1, 0, 0), "no_show" if forfeit else "played"
    if second in _WON:
        return (0, 1, 0), "no_show" if forfeit else "played"
    if first in _LOST and second in _LOST:
        return (0, 0, 0), "no_show" if first == second == "-" else "double_loss"
    if first in _DRAWN and second in _DRAWN:
        return (0, 0, 1), "played"
    return (0, 0, 0), "open"
