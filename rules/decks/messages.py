"""Text helpers for messages about decks."""

from collections.abc import Sequence

OPEN_QUOTE, CLOSE_QUOTE = "\N{LEFT DOUBLE QUOTATION MARK}", "\N{RIGHT DOUBLE QUOTATION MARK}"


def quote(text: str) -> str:
    """Return a text in quotation marks."""
    return f"{OPEN_QUOTE}{text}{CLOSE_QUOTE}"


def join_or(names: Sequence[str], omitted: int = 0) -> str:
    """Join names as "A", "A or B", "A, B or C"; names with commas are quoted.

    Args:
        names: the names.
        omitted: number of further names, appended as "3 more".
    """
    parts = [quote(name) if "," in name else name for name in names]
    return _join([*parts, *([f"{omitted} more"] if omitted else [])], "or")


def join_and(names: Sequence[str]) -> str:
    """Join names as "A", "A and B", "A, B and C"."""
    return _join(names, "and")


def _join(names: Sequence[str], last: str) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def format_count(number: int, noun: str) -> str:
    """Return a number with its noun: "1 card", "2 cards" (plural with s)."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def lines_note(lines: Sequence[int]) -> str:
    """Return " (lines 3 and 18 were added up)"; empty for a single line."""
    return f" (lines {join_and([str(line) for line in lines])} were added up)" if len(lines) > 1 else ""
