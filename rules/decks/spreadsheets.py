"""Decklists that come out of a spreadsheet or another program's export: which column is the name, which the copies.

A text is a table when one of its first lines names the columns, or when more of its lines are read with one column as
the number and another as the name than one by one. Cells are parted by tab, semicolon, comma or upright line, quoted
or not.
"""

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rules.decks.names import words
from rules.decks.notation import LONGEST, is_comment, readings, visible

DELIMITERS: Final = ("\t", ";", ",", "|")
NAMES: Final = (
    *("card name", "cardname", "name of card", "name", "card", "cards", "card title", "title"),
    *("kartenname", "karte", "nom de la carte", "nom", "carte", "carta", "nombre de la carta", "nome", "kaart"),
)
"""Words over the column of names, the surest first."""
COUNTS: Final = (
    *("quantity", "qty", "count", "copies", "amount", "card count", "card quantity", "number of copies"),
    *("total quantity", "total qty", "num", "anzahl", "menge", "exemplare", "quantite", "cantidad", "quantita"),
    *("aantal", "quantidade", "in deck", "deck quantity", "#", "x"),
)
"""Words over the column of copies, the surest first."""
EITHER: Final = ("number", "no", "nr")
"""Words over a column of copies, unless the table names a set as well: then they are collectors' numbers."""
SETS: Final = frozenset({"set", "set code", "set name", "edition", "edition code", "edition name", "expansion"})
PARTS: Final = frozenset({"board", "section", "deck section", "part", "zone"})
"""Words over a column that tells deck from sideboard."""
SIDE: Final = frozenset({"sideboard", "sideboarded", "is sideboard", "in sideboard"})
"""Words over a column that says yes or no to the sideboard."""
MOST_COLUMNS: Final = 60
_FEW_ROWS: Final = 2
LOOKED_AT: Final = 10
"""Lines, blank ones left out, among which the one that names the columns is looked for."""
MOST_JOINED: Final = 12
"""Lines that one row may take, where a quoted cell holds line ends."""

_SEPARATOR = re.compile(r'"?sep=(?P<sign>[,;\t|])"?', re.IGNORECASE)
_COPIES = re.compile(r"x?\s*(?P<number>[0-9]{1,20})\s*x?(?:[.,]0+)?", re.IGNORECASE)
_FORMULA = re.compile(r'="(?P<text>.*)"')
_APOSTROPHES = re.compile(r"'(?P<text>.+)'")

Known = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Table:
    """Where a table has what a list needs; columns are counted from 0.

    Attributes:
        delimiter: What parts its cells.
        name: The column of names.
        count: The column of copies; ``None`` where there is none, and every row is one copy.
        part: The column that tells deck from sideboard; ``None`` where there is none.
        side: The column that says yes or no to the sideboard; ``None`` where there is none.
        width: How many columns it has.
        header: The line that names the columns, counted from 0; ``None`` where none does.
        titles: What the columns are called, as written; where no line says so, ``column 1`` and so on.
    """

    delimiter: str
    name: int
    count: int | None
    width: int
    part: int | None = None
    side: int | None = None
    header: int | None = None
    titles: tuple[str, ...] = ()

    @property
    def ignored(self) -> tuple[str, ...]:
        """What the columns are called that say nothing about which cards are in the list."""
        used = {self.name, self.count, self.part, self.side}
        return tuple(title for column, title in enumerate(self.titles) if column not in used and title)


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table, as far as a list needs it.

    Attributes:
        name: The card's name.
        count: The number of copies as written; ``None`` where the table has no such column.
        part: What the column that tells deck from sideboard says.
        side: What the column that says yes or no to the sideboard says.
        alone: The only cell that is filled; empty where there are several, or none.
        lines: How many lines of the text it takes.
    """

    name: str
    count: str | None
    part: str
    side: str
    alone: str
    lines: int = 1


def copies(written: str) -> int | None:
    """Return the number of copies in a cell such as ``3``, ``3x`` or ``3.0``; ``None`` when it is no whole number."""
    match = _COPIES.fullmatch(written.strip())
    return int(match["number"]) if match else None


def cells(line: str, delimiter: str) -> list[str] | None:
    """Return the cells of a line; ``None`` when a quotation that begins in it does not end in it."""
    try:
        (found,) = csv.reader([line], delimiter=delimiter, strict=True, skipinitialspace=True)
    except csv.Error:
        return None
    return [_cell(each) for each in found[:MOST_COLUMNS]]


def _cell(text: str) -> str:
    shown = visible(" ".join(text.split()))
    formula = _FORMULA.fullmatch(shown) or _APOSTROPHES.fullmatch(shown)
    return formula["text"] if formula else shown


def _loosely(line: str, delimiter: str) -> list[str]:
    """Return the cells of a line whose quotation marks make no sense."""
    return [_cell(each.strip().strip('"')) for each in line.split(delimiter)[:MOST_COLUMNS]]


def find(lines: Sequence[str], known: Known) -> Table | None:
    """Return where the table in a text has what a list needs; ``None`` when the text is no table.

    Args:
        lines: The lines of the text.
        known: Whether a card has a name.
    """
    told = separator(lines[0]) if lines else None
    delimiters = (told,) if told else DELIMITERS
    first = [number for number, line in enumerate(lines) if visible(line)][: LOOKED_AT + 1]
    for number in first:
        for delimiter in delimiters:
            table = _titled(lines, number, delimiter, known)
            if table:
                return table
    return _untitled(lines, delimiters, known)


def separator(line: str) -> str | None:
    """Return the sign that a first line like ``sep=;`` says to part the cells; ``None`` when it is no such line."""
    match = _SEPARATOR.fullmatch(line.strip(" \ufeff"))
    return match["sign"] if match else None


def _titled(lines: Sequence[str], number: int, delimiter: str, known: Known) -> Table | None:
    """Return the table whose columns one line names; ``None`` when the line does not."""
    titles = cells(lines[number], delimiter)
    if titles is None or len(titles) < 2 or any(copies(title) is not None for title in titles):
        return None
    heads = [title if title in {"#", "x"} else words(title) for title in titles]
    count = _first(heads, COUNTS)
    if count is None and not SETS.intersection(heads):
        count = _first(heads, EITHER)
    name = _first(heads, NAMES, besides=count)
    if name is None and count is not None:
        name = _where_names_are(lines[number + 1 :], delimiter, known, besides=count)
    if name is None or (count is None and not _says_more(heads, name)):
        return None
    return Table(
        delimiter,
        name,
        count,
        len(titles),
        part=next((column for column, head in enumerate(heads) if head in PARTS), None),
        side=next((column for column, head in enumerate(heads) if head in SIDE), None),
        header=number,
        titles=tuple(titles),
    )


def _first(heads: Sequence[str], wanted: Sequence[str], besides: int | None = None) -> int | None:
    """Return the column over which the surest of the wanted words stands."""
    found = (heads.index(word) for word in wanted if word in heads)
    return next((column for column in found if column != besides), None)


def _says_more(heads: Sequence[str], name: int) -> bool:
    """Whether a line that names a column of names looks like the head of a table in its other cells, too."""
    usual = {*SETS, *PARTS, *SIDE, *NAMES, *EITHER, "set number", "card number", "collector number", "rarity", "foil"}
    usual |= {"type", "cost", "alignment", "faction", "color", "colour", "language", "condition", "price", "printing"}
    return any(head in usual for column, head in enumerate(heads) if column != name)


def _where_names_are(lines: Sequence[str], delimiter: str, known: Known, besides: int) -> int | None:
    """Return the column in which most names of cards stand; ``None`` when none does."""
    votes: Counter[int] = Counter()
    for line in lines[:100]:
        for column, cell in enumerate(cells(line, delimiter) or ()):
            if column != besides and cell and known(cell):
                votes[column] += 1
    return max(votes, key=lambda column: (votes[column], -column)) if votes else None


def _untitled(lines: Sequence[str], delimiters: Sequence[str], known: Known) -> Table | None:
    """Return the table that reads more lines than reading them one by one does; ``None`` when there is none."""
    telling = [line for line in lines if visible(line) and not is_comment(visible(line))]
    singly = sum(_is_plain(line, known) for line in telling)
    best: tuple[int, Table] | None = None
    for delimiter in delimiters:
        rows = [row for row in (cells(line, delimiter) for line in telling) if row and len(row) > 1]
        votes = Counter(pair for row in rows for pair in _pairs(row, known))
        if not votes and not singly:  # no name is known at all: what looks like one has to do
            votes = Counter(pair for row in rows for pair in _pairs(row, _has_letters))
        running = _running(rows)
        votes = Counter({pair: each for pair, each in votes.items() if pair[0] not in running}) or votes
        if not votes:
            continue
        pair = max(votes, key=lambda each: (votes[each], -each[0], -each[1]))
        most = best[0] if best else 0
        if votes[pair] > max(singly, most) or votes[pair] == singly > most:
            width = max(Counter(map(len, rows)).items(), key=lambda item: (item[1], item[0]))[0]
            width = max(width, *(column + 1 for column in pair))
            table = Table(delimiter, pair[1], pair[0], width, titles=_numbered(rows, width))
            table = _headed(table, lines, known)
            if votes[pair] > singly or table.header is not None:
                best = votes[pair], table
    return best[1] if best else None


def _headed(table: Table, lines: Sequence[str], known: Known) -> Table:
    """Return a table with the line that names its columns in words that are not known here, where one does.

    That is its first line when it has words where the others have numbers of copies, and no card's name.
    """
    at = next(number for number, line in enumerate(lines) if visible(line) and not is_comment(visible(line)))
    titles = cells(lines[at], table.delimiter) or []
    count, name = _of(titles, table.count or 0), _of(titles, table.name)
    words_alone = all(_has_letters(cell) and not any(map(str.isdigit, cell)) for cell in (count, name))
    if not words_alone or known(name) or known(count):
        return table
    return replace(table, header=at, titles=tuple(titles))


def _running(rows: Sequence[Sequence[str]]) -> set[int]:
    """Return the columns that number the rows: 1, 2, 3 and so on."""
    found = set()
    for column in range(min(map(len, rows), default=0)):
        numbers = [number for row in rows if (number := copies(row[column])) is not None]
        if len(numbers) > _FEW_ROWS and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
            found.add(column)
    return found


def _numbered(rows: Sequence[Sequence[str]], width: int) -> tuple[str, ...]:
    """Return what the columns are called where no line says so; nothing for a column that is empty all the way."""
    return tuple(
        f"column {column + 1}" if any(len(row) > column and row[column] for row in rows) else ""
        for column in range(width)
    )


def _is_plain(line: str, known: Known) -> bool:
    """Whether a line reads as number and name by itself."""
    return any(reading.quantity is not None and known(reading.name) for reading in readings(visible(line)[:LONGEST]))


def _has_letters(cell: str) -> bool:
    return any(sign.isalpha() for sign in cell) and copies(cell) is None


def _pairs(row: Sequence[str], known: Known) -> Iterator[tuple[int, int]]:
    """Give every pair of columns of a row that may be number of copies and name of a card."""
    few = row[:12]
    numbers = [column for column, cell in enumerate(few) if 0 < (copies(cell) or 0) < 100]
    if numbers:
        named = [column for column, cell in enumerate(few) if cell and known(cell)]
        yield from ((number, name) for number in numbers for name in named if number != name)


def row_at(lines: Sequence[str], at: int, table: Table, known: Known) -> Row:
    """Return the row of a table that begins at a line, counted from 0."""
    found, taken = cells(lines[at], table.delimiter), 1
    while found is None and taken < MOST_JOINED and at + taken < len(lines):
        taken += 1
        found = cells("\n".join(lines[at : at + taken]), table.delimiter) if '"' in lines[at + taken - 1] else None
    if found is None:
        found, taken = _loosely(lines[at], table.delimiter), 1
    row = _rejoined(found, table, known)
    filled = [cell for cell in row if cell]
    return Row(
        name=_of(row, table.name),
        count=None if table.count is None else _of(row, table.count),
        part=_of(row, table.part),
        side=_of(row, table.side),
        alone=filled[0] if len(filled) == 1 else "",
        lines=taken,
    )


def is_header_again(lines: Sequence[str], at: int, table: Table) -> bool:
    """Whether a line names the columns once more, as exports in several blocks do."""
    return table.header is not None and _loosely(lines[at], table.delimiter) == _loosely(
        lines[table.header], table.delimiter
    )


def _of(row: Sequence[str], column: int | None) -> str:
    return row[column] if column is not None and column < len(row) else ""


def _joined(row: list[str], table: Table) -> list[str]:
    """Return a row with as many cells put together, from that of the name on, as it has too many."""
    end = table.name + max(len(row) - table.width, 0) + 1
    return [*row[: table.name], f"{table.delimiter} ".join(row[table.name : end]).strip(), *row[end:]]


def _rejoined(row: list[str], table: Table, known: Known) -> list[str]:
    """Return a row whose name was parted at its own comma as it was meant, where it has more cells than columns."""
    joined = _joined(row, table)
    if known(_of(joined, table.name)):
        return joined
    while len(row) > table.width and not row[-1]:
        row = row[:-1]
    joined = _joined(row, table)
    if len(row) <= table.width or known(_of(joined, table.name)):
        return joined
    fits = table.count is None or copies(_of(row, table.count)) is not None
    return row if known(_of(row, table.name)) or fits else joined
