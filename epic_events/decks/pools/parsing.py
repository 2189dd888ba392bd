"""Parser for imported pools: a block per player, or a table with one row per card.

A block starts with a line that names the player by name or by entry number::

    Player: Ada Lovelace
    2 Kong
    1 Fireball

    Player: #17
    ...

The first line of a table names its columns: Player, Card and, unless every row is one copy, Quantity.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from epic_events.decks.checking import MAX_LENGTH, load_event_cards, read_text
from epic_events.decks.models import CardPool
from epic_events.decks.player_blocks import Block, Entries, LineError, split_blocks
from epic_events.events.models import Event, Registration
from epic_events.infra.errors import UserError
from epic_events.infra.names import isolated
from rules.decks import Catalogue, DeckCard, Format, Pool, PoolError, parse
from rules.decks.names import words
from rules.decks.spreadsheets import COUNTS, DELIMITERS, NAMES, parse_copies, split_cells

MAX_IMPORT_LENGTH: Final = 200_000
"""Maximum number of characters; 300 pools of 30 different cards have about 160,000."""
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


def parse_pools(event: Event, deck_format: Format, text: str) -> tuple[list[PoolPreview], list[LineError]]:
    """Return the pools of a text in order, and its errors; a fixed number of queries.

    Raises:
        UserError: the text is empty or too long.
    """
    text = read_text(text, MAX_IMPORT_LENGTH)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff").split("\n")
    table = _table(lines)
    blocks, errors = split_blocks(lines, missing_player_message()) if table is None else table
    entries = Entries(event)
    standing = {
        pool.registration_id: pool
        for pool in CardPool.objects.counting().filter(
            registration__event=event, game=event.game, format=deck_format.slug
        )
    }
    cards = load_event_cards(event).game.cards
    read: dict[int, tuple[int, PoolPreview]] = {}
    for block in blocks:
        entry = entries.named(block)
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
    """Return the columns named by the first line; None if it names no player or no card column."""
    titles = [words(cell) for cell in split_cells(line, delimiter) or []]

    def column(known: Sequence[str]) -> int | None:
        return next((titles.index(words(title)) for title in known if words(title) in titles), None)

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
