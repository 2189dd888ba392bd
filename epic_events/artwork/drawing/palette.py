"""The ten liveries and the colours of their pictures."""

import math
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

from epic_events.artwork.drawing.random_numbers import fnv1a

_CHROMA_STEP = 0.004
_TOLERANCE = 0.0005


@dataclass(frozen=True)
class Livery:
    """A colour scheme of an event.

    Attributes:
        hue: OKLCH hue in degrees.
        spark_shift: degrees from the hue to that of the few tiles in a second colour.
    """

    hue: int
    spark_shift: int


LIVERIES: Final = MappingProxyType(
    {
        "ember": Livery(38, 40),
        "brass": Livery(78, -42),
        "moss": Livery(135, -60),
        "pine": Livery(165, -70),
        "lagoon": Livery(200, -115),
        "steel": Livery(238, -150),
        "cobalt": Livery(262, 155),
        "iris": Livery(292, 130),
        "plum": Livery(328, 75),
        "rose": Livery(8, 65),
    }
)
"""The liveries by name, in the order in which they are offered."""


@dataclass(frozen=True)
class Palette:
    """Colours of a picture as ``#rrggbb``.

    Attributes:
        ground: the background, on which text stands.
        shade, mid, bright, light, spark: the tones of the tiles, from dark to light.
    """

    ground: str
    shade: str
    mid: str
    bright: str
    light: str
    spark: str


def linear_rgb(lightness: float, chroma: float, hue: float) -> tuple[float, float, float]:
    """Return an OKLCH colour as linear sRGB, which may be outside 0 to 1.

    Source: Björn Ottosson, "A perceptual color space for image processing".

    Args:
        lightness: 0 to 1.
        chroma: 0 to about 0.37.
        hue: in degrees.
    """
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
    )


def srgb(lightness: float, chroma: float, hue: float) -> str:
    """Return an OKLCH colour as ``#rrggbb``.

    The chroma is reduced until the colour is within sRGB.
    """
    channels = linear_rgb(lightness, chroma, hue)
    while chroma > 0 and not all(-_TOLERANCE <= value <= 1 + _TOLERANCE for value in channels):
        chroma = max(0, chroma - _CHROMA_STEP)
        channels = linear_rgb(lightness, chroma, hue)
    return "#" + "".join(f"{round(_encoded(min(1, max(0, value))) * 255):02x}" for value in channels)


def _encoded(value: float) -> float:
    """Return a linear channel with the transfer function of sRGB applied."""
    return 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


@cache
def palette(livery: str) -> Palette:
    """Return the colours of a livery's pictures."""
    hue, shift = LIVERIES[livery].hue, LIVERIES[livery].spark_shift
    return Palette(
        ground=srgb(0.27, 0.085, hue),
        shade=srgb(0.325, 0.10, hue),
        mid=srgb(0.45, 0.14, hue),
        bright=srgb(0.68, 0.155, hue),
        light=srgb(0.90, 0.06, hue),
        spark=srgb(0.80, 0.15, hue + shift),
    )


def livery_of_name(name: str) -> str:
    """Return the livery of an event whose organiser has not chosen one."""
    return tuple(LIVERIES)[fnv1a(name) % len(LIVERIES)]
