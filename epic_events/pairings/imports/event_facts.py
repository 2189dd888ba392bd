"""Facts about an imported event: a ``meta.json`` next to the file of results."""

import json
from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from django.utils.translation import gettext as _

from epic_events.infra.errors import UserError

FILE_NAME = "meta.json"
MAX_NAME_LENGTH = 120
_RAW = ("unfloored", "not floored", "raw")


@dataclass(frozen=True, slots=True)
class EventFacts:
    """Facts about a finished event.

    Attributes:
        name: its name; empty if unknown.
        starts_at: its day, as midnight UTC; None if unknown.
        own_gw_floored: True if its published standings raise the player's own GW% to at least one third; None if
        unknown.
    """

    name: str = ""
    starts_at: datetime | None = None
    own_gw_floored: bool | None = None


UNKNOWN = EventFacts()


def parse_event_facts(text: str) -> EventFacts:
    """Parse a ``meta.json`` with the keys ``event``, ``date`` and ``own_gw_column``.

    Raises:
        UserError: the text is not a JSON object, or a value is invalid.
    """
    try:
        facts = json.loads(text)
    except ValueError as error:
        raise UserError(_("%(file)s is not valid JSON: %(error)s.") % {"file": FILE_NAME, "error": error}) from error
    if not isinstance(facts, dict):
        raise UserError(_("%(file)s must contain a JSON object.") % {"file": FILE_NAME})
    column = facts.get("own_gw_column")
    floored = None if not isinstance(column, str) else not any(word in column for word in _RAW)
    return EventFacts(str(facts.get("event") or "").strip()[:MAX_NAME_LENGTH], _parse_day(facts.get("date")), floored)


def _parse_day(value: object) -> datetime | None:
    if value is None:
        return None
    try:
        return datetime.combine(date.fromisoformat(str(value)), time(), tzinfo=UTC)
    except ValueError as error:
        message = _("%(file)s: “%(value)s” is not a valid date. Use the format 2026-03-29.")
        raise UserError(message % {"file": FILE_NAME, "value": value}) from error
