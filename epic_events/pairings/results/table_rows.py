"""Tables as display rows.

State, the viewer's seat, lazy lists and notes about the first turn.

Building model objects for 200 tables takes longer than the rest of the page. After a change all rows but one are
cached, so the list reads plain values for the cache keys and builds objects only for rows that are rendered. See
:mod:`epic_events.page_cache.rows`.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple, overload

from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from epic_events.events.models import Event, Registration
from epic_events.infra.collation import name_sort_key
from epic_events.infra.database.compiled_queries import CompiledQuery, KeyIn, columns_of, instance_from, loaded_instance
from epic_events.infra.names import isolated
from epic_events.pairings.methods.play_first import (
    Choice,
    ChoiceReason,
    PlayFirst,
    before_deciding_game,
    before_first_game,
)
from epic_events.pairings.models import Match, ResultReport, Round, Seat
from epic_events.pairings.results.match_state import MatchState, state_of, with_seats
from rules.games import GAMES


@dataclass(frozen=True)
class TableRow(MatchState):
    """The state of a match as one user sees it.

    Attributes:
        mine: the current user's seat, or `None`.
    """

    mine: Seat | None = None

    @property
    def others(self) -> tuple[Seat, ...]:
        """The seats of the other players."""
        return tuple(seat for seat in self.seats if seat != self.mine)

    @property
    def own_report(self) -> ResultReport | None:
        """The current report of the current user, or `None`."""
        return self.report_of(self.mine)

    @property
    def their_report(self) -> ResultReport | None:
        """The current report of the user's opponent, or `None`."""
        return self.report_against(self.mine)


def build_table_row(match: Match, viewer: object = None) -> TableRow:
    """Build the row of a match that was loaded by `with_seats`."""
    state = state_of(match)
    return TableRow(state.match, state.seats, state.all_reports, state.seat_of(viewer))


def tables(round_: Round, viewer: object = None, *, numbers: Collection[int] | None = None) -> list[TableRow]:
    """Return the tables of a round in order, byes last, limited to `numbers` if given."""
    matches = round_.matches.order_by()  # sorted here because the database would sort every column
    if numbers is not None:
        matches = matches.filter(table__in=numbers)
    rows = [build_table_row(match, viewer) for match in with_seats(matches)]
    return sorted(rows, key=lambda row: (row.match.table is None, row.match.table or 0, row.match.pk))


def tables_for_entry(round_: Round, numbers: Collection[int] | None = None) -> list[TableRow]:
    """Return the tables of a round for entering many results.

    They are in any order, limited to `numbers` if given. Loads only what entering a result needs, in three queries:
    the 5,000 tables of a large round otherwise take seconds.
    """
    matches = round_.matches.order_by()
    if numbers is not None:
        matches = matches.filter(table__in=numbers)
    names = ("id", "round_id", "table", "status", "result_kind", "games_drawn", "confirmed_at")
    matches_by_pk = {values[0]: loaded_instance(Match, names, values) for values in matches.values_list(*names)}
    of_match, of_seat = Match._meta.get_field("round"), Seat._meta.get_field("registration")  # noqa: SLF001 - Django's public _meta
    seats: defaultdict[int, list[Seat]] = defaultdict(list)
    seat_names = ("id", "match_id", "round_id", "registration_id", "place", "game_wins", "points", "outcome", "health")
    rows = Seat.objects.filter(match__in=matches.values("pk")).order_by("place")
    for *values, name in rows.values_list(*seat_names, "registration__name"):
        seat = loaded_instance(Seat, seat_names, values)
        registration = loaded_instance(Registration, ("id", "name"), (seat.registration_id, name))
        of_seat.set_cached_value(seat, registration)  # several times as fast as setting the attribute
        seats[seat.match_id].append(seat)
    reports: defaultdict[int, list[ResultReport]] = defaultdict(list)
    for report in ResultReport.objects.filter(match__in=matches.values("pk")).order_by("pk"):
        reports[report.match_id].append(report)
    for match in matches_by_pk.values():
        of_match.set_cached_value(match, round_)
    return [TableRow(match, tuple(seats[key]), tuple(reports[key])) for key, match in matches_by_pk.items()]


@dataclass(frozen=True)
class NameRow:
    """A player of a round with the table. Each pairing is listed under both names."""

    seat: Seat
    row: TableRow
    mine: bool

    @property
    def match(self) -> Match:
        """The player's match."""
        return self.row.match

    @property
    def others(self) -> tuple[Seat, ...]:
        """The opponents. Empty for a bye."""
        return tuple(seat for seat in self.row.seats if seat != self.seat)


def by_name(rows: Iterable[TableRow]) -> list[NameRow]:
    """Return one row per player, ordered by name."""
    listed = [NameRow(seat, row, seat == row.mine) for row in rows for seat in row.seats]
    return sorted(listed, key=lambda row: (name_sort_key(row.seat.registration.name), row.seat.registration_id))


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


def _seeds(match: Match) -> tuple[int, ...]:
    """Return the seeds of a match of the cut, by seat. Empty in other stages."""
    return tuple(match.explanation.get("seeds") or ())


def first_choice(row: TableRow) -> Choice | None:
    """Return who chooses the first player of the first game, or `None` for a bye."""
    if len(row.seats) != 2:
        return None
    first, second = row.seats
    rule = PlayFirst(row.match.round.stage.play_first)
    players = (first.registration_id, second.registration_id)
    return before_first_game(rule, row.match.round.seed, players, _seeds(row.match))


@dataclass(frozen=True)
class FirstTurn:
    """Who chooses the first player, as display values.

    Attributes:
        chooser: the name of the player who chooses before the first game.
        mine: True if that is the current user.
        why: why this player chooses, in a few words.
        later: a sentence about the later games. Empty for a match of one game.
        first: the name of the player who plays first, once recorded.
    """

    chooser: str
    mine: bool
    why: str
    later: str
    first: str


def first_turn(row: TableRow) -> FirstTurn | None:
    """Return who chooses the first player at a table, or `None` for a bye."""
    choice = first_choice(row)
    if choice is None or choice.place is None:
        return None
    names = [seat.registration.name for seat in row.seats]
    noted = row.match.first_player
    return FirstTurn(
        chooser=names[choice.place - 1],
        mine=row.mine is not None and row.mine.place == choice.place,
        why=_("the higher seed")
        if choice.why is ChoiceReason.SEED
        else _("chosen at random when the round was paired"),
        later=_later_games_sentence(row, names),
        first=names[noted - 1] if noted and noted <= len(names) else "",
    )


def _later_games_sentence(row: TableRow, names: list[str]) -> str:
    """Return a sentence about who chooses in the games after the first."""
    stage = row.match.round.stage
    last = before_deciding_game(PlayFirst(stage.play_first), stage.best_of, _seeds(row.match))
    if last is None:
        return ""
    if last.place is None:
        return _(
            "In later games, the loser of the previous game chooses. After a drawn game, the same player chooses again."
        )
    return _(
        "In game %(number)d, %(name)s chooses as the higher seed. Before that, the loser of the previous game chooses."
    ) % {
        "number": stage.best_of,
        "name": isolated(names[last.place - 1]),
    }


def time_steps(row: TableRow) -> list[str]:
    """Return what remains to be played after time is called, one sentence per step."""
    turn = row.match.turn_at_time
    names = {seat.place: isolated(seat.registration.name) for seat in row.seats}
    if turn in names and len(names) == 2:
        active, other = names[turn], names[3 - turn]
        steps = [_("%(active)s finishes the turn, then %(other)s takes one more.") % {"active": active, "other": other}]
    else:
        steps = [_("The active player finishes the turn, then the opponent takes one more.")]
    if row.match.round.stage.best_of == 1:
        return [*steps, _("A game without a winner by then is a draw.")]
    return [*steps, _("A game without a winner by then is a draw. The player who has won more games wins the match.")]


def time_rule(event: Event) -> str:
    """Return the citation of the game's rule about the end of time.

    Empty if there is none.
    """
    game = GAMES.get(event.game)
    return game.time_called if game is not None else ""
