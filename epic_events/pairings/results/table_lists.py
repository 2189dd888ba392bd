"""Lists of tables on pages that keep their rows: read as plain values, of which a table is made only where it is new.

To make objects of two hundred tables with all who sit there takes longer than the rest of such a page, and after a
change all rows but one are kept: they need the values they are found by (:mod:`epic_events.page_cache.rows`), no more.
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


def _passing() -> QuerySet[Match, tuple[Any, ...]]:
    """Return of some tables what changes as their results come in; of what was said the last."""
    found = Match.objects.filter(KeyIn("pk", "tables")).order_by()
    return found.annotate(said=Max("reports__pk")).values_list("pk", *_STILL, "said")


def _seats() -> QuerySet[Seat, tuple[Any, ...]]:
    found = Seat.objects.filter(KeyIn("match_id", "tables")).order_by("place")
    return found.values_list("match_id", *_OF_SEAT, *_OF_ENTRY)


def _reports() -> QuerySet[ResultReport, tuple[Any, ...]]:
    found = ResultReport.objects.filter(KeyIn("match_id", "tables")).order_by("pk")
    return found.values_list("match_id", *columns_of(ResultReport))


def _matches() -> QuerySet[Match, tuple[Any, ...]]:
    return Match.objects.filter(KeyIn("pk", "tables")).order_by().values_list("pk", *columns_of(Match))


_PASSING: Final = CompiledQuery(_passing)
_SEATS: Final = CompiledQuery(_seats)
_REPORTS: Final = CompiledQuery(_reports)
_MATCHES: Final = CompiledQuery(_matches)


class TableFacts(NamedTuple):
    """Everything that is stored of a table: of the match, of each seat and the entry there, of each report."""

    match: tuple[Any, ...]
    seats: list[tuple[Any, ...]]
    reports: list[tuple[Any, ...]]


class ReadTables:
    """Tables of one round, read together: three queries, however many there are.

    Attributes:
        round: the round, with its stage and event at hand.
    """

    def __init__(self, round_: Round, keys: Sequence[int]) -> None:
        self.round = round_
        self._keys = keys
        self._values: dict[int, TableFacts] = {}

    @cached_property
    def passing(self) -> dict[int, tuple[Any, ...]]:
        """Of each of them what changes as its result comes in: the match, and the last thing said of it; one query."""
        return {row[0]: tuple(row) for row in _PASSING.rows(tables=self._keys)}

    def read(self, keys: Sequence[int]) -> None:
        """Read these of them, and not all."""
        seats: defaultdict[int, list[tuple[Any, ...]]] = defaultdict(list)
        for match, *values in _SEATS.rows(tables=keys):
            seats[match].append(tuple(values))
        reports: defaultdict[int, list[tuple[Any, ...]]] = defaultdict(list)
        for match, *values in _REPORTS.rows(tables=keys):
            reports[match].append(tuple(values))
        for key, *values in _MATCHES.rows(tables=keys):
            self._values[key] = TableFacts(tuple(values), seats[key], reports[key])

    def facts(self, key: int) -> TableFacts:
        """Return what is stored of one of them, by its key."""
        if key not in self._values:
            self.read(self._keys)
        return self._values[key]

    def row(self, key: int) -> TableRow:
        """Return one of them as people look for it."""
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
        return TableRow(match, tuple(seats), None, reports)


class Tables(Sequence[TableRow]):
    """Some of the tables that were read together, in an order; a row is made when somebody looks at it.

    Attributes:
        round: their round.
    """

    def __init__(self, read: ReadTables, keys: Sequence[int]) -> None:
        self.round = read.round
        self._read, self._keys = read, keys

    def __len__(self) -> int:
        return len(self._keys)

    @overload
    def __getitem__(self, at: int) -> TableRow: ...
    @overload
    def __getitem__(self, at: slice) -> list[TableRow]: ...
    def __getitem__(self, at: int | slice) -> TableRow | list[TableRow]:
        """Return the row at a place, or those at several."""
        return (
            [self._read.row(key) for key in self._keys[at]] if isinstance(at, slice) else self._read.row(self._keys[at])
        )

    @property
    def facts(self) -> list[object]:
        """Of each row what it is made of."""
        return [self._read.facts(key) for key in self._keys]

    @property
    def keys(self) -> Sequence[int]:
        """Of each row the key of its match."""
        return self._keys

    @property
    def passing(self) -> list[object]:
        """Of each row what changes as results come in."""
        return [self._read.passing[key] for key in self._keys]

    def facts_at(self, places: Sequence[int]) -> list[object]:
        """Return what the rows at these places are made of."""
        if len(places) == len(self._keys):
            return self.facts  # read along with what other lists of these tables show
        keys = [self._keys[at] for at in places]
        self._read.read(keys)
        return [self._read.facts(key) for key in keys]


class Names(Sequence[NameRow]):
    """One line for each of these seats, in their order; a line is made when somebody looks at it.

    Attributes:
        round: their round.
    """

    def __init__(self, round_: Round, seats: Sequence[tuple[int, int]]) -> None:
        self.round = round_
        self._seats = seats
        self._read = ReadTables(round_, list({match for _seat, match in seats}))

    def __len__(self) -> int:
        return len(self._seats)

    @overload
    def __getitem__(self, at: int) -> NameRow: ...
    @overload
    def __getitem__(self, at: slice) -> list[NameRow]: ...
    def __getitem__(self, at: int | slice) -> NameRow | list[NameRow]:
        """Return the line at a place, or those at several."""
        if isinstance(at, slice):
            return [self._line(*of) for of in self._seats[at]]
        return self._line(*self._seats[at])

    def _line(self, seat: int, match: int) -> NameRow:
        row = self._read.row(match)
        return NameRow(next(each for each in row.seats if each.pk == seat), row, mine=False)

    @property
    def facts(self) -> list[object]:
        """Of each line what it is made of: the table, and whose it is."""
        return [(seat, self._read.facts(match)) for seat, match in self._seats]

    @property
    def keys(self) -> Sequence[int]:
        """Of each line the key of its seat."""
        return [seat for seat, _match in self._seats]

    @property
    def passing(self) -> list[object]:
        """Of each line what changes as the result of its table comes in."""
        return [self._read.passing[match] for _seat, match in self._seats]

    def facts_at(self, places: Sequence[int]) -> list[object]:
        """Return what the lines at these places are made of."""
        lines = [self._seats[at] for at in places]
        self._read.read(list({match for _seat, match in lines}))
        return [(seat, self._read.facts(match)) for seat, match in lines]
