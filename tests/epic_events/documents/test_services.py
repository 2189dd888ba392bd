"""Document services: caching, leases, recovery, limits."""

import json
from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from epic_events.accounts.rate_limits import RateLimitError
from epic_events.documents import services, tasks
from epic_events.documents.content import Document, Paragraph
from epic_events.documents.models import Print
from epic_events.infra.errors import StateError
from epic_events.jobs import leased

pytestmark = pytest.mark.django_db


def order(words: str = "So.") -> services.Order:
    return services.order_of(Document("A title", "Spring Open", "http://localhost/x/", (Paragraph(words),)))


def at(made: Print) -> Print:
    return Print.objects.get(pk=made.pk)


def test_request_document_same_content_is_made_once_without_stored_text() -> None:
    one, again, other = (
        services.request_document("user-1", order()),
        services.request_document("user-2", order()),
        services.request_document("user-1", order("No.")),
    )
    assert (one.pk == again.pk, one.pk == other.pk) == (True, False)
    assert (services.queue_position(at(one)), services.queue_position(at(other)), services.pdf_of(order())) == (
        0,
        1,
        None,
    )
    assert (services.run(one.pk), services.run(one.pk)) == (True, False)
    made = at(one)
    assert (made.status, made.data, made.pages, made.attempts, made.lease) == ("done", "", 1, 1, None)
    assert (services.pdf_of(order()) or b"").startswith(b"%PDF")
    assert services.request_document("user-3", order()).status == "done"
    assert Print.objects.count() == 2


def test_make_task_renders_document() -> None:
    made = services.request_document("user-1", order())
    tasks.make(made.pk)
    assert at(made).status == "done"


def test_claim_expired_lease_is_taken_over_and_late_result_is_refused() -> None:
    made = services.request_document("user-1", order())
    lost = services.claim(made.pk)
    assert lost is not None
    assert leased.recover(Print.objects.all()) == 0
    assert services.claim(made.pk) is None
    Print.objects.filter(pk=made.pk).update(
        heartbeat_at=timezone.now() - timedelta(seconds=2 * settings.JOB_HEARTBEAT_TIMEOUT + 1)
    )
    assert leased.recover(Print.objects.all()) == 1
    next_one = services.claim(made.pk)
    assert next_one is not None
    assert next_one.attempts == 2
    assert services._close(lost, pdf=b"%PDF-of the lost one") is False
    assert services._close(next_one, pdf=b"%PDF-1.7 /Type /Page ") is True
    assert services.pdf_of(order()) == b"%PDF-1.7 /Type /Page "


def test_run_document_above_max_attempts_fails_and_may_be_requested_again() -> None:
    made = services.request_document("user-1", order())
    for _time in range(Print.MAX_ATTEMPTS):
        assert services.claim(made.pk) is not None
        Print.objects.filter(pk=made.pk).update(heartbeat_at=timezone.now() - timedelta(hours=1))
    assert services.claim(made.pk) is None
    failed = at(made)
    assert (failed.status, failed.failure) == ("failed", "It was started 3 times and never finished.")
    again = services.request_document("user-1", order())
    assert (again.pk, again.status, again.attempts, again.failure) == (made.pk, "queued", 0, "")
    assert services.run(made.pk)


def test_run_document_typesetting_error_fails_with_message() -> None:
    wrong = json.dumps({**json.loads(order().data), "language": "no such language"})
    made = Print.objects.create(digest="0" * 64, layout="paper", data=wrong)
    with pytest.raises(Exception, match="language"):
        services.run(made.pk)
    assert (at(made).status, at(made).data) == ("failed", "")
    assert at(made).failure == "Typesetting failed. The error has been logged."


def test_recovery_task_requeues_waiting_and_deletes_old_documents() -> None:
    waits, done = services.request_document("user-1", order()), services.request_document("user-1", order("No."))
    services.run(done.pk)
    assert (tasks.sweep_lost(), tasks.forget_old()) == (0, 0)
    Print.objects.update(enqueued_at=timezone.now() - timedelta(minutes=1))
    Print.objects.filter(pk=done.pk).update(finished_at=timezone.now() - services.LIFETIME - timedelta(minutes=1))
    assert (tasks.sweep_lost(), tasks.forget_old()) == (1, 1)
    assert list(Print.objects.values_list("pk", "status")) == [(waits.pk, "queued")]


def test_request_document_is_throttled_per_user() -> None:
    for number in range(services.PRINTS_AN_HOUR):
        services.request_document("10.0.0.1", order(str(number)))
    services.request_document("10.0.0.1", order("0"))  # is on its way, so it costs nothing
    with pytest.raises(RateLimitError):
        services.request_document("10.0.0.1", order("one more"))
    services.request_document("10.0.0.2", order("one more"))


def test_request_document_full_queue_raises() -> None:
    Print.objects.bulk_create(
        Print(digest=str(number), layout="paper", data="{}") for number in range(services.MAX_WAITING)
    )
    with pytest.raises(StateError, match="Too many PDFs"):
        services.request_document("10.0.0.1", order())
