"""Corrections of sentences that were not understood.

Misspelt words and the order of clauses.
"""

import itertools
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from rules.decks.names import nearest, words
from rules.engine.decision import AmbiguousActionError
from rules.epic.cards.game_cards import GameCards
from rules.epic.notation.sentences.card_names import singulars
from rules.epic.notation.sentences.complements import PATTERNS
from rules.epic.notation.sentences.grammar import RULES, SEPARATORS, TIMES
from rules.epic.notation.sentences.nouns import Nouns
from rules.epic.notation.sentences.tokens import tokens
from rules.epic.notation.sentences.vocabulary import DETERMINERS, FILLERS, NUMBERS, VERBS
from rules.epic.state import EpicState

MIN_WORD_LENGTH: Final = 4
"""Minimum length of a word that is corrected."""
LONG_WORD: Final = 7
"""Minimum length of a word in which two typing errors are corrected."""
MAX_MISSPELT: Final = 3
"""Maximum number of misspelt words in a sentence."""
MAX_CANDIDATES_PER_WORD: Final = 4
"""Maximum number of corrections of one word."""
MAX_TRIED: Final = 12
"""Maximum number of corrected sentences that are tried."""
MAX_NAME_WORDS: Final = 4
"""Maximum number of words of a name that is corrected."""


class MisspeltError(AmbiguousActionError):
    """A sentence contains a misspelt word; the candidates are the corrected sentences.

    Args:
        words: the misspelt words.
        candidates: the corrected sentences that are understood.
    """

    def __init__(self, words: str, candidates: list[str]) -> None:
        super().__init__(words, candidates)
        self.args = (f"“{words}” is not understood; did you mean {' or '.join(f'`{each}`' for each in candidates)}?",)


@lru_cache(maxsize=1)
def _known_words() -> frozenset[str]:
    """Return every word in the patterns of sentences."""
    times = [pattern for patterns in TIMES.values() for pattern in patterns]
    patterns = [*(rule.pattern for rule in RULES), *times, *SEPARATORS, *(pattern for pattern, _ in PATTERNS)]
    forms = [form for forms in VERBS.values() for form in forms]
    words = {word for pattern in patterns for word in pattern.literal_words}
    return frozenset(words | {word for form in forms for word in form.split()} | FILLERS | DETERMINERS | set(NUMBERS))


def find_unknown_word(state: EpicState, text: str) -> str:
    """Return the first word of ``text`` that is in no pattern and begins no name.

    Empty if there is none.
    """
    names = [part.casefold() for name in state.names for part in name.split()]
    parts = {*names, *_name_parts(state.cards)}
    for word in tokens(text).words:
        folded = word.casefold().removesuffix("'s").removesuffix("'")
        if len(folded) < MIN_WORD_LENGTH or not folded.isalpha() or folded in _known_words():
            continue
        if not any(part.startswith(each) for part in parts for each in (folded, *singulars(folded))):
            return word
    return ""


@lru_cache(maxsize=8)
def _name_parts(cards: GameCards) -> frozenset[str]:
    """Return the words of all card names."""
    return frozenset(part for name in cards.catalogue.names for part in words(name).split())


def correct_spelling(nouns: Nouns, words: Sequence[str]) -> tuple[str, list[str]]:
    """Return the misspelt words of a sentence, and the possible corrected sentences.

    Both are empty if no word is misspelt, or too many are.
    """
    corrected: list[str] = []
    fixed: list[tuple[str, ...]] = []
    index = 0
    while index < len(words):
        end, meant = _corrections_at(nouns, words, index)
        if meant:
            corrected.append(" ".join(words[index:end]))
        fixed.append(meant or (words[index],))
        index = end
    if not 0 < len(corrected) <= MAX_MISSPELT:
        return "", []
    return ", ".join(corrected), [_joined(each) for each in itertools.islice(itertools.product(*fixed), MAX_TRIED)]


def _corrections_at(nouns: Nouns, words: Sequence[str], index: int) -> tuple[int, tuple[str, ...]]:
    """Return the end index and corrections of a misspelling at ``index``.

    It is a name or a word.
    """
    for end in range(min(len(words), index + MAX_NAME_WORDS), index, -1):
        span, text = words[index:end], " ".join(words[index:end])
        is_known = all(word.casefold() in _known_words() for word in span)
        if len(text) < MIN_WORD_LENGTH or is_known or not all(word[0].isalpha() for word in span) or nouns.called(text):
            continue
        name = nearest(text, nouns.known_names)
        if name is not None:
            return end, (name,)
    if any(True for _ in nouns.target(words, index)):
        return index + 1, ()
    return index + 1, _similar_words(words[index])


def _similar_words(word: str) -> tuple[str, ...]:
    """Return the known words near a misspelt word, full words before abbreviations."""
    folded = word.casefold()
    if len(word) < MIN_WORD_LENGTH or not word.isalpha() or folded in _known_words():
        return ()
    from rapidfuzz.distance import OSA  # noqa: PLC0415 - only what is misspelt needs it

    for distance in range(1, 3 if len(word) >= LONG_WORD else 2):
        near = [each for each in _known_words() if OSA.distance(folded, each, score_cutoff=distance) <= distance]
        if near:
            return tuple(sorted(near, key=lambda each: (-len(each), each)))[:MAX_CANDIDATES_PER_WORD]
    return ()


def _joined(words: Sequence[str]) -> str:
    text = " ".join(words)
    for mark in (",", ";", ":", ".", ")"):
        text = text.replace(f" {mark}", mark)
    return text.replace("( ", "(")


def reorder(nouns: Nouns, words: Sequence[str]) -> Iterator[str]:
    """Yield a sentence with ``after`` in chronological order.

    ``Anna attacks after playing Rage`` is ``Anna playing Rage, then attacks``.
    """
    lower = [word.casefold() for word in words]
    if "after" not in lower:
        return
    index = lower.index("after")
    if index:
        yield from _in_order(nouns, words[index + 1 :], words[:index])
        return
    names = {name.casefold() for name in nouns.state.names}
    for middle in range(2, len(words) - 1):
        if lower[middle] == "," or lower[middle] in names:
            yield from _in_order(nouns, words[1:middle], words[middle + (lower[middle] == ",") :])


def _in_order(nouns: Nouns, first: Sequence[str], second: Sequence[str]) -> Iterator[str]:
    names = {name.casefold() for name in nouns.state.names}
    second = second[:-1] if second and second[-1] == "," else second
    if not first or not second:
        return
    if second[0].casefold() in names and first[0].casefold() not in names:
        first = (second[0], *first)
    if any(word.casefold() == "it" for word in first):
        meant = _only_name(nouns, second)
        if not meant:
            return
        first = [meant if word.casefold() == "it" else word for word in first]
    yield f"{_joined(first)}, then {_joined(second)}"


def _only_name(nouns: Nouns, words: Sequence[str]) -> str:
    """Return the only card or champion that a part of a sentence names.

    Empty if there is none.
    """
    names = {
        " ".join(words[index:end])
        for index in range(len(words))
        for end in range(index + 1, len(words) + 1)
        if words[index][0].isupper() and nouns.called(" ".join(words[index:end]))
    }
    longest = [name for name in names if not any(name != other and name in other for other in names)]
    return longest[0] if len(longest) == 1 else ""
