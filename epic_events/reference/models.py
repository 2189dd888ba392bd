"""Models of rules documents.

Our documents are stored by version, so that rulings and disputes can refer to a rule as it was. Official texts are
uploaded by organisers.
"""

from collections.abc import Collection

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from epic_events.accounts.models import closed_demo_accounts
from epic_events.audit_log.append_only import AppendOnly, AppendOnlyQuerySet
from epic_events.jobs.models import LeasedJob


class RulebookVersion(models.Model):
    """One version of one of our rules documents."""

    game = models.SlugField(db_index=False)
    slug = models.SlugField(db_index=False)
    version = models.CharField(max_length=20)
    title = models.CharField(max_length=120)
    revised = models.DateField()
    fingerprint = models.CharField(max_length=64, help_text="Hash of all units, to detect changes.")
    projected_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("game", "slug", "revised")
        constraints = (models.UniqueConstraint(fields=["slug", "version"], name="rulebook_version_once"),)

    def __str__(self) -> str:
        return f"{self.title} ({self.version})"


class RuleUnit(models.Model):
    """One unit of a version.

    A row keeps its citation and is marked if the unit is removed.
    """

    rulebook = models.ForeignKey(RulebookVersion, on_delete=models.CASCADE, related_name="units", db_index=False)
    citation = models.CharField(max_length=200)
    slug = models.CharField(max_length=200)
    number = models.CharField(max_length=20, blank=True)
    heading = models.CharField(max_length=200)
    order = models.PositiveIntegerField()
    text_hash = models.CharField(max_length=16)
    changed_at = models.DateTimeField(default=timezone.now)
    gone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("rulebook", "order")
        constraints = (models.UniqueConstraint(fields=["rulebook", "citation"], name="rule_unit_once"),)

    def __str__(self) -> str:
        return self.citation


class UploadedDocument(models.Model):
    """An official rules document that a user uploads, with its versions."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+", db_index=False
    )
    game = models.SlugField(db_index=False)
    profile = models.SlugField(help_text="Profile of the importer.", db_index=False)
    rulebook = models.SlugField(
        blank=True, help_text="Slug of our corresponding document; empty without one.", db_index=False
    )
    title = models.CharField(max_length=120)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("title", "pk")
        constraints = (
            models.UniqueConstraint(fields=["owner", "game", "profile", "title"], name="uploaded_document_once"),
        )

    def __str__(self) -> str:
        return self.title


class DocumentVersionQuerySet(AppendOnlyQuerySet["DocumentVersion"]):
    """Queries on uploaded versions."""

    def with_steps(self) -> "DocumentVersionQuerySet":
        """Prefetch the document, its uploader and the steps of each version."""
        return self.select_related("document__owner").prefetch_related("steps")

    def readable_by(self, viewer: object, owners: Collection[int]) -> "DocumentVersionQuerySet":
        """Return the versions that a viewer may read.

        These are public versions, versions published by one of ``owners``, and the viewer's own previews. Site
        administrators may read all.

        Args:
            viewer: the viewer.
            owners: keys of the viewer and of the organisers for whose events the viewer works.
        """
        if getattr(viewer, "is_superuser", False):
            return self
        published = DocumentStep.objects.published()
        may = models.Q(pk__in=published.filter(for_everybody=True).values("version"))
        may &= ~models.Q(document__owner__in=closed_demo_accounts())
        may |= models.Q(pk__in=published.values("version"), document__owner__in=owners)
        key = getattr(viewer, "pk", None)
        return self.filter(may if key is None else may | models.Q(document__owner=key))


class DocumentVersion(AppendOnly):
    """An imported version of an uploaded document; a preview until it is published."""

    document = models.ForeignKey(UploadedDocument, on_delete=models.CASCADE, related_name="versions", db_index=False)
    number = models.PositiveIntegerField()
    source = models.TextField(help_text="The uploaded text.")
    source_hash = models.CharField(max_length=64)
    lines = models.PositiveIntegerField()
    rules = models.PositiveIntegerField(help_text="Number of headings and rules, without chapters and index.")
    revised = models.DateField(null=True, help_text="Revision date stated in the text.")
    findings = models.JSONField(help_text="Import warnings: [{kind, line, unit, message}].")
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+"
    )
    uploaded_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = DocumentVersionQuerySet.as_manager()

    class Meta:
        ordering = ("document", "-number")
        constraints = (
            models.UniqueConstraint(fields=["document", "number"], name="document_version_number_once"),
            models.UniqueConstraint(fields=["document", "source_hash"], name="document_version_source_once"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="document_version_from_one"),
        )

    def __str__(self) -> str:
        return f"{self.document_id} v{self.number}"

    @property
    def status(self) -> str:
        """Current status: ``preview``, ``published`` or ``withdrawn``."""
        return self.last_step.kind if self.last_step else "preview"

    @property
    def last_step(self) -> "DocumentStep | None":
        """The latest step; None for a preview. One query, unless the steps are prefetched."""
        steps = list(self.steps.all())
        return steps[-1] if steps else None

    def get_absolute_url(self) -> str:
        """Return the URL of its page."""
        return reverse("reference:upload", args=[self.pk])


class DocumentStepQuerySet(AppendOnlyQuerySet["DocumentStep"]):
    """Queries on steps of uploaded versions."""

    def published(self) -> "DocumentStepQuerySet":
        """Return the publication steps of the versions that are published now."""
        later = DocumentStep.objects.filter(version=models.OuterRef("version"), number__gt=models.OuterRef("number"))
        return self.filter(~models.Exists(later), kind=DocumentStep.Kind.PUBLISHED)


class DocumentStep(AppendOnly):
    """Publication or withdrawal of a version."""

    class Kind(models.TextChoices):
        """Kind of step."""

        PUBLISHED = "published", _("Published")
        WITHDRAWN = "withdrawn", _("Unpublished")

    version = models.ForeignKey(DocumentVersion, on_delete=models.CASCADE, related_name="steps", db_index=False)
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=Kind.choices)
    effective_on = models.DateField(null=True, help_text="Date from which the version is in force.")
    for_everybody = models.BooleanField(default=False, help_text="Whether everyone may read the official text.")
    permission = models.CharField(
        max_length=300, blank=True, help_text="Permission to reproduce the text, as stated by the uploader."
    )
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)

    objects = DocumentStepQuerySet.as_manager()

    class Meta:
        ordering = ("version", "number")
        constraints = (
            models.UniqueConstraint(fields=["version", "number"], name="document_step_number_once"),
            models.CheckConstraint(condition=models.Q(kind__in=["published", "withdrawn"]), name="document_step_known"),
            models.CheckConstraint(
                condition=models.Q(for_everybody=False) | ~models.Q(permission=""), name="document_step_has_permission"
            ),
            models.CheckConstraint(
                condition=models.Q(kind="withdrawn") | models.Q(effective_on__isnull=False),
                name="document_step_is_dated",
            ),
        )

    def __str__(self) -> str:
        return f"{self.version_id} {self.kind}"


class DocumentUnit(AppendOnly):
    """One unit of an uploaded version, under its stable id."""

    version = models.ForeignKey(DocumentVersion, on_delete=models.CASCADE, related_name="units", db_index=False)
    citation = models.CharField(max_length=200)
    number = models.CharField(max_length=40, blank=True)
    printed = models.CharField(max_length=40, blank=True)
    kind = models.CharField(max_length=12)
    heading = models.CharField(max_length=300, blank=True)
    depth = models.PositiveSmallIntegerField()
    order = models.PositiveIntegerField()
    above = models.CharField(max_length=200, blank=True)
    passages = models.JSONField(help_text="[{kind, text}], in light markup.")
    first = models.PositiveIntegerField(help_text="First line in the source.")
    last = models.PositiveIntegerField()
    text_hash = models.CharField(max_length=16)
    words_hash = models.CharField(max_length=12, blank=True, help_text="Hash of the rule text without examples.")

    class Meta:
        ordering = ("version", "order")
        constraints = (models.UniqueConstraint(fields=["version", "citation"], name="document_unit_once"),)

    def __str__(self) -> str:
        return self.citation


class FilledSymbol(AppendOnly):
    """Text entered for a missing symbol of a document; a correction is a new row.

    It belongs to the passage, so that it applies to every version of the document with the same passage.
    """

    MAX_LENGTH = 80  # characters

    document = models.ForeignKey(UploadedDocument, on_delete=models.CASCADE, related_name="symbols", db_index=False)
    citation = models.CharField(max_length=200, help_text="Citation of the unit.")
    around = models.CharField(max_length=16, help_text="Hash of the passage with the missing symbol.")
    place = models.PositiveIntegerField(help_text="Index among the missing symbols of equal passages, from 0.")
    number = models.PositiveIntegerField(help_text="Number of the entry at this place, from 1.")
    words = models.CharField(max_length=MAX_LENGTH, blank=True, help_text="Empty if the text was removed.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)

    objects = AppendOnlyQuerySet["FilledSymbol"].as_manager()

    class Meta:
        ordering = ("document", "citation", "around", "place", "number")
        constraints = (
            models.UniqueConstraint(
                fields=["document", "citation", "around", "place", "number"], name="filled_symbol_number_once"
            ),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="filled_symbol_from_one"),
        )

    def __str__(self) -> str:
        return f"{self.citation} {self.words}"


class DocumentReading(LeasedJob):
    """Import of an uploaded rules document by a worker, and its outcome."""

    TASK = "epic_events.reference.tasks.read_document"

    class Status(models.TextChoices):
        """Status of the import."""

        QUEUED = "queued", _("Waiting for a worker")
        RUNNING = "running", _("Importing")
        DONE = "done", _("Imported")
        FAILED = "failed", _("Import failed")

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    game = models.SlugField(db_index=False)
    profile = models.SlugField(db_index=False)
    title = models.CharField(max_length=120, blank=True)
    source = models.TextField(blank=True, help_text="The uploaded text; empty after a successful import.")
    source_hash = models.CharField(max_length=64)
    lines = models.PositiveIntegerField()
    lines_read = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.QUEUED)
    version = models.ForeignKey(DocumentVersion, on_delete=models.SET_NULL, null=True, related_name="+")
    is_new = models.BooleanField(default=False, help_text="Whether the import created a new version.")

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(status__in=["queued", "running", "done", "failed"]), name="document_reading_known"
            ),
            models.CheckConstraint(
                condition=models.Q(status="running") | models.Q(lease=None), name="document_reading_lease"
            ),
        )
        indexes = (models.Index(fields=["owner", "status"], name="document_reading_owner"),)

    def __str__(self) -> str:
        return f"{self.title or self.profile} {self.status}"

    def reset_progress(self) -> None:
        """Count the lines from the start again."""
        super().reset_progress()
        self.lines_read = 0

    def get_absolute_url(self) -> str:
        """Return the URL of the page that shows its progress."""
        return reverse("reference:document_import", args=[self.pk])


class UnansweredQuestion(models.Model):
    """A search without results, counted by day; the user is not stored."""

    MAX_LENGTH = 100  # characters

    rulebook = models.SlugField(db_index=False)
    question = models.CharField(
        max_length=MAX_LENGTH, help_text="Words of the query in lower case, without addresses and numbers."
    )
    day = models.DateField()
    times = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("-day", "question")
        constraints = (
            models.UniqueConstraint(fields=["day", "rulebook", "question"], name="unanswered_question_once_a_day"),
        )

    def __str__(self) -> str:
        return self.question


class OpenedInstead(models.Model):
    """A rule that was opened after a search without results, with a count."""

    question = models.ForeignKey(UnansweredQuestion, on_delete=models.CASCADE, related_name="opened", db_index=False)
    rulebook = models.SlugField(db_index=False)
    citation = models.CharField(max_length=200)
    times = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("-times", "citation")
        constraints = (
            models.UniqueConstraint(fields=["question", "rulebook", "citation"], name="opened_instead_once"),
        )

    def __str__(self) -> str:
        return self.citation
