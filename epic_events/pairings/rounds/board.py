"""The tables of a round as the staff looks at them: one tile each, with its state and what other apps mark it with."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from epic_events.events.readiness import asked_for, readiness_of
from epic_events.pairings.methods.scores import DASH
from epic_events.pairings.models import Match, Round, Seat

table_marks: dict[str, Callable[[Round], Mapping[int, str]]] = {}
"""What apps above this one mark tables with, by the name of the filter: words for a round's matches by their keys."""

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
"""What the board can be narrowed to, in the order in which it is offered."""
DENSITIES: Final = {"": gettext_lazy("Large"), "dense": gettext_lazy("Small"), "compact": gettext_lazy("Numbers")}
_OF_STATUS: Final = {"reported": "reported", "disputed": "differ", "confirmed": "in"}


@dataclass(frozen=True)
class Tile:
    """One table.

    Attributes:
        key: of its match.
        table: its number.
        names: who plays there, by place.
        status: where its result stands.
        score: the settled score; empty without one.
        marks: by filter what else is to be known of it.
    """

    key: int
    table: int
    names: tuple[str, ...]
    status: str
    score: str
    marks: Mapping[str, str]

    @property
    def filters(self) -> frozenset[str]:
        """Under which filters it stands."""
        own = {"all", _OF_STATUS.get(self.status, ""), *self.marks}
        return frozenset(own if self.status == Match.Status.CONFIRMED else own | {"open"})


def tiles_of(round_: Round) -> list[Tile]:
    """Return the tables of a round in order; as many queries for many tables as for few."""
    seats: dict[int, list[tuple[str, int, int]]] = {}
    rows = Seat.objects.filter(round=round_).order_by("match_id", "place")
    for match, name, entry, wins in rows.values_list("match_id", "registration__name", "registration_id", "game_wins"):
        seats.setdefault(match, []).append((name, entry, wins))
    marks = {name: found(round_) for name, found in table_marks.items()}
    marks["no-list"] = _lacking(round_, seats)
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


def _lacking(round_: Round, seats: Mapping[int, list[tuple[str, int, int]]]) -> dict[int, str]:
    """Return at which tables somebody lacks what the event asks of players, such as a decklist that counts."""
    if not asked_for(round_.stage.event):
        return {}
    entries = [entry for at in seats.values() for _name, entry, _wins in at]
    found = readiness_of(round_.stage.event, round_.stage, entries)
    short = {entry for entry, all_of_it in found.items() if any(not one.ready for one in all_of_it)}
    return {match: _("No decklist") for match, at in seats.items() if any(entry in short for _n, entry, _w in at)}


def counted(tiles: list[Tile]) -> dict[str, int]:
    """Return how many tables stand under each filter."""
    counts = dict.fromkeys(FILTERS, 0)
    for tile in tiles:
        for name in tile.filters & counts.keys():
            counts[name] += 1
    return counts


def drawn(tiles: list[Tile], link: str, chosen: int | None) -> SafeString:
    """Return the tiles as list items, put together without a template: a hall of 512 tables is drawn in a moment.

    Args:
        tiles: which.
        link: leads to the board with a table chosen; the number of the table is put behind it.
        chosen: the table that is chosen, or None.
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
