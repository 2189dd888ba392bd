"""Lines that name several cards, taken apart, and what a list claims about itself in brackets.

``Champions: Gordrakk, Fist of Gork, Orruk Boss x2 (cost 19, +5 health)`` is read as a heading and two cards, for the
commas are taken as separators where every piece between them then is a card; behind a heading it is enough that one of
them is, for most of a game's cards may not be known. What stands in brackets behind them is a claim: compared with what
is known, never believed.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.decks.catalogue import Catalogue
from rules.decks.decklist import C, Claim, Entry, ParsedDeck, added_up
from rules.decks.names import words
from rules.decks.notation import SECTION_WORDS, readings, visible, worded_line

MOST_PIECES = 80
"""Commas of a line that are looked at."""
MOST_IN_ALL = 2_000
"""Commas of a list that are looked at: each costs the reading of a few names."""
LONGEST_RUN = 5_000
"""Characters of a line that are looked at."""
_LONGEST_NAME = 3
"""Pieces that one name may have: two commas."""
_EPITHET = re.compile(r"\s*(?:the|of|from)\s", re.IGNORECASE)
_CLAIMS = re.compile(r"\s*\((?P<claims>[^()]{1,60})\)\s*$")
_CLAIM = re.compile(
    r"(?P<before>[+-]?\d{1,3})?\s*(?P<word>[a-z][a-z ]*?)\s*[:=]?\s*(?P<behind>[+-]?\d{1,3})?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Apart:
    """The lines of a list, those with several cards taken apart.

    Attributes:
        lines: each as a line of its own.
        numbers: the number of the line that each was written in, from 1.
        written: what the page shows for each: the line as written, or the piece of it.
        claims: what the list says of itself.
    """

    lines: tuple[str, ...]
    numbers: tuple[int, ...]
    written: tuple[str, ...]
    claims: tuple[Claim, ...]


def apart(raw: Sequence[str], cards: Catalogue[Any]) -> Apart | None:
    """Return the lines of a list taken apart; ``None`` where nothing is to be: in games whose lists have no parts.

    Args:
        raw: the lines as written.
        cards: the catalogue of the game.
    """
    if not cards.sections:
        return None
    rows: list[tuple[str, int, str]] = []
    claims: list[Claim] = []
    commas = 0
    for number, line in enumerate(raw, start=1):
        shown = visible(line) if len(line) <= LONGEST_RUN else ""
        bare, said = _claimed(shown, cards)
        claims += (Claim(number, what, amount) for what, amount in said)
        commas += bare.count(",")
        pieces = _pieces(bare, cards) if commas <= MOST_IN_ALL else []
        if pieces:
            rows += ((piece, number, piece) for piece in pieces)
        else:
            rows.append((bare if said else line, number, line))
    if len(rows) == len(raw) and not claims:
        return None
    lines, numbers, written = zip(*rows, strict=True)
    return Apart(lines, numbers, written, tuple(claims))


def together(parsed: ParsedDeck[C], written: Apart) -> ParsedDeck[C]:
    """Return what was read off lines taken apart, with the numbers of the lines as they were written."""
    known, last = len(written.numbers), written.numbers[-1]
    numbers = [*written.numbers, *(last + more for more in range(1, len(parsed.lines) - known + 1))]
    shown = [*written.written, *(line.text for line in parsed.lines[known:])]
    lines = tuple(
        replace(line, number=number, text=text)
        for line, number, text in zip(parsed.lines, numbers, shown, strict=False)
    )
    named = ((line, line.card) for line in lines if line.card is not None)
    entries = (Entry(card, line.quantity, line.section, (line.number,), line.gems) for line, card in named)
    columns = tuple(numbers[number - 1] for number in parsed.columns_line)
    return ParsedDeck(lines, added_up(entries), parsed.columns, columns, written.claims)


def _claimed(shown: str, cards: Catalogue[Any]) -> tuple[str, list[tuple[str, int]]]:
    """Return a line without what it claims in brackets at its end, and what that is."""
    match = _CLAIMS.search(shown) if cards.claims and cards.find(shown) is None else None
    said = [_claim(part) for part in re.split(r"[,;]", match["claims"])] if match else []
    if match is None or any(one is None or one[0] not in cards.claims for one in said):
        return shown, []
    return shown[: match.start()], [one for one in said if one is not None]


def _claim(part: str) -> tuple[str, int] | None:
    """Return the word and the number of "cost 19" or "+5 health"; ``None`` where it is neither."""
    match = _CLAIM.fullmatch(part.strip())
    if match is None or (match["before"] is None) is (match["behind"] is None):
        return None
    return words(match["word"]), int(match["before"] or match["behind"])


def _pieces(shown: str, cards: Catalogue[Any]) -> list[str]:
    """Return the heading and the cards of a line with several of them; nothing where it is no such line."""
    if "," not in shown or shown.count(",") > MOST_PIECES or cards.find(shown) is not None:
        return []
    worded = worded_line(shown)
    headed = worded is not None and (
        worded[0] in cards.sections or worded[0] in cards.headings or worded[0] in SECTION_WORDS
    )
    rest = worded[1] if worded and headed else shown
    named = _named(rest.split(","), cards)
    if headed and worded and not named and cards.sections.get(worded[0]) not in cards.singles:
        named = _guessed(rest.split(","), cards)
    if len(named) < 2:
        return []
    return [f"{shown.partition(':')[0]}:", *named] if headed else named


def _named(pieces: Sequence[str], cards: Catalogue[Any]) -> list[str]:
    """Return pieces put together so that each is the line of a card, the longest names first; nothing if that fails.

    Found from the end, so that every beginning is looked at once.
    """
    ways: list[list[str] | None] = [None] * len(pieces) + [[]]
    for start in range(len(pieces) - 1, -1, -1):
        for end in range(min(start + _LONGEST_NAME, len(pieces)), start, -1):
            line, behind = ",".join(pieces[start:end]).strip(), ways[end]
            if behind is not None and _is_card(line, cards):
                ways[start] = [line, *behind]
                break
    return ways[0] or []


def _guessed(pieces: Sequence[str], cards: Catalogue[Any]) -> list[str]:
    """Return the pieces behind a heading put together so that most are cards.

    A piece that is no known card stands for itself, and one that begins like an epithet belongs to the piece before.
    Where not one is a card, they are several only if they are more than a name can have.
    """
    ways: list[tuple[int, list[str]]] = [(0, [])] * (len(pieces) + 1)
    for start in range(len(pieces) - 1, -1, -1):
        tried: list[tuple[int, list[str]]] = []
        for end in range(start + 1, min(start + _LONGEST_NAME, len(pieces)) + 1):
            line = ",".join(pieces[start:end]).strip()
            known = _is_card(line, cards)
            if known or end == start + 1 or all(_EPITHET.match(piece) for piece in pieces[start + 1 : end]):
                tried.append((ways[end][0] + (not known), [line, *ways[end][1]]))
        ways[start] = min(tried, key=lambda way: (way[0], len(way[1])))
    unknown, lines = ways[0]
    return lines if unknown < len(lines) or len(lines) > _LONGEST_NAME else []


def _is_card(line: str, cards: Catalogue[Any]) -> bool:
    return bool(line) and any(cards.find(reading.name) is not None for reading in readings(line))
