"""Results: reported by one player and confirmed by the other, or entered by the staff."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.throttle import throttle
from epic_events.errors import NotAllowedError, StateError, UserError
from epic_events.events.locking import locked
from epic_events.events.models import Event
from epic_events.events.permissions import require_staff
from epic_events.journal import services as journal
from epic_events.pairings import reads
from epic_events.pairings.models import Match, ResultReport, Round, Seat
from epic_events.pairings.reads import TableRow
from epic_events.pairings.scores import STAFF_ONLY, Score, check_score

REPORTS_AN_HOUR = 60


def report_result(actor: User, match: Match, score: Score) -> Match:
    """Report, as one of its two players, how a match ended.

    The first report waits for the other player; the same score from the other side settles it, another one calls the
    staff. A player can report anew while the result is not settled.

    Raises:
        NotAllowedError: for everybody who does not play in the match.
        ScoreError: for a score the match cannot end with.
        StateError: when the round is not being played or the result is settled.
        TooOftenError: for a stream of reports.
    """
    throttle("result.report", getattr(actor, "pk", None), limit=REPORTS_AN_HOUR, seconds=3600)
    with transaction.atomic():
        row = _fresh(match, actor)
        if row.mine is None:
            raise NotAllowedError(_("Only the two players and the staff may report the result of this table."))
        _require_open_for_players(row)
        if score.kind in STAFF_ONLY:
            raise NotAllowedError(_("Only the staff may award a match or give both players a loss."))
        _check(row, score)
        mine = next((r for r in row.reports if r.registration_id == row.mine.registration_id), None)
        report = ResultReport.objects.create(
            match=row.match,
            kind=ResultReport.Kind.PLAYER,
            by=actor,
            registration=row.mine.registration,
            values=score.values(),
            supersedes=mine,
        )
        others = [Score.from_values(r.values).games for r in row.reports if r != mine]
        if score.games in others:
            _settle(row, score)
        else:
            row.match.status = Match.Status.DISPUTED if others else Match.Status.REPORTED
            row.match.save(update_fields=["status"])
        _log(actor, "result.reported", row, report, status=row.match.status)
    return row.match


def confirm_result(actor: User, match: Match) -> Match:
    """Confirm, as the other player or as staff, the score that was reported.

    Raises:
        NotAllowedError: for everybody else.
        StateError: when nothing waits for this person's word.
    """
    with transaction.atomic():
        row = _fresh(match, actor)
        if row.mine is None:
            require_staff(actor, row.match.round.stage.event)
        _require_open_for_players(row)
        theirs = [r for r in row.reports if row.mine is None or r.registration_id != row.mine.registration_id]
        if row.match.status != Match.Status.REPORTED or not theirs:
            raise StateError(_("There is no report by somebody else to confirm at this table."))
        score = Score.from_values(theirs[-1].values)
        report = ResultReport.objects.create(
            match=row.match,
            kind=ResultReport.Kind.PLAYER if row.mine else ResultReport.Kind.STAFF,
            by=actor,
            registration=row.mine.registration if row.mine else None,
            values=score.values(),
        )
        _settle(row, score)
        _log(actor, "result.confirmed", row, report)
    return row.match


def enter_result(actor: User | None, match: Match, score: Score, *, reason: str = "") -> Match:
    """Enter, as staff, how a match ended: settled at once, whatever the players reported.

    A settled result is corrected by the same way: the report before stays readable, the new one says why.

    Raises:
        NotAllowedError: for everybody without a role at the event.
        ScoreError: for a score the match cannot end with.
        StateError: when the round is not published, the event is over, or a later match of the cut rests on it.
        UserError: for a correction without a reason.
    """
    with transaction.atomic():
        row = _fresh(match, actor)
        event = row.match.round.stage.event
        require_staff(actor, event)
        _require_published(row)
        _check(row, score)
        corrects = row.match.status == Match.Status.CONFIRMED
        if corrects:
            if row.score == score:
                return row.match
            _require_correctable(row, score, reason)
        report = ResultReport.objects.create(
            match=row.match,
            kind=ResultReport.Kind.STAFF,
            by=actor,
            values=score.values(),
            reason=reason.strip(),
            supersedes=row.reports[-1] if row.reports else None,
        )
        before = row.score.values() if corrects and row.score else None
        _settle(row, score)
        verb = "result.corrected" if corrects else "result.entered"
        _log(actor, verb, row, report, reason=reason.strip(), before=before)
    return row.match


def _fresh(match: Match, viewer: object) -> TableRow:
    """Return the table as it is stored now, its event locked until the transaction ends.

    Raises:
        StateError: when it is gone, or more than two play there.
    """
    event = locked(Event.objects.get(stages__round_set=match.round_id))
    stored = reads.with_seats(Match.objects.filter(pk=match.pk)).first()
    if stored is None:
        raise StateError(_("This table is gone: the round has been paired again."))
    stored.round.stage.event = event
    row = reads.table_row(stored, viewer)
    if len(row.seats) != 2:
        raise StateError(_("A bye is won already: there is no result to report."))
    return row


def _require_published(row: TableRow) -> None:
    """Stop results outside of play.

    Raises:
        StateError: for a draft, or when the event does not run.
    """
    if row.match.round.status == Round.Status.DRAFT:
        raise StateError(_("This round is not published yet."))
    if row.match.round.stage.event.status != Event.Status.RUNNING:
        raise StateError(_("The event is not running: its results are final."))


def _require_open_for_players(row: TableRow) -> None:
    """Stop what players can do only while the result is open.

    Raises:
        StateError: when it is settled or the round is over.
    """
    _require_published(row)
    if row.match.status == Match.Status.CONFIRMED:
        raise StateError(_("This result is confirmed; if it is wrong, call the staff."))
    if row.match.round.status != Round.Status.PUBLISHED:
        raise StateError(_("This round is over."))


def _check(row: TableRow, score: Score) -> None:
    stage = row.match.round.stage
    check_score(score, stage.best_of, needs_winner=stage.is_elimination)


def _require_correctable(row: TableRow, score: Score, reason: str) -> None:
    """Stop a correction without a reason, or one that pulls a player out of the cut's next match.

    Raises:
        UserError: without a reason.
        StateError: when the next round of the cut is paired already.
    """
    if not reason.strip():
        raise UserError(
            _("This result is confirmed. Say why it changes."), fields={"reason": _("Say why the result changes.")}
        )
    stage, number = row.match.round.stage, row.match.round.number
    if not stage.is_elimination or row.score is None or row.score.outcomes() == score.outcomes():
        return
    if stage.round_set.filter(number__gt=number).exists():
        raise StateError(
            _(
                "The next round of the cut is paired from this result:"
                " discard it while it is a draft, then correct this."
            )
        )


def _settle(row: TableRow, score: Score) -> None:
    """Write a result: the match is confirmed, the seats have their points."""
    match = row.match
    match.status, match.result_kind = Match.Status.CONFIRMED, score.kind.value
    match.games_drawn, match.confirmed_at = score.drawn, timezone.now()
    match.save(update_fields=["status", "result_kind", "games_drawn", "confirmed_at"])
    values = zip(
        row.seats,
        (score.first, score.second),
        score.points(reads.points_of(match.round.stage)),
        score.outcomes(),
        strict=True,
    )
    for seat, wins, points, outcome in values:
        seat.game_wins, seat.points, seat.outcome = wins, points, Seat.Outcome(outcome)
        seat.save(update_fields=["game_wins", "points", "outcome"])


def _log(
    actor: User | None, verb: str, row: TableRow, report: ResultReport, *, reason: str = "", **data: object
) -> None:
    """Write the one line of the log that belongs to a report."""
    journal.record(
        actor,
        verb,
        event=row.match.round.stage.event,
        subject=row.match,
        reason=reason,
        table=row.match.table,
        report=report,
        **{**report.values, **data},
    )
