"""How the table of a game is drawn: what of a board stands where and how it lies. Data of a game; nothing draws here.

A board (``rules.judge.board``) says what there is; which of its numbers is the large one, and which of its words turn
a tile, differs from game to game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

TileStyle: TypeAlias = Literal["quarter", "over", "dashed"]
"""How a tile lies: turned a quarter, upside down, or with a dashed edge because it cannot do anything yet."""


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """How the table of a game is drawn; the words are those of its boards.

    Attributes:
        large: the total of a player that is drawn large.
        coin: the total that is drawn as a coin; empty for none.
        size: the two values of a piece that are drawn as ``10 / 14``; of a piece that lacks the first, neither is.
        harm: the value that is drawn as pips and counts against the second of ``size``; empty for none.
        lying: what a state makes of a tile.
        attacking, blocking: the states of pieces that step forward to the middle line; empty in a game without battle.
        lanes: how many lie side by side; 0 in a game without.
        marker: what the player has who may make plays; empty in a game that has no word for it.
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
