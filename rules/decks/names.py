"""Card name normalization, and suggestions for unknown names."""

import unicodedata
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

_SPELLED_OUT = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "þ": "th", "ł": "l", "&": " and "})
_APOSTROPHES = str.maketrans(dict.fromkeys("'`´‘’‚‛′ʹʻʼʽˈꞌ＇", ""))  # noqa: RUF001 - the look-alikes are the point

PREFIX_BONUS = 12.0
"""Bonus (of 100) for a common prefix, as beginnings are rarely misspelt."""
WORTH_A_GUESS = 62.0
"""Minimum score of a suggestion."""
A_SLIP = 80.0
"""Minimum score (of 100) for a probable typing error."""
SLIPPED = 2
"""Maximum number of edits of a typing error."""
_SHORT = 5
"""Maximum length of a word in which two edits are too many."""


@lru_cache(maxsize=8192)
def words(name: str) -> str:
    """Fold a name to lower-case words without accents and punctuation.

    Args:
        name: A name as written.

    Returns:
        Words of letters and digits, separated by single spaces; empty if nothing is left.
    """
    # Case folding and decomposition can both produce apostrophes, so they are removed again.
    text = unicodedata.normalize("NFKD", name.translate(_APOSTROPHES)).casefold().translate(_SPELLED_OUT)
    text = text.translate(_APOSTROPHES)
    text = "".join(c for c in text if not unicodedata.combining(c))
    return " ".join("".join(c if c.isalnum() else " " for c in text).split())


@lru_cache(maxsize=8192)
def fold(name: str) -> str:
    """Fold a name to its comparison key: no case, accents, punctuation or spaces.

    >>> fold("Wolf's Call") == fold("WOLFS  CALL")
    True
    >>> fold("Raging T-Rex") == fold("raging t rex")
    True
    """
    return words(name).replace(" ", "")


def suggest(query: str, names: Mapping[str, str], limit: int = 3) -> tuple[str, ...]:
    """Return the names most similar to ``query``, best first.

    Similarity is edit distance on folded words, with a bonus for a common prefix; a name that contains the written
    words is similar regardless of its length.

    Args:
        query: The unknown or partial name.
        names: The names to choose from, each with its :func:`words`.
        limit: Maximum number of suggestions.

    Returns:
        At most ``limit`` names; empty if none is similar.
    """
    query_words = words(query)
    if not query_words:
        return ()
    from rapidfuzz import fuzz, process  # noqa: PLC0415 - slow to load, and needed for unknown names only

    close = process.extract(query_words, names, scorer=fuzz.ratio, limit=None)
    ranked = sorted((-_score(query_words, text, ratio), name) for text, ratio, name in close)
    return tuple(name for score, name in ranked[:limit] if -score >= WORTH_A_GUESS)


def nearest(text: str, names: Iterable[str]) -> str | None:
    """Return the name of which ``text`` is probably a misspelling, or ``None``.

    Allows one or two edits; equal names do not count.

    >>> nearest("Flsh Fire", ["Flash Fire", "Fire Flash"])
    'Flash Fire'
    >>> nearest("Green Dragon", ["Red Dragon"]) is None
    True
    """
    query_words = words(text)
    from rapidfuzz import fuzz  # noqa: PLC0415 - as above
    from rapidfuzz.distance import OSA  # noqa: PLC0415

    scored = [(-fuzz.ratio(query_words, words(name)), name) for name in names if fold(name) != fold(text)]
    score, name = min(scored, default=(0.0, ""))
    return name if -score >= A_SLIP and OSA.distance(query_words, words(name)) <= SLIPPED else None


def is_misspelling(text: str, names: Collection[str]) -> bool:
    """Return True if ``text`` may be a misspelling of a name, even of a short one.

    >>> is_misspelling("Knog", ["Kong"]), is_misspelling("Burn deck", ["Kong"])
    (True, False)
    """
    query_words = words(text)
    if nearest(text, names) is not None:
        return True
    from rapidfuzz.distance import OSA  # noqa: PLC0415 - as above

    most = SLIPPED if len(query_words) > _SHORT else 1
    return any(OSA.distance(query_words, words(name), score_cutoff=most) <= most for name in names)


def _score(query: str, text: str, ratio: float) -> float:
    """Return the similarity of two folded names, from 0 to 100 for equal names."""
    beginning = query[: min(4, len(query))]
    score = ratio + (PREFIX_BONUS if text.startswith(beginning) else 0.0)
    if has_word_starting_with(text, query):
        score = max(score, 75.0 + ratio / 4)
    return score


def has_word_starting_with(text: str, part: str) -> bool:
    """Return True if a word of ``text`` starts with ``part``.

    ``part`` must have at least 3 letters.
    """
    return len(part) >= 3 and f" {part}" in f" {text}"
