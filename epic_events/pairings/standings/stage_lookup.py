"""Finding a stage by its place in the plan of an event."""

from django.utils.translation import gettext as _

from epic_events.events.models import Event, Stage
from epic_events.infra.errors import MissingError


def stage_with_standings(event: Event, order: int) -> Stage:
    """Return the stage at a place of the event's plan.

    Raises:
        MissingError: there is none, or it is a bracket, which has no tie-breakers.
    """
    stage = event.stages.filter(order=order).exclude(kind__in=Stage.ELIMINATIONS).first()
    if stage is None:
        raise MissingError(_("This event has no such stage, or the stage has no standings."))
    stage.event = event
    return stage
