"""Kinds of notices, preferences, push subscriptions and the outbox."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from epic_events.events.models import Event
from epic_events.jobs.models import OutboxItem


class Kind(models.TextChoices):
    """Kind of a notice."""

    PAIRINGS = "pairings", _("Pairings published")
    PLACE = "place", _("Place from the waitlist")
    LIST_MISSING = "list_missing", _("My decklist is missing")
    LIST_CHANGED = "list_changed", _("My decklist was changed, locked or unlocked by the staff")
    DIFFER = "differ", _("Conflicting result reports at my table")
    EXTENSION = "extension", _("Time extension for my table")
    DECISION = "decision", _("Judge decision or appeal at my table")
    CALL = "call", _("For judges: judge calls and appeals")


class ByMail(models.TextChoices):
    """Frequency of e-mails for a kind of notice."""

    OFF = "off", _("No e-mail")
    NOW = "now", _("Immediately")
    DAILY = "daily", _("Daily summary")


class Way(models.TextChoices):
    """Channel by which a notice is sent."""

    MAIL = "mail", _("E-mail")
    PUSH = "push", _("Device")


@dataclass(frozen=True)
class Wish:
    """Preferences of a user for one kind of notice."""

    mail: ByMail
    push: bool = True


USUAL: Final[Mapping[Kind, Wish]] = {
    Kind.PAIRINGS: Wish(ByMail.OFF),  # too frequent, and too late to be useful at the table
    Kind.PLACE: Wish(ByMail.NOW),
    Kind.LIST_MISSING: Wish(ByMail.NOW),
    Kind.LIST_CHANGED: Wish(ByMail.NOW),
    Kind.DIFFER: Wish(ByMail.OFF),
    Kind.EXTENSION: Wish(ByMail.OFF),
    Kind.DECISION: Wish(ByMail.NOW),
    Kind.CALL: Wish(ByMail.OFF),
}
"""Default preferences; push applies only to added devices."""

SOURCES: Final[Mapping[str, Kind]] = {
    "round.published": Kind.PAIRINGS,
    "pods.published": Kind.PAIRINGS,
    "preparation.started": Kind.LIST_MISSING,
    "registration.promoted": Kind.PLACE,
    "registration.admitted": Kind.PLACE,
    "deck.submitted": Kind.LIST_CHANGED,
    "deck.judged_again": Kind.LIST_CHANGED,
    "deck.locked": Kind.LIST_CHANGED,
    "deck.unlocked": Kind.LIST_CHANGED,
    "result.reported": Kind.DIFFER,
    "match.extended": Kind.EXTENSION,
    "decision.given": Kind.DECISION,
    "decision.corrected": Kind.DECISION,
    "appeal.withdrawn": Kind.DECISION,
    "appeal.decided": Kind.DECISION,
    "call.opened": Kind.CALL,
    "appeal.made": Kind.CALL,
}
"""Kinds of notices by verb of the audit log."""


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


class PushKey(models.Model):
    """The site's own VAPID key (RFC 8292); a single row, see ``push_keys``.

    It is stored with the subscriptions, which are bound to it, so that all processes and a restored backup have both.
    """

    encrypted = models.TextField(help_text="Private key, base64url, encrypted with SECRET_KEY.")
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = (models.CheckConstraint(condition=Q(pk=1), name="push_key_single"),)

    def __str__(self) -> str:
        return f"push key of {self.made_at}"


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

    @classmethod
    def is_planned(cls) -> Q:
        """Return the condition that a notice waits for the daily mail."""
        return Q(daily=True)


class Gathered(models.Model):
    """Position up to which the audit log was read; a single row.

    Audit entries get their keys before their transactions commit, so an entry can appear below others that were
    already read: each run reads all entries above ``upto`` except those in ``done``.
    """

    upto = models.PositiveBigIntegerField(default=0)
    done = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"up to {self.upto}"
