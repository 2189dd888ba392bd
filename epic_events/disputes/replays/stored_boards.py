"""Storage of boards: some whole, the others as differences from the step before.

A board is stored whole once the differences since the last whole one are larger than it. Reading one board therefore
loads at most twice its size, and all boards take at most twice the size of the differences.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias

from django.db import connection
from django.db.models.sql import InsertQuery

from epic_events.disputes.models import Dispute, ReplayBoard, StoredVerdict

Difference: TypeAlias = list[Any]


Known: TypeAlias = dict[tuple[int, int], Difference | None]
"""Cached differences, by the identities of the compared objects, which must stay alive."""


def difference(before: Any, after: Any, cache: Known | None = None) -> Difference | None:
    """Return the difference from ``before`` to ``after``.

    ``None`` if they are equal. Tuples count as lists.

    Equality is that of Python, so 1 and true are equal. A difference is a list whose first item is its kind:

    - ``["=", value]``: another value;
    - ``["{}", {key: difference}, [key]]``: changed or added keys, and removed keys;
    - ``["[]", {index: difference}]``: changed items of a list of the same length;
    - ``["[:]", start, end, [value]]``: the slice from ``start`` to ``end`` (old indices) is replaced.

    >>> difference({"gold": 1, "hand": ["Kong"]}, {"gold": 0, "hand": ["Kong"]})
    ['{}', {'gold': ['=', 0]}, []]
    >>> applied({"gold": 1, "hand": ["Kong"]}, ['{}', {'gold': ['=', 0]}, []])
    {'gold': 0, 'hand': ['Kong']}

    Args:
        before: JSON data.
        after: JSON data.
        cache: cache of differences for data with shared parts; it is extended.
    """
    return None if before == after else _difference(before, after, {} if cache is None else cache)


def _difference(before: Any, after: Any, cache: Known) -> Difference | None:
    """Return the difference of two unequal values."""
    is_object = isinstance(before, dict) and isinstance(after, dict)
    if not is_object and not (isinstance(before, list | tuple) and isinstance(after, list | tuple)):
        return ["=", after]
    place = id(before), id(after)
    if place not in cache:
        cache[place] = (_of_objects if is_object else _of_lists)(before, after, cache)
    return cache[place]


_CONTAINERS: Final = (dict, list, tuple)


def _of_objects(before: dict[str, Any], after: dict[str, Any], cache: Known) -> Difference:
    """Return the difference of two unequal objects."""
    changed = {
        key: _difference(before[key], value, cache)
        if key in before and isinstance(value, _CONTAINERS)
        else ["=", value]
        for key, value in after.items()
        if key not in before or before[key] != value
    }
    return ["{}", changed, [key for key in before if key not in after]]


def _of_lists(before: Sequence[Any], after: Sequence[Any], cache: Known) -> Difference | None:
    """Return the difference of two lists.

    Lists of the same length are compared by item, others as a slice.
    """
    if len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        changed = {str(index): _difference(one, other, cache) for index, (one, other) in pairs if one != other}
        return ["[]", changed] if changed else None  # ``None`` if only a tuple has become a list
    shorter = min(len(before), len(after))
    start = next((n for n in range(shorter) if before[n] != after[n]), shorter)
    alike = next((n for n in range(shorter - start) if before[-1 - n] != after[-1 - n]), shorter - start)
    return ["[:]", start, len(before) - alike, list(after[start : len(after) - alike])]


def applied(before: Any, change: Difference | None) -> Any:
    """Return ``before`` with a difference applied; ``before`` is not changed.

    Args:
        before: JSON data.
        change: a result of :func:`difference`.
    """
    if change is None:
        return before
    match change:
        case ["{}", changed, gone]:
            remaining = {key: value for key, value in before.items() if key not in gone}
            return remaining | {key: applied(before.get(key), nested_change) for key, nested_change in changed.items()}
        case ["[]", changed]:
            entries = list(before)
            for index, nested_change in changed.items():
                entries[int(index)] = applied(entries[int(index)], nested_change)
            return entries
        case ["[:]", start, end, entries]:
            return [*before[:start], *entries, *before[end:]]
        case _:
            return change[1]


VIEWS: Final = ("public", "staff")
_COLUMNS: Final = ("verdict", "step", "whole", *VIEWS)
_FIELDS: Final = {field.name: field for field in ReplayBoard._meta.concrete_fields}  # noqa: SLF001 - Django's public _meta


@dataclass(frozen=True)
class StoredBoard:
    """A stored row.

    Attributes:
        whole: True if both values are boards, False if they are differences (``None``: unchanged).
        public, staff: without and with hidden information.
        public_json, staff_json: the same as JSON with sorted keys.
    """

    whole: bool
    public: Any
    staff: Any
    public_json: str
    staff_json: str

    @property
    def size(self) -> int:
        """The approximate size in bytes."""
        return len(self.public_json) + len(self.staff_json)

    @property
    def json(self) -> str:
        """The row as JSON with sorted keys."""
        return f"[{'true' if self.whole else 'false'},{self.public_json},{self.staff_json}]"


def encode_boards(boards: Iterable[tuple[dict[str, Any], dict[str, Any]]]) -> Iterator[StoredBoard]:
    """Yield the rows that store the boards of a replay.

    Boards are given as (public, staff) by step.
    """
    before: tuple[dict[str, Any], dict[str, Any]] | None = None
    weight = since = 0
    for board in boards:
        if before is not None:
            cache: Known = {}  # shared, because the public and the staff board are mostly equal
            public, staff = (difference(*pair, cache) for pair in zip(before, board, strict=True))
            change = _encode_row(public, staff, whole=False)
            since += change.size
        if before is not None and since <= weight:
            yield change
        else:
            row = _encode_row(*board, whole=True)
            weight, since = row.size, 0
            yield row
        before = board


_ENCODER: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def _encode_row(public: Any, staff: Any, *, whole: bool) -> StoredBoard:
    """Return a row with its JSON, encoded once for size, hash and storage."""
    return StoredBoard(whole, public, staff, _ENCODER.encode(public), _ENCODER.encode(staff))


class _EncodedJSON(json.JSONEncoder):
    """Encoder of values that are JSON already."""

    def encode(self, o: Any) -> str:
        """Return the value itself."""
        return str(o)


def store_boards(verdict: StoredVerdict, boards: Sequence[StoredBoard]) -> None:
    """Insert the boards of a verdict with one ``executemany``.

    ``bulk_create`` would interpolate the JSON of all rows into one statement on PostgreSQL, which takes three times as
    long.
    """
    query = InsertQuery(ReplayBoard)
    query.insert_values([_FIELDS[name] for name in _COLUMNS], [ReplayBoard()])
    ((sql, _),) = query.get_compiler(connection=connection).as_sql()
    adapt = partial(connection.ops.adapt_json_value, encoder=_EncodedJSON)
    rows = [
        (
            verdict.pk,
            step,
            board.whole,
            None if board.public is None else adapt(board.public_json),
            None if board.staff is None else adapt(board.staff_json),
        )
        for step, board in enumerate(boards)
    ]
    with connection.cursor() as cursor:
        cursor.executemany(sql, rows)


def boards_of(dispute: Dispute, first: int, last: int, *, full: bool) -> dict[int, dict[str, Any]]:
    """Return the stored boards after the steps from ``first`` to ``last`` by number.

    One query.

    Args:
        dispute: the dispute.
        first: the first step; -1 stands for none before the start.
        last: the last step.
        full: True for the boards of staff.
    """
    start = dispute.boards.filter(whole=True, step__lte=max(first, 0)).order_by("-step").values("step")[:1]
    rows = dispute.boards.filter(step__gte=start, step__lte=last).order_by("step")
    boards: dict[int, dict[str, Any]] = {}
    board: Any = None
    for step, is_whole, content in rows.values_list("step", "whole", "staff" if full else "public"):
        board = content if is_whole else applied(board, content)
        if step >= first:
            boards[step] = board
    return boards
