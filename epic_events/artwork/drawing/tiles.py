"""Tiles: shapes in a square cell, as SVG path data."""

from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

SHAPES: Final = MappingProxyType(
    {
        "triangle": "M 0 0 L 1 0 L 0 1 Z",
        "wedge": "M 0 1 L .5 0 L 1 1 Z",
        "quarter": "M 0 0 L 1 0 A 1 1 0 1 Z",
        "half": "M 0 0 A .5 1 0 1 Z",
        "disc": "M 0 .5 A .5 1 1 .5 A .5 1 0 .5 Z",
        "dot": "M .28 .5 A .22 1 .72 .5 A .22 1 .28 .5 Z",
        "diamond": "M .5 0 L 1 .5 L .5 1 L 0 .5 Z",
        "square": "M 0 0 L 1 0 L 1 1 L 0 1 Z",
        "leaf": "M 0 0 A 1 1 1 1 A 1 1 0 0 Z",
        "ring": "M 1 0 A 1 1 0 1 L 0 .5 A .5 0 .5 0 Z",
        "bar": "M 0 0 L .34 0 L .34 1 L 0 1 Z",
        "corners": (
            "M 0 0 L .42 0 A .42 1 0 .42 Z M 1 0 L 1 .42 A .42 1 .58 0 Z "
            "M 1 1 L .58 1 A .42 1 1 .58 Z M 0 1 L 0 .58 A .42 1 .42 1 Z"
        ),
        "hexagon": "M .5 0 L .95 .25 L .95 .75 L .5 1 L .05 .75 L .05 .25 Z",
    }
)
"""The shapes by name, in a cell of size 1: ``M x y``, ``L x y``, ``A radius sweep x y`` and ``Z``."""

_ARGUMENTS: Final = {"M": 2, "L": 2, "A": 4, "Z": 0}


class _Command(NamedTuple):
    letter: str
    radius: float
    sweep: int
    x: float
    y: float


def decimal(value: float) -> str:
    """Return a number with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


@cache
def _commands(shape: str, turns: int) -> tuple[_Command, ...]:
    """Return the commands of a shape turned by quarters about the centre of its cell."""
    words = SHAPES[shape].split()
    commands: list[_Command] = []
    while words:
        letter = words.pop(0)
        numbers = [float(words.pop(0)) for _ in range(_ARGUMENTS[letter])]
        x, y = numbers[-2:] or (0, 0)
        for _ in range(turns):
            x, y = 1 - y, x
        radius, sweep = (numbers[0], int(numbers[1])) if letter == "A" else (0, 0)
        commands.append(_Command(letter, radius, sweep, x, y))
    return tuple(commands)


def draw_tile(shape: str, column: int, row: int, size: float, turns: int = 0) -> str:
    """Return the path data of a tile.

    Args:
        shape: a key of ``SHAPES``.
        column: of the cell.
        row: of the cell.
        size: width of a cell.
        turns: quarter turns.
    """
    data = ""
    for letter, radius, sweep, x, y in _commands(shape, turns % 4):
        if letter == "Z":
            data += letter
            continue
        arc = f"{decimal(radius * size)} {decimal(radius * size)} 0 0 {sweep} " if letter == "A" else ""
        data += f"{letter}{arc}{decimal((column + x) * size)} {decimal((row + y) * size)}"
    return data
