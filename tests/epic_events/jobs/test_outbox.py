"""Outbox items: leases, retries, retention."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from epic_events.integrations.webhooks.models import Delivery, Webhook
from epic_events.jobs import outbox
from epic_events.jobs.models import OutboxStatus
from tests.epic_events.factories import make_event

pytestmark = pytest.mark.django_db

LEASE = timedelta(minutes=2)


def delivery() -> Delivery:
    webhook = Webhook.objects.create(event=make_event(), address="https://example.org/hook")
    return Delivery.objects.create(webhook=webhook, line=1, verb="round.published")


def lease() -> list[Delivery]:
    return outbox.lease(Delivery.objects.all(), LEASE)


def test_leased_item_is_due_again_after_its_lease() -> None:
    sent = delivery()
    assert [(item.pk, item.tries) for item in lease()] == [(sent.pk, 1)]
    assert lease() == []
    with time_machine.travel(timezone.now() + LEASE + timedelta(seconds=1), tick=False):
        assert [(item.pk, item.tries) for item in lease()] == [(sent.pk, 2)]


def test_lease_item_without_tries_left_fails() -> None:
    sent = delivery()
    Delivery.objects.update(tries=Delivery.MAX_TRIES)
    assert lease() == []
    sent.refresh_from_db()
    assert (sent.status, sent.answer) == ("failed", "Its workers were lost.")
    assert sent.ended_at is not None


def test_last_try_that_fails_ends_the_item() -> None:
    sent = delivery()
    sent.tries = Delivery.MAX_TRIES - 1
    assert outbox.retry_later(sent, "503")
    sent.tries += 1
    assert not outbox.retry_later(sent, "x" * 300)
    sent.refresh_from_db()
    assert (sent.status, sent.answer) == ("failed", "x" * 200)


def test_ended_items_are_deleted_after_the_retention_time() -> None:
    sent = delivery()
    outbox.finish([sent], OutboxStatus.SENT, "200")
    assert outbox.delete_ended(Delivery.objects.all()) == 0
    with time_machine.travel(timezone.now() + outbox.RETENTION + timedelta(minutes=1), tick=False):
        assert outbox.delete_ended(Delivery.objects.all()) == 1
