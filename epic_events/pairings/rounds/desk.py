"""Tables of a round for the desk.

Counts, tables that need attention, and the table board.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.db.models import BigIntegerField, Case, IntegerField, QuerySet, Value, When
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from epic_events.events.permissions import Rights
from epic_events.events.readiness import has_requirements, load_readiness
from epic_events.infra.database.compiled_queries import CompiledQuery, Parameter
from epic_events.pairings.methods.scores import DASH
from epic_events.pairings.models import Match, Round, Seat
from epic_events.pairings.preparation import StagePreparation
from epic_events.pairings.results.selectors import ResultCounts, count_results
from epic_events.pairings.results.table_rows import TableList, TableLoader
from epic_events.reference.extensions import Panels


@dataclass(frozen=True)
class DeskSubject:
    """The latest round of the event at the desk, and the user's rights.

    Attributes:
        has_open_tables: False if every result of the round is in.
    """

    round: Round
    rights: Rights
    has_open_tables: bool = True


@dataclass(frozen=True)
class PreparationSubject:
    """Drafting and building before the next round at the desk, and the user's rights."""

    preparation: StagePreparation
    rights: Rights


preparation_panels: Panels[PreparationSubject] = Panels()
"""Panels that other apps add to the next step of the desk before the first round of a stage."""

desk_panels: Panels[DeskSubject] = Panels()
"""Panels that other apps add to the desk, between the next step and the tables."""


MAX_SHOWN: Final = 40
"""Maximum length of each list of tables at the desk. Other tables are found by search."""
_FIRST: Final = {Match.Status.DISPUTED: 0, Match.Status.REPORTED: 1}


def _tables_query() -> QuerySet[Match, tuple[Any, ...]]:
    """Select the tables of a round, byes excluded."""
    tables = Match.objects.filter(round_id=Parameter("round", BigIntegerField()), table__isnull=False)
    return tables.order_by("table", "pk").values_list("pk", "table", "status")


def _still_open() -> QuerySet[Match, tuple[Any, ...]]:
    whens = [When(status=status, then=Value(place)) for status, place in _FIRST.items()]
    need = Case(*whens, default=Value(len(_FIRST)), output_field=IntegerField())
    return _tables_query().exclude(status=Match.Status.CONFIRMED).order_by(need, "table")[:MAX_SHOWN]


def _final_tables_query() -> QuerySet[Match, tuple[Any, ...]]:
    return _tables_query().filter(status=Match.Status.CONFIRMED).order_by("-confirmed_at", "-pk")[:MAX_SHOWN]


_ALL: Final = CompiledQuery(_tables_query)
_STILL_OPEN: Final = CompiledQuery(_still_open)
_SETTLED: Final = CompiledQuery(_final_tables_query)


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


table_marks: dict[str, Callable[[Round], Mapping[int, str]]] = {}
"""Providers of marks by filter name. Each returns texts by match key for a round."""

FILTERS: Final = {
    "all": gettext_lazy("All"),
    "open": gettext_lazy("Open"),
    "reported": gettext_lazy("Reported"),
    "differ": gettext_lazy("Reports differ"),
    "extended": gettext_lazy("Time extension"),
    "called": gettext_lazy("Judge called"),
    "no-list": gettext_lazy("No decklist"),
    "in": gettext_lazy("Results in"),
}
"""Filters of the board in display order."""
DENSITIES: Final = {"": gettext_lazy("Large"), "dense": gettext_lazy("Small"), "compact": gettext_lazy("Numbers")}
_OF_STATUS: Final = {"reported": "reported", "disputed": "differ", "confirmed": "in"}


@dataclass(frozen=True)
class Tile:
    """A table on the board.

    Attributes:
        key: the key of its match.
        table: the table number.
        names: the players' names, by seat.
        status: the match status.
        score: the final score. Empty without one.
        marks: texts of other apps, by filter.
    """

    key: int
    table: int
    names: tuple[str, ...]
    status: str
    score: str
    marks: Mapping[str, str]

    @property
    def filters(self) -> frozenset[str]:
        """The filters that include the tile."""
        own = {"all", _OF_STATUS.get(self.status, ""), *self.marks}
        return frozenset(own if self.status == Match.Status.CONFIRMED else own | {"open"})


def load_tiles(round_: Round) -> list[Tile]:
    """Load the tiles of a round in order, in a constant number of queries."""
    seats: dict[int, list[tuple[str, int, int]]] = {}
    rows = Seat.objects.filter(round=round_).order_by("match_id", "place")
    for match, name, entry, wins in rows.values_list("match_id", "registration__name", "registration_id", "game_wins"):
        seats.setdefault(match, []).append((name, entry, wins))
    marks = {name: load_marks(round_) for name, load_marks in table_marks.items()}
    marks["no-list"] = _mark_requirements(round_, seats)
    matches = Match.objects.filter(round=round_, table__isnull=False).order_by("table")
    return [
        Tile(
            key,
            table,
            tuple(name for name, _entry, _wins in seats.get(key, ())),
            status,
            DASH.join(str(wins) for _name, _entry, wins in seats.get(key, ())) if status == "confirmed" else "",
            {name: words[key] for name, words in marks.items() if key in words},
        )
        for key, table, status in matches.values_list("pk", "table", "status")
        if table is not None
    ]


def _mark_requirements(round_: Round, seats: Mapping[int, list[tuple[str, int, int]]]) -> dict[int, str]:
    """Return marks for tables with a player who does not meet a requirement."""
    if not has_requirements(round_.stage.event):
        return {}
    entries = [entry for at in seats.values() for _name, entry, _wins in at]
    readiness = load_readiness(round_.stage.event, round_.stage, entries)
    short = {entry for entry, all_of_it in readiness.items() if any(not one.ready for one in all_of_it)}
    return {match: _("No decklist") for match, at in seats.items() if any(entry in short for _n, entry, _w in at)}


def count_by_filter(tiles: list[Tile]) -> dict[str, int]:
    """Return the number of tables per filter."""
    counts = dict.fromkeys(FILTERS, 0)
    for tile in tiles:
        for name in tile.filters & counts.keys():
            counts[name] += 1
    return counts


def render_tiles(tiles: list[Tile], link: str, chosen: int | None) -> SafeString:
    """Render the tiles as list items.

    They are formatted without a template because 512 tiles would take too long.

    Args:
        tiles: the tiles.
        link: URL prefix of the board with a selected table. The table number is appended.
        chosen: the selected table, or `None`.
    """
    states = {status.value: str(status.label) for status in Match.Status}
    return format_html_join("\n", "{}", ((_tile(tile, link, tile.table == chosen, states),) for tile in tiles))


def _tile(tile: Tile, link: str, chosen: bool, states: Mapping[str, str]) -> SafeString:
    names = format_html_join(" ", '<span class="tile-name"><bdi>{}</bdi></span>', ((name,) for name in tile.names))
    marks = format_html_join(" ", '<span class="tile-mark">{}</span>', ((words,) for words in tile.marks.values()))
    return format_html(
        '<li><a class="tile" href="{}{}#chosen" data-tile="{}" data-state="{}" id="t{}"{}>'
        '<span class="tile-number">{}</span><span class="tile-names">{}</span><span class="tile-score">{}</span>'
        '<span class="tile-foot"><span>{}</span>{}</span></a></li>',
        link,
        tile.table,
        tile.key,
        tile.status,
        tile.table,
        ' aria-current="true"' if chosen else "",
        tile.table,
        names,
        tile.score,
        states[tile.status],
        marks,
    )
