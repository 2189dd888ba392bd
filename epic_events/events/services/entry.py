"""Registration, waitlist, cancellation before the start, and check-in."""

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import Player, User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.accounts.services import player_of
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event, Registration
from epic_events.events.permissions import build_permission_error, can_score, owns_registration, require_scorekeeper
from epic_events.events.selectors import lock_event
from epic_events.events.services.play import (
    assign_spot_or_waitlist,
    count_free_spots,
    drop,
    open_participation,
    promote_from_waitlist,
    status_placeholders,
)
from epic_events.events.times import format_event_time
from epic_events.infra.edit_conflicts import require_unchanged, version_token
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.infra.names import clean_name, isolated

Status = Registration.Status
REGISTRATIONS_PER_HOUR = 60


def _require_free_name(event: Event, name: str, entry: Registration | None = None) -> None:
    """Raise if another entry of the event has this name.

    Pairings, standings and brackets identify players by name only.

    Args:
        event: the event, locked.
        name: the requested name.
        entry: the entry that may already have the name; None for a new entry.

    Raises:
        UserError: the name is taken.
    """
    others = event.registrations.filter(name__iexact=name)
    if entry is not None and entry.pk:
        others = others.exclude(pk=entry.pk)
    same_name = others.first()
    if same_name is not None:
        message = _("This event already has a player named “%(name)s”. Add an initial or a surname.")
        message = message % {"name": isolated(same_name.name)}
        raise UserError(message, fields={"name": message})


def reload_entry(entry: Registration, event: Event) -> Registration:
    """Reload an entry with the locked event."""
    entry = Registration.objects.select_related("player").get(pk=entry.pk)
    entry.event = event
    return entry


def register(
    actor: User, event: Event, *, name: str = "", consent: bool = False, open_list_consent: bool = False
) -> Registration:
    """Register a user for an event, or add them to the waitlist if it is full.

    Args:
        actor: the user.
        event: the event.
        name: the name shown at this event; empty for the name of the account.
        consent: True if the user agrees to publish the name with pairings and standings.
        open_list_consent: True if the user agrees to show the decklist to the other players in the cut.

    Raises:
        NotAllowedError: the user is not signed in.
        StateError: registration is not open, or the user is already registered.
        UserError: consent is missing, or the name is taken or not valid.
    """
    if not isinstance(actor, User):
        raise NotAllowedError(_("Sign in to register."))
    limit_rate("event.register", actor.pk, limit=REGISTRATIONS_PER_HOUR, seconds=3600)
    if not consent:
        message = _("You must agree to take part, because pairings and standings are public.")
        raise UserError(message, fields={"consent": message})
    name = clean_name(name or actor.name or str(actor))
    with transaction.atomic():
        event = lock_event(event)
        if event.status != Event.Status.OPEN:
            raise StateError(_("This event is not open for registration."))
        if timezone.now() >= event.starts_at:
            raise StateError(_("Registration closed when the event started. Ask the staff to enter you."))
        player = player_of(actor)
        entry = event.registrations.filter(player=player).first() or Registration(event=event, player=player)
        if entry.pk and entry.status != Status.WITHDRAWN:
            raise StateError(_("You are already registered for this event."))
        _require_free_name(event, name, entry)
        entry.name, entry.open_list_consent, entry.entered_by = name, open_list_consent, actor
        entry.consented_at = entry.registered_at = timezone.now()
        assign_spot_or_waitlist(event, entry)
        entry.save()
        audit_log.record(actor, "registration.created", event=event, subject=entry, status=entry.status)
    return entry


def add_player(actor: User | None, event: Event, *, name: str) -> Registration:
    """Enter a player by name, without an account; during play from the next round.

    Raises:
        NotAllowedError: the user is not an organiser, head judge or scorekeeper.
        StateError: the event is over, or the cut has begun.
        UserError: the name is taken or not valid.
    """
    require_scorekeeper(actor, event)
    name = clean_name(name)
    with transaction.atomic():
        event = lock_event(event)
        if event.is_over:
            raise StateError(_("This event is over. Players can no longer be entered."))
        _require_free_name(event, name)
        entry = Registration(event=event, player=Player.objects.create(name=name), name=name, entered_by=actor)
        assign_spot_or_waitlist(event, entry, Status.CHECKED_IN if event.has_started else Status.REGISTERED)
        if entry.status == Status.CHECKED_IN:
            entry.checked_in_at = timezone.now()
        entry.save()
        audit_log.record(actor, "registration.added", event=event, subject=entry, status=entry.status)
        if entry.status == Status.CHECKED_IN:
            open_participation(entry)
    return entry


def withdraw(actor: User | None, entry: Registration, *, reason: str = "") -> Registration:
    """Cancel a registration; once play has begun, drop the player instead.

    Raises:
        NotAllowedError: the user is neither the player nor may manage entries.
        StateError: the registration is already cancelled, or the event is over.
    """
    if not owns_registration(actor, entry):
        require_scorekeeper(actor, entry.event)
    with transaction.atomic():
        event = lock_event(entry.event)
        entry = reload_entry(entry, event)
        if event.has_started and entry.status == Status.CHECKED_IN:
            return drop(actor, entry, reason=reason)
        if event.is_over:
            raise StateError(_("This event is over."))
        if entry.status not in (*Registration.ACTIVE_STATUSES, Status.WAITLISTED):
            raise StateError(_("This registration has already been cancelled."))
        entry.status, entry.waitlist_order, entry.checked_in_at = Status.WITHDRAWN, None, None
        entry.save(update_fields=["status", "waitlist_order", "checked_in_at"])
        audit_log.record(actor, "registration.withdrawn", event=event, subject=entry, reason=reason)
        promote_from_waitlist(actor, event)
    return entry


def admit(actor: User | None, entry: Registration) -> Registration:
    """Admit an entry from the waitlist, regardless of its position.

    Needed after the start, when spots of no-shows become free and the waitlist is frozen.

    Raises:
        NotAllowedError: the user is not an organiser, head judge or scorekeeper.
        StateError: the entry is not on the waitlist, or the event is full.
    """
    require_scorekeeper(actor, entry.event)
    with transaction.atomic():
        event = lock_event(entry.event)
        entry = reload_entry(entry, event)
        if entry.status != Status.WAITLISTED or event.is_over:
            raise StateError(_("This entry is not on the waitlist."))
        if count_free_spots(event) == 0:
            raise StateError(_event_full_message(event))
        entry.status, entry.waitlist_order = Status.REGISTERED, None
        entry.save(update_fields=["status", "waitlist_order"])
        audit_log.record(actor, "registration.admitted", event=event, subject=entry)
    return entry


def _event_full_message(event: Event) -> str:
    if event.has_started:
        return _(
            "The event is full. An organiser can raise the capacity under “Edit”. Or drop a player who did not come."
        )
    return _(
        "The event is full. Cancel the registration of a player who did not come, or raise the capacity under “Edit”."
    )


def check_in(actor: User | None, entry: Registration) -> Registration:
    """Check in a player.

    Players can check themselves in from the opening of check-in to the start, staff at any time. A latecomer checked in
    during play takes part from the next round.

    Raises:
        NotAllowedError: the user is neither the player nor may manage entries.
        StateError: check-in is closed, or the entry is not registered.
    """
    staff = actor is None or can_score(actor, entry.event)
    if not staff and not owns_registration(actor, entry):
        raise build_permission_error(
            actor, entry.event, _("Only the player and the staff of this event may check in an entry.")
        )
    with transaction.atomic():
        event = lock_event(entry.event)
        entry = reload_entry(entry, event)
        _require_check_in_time(event, staff=staff)
        if entry.status == Status.CHECKED_IN:
            return entry
        if entry.status != Status.REGISTERED:
            raise StateError(_("%(name)s cannot be checked in (status: %(status)s).") % status_placeholders(entry))
        entry.status, entry.checked_in_at = Status.CHECKED_IN, timezone.now()
        entry.save(update_fields=["status", "checked_in_at"])
        audit_log.record(actor, "registration.checked_in", event=event, subject=entry)
        if event.has_started:
            open_participation(entry)
    return entry


def _require_check_in_time(event: Event, *, staff: bool) -> None:
    """Raise unless check-in is possible now.

    Raises:
        StateError: check-in is not open.
    """
    if staff:
        if event.status not in (Event.Status.OPEN, Event.Status.RUNNING):
            raise StateError(_("Players can only be checked in while the event is open for registration or running."))
        return
    now = timezone.now()
    if event.status != Event.Status.OPEN or now >= event.starts_at:
        raise StateError(_("Check-in has closed. Ask the staff of the event."))
    if now < event.check_in_opens_at:
        raise StateError(_("Check-in opens on %(when)s.") % {"when": format_event_time(event.check_in_opens_at, event)})


def undo_check_in(actor: User | None, entry: Registration) -> Registration:
    """Undo a check-in before the start.

    Raises:
        NotAllowedError: the user is neither the player nor may manage entries.
        StateError: the entry is not checked in, or play has begun.
    """
    if not owns_registration(actor, entry):
        require_scorekeeper(actor, entry.event)
    with transaction.atomic():
        event = lock_event(entry.event)
        entry = reload_entry(entry, event)
        if entry.status != Status.CHECKED_IN or event.status != Event.Status.OPEN:
            raise StateError(_("A check-in can only be undone before the start."))
        entry.status, entry.checked_in_at = Status.REGISTERED, None
        entry.save(update_fields=["status", "checked_in_at"])
        audit_log.record(actor, "registration.check_in_undone", event=event, subject=entry)
    return entry


def check_in_all(actor: User | None, event: Event) -> int:
    """Check in all registered players; return their number.

    Raises:
        NotAllowedError: the user is not an organiser, head judge or scorekeeper.
        StateError: the event is not open for registration.
    """
    require_scorekeeper(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        if event.status != Event.Status.OPEN:
            raise StateError(_("All players can be checked in at once only before the event starts."))
        entries = list(event.registrations.filter(status=Status.REGISTERED))
        for entry in entries:
            entry.status, entry.checked_in_at = Status.CHECKED_IN, timezone.now()
            entry.save(update_fields=["status", "checked_in_at"])
            audit_log.record(actor, "registration.checked_in", event=event, subject=entry)
    return len(entries)


def entry_version_token(entry: Registration) -> str:
    """Return a token that changes when an entry is changed."""
    return version_token(entry.name, entry.fixed_table, entry.awarded_byes)


def _stored_fields(entry: Registration) -> list[tuple[str, str]]:
    """Return the stored values of an entry as pairs of label and text."""
    table = "" if entry.fixed_table is None else str(entry.fixed_table)
    return [(_("Name"), entry.name), (_("Fixed table"), table), (_("Byes"), str(entry.awarded_byes))]


def edit_entry(
    actor: User | None,
    entry: Registration,
    *,
    name: str,
    fixed_table: int | None,
    awarded_byes: int,
    expected_version: str | None = None,
) -> Registration:
    """Change an entry: name, fixed table, and byes awarded before the start.

    Raises:
        ChangedMeanwhileError: the entry has changed since ``expected_version``.
        NotAllowedError: the user is not an organiser, head judge or scorekeeper.
        StateError: the event is over, or byes change once play has begun.
        UserError: another entry has the name or the table.
    """
    require_scorekeeper(actor, entry.event)
    name = clean_name(name)
    if not 0 <= awarded_byes <= 3:
        message = _("Award 0 to 3 byes.")
        raise UserError(message, fields={"awarded_byes": message})
    try:
        with transaction.atomic():
            event = lock_event(entry.event)
            entry = reload_entry(entry, event)
            if event.is_over:
                raise StateError(_("This event is over. Its entries can no longer be changed."))
            if (name, fixed_table, awarded_byes) != (entry.name, entry.fixed_table, entry.awarded_byes):
                require_unchanged(expected_version, entry_version_token(entry), _stored_fields(entry))
            if event.has_started and awarded_byes != entry.awarded_byes:
                raise StateError(_("Byes can only be awarded before the start."))
            if name != entry.name:
                _require_free_name(event, name, entry)
            before = {"fixed_table": entry.fixed_table, "awarded_byes": entry.awarded_byes}
            renamed = name != entry.name
            entry.name, entry.fixed_table, entry.awarded_byes = name, fixed_table, awarded_byes
            entry.save(update_fields=["name", "fixed_table", "awarded_byes"])
            after = {"fixed_table": fixed_table, "awarded_byes": awarded_byes}
            audit_log.record(
                actor, "registration.changed", event=event, subject=entry, before=before, after=after, renamed=renamed
            )
    except IntegrityError as error:
        message = _("Table %(table)s is the fixed table of another player.") % {"table": fixed_table}
        raise UserError(message, fields={"fixed_table": message}) from error
    return entry
