"""The words of a set of documents: what each is compared by, and which one an unknown word is a form of or a slip for.

A stemmer makes the table once; reading a question needs the table alone, so that a script on a page reads as we do.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from rapidfuzz import process
from rapidfuzz.distance import OSA

from rules.search.everyday import EVERYDAY
from rules.search.words import is_function_word

SHORTEST_ROOT = 3
SHORTEST_BEGINNING = 4
SHORTEST_REPAIRED = 4
EDITS, EDITS_WHEN_SHORT = 4, 5
"""A slip has at most one edit (optimal string alignment) for so many letters of the longer word."""

_STRIPPED = ("s", "es", "d", "ed", "ing", "er", "ers", "ly", "ment", "able", "ation", "ions", "ion")
_ADDED = ("", "e", "s", "es", "ed", "ing", "er", "ers", "ly", "ated", "ation", "ion")
_ADDED_TO_THE_WORD = ("s", "es", "ed", "ing", "er")
_TURNED = (("ies", "y"), ("ied", "y"), ("y", "ies"), ("y", "ied"))


@dataclass(frozen=True)
class Vocabulary:
    """Every word that means something to a set of documents.

    Attributes:
        stems: the number of the stem of each word, by its plain form, the most frequent word first.
    """

    stems: Mapping[str, int]

    def stem(self, plain: str) -> int | None:
        """Return the number of a word's stem, ``None`` for a word that is neither known nor a form of a known one."""
        found = self.stems.get(plain)
        if found is not None:
            return found
        return next((self.stems[form] for form in _forms(plain) if form in self.stems), None)

    def repaired(self, plain: str) -> str | None:
        """Return the word that an unknown one is a slip for; ``None`` when none is near or it is an everyday word.

        The nearest in edits for its length wins, then the more frequent one; both begin with the same letter.
        """
        if not self._may_be_meant_otherwise(plain):
            return None
        letters = EDITS if len(plain) > SHORTEST_REPAIRED else EDITS_WHEN_SHORT
        most = 1 + len(plain) // 3  # no slip has more, however long the word it is meant for
        near = process.extract(plain, self._spellings, scorer=OSA.distance, score_cutoff=most, limit=None)
        slips = [
            (1000 * edits // max(len(plain), len(word)), rank, word)
            for word, edits, rank in near
            if letters * edits <= max(len(plain), len(word)) and word[0] == plain[0]
        ]
        return min(slips)[-1] if slips else None

    def completed(self, plain: str) -> str | None:
        """Return the most frequent word that an unknown one is the beginning of; ``None`` for an everyday word.

        An ending of the plural may stand after the beginning, as in "precons".
        """
        if not self._may_be_meant_otherwise(plain):
            return None
        beginnings = [one for one in (plain, plain.removesuffix("s")) if len(one) >= SHORTEST_BEGINNING]
        return next((word for one in beginnings for word in self._spellings if word.startswith(one)), None)

    def _may_be_meant_otherwise(self, plain: str) -> bool:
        long = len(plain) >= SHORTEST_REPAIRED
        return long and plain.isalpha() and plain not in EVERYDAY and not is_function_word(plain)

    @cached_property
    def _spellings(self) -> list[str]:
        """The words that a slip can be meant for, in order of preference."""
        return [word for word in self.stems if len(word) > SHORTEST_ROOT and word.isalpha()]


def _forms(plain: str) -> Iterator[str]:
    """Yield the other forms that a word may be known by, by its regular endings."""
    for ending in _ADDED_TO_THE_WORD:
        yield plain + ending
    for ending, other in _TURNED:
        if plain.endswith(ending) and len(plain) > SHORTEST_ROOT:
            yield plain[: -len(ending)] + other
    for stripped in _STRIPPED:
        root = plain[: len(plain) - len(stripped)]
        if not plain.endswith(stripped) or len(root) < SHORTEST_ROOT:
            continue
        for ending in _ADDED:
            yield root + ending
        if root[-1] == root[-2]:
            yield root[:-1]
