"""Conflicts between a staff entry and the players' reports that are not confirmed."""

from collections.abc import Collection, Container
from typing import Final

from django.utils.translation import gettext as _

from epic_events.infra.errors import StateError
from epic_events.infra.names import isolated, plain
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import ResultReport, Seat
from epic_events.pairings.results.match_state import MatchState


class _AnyReport(Container[int]):
    """Contains every report."""

    def __contains__(self, _key: object) -> bool:
        return True


ANY_REPORT: Final[Container[int]] = _AnyReport()
"""For entries that follow a decision about the table, such as a penalty or an upheld report."""


MAX_KEYS_LENGTH: Final = 250_000
"""In characters: two reports for each table of the largest round."""


class ReportConflictError(StateError):
    """A staff entry that differs from an unconfirmed report of a player.

    The message names both.

    Attributes:
        reports: the keys of the reports to override.
        state: the table.
    """

    code = "report_differs"

    def __init__(self, state: MatchState, conflicts: Collection[tuple[Seat, ResultReport]]) -> None:
        words = _("This result differs from the report of %(name)s: %(result)s.")
        named = [
            words % {"name": isolated(seat.registration.name), "result": state.describe(report.values)}
            for seat, report in conflicts
        ]
        super().__init__(" ".join(named))
        self.reports = [report.pk for _seat, report in conflicts]
        self.state = state
        self.details = {
            "reports": [
                {
                    "id": report.pk,
                    "match": state.match.pk,
                    "seat": seat.place,
                    "player": seat.registration.name,
                    "game_wins": report.values["game_wins"],
                    "games_drawn": report.values["games_drawn"],
                    "result_kind": report.values["result_kind"],
                    "words": plain(state.describe(report.values)),
                }
                for seat, report in conflicts
            ]
        }

    @property
    def keys(self) -> str:
        """The value of the form field ``overrides_reports`` for these reports."""
        return ",".join(map(str, self.reports))


def find_conflict(state: MatchState, score: Score, overrides: Container[int]) -> ReportConflictError | None:
    """Return the error for reports that differ from a staff entry, or `None`.

    Args:
        state: the table. A final result has no unconfirmed reports.
        score: the score to enter.
        overrides: the keys of the reports that the entry may contradict.
    """
    return None if state.score is not None else compare_with_reports(state, score, overrides)


def compare_with_reports(state: MatchState, score: Score, overrides: Container[int] = ()) -> ReportConflictError | None:
    """Return the error for reports that differ from a score, or `None`.

    Unlike `find_conflict`, it includes confirmed reports.
    """
    conflicts = [
        (seat, report)
        for seat, report in state.claims
        if report.pk not in overrides and not _is_equal(Score.from_values(report.values), score)
    ]
    return ReportConflictError(state, conflicts) if conflicts else None


def _is_equal(reported: Score, entered: Score) -> bool:
    return reported.kind == entered.kind and reported.agrees_with(entered)


def parse_report_keys(text: str) -> frozenset[int]:
    """Parse the comma-separated keys of the reports that a form overrides.

    Other text is ignored.
    """
    words = text[:MAX_KEYS_LENGTH].split(",")
    return frozenset(int(word) for word in words if word.isascii() and word.isdecimal() and len(word) < 19)
