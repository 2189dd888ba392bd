"""Permissions on decklists and pools."""

from epic_events.decks.context import are_decklists_closed
from epic_events.decks.models import DeckLock
from epic_events.events.models import Registration
from epic_events.events.permissions import owns_registration, rights


def can_manage_decklists(user: object, registration: Registration) -> bool:
    """Return True if the user may correct and lock the event's decklists, as staff may."""
    return rights(user, registration.event).staff


def is_locked(registration: Registration) -> bool:
    """Return True if the player cannot change the list now.

    A lock or unlock of this player by the staff takes precedence over the event, see
    :func:`epic_events.decks.context.are_decklists_closed`.
    """
    event = registration.event
    if event.is_over:
        return True
    lock = DeckLock.objects.filter(registration=registration).first()
    return are_decklists_closed(event) if lock is None else lock.locked


def has_own_lock(registration: Registration) -> bool:
    """Return True if the staff locked or unlocked this player's list."""
    return DeckLock.objects.filter(registration=registration).exists()


def can_have_decklist(registration: Registration) -> bool:
    """Return True if the entry is registered or on the waitlist."""
    return registration.status in (*Registration.ACTIVE_STATUSES, Registration.Status.WAITLISTED)


def can_submit(user: object, registration: Registration) -> bool:
    """Return True if the user may submit a list for the entry now."""
    if owns_registration(user, registration):
        return can_have_decklist(registration) and not is_locked(registration)
    return can_manage_decklists(user, registration) and not registration.event.is_over


def can_view_pool(user: object, registration: Registration) -> bool:
    """Return True if the user is the player or staff, who may always read the pool."""
    return owns_registration(user, registration) or can_manage_decklists(user, registration)


def can_edit_pool(user: object, registration: Registration) -> bool:
    """Return True if the user is staff and the event is not over."""
    return can_manage_decklists(user, registration) and not registration.event.is_over
