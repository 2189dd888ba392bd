"""Lists of people: lines, tables, and files of other programs.

Tables may have a header. A line may be numbered, bulleted, quoted or marked up, and may have an e-mail address, which
is never part of the name. What is not a name, such as a heading or a total, is ignored and reported by kind.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.bulk_import.foreign import read_foreign_event
from epic_events.bulk_import.people_columns import (
    ABSENT,
    COLUMNS,
    REQUIRED_COLUMNS,
    SINGLE_COLUMN_TITLES,
    columns_of,
    name_in_row,
)
from epic_events.bulk_import.tables import (
    SIGNS,
    TableError,
    looks_like_table,
    normalise_title,
    read_table,
    shortened,
    split_cells,
    unknown_columns,
)
from epic_events.infra.names import EMAIL, isolated, normalised
from rules.decks.decorations import is_struck_out, split_html_lines, strip_markup, strip_quoting
from rules.decks.headings import is_detail

MAX_ROWS: Final = 10_000
_MAX_MARKED_UP: Final = 2_000
"""Maximum number of characters of a line with markup."""
_LOOKED_AT: Final = 6
"""Number of non-empty lines searched for the header."""
_WIDTHS: Final[dict[int, int]] = {**{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}, 0x3000: 0x20}
_RULER: Final = re.compile(r"[\s\-=_*~|:+]+")
_COMMENT: Final = re.compile(r"//.*|;.*|#(?!\d).*|<!--.*-->|/\*.*")
_NUMBER: Final = re.compile(r"(?:[(\[]?(?P<number>\d{1,4})(?:[.)\]:]+\s*|\s+-\s+)|#(?P<hash>\d{1,4})[.):]?\s+)(?=\S)")
_BARE_NUMBER: Final = re.compile(r"(?P<number>\d{1,4})\s+(?=\S)")
_PEOPLE: Final = (
    r"(?:players?|participants?|entrants?|attendees?|names?|registered|registrations|confirmed|spieler(?:innen)?"
    r"|teilnehmer(?:innen)?|teilnehmende|namen|anmeldungen|angemeldet|zusagen|joueurs|jugadores|giocatori|yes|going)"
)
_COUNT: Final = r"\s*(?:[:=-]\s*\d+(?:\s*/\s*\d+)?|[(\[]\s*(?:\d+(?:\s*/\s*\d+)?)?\s*[)\]])?\s*:?"
_HEADING: Final = re.compile(rf"(?:list of\s+|registered\s+|confirmed\s+)?{_PEOPLE}(?:\s+list)?{_COUNT}", re.IGNORECASE)
_ABSENT_HEADING: Final = re.compile(
    rf"(?:declined|cancell?ed|absent|not (?:coming|going|attending)|no|dropped|absagen|abgesagt|abgemeldet){_COUNT}",
    re.IGNORECASE,
)
_WAITING_HEADING: Final = re.compile(
    rf"(?:wait(?:ing)?[ -]?list(?:ed)?|reserves?|maybe|warteliste|nachrücker){_COUNT}", re.IGNORECASE
)
_TOTAL: Final = re.compile(
    rf"(?:(?:grand )?total|sum|gesamt|insgesamt|summe)\b[\s:=]*\d*\s*{_PEOPLE}?"
    rf"|\d+\s+{_PEOPLE}(?:\s+(?:total|in total|gesamt))?"
    rf"|(?:number of |anzahl )?{_PEOPLE}\s*[:=]\s*\d+",
    re.IGNORECASE,
)
_NOT_A_NAME: Final = re.compile(
    r"(?:https?://|www\.)\S+|<@!?\d+>|.+\svs?\.?\s.+|[\d\s+()./,:#%\-]*\d[\d\s+()./,:#%\-]*", re.IGNORECASE
)
_AROUND_ADDRESS: Final = re.compile(
    rf"[\s,;:|<(\[-]{{0,20}}(?:mailto:)?{EMAIL.pattern}[\s>)\]\"',;|-]{{0,20}}", re.IGNORECASE
)
_IN_BRACKETS: Final = re.compile(r"\([^()@]{0,80}@[^()]{0,160}\)")
_PHONE: Final = re.compile(r"[\s,;:(]{1,10}(?:tel\.?|phone|mobil)?[\s:]{0,3}\+?\d[\d /().-]{6,24}$", re.IGNORECASE)
_NUMBER_AFTER_NAME: Final = re.compile(
    r"\s{0,10}(?:\s[-\N{EN DASH}\N{EM DASH}]\s|[(\[])\s{0,3}"
    r"(?:(?:dci|elo|id|konami|rating|rtg|wizards|no|nr|wertung)[.:#]?\s{0,3})?\d{3,12}\s{0,3}[)\]]?$",
    re.IGNORECASE,
)
"""A rating or membership number behind a dash or in brackets."""
_PREFIX: Final = re.compile(
    r"(?:[-*]\s*)?(?:player|name|participant|spieler|teilnehmer(?:in)?)\s*\d{0,3}\s*:\s*(?=\S)", re.IGNORECASE
)
_GREETING: Final = re.compile(
    r".*,|(?:hi|hello|hey|hallo|dear|best|thanks|thank you|cheers|danke|gruß|lg|vg|mfg)\b.{0,20}"
    r"|.{0,20}\b(?:regards|wishes|grüße|grüßen|saludos|cordialement)\W*",
    re.IGNORECASE,
)
_RECIPIENTS: Final = re.compile(r"\s*(?:to|cc|bcc|from|an|von|kopie)\s*:\s*", re.IGNORECASE)
_DATE: Final = re.compile(
    r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}.*|\d{1,2}:\d{2}.*"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*\.? \d.*",
    re.IGNORECASE,
)
_DAY: Final = re.compile(
    r"(?:(?:mon|tues?|wednes|thurs?|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)?,?\s{0,3}"
    r"(?:\d{1,2}(?:st|nd|rd|th|\.)?\s+)?(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-zäé]*\.?,?\s+"
    r"(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?(?:\d{4}\b.*|(?<=\d\s)\d{2}:.*)",
    re.IGNORECASE,
)
_LABELLED_FACT: Final = re.compile(r"[^\W\d][\w .&/-]{0,30}:\s*[^\w\s]?\s?\d[^:]*(?::\d\d[^:]*){0,4}")
"""A fact about the event, such as ``Start: 10:00`` or ``Fee: 5 €``."""
_CHAT: Final = re.compile(
    r"\[[^\[\]]*\d{1,2}:\d{2}[^\[\]]*\]\s*[^:]{1,60}:\s.*|\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s\d{1,2}:\d{2}[^-]{0,10}-\s[^:]{1,60}:\s.*"
)
_BETWEEN_RECIPIENTS: Final = {sign: re.compile(rf'(?:"[^"]*"|[^"{sign}])+') for sign in ";,"}
_CODE: Final = re.compile(r"[A-Z]{2,3}|[xX\N{CHECK MARK}]|(?i:yes|no|ja|nein|true|false|paid|open)")
_PERSON_COUNT: Final = 2


class IgnoredKind(StrEnum):
    """The kinds of what a list of people has besides names."""

    HEADING = "heading"
    TOTAL = "total"
    COMMENT = "comment"
    STRUCK_OUT = "struck out"
    ABSENT = "not coming"
    WAITING = "waiting list"
    ADDRESS = "address"
    PHONE = "phone number"
    NUMBER = "number after a name"
    COLUMN = "column"


@dataclass(frozen=True, slots=True)
class Person:
    """A line with a person.

    Attributes:
        line: line number, from 1.
        name: the name, or the text as typed if it is no name.
        problem: why it is no name; empty if it is one.
    """

    line: int
    name: str
    problem: str = ""


@dataclass
class People:
    """A parsed list of people.

    Attributes:
        people: the persons in order.
        ignored: the number of ignored lines, addresses and columns by kind.
        program: the program whose file it is; empty for lists and tables.
    """

    people: list[Person] = field(default_factory=list)
    ignored: Counter[IgnoredKind] = field(default_factory=Counter)
    program: str = ""

    @property
    def notice(self) -> str:
        """One sentence about everything that was ignored; empty if nothing was."""
        parts = [_count_of_kind(kind, number) for kind, number in self.ignored.items()]
        return _("Not read as players: %(parts)s.") % {"parts": ", ".join(parts)} if parts else ""

    def add(self, line: int, text: str) -> None:
        """Add a person from a cell or line, without e-mail address."""
        name, has_address = strip_address(text)
        if has_address and not name:
            message = _("“%(text)s” is an e-mail address. Enter the name of the player.")
            self.people.append(Person(line, text, message % {"text": isolated(shortened(text))}))
            return
        self.ignored[IgnoredKind.ADDRESS] += has_address
        name, numbers = _NUMBER_AFTER_NAME.subn("", name[:_MAX_MARKED_UP])
        self.ignored[IgnoredKind.NUMBER] += numbers
        without_phone, phones = _PHONE.subn("", name[:_MAX_MARKED_UP])
        phones = phones if any(map(str.isalpha, without_phone)) else 0
        name = without_phone if phones else name
        self.ignored[IgnoredKind.PHONE] += phones
        self.ignored = +self.ignored
        if _NOT_A_NAME.fullmatch(name):
            message = _("“%(text)s” is not a name.")
            self.people.append(Person(line, name, message % {"text": isolated(shortened(name))}))
        else:
            self.people.append(Person(line, name))


def _count_of_kind(kind: IgnoredKind, number: int) -> str:
    words = {
        IgnoredKind.HEADING: ngettext("%(count)d heading", "%(count)d headings", number),
        IgnoredKind.TOTAL: ngettext("%(count)d total", "%(count)d totals", number),
        IgnoredKind.COMMENT: ngettext("%(count)d comment", "%(count)d comments", number),
        IgnoredKind.STRUCK_OUT: ngettext("%(count)d line struck out", "%(count)d lines struck out", number),
        IgnoredKind.ABSENT: ngettext("%(count)d cancellation", "%(count)d cancellations", number),
        IgnoredKind.WAITING: ngettext(
            "%(count)d entry of a waiting list", "%(count)d entries of a waiting list", number
        ),
        IgnoredKind.ADDRESS: ngettext("%(count)d e-mail address", "%(count)d e-mail addresses", number),
        IgnoredKind.PHONE: ngettext("%(count)d phone number", "%(count)d phone numbers", number),
        IgnoredKind.NUMBER: ngettext("%(count)d number after a name", "%(count)d numbers after names", number),
        IgnoredKind.COLUMN: ngettext("%(count)d column", "%(count)d columns", number),
    }
    return words[kind] % {"count": number}


def strip_address(text: str) -> tuple[str, bool]:
    """Return a text without e-mail addresses, and whether it had one.

    Quotes around the text are removed too.
    """
    bare, in_brackets = _IN_BRACKETS.subn(" ", text.translate(_WIDTHS)) if EMAIL.search(text) else (text, 0)
    name, count = _AROUND_ADDRESS.subn(" ", bare.translate(_WIDTHS))
    count += in_brackets
    name = normalised(name if count else text)
    if len(name) > 1 and name[0] in "\"“„«'" and name[-1] in "\"”“»'":
        name = name[1:-1].strip()
    return (name.strip(" ,;|<>") if count else name), bool(count)


def parse_people(text: str) -> People:
    """Parse a list of people.

    Raises:
        TableError: the text is a table without a recognisable column of names, or a file of an unknown program.
    """
    text = text.removeprefix("\N{BYTE ORDER MARK}").replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")
    if any(_CHAT.fullmatch(line.strip()) for line in text.lstrip().split("\n", 1)[:1]):
        raise TableError(_("This is a chat history. Enter one name per line, or a table with a column “name”."))
    event = read_foreign_event(text)
    if event is not None:
        people = People(program=event.program)
        for player in event.players:
            people.add(player.line, player.name)
        return people
    if text.lstrip().upper().startswith("BEGIN:VCARD"):
        return _parse_cards(text)
    if text.lstrip().upper().startswith("BEGIN:"):
        raise TableError(_("This is a calendar. Enter one name per line, or a table with a column “name”."))
    lines = _without_bars(_without_quoting(_without_html_cells(text).split("\n")))
    return _parse_table(lines) or _parse_headless(lines) or _parse_lines(lines)


def _parse_cards(text: str) -> People:
    """Parse address book entries (vCard)."""
    people = People(program="vCard")
    for number, line in enumerate(text.split("\n"), 1):
        key, colon, value = line.partition(":")
        if colon and key.partition(";")[0].upper() == "FN":
            people.add(number, value)
    return people


def _without_html_cells(text: str) -> str:
    """Return a table in HTML as a table with tabs."""
    if "<td" not in text.lower():
        return text
    rows = re.sub(
        r"</tr\s*>",
        "\n",
        re.sub(r"</t[dh]\s*>\s{0,20}(?=<t[dh])", "\t", text, flags=re.IGNORECASE),
        flags=re.IGNORECASE,
    )
    return re.sub(r"</?(?:table|tbody|thead|tr|td|th|p|br)\b[^<>]{0,200}>", "", rows, flags=re.IGNORECASE)


def _without_quoting(lines: list[str]) -> list[str]:
    """Return the lines of a quoted mail without their ``>``."""
    filled = [line for line in lines if line.strip()]
    return strip_quoting(lines) if filled and all(line.lstrip().startswith(">") for line in filled) else lines


def _without_bars(lines: list[str]) -> list[str]:
    """Return a table with vertical bars, as in Markdown, as a table with tabs.

    Its rules become empty.
    """
    filled = [line for line in lines if line.strip()]
    if len(filled) < _PERSON_COUNT or not all("|" in line for line in filled):
        return lines
    return [
        "" if _RULER.fullmatch(line) else "\t".join(cell.strip() for cell in line.strip().strip("|").split("|"))
        for line in lines
    ]


def _parse_table(lines: Sequence[str]) -> People | None:
    """Parse a table with a header; None without one."""
    filled = [number for number, line in enumerate(lines) if line.strip(" \t,;")][:_LOOKED_AT]
    for number in filled:
        line = lines[number]
        declared = filled and number == filled[0] and re.fullmatch(r'"?sep=[,;\t]"?\s*', line, re.IGNORECASE)
        if declared or not _is_header(line, first=number == filled[0]):
            continue
        start = filled[0] if re.match(r'"?sep=', lines[filled[0]], re.IGNORECASE) else number
        columns = columns_of(line)
        body = "\n".join([*[""] * start, *lines[start:]])
        table = read_table(body, columns, REQUIRED_COLUMNS, most_rows=MAX_ROWS)
        if table is None:
            return None
        people = People()
        titles = sum(bool(lines[above].strip(" \t,;")) for above in range(start))
        people.ignored.update({IgnoredKind.COMMENT: titles} if titles else {})
        for row in table.rows:
            if normalise_title(row.cell("answer")) in ABSENT:
                people.ignored[IgnoredKind.ABSENT] += 1
            elif (name := name_in_row(row, table.keys)) and normalise_title(name) in SINGLE_COLUMN_TITLES:
                people.ignored[IgnoredKind.HEADING] += 1
            elif name:
                people.add(row.line, name)
        return people
    if filled and _has_known_title(lines[filled[0]]):
        read_table("\n".join(lines), COLUMNS, REQUIRED_COLUMNS, most_rows=MAX_ROWS)  # names the missing columns
    return None


def _has_known_title(line: str) -> bool:
    """Return whether a line with several cells has the title of a known column."""
    known = {title for titles in COLUMNS.values() for title in titles}
    rows = [split_cells(line, sign) for sign in SIGNS]
    return any(len(cells) > 1 and known & set(map(normalise_title, cells)) for cells in rows)


def _is_header(line: str, *, first: bool) -> bool:
    """Return whether a line has the titles of a table of people."""
    if first and normalise_title(line.strip().strip('"')) in SINGLE_COLUMN_TITLES:
        return True
    columns = columns_of(line)
    titles = {title for known in columns.values() for title in known}
    for sign in SIGNS:
        cells = [normalise_title(cell) for cell in split_cells(line, sign)]
        keys = {key for key, known in columns.items() if set(known) & set(cells)}
        if len(cells) > 1 and any(needed <= keys for needed in REQUIRED_COLUMNS) and not EMAIL.search(line):
            return bool(titles)
    return False


def _parse_headless(lines: Sequence[str]) -> People | None:
    """Parse a table without a header that has one column of names.

    None for texts that are no table.

    Raises:
        TableError: it is a table, but which column has the names is not clear.
    """
    filled = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    for sign in ("\t", ";", ",", "  "):
        rows = [_cells(line, sign) for _number, line in filled]
        width = len(rows[0]) if rows else 0
        if len(rows) < _PERSON_COUNT or width < 2 or any(len(row) != width for row in rows):
            continue
        kinds = [{_kind_of(row[at]) for row in rows} - {""} for at in range(width)]
        names = [at for at, kind in enumerate(kinds) if kind - {"code"} == {"name"}]
        facts = [at for at, kind in enumerate(kinds) if kind and kind <= {"fact", "code"}]
        if len(names) == 1 and facts:
            people = People()
            people.ignored[IgnoredKind.COLUMN] = sum(bool(kind) for kind in kinds) - 1
            for (number, _line), row in zip(filled, rows, strict=True):
                people.add(number, row[names[0]])
            return people
    text = "\n".join(lines)
    if looks_like_table(text) and (_has_column_of_addresses(lines) or not EMAIL.search(text)):
        raise unknown_columns(text, COLUMNS, REQUIRED_COLUMNS)
    return None


def _has_column_of_addresses(lines: Sequence[str]) -> bool:
    """Return whether every row has several cells, one of them an e-mail address.

    The first row may have titles instead.
    """
    for sign in ("\t", ";", ","):
        rows = [_cells(line, sign) for line in lines if line.strip()]
        width = len(rows[0])
        if width < 2 or any(len(row) != width for row in rows):
            continue
        kinds = [[_kind_of(row[at]) for row in rows] for at in range(width)]
        has_titles = not any("email" in each[:1] for each in kinds)
        names = sum("name" in each[1:] for each in kinds)
        if (has_titles or names > 1) and any(each[1:] and set(each[1:]) == {"email"} for each in kinds):
            return True
    return False


def _cells(line: str, sign: str) -> list[str]:
    if sign == "  ":
        return re.split(r"\s{2,}", line.strip())
    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=sign, skipinitialspace=True), [])]
    except csv.Error:
        return [line]


def _kind_of(cell: str) -> str:
    """Return whether a cell may be a name, a short code, or another fact."""
    if not cell:
        return ""
    if EMAIL.fullmatch(cell):
        return "email"
    if EMAIL.search(cell) or _NOT_A_NAME.fullmatch(cell) or _DATE.fullmatch(cell):
        return "fact"
    return "code" if _CODE.fullmatch(cell) else "name"


def _parse_lines(lines: Sequence[str]) -> People:
    """Parse one name per line."""
    people = People()
    pieces = [(number, piece) for number, line in enumerate(lines, 1) for piece in split_html_lines(line)]
    shown = [(number, piece) for number, piece in pieces if piece.strip()]
    bare = _numbered_without_signs([piece for _number, piece in shown])
    mode: IgnoredKind | None = None
    for place, (number, raw) in enumerate(shown):
        line = raw.translate(_WIDTHS).strip()
        text = strip_markup(line) if len(line) <= _MAX_MARKED_UP else line
        kind = _kind_of_line(line, text)
        if kind is None and not text:
            continue
        if _ABSENT_HEADING.fullmatch(text) or _WAITING_HEADING.fullmatch(text):
            mode = IgnoredKind.ABSENT if _ABSENT_HEADING.fullmatch(text) else IgnoredKind.WAITING
            kind = IgnoredKind.HEADING
        elif kind is IgnoredKind.HEADING:
            mode = None
        if kind is not None:
            people.ignored[kind] += 1
        elif mode is not None:
            people.ignored[mode] += 1
        else:
            pattern = _BARE_NUMBER if place in bare else _NUMBER
            stripped = pattern.sub("", text, count=1) if pattern.match(text) else text
            stripped = _PREFIX.sub("", stripped, count=1) if _PREFIX.match(stripped) else stripped
            for name in filter(None, _recipients(line, stripped, alone=len(shown) == 1)):
                people.add(number, name)
    return people


def _kind_of_line(line: str, text: str) -> IgnoredKind | None:
    """Return the kind of a line that is no person.

    None for persons, rulers and empty lines.
    """
    if is_struck_out(line):
        return IgnoredKind.STRUCK_OUT
    if _COMMENT.fullmatch(line):
        return IgnoredKind.COMMENT
    if _TOTAL.fullmatch(text):
        return IgnoredKind.HEADING if text.endswith(":") else IgnoredKind.TOTAL
    if _HEADING.fullmatch(text) or (text.endswith(":") and not EMAIL.search(text)):
        return IgnoredKind.HEADING
    if not EMAIL.search(text) and (_LABELLED_FACT.fullmatch(text) or _DAY.fullmatch(text)) and not _PREFIX.match(text):
        return IgnoredKind.COMMENT
    is_remark = _GREETING.fullmatch(text) or (is_detail(text) and not _PREFIX.match(text) and not EMAIL.search(text))
    return IgnoredKind.COMMENT if len(text) < _MAX_MARKED_UP and is_remark and "://" not in text else None


def _numbered_without_signs(lines: Sequence[str]) -> frozenset[int]:
    """Return the positions of lines such as ``1 Ana Ruiz``.

    Empty unless all lines are numbered from 1.
    """
    filled = [(place, _BARE_NUMBER.match(line.strip())) for place, line in enumerate(lines) if line.strip()]
    numbers = [int(match["number"]) if match else 0 for _place, match in filled]
    is_numbered = len(numbers) >= _PERSON_COUNT and numbers == list(range(1, len(numbers) + 1))
    return frozenset(place for place, _match in filled) if is_numbered else frozenset()


def _recipients(line: str, text: str, *, alone: bool) -> Iterator[str]:
    """Yield the names in a line.

    There are several if it is the recipients of a mail, or the only line and has separators.
    """
    addresses = len(EMAIL.findall(line))
    if addresses < _PERSON_COUNT:
        pieces = [piece.strip() for piece in re.split("[;,]", text)]
        if alone and len(pieces) > _PERSON_COUNT and all(" " in piece for piece in pieces):
            yield from pieces
            return
        yield "" if _RULER.fullmatch(text) else _RECIPIENTS.sub("", text, count=1) if addresses else text
        return
    without_key = _RECIPIENTS.sub("", line, count=1)
    for part in _BETWEEN_RECIPIENTS[";"].findall(without_key):
        pieces = _BETWEEN_RECIPIENTS[","].findall(part) if len(EMAIL.findall(part)) > 1 else [part]
        yield from (piece.strip(" ,") for piece in pieces)
