"""Hashes of printed rules, to detect changes without shipping the printed text."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping

GONE = "gone"
"""Hash value of a unit that was removed from the printed document."""

_APART = re.compile(r"[\W_]+")


def words_hash(passages: Iterable[str]) -> str:
    """Return a hash of the words of a unit, 12 hexadecimal digits.

    Empty without words. Ignores case, punctuation, emphasis and white space, which differ between copies of a
    document.

    Args:
        passages: its paragraphs and list items, in order, without examples and notes.
    """
    words = _APART.sub("", unicodedata.normalize("NFKC", " ".join(passages)).casefold())
    return hashlib.sha256(words.encode()).hexdigest()[:12] if words else ""


def changed_units(restated: Mapping[str, str], hashes: Mapping[str, str]) -> dict[str, str]:
    """Return the units of a printed document that differ from the restated document.

    Args:
        restated: hash of each restated unit, by citation.
        hashes: hashes of the printed document, by citation.

    Returns:
        The new hash by citation, or :data:`GONE` for a removed unit. Removed units are reported only if the document
        has at least half of the units; otherwise it may be an extract.
    """
    changed = {unit: words for unit, words in hashes.items() if unit in restated and words != restated[unit]}
    missing = [unit for unit in restated if unit not in hashes]
    if 2 * len(missing) <= len(restated):
        changed |= dict.fromkeys(missing, GONE)
    return changed
