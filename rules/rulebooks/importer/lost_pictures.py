"""Marks for pictures that a copy of a document has lost."""

import re
from collections.abc import Sequence

from rules.rulebooks.importer.model import LOST_SYMBOL


def mark_lost_pictures(
    lines: Sequence[str], pictures: Sequence[tuple[re.Pattern[str], str]], start: int, end: int
) -> tuple[list[str], dict[int, str]]:
    """Mark the place of each lost picture; return the lines, and descriptions by line index.

    Args:
        lines: of the source.
        pictures: patterns of lines with a lost picture, with its description; a group ``gap`` gives its place.
        start: index of the first line of the rules.
        end: index of the first line after them.
    """
    marked = list(lines)
    lost: dict[int, str] = {}
    for index in range(start, end):
        for pattern, description in pictures:
            if match := pattern.search(lines[index]):
                gap = match.span("gap") if "gap" in pattern.groupindex else (len(lines[index]),) * 2
                marked[index] = f"{lines[index][: gap[0]]} {LOST_SYMBOL} {lines[index][gap[1] :]}".rstrip()
                lost[index] = description
                break
    return marked, lost
