"""Compare accepted writes with the database: each once, one verdict per dispute."""

import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from epic_events.audit_log.models import Entry
from epic_events.decks.models import DeckVersion
from epic_events.disputes.models import Dispute, Evidence
from epic_events.judging.models import Call
from epic_events.pairings.models import ResultReport
from tools.faults.writers import Write

Keys = Counter[tuple[object, ...]]

VERBS = {
    "result": ("result.reported",),
    "call": ("call.opened",),
    "list": ("deck.submitted",),
    "dispute": ("dispute.opened",),
    "photo": ("dispute.evidence_added",),
}
"""The lines of the event log that belong to one write each."""


@dataclass(frozen=True)
class Comparison:
    """What became of the writes of one fault.

    Attributes:
        accepted, unanswered: how many were answered as done, and how many never got a final answer.
        there: how many of the accepted ones are in the database.
        lost, doubled: keys that were accepted and are not there; that are there more than once.
    """

    accepted: int
    unanswered: int
    there: int
    lost: tuple[tuple[object, ...], ...]
    doubled: tuple[tuple[object, ...], ...]


def compare(writes: Iterable[Write], stored: dict[str, Keys]) -> Comparison:
    """Hold what was sent against what is stored, by kind and key."""
    every = list(writes)
    accepted = [write for write in every if write.accepted is not None]
    lost = tuple((write.kind, *write.key) for write in accepted if not stored[write.kind][write.key])
    doubled = tuple((write.kind, *write.key) for write in every if stored[write.kind][write.key] > 1)
    return Comparison(len(accepted), len(every) - len(accepted), len(accepted) - len(lost), lost, doubled)


def _counted(rows: QuerySet[Any], *fields: str) -> Keys:
    return Counter(rows.values_list(*fields).iterator())


def load_stored_keys() -> dict[str, Keys]:
    """Return how often each key is in the database, by kind."""
    return {
        "result": _counted(ResultReport.objects.filter(kind=ResultReport.Kind.PLAYER), "match_id", "by_id"),
        "call": _counted(Call.objects.all(), "reason"),
        "list": _counted(DeckVersion.objects.all(), "registration__player__user_id"),
        "dispute": _counted(Dispute.objects.all(), "title"),
        "photo": _counted(Evidence.objects.all(), "who"),
    }


def audit_log_differences(held: dict[str, Keys]) -> list[str]:
    """Return in words where the event log has more or fewer lines than there are rows."""
    wrong = []
    for kind, verbs in VERBS.items():
        lines, rows = Entry.objects.filter(verb__in=verbs).count(), held[kind].total()
        if lines != rows:
            wrong.append(f"{kind}: {rows} rows and {lines} lines in the event log")
    return wrong


def disputes_without_one_verdict() -> list[str]:
    """Return, of each dispute that has not exactly one verdict, what it has."""
    lines = Counter(Entry.objects.filter(verb="dispute.replayed").values_list("subject_id", flat=True))
    rows = Dispute.objects.values_list("pk", "title", "status", "verdict", "attempts").order_by("pk")
    return [
        f"{title}: {status} {verdict or 'without a verdict'}, {lines[key]} lines in the event log, {tries} tries"
        for key, title, status, verdict, tries in rows
        if (status, verdict, lines[key]) != (Dispute.Status.DONE, Dispute.Verdict.LEGAL, 1)
    ]


def wait_for_verdicts(seconds: float, report: Callable[[str], None]) -> float:
    """Wait until no dispute waits or runs; return how long that took, at most ``seconds``."""
    begun, before = time.monotonic(), 0
    waiting = Dispute.objects.filter(status__in=(Dispute.Status.QUEUED, Dispute.Status.RUNNING))
    while (left := waiting.count()) and time.monotonic() - begun < seconds:
        if left != before:
            report(f"{left} disputes wait for their verdict")
        before = left
        time.sleep(2)
    return time.monotonic() - begun


def count_restarted_replays() -> int:
    """Return how many disputes were begun more than once: a worker was lost, or the clock jumped."""
    return Dispute.objects.filter(attempts__gt=1).count()
