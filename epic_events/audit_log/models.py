"""Audit entries and version tokens."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone

from epic_events.audit_log import version_tokens
from epic_events.audit_log.append_only import AppendOnly, AppendOnlyQuerySet


class EntryQuerySet(AppendOnlyQuerySet["Entry"]):
    """Queries of audit entries."""

    def of_event(self, event_id: int) -> "EntryQuerySet":
        """Return the entries of an event, newest first, with their actors."""
        return self.filter(event_id=event_id).select_related("actor").order_by("-pk")

    def about(self, subject: models.Model) -> "EntryQuerySet":
        """Return the entries of one object, oldest first, with their actors."""
        return (
            self.filter(subject_type=subject._meta.label_lower, subject_id=subject.pk)  # noqa: SLF001 - Django's public _meta
            .select_related("actor")
            .order_by("pk")
        )

    def bulk_create(self, objs: Iterable["Entry"], *args: Any, **kwargs: Any) -> list["Entry"]:
        """Insert entries with one query.

        The version tokens of their scopes are renewed first.
        """
        lines = list(objs)
        version_tokens.renew((entry.event_id, entry.verb) for entry in lines)
        return super().bulk_create(lines, *args, **kwargs)


class Entry(AppendOnly):
    """Audit entry: one action of a user.

    Holds ids, never names or e-mail addresses; names are resolved on display, so that deleting a person leaves the log
    intact. For the same reason the ids are not foreign keys.
    """

    at = models.DateTimeField(default=timezone.now, editable=False)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.DO_NOTHING,
        null=True,
        db_constraint=False,
        related_name="+",
        db_index=False,
    )
    verb = models.CharField(max_length=60)
    event_id = models.PositiveBigIntegerField(null=True, db_index=True)
    subject_type = models.CharField(max_length=60)
    subject_id = models.PositiveBigIntegerField()
    reason = models.TextField(blank=True)
    data = models.JSONField(default=dict)

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ("-pk",)
        indexes = (models.Index(fields=["subject_type", "subject_id"], name="entry_subject"),)

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} {self.verb} {self.subject_type} {self.subject_id}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the entry, after renewing the version tokens of its scope."""
        version_tokens.renew([(self.event_id, self.verb)])
        super().save(*args, **kwargs)


class VersionToken(models.Model):
    """One row of the version token of a scope; see ``version_tokens.py``."""

    event_id = models.PositiveBigIntegerField(db_index=True, help_text="Key of the event; 0 for the whole site.")
    latest = models.CharField(max_length=16, help_text="Changes with every audit entry of the scope.")
    lasting = models.CharField(
        max_length=16, help_text="Changes with every audit entry except those of frequent minor actions."
    )
    standings = models.CharField(
        max_length=16,
        default="",
        help_text="Changes with audit entries that may change the standings after a finished round.",
    )
    general = models.CharField(
        max_length=16, help_text="For the whole site: changes with audit entries that belong to no event."
    )

    class Meta:
        ordering = ("pk",)
        db_table = version_tokens.TABLE

    def __str__(self) -> str:
        return f"{self.event_id} {self.latest}"
