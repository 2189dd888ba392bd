"""Matches as display rows: their state and the current user's seat."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db import DEFAULT_DB_ALIAS

from epic_events.events.models import Registration
from epic_events.pairings.models import Match, ResultReport, Round, Seat
from epic_events.pairings.results.match_state import MatchState, state_of, with_seats


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
    """Return the tables of a round in any order, limited to `numbers` if given, for entering many results.

    Loads only what entering a result needs, in three queries: the 5,000 tables of a large round otherwise take seconds.
    """
    matches = round_.matches.order_by()
    if numbers is not None:
        matches = matches.filter(table__in=numbers)
    names = ("id", "round_id", "table", "status", "result_kind", "games_drawn", "confirmed_at")
    found = {values[0]: Match.from_db(DEFAULT_DB_ALIAS, names, values) for values in matches.values_list(*names)}
    of_match, of_seat = Match._meta.get_field("round"), Seat._meta.get_field("registration")  # noqa: SLF001 - Django's public _meta
    seats: defaultdict[int, list[Seat]] = defaultdict(list)
    seat_names = ("id", "match_id", "round_id", "registration_id", "place", "game_wins", "points", "outcome", "health")
    rows = Seat.objects.filter(match__in=matches.values("pk")).order_by("place")
    for *values, name in rows.values_list(*seat_names, "registration__name"):
        seat = Seat.from_db(DEFAULT_DB_ALIAS, seat_names, values)
        registration = Registration.from_db(DEFAULT_DB_ALIAS, ("id", "name"), (seat.registration_id, name))
        of_seat.set_cached_value(seat, registration)  # several times as fast as setting the attribute
        seats[seat.match_id].append(seat)
    reports: defaultdict[int, list[ResultReport]] = defaultdict(list)
    for report in ResultReport.objects.filter(match__in=matches.values("pk")).order_by("pk"):
        reports[report.match_id].append(report)
    for match in found.values():
        of_match.set_cached_value(match, round_)
    return [TableRow(match, tuple(seats[key]), tuple(reports[key])) for key, match in found.items()]


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
    return sorted(listed, key=lambda name: (name.seat.registration.name.casefold(), name.seat.registration_id))
