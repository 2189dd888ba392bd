"""Services that enter, remove and import pools.

An imported text has a block per player, or a table with one row per card. A block starts with a line that names the
player by name or by entry number::

    Player: Ada Lovelace
    2 Kong
    1 Fireball

    Player: #17
    ...

The first line of a table names its columns: Player, Card and, unless every row is one copy, Quantity.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.audit_log import services as audit_log
from epic_events.audit_log.models import Entry
from epic_events.bulk_import.tables import Columns, TableError, read_table, rows_as_table
from epic_events.decks import services as lists
from epic_events.decks.checking import MAX_LENGTH, get_format, read_text
from epic_events.decks.context import DeckContext
from epic_events.decks.models import CardPool, DeckVersion
from epic_events.decks.permissions import can_edit_pool
from epic_events.decks.player_blocks import Block, Entries, InvalidImportError, LineError, split_blocks
from epic_events.events.models import Event, Registration
from epic_events.events.permissions import build_permission_error, require_staff
from epic_events.events.selectors import lock_event
from epic_events.infra.edit_conflicts import require_unchanged, version_token
from epic_events.infra.errors import StateError, UserError
from epic_events.infra.names import isolated
from rules.decks import Catalogue, DeckCard, Format, Pool, PoolError, parse
from rules.decks.names import words
from rules.decks.spreadsheets import COUNTS, DELIMITERS, NAMES, parse_copies, split_cells

MAX_IMPORT_LENGTH: Final = 200_000
"""Maximum number of characters; 300 pools of 30 different cards have about 160,000."""
_TEXT_COLUMNS: Final[Columns] = {"player": ("player",), "text": ("text",)}
_MAX_TEXTS: Final = 1_000
PLAYERS: Final = ("player", "player name", "entry", "spieler", "joueur", "jugador", "giocatore")
"""Titles of the player column."""


@dataclass(frozen=True)
class PoolPreview:
    """The pool that an import would store for one player.

    Attributes:
        registration: the entry of the player.
        text: the pool.
        cards: number of cards.
        warnings: warnings, such as an unusual size.
        replaces: the current pool; None without one.
    """

    registration: Registration
    text: str
    cards: int
    warnings: tuple[str, ...]
    replaces: CardPool | None

    @property
    def same(self) -> bool:
        """True if the current pool has the same text."""
        return self.replaces is not None and self.replaces.text == self.text


def parse_pool(deck_format: Format, text: str, cards: Catalogue[DeckCard]) -> Pool:
    """Return the pool of a text.

    Raises:
        UserError: lines cannot be parsed; the message lists all of them.
    """
    try:
        return deck_format.pool_of(parse(text, cards))
    except PoolError as error:
        raise UserError(str(error), fields={"text": str(error)}) from error


def pool_warnings(deck_format: Format, pool: Pool) -> tuple[str, ...]:
    """Return warnings about a pool, regardless of the deck built from it."""
    return tuple(problem.message for problem in deck_format.pool_problems(pool))


def parse_pools(deck: DeckContext, deck_format: Format, text: str) -> tuple[list[PoolPreview], list[LineError]]:
    """Return the pools of a text in order, and its errors; a fixed number of queries.

    Raises:
        UserError: the text is empty or too long.
    """
    event = deck.event
    text = read_text(text, MAX_IMPORT_LENGTH)
    text = rows_as_table(text) or text
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff").split("\n")
    table = _table_of_texts(text) or _table(lines)
    blocks, errors = split_blocks(lines, missing_player_message()) if table is None else table
    entries = Entries(event)
    standing = {
        pool.registration_id: pool
        for pool in CardPool.objects.counting().filter(
            registration__event=event, game=event.game, format=deck_format.slug
        )
    }
    cards = deck.game.cards
    read: dict[int, tuple[int, PoolPreview]] = {}
    for block in blocks:
        entry = entries.find_entry(block)
        if isinstance(entry, LineError):
            errors.append(entry)
        elif entry.pk in read:
            reported = _("%(name)s already has a pool, which starts at line %(line)d.")
            errors.append(LineError(block.line, reported % {"name": isolated(entry.name), "line": read[entry.pk][0]}))
        else:
            pool = _pool(block, deck_format, cards, errors)
            warnings = pool_warnings(deck_format, pool) if pool else ()
            previews = PoolPreview(entry, block.text, pool.cards if pool else 0, warnings, standing.get(entry.pk))
            read[entry.pk] = (block.line, previews)
    if not blocks and not errors:
        errors.append(LineError(1, missing_player_message()))
    return [previews for _line, previews in read.values()], sorted(errors, key=lambda each: each.line)


def missing_player_message() -> str:
    """Return the message for lines that belong to no player."""
    return _("This line belongs to no player. Start each pool with a line like “Player: Ada”.")


def _table_of_texts(text: str) -> tuple[list[Block], list[LineError]] | None:
    """Return the blocks of a table with one row per pool, as in this site's file.

    None if the text is no such table.
    """
    try:
        table = read_table(text, _TEXT_COLUMNS, (frozenset(_TEXT_COLUMNS),), most_rows=_MAX_TEXTS)
    except TableError:
        return None
    if table is None:
        return None
    return [
        Block(row.cell("player"), row.line, [(row.line, line) for line in row.cell("text").splitlines()])
        for row in table.rows
    ], []


def _table(lines: Sequence[str]) -> tuple[list[Block], list[LineError]] | None:
    """Return the blocks and errors of a table; None if the text is not a table."""
    head = next((number for number, line in enumerate(lines) if line.strip()), 0)
    columns = next(filter(None, (_columns(lines[head], delimiter) for delimiter in DELIMITERS)), None)
    if columns is None:
        return None
    blocks: dict[str, Block] = {}
    errors: list[LineError] = []
    for number, line in enumerate(lines[head + 1 :], start=head + 2):
        if not line.strip():
            continue
        row = split_cells(line, columns.delimiter) or []
        if len(row) > columns.width:
            errors.append(
                LineError(
                    number,
                    _("This row has more cells than the header row. Put names with a comma in quotation marks."),
                )
            )
            continue
        row += [""] * (columns.width - len(row))
        player, card = row[columns.player], row[columns.card]
        quantity = parse_copies(row[columns.count]) if columns.count is not None else 1
        if not player or not card:
            errors.append(LineError(number, _("Each row needs a player and a card.")))
        elif not quantity:
            errors.append(
                LineError(
                    number, _("“%(cell)s” is not a valid number of copies.") % {"cell": row[columns.count or 0][:40]}
                )
            )
        else:
            block = blocks.setdefault(words(player) or player, Block(player, number))
            block.lines.append((number, f"{quantity} {card}"))
    return list(blocks.values()), errors


@dataclass(frozen=True)
class _Columns:
    """Column indexes of a table, from 0."""

    delimiter: str
    player: int
    card: int
    count: int | None
    width: int


def _columns(line: str, delimiter: str) -> _Columns | None:
    """Return the columns named by the first line.

    None if it names no player or no card column.
    """
    titles = [words(cell) for cell in split_cells(line, delimiter) or []]

    def column(label: Sequence[str]) -> int | None:
        return next((titles.index(words(title)) for title in label if words(title) in titles), None)

    player, card = column(PLAYERS), column(NAMES)
    if player is None or card is None:
        return None
    return _Columns(delimiter, player, card, column([title for title in COUNTS if words(title)]), len(titles))


def _pool(block: Block, deck_format: Format, cards: Catalogue[DeckCard], errors: list[LineError]) -> Pool | None:
    """Return the pool of a block; append its errors to ``errors``."""
    if len(block.text) > MAX_LENGTH:
        message = _("The pool of one player must have at most %(most)d characters.")
        errors.append(LineError(block.line, message % {"most": MAX_LENGTH}))
        return None
    try:
        return deck_format.pool_of(parse(block.text, cards))
    except PoolError as error:
        for problem in error.problems:
            errors += (LineError(block.lines[number - 1][0], problem.message) for number in problem.lines)
        if not error.problems:
            errors.append(LineError(block.line, str(error)))
        return None


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
        registration, deck = _lock_entry(actor, registration)
        deck_format = _format(deck)
        cards = parse_pool(deck_format, text, deck.game.cards).cards
        latest_pool = deck.pool
        if latest_pool is not None and latest_pool.text == text:
            return latest_pool
        if latest_pool is not None:
            label = _("Pool %(number)d") % {"number": latest_pool.number}
            require_unchanged(expected_version, pool_token(latest_pool), [(label, latest_pool.text)])
        return _store(actor, registration, deck, text, cards, reason)


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
        registration, deck = _lock_entry(actor, registration)
        _format(deck)
        if deck.pool is None:
            raise StateError(_("There is no pool to remove."))
        return _store(actor, registration, deck, "", 0, reason)


def preview_import(actor: User | None, event: Event, text: str) -> list[PoolPreview]:
    """Return the pools that an import would store, without storing them.

    Raises:
        InvalidPoolsError: the text has errors.
        NotAllowedError: the actor is not staff of the event.
        StateError: the event is over, or the format has no pools.
    """
    _require_import_allowed(actor, event)
    deck = DeckContext(event)
    return _parse_import(deck, _format(deck), text)


def _require_import_allowed(actor: User | None, event: Event) -> None:
    require_staff(actor, event)
    if actor is not None:
        limit_rate("deck.pools", actor.pk, limit=MAX_IMPORTS_PER_HOUR, seconds=3600)


def _parse_import(deck: DeckContext, deck_format: Format, text: str) -> list[PoolPreview]:
    previews, errors = parse_pools(deck, deck_format, text)
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
        deck = DeckContext(event)
        deck_format = _format(deck)
        previews = _parse_import(deck, deck_format, text)
        new = [preview for preview in previews if not preview.same]
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
        _recheck_decklists(actor, deck, pools)
    return PoolImport(previews, pools)


def pool_token(latest_pool: CardPool | None) -> str:
    """Return the version token of the current pool for edit conflict checks."""
    return version_token(latest_pool.number if latest_pool else 0)


def _require_can_edit_pool(actor: User | None, registration: Registration) -> None:
    if registration.event.is_over:
        raise StateError(_("This event is over. Its pools can no longer be changed."))
    if actor is not None and not can_edit_pool(actor, registration):
        raise build_permission_error(actor, registration.event, _("Only the staff of this event may enter this pool."))


def _lock_entry(actor: User | None, registration: Registration) -> tuple[Registration, DeckContext]:
    """Lock the event; return the reloaded entry and its context. Needs a transaction.

    Raises:
        NotAllowedError, StateError: as :func:`save_pool`.
    """
    event = lock_event(registration.event)
    registration = Registration.objects.select_related("player").get(pk=registration.pk)
    registration.event = event
    _require_can_edit_pool(actor, registration)
    if registration.status == Registration.Status.WITHDRAWN:
        raise StateError(_("This player cancelled the registration and needs no pool."))
    return registration, DeckContext.of(registration)


def _format(deck: DeckContext) -> Format:
    """Return the current format of the event's lists.

    Raises:
        MissingError: there is no such game or format.
        StateError: the event is over, or the format has no pools.
    """
    if deck.event.is_over:
        raise StateError(_("This event is over. Its pools can no longer be changed."))
    deck_format = get_format(deck.game, deck.format_slug)
    if not deck.uses_pools:
        raise StateError(_("The event is now in %(format)s, a format without pools.") % {"format": deck_format.name})
    return deck_format


def _store(
    actor: User | None, registration: Registration, deck: DeckContext, text: str, cards: int, reason: str
) -> CardPool:
    """Add the next pool of an entry and recheck its latest list.

    The event must be locked.
    """
    event = registration.event
    pool = CardPool.objects.create(
        registration=registration,
        number=_numbers([registration]).get(registration.pk, 0) + 1,
        game=event.game,
        format=deck.format_slug,
        text=text,
        cards=cards,
        by=actor,
        reason=reason.strip(),
    )
    audit_log.record_all([_line(actor, event, pool)])
    _recheck_decklists(actor, deck, [pool])
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


def _recheck_decklists(actor: User | None, deck: DeckContext, pools: Collection[CardPool]) -> None:
    """Recheck the latest lists of the entries whose pools changed."""
    with_lists = DeckVersion.objects.filter(
        registration__in=[pool.registration_id for pool in pools], game=deck.event.game, format=deck.format_slug
    )
    having = set(with_lists.order_by().values_list("registration", flat=True).distinct())
    for pool in pools:
        if pool.registration_id in having:
            pool.registration.event = deck.event
            lists.recheck_decklist(actor, deck.for_entry(pool.registration, pool if pool.text else None))
