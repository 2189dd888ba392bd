"""Lines that name several cards, and totals stated in brackets.

``Champions: Gordrakk, Fist of Gork, Orruk Boss x2 (cost 19, +5 health)`` is split into a heading and two cards. Commas
separate cards if every piece between them is a known card; after a heading one known card is enough, as most cards of
the game may be unknown. Totals in brackets are compared with the known facts, never trusted.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.decks.catalogue import Catalogue
from rules.decks.decklist import C, Claim, Entry, ParsedDeck, merge_entries
from rules.decks.line_formats import SECTION_WORDS, possible_parses, split_prefix, strip_invisible
from rules.decks.names import words

MAX_PIECES = 80
"""Maximum number of commas processed per line."""
MAX_TOTAL_PIECES = 2_000
"""Maximum number of commas processed per list, to limit the cost."""
MAX_RUN_LENGTH = 5_000
"""Maximum number of characters processed per line."""
_MAX_NAME_PIECES = 3
"""Maximum number of pieces of one name."""
_EPITHET = re.compile(r"\s*(?:the|of|from)\s", re.IGNORECASE)
_CLAIMS = re.compile(r"\s*\((?P<claims>[^()]{1,60})\)\s*$")
_CLAIM = re.compile(
    r"(?P<before>[+-]?\d{1,3})?\s*(?P<word>[a-z][a-z ]*?)\s*[:=]?\s*(?P<behind>[+-]?\d{1,3})?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class SplitLines:
    """The lines of a list after splitting lines with several cards.

    Attributes:
        lines: one card each.
        numbers: original line number of each, from 1.
        written: original text of each: the line, or the piece of it; empty if the lines are to be shown instead.
        claims: totals stated in the list.
    """

    lines: tuple[str, ...]
    numbers: tuple[int, ...]
    written: tuple[str, ...]
    claims: tuple[Claim, ...]


def split_lines(raw: Sequence[str], cards: Catalogue[Any]) -> SplitLines | None:
    """Split lines with several cards; return ``None`` if the game's lists have none.

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
        visible = strip_invisible(line) if len(line) <= MAX_RUN_LENGTH else ""
        rest_text, found_claims = _split_claims(visible, cards)
        claims += (Claim(number, kind, amount) for kind, amount in found_claims)
        commas += rest_text.count(",")
        pieces = _split_cards(rest_text, cards) if commas <= MAX_TOTAL_PIECES else []
        if pieces:
            rows += ((piece, number, piece) for piece in pieces)
        else:
            rows.append((rest_text if found_claims else line, number, line))
    if len(rows) == len(raw) and not claims:
        return None
    lines, numbers, originals = zip(*rows, strict=True)
    return SplitLines(lines, numbers, originals, tuple(claims))


def restore_line_numbers(parsed: ParsedDeck[C], original: SplitLines) -> ParsedDeck[C]:
    """Return the parsed list with the line numbers and texts from before splitting."""
    last = original.numbers[-1]
    further = max((line.number for line in parsed.lines), default=0) - len(original.numbers)
    numbers = [*original.numbers, *(last + offset for offset in range(1, further + 1))]
    texts = dict(enumerate(original.written, 1))
    lines = tuple(
        replace(line, number=numbers[line.number - 1], text=texts.get(line.number, line.text)) for line in parsed.lines
    )
    card_lines = ((line, line.card) for line in lines if line.card is not None)
    entries = (Entry(card, line.quantity, line.section, (line.number,), line.gems) for line, card in card_lines)
    columns = tuple(numbers[number - 1] for number in parsed.columns_line)
    claims = (*original.claims, *(replace(claim, line=numbers[claim.line - 1]) for claim in parsed.claims))
    return ParsedDeck(lines, merge_entries(entries), parsed.columns, columns, claims)


def _split_claims(visible: str, cards: Catalogue[Any]) -> tuple[str, list[tuple[str, int]]]:
    """Split the totals in brackets at the end of a line from the rest."""
    match = _CLAIMS.search(visible) if cards.claims and cards.find(visible) is None else None
    found_claims = [_parse_claim(part) for part in re.split(r"[,;]", match["claims"])] if match else []
    if match is None or any(claim is None or claim[0] not in cards.claims for claim in found_claims):
        return visible, []
    return visible[: match.start()], [claim for claim in found_claims if claim is not None]


def _parse_claim(part: str) -> tuple[str, int] | None:
    """Parse a total such as "cost 19" or "+5 health"; ``None`` for other text."""
    match = _CLAIM.fullmatch(part.strip())
    if match is None or (match["before"] is None) is (match["behind"] is None):
        return None
    return words(match["word"]), int(match["before"] or match["behind"])


def _split_cards(visible: str, cards: Catalogue[Any]) -> list[str]:
    """Return the heading and the cards of a line; empty if it names at most one card."""
    if "," not in visible or visible.count(",") > MAX_PIECES or cards.find(visible) is not None:
        return []
    prefix = split_prefix(visible)
    headed = prefix is not None and (
        prefix[0] in cards.sections or prefix[0] in cards.headings or prefix[0] in SECTION_WORDS
    )
    rest = prefix[1] if prefix and headed else visible
    names = _join_known(rest.split(","), cards)
    if headed and prefix and not names and cards.sections.get(prefix[0]) not in cards.single_card_sections:
        names = _join_likely(rest.split(","), cards)
    if len(names) < 2:
        return []
    return [f"{visible.partition(':')[0]}:", *names] if headed else names


def _join_known(pieces: Sequence[str], cards: Catalogue[Any]) -> list[str]:
    """Join pieces into known card names, longest names first; empty if impossible.

    Works from the end, so that each prefix is tried once.
    """
    ways: list[list[str] | None] = [None] * len(pieces) + [[]]
    for start in range(len(pieces) - 1, -1, -1):
        for end in range(min(start + _MAX_NAME_PIECES, len(pieces)), start, -1):
            line, behind = ",".join(pieces[start:end]).strip(), ways[end]
            if behind is not None and _is_card(line, cards):
                ways[start] = [line, *behind]
                break
    return ways[0] or []


def _join_likely(pieces: Sequence[str], cards: Catalogue[Any]) -> list[str]:
    """Join the pieces after a heading into card names, at least one of which is known.

    An unknown piece is a card of its own; one that starts like an epithet belongs to the piece before. Without any
    known card, the pieces are several cards only if they are more than one name can have.
    """
    ways: list[tuple[int, list[str]]] = [(0, [])] * (len(pieces) + 1)
    for start in range(len(pieces) - 1, -1, -1):
        tried: list[tuple[int, list[str]]] = []
        for end in range(start + 1, min(start + _MAX_NAME_PIECES, len(pieces)) + 1):
            line = ",".join(pieces[start:end]).strip()
            is_card = _is_card(line, cards)
            if is_card or end == start + 1 or all(_EPITHET.match(piece) for piece in pieces[start + 1 : end]):
                tried.append((ways[end][0] + (not is_card), [line, *ways[end][1]]))
        ways[start] = min(tried, key=lambda way: (way[0], len(way[1])))
    unknown, lines = ways[0]
    return lines if unknown < len(lines) or len(lines) > _MAX_NAME_PIECES else []


def _is_card(line: str, cards: Catalogue[Any]) -> bool:
    return bool(line) and any(cards.find(reading.name) is not None for reading in possible_parses(line))
