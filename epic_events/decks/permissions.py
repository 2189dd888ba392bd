"""Who may do what with a decklist."""

from epic_events.decks.models import DeckLock
from epic_events.decks.requirements.deadlines import are_decklists_closed
from epic_events.events.models import Registration
from epic_events.events.permissions import owns_registration, rights


def can_manage_decklists(user: object, registration: Registration) -> bool:
    """Whether this visitor may correct and lock the lists of an event: its staff."""
    return rights(user, registration.event).staff


def is_locked(registration: Registration) -> bool:
    """Whether the player cannot change the list now.

    The staff's word about this player goes first; otherwise lists are locked for all, or when they are due, see
    :func:`epic_events.decks.requirements.deadlines.are_closed`.
    """
    event = registration.event
    if event.is_over:
        return True
    lock = DeckLock.objects.filter(registration=registration).first()
    return are_decklists_closed(event) if lock is None else lock.locked


def has_own_lock(registration: Registration) -> bool:
    """Whether the staff has said something about this player's list."""
    return DeckLock.objects.filter(registration=registration).exists()


def can_have_decklist(registration: Registration) -> bool:
    """Whether the entry is in a state in which its player submits a list: entered or waiting."""
    return registration.status in (*Registration.ACTIVE_STATUSES, Registration.Status.WAITLISTED)


def can_submit(user: object, registration: Registration) -> bool:
    """Whether this visitor may submit a list for the entry now."""
    if owns_registration(user, registration):
        return can_have_decklist(registration) and not is_locked(registration)
    return can_manage_decklists(user, registration) and not registration.event.is_over


def can_view_pool(user: object, registration: Registration) -> bool:
    """Whether this visitor knows what an entry builds from, whatever the policy of the event: the player, the staff."""
    return owns_registration(user, registration) or can_manage_decklists(user, registration)


def can_edit_pool(user: object, registration: Registration) -> bool:
    """Whether this visitor may write down what the entry builds from now: the event's staff, until it is over."""
    return can_manage_decklists(user, registration) and not registration.event.is_over
