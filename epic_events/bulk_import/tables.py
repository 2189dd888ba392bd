"""Tables and JSON that users paste or upload, with columns found by their titles.

Cells are separated by commas, semicolons or tabs. Files written by :mod:`epic_events.infra.responses` read back
unchanged: the quote that protects spreadsheet formulas is removed again.
"""

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Final, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.infra.errors import TooLargeError, UserError
from epic_events.infra.names import isolated, normalised
from rules.decks.files import decode_text

SIGNS: Final = ",;\t"
"""Cell separators."""
_ZIP: Final = b"PK\x03\x04"
MAX_QUOTED_LENGTH: Final = 60
"""Characters of a cell or row quoted in an error."""
_SEPARATOR: Final = re.compile(r'"?sep=(?P<sign>[,;\t])"?\s*', re.IGNORECASE)
_FORMULA: Final = re.compile(r'="(?P<text>.*)"', re.DOTALL)
_PROTECTED_FORMULA: Final = re.compile(r"'(?P<text>[@+\-=|%].*)", re.DOTALL)
_BETWEEN: Final = re.compile(r"[\s_.\-]+")

Columns: TypeAlias = Mapping[str, Sequence[str]]
"""Titles of columns by meaning, normalised by :func:`folded`, most specific first."""


class TableError(UserError):
    """The table cannot be read; the message names line or column and the correct form."""

    code = "bad_table"

    def __init__(self, message: str) -> None:
        super().__init__(message, fields={"text": message})


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row of a table.

    Attributes:
        line: number of its first line, from 1.
        cells: stripped cells by column key; a key with several columns has its most specific title first.
        too_many: True if the row has more cells than the table has columns.
    """

    line: int
    cells: Mapping[str, tuple[str, ...]]
    typed: str = ""
    too_many: bool = False

    def cell(self, key: str) -> str:
        """Return the first non-empty cell of a key, or an empty text."""
        return next(filter(None, self.cells.get(key, ())), "")


@dataclass(frozen=True, slots=True)
class Table:
    """Table whose first line contains the column titles.

    Attributes:
        keys: the keys of its columns.
        rows: its non-empty rows.
        unknown: titles of columns that are not read.
    """

    keys: frozenset[str]
    rows: list[TableRow]
    unknown: tuple[str, ...] = ()


def normalise_title(title: str) -> str:
    """Return a column title for comparison.

    Case, blanks, ``_``, ``.`` and ``-`` are ignored.

    >>> folded(" Player_1 Name")
    'player1name'
    """
    return _BETWEEN.sub("", normalised(title).casefold())


def decoded(data: bytes, most: int) -> str:
    """Return the text of an uploaded file.

    Args:
        data: text in any encoding that decklists may have, see :func:`rules.decks.files.decode_text`.
        most: maximum number of bytes.

    Raises:
        TooLargeError: the file is too large.
        UserError: it is not text; the message says how to save it.
    """
    if len(data) > most:
        message = _("The file has %(sent)d bytes. The limit is %(most)d bytes.") % {"sent": len(data), "most": most}
        raise TooLargeError(message, fields={"file": message})
    text = decode_text(data)
    if text is None:
        message = _("This is not a text file. Save the table as CSV in UTF-8.")
        if data.startswith(_ZIP):
            message = _("This is a spreadsheet or another packed file. Save the table as CSV in UTF-8.")
        raise UserError(message, fields={"file": message})
    return text


def read_table(text: str, columns: Columns, needed: Sequence[frozenset[str]], *, most_rows: int) -> Table | None:
    """Parse a table.

    Args:
        text: the text.
        columns: the known columns.
        needed: sets of keys, of which one must be complete.
        most_rows: maximum number of rows.

    Returns:
        The table; None if the first line has no known column title.

    Raises:
        TableError: columns are missing or repeated, a quotation is not closed, or there are no or too many rows.
    """
    lines = _lines(text)
    first = next((number for number, line in enumerate(lines) if line.strip()), None)
    if first is None:
        return None
    declared_separator = _SEPARATOR.fullmatch(lines[first])
    head = first + 1 if declared_separator else first
    if head >= len(lines):
        return None
    keys_by_title = {title: key for key, titles in columns.items() for title in titles}
    signs = declared_separator["sign"] if declared_separator else SIGNS
    sign, titles = max(
        ((each, split_cells(lines[head], each)) for each in signs),
        key=lambda header_cells: sum(normalise_title(title) in keys_by_title for title in header_cells[1]),
    )
    keys = frozenset(
        keys_by_title[normalise_title(title)] for title in titles if normalise_title(title) in keys_by_title
    )
    if not keys:
        return None
    _require_columns(titles, keys, columns, keys_by_title, needed)
    rows = list(_rows(lines, head, sign, _places(titles, columns), len(titles), most_rows))
    if not rows:
        raise TableError(_("The table has no rows. Add one line per entry below the header line."))
    unknown = tuple(shortened(title) for title in titles if title and normalise_title(title) not in keys_by_title)
    return Table(keys, rows, unknown)


def _lines(text: str) -> list[str]:
    """Return the lines of a text without byte order mark and ``sep=`` line."""
    text = text.removeprefix("\N{BYTE ORDER MARK}").replace("\0", "")
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def first_character(text: str) -> str:
    """Return the first character after a byte order mark and blanks, or an empty text."""
    return text.lstrip("\N{BYTE ORDER MARK} \r\n\t")[:1]


def looks_like_table(text: str) -> bool:
    """Return True if a text has several lines with the same number of cells.

    Two cells separated by a comma do not count: they may be a name with the surname first.
    """
    lines = [line for line in _lines(text) if line.strip()][:20]
    return len(lines) > 1 and any(
        len(counts := {len(split_cells(line, sign)) for line in lines}) == 1 and min(counts) > (2 if sign == "," else 1)
        for sign in SIGNS
    )


def unknown_columns(text: str, columns: Columns, needed: Sequence[frozenset[str]]) -> TableError:
    """Return the error for a table without a known column."""
    first = next((line for line in _lines(text) if line.strip()), "")
    message = _("No column of this table is recognised. Its first line is “%(line)s”.")
    return TableError(
        f"{message % {'line': isolated(shortened(first))}} {_missing_columns_message(frozenset(), columns, needed)}"
    )


def shortened(text: str) -> str:
    """Return a cell or row as one short line for a message."""
    line = normalised(text)
    return line if len(line) <= MAX_QUOTED_LENGTH else line[: MAX_QUOTED_LENGTH - 1] + "…"


def split_cells(line: str, sign: str) -> list[str]:
    """Return the cells of a line that is a whole row."""
    try:
        return next(csv.reader([line], delimiter=sign, skipinitialspace=True), [])
    except csv.Error:
        return line.split(sign)


def _require_columns(
    titles: Sequence[str],
    keys: frozenset[str],
    columns: Columns,
    keys_by_title: Mapping[str, str],
    needed: Sequence[frozenset[str]],
) -> None:
    """Raise if columns are missing or one title occurs twice.

    Raises:
        TableError: names the columns.
    """
    names = [normalise_title(title) for title in titles]
    twice = next(
        (
            title
            for title in titles
            if normalise_title(title) in keys_by_title and names.count(normalise_title(title)) > 1
        ),
        None,
    )
    if twice is not None:
        message = _("Two columns are called “%(title)s”. Rename or remove one of them.")
        raise TableError(message % {"title": isolated(shortened(twice))})
    if not any(each <= keys for each in needed):
        found = _("Found columns: %(found)s.") % {"found": isolated(shortened(", ".join(filter(None, titles))))}
        raise TableError(f"{_missing_columns_message(keys, columns, needed)} {found}")


def _missing_columns_message(keys: frozenset[str], columns: Columns, needed: Sequence[frozenset[str]]) -> str:
    """Return a sentence with the missing and the known columns."""
    nearest = min(needed, key=lambda each: (len(each - keys), -len(each & keys)))
    missing = [key for key in columns if key in nearest - keys]
    words = ngettext("The column %(missing)s is missing.", "The columns %(missing)s are missing.", len(missing))
    column_names = _("Known columns: %(known)s.") % {"known": ", ".join(titles[0] for titles in columns.values())}
    return f"{words % {'missing': ', '.join(columns[key][0] for key in missing)}} {column_names}"


def _places(titles: Sequence[str], columns: Columns) -> dict[str, tuple[int, ...]]:
    """Return the column indices of each key, most specific title first."""
    names = [normalise_title(title) for title in titles]
    return {
        key: tuple(names.index(title) for title in key_titles if title in names)
        for key, key_titles in columns.items()
        if any(title in names for title in key_titles)
    }


def _rows(
    lines: Sequence[str], head: int, sign: str, places: Mapping[str, tuple[int, ...]], width: int, most: int
) -> Iterator[TableRow]:
    """Yield the rows below the titles.

    Raises:
        TableError: a quotation is not closed, or there are too many rows.
    """
    reader = csv.reader(
        StringIO("\n".join(lines[head + 1 :]), newline="\n"), delimiter=sign, strict=True, skipinitialspace=True
    )
    line, count = head + 2, 0
    while True:
        try:
            raw = next(reader, None)
        except csv.Error as error:
            message = _("line %(line)d: %(error)s.") % {"line": head + 1 + reader.line_num, "error": error}
            raise TableError(message) from error
        if raw is None:
            return
        cells = [_unescaped(cell.strip()) for cell in raw]
        if any(cells):
            count += 1
            if count > most:
                raise TableError(_("The table has more than %(most)d rows.") % {"most": most})
            columns = {
                key: tuple(cells[place] if place < len(cells) else "" for place in column)
                for key, column in places.items()
            }
            yield TableRow(line, columns, shortened(" · ".join(filter(None, cells))), too_many=any(cells[width:]))
        line = head + 2 + reader.line_num


def _unescaped(cell: str) -> str:
    """Return a cell without the quote that protects spreadsheet formulas."""
    if protected := _PROTECTED_FORMULA.fullmatch(cell):
        return protected["text"].replace("\\|", "|")
    formula = _FORMULA.fullmatch(cell)
    return formula["text"] if formula else cell


def is_like_json(text: str, signs: str = "{") -> bool:
    """Return True if a text starts with one of ``signs``.

    A byte order mark and blanks may precede it.
    """
    first = first_character(text)
    return first != "" and first in signs


def read_json(text: str) -> object:
    """Parse JSON.

    Raises:
        TableError: the text is not valid JSON.
    """
    try:
        data: object = json.loads(text.removeprefix("\N{BYTE ORDER MARK}"))
    except (ValueError, RecursionError) as error:
        raise TableError(_("This is not valid JSON. Paste the whole file.")) from error
    return data


def rows_as_table(text: str) -> str | None:
    """Return a JSON array of objects, such as this site's files, as CSV.

    None for any other text.

    Raises:
        TableError: the text starts like an array and is not valid JSON.
    """
    data = read_json(text) if is_like_json(text, "[") else None
    if not isinstance(data, list) or not data or not all(isinstance(row, Mapping) for row in data):
        return None
    titles = list(dict.fromkeys(str(title) for row in data for title in row))
    written = StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(titles)
    for row in data:
        cells = {str(title): value for title, value in row.items()}
        values = (cells.get(title) for title in titles)
        writer.writerow(["" if value is None else _cell_text(value) for value in values])
    return written.getvalue()


def _cell_text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (Mapping, list)) else str(value)


def tabletop_section(data: Mapping[str, object], part: str) -> object:
    """Return a section of Tabletop.to's JSON (exported until 2022), or None."""
    inner = data.get("tournament")
    return (inner if isinstance(inner, Mapping) else data).get(part)


def players_of(text: str) -> list[Mapping[str, object]]:
    """Return the players in Tabletop.to's JSON.

    Entries that are no objects become empty.

    Raises:
        TableError: the text is not valid JSON or has no players.
    """
    data = read_json(text)
    players = tabletop_section(data, "players") if isinstance(data, Mapping) else None
    if not isinstance(players, list):
        raise TableError(
            _("This JSON has no players. Paste an export from Tabletop.to with “tournament” and “players”.")
        )
    return [player if isinstance(player, Mapping) else {} for player in players]
