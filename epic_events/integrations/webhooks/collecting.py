"""Creates the deliveries of webhooks from the audit log."""

from typing import Final

from django.db import transaction
from django.db.models import Exists, Max, OuterRef
from django.utils import timezone

from epic_events.audit_log.version_tokens import LATE
from epic_events.integrations.webhooks.changes import OWN, changes_of, of_kinds
from epic_events.integrations.webhooks.models import Delivery, Webhook

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
        wanted = lines.filter(of_kinds(webhook.kinds)).exclude(verb__startswith=OWN).exclude(Exists(noted))
        rows = [
            Delivery(webhook=webhook, line=pk, verb=verb) for pk, verb in wanted.values_list("pk", "verb")[:AT_ONCE]
        ]
        Delivery.objects.bulk_create(rows, ignore_conflicts=True)
        if len(rows) < AT_ONCE:
            last = lines.filter(at__lt=timezone.now() - LATE).aggregate(last=Max("pk"))["last"]
            if last:
                Webhook.objects.filter(pk=key).update(upto=last)
    return len(rows)
