"""The log as rows of a file, in words; named while it is read, however long it is."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from epic_events.audit_log.models import EntryQuerySet
from epic_events.events.audit_pages.lines import AuditLogLine, build_audit_log_lines
from epic_events.infra.table_files import Row

AT_ONCE: Final = 500
"""Lines whose names are looked up together."""
COLUMNS: Final = ("number", "at", "who", "what", "about", "reason", "verb", "subject", "data")


def rows(entries: EntryQuerySet) -> Iterator[Row]:
    """Yield the lines with the names that belong to their ids now."""
    found = entries.iterator(chunk_size=AT_ONCE)
    while several := list(islice(found, AT_ONCE)):
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
