"""Sends signed deliveries to webhooks, with retries."""

import json
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from requests import RequestException, Session

from epic_events.audit_log import services as audit_log
from epic_events.audit_log.models import Entry
from epic_events.infra import http_client
from epic_events.integrations.webhooks.changes import change_of
from epic_events.integrations.webhooks.models import Delivery, Webhook
from epic_events.integrations.webhooks.signing import headers_of
from epic_events.jobs import outbox
from epic_events.jobs.models import OutboxStatus

BUDGET: Final = 15.0  # seconds that one call works
LEASE: Final = timedelta(minutes=2)


def send_due() -> int:
    """Send due deliveries until none is left or the time budget is used.

    Can run concurrently.

    Returns:
        Number of attempts.
    """
    active = Delivery.objects.filter(webhook__active=True).select_related("webhook__event")
    with http_client.session() as session:
        return outbox.send_due(lambda: outbox.lease(active, LEASE), lambda leased: _send(session, leased[0]), BUDGET)


def _send(session: Session, delivery: Delivery) -> None:
    webhook, now = delivery.webhook, timezone.now()
    line = Entry.objects.filter(pk=delivery.line).first()
    if line is None:
        outbox.finish([delivery], OutboxStatus.FAILED, "The line of the log is gone.")
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
        outbox.finish([delivery], OutboxStatus.SENT, str(status))
    else:
        _later(delivery, str(status))


def _later(delivery: Delivery, answer: str) -> None:
    """Schedule the next try; turn the webhook off after the last one."""
    with transaction.atomic():
        if outbox.retry_later(delivery, answer):
            return
        webhook = Webhook.objects.select_for_update().select_related("event").get(pk=delivery.webhook_id)
        if webhook.active:
            Webhook.objects.filter(pk=webhook.pk).update(active=False)
            audit_log.record(None, "webhook.gave_up", event=webhook.event, subject=webhook, answer=answer[:200])
