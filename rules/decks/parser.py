"""Decklist parser. It reports a status for every line and never raises or guesses."""

import re
from dataclasses import replace

from rules.decks import gems
from rules.decks.card_lines import MAX_QUANTITY, invalid_line, report_unknown_name, validate_quantity, with_gems
from rules.decks.catalogue import Catalogue
from rules.decks.deck_files import read_deck_file
from rules.decks.decklist import C, Entry, Ignored, Line, LineStatus, ParsedDeck, merge_entries
from rules.decks.decorations import split_html_lines
from rules.decks.headings import is_total
from rules.decks.line_formats import (
    MAX_LINE_LENGTH,
    LineParse,
    Section,
    is_comment,
    possible_parses,
    strip_invisible,
)
from rules.decks.lines import (
    NOT_PLAYED,
    ListState,
    initial_state,
    mark_titles,
    parse_heading,
    read_line,
    section_of,
    unquote_lines,
)
from rules.decks.messages import join_and, quote
from rules.decks.multi_card_lines import SplitLines, restore_line_numbers, split_lines
from rules.decks.names import fold, words
from rules.decks.spreadsheets import (
    Row,
    Table,
    declared_separator,
    find_table,
    is_repeated_header,
    parse_copies,
    read_row,
)

MAX_LINES = 2_000
"""Maximum number of lines; far above any deck, but limits the cost of hostile input."""
MAX_ROW_LENGTH = 5_000
"""Maximum number of characters of a table row."""
_MIN_TOTAL = 10
"""Minimum number of cards for reading a lone number as a total."""
YES = frozenset({"yes", "y", "true", "1", "x", "side", "sideboard", "ja", "oui", "si"})
TOTALS = frozenset(
    {"total", "totals", "grand total", "sum", "total cards", "cards", "gesamt", "insgesamt", "summe", "karten"}
    | {"totale", "somme", "suma", "somma", "totaal"}
)
"""Name column values of a total row."""

_LINE_ENDS = re.compile(r"\r\n|\r|\n")


def parse(text: str, cards: Catalogue[C]) -> ParsedDeck[C]:
    """Parse a decklist.

    See :mod:`rules.decks.line_formats` for the line formats and :mod:`rules.decks.multi_card_lines` for lines with
    several cards. Names are compared by :func:`rules.decks.names.fold`, then by the catalogue's aliases; other names
    are reported with suggestions. Repeated lines are added up per section.

    Args:
        text: The list as written; any line ends, with or without byte order mark.
        cards: The catalogue of the game.

    Returns:
        The parsed lines and the decklist of the valid ones.
    """
    source = read_deck_file(text) or _split_html(text)
    raw = unquote_lines(source.lines if source else _split_text(text), cards)
    several = split_lines(raw[:MAX_LINES], cards)
    if several is None:
        parsed = _parse_lines(raw, cards)
    else:
        parsed = restore_line_numbers(_parse_lines([*several.lines, *raw[MAX_LINES:]], cards), several)
    return restore_line_numbers(parsed, source) if source else parsed


def _split_html(text: str) -> SplitLines | None:
    """Return the lines that HTML shows.

    ``None`` for texts without line breaks of HTML.
    """
    if "<" not in text:
        return None
    rows = [(piece, number) for number, line in enumerate(_split_text(text), 1) for piece in split_html_lines(line)]
    if not rows or len(rows) == rows[-1][1]:
        return None
    return SplitLines(tuple(piece for piece, _ in rows), tuple(number for _, number in rows), (), ())


def _parse_lines(raw: list[str], cards: Catalogue[C]) -> ParsedDeck[C]:
    """Parse lines that hold one card each."""
    table = find_table(raw[:MAX_LINES], lambda name: cards.find(name) is not None)
    lines: list[Line[C]] = []
    state, previous = initial_state(raw[:MAX_LINES]), Section.MAIN
    while len(lines) < len(raw):
        number = len(lines) + 1
        if number > MAX_LINES:
            message = f"the list goes on after {MAX_LINES} lines: the rest was not read"
            cut = Line[C](number, raw[number - 1][:MAX_LINE_LENGTH], LineStatus.UNREADABLE, state.section)
            lines.append(replace(cut, message=message, code="too-long"))
            break
        read = _read_next(raw, number, state, table, cards)
        if number == len(raw) and _is_total(read[-1], lines):
            read = [Line(number, raw[-1], LineStatus.COMMENT, state.section, ignored=Ignored.TOTAL)]
        lines += read
        state.advance(read[0])
        last = lines[-1]
        if last.status is LineStatus.SECTION:
            previous = previous if state.section in cards.single_card_sections else state.section
            state.section = last.section
        elif state.section in cards.single_card_sections and last.status in (LineStatus.OK, LineStatus.UNKNOWN):
            state.section = previous
    if table is None:
        lines = mark_titles(lines, cards)
    card_lines = ((line, line.card) for line in lines if line.card is not None)
    entries = (Entry(card, line.quantity, line.section, (line.number,), line.gems) for line, card in card_lines)
    return ParsedDeck(tuple(lines), merge_entries(entries), *_ignored_columns_note(table))


def _read_next(
    raw: list[str], number: int, state: ListState, table: Table | None, cards: Catalogue[C]
) -> list[Line[C]]:
    """Parse the line or table row at a line number."""
    if number == 1 and declared_separator(raw[0]):
        return [Line(number, raw[0], LineStatus.COMMENT, state.section)]
    if table is None:
        return [read_line(number, raw[number - 1], state, cards)]
    if number <= (table.header or 0):
        return [_read_above_header(read_line(number, raw[number - 1], state, cards), table)]
    return _read_row(raw, number, state, table, cards)


def _read_above_header(line: Line[C], table: Table) -> Line[C]:
    """Parse a line above the table header; without a quantity it is a title."""
    counted = any(
        candidate.quantity is not None for candidate in possible_parses(strip_invisible(line.text)[:MAX_LINE_LENGTH])
    )
    if line.status not in (LineStatus.UNKNOWN, LineStatus.UNREADABLE) or counted:
        return line
    title = strip_invisible(line.text.strip(table.delimiter + " "))
    status = LineStatus.COMMENT if title else LineStatus.BLANK
    return Line(line.number, line.text, status, line.section, ignored=Ignored.TITLE if title else None)


def _is_total(line: Line[C], previous: list[Line[C]]) -> bool:
    """Return True if a line contains only the total of the lines before it."""
    numbers = re.findall(r"[^\W_]+", strip_invisible(line.text))
    counted = sum(each.quantity for each in previous if each.card is not None)
    return line.status is LineStatus.UNREADABLE and counted >= _MIN_TOTAL and numbers == [str(counted)]


def _split_text(text: str) -> list[str]:
    lines = _LINE_ENDS.split(text.removeprefix("\ufeff"))
    return lines[:-1] if lines[-1] == "" else lines


def _read_row(raw: list[str], number: int, state: ListState, table: Table, cards: Catalogue[C]) -> list[Line[C]]:
    """Parse the table row that starts at a line; it may span several lines."""
    text, section = raw[number - 1], state.section
    line: Line[C] = Line(number, text, LineStatus.BLANK, section)
    visible = strip_invisible(text)
    if not visible.strip(table.delimiter + " "):
        return [line]
    is_header_row = number - 1 == table.header or is_repeated_header(raw, number - 1, table) or _is_table_rule(visible)
    if is_header_row or (is_comment(visible) and not visible.startswith(table.delimiter)):
        return [replace(line, status=LineStatus.COMMENT)]
    if len(text) > MAX_ROW_LENGTH:
        message = f"{len(text)} characters on one line: write one card a line, like 3 {cards.names[0]}"
        return [invalid_line(line, message, "unreadable-line")]
    row = read_row(raw, number - 1, table, lambda name: cards.find(name) is not None)
    rest = [
        Line[C](number + offset, raw[number - 1 + offset], LineStatus.COMMENT, section)
        for offset in range(1, row.lines)
    ]
    if row.alone:
        alone = read_line(number, row.alone, state, cards)
        says_all = table.delimiter not in visible or table.count is None
        if says_all or alone.status in (LineStatus.SECTION, LineStatus.COMMENT):
            return [replace(alone, text=text), *rest]
    name, gem_text = gems.split_gems(row.name, cards.is_gem) if cards.is_gem else (row.name, None)
    return [with_gems(_read_cells(line, replace(row, name=name), table, cards), gem_text), *rest]


def _read_total_or_heading(line: Line[C], row: Row, cards: Catalogue[C]) -> Line[C] | None:
    """Parse a row that is a total or a heading; return ``None`` for other rows."""
    if words(row.name) in TOTALS or is_total(row.name):
        return replace(line, status=LineStatus.COMMENT, ignored=Ignored.TOTAL)
    opened = parse_heading(row.name, line.section, cards)
    return replace(line, status=LineStatus.SECTION, section=opened) if opened else None


def _is_table_rule(visible: str) -> bool:
    """Return True if a line is a table rule such as ``|---|:-:|``."""
    return "-" in visible and not visible.strip("|:-+= ")


def _read_cells(line: Line[C], row: Row, table: Table, cards: Catalogue[C]) -> Line[C]:
    """Parse a table row with a card."""
    titles = dict(enumerate(table.titles))
    if words(row.part) in NOT_PLAYED:
        column = quote(titles[table.part or 0])
        message = f"{quote(row.part)} in the column {column} is neither deck nor sideboard: say which, or delete it"
        return invalid_line(line, message, "section")
    part = section_of(words(row.part), cards) or line.section
    line = replace(line, section=Section.SIDEBOARD if words(row.side) in YES else part)
    parsed = next(
        (
            (candidate, card)
            for candidate in possible_parses(row.name[:MAX_LINE_LENGTH])
            if candidate.quantity is None and (card := cards.find(candidate.name)) is not None
        ),
        None,
    )
    no_card = None if parsed else _read_total_or_heading(line, row, cards)
    if no_card:
        return no_card
    if not any(character.isalnum() for character in fold(row.name)):
        message = f"there is no name in the column {quote(titles[table.name])}: write the card's name there"
        return invalid_line(line, message, "unreadable-line")
    number = 1 if row.count is None else parse_copies(row.count)
    if number is None:
        says = f"says {quote(row.count or '')}" if row.count else "says nothing"
        column = quote(titles[table.count or 0])
        message = f"the column {column} {says}: write a whole number of copies from 1 to {MAX_QUANTITY}"
        return invalid_line(line, message, "quantity")
    if parsed is None:
        return report_unknown_name(line, LineParse(number, row.name[:MAX_LINE_LENGTH]), cards)
    candidate, is_known = parsed
    known_line = replace(
        line,
        status=LineStatus.OK,
        quantity=number,
        name=candidate.name,
        card=is_known.card,
        alias=is_known.alias is not None,
        set_code=candidate.code,
    )
    return validate_quantity(known_line)


def _ignored_columns_note(table: Table | None) -> tuple[str, tuple[int, ...]]:
    """Return the note on ignored table columns, and the line of the header."""
    if table is None:
        return "", ()
    parts = []
    if table.ignored:
        titles = [title if table.header is None else quote(title) for title in table.ignored]
        were = "was" if len(titles) == 1 else "were"
        parts.append(f"{join_and(titles)} {were} ignored: a list needs only names and numbers of copies")
    if table.count is None:
        parts.append("no column gives the number of copies: every line was read as one copy")
    return "; ".join(parts), () if table.header is None else (table.header + 1,)


def replace_name(text: str, number: int, name: str, cards: Catalogue[C]) -> str:
    """Replace the unknown name in one line by one of its suggestions.

    The rest of the line stays unchanged; a name with a comma is quoted if necessary. The text is returned unchanged if
    the name was not suggested or would not be parsed as that card.

    Args:
        text: The list as written.
        number: Line number, from 1.
        name: One of the names that :func:`parse` suggests for this line.
        cards: The catalogue of the game.
    """
    line = next((line for line in parse(text, cards).lines if line.number == number), None)
    if line is None or name not in line.suggestions or not line.name:
        return text
    parts = re.split(f"({_LINE_ENDS.pattern})", text)
    prefix, separator, after = parts[2 * (number - 1)].rpartition(line.name)
    for spelling in (name, f'"{name}"') if separator else ():
        changed = "".join([*parts[: 2 * (number - 1)], f"{prefix}{spelling}{after}", *parts[2 * number - 1 :]])
        same = next((each for each in parse(changed, cards).lines if each.number == number), line)
        if same.card is not None and (same.card.name, same.quantity) == (name, line.quantity):
            return changed
    return text
