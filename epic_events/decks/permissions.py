"""Permissions on decklists and pools."""

from epic_events.decks.context import DeckContext
from epic_events.events.models import Registration
from epic_events.events.permissions import owns_registration, rights


def can_manage_decklists(user: object, registration: Registration) -> bool:
    """Return True if the user may correct and lock the event's decklists.

    The staff may.
    """
    return rights(user, registration.event).staff


def can_submit(user: object, deck: DeckContext) -> bool:
    """Return True if the user may submit a list for the entry of the context now."""
    if deck.entry is None:
        return False
    if owns_registration(user, deck.entry):
        return deck.takes_part and not deck.is_locked
    return can_manage_decklists(user, deck.entry) and not deck.event.is_over


def can_view_pool(user: object, registration: Registration) -> bool:
    """Return True if the user is the player or staff, who may always read the pool."""
    return owns_registration(user, registration) or can_manage_decklists(user, registration)


def can_edit_pool(user: object, registration: Registration) -> bool:
    """Return True if the user is staff and the event is not over."""
    return can_manage_decklists(user, registration) and not registration.event.is_over
