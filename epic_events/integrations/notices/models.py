"""Notice preferences, push subscriptions and the outbox."""

import hashlib

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from epic_events.events.models import Event
from epic_events.integrations.notices.kinds import ByMail, Kind, Way
from epic_events.jobs.models import OutboxItem

MAX_ENDPOINT_LENGTH = 1000  # characters


class Choice(models.Model):
    """Preference of a user for one kind of notice; without a row the default applies."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notice_choices", db_index=False
    )
    kind = models.CharField(max_length=12, choices=Kind.choices)
    mail = models.CharField(max_length=5, choices=ByMail.choices)
    push = models.BooleanField()

    class Meta:
        ordering = ("user", "pk")
        constraints = (
            models.UniqueConstraint(fields=["user", "kind"], name="notice_choice_once_a_kind"),
            models.CheckConstraint(condition=Q(mail__in=["off", "now", "daily"]), name="notice_choice_mail_known"),
        )

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind}: {self.mail}"


class Device(models.Model):
    """Push subscription of a browser (RFC 8030)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notice_devices")
    endpoint = models.TextField(max_length=MAX_ENDPOINT_LENGTH)
    digest = models.CharField(
        max_length=64, unique=True, help_text="SHA-256 of the endpoint, which is too long for an index."
    )
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=40)
    name = models.CharField(max_length=80)
    added_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("user", "pk")

    def __str__(self) -> str:
        return f"{self.user_id} {self.name}"

    @staticmethod
    def digest_of(endpoint: str) -> str:
        """Return the SHA-256 digest by which an endpoint is found."""
        return hashlib.sha256(endpoint.encode()).hexdigest()


class Notice(OutboxItem):
    """Notice to one user by one channel.

    Contains only ids: names and texts are loaded when it is sent.
    """

    MAX_TRIES = 8

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, null=True, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    way = models.CharField(max_length=4, choices=Way.choices)
    device = models.ForeignKey(Device, on_delete=models.CASCADE, null=True, related_name="notices")
    daily = models.BooleanField(default=False, help_text="Send with the other notices of the day in one e-mail.")
    key = models.CharField(
        max_length=120,
        unique=True,
        help_text="Key of event, recipient and channel; a notice with the same key is sent once.",
    )
    facts = models.JSONField(default=dict)
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("pk",)
        indexes = (
            models.Index(fields=["due_at"], condition=Q(status="waiting"), name="notice_due"),
            models.Index(fields=["ended_at"], name="notice_ended"),
        )
        constraints = (
            models.CheckConstraint(
                condition=Q(status="waiting", ended_at=None)
                | Q(status__in=["sent", "not_needed", "failed"], ended_at__isnull=False),
                name="notice_ended_has_time",
            ),
            models.CheckConstraint(
                condition=Q(way="mail", device=None) | Q(way="push", device__isnull=False), name="notice_way_known"
            ),
            models.CheckConstraint(condition=Q(tries__lte=8), name="notice_tries_end"),
        )

    def __str__(self) -> str:
        return f"{self.kind} to {self.user_id} by {self.way}: {self.status}"


class Gathered(models.Model):
    """Position up to which the audit log was read; a single row.

    Audit entries get their keys before their transactions commit, so an entry can appear below others that were
    already read: each run reads all entries above ``upto`` except those in ``done``.
    """

    upto = models.PositiveBigIntegerField(default=0)
    done = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"up to {self.upto}"
