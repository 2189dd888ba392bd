"""Bars drawn by the server: numbers become places on a drawing, in words that no language writes otherwise."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils.text import slugify

_ROW: Final = 2.5
"""Height of a bar with its words above it, in em."""


@dataclass(frozen=True)
class Bar:
    """One bar.

    Attributes:
        label: what it is of. figure: what is written at its end.
        look: the word whose colour it has; empty for none.
        width: of the whole width, such as "45%".
        words_at: where its words stand. bar_at: where it begins, both from the top in em.
    """

    label: str
    figure: str
    look: str
    width: str
    words_at: str
    bar_at: str


@dataclass(frozen=True)
class Chart:
    """Bars under one another; ``height`` is of the whole, in em."""

    height: str
    bars: tuple[Bar, ...]


def chart_of(values: Iterable[tuple[str, int]], *, coloured: bool) -> Chart:
    """Return bars of parts of a whole.

    Args:
        values: of each bar its label and its part in hundredths.
        coloured: whether labels are words that have colours.
    """
    bars = tuple(
        Bar(
            label=label,
            figure=f"{part}\N{NARROW NO-BREAK SPACE}%",
            look=slugify(label) if coloured else "",
            width=f"{min(part, 100)}%",
            words_at=f"{number * _ROW + 1:.2f}em",
            bar_at=f"{number * _ROW + 1.4:.2f}em",
        )
        for number, (label, part) in enumerate(values)
    )
    return Chart(f"{len(bars) * _ROW:.2f}em", bars)
