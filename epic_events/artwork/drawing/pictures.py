"""The pictures of an event: wide bands of tiles and the card back."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from epic_events.artwork.drawing.palette import Palette, palette
from epic_events.artwork.drawing.random_numbers import RandomNumbers, fnv1a
from epic_events.artwork.drawing.tiles import decimal, draw_tile
from rules.pattern import Pattern

REVISION: Final = 1
"""Part of the URLs of pictures. Increase it with every change of the drawings: browsers cache them for a year."""

TONES: Final = MappingProxyType({"mid": 8, "bright": 4, "shade": 5, "light": 1.6, "spark": 1.1})
"""How often each tone is used, as weights."""
_PAINTED: Final = ("shade", "mid", "bright", "light", "spark")
"""The tones in the order in which they are painted."""
_SHADED: Final = 0.45
"""Share of tiles that have a shaded square behind them."""
_DENSEST: Final = 0.96
_FADE: Final = 0.12
"""Share of the width in which the tiles become fewer at the far end."""


@dataclass(frozen=True)
class Motif:
    """What the pictures of an event are drawn from.

    Attributes:
        seed: of the random numbers, see :func:`seed_of`.
        pattern: the shapes of the game.
        livery: name of the livery.
    """

    seed: int
    pattern: Pattern
    livery: str


def seed_of(name: str, game: str) -> int:
    """Return the seed of an event with this name and game, 1 to 2**32 - 1."""
    return fnv1a(f"{name}|{game}")


@dataclass(frozen=True)
class Band:
    """A wide picture of tiles.

    Attributes:
        width, height, cell: in pixels.
        begin: share of the width at which the first tiles may stand; the area before it is plain, for text.
        dense: share of the width from which the tiles are dense.
        end: share of the width at which the tiles become fewer again; more than 1 for never.
        tiled_height: height of the area with tiles, at the top; all of it by default.
    """

    width: int
    height: int
    cell: int
    begin: float
    dense: float
    end: float = 9
    tiled_height: int = 0

    def chance(self, place: float) -> float:
        """Return the chance of a tile at a share of the width, 0 to 1."""
        rise = min(1, max(0, (place - self.begin) / (self.dense - self.begin)))
        fall = min(1, max(0, (self.end + _FADE - place) / _FADE))
        return rise * rise * (3 - 2 * rise) * _DENSEST * fall

    def draw(self, motif: Motif) -> str:
        """Return the picture as SVG."""
        colours = palette(motif.livery)
        drawn_rows = _draw_lattice if motif.pattern.is_triangular else _draw_grid
        paths = drawn_rows(self, self.tiled_height or self.height, motif)
        ground = f'<path fill="{colours.ground}" d="M0 0H{self.width}V{self.height}H0Z"/>'
        return _svg(self.width, self.height, ground + _painted(paths, colours), "xMaxYMid slice")


BANDS: Final = MappingProxyType(
    {
        "cover": Band(1240, 240, 40, begin=0.40, dense=0.78),
        "ribbon": Band(840, 40, 20, begin=-0.6, dense=-0.2),
        "poster": Band(720, 240, 40, begin=-0.6, dense=-0.05),
        "screen": Band(1920, 272, 68, begin=0.24, dense=0.42, end=0.62),
        "share": Band(1200, 630, 60, begin=-0.6, dense=-0.05, tiled_height=300),
    }
)
"""The wide pictures by name: for event pages, phones and slips, lists, the big screen, and link previews."""


def _draw_grid(band: Band, height: int, motif: Motif) -> Mapping[str, str]:
    """Return the path data of tiles in square cells by tone."""
    numbers = RandomNumbers(motif.seed)
    paths = dict.fromkeys(_PAINTED, "")
    columns = math.ceil(band.width / band.cell)
    for row in range(math.ceil(height / band.cell)):
        for column in range(columns):
            if numbers.number() > band.chance((column + 0.5) / columns):
                continue
            if numbers.number() < _SHADED:
                paths["shade"] += draw_tile("square", column, row, band.cell)
            tone = numbers.choice(TONES)
            shape = numbers.choice(motif.pattern.tiles)
            paths[tone] += draw_tile(shape, column, row, band.cell, numbers.below(4))
    return paths


def _draw_lattice(band: Band, height: int, motif: Motif) -> Mapping[str, str]:
    """Return the path data of rows of triangles by tone."""
    numbers = RandomNumbers(motif.seed)
    paths = dict.fromkeys(_PAINTED, "")
    columns = band.width // band.cell + 1
    # The rows fill the area exactly: a cut row would reach into the plain area of the share picture.
    rows = round(height / (band.cell * math.sqrt(3) / 2))
    row_height = height / rows
    for row in range(rows):
        for column in range(columns * 2):
            if numbers.number() > band.chance(column / 2 / columns):
                continue
            left = (column - 1) * band.cell / 2
            ends = (row * row_height, (row + 1) * row_height)
            tip, base = ends if (column + row) % 2 == 0 else ends[::-1]
            paths[numbers.choice(TONES)] += (
                f"M{decimal(left)} {decimal(base)}H{decimal(left + band.cell)}"
                f"L{decimal(left + band.cell / 2)} {decimal(tip)}Z"
            )
    return paths


def draw_back(motif: Motif) -> str:
    """Return the card back: pattern with half-turn symmetry, frame, mark."""
    width, height, cell, columns, rows = 126, 176, 18, 6, 9
    colours = palette(motif.livery)
    numbers = RandomNumbers(motif.seed)
    paths = dict.fromkeys(_PAINTED, "")
    for place in range(columns * rows // 2):
        column, row = place % columns, place // columns
        is_shaded, turns = numbers.number() < 0.5, numbers.below(4)
        tone, shape = numbers.choice(TONES), numbers.choice(motif.pattern.tiles)
        for x, y, turned in ((column, row, turns), (columns - 1 - column, rows - 1 - row, turns + 2)):
            if is_shaded:
                paths["shade"] += draw_tile("square", x, y, cell)
            paths[tone] += draw_tile(shape, x, y, cell, turned)
    edge_x, edge_y = (width - columns * cell) // 2, (height - rows * cell) // 2
    return _svg(
        width,
        height,
        f'<rect width="{width}" height="{height}" rx="8" fill="{colours.light}"/>'
        f'<rect x="4" y="4" width="{width - 8}" height="{height - 8}" rx="5" fill="{colours.ground}"/>'
        f'<g transform="translate({edge_x} {edge_y})">{_painted(paths, colours)}</g>'
        f'<circle cx="{width // 2}" cy="{height // 2}" r="33" fill="{colours.ground}"/>'
        f'<circle cx="{width // 2}" cy="{height // 2}" r="30" fill="none" stroke="{colours.light}" stroke-width="1.5"/>'
        f'<path transform="translate({width // 2} {height // 2})scale(.8)" fill="{colours.light}" '
        f'fill-rule="evenodd" d="{motif.pattern.mark}"/>',
    )


def draw_mini(motif: Motif) -> str:
    """Return the card back for widths below 40 pixels: frame, corners and mark only."""
    colours = palette(motif.livery)
    return _svg(
        63,
        88,
        f'<rect width="63" height="88" rx="7" fill="{colours.ground}"/>'
        f'<path fill="{colours.bright}" d="M0 7A7 7 0 0 1 7 0H24A24 24 0 0 1 0 24ZM63 81A7 7 0 0 1 56 88H39'
        f'A24 24 0 0 1 63 64Z"/>'
        f'<path fill="{colours.spark}" d="M43 0H56A7 7 0 0 1 63 7V20ZM20 88H7A7 7 0 0 1 0 81V68Z"/>'
        f'<path transform="translate(31.5 44)" fill="{colours.light}" fill-rule="evenodd" d="{motif.pattern.mark}"/>',
    )


DRAWINGS: Final[Mapping[str, Callable[[Motif], str]]] = MappingProxyType(
    {**{name: band.draw for name, band in BANDS.items()}, "back": draw_back, "mini": draw_mini}
)
"""The functions that draw the pictures, by name."""


def _painted(paths: Mapping[str, str], colours: Palette) -> str:
    """Return one SVG path for each tone that is used."""
    return "".join(f'<path fill="{getattr(colours, tone)}" d="{paths[tone]}"/>' for tone in _PAINTED if paths[tone])


def _svg(width: int, height: int, content: str, fit: str = "") -> str:
    fitting = f' preserveAspectRatio="{fit}"' if fit else ""
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}{fitting}>{content}</svg>'
