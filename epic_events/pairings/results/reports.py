"""Which of the reports about a match still stand, read from rows that are never changed.

A player's last word counts: a newer report takes the place of the older one, and taking it back leaves none. The
staff's words are a pile: each new one lies on top and counts alone; taking the top one back brings up the one below.
"""

from collections.abc import Iterable

from epic_events.pairings.models import ResultReport


def standing(reports: Iterable[ResultReport]) -> list[ResultReport]:
    """Return the reports that stand, the newest last: at most one of each player, and the staff's latest.

    Args:
        reports: all reports of one match, in the order in which they came.
    """
    rows = list(reports)
    last_words = {report.registration_id: report for report in rows if report.kind == ResultReport.Kind.PLAYER}
    kept = [report for report in last_words.values() if not report.withdraws] + pile(rows)[-1:]
    return sorted(kept, key=lambda report: report.pk)


def pile(reports: Iterable[ResultReport]) -> list[ResultReport]:
    """Return the words of the staff that were not taken back, the one that counts last."""
    words: list[ResultReport] = []
    for report in reports:
        if report.kind == ResultReport.Kind.PLAYER:
            continue
        if not report.withdraws:
            words.append(report)
        elif words:
            words.pop()
    return words


def last_of(reports: Iterable[ResultReport], registration_id: int | None) -> ResultReport | None:
    """Return the newest row of a player, or with None of the staff: what a new row supersedes."""
    chain = [report for report in reports if (report.kind == "player") == (registration_id is not None)]
    own = [report for report in chain if registration_id is None or report.registration_id == registration_id]
    return own[-1] if own else None
