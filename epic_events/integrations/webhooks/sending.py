"""Sends signed deliveries to webhooks, with retries."""

import json
import logging
from datetime import timedelta
from time import monotonic
from typing import Final

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from requests import RequestException, Session

from epic_events.audit_log import services as audit_log
from epic_events.audit_log.models import Entry
from epic_events.infra import http_client
from epic_events.integrations.webhooks.changes import change_of
from epic_events.integrations.webhooks.models import MOST_TRIES, Delivery, Webhook
from epic_events.integrations.webhooks.signing import headers_of

logger = logging.getLogger(__name__)
BUDGET: Final = 15.0  # seconds that one call works
LEASE: Final = timedelta(minutes=2)
KEPT: Final = timedelta(days=30)


def send_due() -> int:
    """Send due deliveries until none is left or the time budget is used.

    Can run concurrently.

    Returns:
        Number of attempts.
    """
    tries, end = 0, monotonic() + BUDGET
    with http_client.session() as session:
        while monotonic() < end and (delivery := _take()) is not None:
            _send(session, delivery)
            tries += 1
    return tries


def forget_old() -> int:
    """Delete deliveries that were completed 30 days ago; return their number."""
    gone, _each = Delivery.objects.filter(ended_at__lt=timezone.now() - KEPT).delete()
    return gone


def _take() -> Delivery | None:
    """Lease the next due delivery."""
    with transaction.atomic():
        free = Delivery.objects.due().select_for_update(skip_locked=True, of=("self",))
        found = free.select_related("webhook__event").first()
        if found is not None:
            Delivery.objects.filter(pk=found.pk).update(tries=F("tries") + 1, due_at=timezone.now() + LEASE)
            found.tries += 1
    return found


def _send(session: Session, delivery: Delivery) -> None:
    webhook, now = delivery.webhook, timezone.now()
    line = Entry.objects.filter(pk=delivery.line).first()
    if line is None:
        _end(delivery, Delivery.Status.FAILED, "The line of the log is gone.")
        return
    body = json.dumps(change_of(line, webhook.event.slug)).encode()
    signed = headers_of(webhook.secret, f"change_{line.pk}", int(now.timestamp()), body)
    try:
        with session.post(webhook.address, data=body, headers=signed, allow_redirects=False, stream=True) as answer:
            status = answer.status_code
    except (RequestException, OSError, ValueError) as error:
        _later(delivery, type(error).__name__)
        return
    if 200 <= status < 300:
        _end(delivery, Delivery.Status.SENT, str(status))
    else:
        _later(delivery, str(status))


def _end(delivery: Delivery, status: str, answer: str) -> None:
    found = Delivery.objects.filter(pk=delivery.pk)
    found.update(status=status, ended_at=timezone.now(), answer=answer[:200])


def _later(delivery: Delivery, answer: str) -> None:
    """Schedule the next attempt; turn the webhook off after the last one."""
    logger.warning("Webhook %s did not take line %s: %s", delivery.webhook_id, delivery.line, answer)
    if delivery.tries < MOST_TRIES:
        due = timezone.now() + http_client.retry_delay(delivery.tries)
        Delivery.objects.filter(pk=delivery.pk).update(due_at=due, answer=answer[:200])
        return
    with transaction.atomic():
        _end(delivery, Delivery.Status.FAILED, answer)
        webhook = Webhook.objects.select_for_update().select_related("event").get(pk=delivery.webhook_id)
        if webhook.active:
            Webhook.objects.filter(pk=webhook.pk).update(active=False)
            audit_log.record(None, "webhook.gave_up", event=webhook.event, subject=webhook, answer=answer[:200])
