"""Staff entry of results at one or many tables, in a constant number of queries.

Every function expects the event to be locked.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.infra.database.bulk_insert import bulk_insert
from epic_events.infra.errors import UserError
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import ResultReport
from epic_events.pairings.results.match_state import MatchState
from epic_events.pairings.results.reports import latest_report
from epic_events.pairings.results.services import finalisation


@dataclass(frozen=True)
class StaffResult:
    """A result to be entered by staff.

    Attributes:
        row: the table as stored now.
        score: the score, seat 1 first.
        reason: why a final result changes.
        drops: the seats of players who drop with this result.
    """

    row: MatchState
    score: Score
    reason: str = ""
    drops: frozenset[int] = frozenset()

    @property
    def is_unchanged(self) -> bool:
        """True if the table already has exactly this final result."""
        return self.row.score is not None and finalisation.is_same_result(self.row.score, self.score)

    def require_possible(self, *, later_round_paired: bool | None = None, is_valid: bool = False) -> None:
        """Raise an error if the result cannot be entered.

        Args:
            is_valid: True if the score has been validated.
            later_round_paired: the value of `has_later_round` for the round, if already known.

        Raises:
            ScoreError: the match cannot end with this score.
            StateError: the round is not published, the event is over, or the next round of the cut depends on the
            result.
            UserError: a correction without a reason.
        """
        finalisation.require_published(self.row)
        if not is_valid:
            finalisation.validate_score(self.row, self.score)
        if self.is_unchanged or self.row.score is None:
            return
        if not self.reason:
            raise UserError(
                _("This result is confirmed. Enter a reason for the change."),
                fields={"reason": _("Enter a reason for the change.")},
            )
        finalisation.require_no_dependent_round(self.row, self.score, later_round_paired=later_round_paired)


def save_staff_results(actor: User | None, results: Sequence[StaffResult]) -> None:
    """Enter validated results, one per table, in order.

    Four queries for any number of results, plus those of each player who drops.

    Raises:
        NotAllowedError: a drop by staff who may not manage entries.
    """
    new = [wanted for wanted in results if not wanted.is_unchanged]
    before = {wanted.row.match.pk: wanted.row.score for wanted in new}
    reports = {wanted.row.match.pk: _report(actor, wanted) for wanted in new}
    bulk_insert(list(reports.values()))
    if new:
        finalisation.finalise_all([(wanted.row, wanted.score) for wanted in new])
    lines = []
    for wanted in results:
        row, report = wanted.row, reports.get(wanted.row.match.pk)
        current: list[ResultReport] = []
        if report is not None:
            was = before[row.match.pk]
            verb = "result.corrected" if was else "result.entered"
            values_before = was.values() if was else None
            lines.append(
                finalisation.build_audit_entry(actor, verb, row, report, reason=wanted.reason, before=values_before)
            )
            current = [] if was else finalisation.reports_with(row, report)
        if wanted.drops or finalisation.reported_drops(row, current):
            audit_log.record_all(lines)  # the audit entry of the result comes before that of the drop
            lines = []
            finalisation.drop_reported_players(row, current)
            for seat in row.seats:
                if seat.place in wanted.drops:
                    finalisation.drop_player(actor, row, seat)
    audit_log.record_all(lines)


def _report(actor: User | None, wanted: StaffResult) -> ResultReport:
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
