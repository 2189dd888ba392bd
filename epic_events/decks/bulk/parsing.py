"""Whose lists stand in a text, and what each of them is: blocks, tables with a row a list or a card, JSON.

Which columns are known stands in :data:`COLUMNS`. Ours are those of the two files of decklists. ``OwnerDisplayName``,
``OwnerNameFirstLast``, ``OwnerUsername`` and ``Records`` (objects with the name ``n``, the number ``q`` and the part
``c`` of each card, 99 for the sideboard) are what a public program reads in melee.gg's export of decklists; the site
itself publishes no description. Of Tabletop.to, which closed in 2022, the JSON that it gave out is read where its lists
are texts.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _

from epic_events.bulk_import.json_data import is_like_json, players_of
from epic_events.bulk_import.tables import (
    Columns,
    Table,
    TableRow,
    looks_like_table,
    read_table,
    shortened,
    unknown_columns,
)
from epic_events.decks.player_blocks import Block, LineError, split_blocks
from epic_events.infra.display_names import isolated, normalised
from rules.decks.spreadsheets import parse_copies

MOST_ROWS: Final = 40_000
"""Rows of a table with a row for each card: five hundred lists of eighty different cards."""
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
"""What a table of lists may tell, by the titles of its columns."""
NEEDED: Final = tuple(frozenset({who, what}) for what in ("text", "card", "records") for who in ("player", "name"))
_SIDE: Final = frozenset({"sideboard", "side", "side board", "sb"})
_SIDEBOARD_OF_MELEE: Final = 99


@dataclass(frozen=True, slots=True)
class ParsedList:
    """One list of a text.

    Attributes:
        block: whose it is, where it begins, and its lines.
        number: the number of the entry, where it stands beside the name.
        format: what the text says of the format; empty where it says nothing.
    """

    block: Block
    number: int | None = None
    format: str = ""


@dataclass
class _Cards:
    """The cards of one player out of a table with a row for each card."""

    said: ParsedList
    side: list[tuple[int, str]] = field(default_factory=list)


def parse_lists(text: str) -> tuple[list[ParsedList], list[LineError]]:
    """Return the lists of a text, in its order, and what is wrong with it, by lines.

    Raises:
        TableError: it is a table or JSON that cannot be read.
    """
    errors: list[LineError] = []
    if is_like_json(text):
        return list(_parse_json(text, errors)), errors
    table = read_table(text, COLUMNS, NEEDED, most_rows=MOST_ROWS) if _names_a_player(text) else None
    if table is not None:
        return list(_parse_table(table, errors)), errors
    if looks_like_table(text):
        raise unknown_columns(text, COLUMNS, NEEDED)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\N{BYTE ORDER MARK}").split("\n")
    nobody = _("This line belongs to no player. Start each list with a line like “Player: Ada”.")
    blocks, errors = split_blocks(lines, nobody)
    if not blocks and not errors:
        errors.append(LineError(1, nobody))
    return [ParsedList(block) for block in blocks], errors


def _names_a_player(text: str) -> bool:
    """Whether the first line is no “Player: Ada”, which would be the title of a column as well."""
    return ":" not in next((line for line in text.splitlines() if line.strip()), "")


def _parse_table(table: Table, errors: list[LineError]) -> Iterator[ParsedList]:
    """Yield the lists of a table: one a row, or those whose cards have a row each."""
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
            yield _said(row, [(row.line, line) for line in text.replace("\r\n", "\n").split("\n")])


def _parse_card_rows(table: Table, errors: list[LineError]) -> Iterator[ParsedList]:
    """Yield the lists of a table with a row for each card, in the order in which their players come."""
    found: dict[tuple[str, str], _Cards] = {}
    for row in table.rows:
        quantity = parse_copies(row.cell("quantity")) if "quantity" in table.keys else 1
        if row.too_many or not _name(row) or not row.cell("card"):
            errors.append(LineError(row.line, _row_is_wrong(row)))
        elif not quantity:
            words = _("“%(cell)s” is not a valid number of copies.")
            errors.append(LineError(row.line, words % {"cell": isolated(shortened(row.cell("quantity")))}))
        else:
            key = (normalised(_name(row)).casefold(), row.cell("id"))
            cards = found.setdefault(key, _Cards(_said(row, [])))
            lines = cards.side if row.cell("part").casefold() in _SIDE else cards.said.block.lines
            lines.append((row.line, f"{quantity} {row.cell('card')}"))
    for cards in found.values():
        if cards.side:
            cards.said.block.lines += [(cards.side[0][0], "Sideboard"), *cards.side]
        yield cards.said


def _row_is_wrong(row: TableRow) -> str:
    if row.too_many:
        return _("This row has more cells than the header row. Put names with a comma in quotation marks.")
    return _("Each row needs a player, and a card or a list.")


def _name(row: TableRow) -> str:
    return row.cell("player") or row.cell("name")


def _said(row: TableRow, lines: list[tuple[int, str]]) -> ParsedList:
    number = row.cell("id")
    known = int(number) if number.isascii() and number.isdigit() and len(number) < 19 else None
    return ParsedList(Block(_name(row), row.line, lines), known, row.cell("format"))


def _parse_records(records: str, line: int, errors: list[LineError]) -> str:
    """Return the list that the records of melee.gg tell; they are a list, or objects with upright lines between."""
    wrong = LineError(line, _("The records in this row are not valid. Each must be an object with the keys n and q."))
    text = records if records.startswith("[") else f"[{'},{'.join(records.split('}|{'))}]"
    try:
        cards: Any = json.loads(text)
        parts: dict[bool, list[str]] = {False: [], True: []}
        for card in cards:
            parts[card.get("c") == _SIDEBOARD_OF_MELEE].append(f"{int(card['q'])} {normalised(str(card['n']))}")
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError):
        errors.append(wrong)
        return ""
    side = ["Sideboard", *parts[True]] if parts[True] else []
    return "\n".join([*parts[False], *side])


def _parse_json(text: str, errors: list[LineError]) -> Iterator[ParsedList]:
    """Yield the lists of Tabletop.to's JSON that are texts; those of other games are objects.

    Raises:
        TableError: it is no JSON, or tells of no players.
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
