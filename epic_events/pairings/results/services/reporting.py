"""Services for results: report, confirm, enter, uphold and undo."""

from collections.abc import Collection, Container

from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.events.permissions import require_staff
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.pairings.methods.scores import STAFF_ONLY, Score
from epic_events.pairings.models import Match, ResultReport, Round, Seat
from epic_events.pairings.results.match_state import MatchState, current_staff_entries, latest_report
from epic_events.pairings.results.report_conflicts import ANY_REPORT
from epic_events.pairings.results.services import finalisation
from epic_events.pairings.results.services.finalisation import StaffResult, save_staff_results

MAX_REPORTS_PER_HOUR = 60


def limit_reports(actor: User) -> None:
    """Count a report of a player for rate limiting.

    Raises:
        TooOftenError: the player has reported too often in the last hour.
    """
    limit_rate("result.report", getattr(actor, "pk", None), limit=MAX_REPORTS_PER_HOUR, seconds=3600)


def report_result(actor: User, match: Match, score: Score, *, drops: bool = False) -> Match:
    """Report the result of a match as one of its two players.

    The first report waits for the other player. An equal report of the other player makes the result final, a different
    one requires the staff. A player may report again until the result is final. An equal report changes nothing.

    Args:
        actor: the player who reports.
        match: the match.
        score: the score, seat 1 first.
        drops: whether this player drops when the result is final.

    Raises:
        NotAllowedError: the user does not play in the match, or the kind of result is reserved for staff.
        ScoreError: the match cannot end with this score.
        StateError: the round is not in progress, or the result is final.
        TooOftenError: too many reports.
        UserError: a drop in the cut, where the loser is eliminated anyway.
    """
    limit_reports(actor)
    with transaction.atomic():
        state = finalisation.lock_and_reload(match)
        seat = state.seat_of(actor)
        if seat is None:
            raise NotAllowedError(_("Only the two players and the staff can report the result of this table."))
        mine = state.report_of(seat)
        if (
            mine is not None
            and (Score.from_values(mine.values), mine.drops) == (score, drops)
            and finalisation.changes_nothing(state, score)
        ):
            return state.match
        finalisation.require_open_for_players(state)
        if score.kind in STAFF_ONLY:
            raise NotAllowedError(_("Only staff can award a match, record a double loss or record a no-show."))
        finalisation.validate_score(state, score)
        _require_drop_allowed(state, drops=drops)
        report = _save_report(actor, state, seat, score, drops=drops)
        reports = finalisation.reports_with(state, report)
        both = finalisation.agreed_score(reports)
        if both is not None:
            finalisation.finalise(state, score.with_details_of(both))
        else:
            state.match.status = finalisation.waiting_status(reports)
            state.match.save(update_fields=["status"])
        finalisation.log(actor, "result.reported", state, report, status=state.match.status)
        if both is not None:
            finalisation.drop_reported_players(state, reports)
    return state.match


def confirm_result(actor: User, match: Match, *, expected_report: int | None = None, drops: bool = False) -> Match:
    """Confirm the reported score, as the other player or as staff. Idempotent.

    Args:
        actor: who confirms.
        match: the match.
        expected_report: the key of the report to confirm. `None` for the current one.
        drops: whether the confirming player drops with this result.

    Raises:
        NotAllowedError: the user is neither the other player nor staff.
        ScoreError: a later penalty cost a game that the report does not include.
        StateError: there is no report to confirm, or another report is current.
        TooOftenError: too many confirmations by a player.
        UserError: a drop in the cut.
    """
    limit_reports(actor)
    with transaction.atomic():
        state = finalisation.lock_and_reload(match)
        seat = state.seat_of(actor)
        if seat is None:
            require_staff(actor, state.match.round.stage.event)
        if _has_confirmed(actor, state, seat):
            return state.match
        finalisation.require_open_for_players(state)
        theirs = state.report_against(seat)
        if state.match.status != Match.Status.REPORTED or theirs is None:
            raise StateError(_("This table has no report by the other player to confirm."))
        score = Score.from_values(theirs.values)
        if expected_report is not None and expected_report != theirs.pk:
            raise StateError(
                _("The report has changed since you loaded the page. It now says: %(result)s.")
                % {"result": state.describe(theirs.values)}
            )
        finalisation.validate_score(state, score)  # a penalty may have cost a game since the report
        _require_drop_allowed(state, drops=drops and seat is not None)
        report = _save_report(actor, state, seat, score, drops=drops)
        finalisation.finalise(state, score)
        finalisation.log(actor, "result.confirmed", state, report)
        finalisation.drop_reported_players(state, finalisation.reports_with(state, report))
    return state.match


def enter_result(
    actor: User | None,
    match: Match,
    score: Score,
    *,
    reason: str = "",
    drops: Collection[int] = (),
    overrides: Container[int] = (),
) -> Match:
    """Enter a final result as staff.

    A report of a player that differs must be overridden explicitly.

    The same call corrects a final result: the earlier report stays readable, the new one has the reason.

    Args:
        actor: who enters it. `None` for the command line.
        match: the match.
        score: the score, seat 1 first.
        reason: why a final result changes.
        drops: the seats (1 or 2) of players who drop with this result.
        overrides: the keys of the unconfirmed reports that the result may contradict.

    Raises:
        NotAllowedError: the user has no role at the event, or drops players without the right to manage entries.
        ReportConflictError: a player reported a different result.
        ScoreError: the match cannot end with this score.
        StateError: the round is not published, the event is over, or the next round of the cut depends on the result.
        UserError: a correction without a reason.
    """
    with transaction.atomic():
        state = finalisation.lock_and_reload(match)
        event = state.match.round.stage.event
        require_staff(actor, event)
        result = StaffResult(state, score, reason.strip(), frozenset(drops), overrides)
        result.require_possible()
        save_staff_results(actor, [result])
    return state.match


def uphold_report(actor: User | None, match: Match, report_id: int, *, reason: str = "") -> Match:
    """Enter, as staff, the result that one of two disagreeing players reported.

    Raises:
        NotAllowedError: the user has no role at the event.
        StateError: the report is no longer current, or results cannot be entered.
    """
    with transaction.atomic():
        state = finalisation.lock_and_reload(match)
        require_staff(actor, state.match.round.stage.event)
        upheld = next((report for _seat, report in state.claims if report.pk == report_id), None)
        if upheld is None:
            raise StateError(_("This report is no longer current. Reload the table."))
        return enter_result(actor, state.match, Score.from_values(upheld.values), reason=reason, overrides=ANY_REPORT)


def _save_report(actor: User, state: MatchState, seat: Seat | None, score: Score, *, drops: bool) -> ResultReport:
    """Store a report of a user: as the match's player, otherwise as staff."""
    entry = seat.registration if seat else None
    return ResultReport.objects.create(
        match=state.match,
        kind=ResultReport.Kind.PLAYER if entry else ResultReport.Kind.STAFF,
        by=actor,
        registration=entry,
        values=score.values(),
        drops=drops and entry is not None,
        supersedes=latest_report(state.match.reports.all(), entry.pk if entry else None),
    )


def _has_confirmed(actor: User, state: MatchState, seat: Seat | None) -> bool:
    """Return True if the user has already confirmed the final result."""
    if state.score is None:
        return False
    if seat is not None:
        mine = state.report_of(seat)
        return mine is not None and Score.from_values(mine.values).agrees_with(state.score)
    own = [report for report in state.reports if report.registration_id is None and report.by_id == actor.pk]
    return any(Score.from_values(report.values).agrees_with(state.score) for report in own)


def _require_drop_allowed(state: MatchState, *, drops: bool) -> None:
    """Raise `UserError` for a drop reported with a match of the cut."""
    if drops and state.match.round.stage.is_elimination:
        message = _("Players cannot drop with a result in the cut: the loser is eliminated.")
        raise UserError(message, fields={"drops": message})


def undo_report(actor: User, match: Match) -> Match:
    """Undo the player's own report while the result is open.

    Does nothing without a report.

    Raises:
        NotAllowedError: the user does not play in the match.
        StateError: the round is not in progress, or the result is final.
        TooOftenError: too many reports and undos.
    """
    limit_reports(actor)
    with transaction.atomic():
        state = finalisation.lock_and_reload(match)
        seat = state.seat_of(actor)
        if seat is None:
            raise NotAllowedError(_("Only the two players can undo their reports."))
        finalisation.require_open_for_players(state)
        current_report = state.report_of(seat)
        if current_report is None:
            return state.match
        report = ResultReport.objects.create(
            match=state.match,
            kind=ResultReport.Kind.PLAYER,
            by=actor,
            registration=seat.registration,
            values=current_report.values,
            withdraws=True,
            supersedes=current_report,
        )
        state.match.status = finalisation.waiting_status(finalisation.reports_with(state, report))
        state.match.save(update_fields=["status"])
        finalisation.log(actor, "result.report_undone", state, report, status=state.match.status)
    return state.match


def undo_staff_entry(actor: User | None, match: Match, *, reason: str = "") -> Match:
    """Undo the latest staff entry, as staff, and restore the state before it.

    If there was a result before, it counts again. Otherwise the table is open again, with the reports of its players.
    Players who dropped with the result stay dropped.

    Args:
        actor: who undoes it. `None` for the command line.
        match: the match.
        reason: required if another user made the entry.

    Raises:
        NotAllowedError: the user has no role at the event.
        StateError: there is no staff entry, the table would be open in a finished round, the event is over, or the
        next
            round of the cut depends on the result.
        UserError: no reason for undoing another user's entry.
    """
    with transaction.atomic():
        state = finalisation.lock_and_reload(match)
        require_staff(actor, state.match.round.stage.event)
        finalisation.require_published(state)
        entries = current_staff_entries(state.match.reports.all())
        if not entries:
            raise StateError(_("The current result was not entered by staff. Correct the result instead."))
        top = entries[-1]
        if top.by_id != getattr(actor, "pk", None) and not reason.strip():
            message = _("Another user entered this result. Enter a reason for undoing it.")
            raise UserError(message, fields={"reason": message})
        players = finalisation.agreed_score(state.reports)
        after = Score.from_values(entries[-2].values) if len(entries) > 1 else players
        finalisation.require_no_dependent_round(state, after)
        if after is None and state.match.round.status != Round.Status.PUBLISHED:
            raise StateError(_("This round is finished, so every table needs a result. Correct this one instead."))
        report = ResultReport.objects.create(
            match=state.match,
            kind=ResultReport.Kind.STAFF,
            by=actor,
            values=top.values,
            reason=reason.strip(),
            withdraws=True,
            supersedes=latest_report(state.match.reports.all(), None),
        )
        if after is None:
            finalisation.reopen(state, finalisation.reports_with(state, report))
        else:
            finalisation.finalise(state, after)
        finalisation.log(actor, "result.entry_undone", state, report, reason=reason.strip(), status=state.match.status)
    return state.match
