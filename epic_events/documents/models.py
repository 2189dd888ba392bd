"""Stored PDF documents."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from epic_events.jobs.models import LeasedJob


class Print(LeasedJob):
    """PDF document, shared by everyone who may read its content.

    It is deleted after a while. Permissions are not stored: a document is found by a hash of its content, which only a
    permitted user can build.
    """

    TASK = "epic_events.documents.tasks.make"

    class Status(models.TextChoices):
        """Status of the document."""

        QUEUED = "queued", _("Waiting for a worker")
        RUNNING = "running", _("Generating")
        DONE = "done", _("Ready")
        FAILED = "failed", _("Could not be generated")

    digest = models.CharField(max_length=64, unique=True, help_text="Hash of content, layout and typesetter version.")
    layout = models.SlugField(db_index=False)
    data = models.TextField(blank=True, help_text="Content as JSON; empty once the PDF has been generated.")
    pdf = models.BinaryField(null=True)
    pages = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.QUEUED)

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(
                condition=Q(status__in=["queued", "running", "done", "failed"]), name="print_status_known"
            ),
            models.CheckConstraint(condition=Q(status="running") | Q(lease=None), name="print_lease"),
            models.CheckConstraint(condition=~Q(status="done") | Q(pdf__isnull=False, data=""), name="print_done"),
        )
        indexes = (models.Index(fields=["status", "enqueued_at"], name="print_queue"),)

    def __str__(self) -> str:
        return f"{self.layout} {self.digest[:8]} {self.status}"
