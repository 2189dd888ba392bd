"""Where the copy of a printed document has lost a symbol: each place by its passage, and what our own text says."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.rulebooks.importing.model import LOST_SYMBOL
from rules.rulebooks.rulebook import Rulebook

_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+(?:- )?")
_LINK = re.compile(r"\[([^\]\[]+)\]\([^)\s]+\)")
_NEAR = 8
"""Words on either side of a gap that are compared with ours."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A place where a symbol is lost.

    Attributes:
        around: a hash of the passage it stands in, 16 hexadecimal digits: the same in two versions that have the
            passage in the same words, whatever stands around it.
        place: which gap of the unit it is among those in such a passage, from 0.
        before: the passage up to the gap, with the mark wherever another symbol is lost.
        after: the passage from the gap on.
    """

    around: str
    place: int
    before: str
    after: str


def gaps(passages: Sequence[str]) -> Iterator[Gap]:
    """Yield every gap of a unit, in order.

    Args:
        passages: the texts of its passages, in light markup.
    """
    places: Counter[str] = Counter()
    for text in passages:
        around = hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:16]
        parts = text.split(LOST_SYMBOL)
        for at in range(1, len(parts)):
            yield Gap(around, places[around], LOST_SYMBOL.join(parts[:at]), LOST_SYMBOL.join(parts[at:]))
            places[around] += 1


def likely(book: Rulebook, citation: str, count: int) -> tuple[str, ...]:
    """Return what the lost symbols of a unit probably stand for, one word or more each, empty for what nobody can tell.

    Args:
        book: our document.
        citation: the id of the unit.
        count: how many are lost; of a copy that lost others than ours knows of nothing is told.
    """
    known = book.symbols.get(citation, ())
    return known if len(known) == count else ("",) * count


def sentence_of_ours(gap: Gap, ours: str) -> str:
    """Return the sentence of our text that has most words in common with those around a gap; empty for no text.

    >>> sentence_of_ours(Gap("", 0, "It may not use ", " powers."), "It blocks. It cannot use expend powers.")
    'It cannot use expend powers.'
    """
    near = {*_words(gap.before)[-_NEAR:], *_words(gap.after)[:_NEAR]}
    plain = _LINK.sub(r"\1", ours).replace("**", "")
    sentences = [sentence.strip() for sentence in _SENTENCE.split(plain) if sentence.strip()]
    return max(sentences, key=lambda sentence: len(near.intersection(_words(sentence))), default="")


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]
