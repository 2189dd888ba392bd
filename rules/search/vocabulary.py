"""The vocabulary of documents: stems, spelling correction and prefix completion.

Parsing a query needs only this table and no stemmer, so that the script in the browser parses alike.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from rapidfuzz import process
from rapidfuzz.distance import OSA

from rules.search.words import is_function_word

_EVERYDAY_LIST = (
    "accent alive along alter appeal appeals attach attached bases blank brand bring brings built case cases causes "
    "charger clause clauses clean close closing comment comments compare compared complex concept concepts concrete "
    "connected consent context contexts country crash create created creates deadline decide decision decisions "
    "deleted depend depending depends depth designed detect detected detection directory dispute exclusive execution "
    "expanded expect expected extend extended extends favour files fills formal formed fraction frame front fully "
    "function functions grant grants group handle handled header hints hunted ideal infraction infractions interest "
    "interface introduction keyboard lanes latter leading lesson line lines lives locks machine master member mode "
    "model modes moment native newer older opposite party phrase pick picks place placed places present product "
    "production project protect protector quiet range reads recorded related relation release released remainder "
    "rematch replay report reported reserve reserved reset resets restored reuse reverse reversed reward ruin ruins "
    "scare scene scenes scope seat seats seem seems selection sentence series serve server service services shall "
    "shape short simple slack slip slips smaller smart sorting sound spend spends spent stage stages stat stats "
    "status stick sticks store stores strange string strong strongly stuff style temporarily thank thanks thrown "
    "timer trace trade trades transfer transfers trick tricks tries usable wanting word words world worlds write "
    "writing written zeros"
)
EVERYDAY = frozenset(_EVERYDAY_LIST.split())
"""Common English words that are correct although no rules document uses them.

Without them, spelling correction would read "expected" as "expended" and "spend" as "speed".
"""


MIN_ROOT_LENGTH = 3
MIN_PREFIX_LENGTH = 4
MIN_CORRECTED_LENGTH = 4
EDITS, EDITS_WHEN_SHORT = 4, 5
"""Letters of the longer word per edit (optimal string alignment); more for short words."""

_REMOVED_ENDINGS = ("s", "es", "d", "ed", "ing", "er", "ers", "ly", "ment", "able", "ation", "ions", "ion")
_ADDED_ENDINGS = ("", "e", "s", "es", "ed", "ing", "er", "ers", "ly", "ated", "ation", "ion")
_SIMPLE_ENDINGS = ("s", "es", "ed", "ing", "er")
_Y_ENDINGS = (("ies", "y"), ("ied", "y"), ("y", "ies"), ("y", "ied"))


@dataclass(frozen=True)
class Vocabulary:
    """All words that occur in a set of documents.

    Attributes:
        stems: number of the stem of each folded word, the most frequent word first.
    """

    stems: Mapping[str, int]

    def stem(self, word: str) -> int | None:
        """Return the number of a word's stem, or of an inflected form.

        ``None`` if unknown.
        """
        number = self.stems.get(word)
        if number is not None:
            return number
        return next((self.stems[form] for form in _inflected_forms(word) if form in self.stems), None)

    def correct_spelling(self, folded: str) -> str | None:
        """Return the known word that a word misspells; ``None`` for everyday words.

        Prefers the smallest relative edit distance, then the higher frequency; the first letters must be equal.
        """
        if not self._is_correctable(folded):
            return None
        letters = EDITS if len(folded) > MIN_CORRECTED_LENGTH else EDITS_WHEN_SHORT
        max_edits = 1 + len(folded) // 3  # Real misspellings have at most one edit per three letters.
        near = process.extract(folded, self._spellings, scorer=OSA.distance, score_cutoff=max_edits, limit=None)
        slips = [
            (1000 * edits // max(len(folded), len(word)), rank, word)
            for word, edits, rank in near
            if letters * edits <= max(len(folded), len(word)) and word[0] == folded[0]
        ]
        return min(slips)[-1] if slips else None

    def complete_prefix(self, prefix: str) -> str | None:
        """Return the most frequent word that starts with the given one.

        ``None`` if none does. A plural ending is allowed after the prefix, as in "precons".
        """
        if not self._is_correctable(prefix):
            return None
        beginnings = [
            beginning for beginning in (prefix, prefix.removesuffix("s")) if len(beginning) >= MIN_PREFIX_LENGTH
        ]
        return next((word for beginning in beginnings for word in self._spellings if word.startswith(beginning)), None)

    def _is_correctable(self, word: str) -> bool:
        long = len(word) >= MIN_CORRECTED_LENGTH
        return long and word.isalpha() and word not in EVERYDAY and not is_function_word(word)

    @cached_property
    def _spellings(self) -> list[str]:
        """The words that a misspelling can mean, in order of preference."""
        return [word for word in self.stems if len(word) > MIN_ROOT_LENGTH and word.isalpha()]


def _inflected_forms(word: str) -> Iterator[str]:
    """Yield other forms of a word by its regular endings."""
    for ending in _SIMPLE_ENDINGS:
        yield word + ending
    for ending, other in _Y_ENDINGS:
        if word.endswith(ending) and len(word) > MIN_ROOT_LENGTH:
            yield word[: -len(ending)] + other
    for stripped in _REMOVED_ENDINGS:
        root = word[: len(word) - len(stripped)]
        if not word.endswith(stripped) or len(root) < MIN_ROOT_LENGTH:
            continue
        for ending in _ADDED_ENDINGS:
            yield root + ending
        if root[-1] == root[-2]:
            yield root[:-1]
