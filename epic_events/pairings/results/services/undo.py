"""Undo of results: players undo their own reports, staff undo staff entries."""

from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.events.permissions import require_staff
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match, ResultReport, Round
from epic_events.pairings.results.reports import current_staff_entries, latest_report
from epic_events.pairings.results.services import finalisation
from epic_events.pairings.results.services.reporting import limit_reports


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
