"""Abbreviated card names: ``pal gua`` or ``PG`` for Palace Guard.

>>> expand("pal gua", ["Palace Guard", "Plague", "Royal Guard"])
['Palace Guard']
>>> expand("tok", ["Wolf Token", "Human Token"])
['Wolf Token', 'Human Token']
"""

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Final

from rules.decks.names import has_word_starting_with, words

MIN_LETTERS: Final = 2
"""Minimum number of letters of an abbreviation."""
NO_MATCH: Final = 0


_words: Final = lru_cache(maxsize=2_048)(words)
"""Cache of the words of names."""


def match_rank(abbreviation: str, name: str) -> int:
    """Return how well ``abbreviation`` abbreviates ``name``.

    1 is best, ``NO_MATCH`` not at all. Both are folded by ``names.words``. 1: the name starts with it. 2: a word of
    the name does. 3: each written word starts a word of the name, in order. 4: the initials of the name.
    """
    if len(abbreviation) < MIN_LETTERS:
        return NO_MATCH
    if name.startswith(abbreviation):
        return 1
    if has_word_starting_with(name, abbreviation):
        return 2
    if " " in abbreviation:
        return 3 if _begin_words(abbreviation.split(), name.split()) else NO_MATCH
    return 4 if abbreviation == "".join(word[0] for word in name.split()) else NO_MATCH


def _begin_words(abbreviation: list[str], name: list[str]) -> bool:
    remaining = iter(name)
    return all(any(word.startswith(part) for word in remaining) for part in abbreviation)


def shortest_unique(name: str, names: Collection[str]) -> str:
    """Return the shortest lower-case abbreviation that matches no other name.

    >>> shortest_unique("Palace Guard", ["Palace Guard", "Plague", "Priest of Guarding"])
    'pg'
    """
    parts = words(name).split()
    full_name = " ".join(parts)
    forms = {"".join(part[0] for part in parts), *(full_name[:end].strip() for end in range(3, len(full_name)))}
    forms |= {part[:end] for part in parts for end in range(3, len(part) + 1)}
    forms |= {
        f"{text[:first]} {other[:second]}"
        for index, text in enumerate(parts)
        for other in parts[index + 1 :]
        for first in range(1, 4)
        for second in range(1, 4)
    }
    return next(
        (form for form in sorted(forms, key=lambda form: (len(form), form)) if expand(form, names) == [name]), name
    )


def expand(abbreviation: str, names: Iterable[str]) -> list[str]:
    """Return the names with the best match rank.

    Several if the abbreviation is ambiguous.
    """
    abbreviation_words = words(abbreviation)
    ranked = [(match_rank(abbreviation_words, _words(name)), name) for name in names]
    best = min((place for place, _ in ranked if place != NO_MATCH), default=NO_MATCH)
    return [name for place, name in ranked if place == best != NO_MATCH]
