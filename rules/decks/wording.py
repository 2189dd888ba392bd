"""Small pieces of English that messages about decks share."""

from collections.abc import Sequence

OPEN_QUOTE, CLOSE_QUOTE = "\N{LEFT DOUBLE QUOTATION MARK}", "\N{RIGHT DOUBLE QUOTATION MARK}"


def quoted(text: str) -> str:
    """Return a piece of the player's text, or a name that needs it, in quotation marks."""
    return f"{OPEN_QUOTE}{text}{CLOSE_QUOTE}"


def any_of(names: Sequence[str], more: int = 0) -> str:
    """Return "A", "A or B", "A, B or C"; names with a comma in quotation marks; ``more`` that are not listed."""
    shown = [quoted(name) if "," in name else name for name in names]
    return _joined([*shown, *([f"{more} more"] if more else [])], "or")


def all_of(names: Sequence[str]) -> str:
    """Return "A", "A and B", "A, B and C"."""
    return _joined(names, "and")


def _joined(names: Sequence[str], last: str) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def count(number: int, noun: str) -> str:
    """Return "1 card", "2 cards": a number with its noun in the right form (plural by s)."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def lines_note(lines: Sequence[int]) -> str:
    """Return " (lines 3 and 18 were added up)" for several lines, and nothing for one."""
    return f" (lines {all_of([str(line) for line in lines])} were added up)" if len(lines) > 1 else ""
