"""Files of an event for other programs: TRF (FIDE) and NRTM (Netrunner).

Both have the Swiss rounds; NRTM also has the single elimination. Draws of a match are draws in TRF; in NRTM a game won
is three points and a drawn game one.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from epic_events.events.models import Event, Registration, Stage
from epic_events.pairings.models import Match, Round, Seat
from epic_events.pairings.results.match_state import with_seats

_NAME_WIDTH: Final = 33
_WIDTH: Final = 10
_GAME_POINTS: Final = 3


@dataclass(frozen=True)
class _Played:
    """A player's round: number of the opponent, seat, and result code of TRF."""

    opponent: int
    place: int
    code: str


def _swiss_matches(event: Event, viewer: object) -> dict[int, list[Match]]:
    """Return the final Swiss matches by round.

    Rounds are numbered through all Swiss stages.
    """
    rounds = Round.objects.visible_to(viewer).filter(stage__event=event).exclude(stage__kind__in=Stage.ELIMINATIONS)
    numbers = {
        pk: number
        for number, pk in enumerate(rounds.order_by("stage__order", "number").values_list("pk", flat=True), 1)
    }
    found: dict[int, list[Match]] = {number: [] for number in numbers.values()}
    for match in _final_matches(rounds):
        found[numbers[match.round_id]].append(match)
    return found


def _final_matches(rounds: Any) -> list[Match]:
    matches = with_seats(Match.objects.filter(round__in=rounds.order_by(), status=Match.Status.CONFIRMED))
    return list(matches.order_by("round__stage__order", "round__number", "table", "pk"))


def _entries(event: Event) -> dict[int, tuple[int, Registration]]:
    """Return the entries that played, numbered by name, by primary key."""
    played = event.registrations.filter(seats__isnull=False).distinct().order_by("name", "pk")
    return {entry.pk: (number, entry) for number, entry in enumerate(played, 1)}


def trf(event: Event, viewer: object) -> str:
    """Return the event as a tournament report file (TRF16, read by TRF26 programs).

    Args:
        event: the event.
        viewer: user who downloads the file; drafts are left out.
    """
    entries = _entries(event)
    matches = _swiss_matches(event, viewer)
    rounds: dict[int, dict[int, _Played]] = {pk: {} for pk in entries}
    for number, played in matches.items():
        for match in played:
            for pk, result in _played_in(match, entries):
                rounds[pk][number] = result
    points = {pk: sum(map(_points_of, played.values())) for pk, played in rounds.items()}
    ranked = sorted(entries, key=lambda pk: (-points[pk], entries[pk][0]))
    lines = [f"012 {event.name}", f"042 {event.local_date:%Y/%m/%d}", f"062 {len(entries)}", f"XXR {len(matches)}"]
    for pk, (number, entry) in entries.items():
        name = _surname_first(entry.name)[:_NAME_WIDTH]
        head = f"001 {number:>4}      {name:<{_NAME_WIDTH}}".ljust(80) + f"{points[pk]:>4.1f} {ranked.index(pk) + 1:>4}"
        cells = [_trf_cell(rounds[pk].get(each)) for each in matches]
        lines.append((head.ljust(91) + "".join(f"{cell:<{_WIDTH}}" for cell in cells)).rstrip())
    return "".join(f"{line}\n" for line in lines)


def _surname_first(name: str) -> str:
    """Return "Ruiz,Ana" for "Ana Ruiz"; a single word stays as it is."""
    first, _blank, last = name.replace(",", "").rpartition(" ")
    return f"{last},{first}" if first else last


def _trf_cell(result: _Played | None) -> str:
    if result is None:
        return "0000 - Z"
    if not result.opponent:
        return f"0000 - {result.code}"
    return f"{result.opponent:>4} {'wb'[result.place - 1]} {result.code}"


def _points_of(result: _Played) -> float:
    return {"1": 1.0, "+": 1.0, "U": 1.0, "=": 0.5}.get(result.code, 0.0)


def _played_in(match: Match, entries: Mapping[int, tuple[int, Registration]]) -> Iterator[tuple[int, _Played]]:
    seats = list(match.seats.all())
    if len(seats) < 2:
        yield from ((seat.registration_id, _Played(0, 1, "U")) for seat in seats)
        return
    for seat, other in (seats, seats[::-1]):
        code = {"win": "1", "draw": "="}.get(seat.outcome, "0")
        if match.result_kind == Match.ResultKind.NO_SHOW:
            code = "+" if seat.outcome == Seat.Outcome.WIN else "-"
        yield seat.registration_id, _Played(entries[other.registration_id][0], seat.place, code)


def nrtm(event: Event, viewer: object) -> str:
    """Return the event as JSON of NRTM.

    Args:
        event: the event.
        viewer: user who downloads the file; drafts are left out.
    """
    entries = _entries(event)
    cut = Round.objects.visible_to(viewer).filter(stage__event=event, stage__kind=Stage.Kind.ELIMINATION)
    eliminations: dict[int, list[Match]] = {}
    for match in _final_matches(cut):
        eliminations.setdefault(match.round_id, []).append(match)
    rounds = [[_pairing(match, swiss=True) for match in played] for played in _swiss_matches(event, viewer).values()]
    rounds += [[_pairing(match, swiss=False) for match in played] for played in eliminations.values()]
    size = event.stages.filter(kind=Stage.Kind.ELIMINATION).values_list("cut_size", flat=True).first()
    data = {
        "name": event.name,
        "date": f"{event.local_date:%Y-%m-%d}",
        "cutToTop": size or 0,
        "preliminaryRounds": len(rounds) - len(eliminations),
        "players": [{"id": pk, "name": entry.name} for pk, (_number, entry) in entries.items()],
        "rounds": rounds,
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _pairing(match: Match, *, swiss: bool) -> dict[str, Any]:
    seats = list(match.seats.all())
    sides: list[dict[str, Any]] = []
    for seat in seats[:2]:
        points = _GAME_POINTS * seat.game_wins + match.games_drawn
        sides.append(
            {"id": seat.registration_id, "combinedScore": points}
            if swiss
            else {"id": seat.registration_id, "winner": seat.outcome == Seat.Outcome.WIN}
        )
    sides += [{"id": None, "combinedScore": 0}] * (2 - len(sides))
    agreed = match.result_kind == Match.ResultKind.AGREED_DRAW
    return {
        "table": match.table,
        "player1": sides[0],
        "player2": sides[1],
        "intentionalDraw": agreed,
        "eliminationGame": not swiss,
    }


PROGRAMS: Final[Mapping[str, tuple[str, str, Callable[[Event, object], str]]]] = {
    "trf": ("text/plain; charset=utf-8", "trf", trf),
    "nrtm": ("application/json", "json", nrtm),
}
"""Media type, file name extension and writer by file name."""
