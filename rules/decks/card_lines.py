"""Parsing of a line that names a card.

It yields number of copies, name, annotations, gems and errors.
"""

import re
from dataclasses import replace
from typing import Final

from rules.decks import gems
from rules.decks.catalogue import Catalogue
from rules.decks.decklist import C, Line, LineStatus
from rules.decks.line_formats import (
    MAX_LINE_LENGTH,
    LineParse,
    fallback_parse,
    has_invalid_count,
    possible_parses,
)
from rules.decks.messages import join_or, quote
from rules.decks.names import fold, words

MAX_QUANTITY = 99
"""Maximum number of copies in a line."""
MANY_CANDIDATES = 8
"""Maximum number of names listed for an ambiguous name."""

_REMARK: Final = re.compile(r"(?P<card>.+?)\s+(?P<note>[-\N{EN DASH}\N{EM DASH}]\s+\S.*)")
_MARKS: Final = re.compile(
    r"\s*[(\[](?P<marks>[^()\[\]]{1,60})[)\]](?P<after>\s*[x\N{MULTIPLICATION SIGN}]?\s*\d{0,2})$"
)


def invalid_line(line: Line[C], message: str, code: str) -> Line[C]:
    """Return the line with an error."""
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


def read_card(line: Line[C], visible: str, cards: Catalogue[C]) -> Line[C]:
    """Parse a line with a card and possibly its gems."""
    if cards.is_gem is None or cards.find(visible) is not None:
        return _read_name(line, visible, cards)
    rest, gem_text = gems.split_gems(visible, cards.is_gem)
    return with_gems(_read_name(line, rest, cards), gem_text)


def with_gems(line: Line[C], gem_text: str | None) -> Line[C]:
    """Parse the gem text of a line; return the line with its gems or the error."""
    if gem_text is None or line.status not in (LineStatus.OK, LineStatus.UNKNOWN):
        return line
    try:
        return replace(line, gems=gems.parse_settings(gem_text, line.quantity))
    except gems.GemError as error:
        line_without_gems = Line[C](line.number, line.text, LineStatus.UNREADABLE, line.section, name=line.name)
        return invalid_line(line_without_gems, str(error), "gems")


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
            return validate_quantity(entry)
    remark = _REMARK.match(visible)
    if remark and cards.is_gem is None:
        for candidate in possible_parses(remark["card"]):
            match = cards.find(candidate.name) if candidate.quantity is not None else None
            if match is not None:
                entry = replace(
                    line, status=LineStatus.OK, quantity=candidate.quantity or 0, name=candidate.name, card=match.card
                )
                return validate_quantity(replace(entry, alias=match.alias is not None, set_code=remark["note"]))
    if has_invalid_count(visible):
        message = f"copies are counted in whole numbers from 1 to {MAX_QUANTITY}, like 3 {cards.names[0]}"
        return invalid_line(line, message, "quantity")
    both = _parse_both_counts(visible, cards)
    if both:
        message = f"two numbers of copies, {both[0]} and {both[1]}: write one"
        return invalid_line(line, message, "quantity")
    candidate = fallback_parse(visible) if visible else LineParse(None, "")
    if not any(character.isalpha() for character in fold(candidate.name)):
        message = f"there is no name in this line: write the number of copies and the name, like 3 {cards.names[0]}"
        return invalid_line(line, message, "unreadable-line")
    return report_unknown_name(line, candidate, cards)


def _parse_both_counts(visible: str, cards: Catalogue[C]) -> tuple[int, int] | None:
    """Return both numbers of a line with two, such as ``2 Name x3``.

    Otherwise ``None``.
    """
    for outer in possible_parses(visible):
        for inner in possible_parses(outer.name) if outer.quantity is not None else ():
            if inner.quantity is not None and cards.find(inner.name) is not None:
                return outer.quantity or 0, inner.quantity
    return None


def report_unknown_name(line: Line[C], candidate: LineParse, cards: Catalogue[C]) -> Line[C]:
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
    return validate_quantity(unknown)


def validate_quantity(line: Line[C]) -> Line[C]:
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
