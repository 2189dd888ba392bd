"""How alike two lines are, for the answers nearest to what was written.

It is what ``rapidfuzz.fuzz.ratio`` says, to the last digit; to load that library takes longer than a replay, and here
a few hundred short lines are compared once.

>>> likeness("target Kong", "target Muse"), likeness("", "")
(63.63636363636363, 100.0)
"""


def similarity(one: str, other: str) -> float:
    """Return how much of two texts stands in both in the same order, from 0 to 100."""
    length = len(one) + len(other)
    if not length:
        return 100.0
    return (1.0 - (length - 2 * _common(one, other)) / length) * 100


def _common(one: str, other: str) -> int:
    """Return how many letters the longest text has that is left of both when letters are taken out.

    A bit stands for each letter of ``one`` and is cleared where one more is found (Hyyrö 2004).
    """
    places: dict[str, int] = {}
    for place, letter in enumerate(one):
        places[letter] = places.get(letter, 0) | 1 << place
    whole = left = (1 << len(one)) - 1
    for letter in other:
        hit = left & places.get(letter, 0)
        left = (left + hit | left - hit) & whole
    return len(one) - left.bit_count()
