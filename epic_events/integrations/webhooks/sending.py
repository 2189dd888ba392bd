"""Creates the deliveries of webhooks and sends them with retries.

They are created from the audit log. Deliveries are signed with HMAC-SHA256 over id, time and body. Source:
https://www.standardwebhooks.com
"""

import hmac
import json
from base64 import b64encode
from datetime import timedelta
from hashlib import sha256
from typing import Final

from django.db import transaction
from django.db.models import Exists, Max, OuterRef
from django.utils import timezone
from requests import RequestException, Session

from epic_events.audit_log import services as audit_log
from epic_events.audit_log.models import Entry
from epic_events.audit_log.version_tokens import LATE
from epic_events.infra import http_client
from epic_events.integrations.webhooks.changes import OWN, change_of, changes_of, of_kinds
from epic_events.integrations.webhooks.models import Delivery, Webhook
from epic_events.jobs import outbox
from epic_events.jobs.models import OutboxStatus


def visible_secret(secret: str) -> str:
    """Return a secret in the format of Standard Webhooks.

    >>> told_secret("00" * 24)
    'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    """
    return "whsec_" + b64encode(bytes.fromhex(secret)).decode()


def headers_of(secret: str, number: str, moment: int, body: bytes) -> dict[str, str]:
    """Return the headers with which a receiver verifies origin and age of a delivery.

    Args:
        secret: secret of the webhook, in hexadecimal digits.
        number: id of the message; the same for every attempt.
        moment: time of sending, in seconds since 1970.
        body: request body.
    """
    signed = f"{number}.{moment}.".encode() + body
    signature = b64encode(hmac.new(bytes.fromhex(secret), signed, sha256).digest()).decode()
    return {
        "Content-Type": "application/json",
        "webhook-id": number,
        "webhook-timestamp": str(moment),
        "webhook-signature": f"v1,{signature}",
    }


AT_ONCE: Final = 500


def gather() -> int:
    """Create deliveries for new audit entries, one per entry and webhook.

    Returns:
        Number of new deliveries.
    """
    keys = list(Webhook.objects.filter(active=True).values_list("pk", flat=True))
    return sum(_gather(key) for key in keys)


def _gather(key: int) -> int:
    with transaction.atomic():
        free = Webhook.objects.select_for_update(skip_locked=True, of=("self",)).select_related("event")
        webhook = free.filter(pk=key, active=True).first()
        if webhook is None:
            return 0
        lines = changes_of(webhook.event).filter(pk__gt=webhook.upto)
        noted = Delivery.objects.filter(webhook=webhook, line=OuterRef("pk"))
        selected_lines = lines.filter(of_kinds(webhook.kinds)).exclude(verb__startswith=OWN).exclude(Exists(noted))
        rows = [
            Delivery(webhook=webhook, line=pk, verb=verb)
            for pk, verb in selected_lines.values_list("pk", "verb")[:AT_ONCE]
        ]
        Delivery.objects.bulk_create(rows, ignore_conflicts=True)
        if len(rows) < AT_ONCE:
            last = lines.filter(at__lt=timezone.now() - LATE).aggregate(last=Max("pk"))["last"]
            if last:
                Webhook.objects.filter(pk=key).update(upto=last)
    return len(rows)


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
        _schedule_retry(delivery, type(error).__name__)
        return
    if 200 <= status < 300:
        outbox.finish([delivery], OutboxStatus.SENT, str(status))
    else:
        _schedule_retry(delivery, str(status))


def _schedule_retry(delivery: Delivery, answer: str) -> None:
    """Schedule the next try; turn the webhook off after the last one."""
    with transaction.atomic():
        if outbox.retry_later(delivery, answer):
            return
        webhook = Webhook.objects.select_for_update().select_related("event").get(pk=delivery.webhook_id)
        if webhook.active:
            Webhook.objects.filter(pk=webhook.pk).update(active=False)
            audit_log.record(None, "webhook.gave_up", event=webhook.event, subject=webhook, answer=answer[:200])
