"""How much two ways of asking are alike, letter by letter: what is left when words are misspelt, cut short or run on.

Each run of four or five letters, spaces between words included, sets one of ``BITS`` bits (a Bloom filter; compare
Broder, "On the Resemblance and Containment of Documents", 1997). Unlike the ranking by words it hears "how many" and
"when do I", and it needs no table of its own. The script ``epic_events/static/js/ranking.js`` sets the same bits.

One known question that is near may be a chance, a few of them are none. So the likest counts most and the next four
count too (the nearest neighbors vote; compare Cover and Hart, "Nearest Neighbor Pattern Classification", 1967): of two
rules under one title the one is meant whose other questions are near as well.
"""

from collections.abc import Iterable
from math import isqrt
from typing import NamedTuple

BITS = 2039
"""A prime, so that letters spread evenly; a question sets about a hundred."""
ALIKE = 1000
"""The likeness of a text to itself."""
SHARES = (7, 3, 3, 3, 3)
"""How much the likest text counts beside each of the next."""
_FACTOR = 31
_EXACT = 1_000_000


class Signature(NamedTuple):
    """The runs of letters of a text.

    Attributes:
        bits: the bits that are set, as one number.
        size: how many are set.
    """

    bits: int
    size: int


def signature(plain: Iterable[str]) -> Signature:
    """Return the signature of a text, given as its words in order, in the form that ``fold`` gives them."""
    letters = [ord(letter) for letter in f" {' '.join(plain)} "]
    bits = 0
    for at in range(len(letters) - 3):
        one, two, three, four = letters[at : at + 4]
        run = ((one * _FACTOR + two) * _FACTOR + three) * _FACTOR + four
        bits |= 1 << (run % BITS)
        if at + 4 < len(letters):
            bits |= 1 << ((run * _FACTOR + letters[at + 4]) % BITS)
    return Signature(bits, bits.bit_count())


def likeness(asked: Signature, ways: Iterable[Signature]) -> int:
    """Return how like the likest few of some texts are, in thousandths: the mean cosine of the angles between the bits.

    A single text is all that its rule has to show; it is not outvoted because there are no others. A text too short to
    have a run of letters is none.
    """
    bits, asked_size = asked
    squares = sorted([(bits & way).bit_count() ** 2 * _EXACT // size for way, size in ways if size], reverse=True)
    if not asked_size or not squares:
        return 0
    alike = sum(share * isqrt(square // asked_size) for share, square in zip(SHARES, squares, strict=False))
    return alike // sum(SHARES[: len(squares)])
