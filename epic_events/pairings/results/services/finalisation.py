"""Shared steps of result services.

Reload, check, write and audit, and entry by staff. Every function expects the event to be locked. `lock_and_reload`
locks it.
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import connection
from django.db.models import Case, Field, Model, Value, When
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.audit_log import version_tokens
from epic_events.audit_log.models import Entry
from epic_events.events.models import Event, Registration, Stage
from epic_events.events.permissions import owns_registration
from epic_events.events.services import drop
from epic_events.infra.database.bulk_insert import bulk_insert
from epic_events.infra.database.compiled_queries import KeyIn
from epic_events.infra.errors import StateError, UserError
from epic_events.pairings import selectors
from epic_events.pairings.methods.scores import NO_HEALTH, Kind, Score
from epic_events.pairings.models import Match, ResultReport, Round, Seat
from epic_events.pairings.results import match_state
from epic_events.pairings.results.match_state import MatchState, current_reports, latest_report
from epic_events.pairings.results.report_conflicts import find_conflict
from epic_events.pairings.results.scores import ScoreError, check_score

_DECIDED: Final = "cut.decided"
"""Pseudo audit action that renews version tokens like a result of an elimination. It is never logged."""


def lock_and_reload(match: Match) -> MatchState:
    """Lock the event for the transaction and return the table as stored now.

    Raises:
        StateError: the table no longer exists, or the match is a bye.
    """
    event = Event.objects.select_for_update(of=("self",)).get(stages__round_set=match.round_id)
    stored = match_state.load_with_seats(match.pk)
    if stored is None:
        raise StateError(_("This table no longer exists: the round was paired again."))
    stored.round.stage.event = event
    state = match_state.state_of(stored)
    if len(state.seats) != 2:
        raise StateError(_("A bye is already won. There is no result to report."))
    return state


def require_published(state: MatchState) -> None:
    """Raise `StateError` unless the round is published and the event is running."""
    if state.match.round.status == Round.Status.DRAFT:
        raise StateError(_("This round is not published yet."))
    if state.match.round.stage.event.status != Event.Status.RUNNING:
        raise StateError(_("The event is not running. Its results are final."))


def require_open_for_players(state: MatchState) -> None:
    """Raise `StateError` if the result is final or the round is over."""
    require_published(state)
    if state.match.status == Match.Status.CONFIRMED:
        raise StateError(_("This result is confirmed. If it is wrong, call the staff."))
    if state.match.round.status != Round.Status.PUBLISHED:
        raise StateError(_("This round is over."))


def validate_score(state: MatchState, score: Score) -> None:
    """Raise `ScoreError` if a match of this stage cannot end with the score."""
    stage = state.match.round.stage
    check_score(score, stage.best_of, needs_winner=stage.is_elimination)
    if score.health != NO_HEALTH and not stage.records_health:
        raise ScoreError(_("Health is not recorded at this event."))
    if state.match.status == Match.Status.CONFIRMED or score.kind not in (Kind.PLAYED, Kind.TIME):
        return
    for seat, wins in zip(state.seats, (score.first, score.second), strict=True):
        if wins < seat.game_wins:
            words = _("The result must include the game wins that %(name)s has from a penalty: %(games)d.")
            raise ScoreError(words % {"name": seat.registration.name, "games": seat.game_wins})


def has_later_round(round_: Round) -> bool:
    """Return True if a later round of the same elimination stage is paired."""
    return round_.stage.is_elimination and round_.stage.round_set.filter(number__gt=round_.number).exists()


def require_no_dependent_round(
    state: MatchState, after: Score | None, *, later_round_paired: bool | None = None
) -> None:
    """Raise `StateError` if the change would alter who plays in the next cut round.

    Args:
        state: the table.
        after: the new result. `None` for no result.
        later_round_paired: the value of `has_later_round` for its round, if already known.

    Raises:
        StateError: the next round of the cut is paired and another player would advance.
    """
    if not state.match.round.stage.is_elimination or state.score is None:
        return
    if after is not None and state.score.outcomes() == after.outcomes():
        return
    if has_later_round(state.match.round) if later_round_paired is None else later_round_paired:
        raise StateError(
            _(
                "The next round of the cut was paired from this result. Discard that round while it is not "
                "published, then correct this result."
            )
        )


def is_same_result(now: Score, new: Score) -> bool:
    """Return True if entering `said` would not change the final score `now`."""
    return now.kind == new.kind and now.agrees_with(new) and new.course in ("", now.course)


def changes_nothing(state: MatchState, score: Score) -> bool:
    """Return True if the match has no final result, or has this one."""
    return state.score is None or is_same_result(state.score, score)


def finalise(state: MatchState, score: Score) -> None:
    """Finalise a result: confirm the match and store the points of its seats."""
    finalise_all([(state, score)])


def finalise_all(results: Sequence[tuple[MatchState, Score]]) -> None:
    """Finalise several results in two queries."""
    now = timezone.now()
    for state, score in results:
        match, stage = state.match, state.match.round.stage
        match.status, match.result_kind = Match.Status.CONFIRMED, score.kind.value
        match.games_drawn, match.confirmed_at = score.drawn, now
        health = score.recorded_health() if stage.records_health else NO_HEALTH
        values = zip(
            state.seats,
            (score.first, score.second),
            score.points(selectors.match_points_of(stage)),
            score.outcomes(),
            health,
            strict=True,
        )
        for seat, wins, points, outcome, left in values:
            seat.game_wins, seat.points, seat.outcome, seat.health = wins, points, Seat.Outcome(outcome), left
    matches = [state.match for state, _score in results]
    seats = [seat for state, _score in results for seat in state.seats]
    Match.objects.filter(KeyIn("pk", [match.pk for match in matches])).update(
        status=Match.Status.CONFIRMED,
        confirmed_at=now,
        **_build_updates(matches, "result_kind", "games_drawn"),
    )
    Seat.objects.filter(KeyIn("pk", [seat.pk for seat in seats])).update(
        **_build_updates(seats, "game_wins", "points", "outcome", "health")
    )
    _renew_cut_pages({state.match.round.stage for state, _score in results})


def _renew_cut_pages(stages: Iterable[Stage]) -> None:
    """Invalidate cached pages that show the winner of an elimination stage."""
    version_tokens.renew((stage.event_id, _DECIDED) for stage in stages if stage.is_elimination)


def _build_updates(rows: Sequence[Model], *names: str) -> dict[str, Cast | Case]:
    """Return an update expression per field that sets all rows, grouped by value."""
    changes: dict[str, Cast | Case] = {}
    for name in names:
        keys: defaultdict[Any, list[int]] = defaultdict(list)
        for state in rows:
            keys[getattr(state, name)].append(state.pk)
        field = rows[0]._meta.get_field(name)  # noqa: SLF001 - Django's public _meta
        assert isinstance(field, Field)
        whens = [When(KeyIn("pk", pks), then=Value(value, output_field=field)) for value, pks in keys.items()]
        case = Case(*whens, output_field=field)
        # PostgreSQL cannot infer the type of a value that is NULL in every state.
        changes[name] = Cast(case, field) if connection.features.requires_casted_case_in_updates else case
    return changes


def reopen(state: MatchState, reports: Iterable[ResultReport]) -> None:
    """Remove the result of a match.

    The current player reports determine its new status.
    """
    match = state.match
    match.status, match.result_kind = waiting_status(reports), Match.ResultKind.NONE
    match.games_drawn, match.confirmed_at = 0, None
    match.save(update_fields=["status", "result_kind", "games_drawn", "confirmed_at"])
    for seat in state.seats:
        seat.game_wins, seat.points, seat.outcome, seat.health = 0, None, Seat.Outcome.NONE, None
        seat.save(update_fields=["game_wins", "points", "outcome", "health"])


def reports_with(state: MatchState, report: ResultReport) -> list[ResultReport]:
    """Return the current reports of a table, with a new report added."""
    return current_reports([*state.all_reports, report])


def reported_scores(reports: Iterable[ResultReport]) -> list[Score]:
    """Return the scores reported by the players."""
    return [Score.from_values(report.values) for report in reports if report.registration_id is not None]


def waiting_status(reports: Iterable[ResultReport]) -> Match.Status:
    """Return the status of a match without a final result, from its player reports."""
    return (Match.Status.PENDING, Match.Status.REPORTED, Match.Status.DISPUTED)[min(len(reported_scores(reports)), 2)]


def agreed_score(reports: Iterable[ResultReport]) -> Score | None:
    """Return the score on which both players agree, with all details, or `None`."""
    scores = reported_scores(reports)
    return scores[1].with_details_of(scores[0]) if len(scores) == 2 and scores[0].agrees_with(scores[1]) else None


def reported_drops(state: MatchState, reports: Iterable[ResultReport]) -> list[tuple[ResultReport, Seat]]:
    """Return the reports that contain a drop, each with the player's seat."""
    seats = {seat.registration_id: seat for seat in state.seats}
    return [
        (report, seats[report.registration_id])
        for report in reports
        if report.drops and report.registration_id in seats
    ]


def drop_reported_players(state: MatchState, reports: Iterable[ResultReport]) -> None:
    """Drop the players who reported a drop. Players who already dropped are skipped."""
    for report, seat in reported_drops(state, reports):
        by = User.objects.filter(pk=report.by_id or 0).first()
        drop_player(by if by is not None and owns_registration(by, seat.registration) else None, state, seat)


def drop_player(actor: User | None, state: MatchState, seat: Seat) -> None:
    """Drop the player of a seat, unless the player has already dropped.

    Raises:
        NotAllowedError: the user may not manage entries.
    """
    entry = Registration.objects.select_related("player").get(pk=seat.registration_id)
    if entry.status == Registration.Status.CHECKED_IN:
        entry.event = state.match.round.stage.event
        drop(actor, entry)


def log(
    actor: User | None, verb: str, state: MatchState, report: ResultReport, *, reason: str = "", **data: object
) -> None:
    """Write the audit entry of a report."""
    build_audit_entry(actor, verb, state, report, reason=reason, **data).save()


def build_audit_entry(
    actor: User | None, verb: str, state: MatchState, report: ResultReport, *, reason: str = "", **data: object
) -> Entry:
    """Return the unsaved audit entry of a report."""
    noted = {"drops": True} if report.drops else {}
    return audit_log.unsaved_entry(
        actor,
        verb,
        event=state.match.round.stage.event,
        subject=state.match,
        reason=reason,
        table=state.match.table,
        report=report,
        **{**report.values, **noted, **data},
    )


@dataclass(frozen=True)
class StaffResult:
    """A result to be entered by staff.

    Attributes:
        row: the table as stored now.
        score: the score, seat 1 first.
        reason: why a final result changes.
        drops: the seats of players who drop with this result.
        overrides: the keys of the players' reports that it may contradict.
    """

    row: MatchState
    score: Score
    reason: str = ""
    drops: frozenset[int] = frozenset()
    overrides: Container[int] = ()

    @property
    def is_unchanged(self) -> bool:
        """True if the table already has exactly this final result."""
        return self.row.score is not None and is_same_result(self.row.score, self.score)

    def require_possible(self, *, later_round_paired: bool | None = None, is_valid: bool = False) -> None:
        """Raise an error if the result cannot be entered.

        Args:
            is_valid: True if the score has been validated.
            later_round_paired: the value of `has_later_round` for the round, if already known.

        Raises:
            ReportConflictError: a player reported a different result.
            ScoreError: the match cannot end with this score.
            StateError: the round is not published, the event is over, or the next round of the cut depends on the
            result.
            UserError: a correction without a reason.
        """
        require_published(self.row)
        if not is_valid:
            validate_score(self.row, self.score)
        if conflict := find_conflict(self.row, self.score, self.overrides):
            raise conflict
        if self.is_unchanged or self.row.score is None:
            return
        if not self.reason:
            raise UserError(
                _("This result is confirmed. Enter a reason for the change."),
                fields={"reason": _("Enter a reason for the change.")},
            )
        require_no_dependent_round(self.row, self.score, later_round_paired=later_round_paired)


def save_staff_results(actor: User | None, results: Sequence[StaffResult]) -> None:
    """Enter validated results, one per table, in order.

    Four queries for any number of results, plus those of each player who drops.

    Raises:
        NotAllowedError: a drop by staff who may not manage entries.
    """
    new = [result for result in results if not result.is_unchanged]
    before = {result.row.match.pk: result.row.score for result in new}
    reports = {result.row.match.pk: _staff_report(actor, result) for result in new}
    bulk_insert(list(reports.values()))
    if new:
        finalise_all([(result.row, result.score) for result in new])
    lines = []
    for result in results:
        row, report = result.row, reports.get(result.row.match.pk)
        current: list[ResultReport] = []
        if report is not None:
            was = before[row.match.pk]
            verb = "result.corrected" if was else "result.entered"
            values_before = was.values() if was else None
            lines.append(build_audit_entry(actor, verb, row, report, reason=result.reason, before=values_before))
            current = [] if was else reports_with(row, report)
        if result.drops or reported_drops(row, current):
            audit_log.record_all(lines)  # the audit entry of the result comes before that of the drop
            lines = []
            drop_reported_players(row, current)
            for seat in row.seats:
                if seat.place in result.drops:
                    drop_player(actor, row, seat)
    audit_log.record_all(lines)


def _staff_report(actor: User | None, wanted: StaffResult) -> ResultReport:
    """Return the unsaved report of a result."""
    latest = latest_report(wanted.row.all_reports, None)
    return ResultReport(
        match_id=wanted.row.match.pk,
        kind=ResultReport.Kind.STAFF,
        by_id=actor.pk if actor is not None else None,
        values=wanted.score.values(),
        reason=wanted.reason,
        supersedes_id=latest.pk if latest is not None else None,
    )
