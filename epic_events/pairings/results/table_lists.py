"""Lazy lists of tables for pages with cached rows.

Building model objects for 200 tables takes longer than the rest of the page. After a change all rows but one are
cached,
so the list reads plain values for the cache keys and builds objects only for rows that are rendered. See
:mod:`epic_events.page_cache.rows`.
"""

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple, overload

from django.db.models import Max, QuerySet

from epic_events.events.models import Registration
from epic_events.infra.database.compiled_queries import CompiledQuery, KeyIn, columns_of, instance_from
from epic_events.pairings.models import Match, ResultReport, Round, Seat
from epic_events.pairings.results.table_rows import NameRow, TableRow

_OF_SEAT: Final = columns_of(Seat)
_OF_ENTRY: Final = [f"registration__{column}" for column in columns_of(Registration)]
_STILL: Final = [column for column in columns_of(Match) if column != "explanation"]


def _changing_values() -> QuerySet[Match, tuple[Any, ...]]:
    """Select the columns of tables that change when results are reported."""
    matches = Match.objects.filter(KeyIn("pk", "tables")).order_by()
    return matches.annotate(last_report=Max("reports__pk")).values_list("pk", *_STILL, "last_report")


def _seats() -> QuerySet[Seat, tuple[Any, ...]]:
    seats = Seat.objects.filter(KeyIn("match_id", "tables")).order_by("place")
    return seats.values_list("match_id", *_OF_SEAT, *_OF_ENTRY)


def _reports() -> QuerySet[ResultReport, tuple[Any, ...]]:
    reports = ResultReport.objects.filter(KeyIn("match_id", "tables")).order_by("pk")
    return reports.values_list("match_id", *columns_of(ResultReport))


def _matches() -> QuerySet[Match, tuple[Any, ...]]:
    return Match.objects.filter(KeyIn("pk", "tables")).order_by().values_list("pk", *columns_of(Match))


_CHANGING_VALUES: Final = CompiledQuery(_changing_values)
_SEATS: Final = CompiledQuery(_seats)
_REPORTS: Final = CompiledQuery(_reports)
_MATCHES: Final = CompiledQuery(_matches)


class TableFacts(NamedTuple):
    """The stored values of a table: match, seats with registrations, reports."""

    match: tuple[Any, ...]
    seats: list[tuple[Any, ...]]
    reports: list[tuple[Any, ...]]


class TableLoader:
    """Batch loader for tables of one round: three queries for any number of tables.

    Attributes:
        round: the round, with its stage and event loaded.
    """

    def __init__(self, round_: Round, keys: Sequence[int]) -> None:
        self.round = round_
        self._keys = keys
        self._values: dict[int, TableFacts] = {}

    @cached_property
    def changing_values(self) -> dict[int, tuple[Any, ...]]:
        """The values of each table that change when its result is reported. One query."""
        return {row[0]: tuple(row) for row in _CHANGING_VALUES.rows(tables=self._keys)}

    def read(self, keys: Sequence[int]) -> None:
        """Load only the tables with these keys."""
        seats: defaultdict[int, list[tuple[Any, ...]]] = defaultdict(list)
        for match, *values in _SEATS.rows(tables=keys):
            seats[match].append(tuple(values))
        reports: defaultdict[int, list[tuple[Any, ...]]] = defaultdict(list)
        for match, *values in _REPORTS.rows(tables=keys):
            reports[match].append(tuple(values))
        for key, *values in _MATCHES.rows(tables=keys):
            self._values[key] = TableFacts(tuple(values), seats[key], reports[key])

    def facts(self, key: int) -> TableFacts:
        """Return the stored values of a table."""
        if key not in self._values:
            self.read(self._keys)
        return self._values[key]

    def row(self, key: int) -> TableRow:
        """Build the row of a table."""
        facts = self.facts(key)
        match = instance_from(Match, facts.match)
        match.round = self.round
        seats = []
        for values in facts.seats:
            seat = instance_from(Seat, values)
            seat.match, seat.registration = match, instance_from(Registration, values[len(_OF_SEAT) :])
            seat.registration.event = self.round.stage.event
            seats.append(seat)
        reports = tuple(instance_from(ResultReport, values) for values in facts.reports)
        return TableRow(match, tuple(seats), reports)


class TableList(Sequence[TableRow]):
    """An ordered list of tables that builds each row on access.

    Attributes:
        round: the round of the tables.
    """

    def __init__(self, read: TableLoader, keys: Sequence[int]) -> None:
        self.round = read.round
        self._read, self._keys = read, keys

    def __len__(self) -> int:
        return len(self._keys)

    @overload
    def __getitem__(self, at: int) -> TableRow: ...
    @overload
    def __getitem__(self, at: slice) -> list[TableRow]: ...
    def __getitem__(self, at: int | slice) -> TableRow | list[TableRow]:
        """Return the row at an index, or the rows of a slice."""
        return (
            [self._read.row(key) for key in self._keys[at]] if isinstance(at, slice) else self._read.row(self._keys[at])
        )

    @property
    def facts(self) -> list[object]:
        """The stored values of each row."""
        return [self._read.facts(key) for key in self._keys]

    @property
    def keys(self) -> Sequence[int]:
        """The match key of each row."""
        return self._keys

    @property
    def changing_values(self) -> list[object]:
        """The values of each row that change when results are reported."""
        return [self._read.changing_values[key] for key in self._keys]

    def facts_at(self, places: Sequence[int]) -> list[object]:
        """Return the stored values of the rows at these indexes."""
        if len(places) == len(self._keys):
            return self.facts  # loaded together with the other lists of these tables
        keys = [self._keys[at] for at in places]
        self._read.read(keys)
        return [self._read.facts(key) for key in keys]


class NameList(Sequence[NameRow]):
    """A list with one line per seat that builds each line on access.

    Attributes:
        round: the round of the seats.
    """

    def __init__(self, round_: Round, seats: Sequence[tuple[int, int]]) -> None:
        self.round = round_
        self._seats = seats
        self._read = TableLoader(round_, list({match for _seat, match in seats}))

    def __len__(self) -> int:
        return len(self._seats)

    @overload
    def __getitem__(self, at: int) -> NameRow: ...
    @overload
    def __getitem__(self, at: slice) -> list[NameRow]: ...
    def __getitem__(self, at: int | slice) -> NameRow | list[NameRow]:
        """Return the line at an index, or the lines of a slice."""
        if isinstance(at, slice):
            return [self._line(*values) for values in self._seats[at]]
        return self._line(*self._seats[at])

    def _line(self, seat: int, match: int) -> NameRow:
        row = self._read.row(match)
        return NameRow(next(each for each in row.seats if each.pk == seat), row, mine=False)

    @property
    def facts(self) -> list[object]:
        """The stored values of each line: its seat key and its table."""
        return [(seat, self._read.facts(match)) for seat, match in self._seats]

    @property
    def keys(self) -> Sequence[int]:
        """The seat key of each line."""
        return [seat for seat, _match in self._seats]

    @property
    def changing_values(self) -> list[object]:
        """The values of each line that change when the result of its table is reported."""
        return [self._read.changing_values[match] for _seat, match in self._seats]

    def facts_at(self, places: Sequence[int]) -> list[object]:
        """Return the stored values of the lines at these indexes."""
        lines = [self._seats[at] for at in places]
        self._read.read(list({match for _seat, match in lines}))
        return [(seat, self._read.facts(match)) for seat, match in lines]
