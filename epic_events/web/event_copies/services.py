"""Making an event once more."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.decks.card_files.current import current_card_file
from epic_events.decks.models import CardFile, CardFileChoice, DeckRules
from epic_events.events.defaults import new_lot_seed
from epic_events.events.models import Event, StaffRole, Stage
from epic_events.events.permissions import require_organiser
from epic_events.events.services import EventPlan, create_event
from epic_events.infra.errors import UserError

_NOT_COPIED: Final = frozenset({"id", "event", "first_round", "entered", "tie_break_seed", "drop_order"})
"""What a stage gets by being played, or from its event."""


def duplicate_event(actor: User | None, source: Event, *, starts_at: datetime, name: str = "", slug: str = "") -> Event:
    """Make a draft that is planned as another event: stages, tie-breaks, rules, deck rules, card file and staff.

    Nothing that was played comes along, and nobody who played. When lists are due moves with the start.

    Args:
        actor: an organiser of the event that is copied; None for the site's own command line.
        source: the event that is copied; it may be over.
        starts_at: when the new one starts, with a time zone.
        name: of the new one; empty for the same.
        slug: address of the new one; empty for one made from its name.

    Raises:
        NotAllowedError: for everybody but an organiser of the event who may create events.
        TooOftenError: above a sensible number of events a day.
        UserError: for a start that cannot be, an address that is taken, or a plan that this site knows no more.
    """
    require_organiser(actor, source)
    if starts_at.tzinfo is None:
        message = _("The start time must include a time zone.")
        raise UserError(message, fields={"starts_at": message})
    plan = EventPlan.of(source)
    later = starts_at - source.starts_at
    opens, due = (moment and moment + later for moment in (plan.decks_open_at, plan.decks_due_at))
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


def _copy_stages(source: Event, copy: Event) -> None:
    copy.stages.all().delete()
    names = [field.name for field in Stage._meta.concrete_fields if field.name not in _NOT_COPIED]  # noqa: SLF001 - public
    Stage.objects.bulk_create(
        Stage(event=copy, tie_break_seed=new_lot_seed(), **{name: getattr(stage, name) for name in names})
        for stage in source.stages.all()
    )


def _copy_deck_rules(actor: User | None, source: Event, copy: Event) -> None:
    """Let what was said of decks last, and the card file that counts, hold for the new event."""
    said = DeckRules.objects.filter(event=source, game=source.game).order_by("-number").first()
    if said is not None:
        kept = {name: getattr(said, name) for name in ("game", "banned", "restricted", "facts", "hash")}
        DeckRules.objects.create(event=copy, number=1, by=actor, **kept)
    file = current_card_file(source)
    if file is not None:
        kept = {name: getattr(file, name) for name in ("game", "title", "text", "hash", "cards")}
        copied = CardFile.objects.create(event=copy, number=1, uploaded_by=actor, **kept)
        CardFileChoice.objects.create(event=copy, number=1, file=copied, by=actor)


def _copy_staff(source: Event, copy: Event) -> list[int]:
    """Give everybody their roles at the new event as well; return whose they are."""
    roles = StaffRole.objects.filter(event=source, user__is_active=True).order_by("pk")
    given = set(StaffRole.objects.filter(event=copy).values_list("user_id", "role"))
    held = [(role.user_id, role.role) for role in roles]
    StaffRole.objects.bulk_create(
        StaffRole(event=copy, user_id=user, role=role) for user, role in held if (user, role) not in given
    )
    return sorted({user for user, _role in held})
