"""Table board: one tile per table, with its status and the marks of other apps."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from epic_events.events.readiness import has_requirements, load_readiness
from epic_events.pairings.methods.scores import DASH
from epic_events.pairings.models import Match, Round, Seat

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
