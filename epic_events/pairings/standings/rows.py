"""Rows of the standings as shown on pages, in the API and on the command line."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import NamedTuple, Protocol

from epic_events.events.models import Registration, Stage
from epic_events.pairings.methods import standings as pure
from epic_events.pairings.methods.scores import DASH
from epic_events.pairings.standings import ranking
from epic_events.pairings.standings import tie_break_labels as words
from epic_events.pairings.standings.breakdown import ValueBreakdown, describe_values
from epic_events.pairings.standings.cached_ranking import CachedRanking, CachedStanding

ALL_ROWS = slice(None)


class Cell(NamedTuple):
    """A tie-breaker value in a row.

    Attributes:
        name: name of the tie-breaker.
        label: column heading.
        text: the formatted value.
        has_value: False if the tie-breaker does not apply to this player.
    """

    name: str
    label: str
    text: str
    has_value: bool


@dataclass(frozen=True)
class StandingRow:
    """A row of the standings with names.

    Attributes:
        standing: rank and values.
        registration: the registration of the player.
        names: name of every player, by registration id.
        mine: True if the row belongs to the viewer.
        has_dropped: True if the player has dropped.
        last_in_cut: True if the line of the cut is below this row.
    """

    standing: pure.Standing | CachedStanding
    registration: Registration
    names: dict[int, str]
    mine: bool
    has_dropped: bool
    last_in_cut: bool

    @property
    def lines(self) -> list[tuple[pure.Line, str]]:
        """Each round with the opponent's name, empty for a bye."""
        lines = self.computed.lines
        return [(line, self.names.get(line.opponent, "") if line.opponent else "") for line in lines]

    @property
    def computed(self) -> pure.Standing:
        """The standing with its results, which a cached one does not have."""
        if isinstance(self.standing, CachedStanding):
            raise TypeError("A row of cached standings has no breakdown.")
        return self.standing

    @cached_property
    def cells(self) -> list[Cell]:
        """The tie-breaker values of the row."""
        return [
            Cell(link.name, words.short(link), words.format_value(link, value), value is not None)
            for link, value in self.standing.values
        ]

    @property
    def shown(self) -> tuple[object, ...]:
        """All displayed values except the breakdown, as a cache key."""
        entry, cells = self.registration, [tuple(cell) for cell in self.cells]
        place = (self.standing.rank, self.standing.match_points, self.record)
        return (entry.pk, entry.name, self.has_dropped, self.last_in_cut, *place, cells)

    @property
    def breakdown(self) -> list[ValueBreakdown]:
        """The breakdown of each tie-breaker value."""
        return describe_values(self.computed, self.names, self.computed.table.record.seed)

    @property
    def won_lost_drawn(self) -> tuple[int, int, int]:
        """Matches won (including byes), lost and drawn."""
        return self.standing.won_lost_drawn

    @property
    def record(self) -> str:
        """Matches won, lost and drawn as text."""
        # A word joiner after each dash keeps the three numbers on one line.
        return f"{DASH}\N{WORD JOINER}".join(str(number) for number in self.won_lost_drawn)


def columns_with_values(rows: Iterable[StandingRow]) -> set[str]:
    """Return the names of the tie-breakers with a value in at least one row."""
    return {cell.name for row in rows for cell in row.cells if cell.has_value}


def standing_rows(
    stage: Stage, after: int | None, viewer: object = None, cut_size: int | None = None, part: slice = ALL_ROWS
) -> list[StandingRow]:
    """Return rows of the standings, best rank first.

    Args:
        stage: the Swiss stage.
        after: number of the round; None for the current standings.
        viewer: the user who views the page.
        cut_size: number of players in the cut, for the line of the cut.
        part: slice of the rows to return.
    """
    return build_standing_rows(stage, ranking.standings(stage, after), viewer, cut_size, part)


def build_standing_rows(
    stage: Stage,
    ranked: list[pure.Standing],
    viewer: object = None,
    cut_size: int | None = None,
    part: slice = ALL_ROWS,
) -> list[StandingRow]:
    """Return rows for computed standings, in two queries."""
    listed = Registration.objects.filter(event=stage.event_id).order_by()
    names: dict[int, str] = {}
    gone: set[int] = set()
    for pk, name, status in listed.values_list("pk", "name", "status"):
        names[pk] = name
        if status == Registration.Status.DROPPED:
            gone.add(pk)
    chosen = ranked[part]
    entries = listed.select_related("player").in_bulk([row.player for row in chosen])
    in_play = [row.player for row in ranked if row.player not in gone]
    last = in_play[cut_size - 1] if cut_size and len(in_play) >= cut_size else None
    viewer_id = getattr(viewer, "pk", None)
    return [
        StandingRow(
            standing=row,
            registration=entries[row.player],
            names=names,
            mine=viewer_id is not None and entries[row.player].player.user_id == viewer_id,
            has_dropped=row.player in gone,
            last_in_cut=row.player == last,
        )
        for row in chosen
    ]


def build_cached_rows(
    event_id: int, found: CachedRanking, number: int, cut_size: int | None = None, most: int | None = None
) -> list[StandingRow]:
    """Return the rows of a page of cached standings, without breakdowns, in one query or two.

    Args:
        event_id: key of the event.
        found: the standings.
        number: the page, from 1.
        cut_size: number of players in the cut, for the line of the cut.
        most: number of rows, if not all of the page.
    """
    chosen = found.page(number)[:most]
    listed = Registration.objects.filter(event=event_id).order_by()
    entries = listed.in_bulk([row.player for row in chosen])
    last = None
    if cut_size:
        gone = set(listed.filter(status=Registration.Status.DROPPED).values_list("pk", flat=True))
        last = next(islice((player for player in found.players if player not in gone), cut_size - 1, None), None)
    return [
        StandingRow(
            standing=row,
            registration=entries[row.player],
            names={},
            mine=False,
            has_dropped=entries[row.player].status == Registration.Status.DROPPED,
            last_in_cut=row.player == last,
        )
        for row in chosen
    ]


class HasPlayer(Protocol):
    """A row of any standings with the registration id of its player."""

    @property
    def player(self) -> int:
        """The registration id."""


def own_row_index(event_id: int, ranked: Sequence[HasPlayer], viewer: object) -> int | None:
    """Return the index of the viewer's own row; None if the viewer does not play."""
    own = set(Registration.objects.of_user(viewer).filter(event=event_id).values_list("pk", flat=True))
    return next((at for at, row in enumerate(ranked) if row.player in own), None) if own else None
