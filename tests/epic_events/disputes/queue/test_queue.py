"""Replay queue: priorities, shared verdicts, limits, cancellation."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from epic_events.accounts.models import User
from epic_events.audit_log.models import Entry
from epic_events.disputes import records, services
from epic_events.disputes.models import Dispute, ReplayBoard, StoredVerdict
from epic_events.disputes.queue import Urgency, ahead_of, cancel
from epic_events.disputes.replays import verdicts, worker
from epic_events.infra.errors import NotAllowedError, StateError
from epic_events.infra.processes import at_most
from epic_events.jobs import leased
from epic_events.jobs.leased import Progress
from tests.epic_events.disputes.records import ILLEGAL, LEGAL, judge, store_verdict_of
from tests.epic_events.factories import make_event, make_user
from tests.epic_events.pairings.play import matches_of, published_round, running_event
from tests.waiting import wait_until

pytestmark = pytest.mark.django_db


def opened(actor: User | None = None, record: str = LEGAL, **where: Any) -> Dispute:
    return services.open_dispute(actor or judge(), title="Was the block legal?", record=record, **where)


def answer(claim: Dispute) -> worker.Answer:
    return worker.find_or_judge(claim, Progress())


def verbs(dispute: Dispute) -> list[str]:
    return [entry.verb for entry in Entry.objects.about(dispute)]


def test_queue_running_round_has_priority() -> None:
    alone = opened()
    event, organiser = running_event(4)
    between = opened(organiser, event=event)
    match = matches_of(published_round(event, organiser))[0]
    at_the_table = opened(organiser, match=match)
    in_the_hall = opened(organiser, event=event)
    waiting = (alone, between, at_the_table, in_the_hall)
    assert [dispute.priority for dispute in waiting] == [Urgency.NO_EVENT, Urgency.EVENT, Urgency.ROUND, Urgency.ROUND]
    assert [ahead_of(dispute) for dispute in waiting] == [3, 2, 0, 1]


def test_same_record_shares_one_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = opened(), opened()
    assert worker.run(first.pk)
    monkeypatch.setattr(verdicts, "judge", None)  # no one judges it again
    assert worker.run(second.pk)
    first.refresh_from_db()
    second.refresh_from_db()
    assert first.stored == second.stored == StoredVerdict.objects.get()
    assert (second.verdict, second.boards.count(), ReplayBoard.objects.count()) == ("legal", 5, 5)
    assert verbs(second) == ["dispute.opened", "dispute.replayed"]


def test_same_record_judged_by_two_workers_stores_one_verdict() -> None:
    claims = [worker.claim(opened().pk) for _ in range(2)]
    answers = [answer(claim) for claim in claims if claim]
    assert [message.known for message in answers] == [None, None]  # both have judged
    assert [worker._store(claim, message, 0.0) for claim, message in zip(claims, answers, strict=True) if claim] == [
        True
    ] * 2
    assert (StoredVerdict.objects.count(), ReplayBoard.objects.count()) == (1, 5)
    assert [dispute.verdict for dispute in Dispute.objects.all()] == ["legal"] * 2


def test_second_verdict_for_record_and_engine_is_refused_by_database() -> None:
    dispute = opened()
    worker.run(dispute.pk)
    stored = StoredVerdict.objects.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        store_verdict_of(stored, stored.ground)
    with pytest.raises(IntegrityError), transaction.atomic():
        store_verdict_of(stored, "another", verdict="", result=None)


def test_verdict_of_new_engine_is_stored_in_addition_to_old_verdict() -> None:
    actor = judge()
    dispute = opened(actor)
    worker.run(dispute.pk)
    dispute.refresh_from_db()
    assert dispute.stored is not None
    old = store_verdict_of(dispute.stored, "an older engine", verdict="undetermined")
    Dispute.objects.filter(pk=dispute.pk).update(stored=old, verdict="undetermined")
    services.replay_again(actor, dispute)
    assert worker.run(dispute.pk)
    dispute.refresh_from_db()
    assert (dispute.verdict, dispute.boards.count()) == ("legal", 5)
    assert set(StoredVerdict.objects.values_list("verdict", flat=True)) == {"undetermined", "legal"}


def test_record_refused_by_engine_is_refused_once_for_all_disputes(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = opened(), opened()
    with monkeypatch.context() as small:
        small.setattr(records, "MAX_OBJECTS", 1)
        worker.run(first.pk)
    worker.run(second.pk)
    first.refresh_from_db()
    second.refresh_from_db()
    assert first.status == second.status == "failed"
    assert first.failure == second.failure != ""


@pytest.mark.parametrize(
    ("error", "words"),
    [(MemoryError(), "needs more than 512 MB of memory"), (SoftTimeLimitExceeded(), "took too long")],
)
def test_replay_out_of_time_or_memory_fails_with_message_and_may_be_retried(
    monkeypatch: pytest.MonkeyPatch, settings: Any, error: Exception, words: str
) -> None:
    settings.CELERY_TASK_SOFT_TIME_LIMIT = 0

    def fail(*_args: Any) -> Any:
        raise error

    actor = judge()
    dispute = opened(actor)
    with monkeypatch.context() as failing:
        failing.setattr(verdicts, "judge", fail)
        assert worker.run(dispute.pk)
    dispute.refresh_from_db()
    assert (dispute.status, dispute.stored) == ("failed", None)
    assert words in dispute.failure
    services.replay_again(actor, dispute)
    worker.run(dispute.pk)
    dispute.refresh_from_db()
    assert dispute.verdict == "legal"


def test_replay_interrupted_for_another_task_is_requeued_without_attempt(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_args: Any) -> Any:
        raise SoftTimeLimitExceeded

    dispute = opened()
    with monkeypatch.context() as hit:
        hit.setattr(verdicts, "judge", interrupted)
        assert not worker.run(dispute.pk)
    dispute.refresh_from_db()
    assert (dispute.status, dispute.attempts, dispute.lease) == ("queued", 0, None)
    assert worker.run(dispute.pk)


@pytest.mark.parametrize(("limit", "status", "attempts"), [(30, "queued", 0), (0, "failed", 1)])
def test_replay_interrupted_while_storing_leaves_no_partial_result(
    settings: Any, limit: int, status: str, attempts: int
) -> None:
    settings.CELERY_TASK_SOFT_TIME_LIMIT = limit

    def interrupted(execute: Callable[..., Any], sql: str, *output: Any) -> Any:
        if sql.startswith("INSERT") and "disputes_replayboard" in sql:
            raise SoftTimeLimitExceeded
        return execute(sql, *output)

    actor = judge()
    dispute = opened(actor)
    with connection.execute_wrapper(interrupted):
        assert worker.run(dispute.pk) == (status == "failed")
    dispute.refresh_from_db()
    assert (dispute.status, dispute.attempts, dispute.lease, StoredVerdict.objects.count()) == (
        status,
        attempts,
        None,
        0,
    )
    assert ("took too long" in dispute.failure) == (status == "failed")
    if status == "failed":
        services.replay_again(actor, dispute)
    assert worker.run(dispute.pk)


@pytest.mark.any_database
def test_memory_limit_raises_and_is_lifted_afterwards() -> None:
    with pytest.raises(MemoryError), at_most(64):
        bytearray(512 * 1024 * 1024)
    assert len(bytearray(128 * 1024 * 1024)) > 0


def test_redelivered_task_resumes_its_own_lease() -> None:
    dispute = opened()
    assert worker.claim(dispute.pk, "task") is not None
    assert worker.claim(dispute.pk, "another task") is None
    assert worker.claim(dispute.pk, "task", is_retry=True) is not None  # the database was away: no attempt
    assert worker.claim(dispute.pk, "task") is not None  # its worker was lost, and the queue gives it again
    dispute.refresh_from_db()
    assert dispute.attempts == 2
    assert worker.claim(dispute.pk, "task") is None  # from now on it has to wait
    for attempts, still in ((2, 25), (3, 50), (4, 100)):
        ago = timezone.now() - timedelta(seconds=still)
        Dispute.objects.filter(pk=dispute.pk).update(attempts=attempts, heartbeat_at=ago)
        assert leased.find_lost(Dispute.objects.all()) == []
        Dispute.objects.filter(pk=dispute.pk).update(heartbeat_at=ago - timedelta(seconds=25))
        assert leased.find_lost(Dispute.objects.all()) == [dispute.pk]


def test_recovery_task_does_not_resend_recently_sent_replay() -> None:
    dispute = opened()
    waited = timezone.now() - timedelta(seconds=20)
    Dispute.objects.filter(pk=dispute.pk).update(enqueued_at=waited - timedelta(hours=1), sent_at=waited)
    assert leased.find_lost(Dispute.objects.all()) == []
    Dispute.objects.filter(pk=dispute.pk).update(sent_at=waited - timedelta(seconds=20))
    assert leased.find_lost(Dispute.objects.all()) == [dispute.pk]


def test_cancel_waiting_replay_allows_retry() -> None:
    actor = judge()
    dispute = opened(actor)
    with pytest.raises(NotAllowedError):
        cancel(make_user(), dispute)
    assert cancel(actor, dispute).status == "cancelled"
    assert not worker.run(dispute.pk)
    with pytest.raises(StateError, match="There is nothing to cancel"):
        cancel(actor, dispute)
    services.replay_again(actor, dispute)
    assert worker.run(dispute.pk)
    dispute.refresh_from_db()
    assert dispute.verdict == "legal"
    assert verbs(dispute) == [
        "dispute.opened", "dispute.replay_cancelled", "dispute.replay_asked", "dispute.replayed",
    ]  # fmt: skip


def test_result_of_cancelled_replay_is_discarded() -> None:
    event = make_event()
    actor = judge(event)
    dispute = opened(actor, ILLEGAL, event=event)
    claim = worker.claim(dispute.pk)
    assert claim is not None
    cancel(actor, dispute)
    assert not worker._store(claim, answer(claim), 0.0)
    dispute.refresh_from_db()
    assert (dispute.status, dispute.verdict) == ("cancelled", "")
    services.change_record(actor, dispute, LEGAL)
    assert worker.run(dispute.pk)


@pytest.mark.django_db(transaction=True)
def test_worker_sends_heartbeat_and_progress(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.JOB_HEARTBEAT_TIMEOUT = 0.05
    dispute = opened()
    output: list[int] = []
    real = verdicts.judge

    def beaten() -> Dispute:
        return Dispute.objects.get(pk=dispute.pk)

    def watched(record: Any, own: Any, reached: Any) -> verdicts.Outcome:
        before = beaten().heartbeat_at
        reached(2)
        wait_until(lambda: beaten().heartbeat_at != before and beaten().stage == 2, beaten, pause=0.01)
        output.append(beaten().stage)
        return real(record, own, reached)

    monkeypatch.setattr(verdicts, "judge", watched)
    assert worker.run(dispute.pk, "task")
    assert output == [2]
