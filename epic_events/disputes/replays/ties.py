"""The lines between attackers and blockers in the drawing of a battle."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

UPRIGHT: Final = 124
"""Pixels that an upright tile takes side by side with others: its width and the gap, as ``board.css`` has them."""
TURNED: Final = 156
"""The same of a tile that lies on its side."""
HIGH: Final = 56
"""Pixels from one group to the other."""
MAX_TILES_PER_ROW: Final = 5
"""Tiles of a group that are tied one by one: a larger group lies in several rows, and one line leads to all of it."""


@dataclass(frozen=True)
class Ties:
    """The lines of a battle.

    Attributes:
        width, height: of the drawing, in pixels.
        lines: start and end points, ``x1 y1 x2 y2``.
        arrow: the points of the arrowhead at the attacked side.
    """

    width: int
    height: int
    lines: tuple[tuple[int, int, int, int], ...]
    arrow: str


def ties(upper: Sequence[bool], lower: Sequence[bool], *, from_above: bool) -> Ties:
    """Return the lines between two groups, or from one group to the attacked player if the other is empty.

    Args:
        upper: for each tile above, True if it is turned sideways.
        lower: the same for the tiles below.
        from_above: True if the upper group attacks.

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
    """Return the centre of each tile of a group and the width of the group."""
    widths = [TURNED if turned else UPRIGHT for turned in group]
    if len(widths) > MAX_TILES_PER_ROW:
        widths = [max(widths)]
    return [sum(widths[:at]) + wide // 2 for at, wide in enumerate(widths)], sum(widths)
