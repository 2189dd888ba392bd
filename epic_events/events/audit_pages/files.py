"""The audit log of an event as rows of a CSV or JSON file."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from epic_events.audit_log.models import EntryQuerySet
from epic_events.events.audit_pages.lines import AuditLogLine, build_audit_log_lines
from epic_events.infra.responses import Row

BATCH_SIZE: Final = 500
"""Number of entries whose names are loaded together."""
COLUMNS: Final = ("number", "at", "who", "what", "about", "reason", "verb", "subject", "data")


def rows(entries: EntryQuerySet) -> Iterator[Row]:
    """Yield one row per audit entry, loading names in batches."""
    found = entries.iterator(chunk_size=BATCH_SIZE)
    while several := list(islice(found, BATCH_SIZE)):
        yield from map(_row, build_audit_log_lines(several))


def _row(line: AuditLogLine) -> dict[str, object]:
    entry = line.entry
    return {
        "number": entry.pk,
        "at": entry.at.isoformat(),
        "who": line.who,
        "what": line.words,
        "about": line.about,
        "reason": entry.reason,
        "verb": entry.verb,
        "subject": f"{entry.subject_type} {entry.subject_id}",
        "data": entry.data,
    }
