"""Queries for elimination stages and for the final standings of an event."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Count, Q, Sum
from django.utils.translation import gettext as _

from epic_events.audit_log.services import VersionTokens, version_tokens_of_each
from epic_events.events.models import Event, Registration, Stage
from epic_events.infra.cached_values import cached
from epic_events.infra.errors import MissingError
from epic_events.pairings import selectors
from epic_events.pairings.methods.brackets import (
    Bracket,
    BracketPosition,
    DropOrder,
    Occupant,
    Part,
    Placing,
    Tie,
    champion,
    double_elimination,
    is_over,
    placings,
    placings_by_rounds,
    resolve_ties,
    single_elimination,
)
from epic_events.pairings.methods.scores import DASH
from epic_events.pairings.methods.standings import FinalStanding, Ranking, final_standings
from epic_events.pairings.models import Match, Round, Seat
from epic_events.pairings.results import table_rows
from epic_events.pairings.results.table_rows import TableRow
from epic_events.pairings.round_names import part_round_name
from epic_events.pairings.standings import ranking


def bracket_of(stage: Stage) -> Bracket:
    """Return the bracket of an elimination stage for its number of players.

    The number is the planned one until the stage has begun.
    """
    if stage.kind == Stage.Kind.DOUBLE_ELIMINATION:
        order = DropOrder(stage.drop_order)
        return double_elimination(stage.bracket_players, reset=stage.final_reset, order=order)
    return single_elimination(stage.bracket_players, third_place=stage.third_place)


class Elimination:
    """State of an elimination stage, computed from its confirmed results.

    Args:
        stage: the stage.
        before: count only rounds before this one; None counts all rounds.
    """

    def __init__(self, stage: Stage, before: int | None = None) -> None:
        self.stage = stage
        self._before = before

    @cached_property
    def entries(self) -> dict[int, Registration]:
        """Registrations by id, in seed order."""
        seeded = self.stage.participations.filter(seed__isnull=False).order_by("seed")
        return {row.registration_id: row.registration for row in seeded.select_related("registration__player")}

    @cached_property
    def seeded(self) -> list[int]:
        """Registration ids in seed order."""
        return list(self.entries)

    @cached_property
    def bracket(self) -> Bracket:
        """The bracket of the stage."""
        return bracket_of(self.stage)

    @cached_property
    def _seats(self) -> list[Seat]:
        seats = Seat.objects.filter(round__stage=self.stage, match__status=Match.Status.CONFIRMED)
        if self._before is not None:
            seats = seats.filter(round__number__lt=self._before)
        return list(seats.select_related("match", "round").order_by("match_id", "place"))

    @cached_property
    def has_positions(self) -> bool:
        """True if every match has a bracket position; imported matches have none."""
        return all(seat.match.bracket_position is not None for seat in self._seats)

    @cached_property
    def winners(self) -> dict[BracketPosition, int | None]:
        """Winner of each tie between two players; None for a double loss."""
        winners_by_position: dict[BracketPosition, int | None] = {}
        seats: defaultdict[BracketPosition, int] = defaultdict(int)
        for seat in self._seats:
            place = position_of(seat.match, seat.round.number)
            seats[place] += 1
            winners_by_position.setdefault(place, None)
            if seat.outcome == Seat.Outcome.WIN:
                winners_by_position[place] = seat.registration_id
        return {place: winner for place, winner in winners_by_position.items() if seats[place] == 2}

    @cached_property
    def ties(self) -> dict[BracketPosition, Tie]:
        """Every tie with the players and winner known so far."""
        return resolve_ties(self.bracket, self.seeded, self.winners)

    @property
    def champion(self) -> Occupant:
        """Winner of the elimination."""
        return champion(self.bracket, self.ties)

    @property
    def is_over(self) -> bool:
        """True if no tie is left to play."""
        return is_over(self.ties)

    def placings(self) -> list[tuple[Placing, Registration]]:
        """Return the current ranks, best first."""
        if self.has_positions:
            rows = placings(self.bracket, self.seeded, self.winners)
        else:
            lost: defaultdict[int, list[int]] = defaultdict(list)
            fourth: set[int] = set()
            for seat in self._seats:
                if not self._eliminates(seat.match, seat.round.number):
                    continue
                if seat.outcome == Seat.Outcome.LOSS and seat.match.bracket == Match.Bracket.THIRD:
                    fourth.add(seat.registration_id)
                elif seat.outcome == Seat.Outcome.LOSS:
                    lost[seat.round.number].append(seat.registration_id)
            rows = placings_by_rounds(self.seeded, [lost[number] for number in sorted(lost)])
            rows = [replace(row, rank=row.rank + 1) if row.player in fourth else row for row in rows]
            rows.sort(key=lambda row: (row.rank, row.seed))
        return [(row, self.entries[row.player]) for row in rows]

    def _eliminates(self, match: Match, number: int) -> bool:
        """Return True if the loser of a match is out.

        In a double elimination that is a match of the losers' bracket or the last grand final.
        """
        if self.stage.kind != Stage.Kind.DOUBLE_ELIMINATION:
            return True
        if match.bracket == Match.Bracket.FINAL:
            return number == max(seat.round.number for seat in self._seats)
        return match.bracket == Match.Bracket.LOSERS


def position_of(match: Match, number: int) -> BracketPosition:
    """Return the bracket position of a match in round `number`."""
    return BracketPosition(number, Part(match.bracket), match.bracket_position or 0)


def cut_placings(stage: Stage) -> list[tuple[Placing, Registration]]:
    """Return the current ranks of an elimination stage, best first.

    Empty before seeding.
    """
    elimination = Elimination(stage)
    return elimination.placings() if elimination.entries else []


def cut_winner(event: Event) -> Registration | None:
    """Return the winner of the elimination; None if there is none (yet)."""
    cut = selectors.event_plan(event).cut
    placed = cut_placings(cut) if cut else []
    if not placed or placed[0][0].still_in or placed[0][0].rank != 1:
        return None
    return placed[0][1]


@dataclass(frozen=True)
class BracketSlot:
    """A tie on the bracket page: its match, or the players expected in it.

    Attributes:
        row: the table; None until the tie is paired.
        seeds: seed of each player, by registration id.
        waiting: registrations known to play here although the tie is not paired yet, better seed first.
        is_bye: True if the tie has only one player.
    """

    row: TableRow | None
    seeds: Mapping[int, int]
    waiting: tuple[Registration, ...] = ()
    is_bye: bool = False

    @property
    def seats(self) -> list[tuple[int | None, Seat]]:
        """Seats of the match with the seeds of their players."""
        return [(self.seeds.get(seat.registration_id), seat) for seat in self.row.seats] if self.row else []

    @property
    def expected_players(self) -> list[tuple[int | None, Registration]]:
        """Players known for a tie that is not paired yet, with their seeds."""
        return [(self.seeds.get(entry.pk), entry) for entry in self.waiting]

    @property
    def open_places(self) -> range:
        """Range with one item per undetermined player, for templates."""
        return range(0 if self.row or self.is_bye else 2 - len(self.waiting))


@dataclass(frozen=True)
class BracketColumn:
    """A round in one part of the bracket, paired or not."""

    name: str
    round: Round | None
    slots: list[BracketSlot]


@dataclass(frozen=True)
class BracketSection:
    """A part of the bracket, such as the losers' bracket, with its rounds in order.

    Attributes:
        part: the part.
        columns: its rounds.
        has_connectors: True if each pair of ties feeds one tie of the next column, so that lines connect them.
    """

    part: Part
    columns: list[BracketColumn]
    has_connectors: bool


def bracket_sections(state: Elimination, rounds: Sequence[Round], viewer: object = None) -> list[BracketSection]:
    """Return every part of the bracket with all its rounds, paired or not.

    Args:
        state: the elimination.
        rounds: its rounds that are visible to the viewer.
        viewer: the user who views the page.
    """
    rows = [(round_, row) for round_ in rounds for row in table_rows.tables(round_, viewer)]
    by_number = {round_.number: round_ for round_ in rounds}
    if not all(row.match.bracket_position is not None for _round, row in rows):
        return _sections_by_table(state, rows)
    tables = {position_of(row.match, round_.number): row for round_, row in rows}
    sections: dict[Part, dict[int, list[BracketSlot]]] = {}
    for node in state.bracket.nodes:
        place, tie = node.place, state.ties[node.place]
        if node.if_needed and not tie.players and place not in tables:
            continue
        slot = _slot(tie, tables.get(place), state)
        if place.part == Part.LOSERS and tie.is_known and not tie.players and place not in tables:
            continue  # an empty position of the losers' bracket, caused by byes
        sections.setdefault(place.part, {}).setdefault(place.step, []).append(slot)
    seeds = sections.items()
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
    """Return the sections of an imported bracket.

    Its matches have no bracket positions.
    """
    seeds = {player: seed for seed, player in enumerate(state.seeded, 1)}
    sections: dict[Part, dict[Round, list[BracketSlot]]] = {}
    for round_, row in rows:
        sections.setdefault(Part(row.match.bracket), {}).setdefault(round_, []).append(BracketSlot(row, seeds))
    return [
        BracketSection(
            part,
            [
                BracketColumn(part_round_name(state.bracket, part, round_.number), round_, slots)
                for round_, slots in columns.items()
            ],
            has_connectors=False,
        )
        for part, columns in sections.items()
    ]


def tie_rows(state: Elimination, rounds: Sequence[Round]) -> list[dict[str, object]]:
    """Return the API data of every tie with a known player.

    Empty for an imported bracket.
    """
    if not state.has_positions:
        return []
    matches = Match.objects.filter(round__in=rounds).values_list("pk", "round__number", "bracket", "bracket_position")
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


class FinalRow(NamedTuple):
    """A row of the final standings as pages and API show it.

    Attributes:
        standing: rank, player and stage order.
        registration: the registration of the player.
        stage: the last stage that the player reached.
        mine: True if the row belongs to the viewer.
        points: match points of all rounds before the elimination.
        won: matches won in all stages, including byes.
        lost: matches lost in all stages.
        drawn: matches drawn in all stages.
    """

    standing: FinalStanding
    registration: Registration
    stage: Stage
    mine: bool
    points: int
    won: int
    lost: int
    drawn: int

    @property
    def record(self) -> str:
        """Matches won, lost and drawn, with dashes; draws only if there are any."""
        return DASH.join(str(number) for number in (self.won, self.lost, *([self.drawn] if self.drawn else [])))


def has_final_standings(event: Event) -> bool:
    """Return True if the event is finished."""
    return event.status == Event.Status.FINISHED


def require_ended(event: Event) -> None:
    """Raise `MissingError` unless the event is finished."""
    if not has_final_standings(event):
        raise MissingError(_("There are no final standings until the event is finished."))


def compute_final_standings(event: Event) -> list[FinalStanding]:
    """Return the final standings, best first.

    The number of queries depends on the number of stages, not on the number of players.

    Raises:
        MissingError: the event is not finished.
    """
    require_ended(event)
    return final_standings(_rankings(event))


def load_final_ranks(events: Iterable[Event]) -> dict[int, dict[int, int]]:
    """Return the final rank by entry key of each finished event, by event key.

    The ranks are cached until the event changes, in their order; best first.
    """
    ended = [event for event in events if has_final_standings(event)]
    tokens = version_tokens_of_each(ended)
    return {event.pk: _final_ranks(event, tokens[event.pk]) for event in ended}


def _final_ranks(event: Event, tokens: VersionTokens) -> dict[int, int]:
    version_token = f"{event.salt}.{tokens.latest}"
    return cached(
        ("places", event.pk), version_token, lambda: {row.player: row.rank for row in compute_final_standings(event)}
    )


def _rankings(event: Event) -> Iterator[tuple[int, Ranking]]:
    """Yield the order and final ranking of each stage, last stage first."""
    counted: set[int] = set()
    for stage in event.stages.filter(participations__isnull=False).distinct().order_by("-order"):
        if stage.is_elimination:
            yield stage.order, [(placing.rank, placing.player) for placing, _entry in cut_placings(stage)]
        elif stage.pk not in counted:
            run = selectors.combined_stages(stage)
            counted.update(each.pk for each in run)
            yield from _rank_combined_stages(run)


def _rank_combined_stages(run: list[Stage]) -> Iterator[tuple[int, Ranking]]:
    """Yield the ranking of stages that are scored together.

    Players who qualified for a later stage come first.
    """
    ranked = [(row.rank, row.player) for row in ranking.standings(run[-1])]
    reached = run[-1].order
    for stage in reversed(run):
        if stage.cut_size:
            through = set(stage.participations.values_list("registration_id", flat=True))
            yield reached, [(rank, player) for rank, player in ranked if player in through]
            reached = stage.order - 1
    yield reached, ranked


def _records(event: Event, entries: Collection[int]) -> list[dict[str, Any]]:
    """Return the records of registrations in match points and matches.

    Match points are those before the elimination; matches are won, lost and drawn.
    """
    outcomes = {"won": Seat.Outcome.WIN, "lost": Seat.Outcome.LOSS, "drawn": Seat.Outcome.DRAW}
    counted = {name: Count("pk", filter=Q(outcome=outcome)) for name, outcome in outcomes.items()}
    before = ~Q(round__stage__kind__in=Stage.ELIMINATIONS)
    seats = Seat.objects.filter(round__stage__event=event, registration__in=entries, points__isnull=False)
    per_entry = seats.order_by().values("registration_id")
    return [dict(row) for row in per_entry.annotate(points=Sum("points", filter=before, default=0), **counted)]


def final_rows(event: Event, part: list[FinalStanding], viewer: object = None) -> list[FinalRow]:
    """Return rows of the final standings with names and records, in three queries."""
    entries = Registration.objects.select_related("player").in_bulk([row.player for row in part])
    for entry in entries.values():
        entry.event = event
    stages = {stage.order: stage for stage in event.stages.all()}
    viewer_id = getattr(viewer, "pk", None)
    nothing = {"points": 0, "won": 0, "lost": 0, "drawn": 0}
    earned = {row.pop("registration_id"): {**nothing, **row} for row in _records(event, entries)}
    return [
        FinalRow(
            standing=row,
            registration=entries[row.player],
            stage=stages[row.stage],
            mine=viewer_id is not None and entries[row.player].player.user_id == viewer_id,
            **earned.get(row.player, nothing),
        )
        for row in part
    ]
