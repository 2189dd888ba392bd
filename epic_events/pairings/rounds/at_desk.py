"""The tables of a round as the desk shows them: how many, and of a large round those that need somebody first."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.db.models import BigIntegerField, Case, IntegerField, QuerySet, Value, When

from epic_events.infra.database.compiled_queries import CompiledQuery, Parameter
from epic_events.pairings.models import Match, Round
from epic_events.pairings.results.counts import ResultsIn, results_in
from epic_events.pairings.results.table_lists import ReadTables, Tables

MOST_SHOWN: Final = 40
"""Tables of each list that the desk shows; the others are a search by table or name away."""
_FIRST: Final = {Match.Status.DISPUTED: 0, Match.Status.REPORTED: 1}


def _all() -> QuerySet[Match, tuple[Any, ...]]:
    """Return the tables of a round that play."""
    tables = Match.objects.filter(round_id=Parameter("round", BigIntegerField()), table__isnull=False)
    return tables.order_by("table", "pk").values_list("pk", "table", "status")


def _still_open() -> QuerySet[Match, tuple[Any, ...]]:
    whens = [When(status=status, then=Value(place)) for status, place in _FIRST.items()]
    need = Case(*whens, default=Value(len(_FIRST)), output_field=IntegerField())
    return _all().exclude(status=Match.Status.CONFIRMED).order_by(need, "table")[:MOST_SHOWN]


def _settled() -> QuerySet[Match, tuple[Any, ...]]:
    return _all().filter(status=Match.Status.CONFIRMED).order_by("-confirmed_at", "-pk")[:MOST_SHOWN]


_ALL: Final = CompiledQuery(_all)
_STILL_OPEN: Final = CompiledQuery(_still_open)
_SETTLED: Final = CompiledQuery(_settled)


@dataclass(frozen=True)
class RoundAtDesk:
    """A round at the desk; reads what is shown and counts the rest.

    Attributes:
        round: the round.
    """

    round: Round

    @cached_property
    def _counts(self) -> ResultsIn:
        return results_in(self.round)

    @property
    def played(self) -> int:
        """How many tables play; byes are none."""
        return self._counts.played

    @property
    def done(self) -> int:
        """How many of them have a result that stands."""
        return self._counts.settled

    @property
    def still_open(self) -> int:
        """How many of them have none yet."""
        return self.played - self.done

    @property
    def more_waiting(self) -> int:
        """Open tables that are not shown."""
        return max(0, self.still_open - MOST_SHOWN)

    @property
    def more_settled(self) -> int:
        """Tables with a result that are not shown."""
        return max(0, self.done - MOST_SHOWN)

    @cached_property
    def _listed(self) -> list[tuple[int, int, str]]:
        """Key, table and state of what both lists show, by table; of a large round what needs somebody first."""
        few = not (self.more_waiting or self.more_settled)
        parts = [_ALL] if few else [_STILL_OPEN, _SETTLED]
        shown = [row for part in parts for row in part.rows(round=self.round.pk)]
        return sorted(((key, table or 0, status) for key, table, status in shown), key=lambda row: (row[1], row[0]))

    @cached_property
    def _read(self) -> ReadTables:
        return ReadTables(self.round, [key for key, _table, _status in self._listed])

    @property
    def waiting(self) -> Tables:
        """The open tables, by table."""
        keys = [key for key, _table, status in self._listed if status != Match.Status.CONFIRMED]
        return Tables(self._read, keys)

    @property
    def settled(self) -> Tables:
        """The tables with a result, by table; where they are too many, those settled last."""
        keys = [key for key, _table, status in self._listed if status == Match.Status.CONFIRMED]
        return Tables(self._read, keys)

    @property
    def disputed(self) -> list[int]:
        """The numbers of the tables shown whose players report different results."""
        return [table for _key, table, status in self._listed if status == Match.Status.DISPUTED]
