"""The similarity of two lines, to find the legal actions nearest to a text.

It equals ``rapidfuzz.fuzz.ratio``; loading that library takes longer than a replay, and only a few hundred short lines
are compared once.

>>> similarity("target Kong", "target Muse"), similarity("", "")
(63.63636363636363, 100.0)
"""


def similarity(one: str, other: str) -> float:
    """Return the similarity of two texts, 0 to 100.

    It is based on their longest common subsequence.
    """
    length = len(one) + len(other)
    if not length:
        return 100.0
    return (1.0 - (length - 2 * _common_length(one, other)) / length) * 100


def _common_length(one: str, other: str) -> int:
    """Return the length of the longest common subsequence.

    Bit-parallel (Hyyrö 2004): a bit of each letter of ``one`` is cleared when it is matched.
    """
    places: dict[str, int] = {}
    for place, letter in enumerate(one):
        places[letter] = places.get(letter, 0) | 1 << place
    whole = left = (1 << len(one)) - 1
    for letter in other:
        hit = left & places.get(letter, 0)
        left = (left + hit | left - hit) & whole
    return len(one) - left.bit_count()
