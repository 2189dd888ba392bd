"""What pages, API and services read of an elimination: its seeds, its ties, how it stands."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from epic_events.events.models import Event, Registration, Stage
from epic_events.pairings import selectors
from epic_events.pairings.methods.brackets import (
    Bracket,
    BracketPosition,
    Occupant,
    Part,
    Placing,
    Tie,
    champion,
    is_over,
    placings,
    placings_by_rounds,
    resolve_ties,
    single_elimination,
)
from epic_events.pairings.methods.double_elimination import DropOrder, double_elimination
from epic_events.pairings.models import Match, Round, Seat
from epic_events.pairings.results import table_rows
from epic_events.pairings.results.table_rows import TableRow
from epic_events.pairings.round_names import part_round_name


def bracket_of(stage: Stage) -> Bracket:
    """Return the bracket of an elimination for the players it began with, before it begins for those planned."""
    if stage.kind == Stage.Kind.DOUBLE_ELIMINATION:
        order = DropOrder(stage.drop_order)
        return double_elimination(stage.bracket_players, reset=stage.final_reset, order=order)
    return single_elimination(stage.bracket_players, third_place=stage.third_place)


class Elimination:
    """An elimination that has begun, as far as its results decide it.

    Args:
        stage: the stage.
        before: count only the rounds before this one; all of them when not given.
    """

    def __init__(self, stage: Stage, before: int | None = None) -> None:
        self.stage = stage
        self._before = before

    @cached_property
    def entries(self) -> dict[int, Registration]:
        """The players in the order of their seeds, by the id of their entry."""
        seeded = self.stage.participations.filter(seed__isnull=False).order_by("seed")
        return {row.registration_id: row.registration for row in seeded.select_related("registration__player")}

    @cached_property
    def seeded(self) -> list[int]:
        """The entries in the order of their seeds."""
        return list(self.entries)

    @cached_property
    def bracket(self) -> Bracket:
        """Its bracket."""
        return bracket_of(self.stage)

    @cached_property
    def _seats(self) -> list[Seat]:
        seats = Seat.objects.filter(round__stage=self.stage, match__status=Match.Status.CONFIRMED)
        if self._before is not None:
            seats = seats.filter(round__number__lt=self._before)
        return list(seats.select_related("match", "round").order_by("match_id", "place"))

    @cached_property
    def has_positions(self) -> bool:
        """Whether every match knows its place in the bracket; imported ones do not."""
        return all(seat.match.bracket_position is not None for seat in self._seats)

    @cached_property
    def winners(self) -> dict[BracketPosition, int | None]:
        """Who won each tie that two played; None where both lost."""
        found: dict[BracketPosition, int | None] = {}
        seats: defaultdict[BracketPosition, int] = defaultdict(int)
        for seat in self._seats:
            place = position_of(seat.match, seat.round.number)
            seats[place] += 1
            found.setdefault(place, None)
            if seat.outcome == Seat.Outcome.WIN:
                found[place] = seat.registration_id
        return {place: winner for place, winner in found.items() if seats[place] == 2}

    @cached_property
    def ties(self) -> dict[BracketPosition, Tie]:
        """Every tie as far as it is decided."""
        return resolve_ties(self.bracket, self.seeded, self.winners)

    @property
    def champion(self) -> Occupant:
        """Who has won it."""
        return champion(self.bracket, self.ties)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to be played."""
        return is_over(self.ties)

    def placings(self) -> list[tuple[Placing, Registration]]:
        """Return how it stands, best first."""
        if self.has_positions:
            rows = placings(self.bracket, self.seeded, self.winners)
        else:
            lost: defaultdict[int, list[int]] = defaultdict(list)
            fourth: set[int] = set()
            for seat in self._seats:
                if seat.outcome == Seat.Outcome.LOSS and seat.match.bracket == Match.Bracket.THIRD:
                    fourth.add(seat.registration_id)
                elif seat.outcome == Seat.Outcome.LOSS:
                    lost[seat.round.number].append(seat.registration_id)
            rows = placings_by_rounds(self.seeded, [lost[number] for number in sorted(lost)])
            rows = [replace(row, rank=row.rank + 1) if row.player in fourth else row for row in rows]
            rows.sort(key=lambda row: (row.rank, row.seed))
        return [(row, self.entries[row.player]) for row in rows]


def position_of(match: Match, number: int) -> BracketPosition:
    """Return where a match of an elimination stands in its bracket, the number of its round being known."""
    return BracketPosition(number, Part(match.bracket), match.bracket_position or 0)


def cut_placings(stage: Stage) -> list[tuple[Placing, Registration]]:
    """Return how an elimination stands, best first; empty before it is seeded."""
    shown = Elimination(stage)
    return shown.placings() if shown.entries else []


def cut_winner(event: Event) -> Registration | None:
    """Return who has won the elimination; None without one, and while it is being played."""
    cut = selectors.cut_stage(event)
    placed = cut_placings(cut) if cut else []
    if not placed or placed[0][0].still_in or placed[0][0].rank != 1:
        return None
    return placed[0][1]


@dataclass(frozen=True)
class BracketSlot:
    """A tie on the page: the match played there, or None while it waits, and who is known to come to it.

    Attributes:
        row: the table, when it is paired.
        seeds: the seed of each player.
        waiting: the entries known to play here although it is not paired yet, better seed first.
        is_bye: whether one player stands here alone.
    """

    row: TableRow | None
    seeds: Mapping[int, int]
    waiting: tuple[Registration, ...] = ()
    is_bye: bool = False

    @property
    def seats(self) -> list[tuple[int | None, Seat]]:
        """The seats with their seeds, by place."""
        return [(self.seeds.get(seat.registration_id), seat) for seat in self.row.seats] if self.row else []

    @property
    def expected_players(self) -> list[tuple[int | None, Registration]]:
        """Who waits here, with the seed."""
        return [(self.seeds.get(entry.pk), entry) for entry in self.waiting]

    @property
    def open_places(self) -> range:
        """As many places as nobody is known for."""
        return range(0 if self.row or self.is_bye else 2 - len(self.waiting))


@dataclass(frozen=True)
class BracketColumn:
    """A round of one part of the bracket, paired or still to come."""

    name: str
    round: Round | None
    slots: list[BracketSlot]


@dataclass(frozen=True)
class BracketSection:
    """A part of the elimination: its rounds from the first to the last.

    Attributes:
        part: which.
        columns: its rounds.
        joined: whether each two ties lead to one of the next column, so that lines can join them.
    """

    part: Part
    columns: list[BracketColumn]
    has_connectors: bool


def bracket_sections(state: Elimination, shown: Sequence[Round], viewer: object = None) -> list[BracketSection]:
    """Return every part of an elimination with all its rounds, those not paired yet with who is known to come.

    Args:
        state: the elimination.
        shown: its rounds that the viewer may know of.
        viewer: who looks.
    """
    rows = [(round_, row) for round_ in shown for row in table_rows.tables(round_, viewer)]
    by_number = {round_.number: round_ for round_ in shown}
    if not all(row.match.bracket_position is not None for _round, row in rows):
        return _sections_by_table(state, rows)
    tables = {position_of(row.match, round_.number): row for round_, row in rows}
    found: dict[Part, dict[int, list[BracketSlot]]] = {}
    for node in state.bracket.nodes:
        place, tie = node.place, state.ties[node.place]
        if node.if_needed and not tie.players and place not in tables:
            continue
        slot = _slot(tie, tables.get(place), state)
        if place.part == Part.LOSERS and tie.is_known and not tie.players and place not in tables:
            continue  # a place of the losers' bracket that byes have left empty
        found.setdefault(place.part, {}).setdefault(place.step, []).append(slot)
    seeds = found.items()
    return [
        BracketSection(
            part,
            [
                BracketColumn(part_round_name(state.bracket, part, step), by_number.get(step), slots)
                for step, slots in columns.items()
            ],
            has_connectors=part == Part.MAIN,
        )
        for part, columns in seeds
    ]


def _slot(tie: Tie, row: TableRow | None, state: Elimination) -> BracketSlot:
    seeds = {player: seed for seed, player in enumerate(state.seeded, 1)}
    waiting = () if row else tuple(state.entries[player] for player in tie.players)
    return BracketSlot(row, seeds, waiting, is_bye=tie.is_known and len(tie.players) == 1)


def _sections_by_table(state: Elimination, rows: Sequence[tuple[Round, TableRow]]) -> list[BracketSection]:
    """Return a bracket that was played elsewhere: its rounds with the matches in the order of their tables."""
    seeds = {player: seed for seed, player in enumerate(state.seeded, 1)}
    found: dict[Part, dict[Round, list[BracketSlot]]] = {}
    for round_, row in rows:
        found.setdefault(Part(row.match.bracket), {}).setdefault(round_, []).append(BracketSlot(row, seeds))
    return [
        BracketSection(
            part,
            [
                BracketColumn(part_round_name(state.bracket, part, round_.number), round_, slots)
                for round_, slots in columns.items()
            ],
            has_connectors=False,
        )
        for part, columns in found.items()
    ]


def tie_rows(state: Elimination, shown: Sequence[Round]) -> list[dict[str, object]]:
    """Return every tie that somebody is known for, as the API tells it; empty for a bracket played elsewhere."""
    if not state.has_positions:
        return []
    matches = Match.objects.filter(round__in=shown).values_list("pk", "round__number", "bracket", "bracket_position")
    by_place = {BracketPosition(number, Part(part), position or 0): pk for pk, number, part, position in matches}
    return [
        {
            "bracket": place.part.value,
            "round": place.step,
            "position": place.slot,
            "match": by_place.get(place),
            "registrations": list(tie.players),
            "winner": tie.winner if isinstance(tie.winner, int) else None,
        }
        for place, tie in sorted(state.ties.items())
        if tie.players
    ]
