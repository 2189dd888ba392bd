"""How many results of a round are in: asked anew after every result, so it is worded once."""

from typing import Any, Final, NamedTuple

from django.db.models import BigIntegerField, Count, Q, QuerySet

from epic_events.infra.database.compiled_queries import CompiledQuery, Parameter
from epic_events.pairings.models import Match, Round

SETTLED: Final = Count("pk", filter=Q(status=Match.Status.CONFIRMED))


class ResultsIn(NamedTuple):
    """Of the tables of a round that play (byes are none) how many there are, and how many have a result that stands."""

    played: int
    settled: int


def results_in(round_: Round) -> ResultsIn:
    """Return how far a round has come. One query."""
    rows = _COUNTED.rows(round=round_.pk)
    return ResultsIn(*rows[0]) if rows else ResultsIn(0, 0)


def _counted() -> QuerySet[Match, tuple[Any, ...]]:
    tables = Match.objects.filter(round_id=Parameter("round", BigIntegerField()), table__isnull=False)
    counted = tables.order_by().values("round").annotate(played=Count("pk"), settled=SETTLED)
    return counted.values_list("played", "settled")


_COUNTED: Final = CompiledQuery(_counted)
