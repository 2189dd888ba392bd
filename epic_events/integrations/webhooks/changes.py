"""What happened at an event, line by line, for programs: ids and facts, never names or reasons."""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from epic_events.audit_log.models import Entry
from epic_events.audit_log.ordering import complete_entries
from epic_events.events.models import Event
from epic_events.infra.errors import UserError

OWN: Final = "webhook."
"""How verbs begin that are about webhooks themselves: they are not sent to any."""
MOST_KINDS: Final = 30
_KIND: Final = "[A-Za-z][A-Za-z_]{0,29}"
SOME_KINDS: Final = rf"^ *{_KIND} *(, *{_KIND} *){{0,{MOST_KINDS - 1}}}$"
"""Kinds with commas between them."""


def changes_of(event: Event) -> QuerySet[Entry]:
    """Return the lines of an event, the oldest first."""
    return Entry.objects.filter(event_id=event.pk).order_by("pk")


def changes_after(event: Event, key: int, kinds: Iterable[str]) -> QuerySet[Entry]:
    """Return the lines of an event after one, of some kinds, for who asks next for what comes after the last of them.

    Args:
        event: whose lines.
        key: of the line; 0 for all.
        kinds: first words of verbs; none are all.
    """
    return changes_of(event).filter(complete_entries(), of_kinds(kinds), pk__gt=key)


def of_kinds(kinds: Iterable[str]) -> Q:
    """Return what narrows lines to kinds, the first words of verbs; no kinds are all."""
    asked = Q()
    for kind in kinds:
        asked |= Q(verb__startswith=f"{kind}.")
    return asked


def change_of(line: Entry, slug: str) -> dict[str, Any]:
    """Return a line as programs get it, over the API and by webhook alike."""
    return {
        "id": line.pk,
        "type": line.verb,
        "at": _moment(line.at),
        "event": slug,
        "subject": {"type": line.subject_type, "id": line.subject_id},
        "actor": line.actor_id,
        "facts": line.data,
    }


def _moment(at: datetime) -> str:
    return at.isoformat().replace("+00:00", "Z")


def checked_kinds(kinds: Iterable[str]) -> list[str]:
    """Return kinds in order, each once.

    Raises:
        UserError: one of them is no first word of a verb, or there are too many.
    """
    found = sorted({kind.strip() for kind in kinds} - {""})
    wrong = [kind for kind in found if not re.fullmatch(_KIND, kind)]
    if wrong or len(found) > MOST_KINDS:
        words = _("Name kinds as the log has them, such as round or result: %(kinds)s is none.")
        message = words % {"kinds": ", ".join(wrong)[:200] or len(found)}
        raise UserError(message, fields={"kinds": message})
    return found
