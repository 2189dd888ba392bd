"""Service to duplicate an event."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.decks.context import current_card_file
from epic_events.decks.models import CardFile, CardFileChoice, DeckRules
from epic_events.events.defaults import new_lot_seed
from epic_events.events.models import Event, StaffRole, Stage
from epic_events.events.permissions import require_organiser
from epic_events.events.services import EventPlan, create_event
from epic_events.infra.errors import UserError

_NOT_COPIED: Final = frozenset({"id", "event", "first_round", "entered", "tie_break_seed", "drop_order"})
"""Stage fields that are set by playing or derived from the event."""


def duplicate_event(actor: User | None, source: Event, *, starts_at: datetime, name: str = "", slug: str = "") -> Event:
    """Create an unpublished copy of an event with its plan, deck rules and staff.

    Players and results are not copied. Opening and deadline of decklists keep their distance to the start on the clock
    of the venue, also if the clocks change in between.

    Args:
        actor: an organiser of the source; None for the command line.
        source: the event to copy; it may be finished.
        starts_at: start of the copy, with a time zone.
        name: name of the copy; empty for the name of the source.
        slug: slug of the copy; empty to derive it from the name.

    Raises:
        NotAllowedError: the actor is not an organiser of the source or may not create events.
        RateLimitError: too many events in a day.
        UserError: the start, the slug or the plan is invalid.
    """
    require_organiser(actor, source)
    if starts_at.tzinfo is None:
        message = _("The start time must include a time zone.")
        raise UserError(message, fields={"starts_at": message})
    plan = EventPlan.of(source)
    opens, due = (
        moment and _shift(moment, source.starts_at, starts_at, source.zone)
        for moment in (plan.decks_open_at, plan.decks_due_at)
    )
    plan = replace(plan, name=name or plan.name, starts_at=starts_at, decks_open_at=opens, decks_due_at=due)
    with transaction.atomic():
        copy = create_event(actor, plan, slug=slug)
        copy.readings, copy.printings = source.readings, source.printings
        copy.save(update_fields=["readings", "printings"])
        _copy_stages(source, copy)
        _copy_deck_rules(actor, source, copy)
        staff = _copy_staff(source, copy)
        audit_log.record(actor, "event.duplicated", event=copy, subject=copy, source=source.slug, staff=staff)
    return copy


def _shift(moment: datetime, before: datetime, after: datetime, zone: ZoneInfo) -> datetime:
    """Return ``moment`` moved by the local time between ``before`` and ``after``."""
    local, old, new = (each.astimezone(zone).replace(tzinfo=None) for each in (moment, before, after))
    # By way of UTC, so that a time skipped by a clock change becomes the one that clocks show instead of it.
    return (local + (new - old)).replace(tzinfo=zone).astimezone(UTC)


def _copy_stages(source: Event, copy: Event) -> None:
    copy.stages.all().delete()
    names = [field.name for field in Stage._meta.concrete_fields if field.name not in _NOT_COPIED]  # noqa: SLF001 - public
    Stage.objects.bulk_create(
        Stage(event=copy, tie_break_seed=new_lot_seed(), **{name: getattr(stage, name) for name in names})
        for stage in source.stages.all()
    )


def _copy_deck_rules(actor: User | None, source: Event, copy: Event) -> None:
    """Copy the current deck rules and the current card file."""
    deck_rules = DeckRules.objects.filter(event=source, game=source.game).order_by("-number").first()
    if deck_rules is not None:
        values = {name: getattr(deck_rules, name) for name in ("game", "banned", "restricted", "facts", "hash")}
        DeckRules.objects.create(event=copy, number=1, by=actor, **values)
    file = current_card_file(source)
    if file is not None:
        values = {name: getattr(file, name) for name in ("game", "title", "text", "hash", "cards")}
        copied = CardFile.objects.create(event=copy, number=1, uploaded_by=actor, **values)
        CardFileChoice.objects.create(event=copy, number=1, file=copied, by=actor)


def _copy_staff(source: Event, copy: Event) -> list[int]:
    """Copy the staff roles; return the keys of the users."""
    roles = StaffRole.objects.filter(event=source, user__is_active=True).order_by("pk")
    existing_roles = set(StaffRole.objects.filter(event=copy).values_list("user_id", "role"))
    roles_before = [(role.user_id, role.role) for role in roles]
    StaffRole.objects.bulk_create(
        StaffRole(event=copy, user_id=user, role=role)
        for user, role in roles_before
        if (user, role) not in existing_roles
    )
    return sorted({user for user, _role in roles_before})
