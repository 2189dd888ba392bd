"""The ties of a battle as lines of a drawing: from each piece of one group to the knot, and on to each of the other."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

UPRIGHT: Final = 124
"""Pixels that an upright tile takes side by side with others: its width and the gap, as ``board.css`` has them."""
TURNED: Final = 156
"""The same of a tile that lies on its side."""
HIGH: Final = 56
"""Pixels from one group to the other."""
MOST_IN_A_ROW: Final = 5
"""Tiles of a group that are tied one by one: a larger group lies in several rows, and one line leads to all of it."""


@dataclass(frozen=True)
class Ties:
    """The drawing.

    Attributes:
        width, height: of the drawing, in pixels.
        lines: from and to, ``x1 y1 x2 y2``.
        arrow: the points of the head, which shows who is attacked.
    """

    width: int
    height: int
    lines: tuple[tuple[int, int, int, int], ...]
    arrow: str


def ties(upper: Sequence[bool], lower: Sequence[bool], *, from_above: bool) -> Ties:
    """Return the ties between two groups, or from one to whoever is attacked where the other is empty.

    Args:
        upper: of each tile above whether it lies on its side.
        lower: of each tile below.
        from_above: whether those above attack.

    >>> ties([False], [True], from_above=False).lines
    ((78, 0, 78, 28), (78, 56, 78, 28))
    """
    across = [_centres(group) for group in (upper, lower)]
    width = max(total for _, total in across) or UPRIGHT
    middle, half = width // 2, HIGH // 2
    lines = []
    for (centres, total), edge in zip(across, (0, HIGH), strict=True):
        shift = (width - total) // 2
        lines += [(shift + centre, edge, middle, half) for centre in centres]
        if not centres:
            lines.append((middle, edge, middle, half))
    tip, back = (half + 9, half - 6) if from_above else (half - 9, half + 6)
    return Ties(width, HIGH, tuple(lines), f"{middle},{tip} {middle - 9},{back} {middle + 9},{back}")


def _centres(group: Sequence[bool]) -> tuple[list[int], int]:
    """Return the middle of each tile of a group, and how wide the group is."""
    widths = [TURNED if turned else UPRIGHT for turned in group]
    if len(widths) > MOST_IN_A_ROW:
        widths = [max(widths)]
    return [sum(widths[:at]) + wide // 2 for at, wide in enumerate(widths)], sum(widths)
