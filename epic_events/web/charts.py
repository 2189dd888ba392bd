"""Server-side bar charts as SVG geometry."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils.text import slugify

_ROW: Final = 2.5
"""Height of a bar with its words above it, in em."""


@dataclass(frozen=True)
class Bar:
    """A bar of a chart.

    Attributes:
        label: label of the value. figure: text at the end of the bar.
        look: CSS class of its colour; empty for none.
        width: share of the full width, such as "45%".
        words_at: vertical position of the text. bar_at: vertical position of the bar, both in em from the top.
    """

    label: str
    figure: str
    look: str
    width: str
    words_at: str
    bar_at: str


@dataclass(frozen=True)
class Chart:
    """A bar chart; ``height`` is in em."""

    height: str
    bars: tuple[Bar, ...]


def chart_of(values: Iterable[tuple[str, int]], *, coloured: bool) -> Chart:
    """Return a bar chart of percentages.

    Args:
        values: label and percentage of each bar.
        coloured: True if each label has its own colour.
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
