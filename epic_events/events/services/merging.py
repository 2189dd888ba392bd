"""Merges two players who are the same person."""

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from epic_events.accounts.models import Player, User
from epic_events.accounts.permissions import is_site_admin
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event, Registration, StaffRole
from epic_events.events.permissions import build_permission_error, rights
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.infra.names import isolated

MAX_CANDIDATES = 20


def merge_players(actor: User | None, one: Player, other: Player, *, reason: str) -> Player:
    """Merge two players and return the one that stays.

    The player with an account stays, else ``other``. It gets all entries, with results, decklists and penalties; the
    other
    player stays as a pointer to it.

    Args:
        actor: the user; None for the command line.
        one: a player.
        other: the player who is the same person.
        reason: how the user knows, for the audit log.

    Raises:
        NotAllowedError: the user is not a site administrator, nor an organiser of all events whose entries move
        and of an
            event of the other player.
        StateError: both have an account, both are in the same event, or one has already been merged.
        UserError: both are the same player, or the reason is missing.
    """
    if not reason.strip():
        message = _("Enter how you know that they are the same person. The audit log records it.")
        raise UserError(message, fields={"reason": message})
    if one.pk == other.pk:
        raise UserError(_("Select two different players."))
    with transaction.atomic():
        # Events are locked first, as in all writes that change who takes part.
        list(Event.objects.select_for_update().filter(registrations__player__in=(one, other)).order_by("pk"))
        found = Player.objects.select_for_update().in_bulk([one.pk, other.pk])
        away, into = found[one.pk], found[other.pk]
        if away.user_id is not None:
            away, into = into, away
        if away.user_id is not None:
            raise StateError(
                _("Both players have an account, and accounts cannot be merged. Close one of the accounts first.")
            )
        if away.merged_into_id is not None or into.merged_into_id is not None:
            raise StateError(_("One of the players has already been merged."))
        _require_merge(actor, away, into)
        both = find_shared_event(away, into)
        if both is not None:
            raise StateError(
                _("Both players have an entry in %(event)s, so they cannot be merged.") % {"event": isolated(both.name)}
            )
        for entry in away.registrations.select_related("event"):
            audit_log.record(actor, "registration.merged", event=entry.event, subject=entry, player=into)
        move_entries(actor, away, into, reason=reason.strip())
    return into


def find_shared_event(one: Player, other: Player) -> Event | None:
    """Return an event in which both players have an entry, or None."""
    return Event.objects.filter(registrations__player=one).filter(registrations__player=other).first()


def move_entries(actor: User | None, away: Player, into: Player, *, reason: str = "") -> None:
    """Move all entries of `away` to `into`, and mark `away` as merged.

    Both players must be locked and share no event.
    """
    entries = list(away.registrations.select_related("event"))
    for entry in entries:
        entry.player = into
        entry.save(update_fields=["player"])
    away.merged_into = into
    away.save(update_fields=["merged_into"])
    keys = [entry.pk for entry in entries]
    audit_log.record(actor, "player.merged", subject=away, reason=reason, into=into, entries=keys)


def search_merge_candidates(actor: User, entry: Registration, words: str) -> QuerySet[Player]:
    """Return players with a matching name whom the user may merge with an entry's.

    These are the players of events that the user organises, or of all events for site administrators, without those
    who
    have an entry in the same event.
    """
    own = Registration.objects.filter(player=entry.player).values("event_id")
    taken = Registration.objects.filter(event__in=own).values("player_id")
    found = Player.objects.current().exclude(pk__in=taken).exclude(pk=entry.player_id)
    if entry.player.user_id is not None:
        found = found.filter(user=None)
    if not is_site_admin(actor):
        organised = StaffRole.objects.in_force(actor).filter(role=StaffRole.Role.ORGANISER).values("event_id")
        found = found.filter(registrations__event__in=organised)
    for word in words.split()[:5]:
        named = Registration.objects.filter(name__icontains=word).values("player_id")
        found = found.filter(Q(name__icontains=word) | Q(pk__in=named))
    return found.distinct().order_by("name", "pk")[:MAX_CANDIDATES]


def _require_merge(actor: User | None, away: Player, into: Player) -> None:
    """Raise unless the user may merge the two players.

    Raises:
        NotAllowedError: the user may not merge them.
    """
    if actor is None or is_site_admin(actor):
        return
    words = _("Only organisers of all affected events and site administrators may do this.")
    for event in Event.objects.filter(registrations__player=away):
        if not rights(actor, event).organise:
            raise build_permission_error(actor, event, words)
    if not any(rights(actor, event).organise for event in Event.objects.filter(registrations__player=into)):
        raise NotAllowedError(words)
