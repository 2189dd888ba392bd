"""Locking of the event of a round."""

from django.utils.translation import gettext as _

from epic_events.events.models import Event
from epic_events.events.selectors import lock_event
from epic_events.infra.errors import StateError
from epic_events.pairings.models import Round


def lock_and_reload(round_: Round) -> Round:
    """Lock the event of a round until the transaction ends and reload the round.

    Raises:
        StateError: the round no longer exists.
    """
    event = lock_event(round_.stage.event)
    stored = Round.objects.select_related("stage").filter(pk=round_.pk).first()
    if stored is None:
        raise StateError(_("This round no longer exists. Check the current rounds of the event."))
    stored.stage.event = event
    return stored


def lock_event_of_round(round_id: int) -> Event:
    """Lock the event of a round and return it, in one query."""
    return Event.objects.select_for_update(of=("self",)).get(stages__round_set=round_id)
