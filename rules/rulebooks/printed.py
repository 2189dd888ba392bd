"""Whether a printed document still says what ours restates: one hash a unit of the printed words, none of the words."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping

GONE = "gone"
"""Stands in for the hash of a unit that a printed document no longer has."""

_APART = re.compile(r"[\W_]+")


def words_hash(passages: Iterable[str]) -> str:
    """Return a hash of the words of a unit, 12 hexadecimal digits; empty for a unit without words.

    Capitals, punctuation, emphasis and white space do not count: they differ between two copies of one document.

    Args:
        passages: its paragraphs and list items, in order, without examples and remarks, which decide nothing.
    """
    words = _APART.sub("", unicodedata.normalize("NFKC", " ".join(passages)).casefold())
    return hashlib.sha256(words.encode()).hexdigest()[:12] if words else ""


def altered(restated: Mapping[str, str], found: Mapping[str, str]) -> dict[str, str]:
    """Return the units of a printed document that read otherwise than those that ours restates.

    Args:
        restated: the hash of each printed unit that ours restates, by citation.
        found: the hashes of the document at hand, by citation.

    Returns:
        The hash of the words now by citation, :data:`GONE` for a unit that the document no longer has. That is said
        only of a document with at least half of the units: another may be an extract.
    """
    changed = {unit: words for unit, words in found.items() if unit in restated and words != restated[unit]}
    missing = [unit for unit in restated if unit not in found]
    if 2 * len(missing) <= len(restated):
        changed |= dict.fromkeys(missing, GONE)
    return changed
