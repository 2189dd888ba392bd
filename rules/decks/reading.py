"""Decklist text to cards: every line gets an answer, nothing is guessed, nothing raises."""

import re
from dataclasses import replace

from rules.decks import gems
from rules.decks.catalogue import Catalogue
from rules.decks.decklist import C, Entry, Line, LineStatus, ParsedDeck, added_up
from rules.decks.names import fold, words
from rules.decks.notation import (
    GROUP_WORDS,
    LONGEST,
    SECTION_WORDS,
    Reading,
    Section,
    best_guess,
    has_odd_number,
    heading,
    is_comment,
    readings,
    sideboard_line,
    visible,
    worded_line,
)
from rules.decks.runs import apart, together
from rules.decks.spreadsheets import NAMES, Row, Table, copies, find, is_header_again, row_at, separator
from rules.decks.wording import all_of, any_of, quoted

MAX_LINES = 2_000
"""Lines of one text that are read; far above any deck, low enough that a hostile text costs little."""
MAX_LINE_LENGTH = LONGEST
"""Characters of one line."""
MAX_ROW_LENGTH = 5_000
"""Characters of one row of a table, which may say much that is no part of a list."""
MAX_QUANTITY = 99
"""Copies one line may give; more is taken for a slip."""
_LEAST_TOTAL = 10
"""Cards below which a number alone in the last line is no total but a line that lacks its name."""
MANY_CANDIDATES = 8
"""Names listed for an incomplete name that fits several."""

NOT_PLAYED = frozenset(
    {"maybe", "maybeboard", "maybe board", "acquire", "acquireboard", "considering", "wishlist", "wish list"}
)
"""What other programs keep beside a list, in the column that tells deck from sideboard."""
YES = frozenset({"yes", "y", "true", "1", "x", "side", "sideboard", "ja", "oui", "si"})
TOTALS = frozenset(
    {"total", "totals", "grand total", "sum", "total cards", "cards", "gesamt", "insgesamt", "summe", "karten"}
    | {"totale", "somme", "suma", "somma", "totaal"}
)
"""What stands in the place of a name where a spreadsheet adds up."""

_MARKS = re.compile(r"\s*[(\[](?P<marks>[^()\[\]]{1,60})[)\]](?P<after>\s*[x\N{MULTIPLICATION SIGN}]?\s*\d{0,2})$")
_LINE_ENDS = re.compile(r"\r\n|\r|\n")


def parse(text: str, cards: Catalogue[C]) -> ParsedDeck[C]:
    """Read a decklist text.

    Line forms are those of :mod:`rules.decks.notation`. Names are compared by :func:`rules.decks.names.fold`, then by
    the catalogue's table of spelling variants; every other name is reported with suggestions and never swapped.
    Repeated lines are added up, separately for main deck and sideboard. A line with several cards is taken apart, see
    :mod:`rules.decks.runs`.

    Args:
        text: The list as the player wrote it; any line ends, with or without byte order mark.
        cards: The catalogue of the game.

    Returns:
        One answer a line, and the decklist of the good lines.
    """
    raw = _split(text)
    several = apart(raw[:MAX_LINES], cards)
    if several is None:
        return _parsed(raw, cards)
    return together(_parsed([*several.lines, *raw[MAX_LINES:]], cards), several)


def _parsed(raw: list[str], cards: Catalogue[C]) -> ParsedDeck[C]:
    """Return what the lines of a list say, each line one card."""
    table = find(raw[:MAX_LINES], lambda name: cards.find(name) is not None)
    lines: list[Line[C]] = []
    section = before = Section.MAIN
    while len(lines) < len(raw):
        number = len(lines) + 1
        if number > MAX_LINES:
            message = f"the list goes on after {MAX_LINES} lines: nothing from here on was read"
            cut = Line[C](number, raw[number - 1][:MAX_LINE_LENGTH], LineStatus.UNREADABLE, section)
            lines.append(replace(cut, message=message, code="too-long"))
            break
        if number == 1 and separator(raw[0]):
            lines.append(Line(number, raw[0], LineStatus.COMMENT, section))
        elif table is None:
            lines.append(_read_line(number, raw[number - 1], section, cards))
        elif number <= (table.header or 0):
            lines.append(_above(_read_line(number, raw[number - 1], section, cards), table))
        else:
            lines += _read_row(raw, number, section, table, cards)
        if number == len(raw) and _adds_up(lines[-1], lines[:-1]):
            lines[-1] = Line(number, raw[-1], LineStatus.COMMENT, section)
        if lines[-1].status is LineStatus.SECTION:
            before, section = (before if section in cards.singles else section), lines[-1].section
        elif section in cards.singles and lines[-1].status in (LineStatus.OK, LineStatus.UNKNOWN):
            section = before
    named = ((line, line.card) for line in lines if line.card is not None)
    entries = (Entry(card, line.quantity, line.section, (line.number,), line.gems) for line, card in named)
    return ParsedDeck(tuple(lines), added_up(entries), *_columns(table))


def _above(line: Line[C], table: Table) -> Line[C]:
    """Return the answer to a line above the one that names the columns: titles, unless a card is counted."""
    counted = any(reading.quantity is not None for reading in readings(visible(line.text)[:LONGEST]))
    if line.status not in (LineStatus.UNKNOWN, LineStatus.UNREADABLE) or counted:
        return line
    title = visible(line.text.strip(table.delimiter + " "))
    return Line(line.number, line.text, LineStatus.COMMENT if title else LineStatus.BLANK, line.section)


def _adds_up(line: Line[C], before: list[Line[C]]) -> bool:
    """Whether a line says nothing but how many cards the lines before it have."""
    said = re.findall(r"[^\W_]+", visible(line.text))
    counted = sum(each.quantity for each in before if each.card is not None)
    return line.status is LineStatus.UNREADABLE and counted >= _LEAST_TOTAL and said == [str(counted)]


def _split(text: str) -> list[str]:
    lines = _LINE_ENDS.split(text.removeprefix("\ufeff"))
    return lines[:-1] if lines[-1] == "" else lines


def _read_line(number: int, raw: str, section: Section, cards: Catalogue[C]) -> Line[C]:
    """Return the answer to one line, given the section it stands in."""
    line: Line[C] = Line(number, raw, LineStatus.BLANK, section)
    shown = visible(raw)
    if not shown or is_comment(shown):
        return replace(line, status=LineStatus.COMMENT if shown else LineStatus.BLANK)
    if len(shown) > MAX_LINE_LENGTH:
        message = f"{len(shown)} characters on one line: write one card a line, like 3 {cards.names[0]}"
        return _unreadable(line, message, "unreadable-line")
    opened = None if cards.find(shown) else _heading(shown, section, cards)
    if opened:
        return replace(line, status=LineStatus.SECTION, section=opened)
    if number == 1 and words(shown) in NAMES and not cards.find(shown):
        return replace(line, status=LineStatus.COMMENT)
    of, card = _own_section(shown, section, cards)
    return _read_card(replace(line, section=of), card, cards)


def _own_section(shown: str, section: Section, cards: Catalogue[C]) -> tuple[Section, str]:
    """Return the section of a line that may name its own before a colon, and what is left of the line."""
    side = sideboard_line(shown)
    if side is not None:
        return Section.SIDEBOARD, side
    worded = worded_line(shown)
    of = cards.sections.get(worded[0]) if worded and not cards.find(shown) else None
    if worded and of and _only_groups(worded[0], section, cards):
        of = section
    return (of, worded[1]) if of and worded else (section, shown)


def _read_row(raw: list[str], number: int, section: Section, table: Table, cards: Catalogue[C]) -> list[Line[C]]:
    """Return the answers to the lines that a row of a table takes, the first of which has the given number."""
    text = raw[number - 1]
    line: Line[C] = Line(number, text, LineStatus.BLANK, section)
    shown = visible(text)
    if not shown.strip(table.delimiter + " "):
        return [line]
    told = number - 1 == table.header or is_header_again(raw, number - 1, table) or _is_ruled(shown)
    if told or (is_comment(shown) and not shown.startswith(table.delimiter)):
        return [replace(line, status=LineStatus.COMMENT)]
    if len(text) > MAX_ROW_LENGTH:
        message = f"{len(text)} characters on one line: write one card a line, like 3 {cards.names[0]}"
        return [_unreadable(line, message, "unreadable-line")]
    row = row_at(raw, number - 1, table, lambda name: cards.find(name) is not None)
    rest = [Line[C](number + more, raw[number - 1 + more], LineStatus.COMMENT, section) for more in range(1, row.lines)]
    if row.alone:
        alone = _read_line(number, row.alone, section, cards)
        says_all = table.delimiter not in shown or table.count is None
        if says_all or alone.status in (LineStatus.SECTION, LineStatus.COMMENT):
            return [replace(alone, text=text), *rest]
    name, said = gems.cut(row.name, cards.is_gem) if cards.is_gem else (row.name, None)
    return [_with_gems(_read_cells(line, replace(row, name=name), table, cards), said), *rest]


def _sum_or_heading(line: Line[C], row: Row, cards: Catalogue[C]) -> Line[C] | None:
    """Return the answer to a row that adds up, or heads the cards below it; ``None`` for every other."""
    if words(row.name) in TOTALS:
        return replace(line, status=LineStatus.COMMENT)
    opened = _heading(row.name, line.section, cards)
    return replace(line, status=LineStatus.SECTION, section=opened) if opened else None


def _is_ruled(shown: str) -> bool:
    """Whether a line is drawn under the names of columns, as in ``|---|:-:|``."""
    return "-" in shown and not shown.strip("|:-+= ")


def _read_cells(line: Line[C], row: Row, table: Table, cards: Catalogue[C]) -> Line[C]:
    """Return the answer to a row that should name a card."""
    titles = dict(enumerate(table.titles))
    if words(row.part) in NOT_PLAYED:
        column = quoted(titles[table.part or 0])
        message = f"{quoted(row.part)} in the column {column} is neither deck nor sideboard: say which, or delete it"
        return _unreadable(line, message, "section")
    part = _section_of(words(row.part), cards) or line.section
    line = replace(line, section=Section.SIDEBOARD if words(row.side) in YES else part)
    found = next(
        (
            (reading, card)
            for reading in readings(row.name[:LONGEST])
            if reading.quantity is None and (card := cards.find(reading.name)) is not None
        ),
        None,
    )
    no_card = None if found else _sum_or_heading(line, row, cards)
    if no_card:
        return no_card
    if not any(character.isalnum() for character in fold(row.name)):
        message = f"there is no name in the column {quoted(titles[table.name])}: write the card's name there"
        return _unreadable(line, message, "unreadable-line")
    number = 1 if row.count is None else copies(row.count)
    if number is None:
        says = f"says {quoted(row.count or '')}" if row.count else "says nothing"
        column = quoted(titles[table.count or 0])
        message = f"the column {column} {says}: write a whole number of copies from 1 to {MAX_QUANTITY}"
        return _unreadable(line, message, "quantity")
    if found is None:
        return _unknown(line, Reading(number, row.name[:LONGEST]), cards)
    reading, known = found
    known_line = replace(
        line,
        status=LineStatus.OK,
        quantity=number,
        name=reading.name,
        card=known.card,
        alias=known.alias is not None,
        set_code=reading.code,
    )
    return _with_sane_quantity(known_line)


def _columns(table: Table | None) -> tuple[str, tuple[int, ...]]:
    """Return what to say of a table's columns, and the line that names them; nothing when all of them were read."""
    if table is None:
        return "", ()
    parts = []
    if table.ignored:
        named = [title if table.header is None else quoted(title) for title in table.ignored]
        were = "was" if len(named) == 1 else "were"
        parts.append(f"{all_of(named)} {were} ignored: a list needs only names and numbers of copies")
    if table.count is None:
        parts.append("no column gives the number of copies: every line was read as one copy")
    return "; ".join(parts), () if table.header is None else (table.header + 1,)


def replace_name(text: str, number: int, name: str, cards: Catalogue[C]) -> str:
    """Return the text with the unknown name in one line replaced by a name that was offered for it.

    Everything else of the line stays as it was written; a name with a comma is put in quotation marks where it has to
    be. What was not offered, or cannot be put in without reading otherwise, changes nothing.

    Args:
        text: The list as it was written.
        number: The line, from 1.
        name: One of the names that :func:`parse` suggests for this line.
        cards: The catalogue of the game.
    """
    line = next((line for line in parse(text, cards).lines if line.number == number), None)
    if line is None or name not in line.suggestions or not line.name:
        return text
    parts = re.split(f"({_LINE_ENDS.pattern})", text)
    before, found, after = parts[2 * (number - 1)].rpartition(line.name)
    for written in (name, f'"{name}"') if found else ():
        changed = "".join([*parts[: 2 * (number - 1)], f"{before}{written}{after}", *parts[2 * number - 1 :]])
        same = next((each for each in parse(changed, cards).lines if each.number == number), line)
        if same.card is not None and (same.card.name, same.quantity) == (name, line.quantity):
            return changed
    return text


def _heading(shown: str, section: Section, cards: Catalogue[C]) -> Section | None:
    """Return the section that a heading opens or goes on with; ``None`` when the line is no heading."""
    word = heading(shown) or ""
    if _only_groups(word, section, cards):
        return Section.MAIN if section in cards.singles else section
    return _section_of(word, cards)


def _only_groups(word: str, section: Section, cards: Catalogue[C]) -> bool:
    """Whether a folded word groups cards within the section in which it stands."""
    if word in cards.sections:
        return section is Section.SIDEBOARD and word in cards.headings
    return word in GROUP_WORDS or word in cards.headings


def _section_of(word: str, cards: Catalogue[C]) -> Section | None:
    """Return the section that a folded word opens in a game's lists."""
    return cards.sections.get(word) or SECTION_WORDS.get(word)


def _unreadable(line: Line[C], message: str, code: str) -> Line[C]:
    return replace(line, text=line.text[:MAX_LINE_LENGTH], status=LineStatus.UNREADABLE, message=message, code=code)


def _marked(shown: str, cards: Catalogue[C]) -> tuple[str, tuple[tuple[str, bool], ...]]:
    """Return a line without what the player says of the card behind its name, and what that was."""
    said: list[tuple[str, bool]] = []
    while match := _MARKS.search(shown):
        parts = [cards.marks.get(words(part)) for part in re.split(r"[,;/+]", match["marks"])]
        if None in parts:
            break
        said = [each for each in parts if each is not None] + said
        shown = shown[: match.start()].rstrip() + match["after"].rstrip()
    return shown, tuple(dict.fromkeys(said))


def _read_card(line: Line[C], shown: str, cards: Catalogue[C]) -> Line[C]:
    """Return the answer to a line that should name a card, with the gems that are in it."""
    if cards.is_gem is None or cards.find(shown) is not None:
        return _read_name(line, shown, cards)
    rest, said = gems.cut(shown, cards.is_gem)
    return _with_gems(_read_name(line, rest, cards), said)


def _with_gems(line: Line[C], said: str | None) -> Line[C]:
    """Return a line with what it says of gems, or the complaint that this cannot be."""
    if said is None or line.status not in (LineStatus.OK, LineStatus.UNKNOWN):
        return line
    try:
        return replace(line, gems=gems.read(said, line.quantity))
    except gems.GemError as error:
        bare = Line[C](line.number, line.text, LineStatus.UNREADABLE, line.section, name=line.name)
        return _unreadable(bare, str(error), "gems")


def _read_name(line: Line[C], shown: str, cards: Catalogue[C]) -> Line[C]:
    """Return the answer to a line that should name a card."""
    if cards.marks and cards.find(shown) is None:
        shown, marks = _marked(shown, cards)
        line = replace(line, marks=marks)
    for reading in readings(shown):
        found = cards.find(reading.name)
        if found is not None:
            known = replace(
                line,
                status=LineStatus.OK,
                quantity=1 if reading.quantity is None else reading.quantity,
                name=reading.name,
                card=found.card,
                alias=found.alias is not None,
                set_code=reading.code,
            )
            return _with_sane_quantity(known)
    if has_odd_number(shown):
        message = f"copies are counted in whole numbers from 1 to {MAX_QUANTITY}, like 3 {cards.names[0]}"
        return _unreadable(line, message, "quantity")
    if any(reading.quantity is not None and words(reading.name) in TOTALS for reading in readings(shown)):
        return replace(line, status=LineStatus.COMMENT)
    twice = _counted_twice(shown, cards)
    if twice:
        message = f"two numbers of copies, {twice[0]} and {twice[1]}: write one"
        return _unreadable(line, message, "quantity")
    reading = best_guess(shown) if shown else Reading(None, "")
    if not any(character.isalpha() for character in fold(reading.name)):
        message = f"there is no name in this line: write the number of copies and the name, like 3 {cards.names[0]}"
        return _unreadable(line, message, "unreadable-line")
    return _unknown(line, reading, cards)


def _counted_twice(shown: str, cards: Catalogue[C]) -> tuple[int, int] | None:
    """Return both numbers of a line like ``2 Name x3``; ``None`` when it is no such line."""
    for outer in readings(shown):
        for inner in readings(outer.name) if outer.quantity is not None else ():
            if inner.quantity is not None and cards.find(inner.name) is not None:
                return outer.quantity or 0, inner.quantity
    return None


def _unknown(line: Line[C], reading: Reading, cards: Catalogue[C]) -> Line[C]:
    """Return the answer to a line whose name no card has: with what it may mean, swapped for nothing."""
    candidates = cards.candidates(reading.name)
    if len(candidates) > 1:
        suggestions = candidates[:MANY_CANDIDATES]
        fits = any_of(suggestions, more=len(candidates) - len(suggestions))
        message = f"{quoted(reading.name)} is not a whole name; it fits {fits}: write the whole name"
    else:
        suggestions = cards.suggest(reading.name)
        hint = f"did you mean {any_of(suggestions)}?" if suggestions else "no name is close to it; check the spelling"
        message = f"no card is called {quoted(reading.name)}: {hint}"
    unknown = replace(
        line,
        status=LineStatus.UNKNOWN,
        quantity=1 if reading.quantity is None else reading.quantity,
        name=reading.name,
        suggestions=suggestions,
        message=message,
        code="unknown-card",
    )
    return _with_sane_quantity(unknown)


def _with_sane_quantity(line: Line[C]) -> Line[C]:
    """Return the line, or the complaint that its number of copies makes no sense."""
    if 1 <= line.quantity <= MAX_QUANTITY:
        return line
    if line.quantity == 0:
        message = f"0 copies: write how many there are, 1 to {MAX_QUANTITY}, or delete the line"
    else:
        message = f"{str(line.quantity)[:20]} copies cannot be meant: write a number from 1 to {MAX_QUANTITY}"
    return Line(
        line.number, line.text, LineStatus.UNREADABLE, line.section, name=line.name, message=message, code="quantity"
    )
