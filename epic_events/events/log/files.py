"""The log as a file: CSV for a spreadsheet, JSON for a program; written while it is read, however long it is."""

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final

from defusedcsv import csv

from epic_events.events.log.lines import LogLine, log_lines
from epic_events.journal.models import EntryQuerySet

AT_ONCE: Final = 500
"""Lines whose names are looked up together."""
COLUMNS: Final = ("number", "at", "who", "what", "about", "reason", "verb", "subject", "data")


class _Echo:
    """A file that gives back what is written into it."""

    def write(self, text: str) -> str:
        return text


def as_csv(entries: EntryQuerySet) -> Iterator[str]:
    """Yield the lines of a table, its head first; a cell never begins a formula."""
    writer: Any = csv.writer(_Echo())
    yield writer.writerow(COLUMNS)
    for line in _lines(entries):
        row = _row(line)
        yield writer.writerow([json.dumps(row[name]) if name == "data" else row[name] for name in COLUMNS])


def as_json(entries: EntryQuerySet) -> Iterator[str]:
    """Yield a list of objects, one a line."""
    yield "[\n"
    for number, line in enumerate(_lines(entries)):
        yield f"{',' if number else ' '} {json.dumps(_row(line), ensure_ascii=False)}\n"
    yield "]\n"


def _lines(entries: EntryQuerySet) -> Iterable[LogLine]:
    found = entries.iterator(chunk_size=AT_ONCE)
    while several := list(islice(found, AT_ONCE)):
        yield from log_lines(several)


def _row(line: LogLine) -> dict[str, object]:
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
