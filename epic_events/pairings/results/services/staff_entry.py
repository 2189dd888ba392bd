"""The staff's word about results, at one table or at every table of a round, in a fixed number of queries.

Every function expects the event to be locked.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.infra.errors import UserError
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import ResultReport
from epic_events.pairings.results.reports import last_of
from epic_events.pairings.results.services import settling
from epic_events.pairings.results.table_rows import TableRow


@dataclass(frozen=True)
class Wanted:
    """A result that is to be entered.

    Attributes:
        row: the table as it is stored now.
        score: how it ended, seat 1 first.
        reason: why a settled result changes.
        drops: the places of players who leave the event with this result.
    """

    row: TableRow
    score: Score
    reason: str = ""
    drops: frozenset[int] = frozenset()

    @property
    def stands(self) -> bool:
        """Whether exactly this result is settled already."""
        return self.row.score is not None and settling.same_result(self.row.score, self.score)

    def require_possible(self, *, paired_from: bool | None = None) -> None:
        """Stop a result that cannot be entered.

        Args:
            paired_from: what :func:`settling.is_paired_from` says of the round, where that is known already.

        Raises:
            ScoreError: for a score the match cannot end with.
            StateError: when the round is not published, the event is over, or a later match of the cut rests on it.
            UserError: for a correction without a reason.
        """
        settling.require_published(self.row)
        settling.check(self.row, self.score)
        if self.stands or self.row.score is None:
            return
        if not self.reason:
            raise UserError(
                _("This result is confirmed. Enter a reason for the change."),
                fields={"reason": _("Enter a reason for the change.")},
            )
        settling.require_nothing_rests_on(self.row, self.score, paired_from=paired_from)


def write_down(actor: User | None, results: Sequence[Wanted]) -> None:
    """Enter results that :meth:`Wanted.require_possible` let through, each table once, in their order.

    Four queries, however many there are, and those of every player who leaves with a result.

    Raises:
        NotAllowedError: for drops by staff who do not manage entries.
    """
    new = [wanted for wanted in results if not wanted.stands]
    before = {wanted.row.match.pk: wanted.row.score for wanted in new}
    reports = {
        report.match_id: report
        for report in ResultReport.objects.bulk_create(
            ResultReport(
                match=wanted.row.match,
                kind=ResultReport.Kind.STAFF,
                by=actor,
                values=wanted.score.values(),
                reason=wanted.reason,
                supersedes=last_of(wanted.row.match.reports.all(), None),
            )
            for wanted in new
        )
    }
    if new:
        settling.settle_all([(wanted.row, wanted.score) for wanted in new])
    lines = []
    for wanted in results:
        row, report = wanted.row, reports.get(wanted.row.match.pk)
        said: list[ResultReport] = []
        if report is not None:
            was = before[row.match.pk]
            verb = "result.corrected" if was else "result.entered"
            told = was.values() if was else None
            lines.append(settling.line_of(actor, verb, row, report, reason=wanted.reason, before=told))
            said = [] if was else settling.said_after(row, report)
        if wanted.drops or settling.leaving(row, said):
            audit_log.record_all(lines)  # who leaves does so behind the result, in the log as well
            lines = []
            settling.leave(row, said)
            for seat in row.seats:
                if seat.place in wanted.drops:
                    settling.drop_at(actor, row, seat)
    audit_log.record_all(lines)
