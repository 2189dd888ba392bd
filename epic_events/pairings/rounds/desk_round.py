"""The tables of a round for the desk: counts, and the tables that need attention."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.db.models import BigIntegerField, Case, IntegerField, QuerySet, Value, When

from epic_events.infra.database.compiled_queries import CompiledQuery, Parameter
from epic_events.pairings.models import Match, Round
from epic_events.pairings.results.counts import ResultCounts, count_results
from epic_events.pairings.results.table_lists import TableList, TableLoader

MAX_SHOWN: Final = 40
"""Maximum length of each list of tables at the desk. Other tables are found by search."""
_FIRST: Final = {Match.Status.DISPUTED: 0, Match.Status.REPORTED: 1}


def _all() -> QuerySet[Match, tuple[Any, ...]]:
    """Select the tables of a round, byes excluded."""
    tables = Match.objects.filter(round_id=Parameter("round", BigIntegerField()), table__isnull=False)
    return tables.order_by("table", "pk").values_list("pk", "table", "status")


def _still_open() -> QuerySet[Match, tuple[Any, ...]]:
    whens = [When(status=status, then=Value(place)) for status, place in _FIRST.items()]
    need = Case(*whens, default=Value(len(_FIRST)), output_field=IntegerField())
    return _all().exclude(status=Match.Status.CONFIRMED).order_by(need, "table")[:MAX_SHOWN]


def _settled() -> QuerySet[Match, tuple[Any, ...]]:
    return _all().filter(status=Match.Status.CONFIRMED).order_by("-confirmed_at", "-pk")[:MAX_SHOWN]


_ALL: Final = CompiledQuery(_all)
_STILL_OPEN: Final = CompiledQuery(_still_open)
_SETTLED: Final = CompiledQuery(_settled)


@dataclass(frozen=True)
class DeskRound:
    """A round at the desk. Loads the displayed tables and counts the others.

    Attributes:
        round: the round.
    """

    round: Round

    @cached_property
    def _counts(self) -> ResultCounts:
        return count_results(self.round)

    @property
    def played(self) -> int:
        """The number of tables, byes excluded."""
        return self._counts.played

    @property
    def done(self) -> int:
        """The number of tables with a final result."""
        return self._counts.settled

    @property
    def still_open(self) -> int:
        """The number of tables without a final result."""
        return self.played - self.done

    @property
    def more_waiting(self) -> int:
        """The number of open tables that are not displayed."""
        return max(0, self.still_open - MAX_SHOWN)

    @property
    def more_settled(self) -> int:
        """The number of tables with a final result that are not displayed."""
        return max(0, self.done - MAX_SHOWN)

    @cached_property
    def _listed(self) -> list[tuple[int, int, str]]:
        """Key, table number and status of the tables in both lists, by table number.

        A large round is limited to the tables that need attention and the latest results.
        """
        few = not (self.more_waiting or self.more_settled)
        parts = [_ALL] if few else [_STILL_OPEN, _SETTLED]
        shown = [row for part in parts for row in part.rows(round=self.round.pk)]
        return sorted(((key, table or 0, status) for key, table, status in shown), key=lambda row: (row[1], row[0]))

    @cached_property
    def _read(self) -> TableLoader:
        return TableLoader(self.round, [key for key, _table, _status in self._listed])

    @property
    def waiting(self) -> TableList:
        """The displayed open tables, by table number."""
        keys = [key for key, _table, status in self._listed if status != Match.Status.CONFIRMED]
        return TableList(self._read, keys)

    @property
    def settled(self) -> TableList:
        """The displayed tables with a final result, by table number."""
        keys = [key for key, _table, status in self._listed if status == Match.Status.CONFIRMED]
        return TableList(self._read, keys)

    @property
    def disputed(self) -> list[int]:
        """The numbers of displayed tables whose reports differ."""
        return [table for _key, table, status in self._listed if status == Match.Status.DISPUTED]
