"""Services that enter, remove and import pools."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.audit_log import services as audit_log
from epic_events.audit_log.models import Entry
from epic_events.decks import services as lists
from epic_events.decks.checking import current_format, get_format, load_event_cards, read_text
from epic_events.decks.models import CardPool, DeckVersion
from epic_events.decks.permissions import can_edit_pool
from epic_events.decks.player_blocks import InvalidImportError
from epic_events.decks.pools.current import current_pool, uses_pools
from epic_events.decks.pools.parsing import PoolPreview, parse_pool, parse_pools
from epic_events.events.models import Event, Registration
from epic_events.events.permissions import build_permission_error, require_staff
from epic_events.events.selectors import lock_event
from epic_events.infra.edit_conflicts import require_unchanged, version_token
from epic_events.infra.errors import StateError
from rules.decks import Format

MAX_CHANGES_PER_HOUR = 600
MAX_IMPORTS_PER_HOUR = 120


class InvalidPoolsError(InvalidImportError):
    """Raised if imported pools have errors; nothing of them is stored."""


@dataclass(frozen=True)
class PoolImport:
    """Result of an import of pools.

    Attributes:
        previews: every pool of the text, with the pool that it replaces.
        pools: the new pools.
    """

    previews: list[PoolPreview]
    pools: list[CardPool]


def save_pool(
    actor: User | None, registration: Registration, text: str, *, reason: str = "", expected_version: str | None = None
) -> CardPool:
    """Store the pool of an entry in the current format and recheck its latest list.

    An unchanged text returns the existing pool.

    Args:
        actor: staff of the event; None for the command line.
        registration: the entry.
        text: the pool, one card per line.
        reason: reason for a replacement, shown to the player.
        expected_version: version token of the pool that was edited; None if unknown.

    Raises:
        ChangedMeanwhileError: the pool has changed since ``expected_version``.
        NotAllowedError: the actor is not staff of the event.
        StateError: the registration was cancelled, the event is over, or the format has no pools.
        UserError: lines cannot be parsed; the message lists all of them.
    """
    _require_can_edit_pool(actor, registration)
    if actor is not None:
        limit_rate("deck.pool", actor.pk, limit=MAX_CHANGES_PER_HOUR, seconds=3600)
    text = read_text(text)
    with transaction.atomic():
        registration, deck_format = _locked(actor, registration)
        cards = parse_pool(deck_format, text, load_event_cards(registration.event).game.cards).cards
        counting = current_pool(registration, deck_format.slug)
        if counting is not None and counting.text == text:
            return counting
        if counting is not None:
            label = _("Pool %(number)d") % {"number": counting.number}
            require_unchanged(expected_version, pool_token(counting), [(label, counting.text)])
        return _store(actor, registration, deck_format, text, cards, reason)


def remove_pool(actor: User | None, registration: Registration, *, reason: str = "") -> CardPool:
    """Remove the current pool of an entry and recheck its latest list.

    Returns:
        The row with an empty text that records the removal.

    Raises:
        NotAllowedError: the actor is not staff of the event.
        StateError: as for :func:`save_pool`, or there is no pool.
    """
    _require_can_edit_pool(actor, registration)
    with transaction.atomic():
        registration, deck_format = _locked(actor, registration)
        if current_pool(registration, deck_format.slug) is None:
            raise StateError(_("There is no pool to remove."))
        return _store(actor, registration, deck_format, "", 0, reason)


def preview_import(actor: User | None, event: Event, text: str) -> list[PoolPreview]:
    """Return the pools that an import would store, without storing them.

    Raises:
        InvalidPoolsError: the text has errors.
        NotAllowedError: the actor is not staff of the event.
        StateError: the event is over, or the format has no pools.
    """
    _require_import_allowed(actor, event)
    return _read(event, _format(event), text)


def _require_import_allowed(actor: User | None, event: Event) -> None:
    require_staff(actor, event)
    if actor is not None:
        limit_rate("deck.pools", actor.pk, limit=MAX_IMPORTS_PER_HOUR, seconds=3600)


def _read(event: Event, deck_format: Format, text: str) -> list[PoolPreview]:
    previews, errors = parse_pools(event, deck_format, text)
    if errors:
        raise InvalidPoolsError(errors)
    return previews


def import_pools(actor: User | None, event: Event, text: str, *, reason: str = "") -> PoolImport:
    """Store the pools of many players, all or none; unchanged pools are skipped.

    Raises:
        InvalidPoolsError, NotAllowedError, StateError: as :func:`preview_import`.
    """
    _require_import_allowed(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        deck_format = _format(event)
        previews = _read(event, deck_format, text)
        new = [each for each in previews if not each.same]
        numbers = _numbers([each.registration for each in new])
        pools = CardPool.objects.bulk_create(
            CardPool(
                registration=each.registration,
                number=numbers.get(each.registration.pk, 0) + 1,
                game=event.game,
                format=deck_format.slug,
                text=each.text,
                cards=each.cards,
                by=actor,
                reason=reason.strip(),
            )
            for each in new
        )
        audit_log.record_all(_line(actor, event, pool) for pool in pools)
        _recheck_decklists(actor, event, pools)
    return PoolImport(previews, pools)


def pool_token(counting: CardPool | None) -> str:
    """Return the version token of the current pool for edit conflict checks."""
    return version_token(counting.number if counting else 0)


def _require_can_edit_pool(actor: User | None, registration: Registration) -> None:
    if registration.event.is_over:
        raise StateError(_("This event is over. Its pools can no longer be changed."))
    if actor is not None and not can_edit_pool(actor, registration):
        raise build_permission_error(actor, registration.event, _("Only the staff of this event may enter this pool."))


def _locked(actor: User | None, registration: Registration) -> tuple[Registration, Format]:
    """Lock the event; return the reloaded entry and the current format. Needs a transaction.

    Raises:
        NotAllowedError, StateError: as :func:`save_pool`.
    """
    event = lock_event(registration.event)
    registration = Registration.objects.select_related("player").get(pk=registration.pk)
    registration.event = event
    _require_can_edit_pool(actor, registration)
    if registration.status == Registration.Status.WITHDRAWN:
        raise StateError(_("This player cancelled the registration and needs no pool."))
    return registration, _format(event)


def _format(event: Event) -> Format:
    """Return the current format of the event's lists.

    Raises:
        MissingError: there is no such game or format.
        StateError: the event is over, or the format has no pools.
    """
    if event.is_over:
        raise StateError(_("This event is over. Its pools can no longer be changed."))
    slug = current_format(event)
    deck_format = get_format(load_event_cards(event).game, slug)
    if not uses_pools(event, slug):
        raise StateError(_("The event is now in %(format)s, a format without pools.") % {"format": deck_format.name})
    return deck_format


def _store(
    actor: User | None, registration: Registration, deck_format: Format, text: str, cards: int, reason: str
) -> CardPool:
    """Add the next pool of an entry and recheck its latest list; the event must be locked."""
    event = registration.event
    pool = CardPool.objects.create(
        registration=registration,
        number=_numbers([registration]).get(registration.pk, 0) + 1,
        game=event.game,
        format=deck_format.slug,
        text=text,
        cards=cards,
        by=actor,
        reason=reason.strip(),
    )
    audit_log.record_all([_line(actor, event, pool)])
    _recheck_decklists(actor, event, [pool])
    return pool


def _numbers(entries: Collection[Registration]) -> dict[int, int]:
    """Return the number of the latest pool of each entry that has one; one query."""
    written = CardPool.objects.filter(registration__in=[entry.pk for entry in entries])
    rows = written.order_by().values("registration").annotate(last=Max("number"))
    return {row["registration"]: row["last"] for row in rows}


def _line(actor: User | None, event: Event, pool: CardPool) -> Entry:
    verb = "pool.written" if pool.text else "pool.taken_back"
    facts = {"number": pool.number, "cards": pool.cards, "format": pool.format}
    return audit_log.unsaved_entry(actor, verb, event=event, subject=pool.registration, reason=pool.reason, **facts)


def _recheck_decklists(actor: User | None, event: Event, pools: Collection[CardPool]) -> None:
    """Recheck the latest lists of the entries whose pools changed."""
    slug = next((pool.format for pool in pools), "")
    with_lists = DeckVersion.objects.filter(
        registration__in=[pool.registration_id for pool in pools], game=event.game, format=slug
    )
    having = set(with_lists.order_by().values_list("registration", flat=True).distinct())
    for pool in pools:
        if pool.registration_id in having:
            pool.registration.event = event
            lists.recheck_decklist(actor, pool.registration, slug)
