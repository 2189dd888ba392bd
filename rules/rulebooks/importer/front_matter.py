"""Title and revision date in the lines before the rules."""

import re
from collections.abc import Sequence
from datetime import date, datetime

from rules.rulebooks.importer.model import Unit, UnitKind

_REVISED = re.compile(
    r"\b(?:revised|effective|updated|version|as of)\b\W*(?:(?:on|from)\s+)?"
    r"(?:(?P<iso>\d{4}-\d{2}-\d{2})"
    r"|(?P<month>[A-Za-z]{3,9})\s+(?P<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?P<year>\d{4})"
    r"|(?P<day2>\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<month2>[A-Za-z]{3,9}),?\s+(?P<year2>\d{4}))",
    re.IGNORECASE,
)
MAX_TITLE_LENGTH = 120


def find_title(units: Sequence[Unit]) -> str:
    """Return the first line before the rules; empty if there is none."""
    front = next((unit for unit in units if unit.kind is UnitKind.FRONT), None)
    if front is None or not front.passages:
        return ""
    return front.passages[0].text.lstrip("# ").replace("**", "")[:MAX_TITLE_LENGTH].strip()


def find_revision_date(units: Sequence[Unit]) -> date | None:
    """Return the printed revision date; None without a valid one."""
    front = next((unit for unit in units if unit.kind is UnitKind.FRONT), None)
    match = _REVISED.search(front.text) if front else None
    if match is None:
        return None
    if match["iso"]:
        return _parse_date(match["iso"], "%Y-%m-%d")
    day, month, year = (match[name] or match[f"{name}2"] for name in ("day", "month", "year"))
    return _parse_date(f"{day} {month[:3]} {year}", "%d %b %Y")


def _parse_date(text: str, form: str) -> date | None:
    try:
        return datetime.strptime(text, form).date()  # noqa: DTZ007 a printed date has no zone
    except ValueError:
        return None
