"""Webhooks of events, and their deliveries."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from epic_events.events.models import Event
from epic_events.jobs.models import OutboxItem

MAX_ADDRESS_LENGTH = 500  # characters


def new_secret() -> str:
    """Return a new signing secret, 24 bytes in hexadecimal digits."""
    return secrets.token_hex(24)


class Webhook(models.Model):
    """URL that receives the changes of an event."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="webhooks", db_index=False)
    address = models.CharField(_("address"), max_length=MAX_ADDRESS_LENGTH)
    kinds = models.JSONField(default=list, help_text=_("Event types, such as round or result; empty for all."))
    secret = models.CharField(max_length=48, default=new_secret, editable=False)
    active = models.BooleanField(default=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    begins_after = models.PositiveBigIntegerField(
        default=0, help_text=_("The last audit entry before the webhook was created.")
    )
    upto = models.PositiveBigIntegerField(
        default=0, help_text=_("All audit entries up to this one have been processed.")
    )

    class Meta:
        ordering = ("event", "pk")
        constraints = (models.UniqueConstraint(fields=["event", "address"], name="webhook_address_once_an_event"),)

    def __str__(self) -> str:
        return f"Webhook {self.pk} of {self.event_id}"


class Delivery(OutboxItem):
    """Delivery of one audit entry to one webhook."""

    MAX_TRIES = 10

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries", db_index=False)
    line = models.PositiveBigIntegerField(help_text=_("The audit entry."))
    verb = models.CharField(max_length=60)

    class Meta:
        ordering = ("-line",)
        indexes = (
            models.Index(fields=["due_at"], condition=Q(status="waiting"), name="delivery_due"),
            models.Index(fields=["ended_at"], name="delivery_ended"),
        )
        constraints = (
            models.UniqueConstraint(fields=["webhook", "line"], name="delivery_once_a_line"),
            models.CheckConstraint(
                condition=Q(status="waiting", ended_at=None) | Q(status__in=["sent", "failed"], ended_at__isnull=False),
                name="delivery_ended_has_time",
            ),
        )

    def __str__(self) -> str:
        return f"Line {self.line} to webhook {self.webhook_id}: {self.status}"
