"""Queries for the stages, rounds and matches of an event, shared by all packages."""

from typing import Any, Final

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.events.extensions import EVENT
from epic_events.events.models import Event, Participation, Stage
from epic_events.infra.database.compiled_queries import CompiledQuery, columns_of, instance_from, instances_from
from epic_events.infra.errors import MissingError
from epic_events.pairings.methods import standings as pure
from epic_events.pairings.models import Match, Round, Seat


def swiss_stage(event: Event) -> Stage | None:
    """Return the stage whose standings count now.

    That is the last non-elimination stage that has begun, else the first one.
    """
    stages = [(_of(event, row), row[-1]) for row in _STAGES.rows(event=event.pk)]
    begun_stages = [(stage, begun) for stage, begun in stages if not stage.is_elimination]
    return next(
        (stage for stage, begun in reversed(begun_stages) if begun), begun_stages[0][0] if begun_stages else None
    )


def cut_stage(event: Event) -> Stage | None:
    """Return the elimination stage, which is always the last; None without one."""
    stages = [_of(event, row) for row in _STAGES.rows(event=event.pk)]
    return next((stage for stage in stages if stage.is_elimination), None)


def stage_kinds(event: Event) -> list[str]:
    """Return the kind of each stage of an event, in order."""
    return [instance_from(Stage, row).kind for row in _STAGES.rows(event=event.pk)]


def stage_after(stage: Stage) -> Stage | None:
    """Return the next stage of the event; None after the last."""
    stages = (instance_from(Stage, row) for row in _STAGES.rows(event=stage.event_id))
    return next((each for each in stages if each.order > stage.order), None)


def _of(event: Event, row: list[Any]) -> Stage:
    stage = instance_from(Stage, row)
    stage.event = event
    return stage


def _stages() -> QuerySet[Stage, tuple[Any, ...]]:
    """Return an event's stages in order, each with whether it has participations."""
    begun = Exists(Participation.objects.filter(stage=OuterRef("pk")))
    return Stage.objects.filter(event_id=EVENT).order_by("order").values_list(*columns_of(Stage), begun)


def combined_stages(stage: Stage) -> list[Stage]:
    """Return the stages whose points and opponents are carried into this one, this one last."""
    if not stage.carries:
        return [stage]
    run = [stage]
    for before in Stage.objects.filter(event=stage.event_id, order__lt=stage.order).order_by("-order"):
        run.insert(0, before)
        if not before.carries:
            break
    return run


def latest_round(event: Event) -> Round | None:
    """Return the last paired round, published or not."""
    for row in _LATEST.rows(event=event.pk):
        round_: Round
        round_, round_.stage = instances_from(row, Round, Stage)
        round_.stage.event = event
        return round_
    return None


def _latest() -> QuerySet[Round, tuple[Any, ...]]:
    stages = [f"stage__{column}" for column in columns_of(Stage)]
    rounds = Round.objects.filter(stage__event_id=EVENT).order_by("-stage__order", "-number")
    return rounds.values_list(*columns_of(Round), *stages)[:1]


_STAGES: Final = CompiledQuery(_stages)
_LATEST: Final = CompiledQuery(_latest)


def get_match(event: Event, key: int) -> Match:
    """Return a match of an event by its primary key, for the staff.

    Raises:
        MissingError: the event has no such match.
    """
    match = Match.objects.filter(pk=key, round__stage__event=event).first()
    if match is None:
        raise MissingError(_("There is no such match."))
    return match


def match_points_of(stage: Stage) -> pure.Points:
    """Return the match points for a win, a draw, a loss and a bye in a stage."""
    return pure.Points(stage.win_points, stage.draw_points, stage.loss_points, stage.bye_points)


def open_tables(round_: Round) -> list[Match]:
    """Return the matches without a final result, by table."""
    return list(round_.matches.open().order_by("table", "pk"))


def own_seat(user: object, match: Match) -> Seat | None:
    """Return the user's seat in a match, in one query unless the seats are prefetched."""
    if not isinstance(user, User):
        return None
    if "seats" in getattr(match, "_prefetched_objects_cache", {}):
        return next((seat for seat in match.seats.all() if seat.registration.player.user_id == user.pk), None)
    return Seat.objects.filter(match=match, registration__player__user=user).select_related("registration").first()
