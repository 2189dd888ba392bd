"""Invariants of the rows of an event."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import pairwise

from epic_events.events.models import Event, Participation, Registration, Stage
from epic_events.pairings.methods.standings import Presence, Result
from epic_events.pairings.methods.swiss import random_bits
from epic_events.pairings.models import Match, PodSeat, Round, Seat
from epic_events.pairings.standings import ranking
from tests.epic_events.pairings.reference_standings import reference_standings

DRAFT, PUBLISHED, FINISHED = Round.Status.DRAFT, Round.Status.PUBLISHED, Round.Status.FINISHED


@dataclass(frozen=True)
class Table:
    """A match with its seats by place."""

    match: Match
    seats: tuple[Seat, ...]

    @property
    def players(self) -> list[int]:
        return [seat.registration_id for seat in self.seats]


@dataclass(frozen=True)
class Rows:
    """Rows of an event, loaded at once."""

    stages: list[Stage]
    rounds: list[Round]
    tables: dict[int, list[Table]]
    stretches: list[Participation]

    @classmethod
    def of(cls, event: Event) -> "Rows":
        stages = {stage.pk: stage for stage in event.stages.order_by("order")}
        rounds = {each.pk: each for each in Round.objects.filter(stage__event=event).order_by("stage__order", "number")}
        for round_ in rounds.values():
            round_.stage = stages[round_.stage_id]
        seats: defaultdict[int, list[Seat]] = defaultdict(list)
        for seat in Seat.objects.filter(match__round__in=rounds).order_by("place"):
            seats[seat.match_id].append(seat)
        tables: dict[int, list[Table]] = {pk: [] for pk in rounds}
        for match in Match.objects.filter(round__in=rounds).order_by("pk"):
            tables[match.round_id].append(Table(match, tuple(seats[match.pk])))
        stretches = Participation.objects.filter(stage__event=event).select_related("registration")
        return cls(list(stages.values()), list(rounds.values()), tables, list(stretches.order_by("from_round")))

    def rounds_of(self, stage: Stage) -> list[Round]:
        return [round_ for round_ in self.rounds if round_.stage_id == stage.pk]

    def stretches_of(self, *stages: Stage) -> list[Participation]:
        keys = {stage.pk for stage in stages}
        return [stretch for stretch in self.stretches if stretch.stage_id in keys]


def holds(event: Event) -> None:
    """Fail unless all invariants hold."""
    rows = Rows.of(event)
    for round_ in rows.rounds:
        assert round_ == rows.rounds[-1] or round_.status == FINISHED, f"{round_} is not finished"
        _tables(round_, rows.tables[round_.pk])
    for stage in rows.stages:
        own = rows.rounds_of(stage)
        assert [round_.number for round_ in own] == list(range(stage.first_round, stage.first_round + len(own)))
        for round_ in own:
            if stage.is_elimination:
                _in_bracket(round_, rows)
            elif round_.status != DRAFT:
                _every_player_once(round_, rows)
        if stage.kind == Stage.Kind.PODS:
            _pods(stage, rows)
        if not stage.is_elimination and rows.stretches_of(stage):
            _standings(stage, rows)
    _stretches(rows)


def _tables(round_: Round, tables: list[Table]) -> None:
    """Seats, results and points are consistent with the state of the round."""
    stage = round_.stage
    for match, seats in ((table.match, table.seats) for table in tables):
        confirmed = match.status == Match.Status.CONFIRMED
        assert [seat.place for seat in seats] == list(range(1, len(seats) + 1))
        assert len(seats) in (1, 2)
        assert {seat.round_id for seat in seats} == {round_.pk}
        assert (match.table is None) == (len(seats) == 1)
        assert all((seat.points is not None) == confirmed and bool(seat.outcome) == confirmed for seat in seats)
        assert bool(match.result_kind) == confirmed
        if len(seats) == 1:
            assert confirmed == (round_.status != DRAFT), f"a bye of {round_}"
            assert not confirmed or (match.result_kind, seats[0].outcome) == ("bye", "win")
        elif confirmed:
            assert match.result_kind != "bye"
            outcomes = sorted(seat.outcome for seat in seats)
            assert outcomes in (["loss", "win"], ["draw", "draw"], ["loss", "loss"])
            worth = {"win": stage.win_points, "draw": stage.draw_points, "loss": stage.loss_points}
            assert all(seat.points == worth[seat.outcome] for seat in seats)
        assert confirmed or round_.status != FINISHED, f"no result in {round_}"


def _every_player_once(round_: Round, rows: Rows) -> None:
    """Each participant of a published round has exactly one seat."""
    seated = Counter(player for table in rows.tables[round_.pk] for player in table.players)
    playing = {
        stretch.registration_id
        for stretch in rows.stretches_of(round_.stage)
        if stretch.from_round <= round_.number and (stretch.last_round is None or stretch.last_round >= round_.number)
    }
    assert seated == Counter(playing), f"round {round_.number} of {round_.stage.kind}"


def _in_bracket(round_: Round, rows: Rows) -> None:
    """Eliminated players play no further match; in a single elimination all others do."""
    stage = round_.stage
    lost: Counter[int] = Counter()
    for before in rows.rounds_of(stage):
        if before.number < round_.number:
            tables = [table for table in rows.tables[before.pk] if table.match.bracket != "third"]
            lost.update(seat.registration_id for table in tables for seat in table.seats if seat.outcome == "loss")
    seated: defaultdict[str, list[int]] = defaultdict(list)
    for table in rows.tables[round_.pk]:
        seated[table.match.bracket] += table.players
    entered = {stretch.registration_id for stretch in rows.stretches_of(stage) if stretch.seed is not None}
    assert len(entered) == stage.entered
    if stage.kind == Stage.Kind.ELIMINATION:
        assert sorted(seated[""]) == sorted(entered - set(lost)), f"round {round_.number} of the bracket"
        assert all(lost[player] == 1 for player in seated["third"])
    else:
        assert all(lost[player] == 0 for player in seated[""]), f"round {round_.number} of the bracket"
        assert all(lost[player] == 1 for player in seated["losers"])
        assert all(lost[player] <= 1 for player in seated["final"])


def _pods(stage: Stage, rows: Rows) -> None:
    """Players of a table sit in the same pod unless it was paired manually."""
    pod_of = dict(PodSeat.objects.filter(podding__stage=stage).values_list("registration_id", "pod"))
    for table in (table for round_ in rows.rounds_of(stage) for table in rows.tables[round_.pk]):
        if all(reason["kind"] != "manual" for reason in table.match.explanation["reasons"]):
            assert {pod_of[player] for player in table.players} == {table.match.explanation["pod"]}


def _standings(stage: Stage, rows: Rows) -> None:
    """Standings equal the reference implementation."""
    run = [stage]
    while run[0].carries:
        run.insert(0, rows.stages[run[0].order - 2])
    rounds = [round_ for each in run for round_ in rows.rounds_of(each) if round_.status != DRAFT]
    results = [
        _result(round_, table)
        for round_ in rounds
        for table in rows.tables[round_.pk]
        if table.match.status == Match.Status.CONFIRMED
    ]
    order = {each.pk: each.order for each in run}
    stretches: defaultdict[int, list[Participation]] = defaultdict(list)
    for stretch in rows.stretches_of(*run):
        if stretch.last_round is None or stretch.last_round >= stretch.from_round:
            stretches[stretch.registration_id].append(stretch)
    late = {player for player, own in stretches.items() if min(s.from_round for s in own) > run[0].first_round}
    end = stage.last_round or 10**6
    left = set()
    for player, own in stretches.items():
        latest = max(order[stretch.stage_id] for stretch in own)
        at_last = [stretch.last_round for stretch in own if order[stretch.stage_id] == latest]
        if all(last is not None and last < end for last in at_last):
            left.add(player)
    presence, settings = Presence(frozenset(late), frozenset(left)), ranking.settings_of(stage)
    plain = reference_standings(stretches, results, settings, random_bits, presence)
    assert [(row.rank, row.player) for row in ranking.standings(stage)] == plain


def _result(round_: Round, table: Table) -> Result:
    first, second = table.seats[0], table.seats[1] if len(table.seats) == 2 else None
    both_lost = {seat.outcome for seat in table.seats} == {"loss"}
    return Result(
        round_.number, first.registration_id, second.registration_id if second else None,
        first.points or 0, (second.points or 0) if second else 0,
        first.game_wins, second.game_wins if second else 0, table.match.games_drawn, both_lost,
    )  # fmt: skip


def _stretches(rows: Rows) -> None:
    """Participations do not touch; open ones belong to active players."""
    by_player: defaultdict[tuple[int, int], list[Participation]] = defaultdict(list)
    begun = [stage for stage in rows.stages if rows.stretches_of(stage)]
    for stretch in rows.stretches:
        by_player[stretch.stage_id, stretch.registration_id].append(stretch)
        if stretch.last_round is None and stretch.stage_id == begun[-1].pk:
            assert stretch.registration.status == Registration.Status.CHECKED_IN, f"{stretch.registration} has left"
    for own in by_player.values():
        for earlier, later in pairwise(own):
            assert earlier.last_round is not None
            assert earlier.last_round < later.from_round
