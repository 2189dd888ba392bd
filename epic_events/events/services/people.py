"""Merge, claim and removal of players; closing of accounts.

After a removal, matches, standings and decklists stay with the entry under a pseudonym without a link to an account.
"""

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from epic_events.accounts.access.sessions import revoke_access
from epic_events.accounts.confirmation import require_confirmed
from epic_events.accounts.models import Player, User
from epic_events.accounts.permissions import is_site_admin
from epic_events.accounts.services import player_from_claim
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event, Registration, StaffRole
from epic_events.events.permissions import build_permission_error, rights
from epic_events.events.selectors import lock_event
from epic_events.infra.collation import name_order
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.infra.names import isolated

MAX_CANDIDATES = 20


def merge_players(actor: User | None, one: Player, other: Player, *, reason: str) -> Player:
    """Merge two players and return the remaining one.

    The player with an account stays, else ``other``. It gets all entries, with results, decklists and penalties; the
    other player stays as a pointer to it.

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
        players = Player.objects.select_for_update().in_bulk([one.pk, other.pk])
        away, into = players[one.pk], players[other.pk]
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

    These are the players of events that the user organises, or of all events for site administrators, without those who
    have an entry in the same event.
    """
    own = Registration.objects.filter(player=entry.player).values("event_id")
    players_entered = Registration.objects.filter(event__in=own).values("player_id")
    candidates = Player.objects.current().exclude(pk__in=players_entered).exclude(pk=entry.player_id)
    if entry.player.user_id is not None:
        candidates = candidates.filter(user=None)
    if not is_site_admin(actor):
        organised = StaffRole.objects.in_force(actor).filter(role=StaffRole.Role.ORGANISER).values("event_id")
        candidates = candidates.filter(registrations__event__in=organised)
    for word in words.split()[:5]:
        registrations = Registration.objects.filter(name__icontains=word).values("player_id")
        candidates = candidates.filter(Q(name__icontains=word) | Q(pk__in=registrations))
    return candidates.distinct().order_by(name_order("name"), "pk")[:MAX_CANDIDATES]


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


def claim(actor: User, token: str) -> Player:
    """Assign the entries of a claim link to a signed-in user.

    If the user has no player yet, they become the player of the link. Otherwise its entries move to the user's player,
    and the other player is marked as merged into it.

    Raises:
        NotAllowedError: the user is not signed in or has no confirmed address.
        MissingError: the link is invalid, expired or used.
        StateError: both players are entered in the same event.
    """
    if not isinstance(actor, User):
        raise NotAllowedError(_("Sign in to claim this entry."))
    require_confirmed(actor)
    try:
        return _claim(actor, token)
    except IntegrityError:  # the user has registered elsewhere at the same time, so that the player exists now
        return _claim(actor, token)


def _claim(actor: User, token: str) -> Player:
    with transaction.atomic():
        claimed_player = player_from_claim(token)
        # Events are locked first, as in all writes that change who takes part.
        list(Event.objects.select_for_update().filter(registrations__player=claimed_player).order_by("pk"))
        player = Player.objects.select_for_update().get(pk=claimed_player.pk)
        own = Player.objects.select_for_update().filter(user=actor).first()
        if player.user_id is not None or player.merged_into_id is not None:
            raise StateError(_("This player entry has already been claimed."))
        if own is None:
            player.user = actor
            player.save(update_fields=["user"])
            audit_log.record(actor, "player.claimed", subject=player)
            _log_entries(actor, player)
            return player
        both = find_shared_event(player, own)
        if both is not None:
            raise StateError(
                _("You already have an entry in %(event)s, so you cannot claim this one.")
                % {"event": isolated(both.name)}
            )
        _log_entries(actor, player)
        move_entries(actor, player, own)
    return own


def _log_entries(actor: User, player: Player) -> None:
    """Record the claim in the audit log of every event of the player."""
    for entry in Registration.objects.filter(player=player).select_related("event"):
        audit_log.record(actor, "registration.claimed", event=entry.event, subject=entry, player=player)


def pseudonym(entry: Registration) -> str:
    """Return the unique and stable pseudonym of an entry."""
    return f"Player {entry.pk}"


def is_removed(entry: Registration) -> bool:
    """Return True if the personal data of an entry was removed.

    The entry must be loaded with its player.
    """
    return entry.player.user_id is None and entry.name == entry.player.name == pseudonym(entry)


def remove_person(actor: User | None, entry: Registration, *, reason: str = "") -> Registration:
    """Remove the personal data from an entry of a finished event.

    Results, standings and decklists stay with the entry.

    Args:
        actor: an organiser of the event, the player, or None for the command line.
        entry: the entry.
        reason: the reason, for the audit log.

    Raises:
        NotAllowedError: the user is neither an organiser nor the player.
        StateError: the event is not over, or the data has already been removed.
    """
    own = actor is not None and entry.player.user_id == actor.pk
    if actor is not None and not own and not rights(actor, entry.event).organise:
        raise build_permission_error(actor, entry.event, _("Only organisers of this event may remove personal data."))
    with transaction.atomic():
        event = lock_event(entry.event)
        entry = Registration.objects.select_related("player").get(pk=entry.pk)
        entry.event = event
        if not event.is_over:
            raise StateError(
                _("%(event)s is not over. Drop the player or cancel the registration before you remove personal data.")
                % {"event": isolated(event.name)}
            )
        name = pseudonym(entry)
        if is_removed(entry):
            raise StateError(_("The personal data of this entry has already been removed."))
        before = entry.player
        # A new player for this entry: other entries of the previous player do not change.
        entry.player = Player.objects.create(name=name)
        entry.name, entry.consented_at, entry.open_list_consent, entry.entered_by = name, None, False, None
        entry.save()
        audit_log.record(actor, "registration.anonymised", event=event, subject=entry, reason=reason)
        _anonymise_player(before)
    return entry


def _anonymise_player(player: Player) -> None:
    """Remove the name of a player without entries and account."""
    if player.user_id is None and not player.registrations.exists():
        player.name = f"Player {player.pk}"
        player.save(update_fields=["name"])


def close_account(actor: User | None, user: User, *, reason: str = "") -> None:
    """Close an account and remove its personal data from all events.

    Roles and access end, and the address and the name are deleted. The audit log keeps the actions under the account's
    id.

    Args:
        actor: the account holder, a site administrator, or None for the command line.
        user: the account.
        reason: the reason, for the audit log.

    Raises:
        NotAllowedError: the user may not close the account.
        StateError: the account is already closed, has entries in events that are not over, or is their only organiser;
            lists the events.
    """
    if actor is not None and actor.pk != user.pk and not actor.is_superuser:
        raise NotAllowedError(_("Only the account holder or a site administrator may close an account."))
    with transaction.atomic():
        _lock_events_of(user)
        user = User.objects.select_for_update().get(pk=user.pk)
        if user.email == _closed_address(user):
            raise StateError(_("This account is already closed."))
        _require_not_needed(user)
        for entry in Registration.objects.filter(player__user=user).select_related("player", "event"):
            remove_person(actor, entry, reason=reason)
        for role in StaffRole.objects.filter(user=user).select_related("event"):
            facts = {"user": user.pk, "role": role.role}
            audit_log.record(actor, "staff.revoked", event=role.event, subject=role, reason=reason, **facts)
            role.delete()
        Player.objects.filter(user=user).update(user=None, name=_pseudonym_of(user))
        user.site_roles.all().delete()
        revoke_access(actor, user, reason=reason)
        _clear_account(user)
        audit_log.record(actor, "account.closed", subject=user, reason=reason)


def _lock_events_of(user: User) -> None:
    """Lock the events of a user, so that two organisers cannot both leave."""
    entered = Registration.objects.filter(player__user=user).values("event")
    staffed = StaffRole.objects.filter(user=user).values("event")
    list(Event.objects.select_for_update().filter(Q(pk__in=entered) | Q(pk__in=staffed)).order_by("pk"))


def _closed_address(user: User) -> str:
    return f"person-{user.pk}@removed.invalid"


def _pseudonym_of(user: User) -> str:
    return f"Person {user.pk}"


def _clear_account(user: User) -> None:
    """Delete the name and addresses of an account and deactivate it."""
    EmailAddress.objects.filter(user=user).delete()
    user.email, user.name, user.is_active = _closed_address(user), _pseudonym_of(user), False
    user.is_staff = user.is_superuser = False
    user.save()


def _require_not_needed(user: User) -> None:
    """Raise if the user plays in, or alone organises, an event that is not over.

    Raises:
        StateError: there are such events; lists them.
    """
    over = (Event.Status.FINISHED, Event.Status.CANCELLED)
    entered = Event.objects.filter(registrations__player__user=user).exclude(status__in=over)
    waiting = list(entered.distinct())
    if waiting:
        names = ", ".join(isolated(event.name) for event in waiting)
        raise StateError(_("You can close the account once these events are over: %(events)s.") % {"events": names})
    organised = StaffRole.objects.filter(user=user, role=StaffRole.Role.ORGANISER).exclude(event__status__in=over)
    alone = [
        role.event
        for role in organised.select_related("event")
        if not StaffRole.objects.filter(event=role.event, role=StaffRole.Role.ORGANISER).exclude(user=user).exists()
    ]
    if alone:
        names = ", ".join(isolated(event.name) for event in alone)
        text = _("These events have no other organiser: %(events)s. Assign another organiser first.")
        raise StateError(text % {"events": names})
