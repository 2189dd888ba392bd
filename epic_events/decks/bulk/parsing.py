"""Parser of imported decklists: blocks, tables and JSON.

:data:`COLUMNS` has the known columns of tables. They include the columns of this site's two decklist exports and of
the export of melee.gg (``OwnerDisplayName``, ``OwnerNameFirstLast``, ``OwnerUsername`` and ``Records``). Melee.gg
publishes no specification; its columns are taken from a public program that reads them. ``Records`` is a list of
objects with the card name ``n``, the quantity ``q`` and the section ``c``, where 99 is the sideboard. The JSON export
of Tabletop.to, which closed in 2022, is supported if its lists are texts.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _

from epic_events.bulk_import.tables import (
    Columns,
    Table,
    TableRow,
    is_like_json,
    looks_like_table,
    players_of,
    read_table,
    shortened,
    unknown_columns,
)
from epic_events.decks.player_blocks import Block, LineError, split_blocks
from epic_events.infra.names import isolated, normalised
from rules.decks.spreadsheets import parse_copies

MAX_ROWS: Final = 40_000
"""Maximum number of rows: 500 lists of 80 different cards."""
COLUMNS: Final[Columns] = {
    "player": ("player", "playername", "ownerdisplayname", "ownernamefirstlast", "ownerusername", "spieler"),
    "name": ("name",),
    "text": ("text", "decklist", "deckliste"),
    "records": ("records",),
    "card": ("card", "cardname", "karte", "kartenname"),
    "quantity": ("quantity", "qty", "count", "copies", "amount", "anzahl"),
    "part": ("part", "board", "section", "zone"),
    "id": ("id", "registration", "entry"),
    "format": ("format",),
}
"""Known column titles by field."""
NEEDED: Final = tuple(frozenset({who, what}) for what in ("text", "card", "records") for who in ("player", "name"))
_SIDE: Final = frozenset({"sideboard", "side", "side board", "sb"})
_SIDEBOARD_OF_MELEE: Final = 99


@dataclass(frozen=True, slots=True)
class ParsedList:
    """One list of an imported text.

    Attributes:
        block: the player, the first line and the lines of the list.
        number: entry number, if the text has one.
        format: format stated by the text; empty if it states none.
    """

    block: Block
    number: int | None = None
    format: str = ""


@dataclass
class _Cards:
    """The cards of one player in a table with one row per card."""

    parsed_list: ParsedList
    side: list[tuple[int, str]] = field(default_factory=list)


def parse_lists(text: str) -> tuple[list[ParsedList], list[LineError]]:
    """Return the lists of a text in order, and its errors.

    Raises:
        TableError: the text is a table or JSON that cannot be parsed.
    """
    errors: list[LineError] = []
    if is_like_json(text):
        return list(_parse_json(text, errors)), errors
    table = read_table(text, COLUMNS, NEEDED, most_rows=MAX_ROWS) if _is_not_block_header(text) else None
    if table is not None:
        return list(_parse_table(table, errors)), errors
    if looks_like_table(text):
        raise unknown_columns(text, COLUMNS, NEEDED)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\N{BYTE ORDER MARK}").split("\n")
    missing_player = _("This line belongs to no player. Start each list with a line like “Player: Ada”.")
    blocks, errors = split_blocks(lines, missing_player)
    if not blocks and not errors:
        errors.append(LineError(1, missing_player))
    return [ParsedList(block) for block in blocks], errors


def _is_not_block_header(text: str) -> bool:
    """Return False if the first line is like “Player: Ada”, which could also be a column title."""
    return ":" not in next((line for line in text.splitlines() if line.strip()), "")


def _parse_table(table: Table, errors: list[LineError]) -> Iterator[ParsedList]:
    """Yield the lists of a table with one row per list or per card."""
    if "card" in table.keys and not {"text", "records"} & table.keys:
        yield from _parse_card_rows(table, errors)
        return
    for row in table.rows:
        text = row.cell("text")
        if not text and (records := row.cell("records")):
            text = _parse_records(records, row.line, errors)
        if row.too_many or not _name(row):
            errors.append(LineError(row.line, _row_is_wrong(row)))
        elif text:
            yield _parse_row(row, [(row.line, line) for line in text.replace("\r\n", "\n").split("\n")])


def _parse_card_rows(table: Table, errors: list[LineError]) -> Iterator[ParsedList]:
    """Yield the lists of a table with one row per card, by first appearance of the player."""
    cards_by_player: dict[tuple[str, str], _Cards] = {}
    for row in table.rows:
        quantity = parse_copies(row.cell("quantity")) if "quantity" in table.keys else 1
        if row.too_many or not _name(row) or not row.cell("card"):
            errors.append(LineError(row.line, _row_is_wrong(row)))
        elif not quantity:
            words = _("“%(cell)s” is not a valid number of copies.")
            errors.append(LineError(row.line, words % {"cell": isolated(shortened(row.cell("quantity")))}))
        else:
            key = (normalised(_name(row)).casefold(), row.cell("id"))
            cards = cards_by_player.setdefault(key, _Cards(_parse_row(row, [])))
            lines = cards.side if row.cell("part").casefold() in _SIDE else cards.parsed_list.block.lines
            lines.append((row.line, f"{quantity} {row.cell('card')}"))
    for cards in cards_by_player.values():
        if cards.side:
            cards.parsed_list.block.lines += [(cards.side[0][0], "Sideboard"), *cards.side]
        yield cards.parsed_list


def _row_is_wrong(row: TableRow) -> str:
    if row.too_many:
        return _("This row has more cells than the header row. Put names with a comma in quotation marks.")
    return _("Each row needs a player, and a card or a list.")


def _name(row: TableRow) -> str:
    return row.cell("player") or row.cell("name")


def _parse_row(row: TableRow, lines: list[tuple[int, str]]) -> ParsedList:
    number = row.cell("id")
    known = int(number) if number.isascii() and number.isdigit() and len(number) < 19 else None
    return ParsedList(Block(_name(row), row.line, lines), known, row.cell("format"))


def _parse_records(records: str, line: int, errors: list[LineError]) -> str:
    """Convert the ``Records`` of melee.gg, a list or objects separated by ``|``, to a list."""
    error = LineError(line, _("The records in this row are not valid. Each must be an object with the keys n and q."))
    text = records if records.startswith("[") else f"[{'},{'.join(records.split('}|{'))}]"
    try:
        cards: Any = json.loads(text)
        parts: dict[bool, list[str]] = {False: [], True: []}
        for card in cards:
            parts[card.get("c") == _SIDEBOARD_OF_MELEE].append(f"{int(card['q'])} {normalised(str(card['n']))}")
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError):
        errors.append(error)
        return ""
    side = ["Sideboard", *parts[True]] if parts[True] else []
    return "\n".join([*parts[False], *side])


def _parse_json(text: str, errors: list[LineError]) -> Iterator[ParsedList]:
    """Yield the text lists of a Tabletop.to export; other games have objects instead.

    Raises:
        TableError: the text is not JSON or has no players.
    """
    for number, player in enumerate(players_of(text), 1):
        name, listed = player.get("name"), player.get("list")
        if not isinstance(name, str) or not name.strip():
            errors.append(LineError(number, _("Each row needs a player, and a card or a list.")))
        elif isinstance(listed, str) and listed.strip():
            yield ParsedList(Block(name, number, [(number, line) for line in listed.splitlines()]))
        elif listed:
            errors.append(
                LineError(number, _("The list of this player is not a text list. It may be for another game."))
            )
