"""Queries that every room asks: which stages and rounds an event has, and which of them count together."""

from django.utils.translation import gettext as _

from epic_events.errors import MissingError
from epic_events.events.models import Event, Stage
from epic_events.pairings.methods import standings as pure
from epic_events.pairings.models import Match, Round


def swiss_stage(event: Event) -> Stage | None:
    """Return the stage whose standings count now: of those that are no elimination the last begun, else the first."""
    stages = event.stages.exclude(kind__in=Stage.ELIMINATIONS)
    return stages.filter(participations__isnull=False).order_by("-order").first() or stages.order_by("order").first()


def cut_stage(event: Event) -> Stage | None:
    """Return the stage of the elimination, when the event has one; it is the last."""
    return event.stages.filter(kind__in=Stage.ELIMINATIONS).order_by("order").first()


def run_of(stage: Stage) -> list[Stage]:
    """Return the stages whose points and opponents count together with this one's, this one last."""
    if not stage.carries:
        return [stage]
    run = [stage]
    for before in Stage.objects.filter(event=stage.event_id, order__lt=stage.order).order_by("-order"):
        run.insert(0, before)
        if not before.carries:
            break
    return run


def latest_round(event: Event) -> Round | None:
    """Return the last round that was paired, draft or not."""
    rounds = Round.objects.filter(stage__event=event).select_related("stage__event")
    return rounds.order_by("stage__order", "number").last()


def match_in(event: Event, key: int) -> Match:
    """Return a match of an event, for who has a part in running it.

    Raises:
        MissingError: there is none.
    """
    match = Match.objects.filter(pk=key, round__stage__event=event).first()
    if match is None:
        raise MissingError(_("There is no such match."))
    return match


def points_of(stage: Stage) -> pure.Points:
    """Return what a win, a draw, a loss and a bye are worth in this stage."""
    return pure.Points(stage.win_points, stage.draw_points, stage.loss_points, stage.bye_points)


def open_tables(round_: Round) -> list[Match]:
    """Return the matches without a settled result, by table."""
    return list(round_.matches.open().order_by("table", "pk"))
