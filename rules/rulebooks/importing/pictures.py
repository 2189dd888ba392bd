"""Marks where the copy of a document has lost pictures that its profile knows of."""

import re
from collections.abc import Sequence

from rules.rulebooks.importing.model import LOST_SYMBOL


def marked(
    lines: Sequence[str], pictures: Sequence[tuple[re.Pattern[str], str]], start: int, end: int
) -> tuple[list[str], dict[int, str]]:
    """Return lines with a mark at every lost picture, and what each showed by the position of its line.

    Args:
        lines: of the source.
        pictures: lines at which one is lost, with what it showed; a group ``gap`` says where in the line.
        start: the position of the first line of the rules.
        end: the position after their last.
    """
    found = list(lines)
    lost: dict[int, str] = {}
    for at in range(start, end):
        for pattern, shown in pictures:
            if match := pattern.search(lines[at]):
                gap = match.span("gap") if "gap" in pattern.groupindex else (len(lines[at]),) * 2
                found[at] = f"{lines[at][: gap[0]]} {LOST_SYMBOL} {lines[at][gap[1] :]}".rstrip()
                lost[at] = shown
                break
    return found, lost
