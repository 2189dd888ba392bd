"""Stored PDF documents."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Print(models.Model):
    """PDF document, shared by everyone who may read its content and deleted after a while.

    Permissions are not stored: a document is found by a hash of its content, which only a permitted user can build.
    """

    class State(models.TextChoices):
        """State of the document."""

        QUEUED = "queued", _("Waiting for a worker")
        MAKING = "making", _("Generating")
        DONE = "done", _("Ready")
        FAILED = "failed", _("Could not be generated")

    OPEN = (State.QUEUED, State.MAKING)

    digest = models.CharField(max_length=64, unique=True, help_text="Hash of its data, its layout and the typesetter.")
    layout = models.SlugField(db_index=False)
    data = models.TextField(blank=True, help_text="What stands on it, as JSON; empty once it is made.")
    pdf = models.BinaryField(null=True)
    pages = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    failure = models.TextField(blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease = models.UUIDField(null=True, help_text="Which worker's run may store its end.")
    asked_at = models.DateTimeField(default=timezone.now, editable=False)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(
                condition=Q(state__in=["queued", "making", "done", "failed"]), name="print_state_known"
            ),
            models.CheckConstraint(condition=Q(state="making") | Q(lease=None), name="print_lease"),
            models.CheckConstraint(condition=~Q(state="done") | Q(pdf__isnull=False, data=""), name="print_done"),
        )
        indexes = (models.Index(fields=["state", "asked_at"], name="print_queue"),)

    def __str__(self) -> str:
        return f"{self.layout} {self.digest[:8]} {self.state}"

    @property
    def is_open(self) -> bool:
        """Return True if it waits or is being typeset."""
        return self.state in self.OPEN
