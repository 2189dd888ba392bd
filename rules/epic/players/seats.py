"""Teams, turn order and reach of effects (1.2[1], I-43, I-112, I-119).

A side is a player in the sense of 1.2[1]: one seat, or the seats of a team that shares its turn. The lowest seat
represents a side when it acts as one: it holds turn and initiative, attacks, blocks and passes.
"""

from collections.abc import Iterable
from functools import cache

from rules.engine.ids import is_seat
from rules.epic.state import Champion, EpicState, Seat


def representative_seat(state: EpicState, seat: int) -> int:
    """Return the seat that represents the side of ``seat``."""
    return side_members(state, seat)[0] if state.variant.shared else seat


def side_members(state: EpicState, seat: int) -> list[int]:
    """Return the seats of the side of ``seat``, in seat order."""
    return _team_of(state, state.seats[seat].team) if state.variant.shared else [seat]


def _team_of(state: EpicState, team: int) -> list[int]:
    return [number for number, other in enumerate(state.seats) if other.team == team]


def are_allied(state: EpicState, seat: int, other: int) -> bool:
    """Return True if two seats belong to the same team."""
    return seat == other or state.seats[seat].team == state.seats[other].team


def acts_for(state: EpicState, seat: int, holder: int) -> bool:
    """Return True if ``seat`` belongs to the side that ``holder`` represents.

    ``holder`` is the seat that has the turn or initiative, -1 for none.
    """
    return seat == holder or (state.variant.shared and holder >= 0 and are_allied(state, seat, holder))


def one_seat_per_side(state: EpicState, refs: list[int]) -> list[int]:
    """Return ``refs`` with one seat only of each team that shares health (I-113)."""
    if not state.variant.shared:
        return refs
    met: set[int] = set()
    seats = []
    for ref in refs:
        team = state.seats[ref].team if is_seat(ref) else -1
        if team not in met:
            seats.append(ref)
        if team >= 0:
            met.add(team)
    return seats


def cite_shared_health(refs: list[int], distinct: list[int]) -> tuple[str, ...]:
    """Return the citation of I-113 if ``distinct`` is shorter than ``refs``.

    Otherwise nothing.
    """
    return ("I-113",) if len(distinct) < len(refs) else ()


def champions_of(state: EpicState, seat: int) -> list[Champion]:
    """Return the champions that the side of ``seat`` controls."""
    return _champions_of_team(state, seat) if state.variant.shared else state.seats[seat].champions


def _champions_of_team(state: EpicState, seat: int) -> list[Champion]:
    return [champion for number in side_members(state, seat) for champion in state.seats[number].champions]


def clockwise_seats(state: EpicState, first: int) -> list[int]:
    """Return all seats clockwise from ``first``, team by team if teams share turns.

    Seats that have left the game are included.
    """
    count = len(state.seats)
    seats = [(first + step) % count for step in range(count)]
    if not state.variant.shared:
        return seats
    start = representative_seat(state, first)
    members = side_members(state, first)
    index = members.index(first)
    order = [*members[index:], *members[:index]]
    for seat in ((start + step) % count for step in range(count)):
        if representative_seat(state, seat) == seat != start:
            order += side_members(state, seat)
    return order


@cache
def _clockwise(first: int, count: int) -> tuple[int, ...]:
    return (*range(first, count), *range(first))


def in_turn_order(state: EpicState, first: int) -> list[int]:
    """Return the seats still in the game, clockwise from ``first`` (I-43).

    Team by team if teams share turns.
    """
    order = clockwise_seats(state, first) if state.variant.shared else _clockwise(first, len(state.seats))
    return _filter_remaining(state, order)


def _filter_remaining(state: EpicState, seats: Iterable[int]) -> list[int]:
    return [seat for seat in seats if not state.seats[seat].out]


def sides_in_turn_order(state: EpicState, first: int) -> list[int]:
    """Return the representative seats of the remaining sides, clockwise (4.1.3, I-43)."""
    if not state.variant.shared:
        return in_turn_order(state, first)
    order = clockwise_seats(state, representative_seat(state, first))
    return _filter_remaining(state, (seat for seat in order if representative_seat(state, seat) == seat))


def next_side(state: EpicState, seat: int) -> int:
    """Return the next side to the left of ``seat``; ``seat`` if there is no other."""
    return _next_team(state, seat) if state.variant.shared else neighbour(state, seat, 1)


def _next_team(state: EpicState, seat: int) -> int:
    others = (other for other in sides_in_turn_order(state, seat) if not are_allied(state, seat, other))
    return next(others, seat)


def neighbour(state: EpicState, seat: int, step: int) -> int:
    """Return the nearest remaining seat to the left (1) or right (-1) (I-119).

    It is ``seat`` itself if no other is left.
    """
    seats = state.seats
    following = (seat + step) % len(seats)
    while seats[following].out and following != seat:
        following = (following + step) % len(seats)
    return following


def attackable_seats(state: EpicState, seat: int) -> list[int]:
    """Return the representative seats of the sides that ``seat`` may attack (4.4.1)."""
    if state.variant.leftward or len(state.seats) == 2:
        left = neighbour(state, seat, 1)
        return [left] if left != seat else []
    return sorted(other for other in sides_in_turn_order(state, seat) if not are_allied(state, seat, other))


def is_in_reach(state: EpicState, seat: int, other: int) -> bool:
    """Return True if effects of ``seat`` reach ``other`` (I-119)."""
    return not state.variant.neighbours or other in (seat, neighbour(state, seat, 1), neighbour(state, seat, -1))


def seats_in_reach(state: EpicState, seat: int) -> Iterable[tuple[int, Seat]]:
    """Return ``(number, seat)`` of each seat that effects of ``seat`` reach."""
    all_seats = enumerate(state.seats)
    if not state.variant.neighbours:
        return all_seats
    return [(number, other) for number, other in all_seats if is_in_reach(state, seat, number)]
