"""Decklists from spreadsheets: detection of the columns for name and quantity.

A text is a table if one of its first lines is a header, or if parsing two columns as quantity and name recognises more
lines than parsing it line by line. Cells are separated by tab, semicolon, comma or vertical bar, quoted or not.
"""

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rules.decks.line_formats import MAX_LINE_LENGTH, is_comment, possible_parses, strip_invisible
from rules.decks.names import words

DELIMITERS: Final = ("\t", ";", ",", "|")
NAMES: Final = (
    *("card name", "cardname", "name of card", "name", "card", "cards", "card title", "title"),
    *("kartenname", "karte", "nom de la carte", "nom", "carte", "carta", "nombre de la carta", "nome", "kaart"),
)
"""Titles of the name column, most specific first."""
COUNTS: Final = (
    *("quantity", "qty", "count", "copies", "amount", "card count", "card quantity", "number of copies"),
    *("total quantity", "total qty", "num", "anzahl", "menge", "exemplare", "quantite", "cantidad", "quantita"),
    *("aantal", "quantidade", "in deck", "deck quantity", "#", "x"),
)
"""Titles of the quantity column, most specific first."""
EITHER: Final = ("number", "no", "nr")
"""Titles of the quantity column, or of collector numbers if there is a set column."""
SETS: Final = frozenset({"set", "set code", "set name", "edition", "edition code", "edition name", "expansion"})
PARTS: Final = frozenset({"board", "section", "deck section", "part", "zone"})
"""Titles of the section column."""
SIDE: Final = frozenset({"sideboard", "sideboarded", "is sideboard", "in sideboard"})
"""Titles of a yes/no column for the sideboard."""
MAX_COLUMNS: Final = 60
_FEW_ROWS: Final = 2
LOOKED_AT: Final = 10
"""Number of non-empty lines searched for the header."""
MAX_JOINED: Final = 12
"""Maximum number of lines of a row with quoted line breaks."""

_SEPARATOR = re.compile(r'"?sep=(?P<sign>[,;\t|])"?', re.IGNORECASE)
_COPIES = re.compile(r"x?\s*(?P<number>[0-9]{1,20})\s*x?(?:[.,]0+)?", re.IGNORECASE)
_FORMULA = re.compile(r'="(?P<text>.*)"')
_APOSTROPHES = re.compile(r"'(?P<text>.+)'")

IsCardName = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Table:
    """The layout of a table: its relevant columns, counted from 0.

    Attributes:
        delimiter: Cell separator.
        name: Column of card names.
        count: Column of quantities; ``None`` if every row is one copy.
        part: Column that names the section; ``None`` without one.
        side: Yes/no column for the sideboard; ``None`` without one.
        width: Number of columns.
        header: Line of the header, from 0; ``None`` without one.
        titles: Column titles as written; ``column 1`` and so on without a header.
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
        """Titles of the columns that are not used."""
        used = {self.name, self.count, self.part, self.side}
        return tuple(title for column, title in enumerate(self.titles) if column not in used and title)


@dataclass(frozen=True, slots=True)
class Row:
    """The relevant cells of a table row.

    Attributes:
        name: The card name.
        count: The quantity as written; ``None`` without such a column.
        part: Cell of the section column.
        side: Cell of the sideboard column.
        alone: The only non-empty cell; empty if there are several or none.
        lines: Number of text lines of the row.
    """

    name: str
    count: str | None
    part: str
    side: str
    alone: str
    lines: int = 1


def parse_copies(text: str) -> int | None:
    """Return the quantity in a cell such as ``3``, ``3x`` or ``3.0``, or ``None``."""
    match = _COPIES.fullmatch(text.strip())
    return int(match["number"]) if match else None


def split_cells(line: str, delimiter: str) -> list[str] | None:
    """Split a line into cells.

    Return ``None`` if a quoted cell continues on the next line.
    """
    try:
        (cells,) = csv.reader([line], delimiter=delimiter, strict=True, skipinitialspace=True)
    except csv.Error:
        return None
    return [_cell(each) for each in cells[:MAX_COLUMNS]]


def _cell(text: str) -> str:
    visible = strip_invisible(" ".join(text.split()))
    formula = _FORMULA.fullmatch(visible) or _APOSTROPHES.fullmatch(visible)
    return formula["text"] if formula else visible


def _split_naively(line: str, delimiter: str) -> list[str]:
    """Split a line into cells although its quotation marks are unbalanced."""
    return [_cell(each.strip().strip('"')) for each in line.split(delimiter)[:MAX_COLUMNS]]


def find_table(lines: Sequence[str], is_card_name: IsCardName) -> Table | None:
    """Detect a table in a text; return ``None`` if there is none.

    Args:
        lines: The lines of the text.
        is_card_name: Returns whether a text is a card name.
    """
    declared = declared_separator(lines[0]) if lines else None
    delimiters = (declared,) if declared else DELIMITERS
    first = [number for number, line in enumerate(lines) if strip_invisible(line)][: LOOKED_AT + 1]
    for number in first:
        for delimiter in delimiters:
            table = _table_with_header(lines, number, delimiter, is_card_name)
            if table:
                return table
    return _table_without_header(lines, delimiters, is_card_name)


def declared_separator(line: str) -> str | None:
    """Return the separator that a first line like ``sep=;`` declares, or ``None``."""
    match = _SEPARATOR.fullmatch(line.strip(" \ufeff"))
    return match["sign"] if match else None


def _table_with_header(lines: Sequence[str], number: int, delimiter: str, is_card_name: IsCardName) -> Table | None:
    """Return the table whose header is the given line, or ``None``."""
    titles = split_cells(lines[number], delimiter)
    if titles is None or len(titles) < 2 or any(parse_copies(title) is not None for title in titles):
        return None
    heads = [title if title in {"#", "x"} else words(title) for title in titles]
    count = _find_column(heads, COUNTS)
    if count is None and not SETS.intersection(heads):
        count = _find_column(heads, EITHER)
    name = _find_column(heads, NAMES, excluding=count)
    if name is None and count is not None:
        name = _name_column(lines[number + 1 :], delimiter, is_card_name, excluding=count)
    if name is None or (count is None and not _is_table_header(heads, name)):
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


def _find_column(heads: Sequence[str], wanted: Sequence[str], excluding: int | None = None) -> int | None:
    """Return the index of the first column with one of the wanted titles, or ``None``."""
    columns = (heads.index(word) for word in wanted if word in heads)
    return next((column for column in columns if column != excluding), None)


def _is_table_header(heads: Sequence[str], name: int) -> bool:
    """Return True if the other cells of a line with a name title look like titles too."""
    usual = {*SETS, *PARTS, *SIDE, *NAMES, *EITHER, "set number", "card number", "collector number", "rarity", "foil"}
    usual |= {"type", "cost", "alignment", "faction", "color", "colour", "language", "condition", "price", "printing"}
    return any(head in usual for column, head in enumerate(heads) if column != name)


def _name_column(lines: Sequence[str], delimiter: str, is_card_name: IsCardName, excluding: int) -> int | None:
    """Return the index of the column with the most card names, or ``None``."""
    votes: Counter[int] = Counter()
    for line in lines[:100]:
        for column, cell in enumerate(split_cells(line, delimiter) or ()):
            if column != excluding and cell and is_card_name(cell):
                votes[column] += 1
    return max(votes, key=lambda column: (votes[column], -column)) if votes else None


def _table_without_header(lines: Sequence[str], delimiters: Sequence[str], is_card_name: IsCardName) -> Table | None:
    """Return the column layout with which most lines are recognised.

    ``None`` if parsing the text line by line recognises as many.
    """
    content_lines = [line for line in lines if strip_invisible(line) and not is_comment(strip_invisible(line))]
    recognised_alone = sum(_is_plain(line, is_card_name) for line in content_lines)
    best: tuple[int, Table] | None = None
    for delimiter in delimiters:
        rows = [row for row in (split_cells(line, delimiter) for line in content_lines) if row and len(row) > 1]
        votes = Counter(pair for row in rows for pair in _candidate_columns(row, is_card_name))
        if (
            not votes and not recognised_alone
        ):  # without any known name, accept columns that look like quantity and name
            votes = Counter(pair for row in rows for pair in _candidate_columns(row, _has_letters))
        running = _row_number_columns(rows)
        votes = Counter({pair: each for pair, each in votes.items() if pair[0] not in running}) or votes
        if not votes:
            continue
        pair = max(votes, key=lambda each: (votes[each], -each[0], -each[1]))
        maximum = best[0] if best else 0
        if votes[pair] > max(recognised_alone, maximum) or votes[pair] == recognised_alone > maximum:
            width = max(Counter(map(len, rows)).items(), key=lambda item: (item[1], item[0]))[0]
            width = max(width, *(column + 1 for column in pair))
            table = Table(delimiter, pair[1], pair[0], width, titles=_default_titles(rows, width))
            table = _with_unknown_header(table, lines, is_card_name)
            if votes[pair] > recognised_alone or table.header is not None:
                best = votes[pair], table
    return best[1] if best else None


def _with_unknown_header(table: Table, lines: Sequence[str], is_card_name: IsCardName) -> Table:
    """Return the table; its first line becomes the header if it looks like one.

    The first line is a header if it has words where other rows have quantities, and no card name.
    """
    index = next(
        number for number, line in enumerate(lines) if strip_invisible(line) and not is_comment(strip_invisible(line))
    )
    titles = split_cells(lines[index], table.delimiter) or []
    count, name = _cell_at(titles, table.count or 0), _cell_at(titles, table.name)
    words_alone = all(_has_letters(cell) and not any(map(str.isdigit, cell)) for cell in (count, name))
    if not words_alone or is_card_name(name) or is_card_name(count):
        return table
    return replace(table, header=index, titles=tuple(titles))


def _row_number_columns(rows: Sequence[Sequence[str]]) -> set[int]:
    """Return the columns that number the rows: 1, 2, 3 and so on."""
    columns = set()
    for column in range(min(map(len, rows), default=0)):
        numbers = [number for row in rows if (number := parse_copies(row[column])) is not None]
        if len(numbers) > _FEW_ROWS and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
            columns.add(column)
    return columns


def _default_titles(rows: Sequence[Sequence[str]], width: int) -> tuple[str, ...]:
    """Return the titles "column 1" and so on; an empty title for an empty column."""
    return tuple(
        f"column {column + 1}" if any(len(row) > column and row[column] for row in rows) else ""
        for column in range(width)
    )


def _is_plain(line: str, is_card_name: IsCardName) -> bool:
    """Return True if a line parses as quantity and card name without a table."""
    return any(
        reading.quantity is not None and is_card_name(reading.name)
        for reading in possible_parses(strip_invisible(line)[:MAX_LINE_LENGTH])
    )


def _has_letters(cell: str) -> bool:
    return any(sign.isalpha() for sign in cell) and parse_copies(cell) is None


def _candidate_columns(row: Sequence[str], is_card_name: IsCardName) -> Iterator[tuple[int, int]]:
    """Yield the pairs of columns of a row that may be quantity and card name."""
    few = row[:12]
    numbers = [column for column, cell in enumerate(few) if 0 < (parse_copies(cell) or 0) < 100]
    if numbers:
        columns = [column for column, cell in enumerate(few) if cell and is_card_name(cell)]
        yield from ((number, name) for number in numbers for name in columns if number != name)


def read_row(lines: Sequence[str], index: int, table: Table, is_card_name: IsCardName) -> Row:
    """Parse the table row that starts at line ``index``, counted from 0."""
    cells, taken = split_cells(lines[index], table.delimiter), 1
    while cells is None and taken < MAX_JOINED and index + taken < len(lines):
        taken += 1
        cells = (
            split_cells("\n".join(lines[index : index + taken]), table.delimiter)
            if '"' in lines[index + taken - 1]
            else None
        )
    if cells is None:
        cells, taken = _split_naively(lines[index], table.delimiter), 1
    row = _merge_split_name(cells, table, is_card_name)
    filled = [cell for cell in row if cell]
    return Row(
        name=_cell_at(row, table.name),
        count=None if table.count is None else _cell_at(row, table.count),
        part=_cell_at(row, table.part),
        side=_cell_at(row, table.side),
        alone=filled[0] if len(filled) == 1 else "",
        lines=taken,
    )


def is_repeated_header(lines: Sequence[str], index: int, table: Table) -> bool:
    """Return True if a line repeats the header, as in exports with several tables."""
    return table.header is not None and _split_naively(lines[index], table.delimiter) == _split_naively(
        lines[table.header], table.delimiter
    )


def _cell_at(row: Sequence[str], column: int | None) -> str:
    return row[column] if column is not None and column < len(row) else ""


def _merge_extra_cells(row: list[str], table: Table) -> list[str]:
    """Join surplus cells of a row with the name, which contains the delimiter."""
    end = table.name + max(len(row) - table.width, 0) + 1
    return [*row[: table.name], f"{table.delimiter} ".join(row[table.name : end]).strip(), *row[end:]]


def _merge_split_name(row: list[str], table: Table, is_card_name: IsCardName) -> list[str]:
    """Join two cells of a row if together they are the name of a card with a comma."""
    joined = _merge_extra_cells(row, table)
    if is_card_name(_cell_at(joined, table.name)):
        return joined
    while len(row) > table.width and not row[-1]:
        row = row[:-1]
    joined = _merge_extra_cells(row, table)
    if len(row) <= table.width or is_card_name(_cell_at(joined, table.name)):
        return joined
    fits = table.count is None or parse_copies(_cell_at(row, table.count)) is not None
    return row if is_card_name(_cell_at(row, table.name)) or fits else joined
