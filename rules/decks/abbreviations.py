"""Shortened names: how people write ``pal gua`` or ``PG`` for Palace Guard when they are in a hurry.

>>> meant("pal gua", ["Palace Guard", "Plague", "Royal Guard"])
['Palace Guard']
>>> meant("tok", ["Wolf Token", "Human Token"])
['Wolf Token', 'Human Token']
"""

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Final

from rules.decks.names import contains, words

FEWEST: Final = 2
"""Letters that a shortened name has at least."""
NO_MATCH: Final = 0


_words: Final = lru_cache(maxsize=2_048)(words)
"""The words of names that are asked about again and again."""


def rank(written: str, name: str) -> int:
    """Return how well ``written`` shortens ``name``, both as ``words``: 1 best, ``NO_MATCH`` not at all.

    1: the name begins so. 2: a word of it begins so. 3: each word written begins a word of the name, in their order.
    4: the initials of the name.
    """
    if len(written) < FEWEST:
        return NO_MATCH
    if name.startswith(written):
        return 1
    if contains(name, written):
        return 2
    if " " in written:
        return 3 if _begin_words(written.split(), name.split()) else NO_MATCH
    return 4 if written == "".join(word[0] for word in name.split()) else NO_MATCH


def _begin_words(written: list[str], name: list[str]) -> bool:
    left = iter(name)
    return all(any(word.startswith(part) for word in left) for part in written)


def shortest(name: str, names: Collection[str]) -> str:
    """Return the shortest form that means ``name`` and nothing else among ``names``, in lower case.

    >>> shortest("Palace Guard", ["Palace Guard", "Plague", "Priest of Guarding"])
    'pg'
    """
    parts = words(name).split()
    whole = " ".join(parts)
    forms = {"".join(part[0] for part in parts), *(whole[:end].strip() for end in range(3, len(whole)))}
    forms |= {part[:end] for part in parts for end in range(3, len(part) + 1)}
    forms |= {
        f"{one[:first]} {other[:second]}"
        for index, one in enumerate(parts)
        for other in parts[index + 1 :]
        for first in range(1, 4)
        for second in range(1, 4)
    }
    return next(
        (form for form in sorted(forms, key=lambda form: (len(form), form)) if meant(form, names) == [name]), name
    )


def meant(written: str, names: Iterable[str]) -> list[str]:
    """Return the names that ``written`` shortens best: one when it is clear, all candidates when it is not."""
    asked = words(written)
    ranked = [(rank(asked, _words(name)), name) for name in names]
    best = min((place for place, _ in ranked if place != NO_MATCH), default=NO_MATCH)
    return [name for place, name in ranked if place == best != NO_MATCH]
