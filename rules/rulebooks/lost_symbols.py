"""Symbols that a copy of a printed document has lost, and suggestions for them."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.rulebooks.importer.model import LOST_SYMBOL
from rules.rulebooks.rulebook import Rulebook

_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+(?:- )?")
_LINK = re.compile(r"\[([^\]\[]+)\]\([^)\s]+\)")
_NEAR = 8
"""Number of words compared on either side of a gap."""


@dataclass(frozen=True, slots=True)
class Gap:
    """The place of a lost symbol.

    Attributes:
        around: hash of its passage, 16 hexadecimal digits; stable across versions with the same passage.
        place: index of the gap among those of the unit in such a passage, from 0.
        before: the passage before the gap, with other lost symbols marked.
        after: the passage after the gap.
    """

    around: str
    place: int
    before: str
    after: str


def find_gaps(passages: Sequence[str]) -> Iterator[Gap]:
    """Yield all gaps of a unit, in order.

    Args:
        passages: the texts of its passages, in light markup.
    """
    places: Counter[str] = Counter()
    for text in passages:
        around = hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:16]
        parts = text.split(LOST_SYMBOL)
        for index in range(1, len(parts)):
            yield Gap(around, places[around], LOST_SYMBOL.join(parts[:index]), LOST_SYMBOL.join(parts[index:]))
            places[around] += 1


def likely_symbols(book: Rulebook, citation: str, count: int) -> tuple[str, ...]:
    """Return the probable meaning of each lost symbol of a unit; empty if unknown.

    Args:
        book: the restated document.
        citation: id of the unit.
        count: number of lost symbols; if it differs from the restated document, all are unknown.
    """
    symbols = book.symbols.get(citation, ())
    return symbols if len(symbols) == count else ("",) * count


def closest_sentence(gap: Gap, ours: str) -> str:
    """Return the restated sentence that shares most words with those around a gap.

    >>> closest_sentence(Gap("", 0, "It may not use ", " powers."), "It blocks. It cannot use expend powers.")
    'It cannot use expend powers.'
    """
    near = {*_words(gap.before)[-_NEAR:], *_words(gap.after)[:_NEAR]}
    normalized = _LINK.sub(r"\1", ours).replace("**", "")
    sentences = [sentence.strip() for sentence in _SENTENCE.split(normalized) if sentence.strip()]
    return max(sentences, key=lambda sentence: len(near.intersection(_words(sentence))), default="")


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]
