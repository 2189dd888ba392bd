"""Two players turn out to be one person: the entries of one become the other's, and a pointer stays."""

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from epic_events.accounts.models import Player, User
from epic_events.accounts.permissions import may_give_site_roles
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event, Registration, StaffRole
from epic_events.events.permissions import build_permission_error, rights
from epic_events.infra.display_names import isolated
from epic_events.infra.errors import NotAllowedError, StateError, UserError

MOST_CANDIDATES = 20


def merge_players(actor: User | None, one: Player, other: Player, *, reason: str) -> Player:
    """Make two players one: the one with an account stays, else ``other``; return who stays.

    Entries, and with them results, lists and penalties, go over as they are; who went stays as a pointer.

    Args:
        actor: who says that they are one; None for the site's command line.
        one: a player.
        other: the same person once more.
        reason: how that is known, for the log.

    Raises:
        NotAllowedError: for everybody but an organiser of every event whose entries go over and of one that the other
            is in, and those who look after the site.
        StateError: both have an account, both are in the same event, or one is merged already.
        UserError: it is one player, or nothing says how that is known.
    """
    if not reason.strip():
        message = _("Enter how you know that they are the same person. The audit log records it.")
        raise UserError(message, fields={"reason": message})
    if one.pk == other.pk:
        raise UserError(_("Select two different players."))
    with transaction.atomic():
        # The events come first, as in everything that changes who takes part in them.
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
    """Return an event in which both are entered; None for none."""
    return Event.objects.filter(registrations__player=one).filter(registrations__player=other).first()


def move_entries(actor: User | None, away: Player, into: Player, *, reason: str = "") -> None:
    """Give a player the entries of another one, who stays as a pointer; both are locked, and in no event together."""
    entries = list(away.registrations.select_related("event"))
    for entry in entries:
        entry.player = into
        entry.save(update_fields=["player"])
    away.merged_into = into
    away.save(update_fields=["merged_into"])
    keys = [entry.pk for entry in entries]
    audit_log.record(actor, "player.merged", subject=away, reason=reason, into=into, entries=keys)


def search_merge_candidates(actor: User, entry: Registration, words: str) -> QuerySet[Player]:
    """Return the players whom an organiser may take for the same person as an entry's, by what is in their name.

    Those are the players of the events that the person organises, of all events for who looks after the site; who is in
    the entry's own event is not among them.
    """
    own = Registration.objects.filter(player=entry.player).values("event_id")
    taken = Registration.objects.filter(event__in=own).values("player_id")
    found = Player.objects.current().exclude(pk__in=taken).exclude(pk=entry.player_id)
    if entry.player.user_id is not None:
        found = found.filter(user=None)
    if not may_give_site_roles(actor):
        organised = StaffRole.objects.in_force(actor).filter(role=StaffRole.Role.ORGANISER).values("event_id")
        found = found.filter(registrations__event__in=organised)
    for word in words.split()[:5]:
        named = Registration.objects.filter(name__icontains=word).values("player_id")
        found = found.filter(Q(name__icontains=word) | Q(pk__in=named))
    return found.distinct().order_by("name", "pk")[:MOST_CANDIDATES]


def _require_merge(actor: User | None, away: Player, into: Player) -> None:
    """Stop whoever may not say that two players are one.

    Raises:
        NotAllowedError: says who may.
    """
    if actor is None or may_give_site_roles(actor):
        return
    words = _("Only organisers of all affected events and site administrators may do this.")
    for event in Event.objects.filter(registrations__player=away):
        if not rights(actor, event).organise:
            raise build_permission_error(actor, event, words)
    if not any(rights(actor, event).organise for event in Event.objects.filter(registrations__player=into)):
        raise NotAllowedError(words)
