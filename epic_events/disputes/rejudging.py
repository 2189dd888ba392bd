"""Restart of failed replays, and new verdicts.

Verdicts are renewed after the engine, rules or cards have changed. Disputes keep the verdict that the judge saw. The
new verdicts are stored in addition, differences are listed, and judges can replay a dispute again to adopt the new
one.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from epic_events.accounts.models import User
from epic_events.accounts.permissions import require_site_judge
from epic_events.audit_log.services import record as log
from epic_events.disputes import permissions
from epic_events.disputes.models import Dispute, StoredVerdict
from epic_events.disputes.queue import Urgency
from epic_events.disputes.replays import verdicts
from epic_events.disputes.replays.worker import find_or_judge
from epic_events.disputes.services import queue_replay
from epic_events.infra.errors import UnavailableError
from epic_events.infra.processes import at_most
from epic_events.jobs import queue
from epic_events.jobs.leased import Progress
from rules.games import GAMES

AT_ONCE = 100


def replay_failed_again(actor: User | None) -> int:
    """Queue the failed replays that a user may judge, with the lowest priority.

    Return their number.

    Args:
        actor: a site judge; ``None`` for the command line, which restarts all of them.

    Raises:
        NotAllowedError: ``actor`` is not a site judge.
    """
    require_site_judge(actor)
    visible = Dispute.objects.all() if actor is None else Dispute.objects.visible_to(actor)
    failed = visible.filter(status=Dispute.Status.FAILED, published_at=None).select_related("event")
    mine = [each.pk for each in failed if actor is None or permissions.can_judge_dispute(actor, each)][:AT_ONCE]
    return sum(_requeue(actor, pk) for pk in mine)


@transaction.atomic
def _requeue(actor: User | None, pk: int) -> bool:
    dispute = Dispute.objects.select_for_update().get(pk=pk)
    if dispute.status != Dispute.Status.FAILED:
        return False  # Another process has already queued it.
    queue_replay(dispute, Urgency.BACKGROUND)
    log(actor, "dispute.replay_asked", event=dispute.event, subject=dispute)
    return True


TASK: Final = "epic_events.disputes.tasks.rejudge_one"
"""Name of the Celery task that calls :func:`rejudge_dispute`."""


@dataclass(frozen=True)
class Difference:
    """A public difference between two verdicts on one record.

    Attributes:
        field: the field that differs. before, now: the old and the new value; may be empty.
    """

    field: str
    before: str
    now: str


def outdated() -> QuerySet[Dispute]:
    """Return the disputes with an outdated verdict.

    It comes from another version of the engine, rules or cards.
    """
    current = Q()
    for slug, game in GAMES.items():
        if game.is_playable:
            current |= Q(stored__game=slug, stored__release=verdicts.release_of(slug))
    return Dispute.objects.filter(status=Dispute.Status.DONE).exclude(current)


def _current_verdicts() -> QuerySet[StoredVerdict]:
    """Return the current engine's verdicts on the record of an outer query's dispute."""
    current = Q()
    for slug, game in GAMES.items():
        if game.is_playable:
            current |= Q(game=slug, release=verdicts.release_of(slug))
    return StoredVerdict.objects.filter(current, record=OuterRef("stored__record"))


def list_not_rejudged() -> QuerySet[Dispute]:
    """Return the outdated disputes without a verdict by the current engine."""
    return outdated().exclude(Exists(_current_verdicts()))


def list_changed_verdicts() -> QuerySet[Dispute]:
    """Return the outdated disputes whose current verdict differs.

    They are annotated with its key as ``new_verdict``.
    """
    latest = _current_verdicts().order_by("-pk")
    disputes = outdated().annotate(
        new_verdict=Subquery(latest.values("pk")[:1]), digest=Subquery(latest.values("digest")[:1])
    )
    return disputes.filter(new_verdict__isnull=False).exclude(digest=F("stored__digest"))


def rejudge_outdated(actor: User | None) -> int:
    """Queue the outdated records for a new verdict with the lowest priority.

    Return their number.

    Args:
        actor: a site judge; ``None`` for the command line.

    Raises:
        NotAllowedError: ``actor`` is not a site judge.
        UnavailableError: the queue is unavailable.
    """
    require_site_judge(actor)
    # One dispute for each record, because disputes with the same record share a verdict.
    pk_by_record = {record: pk for pk, record in list_not_rejudged().values_list("pk", "stored__record")}
    for pk in sorted(pk_by_record.values()):
        if not queue.send(TASK, pk, priority=Urgency.BACKGROUND):
            words = "The queue does not answer; what was not asked for yet can be asked for again."
            raise UnavailableError(words, retry_after=30)
    return len(pk_by_record)


def rejudge_dispute(dispute_id: int) -> bool:
    """Judge the record of a dispute with the current engine.

    Return True if a new verdict was stored. Nothing is stored if the time or memory limit is exceeded.
    """
    dispute = list_not_rejudged().select_related("record", "event").filter(pk=dispute_id).first()
    if dispute is None or dispute.record is None:
        return False
    try:
        with at_most(settings.REPLAY_MEMORY):
            answer = find_or_judge(dispute, Progress())
    except (SoftTimeLimitExceeded, MemoryError):
        return False
    if answer.known is not None or not answer.ground:
        return False
    verdicts.keep(dispute.game, dispute.record.text, answer.ground, answer.outcome, answer.failure)
    return True


def differences(before: StoredVerdict, now: StoredVerdict) -> list[Difference]:
    """Return the public differences between two verdicts on one record."""
    fields = (
        ("verdict", before.get_verdict_display(), now.get_verdict_display()),
        ("reason", _text_of(before, "public_sentence"), _text_of(now, "public_sentence")),
        ("rule", _text_of(before, "public_rule"), _text_of(now, "public_rule")),
        ("failure", before.failure, now.failure),
        ("steps", _steps(before), _steps(now)),
    )
    changed = [Difference(*each) for each in fields if each[1] != each[2]]
    return changed or [Difference("words or boards", "", "")]


def _text_of(verdict: StoredVerdict, name: str) -> str:
    return str((verdict.result or {}).get(name, ""))


def _steps(verdict: StoredVerdict) -> str:
    return str(len((verdict.result or {}).get("timeline", ())))


def with_differences(disputes: Iterable[Dispute]) -> list[tuple[Dispute, list[Difference]]]:
    """Return disputes with the differences of their verdicts.

    One query. The disputes are those of :func:`list_changed_verdicts`.
    """
    disputes_list = list(disputes)
    keys = [each.new_verdict for each in disputes_list]  # type: ignore[attr-defined]  # annotated above
    now = StoredVerdict.objects.in_bulk(keys)
    pairs = [(each, each.stored, now[key]) for each, key in zip(disputes_list, keys, strict=True)]
    return [(dispute, differences(before, after)) for dispute, before, after in pairs if before is not None]
