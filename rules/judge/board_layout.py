"""The layout of a game's board: how values and states are drawn.

A board (``rules.judge.board``) has the facts. Which total is prominent and which states rotate a tile depends on the
game. This module only holds the data; the site draws the board.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

TileStyle: TypeAlias = Literal["quarter", "over", "dashed"]
"""The style of a tile: a quarter turn, upside down, or a dashed edge for a card that cannot act yet."""


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """Display settings of a game's board; all names are those of its boards.

    Attributes:
        main_total: the player's total that is drawn large.
        coin: the total that is drawn as a coin; empty for none.
        size: the two values of a piece that are drawn as ``10 / 14``; neither is drawn if the first is missing.
        damage: the value that is drawn as pips and counts against the second of ``size``; empty for none.
        tile_styles: the style of a tile by state.
        attacking: the state of attackers, which are moved to the middle line; empty in a game without battles.
        blocking: the state of blockers, likewise.
        lanes: the number of lanes; 0 in a game without lanes.
        marker: the name of the marker of the player who may make plays; empty in a game without a word for it.
    """

    main_total: str
    coin: str = ""
    size: tuple[str, str] = ("", "")
    damage: str = ""
    tile_styles: Mapping[str, TileStyle] = field(default_factory=dict)
    attacking: str = ""
    blocking: str = ""
    lanes: int = 0
    marker: str = ""
