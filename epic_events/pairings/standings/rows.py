"""Rows of the standings with the names that pages, API and command line show."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol

from epic_events.events.models import Registration, Stage
from epic_events.pairings.methods import standings as pure
from epic_events.pairings.methods.scores import DASH
from epic_events.pairings.standings import ranking
from epic_events.pairings.standings import tie_break_labels as words
from epic_events.pairings.standings.breakdown import ValueBreakdown, describe_values

ALL_ROWS = slice(None)


class Cell(NamedTuple):
    """A value in a row.

    Attributes:
        name: of the tie-breaker.
        label: the head of its column.
        text: the value as it is shown.
        says: whether there is a value: some tie-breakers look at level players only.
    """

    name: str
    label: str
    text: str
    has_value: bool


@dataclass(frozen=True)
class StandingRow:
    """A row of the standings with the names a page shows.

    Attributes:
        standing: the values.
        registration: whose they are.
        names: the name of every player, by registration id, for the terms.
        mine: whether it is the viewer's own.
        gone: whether the player has dropped.
        last_in_cut: whether the line of the cut runs below.
    """

    standing: pure.Standing
    registration: Registration
    names: dict[int, str]
    mine: bool
    has_dropped: bool
    last_in_cut: bool

    @property
    def lines(self) -> list[tuple[pure.Line, str]]:
        """Each round with the opponent's name, empty for a bye."""
        return [(line, self.names.get(line.opponent, "") if line.opponent else "") for line in self.standing.lines]

    @cached_property
    def cells(self) -> list[Cell]:
        """Each tie-breaker's column with the value in it."""
        return [
            Cell(link.name, words.short(link), words.format_value(link, value), value is not None)
            for link, value in self.standing.values
        ]

    @property
    def shown(self) -> tuple[object, ...]:
        """Everything that a row of a list shows of it but the arithmetic, as plain values."""
        entry, cells = self.registration, [tuple(cell) for cell in self.cells]
        place = (self.standing.rank, self.standing.match_points, self.record)
        return (entry.pk, entry.name, self.has_dropped, self.last_in_cut, *place, cells)

    @property
    def breakdown(self) -> list[ValueBreakdown]:
        """Each tie-breaker's value with what it follows from."""
        return describe_values(self.standing, self.names, self.standing.table.record.seed)

    @property
    def won_lost_drawn(self) -> tuple[int, int, int]:
        """Matches won (byes among them), lost and drawn."""
        outcomes = [line.outcome for line in self.standing.lines]
        return (
            outcomes.count(pure.Outcome.WIN),
            outcomes.count(pure.Outcome.LOSS),
            outcomes.count(pure.Outcome.DRAW),
        )

    @property
    def record(self) -> str:
        """Matches won, lost and drawn, as people write it."""
        # A word joiner behind each dash keeps the three numbers on one line.
        return f"{DASH}\N{WORD JOINER}".join(str(number) for number in self.won_lost_drawn)


def columns_with_values(rows: Iterable[StandingRow]) -> set[str]:
    """Return the names of the tie-breakers that have a value in at least one of these rows."""
    return {cell.name for row in rows for cell in row.cells if cell.has_value}


def standing_rows(
    stage: Stage, after: int | None, viewer: object = None, cut_size: int | None = None, part: slice = ALL_ROWS
) -> list[StandingRow]:
    """Return rows of the standings, best first.

    Args:
        stage: the Swiss rounds.
        after: the round after which they stand; None for now.
        viewer: who looks.
        cut_size: how many go on, for the line of the cut.
        part: which of the rows, for a page of them.
    """
    return build_standing_rows(stage, ranking.standings(stage, after), viewer, cut_size, part)


def build_standing_rows(
    stage: Stage,
    ranked: list[pure.Standing],
    viewer: object = None,
    cut_size: int | None = None,
    part: slice = ALL_ROWS,
) -> list[StandingRow]:
    """Return rows of standings that are worked out already: two queries, however many there are."""
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


class HasPlayer(Protocol):
    """A row of any standings: whose it is, as the id of an entry."""

    @property
    def player(self) -> int:
        """The id of the entry."""


def own_row_index(event_id: int, ranked: Sequence[HasPlayer], viewer: object) -> int | None:
    """Return where in the standings, from 0, the viewer's own entry is; None for who does not play here."""
    own = set(Registration.objects.of_user(viewer).filter(event=event_id).values_list("pk", flat=True))
    return next((at for at, row in enumerate(ranked) if row.player in own), None) if own else None
