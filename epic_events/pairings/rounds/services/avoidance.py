"""Services for avoidances: two players who should not be paired."""

from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event, Registration
from epic_events.events.permissions import require_scorekeeper
from epic_events.events.selectors import lock_event
from epic_events.infra.errors import StateError, UserError
from epic_events.pairings.models import Avoidance

MAX_AVOIDANCES = 1000
"""Maximum number of avoidances per event."""


def add_avoidance(
    actor: User | None, event: Event, first: Registration, second: Registration, *, strength: str, reason: str
) -> Avoidance:
    """Add an avoidance, effective from the next pairing on.

    Args:
        actor: who adds it. `None` for the command line.
        event: the event.
        first: a registration.
        second: another registration.
        strength: a value of :class:`Avoidance.Strength`.
        reason: why. Visible to staff.

    Raises:
        NotAllowedError: the user is not an organiser, head judge or scorekeeper.
        StateError: the event is over, or the avoidance already exists.
        UserError: the same player twice, an unknown strength, or no reason.
    """
    require_scorekeeper(actor, event)
    reason = reason.strip()
    if not reason:
        raise UserError(_("Enter a reason. Staff can read it later."), fields={"reason": _("Enter a reason.")})
    if strength not in Avoidance.Strength.values:
        raise UserError(_("Select a valid strength."), fields={"strength": _("Select a valid strength.")})
    lower, upper = sorted((first, second), key=lambda entry: entry.pk)
    if lower == upper:
        raise UserError(_("Choose two different players."), fields={"second": _("Choose another player.")})
    with transaction.atomic():
        event = lock_event(event)
        if event.is_over:
            raise StateError(_("The event is over. No more rounds will be paired."))
        if {lower.event_id, upper.event_id} != {event.pk}:
            raise UserError(_("Both players must take part in this event."))
        if Avoidance.objects.filter(first=lower, second=upper).exists():
            raise StateError(_("These players already have a “do not pair” entry. Remove it first."))
        if event.avoidances.count() >= MAX_AVOIDANCES:
            raise StateError(_("An event can have at most %(most)d “do not pair” entries.") % {"most": MAX_AVOIDANCES})
        new_avoidance = Avoidance.objects.create(
            event=event, first=lower, second=upper, strength=strength, reason=reason, by=actor
        )
        audit_log.record(
            actor,
            "avoidance.added",
            event=event,
            subject=new_avoidance,
            reason=reason,
            players=[lower, upper],
            strength=strength,
        )
    return new_avoidance


def remove_avoidance(actor: User | None, avoidance: Avoidance) -> None:
    """Remove an avoidance.

    Raises:
        NotAllowedError: the user is not an organiser, head judge or scorekeeper.
        StateError: it has already been removed.
    """
    event = avoidance.event
    require_scorekeeper(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        stored = event.avoidances.filter(pk=avoidance.pk).first()
        if stored is None:
            raise StateError(_("These players can already be paired."))
        players = [stored.first_id, stored.second_id]
        audit_log.record(
            actor, "avoidance.removed", event=event, subject=stored, players=players, strength=stored.strength
        )
        stored.delete()
