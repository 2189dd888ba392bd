"""Matching of imported rows to tables, by table number or player names."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _

from epic_events.bulk_import.tables import shortened
from epic_events.infra.errors import UserError
from epic_events.infra.names import isolated, normalised
from epic_events.pairings.results.bulk_import import ImportedRow
from epic_events.pairings.results.table_rows import TableRow
from rules.decks.names import nearest

MAX_SUGGESTIONS: Final = 25
"""Unknown names for which a similar name is suggested. Each is compared with every name of the round."""
_BOTH: Final = (False, True)


class TableNotFoundError(UserError):
    """A row that matches no table of the round. The message says why."""

    code = "no_table"


class TableIndex:
    """Index of the tables of a round by number and by player name.

    Args:
        rows: every table of the round, byes included. If only numbers are looked up, the tables with these numbers
            are enough.
    """

    def __init__(self, rows: Iterable[TableRow]) -> None:
        self._rows = list(rows)
        self._guesses = MAX_SUGGESTIONS

    @cached_property
    def by_number(self) -> dict[int, TableRow]:
        """The tables by number, without byes."""
        return {row.match.table: row for row in self._rows if not row.is_bye and row.match.table is not None}

    @cached_property
    def _by_name(self) -> dict[str, list[TableRow]]:
        found: defaultdict[str, list[TableRow]] = defaultdict(list)
        for row in self._rows:
            for seat in row.seats:
                found[_normalise(seat.registration.name)].append(row)
        return found

    def find_table(self, imported: ImportedRow) -> tuple[TableRow, bool]:
        """Return the table of a row, and True if the row names the player at seat 2 first.

        Raises:
            NotMeantError: no table matches, or several do.
        """
        if imported.table is None:
            return self._find_by_players(imported.players)
        row = self.by_number.get(imported.table)
        if row is None:
            raise TableNotFoundError(_("There is no match at table %(table)d.") % {"table": imported.table})
        for turned in _BOTH:
            if _is_seated_at(row, imported.players, turned=turned):
                return row, turned
        for names in filter(None, imported.players):
            self._find_by_name(names)
        sitting = [isolated(seat.registration.name) for seat in row.seats]
        words = _("%(first)s and %(second)s play at table %(table)d.")
        raise TableNotFoundError(words % {"table": imported.table, "first": sitting[0], "second": sitting[1]})

    def _find_by_players(self, players: Sequence[Sequence[str]]) -> tuple[TableRow, bool]:
        """Return the table of two players, and True if they sit there in reverse order.

        Raises:
            NotMeantError: no table matches, or several do.
        """
        if not all(players):
            raise TableNotFoundError(_("The row has neither a table number nor two players."))
        tables = [self._find_by_name(names) for names in players]
        found = [(row, turned) for row in tables[0] for turned in _BOTH if _is_seated_at(row, players, turned=turned)]
        names = {"first": isolated(shortened(players[0][0])), "second": isolated(shortened(players[1][0]))}
        if not found:
            raise TableNotFoundError(_("%(first)s and %(second)s do not play each other in this round.") % names)
        if len({row.match.pk for row, _turned in found}) > 1:
            words = _("%(first)s and %(second)s play at several tables. Add the table number.")
            raise TableNotFoundError(words % names)
        return found[0]

    def _find_by_name(self, names: Sequence[str]) -> list[TableRow]:
        """Return the tables of the players with one of these names.

        Raises:
            NotMeantError: no player of the round has such a name.
        """
        found = [row for name in names for way in _spellings(name) for row in self._by_name.get(way, ())]
        if found:
            return found
        words = _("No player named “%(name)s” plays in this round.") % {"name": isolated(shortened(names[0]))}
        self._guesses -= 1
        near = (
            nearest(names[0], [seat.registration.name for row in self._rows for seat in row.seats])
            if self._guesses >= 0
            else None
        )
        hint = " " + _("Did you mean %(name)s?") % {"name": isolated(near)} if near else ""
        raise TableNotFoundError(words + hint)


def _is_seated_at(row: TableRow, players: Sequence[Sequence[str]], *, turned: bool) -> bool:
    """Return True if all named players sit at the table, in this or reverse order."""
    if row.is_bye or (turned and not any(players)):
        return False
    seats = row.seats[::-1] if turned else row.seats
    return all(
        not names or any(_normalise(seat.registration.name) in _spellings(name) for name in names)
        for seat, names in zip(seats, players, strict=True)
    )


def _normalise(name: str) -> str:
    return normalised(name).casefold()


def _spellings(name: str) -> tuple[str, ...]:
    """Return the spellings of a name to compare: "Last, First" also as "First Last"."""
    last, comma, first = _normalise(name).partition(",")
    return (_normalise(name), f"{first.strip()} {last.strip()}") if comma and first.strip() else (_normalise(name),)
