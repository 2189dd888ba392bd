"""What the lines before the rules say of the document: its title, and the day of its revision."""

import re
from collections.abc import Sequence
from datetime import date, datetime

from rules.rulebooks.importing.model import Unit, UnitKind

_REVISED = re.compile(
    r"\b(?:revised|effective|updated|version|as of)\b\W*(?:(?:on|from)\s+)?"
    r"(?:(?P<iso>\d{4}-\d{2}-\d{2})"
    r"|(?P<month>[A-Za-z]{3,9})\s+(?P<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?P<year>\d{4})"
    r"|(?P<day2>\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<month2>[A-Za-z]{3,9}),?\s+(?P<year2>\d{4}))",
    re.IGNORECASE,
)
LONGEST_TITLE = 120


def title_of(units: Sequence[Unit]) -> str:
    """Return the first line of what stands before the rules; an empty string where nothing does."""
    front = next((unit for unit in units if unit.kind is UnitKind.FRONT), None)
    if front is None or not front.passages:
        return ""
    return front.passages[0].text.lstrip("# ").replace("**", "")[:LONGEST_TITLE].strip()


def revision(units: Sequence[Unit]) -> date | None:
    """Return the day on which a document says it was revised; None where it names none that exists."""
    front = next((unit for unit in units if unit.kind is UnitKind.FRONT), None)
    match = _REVISED.search(front.text) if front else None
    if match is None:
        return None
    if match["iso"]:
        return _parsed(match["iso"], "%Y-%m-%d")
    day, month, year = (match[name] or match[f"{name}2"] for name in ("day", "month", "year"))
    return _parsed(f"{day} {month[:3]} {year}", "%d %b %Y")


def _parsed(text: str, form: str) -> date | None:
    try:
        return datetime.strptime(text, form).date()  # noqa: DTZ007 a printed date has no zone
    except ValueError:
        return None
