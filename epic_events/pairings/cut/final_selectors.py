"""Queries for the final standings of a finished event."""

from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from django.db.models import Count, Q, Sum
from django.utils.translation import gettext as _

from epic_events.events.models import Event, Registration, Stage
from epic_events.infra.errors import MissingError
from epic_events.pairings import selectors
from epic_events.pairings.cut.bracket_selectors import cut_placings
from epic_events.pairings.methods.final_standings import FinalStanding, Ranking, final_standings
from epic_events.pairings.methods.scores import DASH
from epic_events.pairings.models import Seat
from epic_events.pairings.standings import ranking


class FinalRow(NamedTuple):
    """A row of the final standings as pages and API show it.

    Attributes:
        standing: rank, player and stage order.
        registration: the registration of the player.
        stage: the last stage that the player reached.
        mine: True if the row belongs to the viewer.
        points: match points of all rounds before the elimination.
        won: matches won in all stages, including byes.
        lost: matches lost in all stages.
        drawn: matches drawn in all stages.
    """

    standing: FinalStanding
    registration: Registration
    stage: Stage
    mine: bool
    points: int
    won: int
    lost: int
    drawn: int

    @property
    def record(self) -> str:
        """Matches won, lost and drawn, with dashes; draws only if there are any."""
        return DASH.join(str(number) for number in (self.won, self.lost, *([self.drawn] if self.drawn else [])))


def has_final_standings(event: Event) -> bool:
    """Return True if the event is finished."""
    return event.status == Event.Status.FINISHED


def require_ended(event: Event) -> None:
    """Raise `MissingError` unless the event is finished."""
    if not has_final_standings(event):
        raise MissingError(_("There are no final standings until the event is finished."))


def compute_final_standings(event: Event) -> list[FinalStanding]:
    """Return the final standings, best first.

    The number of queries depends on the number of stages, not on the number of players.

    Raises:
        MissingError: the event is not finished.
    """
    require_ended(event)
    return final_standings(_rankings(event))


def _rankings(event: Event) -> Iterator[tuple[int, Ranking]]:
    """Yield the order and final ranking of each stage, last stage first."""
    counted: set[int] = set()
    for stage in event.stages.filter(participations__isnull=False).distinct().order_by("-order"):
        if stage.is_elimination:
            yield stage.order, [(placing.rank, placing.player) for placing, _entry in cut_placings(stage)]
        elif stage.pk not in counted:
            run = selectors.combined_stages(stage)
            counted.update(each.pk for each in run)
            yield from _rank_combined_stages(run)


def _rank_combined_stages(run: list[Stage]) -> Iterator[tuple[int, Ranking]]:
    """Yield the ranking of stages that are scored together, players who qualified for a later stage first."""
    ranked = [(row.rank, row.player) for row in ranking.standings(run[-1])]
    reached = run[-1].order
    for stage in reversed(run):
        if stage.cut_size:
            through = set(stage.participations.values_list("registration_id", flat=True))
            yield reached, [(rank, player) for rank, player in ranked if player in through]
            reached = stage.order - 1
    yield reached, ranked


def _records(event: Event, entries: Collection[int]) -> list[dict[str, Any]]:
    """Return match points before the elimination and matches won, lost and drawn per registration."""
    outcomes = {"won": Seat.Outcome.WIN, "lost": Seat.Outcome.LOSS, "drawn": Seat.Outcome.DRAW}
    counted = {name: Count("pk", filter=Q(outcome=outcome)) for name, outcome in outcomes.items()}
    before = ~Q(round__stage__kind__in=Stage.ELIMINATIONS)
    seats = Seat.objects.filter(round__stage__event=event, registration__in=entries, points__isnull=False)
    per_entry = seats.order_by().values("registration_id")
    return [dict(row) for row in per_entry.annotate(points=Sum("points", filter=before, default=0), **counted)]


def final_rows(event: Event, part: list[FinalStanding], viewer: object = None) -> list[FinalRow]:
    """Return rows of the final standings with names and records, in three queries."""
    entries = Registration.objects.select_related("player").in_bulk([row.player for row in part])
    for entry in entries.values():
        entry.event = event
    stages = {stage.order: stage for stage in event.stages.all()}
    viewer_id = getattr(viewer, "pk", None)
    nothing = {"points": 0, "won": 0, "lost": 0, "drawn": 0}
    earned = {row.pop("registration_id"): {**nothing, **row} for row in _records(event, entries)}
    return [
        FinalRow(
            standing=row,
            registration=entries[row.player],
            stage=stages[row.stage],
            mine=viewer_id is not None and entries[row.player].player.user_id == viewer_id,
            **earned.get(row.player, nothing),
        )
        for row in part
    ]
