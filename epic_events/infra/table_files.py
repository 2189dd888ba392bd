"""Streaming export of rows as CSV or JSON."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from defusedcsv import csv

Row: TypeAlias = Mapping[str, object]
Writer: TypeAlias = Callable[[Sequence[str], Iterable[Row]], Iterator[str]]


class _Echo:
    """File object whose ``write`` returns its argument."""

    def write(self, text: str) -> str:
        return text


def as_csv(columns: Sequence[str], rows: Iterable[Row]) -> Iterator[str]:
    """Yield rows as CSV with a header; formulas are escaped.

    None becomes an empty cell, nested values become JSON.
    """
    writer: Any = csv.writer(_Echo())
    yield writer.writerow(columns)
    for row in rows:
        yield writer.writerow([_cell(row[name]) for name in columns])


def _cell(value: object) -> object:
    if value is None:
        return ""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, Mapping) else value


def as_json(columns: Sequence[str], rows: Iterable[Row]) -> Iterator[str]:
    """Yield rows as a JSON array, one object per line."""
    yield "[\n"
    for number, row in enumerate(rows):
        values = {name: row[name] for name in columns}
        yield f"{',' if number else ' '} {json.dumps(values, ensure_ascii=False)}\n"
    yield "]\n"


WRITERS: Final[Mapping[str, tuple[Writer, str]]] = {
    "csv": (as_csv, "text/csv; charset=utf-8"),
    "json": (as_json, "application/json"),
}
"""How a file is written and what kind it is, by the end of its name."""
