"""Taking back what was said about a result: a player the own report, the staff their own entry."""

from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.events.permissions import require_staff
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match, ResultReport, Round
from epic_events.pairings.results.reports import last_of, pile
from epic_events.pairings.results.services import settling
from epic_events.pairings.results.services.reporting import count_report


def withdraw_report(actor: User, match: Match) -> Match:
    """Take back, as a player of the match, the own report while the result is open; without one nothing happens.

    Raises:
        NotAllowedError: for everybody who does not play in the match.
        StateError: when the round is not being played or the result is settled.
        TooOftenError: for a stream of reports and withdrawals.
    """
    count_report(actor)
    with transaction.atomic():
        row = settling.fresh(match, actor)
        if row.mine is None:
            raise NotAllowedError(_("Only the two players can undo their reports."))
        settling.require_open_for_players(row)
        said = row.own_report
        if said is None:
            return row.match
        report = ResultReport.objects.create(
            match=row.match,
            kind=ResultReport.Kind.PLAYER,
            by=actor,
            registration=row.mine.registration,
            values=said.values,
            withdraws=True,
            supersedes=said,
        )
        row.match.status = settling.waiting_status(settling.said_after(row, report))
        row.match.save(update_fields=["status"])
        settling.log(actor, "result.withdrawn", row, report, status=row.match.status)
    return row.match


def take_back_result(actor: User | None, match: Match, *, reason: str = "") -> Match:
    """Take back, as staff, the latest entry of the staff: the match is again what it was before.

    The result before it comes back; where there was none, the table waits again, with what its players reported. Nobody
    who dropped with the result comes back by this.

    Args:
        actor: who takes it back; None for the site's own command line.
        match: the match.
        reason: why; needed for an entry that somebody else made.

    Raises:
        NotAllowedError: for everybody without a role at the event.
        StateError: when no entry of the staff stands, the table would be open in a finished round, the event is over,
            or a later match of the cut rests on it.
        UserError: without a reason for somebody else's entry.
    """
    with transaction.atomic():
        row = settling.fresh(match, actor)
        require_staff(actor, row.match.round.stage.event)
        settling.require_published(row)
        entries = pile(row.match.reports.all())
        if not entries:
            raise StateError(_("The current result was not entered by staff. Correct the result instead."))
        top = entries[-1]
        if top.by_id != getattr(actor, "pk", None) and not reason.strip():
            message = _("Another user entered this result. Enter a reason for undoing it.")
            raise UserError(message, fields={"reason": message})
        players = settling.agreed(row.reports)
        after = Score.from_values(entries[-2].values) if len(entries) > 1 else players
        settling.require_nothing_rests_on(row, after)
        if after is None and row.match.round.status != Round.Status.PUBLISHED:
            raise StateError(_("This round is finished, so every table needs a result. Correct this one instead."))
        report = ResultReport.objects.create(
            match=row.match,
            kind=ResultReport.Kind.STAFF,
            by=actor,
            values=top.values,
            reason=reason.strip(),
            withdraws=True,
            supersedes=last_of(row.match.reports.all(), None),
        )
        if after is None:
            settling.unsettle(row, settling.said_after(row, report))
        else:
            settling.settle(row, after)
        settling.log(actor, "result.taken_back", row, report, reason=reason.strip(), status=row.match.status)
    return row.match
