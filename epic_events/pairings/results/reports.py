"""Which reports of a match are current. Report rows are never changed.

A player's newer report replaces the older one, and undoing it leaves none. Staff entries form a stack: the newest
counts, and undoing it restores the one before.
"""

from collections.abc import Iterable

from epic_events.pairings.models import ResultReport


def current_reports(reports: Iterable[ResultReport]) -> list[ResultReport]:
    """Return the current reports: at most one per player and one staff entry.

    Args:
        reports: all reports of one match, oldest first.

    Returns:
        The current reports, newest last.
    """
    rows = list(reports)
    last_words = {report.registration_id: report for report in rows if report.kind == ResultReport.Kind.PLAYER}
    current = [report for report in last_words.values() if not report.withdraws] + current_staff_entries(rows)[-1:]
    return sorted(current, key=lambda report: report.pk)


def current_staff_entries(reports: Iterable[ResultReport]) -> list[ResultReport]:
    """Return the staff entries that were not undone. The last one counts."""
    words: list[ResultReport] = []
    for report in reports:
        if report.kind == ResultReport.Kind.PLAYER:
            continue
        if not report.withdraws:
            words.append(report)
        elif words:
            words.pop()
    return words


def latest_report(reports: Iterable[ResultReport], registration_id: int | None) -> ResultReport | None:
    """Return the newest report of a player, or of the staff for `None`.

    A new report supersedes it.
    """
    chain = [report for report in reports if (report.kind == "player") == (registration_id is not None)]
    own = [report for report in chain if registration_id is None or report.registration_id == registration_id]
    return own[-1] if own else None
