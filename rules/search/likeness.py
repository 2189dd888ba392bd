"""How much two ways of asking are alike, letter by letter: what is left when words are misspelt, cut short or run on.

Each run of four or five letters, spaces between words included, sets one of ``BITS`` bits (a Bloom filter; compare
Broder, "On the Resemblance and Containment of Documents", 1997). Unlike the ranking by words it hears "how many" and
"when do I", and it needs no table of its own. The script ``epic_events/static/js/ranking.js`` sets the same bits.
"""

from collections.abc import Iterable
from math import isqrt
from typing import NamedTuple

BITS = 2039
"""A prime, so that letters spread evenly; a question sets about a hundred."""
ALIKE = 1000
"""The likeness of a text to itself."""
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
    """Return how like the likest of some texts is, in thousandths: the cosine of the angle between the bits."""
    bits, asked_size = asked
    most = 0
    for way, size in ways:
        shared = (bits & way).bit_count()
        if shared and (like := shared * shared * _EXACT // size) > most:
            most = like
    return isqrt(most // asked_size) if most else 0
