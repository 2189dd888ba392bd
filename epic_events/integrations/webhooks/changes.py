"""Changes of an event: audit entries with ids and facts, without names."""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from epic_events.audit_log.models import Entry
from epic_events.audit_log.version_tokens import complete_entries
from epic_events.events.models import Event
from epic_events.infra.errors import UserError

OWN: Final = "webhook."
"""How verbs begin that are about webhooks themselves: they are not sent to any."""
MOST_KINDS: Final = 30
_KIND: Final = "[A-Za-z][A-Za-z_]{0,29}"
SOME_KINDS: Final = rf"^ *{_KIND} *(, *{_KIND} *){{0,{MOST_KINDS - 1}}}$"
"""Kinds with commas between them."""


def changes_of(event: Event) -> QuerySet[Entry]:
    """Return the audit entries of an event, oldest first."""
    return Entry.objects.filter(event_id=event.pk).order_by("pk")


def changes_after(event: Event, key: int, kinds: Iterable[str]) -> QuerySet[Entry]:
    """Return the audit entries of an event after a position.

    Entries that an uncommitted transaction could still precede are left out.

    Args:
        event: the event.
        key: key of the last known entry; 0 for all.
        kinds: kinds of changes; empty for all.
    """
    return changes_of(event).filter(complete_entries(), of_kinds(kinds), pk__gt=key)


def of_kinds(kinds: Iterable[str]) -> Q:
    """Return the filter for audit entries of some kinds; no kinds match all.

    A kind is the first word of a verb: ``round`` in ``round.published``.
    """
    asked = Q()
    for kind in kinds:
        asked |= Q(verb__startswith=f"{kind}.")
    return asked


def change_of(line: Entry, slug: str) -> dict[str, Any]:
    """Return an audit entry as JSON for the API and for webhooks."""
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


def validate_kinds(kinds: Iterable[str]) -> list[str]:
    """Return valid kinds, sorted and without duplicates.

    Raises:
        UserError: a kind is malformed, or there are too many.
    """
    found = sorted({kind.strip() for kind in kinds} - {""})
    wrong = [kind for kind in found if not re.fullmatch(_KIND, kind)]
    if wrong or len(found) > MOST_KINDS:
        words = _("Enter event types from the audit log, such as round or result. Unknown: %(kinds)s.")
        message = words % {"kinds": ", ".join(wrong)[:200] or len(found)}
        raise UserError(message, fields={"kinds": message})
    return found
