"""Tables that users paste or upload, with columns found by their titles.

Cells are separated by commas, semicolons or tabs. Files written by :mod:`epic_events.infra.table_files` read back
unchanged: the quote that protects spreadsheet formulas is removed again.
"""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Final, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.infra.display_names import isolated, normalised
from epic_events.infra.errors import TooLargeError, UserError

SIGNS: Final = ",;\t"
"""What parts the cells of a row."""
LONGEST_TOLD: Final = 60
"""Characters of a cell or a row that are told of it."""
_SEPARATOR: Final = re.compile(r'"?sep=(?P<sign>[,;\t])"?\s*', re.IGNORECASE)
_FORMULA: Final = re.compile(r'="(?P<text>.*)"', re.DOTALL)
_KEPT_FROM_FORMULAS: Final = re.compile(r"'(?P<text>[@+\-=|%].*)", re.DOTALL)
_BETWEEN: Final = re.compile(r"[\s_.\-]+")

Columns: TypeAlias = Mapping[str, Sequence[str]]
"""What a table may tell: for each thing the titles of its columns, the surest first, as :func:`folded` gives them."""


class TableError(UserError):
    """A table that cannot be read as one; says which line or column, and what would be right."""

    code = "bad_table"

    def __init__(self, message: str) -> None:
        super().__init__(message, fields={"text": message})


@dataclass(frozen=True, slots=True)
class PastedRow:
    """One row of a table.

    Attributes:
        line: the line at which it begins, from 1.
        cells: what stands in its columns, by what they tell, with what each is titled surest first; blanks at the ends
            are taken off, and an empty cell is an empty text.
        too_many: whether it has more cells than the table has columns.
    """

    line: int
    cells: Mapping[str, tuple[str, ...]]
    typed: str = ""
    too_many: bool = False

    def cell(self, key: str) -> str:
        """Return what the surest column tells that is not empty; an empty text without one."""
        return next(filter(None, self.cells.get(key, ())), "")


@dataclass(frozen=True, slots=True)
class PastedTable:
    """A table whose first line names its columns.

    Attributes:
        keys: what its columns tell.
        rows: those that are not empty.
    """

    keys: frozenset[str]
    rows: list[PastedRow]


def folded(title: str) -> str:
    """Return the title of a column as titles are compared: capitals, blanks, ``_``, ``.`` and ``-`` do not matter.

    >>> folded(" Player_1 Name")
    'player1name'
    """
    return _BETWEEN.sub("", normalised(title).casefold())


def decoded(data: bytes, most: int) -> str:
    """Return the text of an uploaded file.

    Args:
        data: what the file holds: UTF-8, or UTF-16 with a byte order mark, which spreadsheets call Unicode text.
        most: how many bytes are taken.

    Raises:
        TooLargeError: there are more.
        UserError: it is no text in these encodings; says where, and how to save it.
    """
    if len(data) > most:
        message = _("The file has %(sent)d bytes; at most %(most)d are taken.") % {"sent": len(data), "most": most}
        raise TooLargeError(message, fields={"file": message})
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = _("Line %(line)d of the file is not in UTF-8: save it from the spreadsheet as “CSV UTF-8”.")
        message = message % {"line": line}
        raise UserError(message, fields={"file": message}) from error
    if "\0" in text:
        message = _("This is not a text file: save the table as CSV in UTF-8.")
        raise UserError(message, fields={"file": message})
    return text


def read_table(text: str, columns: Columns, needed: Sequence[frozenset[str]], *, most_rows: int) -> PastedTable | None:
    """Return the table in a text.

    Args:
        text: what was pasted.
        columns: which columns are known.
        needed: what its columns have to tell together; one of these sets is enough.
        most_rows: how many rows are taken.

    Returns:
        The table; None where the first line names no column that is known.

    Raises:
        TableError: its columns do not tell enough, or one stands there twice; a quotation does not end; it has no rows,
            or too many.
    """
    lines = _lines(text)
    first = next((number for number, line in enumerate(lines) if line.strip()), None)
    if first is None:
        return None
    said = _SEPARATOR.fullmatch(lines[first])
    head = first + 1 if said else first
    if head >= len(lines):
        return None
    known = {title: key for key, titles in columns.items() for title in titles}
    signs = said["sign"] if said else SIGNS
    sign, titles = max(
        ((each, _titles(lines[head], each)) for each in signs),
        key=lambda found: sum(folded(title) in known for title in found[1]),
    )
    keys = frozenset(known[folded(title)] for title in titles if folded(title) in known)
    if not keys:
        return None
    _require_columns(titles, keys, columns, known, needed)
    rows = list(_rows(lines, head, sign, _places(titles, columns), len(titles), most_rows))
    if not rows:
        raise TableError(_("The table has no rows: below the line that names the columns comes one line each."))
    return PastedTable(keys, rows)


def _lines(text: str) -> list[str]:
    """Return the lines of a text, without what editors and spreadsheets put before it."""
    text = text.removeprefix("\N{BYTE ORDER MARK}").replace("\0", "")
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def first_sign(text: str) -> str:
    """Return the first sign of a text behind a byte order mark and blanks; an empty text without one."""
    return text.lstrip("\N{BYTE ORDER MARK} \r\n\t")[:1]


def looks_like_table(text: str) -> bool:
    """Whether a text has several lines and each of them as many cells: a table, whatever its columns are called.

    Two cells parted by a comma may be a name with the surname first, and are no table.
    """
    lines = [line for line in _lines(text) if line.strip()][:20]
    return len(lines) > 1 and any(
        len(counts := {len(_titles(line, sign)) for line in lines}) == 1 and min(counts) > (2 if sign == "," else 1)
        for sign in SIGNS
    )


def unknown_columns(text: str, columns: Columns, needed: Sequence[frozenset[str]]) -> TableError:
    """Return what is told of a table none of whose columns is known."""
    first = next((line for line in _lines(text) if line.strip()), "")
    message = _("No column of this table is known: its first line is “%(line)s”.")
    return TableError(f"{message % {'line': isolated(told(first))}} {_what_is_needed(frozenset(), columns, needed)}")


def told(text: str) -> str:
    """Return what is told of a cell or a row, short and in one line."""
    line = normalised(text)
    return line if len(line) <= LONGEST_TOLD else line[: LONGEST_TOLD - 1] + "…"


def _titles(line: str, sign: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=sign, skipinitialspace=True), [])
    except csv.Error:
        return line.split(sign)


def _require_columns(
    titles: Sequence[str],
    keys: frozenset[str],
    columns: Columns,
    known: Mapping[str, str],
    needed: Sequence[frozenset[str]],
) -> None:
    """Stop a table whose columns do not tell enough, or tell one thing twice under one title.

    Raises:
        TableError: says which.
    """
    names = [folded(title) for title in titles]
    twice = next((title for title in titles if folded(title) in known and names.count(folded(title)) > 1), None)
    if twice is not None:
        message = _("Two columns are called “%(title)s”: rename or take out the one that is not meant.")
        raise TableError(message % {"title": isolated(told(twice))})
    if not any(each <= keys for each in needed):
        raise TableError(_what_is_needed(keys, columns, needed))


def _what_is_needed(keys: frozenset[str], columns: Columns, needed: Sequence[frozenset[str]]) -> str:
    """Return a sentence that names the columns that lack, and all that are known."""
    nearest = min(needed, key=lambda each: (len(each - keys), -len(each & keys)))
    missing = [key for key in columns if key in nearest - keys]
    words = ngettext("The column %(missing)s is missing.", "The columns %(missing)s are missing.", len(missing))
    known = _("Known are: %(known)s.") % {"known": ", ".join(titles[0] for titles in columns.values())}
    return f"{words % {'missing': ', '.join(columns[key][0] for key in missing)}} {known}"


def _places(titles: Sequence[str], columns: Columns) -> dict[str, tuple[int, ...]]:
    """Return at which places stand what tells each thing, the surest first."""
    names = [folded(title) for title in titles]
    return {
        key: tuple(names.index(title) for title in wanted if title in names)
        for key, wanted in columns.items()
        if any(title in names for title in wanted)
    }


def _rows(
    lines: Sequence[str], head: int, sign: str, places: Mapping[str, tuple[int, ...]], width: int, most: int
) -> Iterator[PastedRow]:
    """Yield the rows below the line that names the columns.

    Raises:
        TableError: a quotation does not end, or there are too many rows.
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
            found = {
                key: tuple(cells[place] if place < len(cells) else "" for place in wanted)
                for key, wanted in places.items()
            }
            yield PastedRow(line, found, told(" · ".join(filter(None, cells))), too_many=any(cells[width:]))
        line = head + 2 + reader.line_num


def _unescaped(cell: str) -> str:
    """Return a cell without what keeps a spreadsheet from reading it as a formula."""
    if kept := _KEPT_FROM_FORMULAS.fullmatch(cell):
        return kept["text"].replace("\\|", "|")
    formula = _FORMULA.fullmatch(cell)
    return formula["text"] if formula else cell
