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
"""Verbs of the audit entries of each kind of write."""


@dataclass(frozen=True)
class Comparison:
    """Accepted writes of one fault compared with the stored rows.

    Attributes:
        accepted, unanswered: number of accepted writes, and of those without a final response.
        there: number of accepted writes that are stored.
        lost, doubled: keys of accepted writes that are not stored, and of writes stored more than once.
    """

    accepted: int
    unanswered: int
    there: int
    lost: tuple[tuple[object, ...], ...]
    doubled: tuple[tuple[object, ...], ...]


def compare(writes: Iterable[Write], stored: dict[str, Keys]) -> Comparison:
    """Compare sent writes with stored rows, by kind and key."""
    every = list(writes)
    accepted = [write for write in every if write.accepted is not None]
    lost = tuple((write.kind, *write.key) for write in accepted if not stored[write.kind][write.key])
    doubled = tuple((write.kind, *write.key) for write in every if stored[write.kind][write.key] > 1)
    return Comparison(len(accepted), len(every) - len(accepted), len(accepted) - len(lost), lost, doubled)


def _counted(rows: QuerySet[Any], *fields: str) -> Keys:
    return Counter(rows.values_list(*fields).iterator())


def load_stored_keys() -> dict[str, Keys]:
    """Return how often each key is stored, by kind."""
    return {
        "result": _counted(ResultReport.objects.filter(kind=ResultReport.Kind.PLAYER), "match_id", "by_id"),
        "call": _counted(Call.objects.all(), "reason"),
        "list": _counted(DeckVersion.objects.all(), "registration__player__user_id"),
        "dispute": _counted(Dispute.objects.all(), "title"),
        "photo": _counted(Evidence.objects.all(), "who"),
    }


def audit_log_differences(held: dict[str, Keys]) -> list[str]:
    """Return a message for each kind with more or fewer audit entries than rows."""
    wrong = []
    for kind, verbs in VERBS.items():
        lines, rows = Entry.objects.filter(verb__in=verbs).count(), held[kind].total()
        if lines != rows:
            wrong.append(f"{kind}: {rows} rows and {lines} audit entries")
    return wrong


def disputes_without_one_verdict() -> list[str]:
    """Return a message for each dispute that does not have exactly one verdict."""
    lines = Counter(Entry.objects.filter(verb="dispute.replayed").values_list("subject_id", flat=True))
    rows = Dispute.objects.values_list("pk", "title", "status", "verdict", "attempts").order_by("pk")
    return [
        f"{title}: {status} {verdict or 'without a verdict'}, {lines[key]} audit entries, {tries} tries"
        for key, title, status, verdict, tries in rows
        if (status, verdict, lines[key]) != (Dispute.Status.DONE, Dispute.Verdict.LEGAL, 1)
    ]


def wait_for_verdicts(seconds: float, report: Callable[[str], None]) -> float:
    """Wait until no dispute is queued or running.

    Return the seconds, at most ``seconds``.
    """
    begun, before = time.monotonic(), 0
    waiting = Dispute.objects.filter(status__in=(Dispute.Status.QUEUED, Dispute.Status.RUNNING))
    while (left := waiting.count()) and time.monotonic() - begun < seconds:
        if left != before:
            report(f"{left} disputes wait for their verdict")
        before = left
        time.sleep(2)
    return time.monotonic() - begun


def count_restarted_replays() -> int:
    """Return the number of disputes whose replay was started more than once."""
    return Dispute.objects.filter(attempts__gt=1).count()
