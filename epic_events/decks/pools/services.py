"""Writes about pools: writing one down, taking one back, many players' at once."""

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
from epic_events.decks.checking import cards_of, format_of, get_format, read_text
from epic_events.decks.models import CardPool, DeckVersion
from epic_events.decks.permissions import can_edit_pool
from epic_events.decks.player_blocks import InvalidImportError
from epic_events.decks.pools.current import current_pool, uses_pools
from epic_events.decks.pools.parsing import PoolPreview, parse_pool, parse_pools
from epic_events.events.locking import lock_event
from epic_events.events.models import Event, Registration
from epic_events.events.permissions import build_permission_error, require_staff
from epic_events.infra.edit_conflicts import require_unchanged, version_token
from epic_events.infra.errors import StateError
from rules.decks import Format

MAX_CHANGES_PER_HOUR = 600
MAX_IMPORTS_PER_HOUR = 120


class InvalidPoolsError(InvalidImportError):
    """Pools of many players that cannot be taken like this: nothing of them is stored."""


@dataclass(frozen=True)
class PoolImport:
    """What became of a text with the pools of many players.

    Attributes:
        looked: what it says of each player, with what stood before.
        pools: those that are new.
    """

    previews: list[PoolPreview]
    pools: list[CardPool]


def save_pool(
    actor: User | None, registration: Registration, text: str, *, reason: str = "", expected_version: str | None = None
) -> CardPool:
    """Write down what an entry builds from in the format that lists are for now; its newest list is judged again.

    The same text again is the pool that is there.

    Args:
        actor: staff of the event; None for the site's own command line.
        registration: whose pool it is.
        text: the cards, one card a line.
        reason: why it is replaced; the player reads it.
        seen: the stamp of the pool that was open while this one was written; None where that is not known.

    Raises:
        ChangedMeanwhileError: another pool than the one ``expected_version`` counts by now.
        NotAllowedError: for everybody but the event's staff.
        StateError: the entry has left, the event is over, or lists are for a format that builds from no pool.
        UserError: lines of it cannot be read; names every one.
    """
    _require_can_edit_pool(actor, registration)
    if actor is not None:
        limit_rate("deck.pool", actor.pk, limit=MAX_CHANGES_PER_HOUR, seconds=3600)
    text = read_text(text)
    with transaction.atomic():
        registration, deck_format = _locked(actor, registration)
        cards = parse_pool(deck_format, text, cards_of(registration.event).game.cards).cards
        counting = current_pool(registration, deck_format.slug)
        if counting is not None and counting.text == text:
            return counting
        if counting is not None:
            words = _("Pool %(number)d") % {"number": counting.number}
            require_unchanged(expected_version, pool_token(counting), [(words, counting.text)])
        return _store(actor, registration, deck_format, text, cards, reason)


def take_back(actor: User | None, registration: Registration, *, reason: str = "") -> CardPool:
    """Take back what was written down for an entry: it has no pool again, and its newest list is judged again.

    Returns:
        The row that says so.

    Raises:
        NotAllowedError: for everybody but the event's staff.
        StateError: as for :func:`write`, and where there is none to take back.
    """
    _require_can_edit_pool(actor, registration)
    with transaction.atomic():
        registration, deck_format = _locked(actor, registration)
        if current_pool(registration, deck_format.slug) is None:
            raise StateError(_("There is no pool to remove."))
        return _store(actor, registration, deck_format, "", 0, reason)


def preview_import(actor: User | None, event: Event, text: str) -> list[PoolPreview]:
    """Return what a text with the pools of many players would write; stores nothing.

    Raises:
        NotAllowedError: for everybody but the event's staff.
        PoolsRefusedError: names every line that is wrong.
        StateError: the event is over, or lists are for a format that builds from no pool.
    """
    _require_import_allowed(actor, event)
    return _read(event, _format(event), text)


def _require_import_allowed(actor: User | None, event: Event) -> None:
    """Stop whoever may not, or does it too often.

    Raises:
        NotAllowedError, TooOftenError: says so.
    """
    require_staff(actor, event)
    if actor is not None:
        limit_rate("deck.pools", actor.pk, limit=MAX_IMPORTS_PER_HOUR, seconds=3600)


def _read(event: Event, deck_format: Format, text: str) -> list[PoolPreview]:
    pasted, errors = parse_pools(event, deck_format, text)
    if errors:
        raise InvalidPoolsError(errors)
    return pasted


def import_pools(actor: User | None, event: Event, text: str, *, reason: str = "") -> PoolImport:
    """Write down the pools of many players, all of them or none; those that stand already stay as they are.

    Raises:
        NotAllowedError, PoolsRefusedError, StateError: as :func:`look_over`.
    """
    _require_import_allowed(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        deck_format = _format(event)
        looked = _read(event, deck_format, text)
        new = [each for each in looked if not each.same]
        numbers = _numbers([each.registration for each in new])
        made = CardPool.objects.bulk_create(
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
        audit_log.record_all(_line(actor, event, pool) for pool in made)
        _recheck_decklists(actor, event, made)
    return PoolImport(looked, made)


def pool_token(counting: CardPool | None) -> str:
    """Return what is another word as soon as another pool counts."""
    return version_token(counting.number if counting else 0)


def _require_can_edit_pool(actor: User | None, registration: Registration) -> None:
    """Stop whoever may not write pools down.

    Raises:
        NotAllowedError: says who may. StateError: the event is over.
    """
    if registration.event.is_over:
        raise StateError(_("This event is over. Its pools can no longer be changed."))
    if actor is not None and not can_edit_pool(actor, registration):
        raise build_permission_error(actor, registration.event, _("Only the staff of this event may enter this pool."))


def _locked(actor: User | None, registration: Registration) -> tuple[Registration, Format]:
    """Return an entry whose event is locked, and the format that lists are for; expects a transaction.

    Raises:
        NotAllowedError, StateError: as :func:`write`.
    """
    event = lock_event(registration.event)
    registration = Registration.objects.select_related("player").get(pk=registration.pk)
    registration.event = event
    _require_can_edit_pool(actor, registration)
    if registration.status == Registration.Status.WITHDRAWN:
        raise StateError(_("This player cancelled the registration and needs no pool."))
    return registration, _format(event)


def _format(event: Event) -> Format:
    """Return the format that lists of an event are for now, which builds from pools.

    Raises:
        MissingError: this site does not know game or format.
        StateError: the event is over, or the format builds from no pool.
    """
    if event.is_over:
        raise StateError(_("This event is over. Its pools can no longer be changed."))
    slug = format_of(event)
    deck_format = get_format(cards_of(event).game, slug)
    if not uses_pools(event, slug):
        raise StateError(_("The event is now in %(format)s, a format without pools.") % {"format": deck_format.name})
    return deck_format


def _store(
    actor: User | None, registration: Registration, deck_format: Format, text: str, cards: int, reason: str
) -> CardPool:
    """Add the next pool of an entry whose event is locked, and judge the newest list again."""
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
    """Return the number of the newest pool of each entry that has one; one query."""
    written = CardPool.objects.filter(registration__in=[entry.pk for entry in entries])
    found = written.order_by().values("registration").annotate(last=Max("number"))
    return {row["registration"]: row["last"] for row in found}


def _line(actor: User | None, event: Event, pool: CardPool) -> Entry:
    verb = "pool.written" if pool.text else "pool.taken_back"
    facts = {"number": pool.number, "cards": pool.cards, "format": pool.format}
    return audit_log.unsaved_entry(actor, verb, event=event, subject=pool.registration, reason=pool.reason, **facts)


def _recheck_decklists(actor: User | None, event: Event, pools: Collection[CardPool]) -> None:
    """Judge the newest lists of the entries whose pools are new."""
    slug = next((pool.format for pool in pools), "")
    with_lists = DeckVersion.objects.filter(
        registration__in=[pool.registration_id for pool in pools], game=event.game, format=slug
    )
    having = set(with_lists.order_by().values_list("registration", flat=True).distinct())
    for pool in pools:
        if pool.registration_id in having:
            pool.registration.event = event
            lists.recheck_decklist(actor, pool.registration, slug)
