"""Loading of final results for standings, in a constant number of queries."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Q

from epic_events.events.models import Stage
from epic_events.pairings.methods.standings import Result
from epic_events.pairings.models import Match, Round, Seat

OPEN = ~Q(status=Match.Status.CONFIRMED)
LOST = Seat.Outcome.LOSS.value

SeatRow = tuple[Any, ...]
"""Match, player, points, games won, outcome, round, and health if it is recorded."""


def load_final_results(stages: Sequence[Stage], after: int | None = None) -> list[Result]:
    """Return the final results of these stages, byes included, up to round `after`.

    Three queries.
    """
    rounds = Round.objects.filter(stage__in=stages).exclude(status=Round.Status.DRAFT)
    if after is not None:
        rounds = rounds.filter(number__lte=after)
    numbers = dict(rounds.order_by().values_list("pk", "number"))
    drawn, unsettled = _drawn_and_open(list(numbers))
    fields = ["match_id", "registration_id", "points", "game_wins", "outcome", "round_id"]
    if any(stage.records_health for stage in stages):
        fields.append("health")
    seats = Seat.objects.filter(round_id__in=list(numbers), points__isnull=False).order_by("match_id", "place")
    results: list[Result] = []
    first: SeatRow | None = None
    for seat in seats.values_list(*fields):
        if seat[0] in unsettled:
            continue
        if first is None:
            first = seat
        elif first[0] == seat[0]:
            results.append(_played(numbers[seat[5]], drawn.get(seat[0], 0), first, seat))
            first = None
        else:
            results.append(_bye(numbers[first[5]], first))
            first = seat
    if first is not None:
        results.append(_bye(numbers[first[5]], first))
    return results


def _drawn_and_open(rounds: list[int]) -> tuple[dict[int, int], set[int]]:
    """Return drawn games by match, and the matches without a final result."""
    drawn: dict[int, int] = {}
    unsettled: set[int] = set()
    matches = Match.objects.filter(round_id__in=rounds).filter(Q(games_drawn__gt=0) | OPEN).order_by()
    for match, games_drawn, status in matches.values_list("pk", "games_drawn", "status"):
        drawn[match] = games_drawn
        if status != Match.Status.CONFIRMED:
            unsettled.add(match)
    return drawn, unsettled


def _played(round_: int, drawn: int, first: SeatRow, second: SeatRow) -> Result:
    _, one, points, wins, outcome, _, *health = first
    _, two, other_points, other_wins, other_outcome, _, *other_health = second
    both_lost = outcome == other_outcome == LOST
    return Result(round_, one, two, points, other_points, wins, other_wins, drawn, both_lost, *health, *other_health)


def _bye(round_: int, seat: SeatRow) -> Result:
    return Result(round_, seat[1], None, seat[2], first_wins=seat[3])
