"""The shapes of which pictures of a game's events are composed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Pattern:
    """The shapes of a game's pictures.

    Attributes:
        tiles: how often each tile is drawn, as a weight by its name; the site draws tiles of these names.
        mark: the sign of the game: SVG path data around the origin, at most 23 units in each direction, filled by the
            even-odd rule.
        is_triangular: True if wide pictures use a lattice of triangles in place of the tiles.
    """

    tiles: Mapping[str, float]
    mark: str
    is_triangular: bool = False


PLAIN: Final = Pattern(
    tiles={"triangle": 4, "quarter": 4, "square": 2, "half": 2, "diamond": 1},
    mark="M-18-18H18V18H-18ZM-9-9H9V9H-9Z",
)
"""The pattern of a game without its own."""
