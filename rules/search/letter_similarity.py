"""Similarity of two texts by their letter n-grams, robust to misspelling.

Each run of four or five letters, including spaces, sets one of ``BITS`` bits (a Bloom filter; compare Broder, "On the
Resemblance and Containment of Documents", 1997). Unlike the word ranking it distinguishes "how many" from "when do I"
and needs no table. The script ``epic_events/static/js/ranking.js`` computes the same bits.

One similar example query may be a coincidence; several are not. So the most similar one counts most, and the next four
count too (nearest neighbours; compare Cover and Hart, "Nearest Neighbor Pattern Classification", 1967).
"""

from collections.abc import Iterable
from math import isqrt
from typing import NamedTuple

BITS = 2039
"""Size of the bit set: a prime, for an even spread; a query sets about 100 bits."""
IDENTICAL = 1000
"""Similarity of identical texts."""
SHARES = (7, 3, 3, 3, 3)
"""Weights of the most similar text and of the next four."""
_FACTOR = 31
_EXACT = 1_000_000


class Signature(NamedTuple):
    """The letter n-grams of a text as a bit set.

    Attributes:
        bits: the bit set, as an integer.
        size: number of bits set.
    """

    bits: int
    size: int


def letter_signature(folded_words: Iterable[str]) -> Signature:
    """Return the signature of a text, given as its folded words."""
    letters = [ord(letter) for letter in f" {' '.join(folded_words)} "]
    bits = 0
    for index in range(len(letters) - 3):
        one, two, three, four = letters[index : index + 4]
        run = ((one * _FACTOR + two) * _FACTOR + three) * _FACTOR + four
        bits |= 1 << (run % BITS)
        if index + 4 < len(letters):
            bits |= 1 << ((run * _FACTOR + letters[index + 4]) % BITS)
    return Signature(bits, bits.bit_count())


def letter_similarity(query: Signature, phrasings: Iterable[Signature]) -> int:
    """Return the mean cosine similarity of the most similar texts, in thousandths.

    The mean is weighted. Fewer texts than weights are averaged over those present. A text too short for an n-gram has
    similarity 0.
    """
    bits, asked_size = query
    squares = sorted(
        [(bits & phrasing).bit_count() ** 2 * _EXACT // size for phrasing, size in phrasings if size], reverse=True
    )
    if not asked_size or not squares:
        return 0
    similarity = sum(share * isqrt(square // asked_size) for share, square in zip(SHARES, squares, strict=False))
    return similarity // sum(SHARES[: len(squares)])
