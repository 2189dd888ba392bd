"""The boards of a replay as they are kept: whole now and then, between as differences from the step before.

A board is kept whole as soon as the differences since the last whole one weigh more than it: what is read for one board
never weighs more than two, and all of them together not more than twice the differences.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from django.db import connection
from django.db.models.sql import InsertQuery

from epic_events.disputes.models import Dispute, ReplayBoard, StoredVerdict
from epic_events.disputes.replays.differences import Known, applied, difference

VIEWS: Final = ("public", "staff")
_COLUMNS: Final = ("verdict", "step", "whole", *VIEWS)
_FIELDS: Final = {field.name: field for field in ReplayBoard._meta.concrete_fields}  # noqa: SLF001 - Django's public _meta


@dataclass(frozen=True)
class KeptBoard:
    """A row of what is kept.

    Attributes:
        whole: whether the two are boards, or differences from the step before (None: the same as there).
        public, staff: for everybody, and with what only the staff may see.
        size: about how many bytes it takes.
    """

    whole: bool
    public: Any
    staff: Any
    size: int


def kept(boards: Iterable[tuple[dict[str, Any], dict[str, Any]]]) -> Iterator[KeptBoard]:
    """Yield what is kept of the boards of a replay, given as (for everybody, for staff), step by step."""
    before: tuple[dict[str, Any], dict[str, Any]] | None = None
    weight = since = 0
    for board in boards:
        if before is not None:
            known: Known = {}  # most of the two boards is the same
            public, staff = (difference(*pair, known) for pair in zip(before, board, strict=True))
            size = _size((public, staff))
            since += size
        if before is not None and since <= weight:
            yield KeptBoard(whole=False, public=public, staff=staff, size=size)
        else:
            weight, since = _size(board), 0
            yield KeptBoard(whole=True, public=board[0], staff=board[1], size=weight)
        before = board


_WRITTEN: Final = json.JSONEncoder(separators=(",", ":"))


def _size(data: object) -> int:
    return len(_WRITTEN.encode(data))


def keep_boards(verdict: StoredVerdict, boards: Sequence[KeptBoard]) -> None:
    """Add the boards of a verdict in one go.

    The statement is that of one row, carried out for each: ``bulk_create`` puts the JSON of all rows into a text for
    PostgreSQL that takes three times as long to make as everything else about them.
    """
    query = InsertQuery(ReplayBoard)
    query.insert_values([_FIELDS[name] for name in _COLUMNS], [ReplayBoard()])
    ((wording, _),) = query.get_compiler(connection=connection).as_sql()
    json_of = partial(_FIELDS["public"].get_db_prep_save, connection=connection)
    rows = [
        (verdict.pk, step, board.whole, json_of(board.public), json_of(board.staff))
        for step, board in enumerate(boards)
    ]
    with connection.cursor() as cursor:
        cursor.executemany(wording, rows)


def boards_of(dispute: Dispute, first: int, last: int, *, full: bool) -> dict[int, dict[str, Any]]:
    """Return the boards after the steps from ``first`` to ``last`` by number, with one query; none that is not kept.

    Args:
        dispute: whose replay is kept.
        first: the first step wanted; one before the start (-1) is none.
        last: the last step wanted.
        full: whether with what only the staff may see.
    """
    start = dispute.boards.filter(whole=True, step__lte=max(first, 0)).order_by("-step").values("step")[:1]
    rows = dispute.boards.filter(step__gte=start, step__lte=last).order_by("step")
    found: dict[int, dict[str, Any]] = {}
    board: Any = None
    for step, is_whole, content in rows.values_list("step", "whole", "staff" if full else "public"):
        board = content if is_whole else applied(board, content)
        if step >= first:
            found[step] = board
    return found
