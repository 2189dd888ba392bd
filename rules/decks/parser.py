"""Decklist parser. It reports a status for every line and never raises or guesses."""

import re
from dataclasses import replace

from rules.decks import gems
from rules.decks.catalogue import Catalogue
from rules.decks.decklist import C, Entry, Line, LineStatus, ParsedDeck, merge_entries
from rules.decks.line_formats import (
    GROUP_WORDS,
    MAX_LINE_LENGTH,
    SECTION_WORDS,
    LineParse,
    Section,
    fallback_parse,
    has_invalid_count,
    heading_words,
    is_comment,
    possible_parses,
    split_prefix,
    strip_invisible,
    strip_sideboard_prefix,
)
from rules.decks.messages import join_and, join_or, quote
from rules.decks.multi_card_lines import restore_line_numbers, split_lines
from rules.decks.names import fold, words
from rules.decks.spreadsheets import (
    NAMES,
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
MAX_QUANTITY = 99
"""Maximum number of copies in a line."""
_MIN_TOTAL = 10
"""Minimum number of cards for reading a lone number as a total."""
MANY_CANDIDATES = 8
"""Maximum number of names listed for an ambiguous name."""

NOT_PLAYED = frozenset(
    {"maybe", "maybeboard", "maybe board", "acquire", "acquireboard", "considering", "wishlist", "wish list"}
)
"""Section column values of other programs for cards outside the deck."""
YES = frozenset({"yes", "y", "true", "1", "x", "side", "sideboard", "ja", "oui", "si"})
TOTALS = frozenset(
    {"total", "totals", "grand total", "sum", "total cards", "cards", "gesamt", "insgesamt", "summe", "karten"}
    | {"totale", "somme", "suma", "somma", "totaal"}
)
"""Name column values of a total row."""

_MARKS = re.compile(r"\s*[(\[](?P<marks>[^()\[\]]{1,60})[)\]](?P<after>\s*[x\N{MULTIPLICATION SIGN}]?\s*\d{0,2})$")
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
    raw = _split_text(text)
    several = split_lines(raw[:MAX_LINES], cards)
    if several is None:
        return _parse_lines(raw, cards)
    return restore_line_numbers(_parse_lines([*several.lines, *raw[MAX_LINES:]], cards), several)


def _parse_lines(raw: list[str], cards: Catalogue[C]) -> ParsedDeck[C]:
    """Parse lines that hold one card each."""
    table = find_table(raw[:MAX_LINES], lambda name: cards.find(name) is not None)
    lines: list[Line[C]] = []
    section = previous = Section.MAIN
    while len(lines) < len(raw):
        number = len(lines) + 1
        if number > MAX_LINES:
            message = f"the list goes on after {MAX_LINES} lines: the rest was not read"
            cut = Line[C](number, raw[number - 1][:MAX_LINE_LENGTH], LineStatus.UNREADABLE, section)
            lines.append(replace(cut, message=message, code="too-long"))
            break
        if number == 1 and declared_separator(raw[0]):
            lines.append(Line(number, raw[0], LineStatus.COMMENT, section))
        elif table is None:
            lines.append(_read_line(number, raw[number - 1], section, cards))
        elif number <= (table.header or 0):
            lines.append(_read_above_header(_read_line(number, raw[number - 1], section, cards), table))
        else:
            lines += _read_row(raw, number, section, table, cards)
        if number == len(raw) and _is_total(lines[-1], lines[:-1]):
            lines[-1] = Line(number, raw[-1], LineStatus.COMMENT, section)
        if lines[-1].status is LineStatus.SECTION:
            previous, section = (previous if section in cards.single_card_sections else section), lines[-1].section
        elif section in cards.single_card_sections and lines[-1].status in (LineStatus.OK, LineStatus.UNKNOWN):
            section = previous
    card_lines = ((line, line.card) for line in lines if line.card is not None)
    entries = (Entry(card, line.quantity, line.section, (line.number,), line.gems) for line, card in card_lines)
    return ParsedDeck(tuple(lines), merge_entries(entries), *_ignored_columns_note(table))


def _read_above_header(line: Line[C], table: Table) -> Line[C]:
    """Parse a line above the table header; without a quantity it is a title."""
    counted = any(
        candidate.quantity is not None for candidate in possible_parses(strip_invisible(line.text)[:MAX_LINE_LENGTH])
    )
    if line.status not in (LineStatus.UNKNOWN, LineStatus.UNREADABLE) or counted:
        return line
    title = strip_invisible(line.text.strip(table.delimiter + " "))
    return Line(line.number, line.text, LineStatus.COMMENT if title else LineStatus.BLANK, line.section)


def _is_total(line: Line[C], previous: list[Line[C]]) -> bool:
    """Return whether a line contains only the total of the lines before it."""
    numbers = re.findall(r"[^\W_]+", strip_invisible(line.text))
    counted = sum(each.quantity for each in previous if each.card is not None)
    return line.status is LineStatus.UNREADABLE and counted >= _MIN_TOTAL and numbers == [str(counted)]


def _split_text(text: str) -> list[str]:
    lines = _LINE_ENDS.split(text.removeprefix("\ufeff"))
    return lines[:-1] if lines[-1] == "" else lines


def _read_line(number: int, raw: str, section: Section, cards: Catalogue[C]) -> Line[C]:
    """Parse one line of the given section."""
    line: Line[C] = Line(number, raw, LineStatus.BLANK, section)
    visible = strip_invisible(raw)
    if not visible or is_comment(visible):
        return replace(line, status=LineStatus.COMMENT if visible else LineStatus.BLANK)
    if len(visible) > MAX_LINE_LENGTH:
        message = f"{len(visible)} characters on one line: write one card a line, like 3 {cards.names[0]}"
        return _invalid_line(line, message, "unreadable-line")
    opened = None if cards.find(visible) else _parse_heading(visible, section, cards)
    if opened:
        return replace(line, status=LineStatus.SECTION, section=opened)
    if number == 1 and words(visible) in NAMES and not cards.find(visible):
        return replace(line, status=LineStatus.COMMENT)
    prefix_section, card = _split_section_prefix(visible, section, cards)
    return _read_card(replace(line, section=prefix_section), card, cards)


def _split_section_prefix(visible: str, section: Section, cards: Catalogue[C]) -> tuple[Section, str]:
    """Split a section prefix from a line; return the section and the rest."""
    side = strip_sideboard_prefix(visible)
    if side is not None:
        return Section.SIDEBOARD, side
    prefix = split_prefix(visible)
    named_section = cards.sections.get(prefix[0]) if prefix and not cards.find(visible) else None
    if prefix and named_section and _is_group_heading(prefix[0], section, cards):
        named_section = section
    return (named_section, prefix[1]) if named_section and prefix else (section, visible)


def _read_row(raw: list[str], number: int, section: Section, table: Table, cards: Catalogue[C]) -> list[Line[C]]:
    """Parse the table row that starts at a line; it may span several lines."""
    text = raw[number - 1]
    line: Line[C] = Line(number, text, LineStatus.BLANK, section)
    visible = strip_invisible(text)
    if not visible.strip(table.delimiter + " "):
        return [line]
    is_header_row = number - 1 == table.header or is_repeated_header(raw, number - 1, table) or _is_table_rule(visible)
    if is_header_row or (is_comment(visible) and not visible.startswith(table.delimiter)):
        return [replace(line, status=LineStatus.COMMENT)]
    if len(text) > MAX_ROW_LENGTH:
        message = f"{len(text)} characters on one line: write one card a line, like 3 {cards.names[0]}"
        return [_invalid_line(line, message, "unreadable-line")]
    row = read_row(raw, number - 1, table, lambda name: cards.find(name) is not None)
    rest = [
        Line[C](number + offset, raw[number - 1 + offset], LineStatus.COMMENT, section)
        for offset in range(1, row.lines)
    ]
    if row.alone:
        alone = _read_line(number, row.alone, section, cards)
        says_all = table.delimiter not in visible or table.count is None
        if says_all or alone.status in (LineStatus.SECTION, LineStatus.COMMENT):
            return [replace(alone, text=text), *rest]
    name, gem_text = gems.split_gems(row.name, cards.is_gem) if cards.is_gem else (row.name, None)
    return [_with_gems(_read_cells(line, replace(row, name=name), table, cards), gem_text), *rest]


def _read_total_or_heading(line: Line[C], row: Row, cards: Catalogue[C]) -> Line[C] | None:
    """Parse a row that is a total or a heading; return ``None`` for other rows."""
    if words(row.name) in TOTALS:
        return replace(line, status=LineStatus.COMMENT)
    opened = _parse_heading(row.name, line.section, cards)
    return replace(line, status=LineStatus.SECTION, section=opened) if opened else None


def _is_table_rule(visible: str) -> bool:
    """Return whether a line is a table rule such as ``|---|:-:|``."""
    return "-" in visible and not visible.strip("|:-+= ")


def _read_cells(line: Line[C], row: Row, table: Table, cards: Catalogue[C]) -> Line[C]:
    """Parse a table row with a card."""
    titles = dict(enumerate(table.titles))
    if words(row.part) in NOT_PLAYED:
        column = quote(titles[table.part or 0])
        message = f"{quote(row.part)} in the column {column} is neither deck nor sideboard: say which, or delete it"
        return _invalid_line(line, message, "section")
    part = _section_of(words(row.part), cards) or line.section
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
        return _invalid_line(line, message, "unreadable-line")
    number = 1 if row.count is None else parse_copies(row.count)
    if number is None:
        says = f"says {quote(row.count or '')}" if row.count else "says nothing"
        column = quote(titles[table.count or 0])
        message = f"the column {column} {says}: write a whole number of copies from 1 to {MAX_QUANTITY}"
        return _invalid_line(line, message, "quantity")
    if parsed is None:
        return _report_unknown_name(line, LineParse(number, row.name[:MAX_LINE_LENGTH]), cards)
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
    return _validate_quantity(known_line)


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


def _parse_heading(visible: str, section: Section, cards: Catalogue[C]) -> Section | None:
    """Return the section that a heading belongs to; ``None`` for other lines."""
    word = heading_words(visible) or ""
    if _is_group_heading(word, section, cards):
        return Section.MAIN if section in cards.single_card_sections else section
    return _section_of(word, cards)


def _is_group_heading(word: str, section: Section, cards: Catalogue[C]) -> bool:
    """Return whether a folded word is a heading that groups cards in the current section."""
    if word in cards.sections:
        return section is Section.SIDEBOARD and word in cards.headings
    return word in GROUP_WORDS or word in cards.headings


def _section_of(word: str, cards: Catalogue[C]) -> Section | None:
    """Return the section for a folded heading in this game, or ``None``."""
    return cards.sections.get(word) or SECTION_WORDS.get(word)


def _invalid_line(line: Line[C], message: str, code: str) -> Line[C]:
    return replace(line, text=line.text[:MAX_LINE_LENGTH], status=LineStatus.UNREADABLE, message=message, code=code)


def _split_marks(visible: str, cards: Catalogue[C]) -> tuple[str, tuple[tuple[str, bool], ...]]:
    """Split the annotations in brackets from a line."""
    marks: list[tuple[str, bool]] = []
    while match := _MARKS.search(visible):
        parts = [cards.marks.get(words(part)) for part in re.split(r"[,;/+]", match["marks"])]
        if None in parts:
            break
        marks = [each for each in parts if each is not None] + marks
        visible = visible[: match.start()].rstrip() + match["after"].rstrip()
    return visible, tuple(dict.fromkeys(marks))


def _read_card(line: Line[C], visible: str, cards: Catalogue[C]) -> Line[C]:
    """Parse a line with a card and possibly its gems."""
    if cards.is_gem is None or cards.find(visible) is not None:
        return _read_name(line, visible, cards)
    rest, gem_text = gems.split_gems(visible, cards.is_gem)
    return _with_gems(_read_name(line, rest, cards), gem_text)


def _with_gems(line: Line[C], gem_text: str | None) -> Line[C]:
    """Parse the gem text of a line; return the line with its gems or the error."""
    if gem_text is None or line.status not in (LineStatus.OK, LineStatus.UNKNOWN):
        return line
    try:
        return replace(line, gems=gems.parse_settings(gem_text, line.quantity))
    except gems.GemError as error:
        line_without_gems = Line[C](line.number, line.text, LineStatus.UNREADABLE, line.section, name=line.name)
        return _invalid_line(line_without_gems, str(error), "gems")


def _read_name(line: Line[C], visible: str, cards: Catalogue[C]) -> Line[C]:
    """Parse a line with a card, without its gems."""
    if cards.marks and cards.find(visible) is None:
        visible, marks = _split_marks(visible, cards)
        line = replace(line, marks=marks)
    for candidate in possible_parses(visible):
        match = cards.find(candidate.name)
        if match is not None:
            entry = replace(
                line,
                status=LineStatus.OK,
                quantity=1 if candidate.quantity is None else candidate.quantity,
                name=candidate.name,
                card=match.card,
                alias=match.alias is not None,
                set_code=candidate.code,
            )
            return _validate_quantity(entry)
    if has_invalid_count(visible):
        message = f"copies are counted in whole numbers from 1 to {MAX_QUANTITY}, like 3 {cards.names[0]}"
        return _invalid_line(line, message, "quantity")
    if any(
        candidate.quantity is not None and words(candidate.name) in TOTALS for candidate in possible_parses(visible)
    ):
        return replace(line, status=LineStatus.COMMENT)
    both = _parse_both_counts(visible, cards)
    if both:
        message = f"two numbers of copies, {both[0]} and {both[1]}: write one"
        return _invalid_line(line, message, "quantity")
    candidate = fallback_parse(visible) if visible else LineParse(None, "")
    if not any(character.isalpha() for character in fold(candidate.name)):
        message = f"there is no name in this line: write the number of copies and the name, like 3 {cards.names[0]}"
        return _invalid_line(line, message, "unreadable-line")
    return _report_unknown_name(line, candidate, cards)


def _parse_both_counts(visible: str, cards: Catalogue[C]) -> tuple[int, int] | None:
    """Return both numbers of a line with two, such as ``2 Name x3``; otherwise ``None``."""
    for outer in possible_parses(visible):
        for inner in possible_parses(outer.name) if outer.quantity is not None else ():
            if inner.quantity is not None and cards.find(inner.name) is not None:
                return outer.quantity or 0, inner.quantity
    return None


def _report_unknown_name(line: Line[C], candidate: LineParse, cards: Catalogue[C]) -> Line[C]:
    """Return the line with the error for an unknown name, and suggestions."""
    candidates = cards.candidates(candidate.name)
    if len(candidates) > 1:
        suggestions = candidates[:MANY_CANDIDATES]
        fits = join_or(suggestions, omitted=len(candidates) - len(suggestions))
        message = f"{quote(candidate.name)} is not a whole name; it fits {fits}: write the whole name"
    else:
        suggestions = cards.suggest(candidate.name)
        hint = f"did you mean {join_or(suggestions)}?" if suggestions else "no name is close to it; check the spelling"
        message = f"no card is called {quote(candidate.name)}: {hint}"
    unknown = replace(
        line,
        status=LineStatus.UNKNOWN,
        quantity=1 if candidate.quantity is None else candidate.quantity,
        name=candidate.name,
        suggestions=suggestions,
        message=message,
        code="unknown-card",
    )
    return _validate_quantity(unknown)


def _validate_quantity(line: Line[C]) -> Line[C]:
    """Return the line, with an error if the number of copies is out of range."""
    if 1 <= line.quantity <= MAX_QUANTITY:
        return line
    if line.quantity == 0:
        message = f"0 copies: write how many there are, 1 to {MAX_QUANTITY}, or delete the line"
    else:
        message = f"{str(line.quantity)[:20]} copies is out of range: write a number from 1 to {MAX_QUANTITY}"
    return Line(
        line.number, line.text, LineStatus.UNREADABLE, line.section, name=line.name, message=message, code="quantity"
    )
