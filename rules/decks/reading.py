"""Decklist text to cards: every line gets an answer, nothing is guessed, nothing raises."""

import re
from dataclasses import replace

from rules.decks.catalogue import Catalogue
from rules.decks.decklist import C, Entry, Line, LineStatus, ParsedDeck, added_up
from rules.decks.names import fold
from rules.decks.notation import (
    GROUP_WORDS,
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
)
from rules.decks.wording import any_of, quoted

MAX_LINES = 2_000
"""Lines of one text that are read; far above any deck, low enough that a hostile text costs little."""
MAX_LINE_LENGTH = 200
"""Characters of one line."""
MAX_QUANTITY = 99
"""Copies one line may give; more is taken for a slip."""
MANY_CANDIDATES = 8
"""Names listed for an incomplete name that fits several."""

_LINE_ENDS = re.compile(r"\r\n|\r|\n")


def parse(text: str, cards: Catalogue[C]) -> ParsedDeck[C]:
    """Read a decklist text.

    Line forms are those of :mod:`rules.decks.notation`. Names are compared by :func:`rules.decks.names.fold`, then by
    the catalogue's table of spelling variants; every other name is reported with suggestions and never swapped.
    Repeated lines are added up, separately for main deck and sideboard.

    Args:
        text: The list as the player wrote it; any line ends, with or without byte order mark.
        cards: The catalogue of the game.

    Returns:
        One answer a line, and the decklist of the good lines.
    """
    lines: list[Line[C]] = []
    section = Section.MAIN
    for number, raw in enumerate(_split(text), start=1):
        if number > MAX_LINES:
            message = f"the list goes on after {MAX_LINES} lines: nothing from here on was read"
            lines.append(
                Line(number, raw[:MAX_LINE_LENGTH], LineStatus.UNREADABLE, section, message=message, code="too-long")
            )
            break
        line = _read_line(number, raw, section, cards)
        if line.status is LineStatus.SECTION:
            section = line.section
        lines.append(line)
    entries = (Entry(line.card, line.quantity, line.section, (line.number,)) for line in lines if line.card is not None)
    return ParsedDeck(tuple(lines), added_up(entries))


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
    side = sideboard_line(shown)
    if side is not None:
        return _read_card(replace(line, section=Section.SIDEBOARD), side, cards)
    return _read_card(line, shown, cards)


def _heading(shown: str, section: Section, cards: Catalogue[C]) -> Section | None:
    """Return the section that a heading opens or goes on with; ``None`` when the line is no heading."""
    word = heading(shown)
    if word in GROUP_WORDS or word in cards.headings:
        return section
    return SECTION_WORDS.get(word or "")


def _unreadable(line: Line[C], message: str, code: str) -> Line[C]:
    return replace(line, text=line.text[:MAX_LINE_LENGTH], status=LineStatus.UNREADABLE, message=message, code=code)


def _read_card(line: Line[C], shown: str, cards: Catalogue[C]) -> Line[C]:
    """Return the answer to a line that should name a card."""
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
