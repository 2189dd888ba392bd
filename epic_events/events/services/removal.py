"""Removes personal data from finished events and closes accounts.

Matches, standings and decklists belong to the entry, which stays under a pseudonym without a link to an account.
"""

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.access.sessions import revoke_access
from epic_events.accounts.models import Player, User
from epic_events.audit_log import services as audit_log
from epic_events.events.locking import lock_event
from epic_events.events.models import Event, Registration, StaffRole
from epic_events.events.permissions import build_permission_error, rights
from epic_events.infra.errors import NotAllowedError, StateError
from epic_events.infra.names import isolated


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
        StateError: the account has entries in events that are not over, or is their only organiser; lists the events.
    """
    if actor is not None and actor.pk != user.pk and not actor.is_superuser:
        raise NotAllowedError(_("Only the account holder or a site administrator may close an account."))
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user.pk)
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


def _pseudonym_of(user: User) -> str:
    return f"Person {user.pk}"


def _clear_account(user: User) -> None:
    """Delete the name and addresses of an account and deactivate it."""
    EmailAddress.objects.filter(user=user).delete()
    user.email, user.name, user.is_active = f"person-{user.pk}@removed.invalid", _pseudonym_of(user), False
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
