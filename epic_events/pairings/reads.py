"""What pages, API, command line and services read of rounds, tables and standings."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import F, Prefetch, QuerySet, Sum

from epic_events.events.models import Event, Participation, Registration, Stage
from epic_events.pairings import standings as pure
from epic_events.pairings.models import Match, ResultReport, Round, Seat
from epic_events.pairings.score_words import in_words
from epic_events.pairings.scores import Score
from epic_events.pairings.settled_results import settled_results
from epic_events.pairings.standing_reports import standing
from epic_events.pairings.swiss import Entrant
from epic_events.pairings.tie_breaks.chain import read_chain


def swiss_stage(event: Event) -> Stage | None:
    """Return the stage whose standings count now: of those that are no elimination the last begun, else the first."""
    stages = event.stages.exclude(kind__in=Stage.ELIMINATIONS)
    return stages.filter(participations__isnull=False).order_by("-order").first() or stages.order_by("order").first()


def cut_stage(event: Event) -> Stage | None:
    """Return the stage of the elimination, when the event has one; it is the last."""
    return event.stages.filter(kind__in=Stage.ELIMINATIONS).order_by("order").first()


def run_of(stage: Stage) -> list[Stage]:
    """Return the stages whose points and opponents count together with this one's, this one last."""
    if not stage.carries:
        return [stage]
    run = [stage]
    for before in Stage.objects.filter(event=stage.event_id, order__lt=stage.order).order_by("-order"):
        run.insert(0, before)
        if not before.carries:
            break
    return run


def latest_round(event: Event) -> Round | None:
    """Return the last round that was paired, draft or not."""
    rounds = Round.objects.filter(stage__event=event).select_related("stage__event")
    return rounds.order_by("stage__order", "number").last()


def points_of(stage: Stage) -> pure.Points:
    """Return what a win, a draw, a loss and a bye are worth in this stage."""
    return pure.Points(stage.win_points, stage.draw_points, stage.loss_points, stage.bye_points)


# --- what is paired from --------------------------------------------------------------------------------------------


def entrants(stage: Stage, number: int) -> list[Entrant]:
    """Return who takes part in a round, with the match points from the rounds before, carried ones among them."""
    earned = dict(
        Seat.objects.filter(round__stage__in=run_of(stage), round__number__lt=number, points__isnull=False)
        .order_by()
        .values_list("registration_id")
        .annotate(Sum("points"))
    )
    playing = Registration.objects.playing(stage, number).order_by("pk").values_list("pk", flat=True)
    return [Entrant(pk, earned.get(pk, 0)) for pk in playing]


def history(stage: Stage, number: int) -> list[tuple[int, int | None]]:
    """Return who met whom in the rounds before, also in stages that carry on; ``(player, None)`` is a bye."""
    seats = Seat.objects.filter(round__stage__in=run_of(stage), round__number__lt=number).order_by("match_id", "place")
    tables: defaultdict[int, list[int]] = defaultdict(list)
    for match_id, registration_id in seats.values_list("match_id", "registration_id"):
        tables[match_id].append(registration_id)
    return [(table[0], table[1] if len(table) == 2 else None) for table in tables.values()]


# --- tables ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TableRow:
    """A table as people look for it: the match with its seats, the last report, and whose it is.

    Attributes:
        match: the match, its round and stage at hand.
        seats: by place, each with its registration and player.
        mine: the viewer's own seat, or None.
    """

    match: Match
    seats: tuple[Seat, ...]
    mine: Seat | None = None

    @property
    def others(self) -> tuple[Seat, ...]:
        """The seats that are not the viewer's own."""
        return tuple(seat for seat in self.seats if seat != self.mine)

    @property
    def is_bye(self) -> bool:
        """Whether one player sits here alone."""
        return len(self.seats) == 1

    @cached_property
    def reports(self) -> list[ResultReport]:
        """The reports that stand: neither replaced nor taken back, the newest last."""
        return standing(self.match.reports.all())

    @property
    def claims(self) -> list[tuple[Seat, ResultReport]]:
        """What each player says now, by place; players who say nothing are left out."""
        said = {report.registration_id: report for report in self.reports if report.registration_id}
        return [(seat, said[seat.registration_id]) for seat in self.seats if seat.registration_id in said]

    @property
    def own_report(self) -> ResultReport | None:
        """What the viewer has reported, as it stands."""
        return next((report for seat, report in self.claims if seat == self.mine), None)

    @property
    def their_report(self) -> ResultReport | None:
        """What somebody else at the table has reported, as it stands; for a viewer who plays here."""
        return next((report for seat, report in self.claims if seat != self.mine), None)

    @property
    def score(self) -> Score | None:
        """The settled score; None while there is none, and for a bye."""
        if self.match.status != Match.Status.CONFIRMED or self.is_bye:
            return None
        first, second = self.seats
        return Score.from_values(
            {
                "game_wins": [first.game_wins, second.game_wins],
                "games_drawn": self.match.games_drawn,
                "result_kind": self.match.result_kind,
                "course": self.reports[-1].values.get("course", "") if self.reports else "",
                "health": [first.health, second.health],
            }
        )

    @property
    def reported(self) -> Score | None:
        """The score last reported, settled or not."""
        return self.score or (Score.from_values(self.reports[-1].values) if self.reports else None)

    def told(self, values: dict[str, Any]) -> str:
        """Return in words what a report of this table says: who won, and with which score; nothing of a bye."""
        if self.is_bye:
            return ""
        return in_words(Score.from_values(values), [seat.registration.name for seat in self.seats])

    @property
    def reported_words(self) -> str:
        """The score last reported, in words; empty without a report."""
        return self.told(self.reports[-1].values) if self.reports else ""

    @property
    def result_words(self) -> str:
        """The settled result in words: who won, with which score and how; empty while there is none, and for a bye."""
        return in_words(self.score, [seat.registration.name for seat in self.seats]) if self.score else ""


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Return the matches with their seats, names and reports: four queries, however many there are."""
    seats = Seat.objects.select_related("registration__player").order_by("place")
    return matches.select_related("round__stage__event").prefetch_related(
        Prefetch("seats", queryset=seats), Prefetch("reports", queryset=ResultReport.objects.order_by("pk"))
    )


def table_row(match: Match, viewer: object = None) -> TableRow:
    """Return the row of a match that :func:`with_seats` loaded."""
    seats = tuple(match.seats.all())
    viewer_id = getattr(viewer, "pk", None)
    mine = next((s for s in seats if viewer_id is not None and s.registration.player.user_id == viewer_id), None)
    return TableRow(match, seats, mine)


def tables(round_: Round, viewer: object = None) -> list[TableRow]:
    """Return the round's tables in order, byes last."""
    rows = [table_row(match, viewer) for match in with_seats(round_.matches.all())]
    return sorted(rows, key=lambda row: (row.match.table is None, row.match.table or 0, row.match.pk))


@dataclass(frozen=True)
class NameRow:
    """One player of a round and where to go: each pairing appears under both names."""

    seat: Seat
    row: TableRow
    mine: bool

    @property
    def others(self) -> tuple[Seat, ...]:
        """The opponents; none for a bye."""
        return tuple(seat for seat in self.row.seats if seat != self.seat)


def by_name(rows: Iterable[TableRow]) -> list[NameRow]:
    """Return the same tables once per player, in the order of their names."""
    listed = [NameRow(seat, row, seat == row.mine) for row in rows for seat in row.seats]
    return sorted(listed, key=lambda name: (name.seat.registration.name.casefold(), name.seat.registration_id))


def open_tables(round_: Round) -> list[Match]:
    """Return the matches without a settled result, by table."""
    return list(round_.matches.open().order_by("table", "pk"))


# --- standings ------------------------------------------------------------------------------------------------------

MOST_ROUNDS = 32_767  # what the column holds


def settings_of(stage: Stage) -> pure.Settings:
    """Return the stage's tie-breakers, its match points and the seed of its lot."""
    return pure.Settings(read_chain(stage.tie_breaks), points_of(stage), stage.tie_break_seed)


def results(stage: Stage, after: int | None = None) -> list[pure.Result]:
    """Return the settled results of the stage and of those it carries on, byes among them, up to a round."""
    return settled_results(run_of(stage), after)


def standings(stage: Stage, after: int | None = None, settings: pure.Settings | None = None) -> list[pure.Standing]:
    """Return the standings of a stage, after a round or as they are now; players are registration ids.

    Stages that it carries on count with it. Everybody who took part in a round of them is listed. The number of queries
    is the same, however many there are.

    Args:
        stage: the Swiss rounds.
        after: the round after which they stand; None for now.
        settings: what to rank by instead of what the stage has; with other match points every result is scored anew.
    """
    run = run_of(stage)
    presence, players = _presence(run, after)
    found = settled_results(run, after)
    if settings is None:
        settings = settings_of(stage)
    elif settings.points != points_of(stage):
        found = [result.scored(settings.points) for result in found]
    return pure.standings(players, found, settings, presence)


def _presence(run: Sequence[Stage], after: int | None) -> tuple[pure.Presence, list[int]]:
    """Return who came late and who left the stages that count together, and everybody who took part."""
    stretches = Participation.objects.filter(stage__in=run).exclude(last_round__lt=F("from_round")).order_by()
    if after is not None:
        stretches = stretches.filter(from_round__lte=max(after, 1))
    end = run[-1].last_round or MOST_ROUNDS
    came: dict[int, int] = {}
    left: dict[int, bool] = {}
    fields = ("registration_id", "from_round", "last_round", "stage__order")
    in_stage: dict[int, int] = {}  # the last stage each one came to: who left there, left, whatever stood open before
    for player, from_round, last_round, stage in stretches.order_by("stage__order").values_list(*fields):
        came[player] = min(from_round, came.get(player, from_round))
        gone = last_round is not None and last_round < end and (after is None or last_round <= after)
        left[player] = (left.get(player, True) or in_stage[player] < stage) and gone
        in_stage[player] = stage
    late = frozenset(player for player, number in came.items() if number > run[0].first_round)
    return pure.Presence(late, frozenset(player for player, gone in left.items() if gone)), list(came)


def last_finished(stage: Stage) -> int | None:
    """Return the number of the last finished round that counts for a stage; after it the standings are public."""
    finished = Round.objects.filter(stage__in=run_of(stage), status=Round.Status.FINISHED).order_by("-number")
    return finished.values_list("number", flat=True).first()
