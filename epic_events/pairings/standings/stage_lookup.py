"""Lookup of a stage by its order in the event."""

from django.utils.translation import gettext as _

from epic_events.events.models import Event, Stage
from epic_events.infra.errors import MissingError


def stage_with_standings(event: Event, order: int) -> Stage:
    """Return the stage with this order.

    Raises:
        MissingError: there is no such stage, or it is a bracket, which has no standings.
    """
    stage = event.stages.filter(order=order).exclude(kind__in=Stage.ELIMINATIONS).first()
    if stage is None:
        raise MissingError(_("This event has no such stage, or the stage has no standings."))
    stage.event = event
    return stage
