"""Counts of the results of a round, with a query compiled once."""

from typing import Any, Final, NamedTuple

from django.db.models import BigIntegerField, Count, Q, QuerySet

from epic_events.infra.database.compiled_queries import CompiledQuery, Parameter
from epic_events.pairings.models import Match, Round

FINAL_COUNT: Final = Count("pk", filter=Q(status=Match.Status.CONFIRMED))


class ResultCounts(NamedTuple):
    """Number of tables of a round, byes excluded, and of tables with a final result."""

    played: int
    settled: int


def count_results(round_: Round) -> ResultCounts:
    """Count the tables and the final results of a round. One query."""
    rows = _COUNTED.rows(round=round_.pk)
    return ResultCounts(*rows[0]) if rows else ResultCounts(0, 0)


def _counted() -> QuerySet[Match, tuple[Any, ...]]:
    tables = Match.objects.filter(round_id=Parameter("round", BigIntegerField()), table__isnull=False)
    counted = tables.order_by().values("round").annotate(played=Count("pk"), settled=FINAL_COUNT)
    return counted.values_list("played", "settled")


_COUNTED: Final = CompiledQuery(_counted)
