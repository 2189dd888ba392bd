"""Models of disputes: record, replay, verdict, boards, what-ifs and evidence."""

from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Prefetch, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from epic_events.accounts.models import User, closed_demo_accounts
from epic_events.audit_log.append_only import AppendOnly, AppendOnlyQuerySet
from epic_events.events.defaults import usual_game, usual_version, version_name
from epic_events.events.models import Event, StaffRole
from epic_events.events.models.event import public_q
from epic_events.infra.names import new_slug
from epic_events.jobs.models import LeasedJob
from epic_events.judging.models import Case, Decision
from epic_events.pairings.models import Match


class DisputeQuerySet(models.QuerySet["Dispute"]):
    """Queries of disputes."""

    def visible_to(self, viewer: object) -> Self:
        """Return the disputes that a viewer may see.

        They are published ones, those they judge, and those of their own matches. Published disputes of an event that
        is not public are visible to its staff and the players of the match only.
        """
        if isinstance(viewer, User) and viewer.is_superuser:
            return self
        of_none = Q(event=None) & ~Q(opened_by__in=closed_demo_accounts())
        public = Q(published_at__isnull=False) & (of_none | Q(event__isnull=False) & public_q("event__"))
        if isinstance(viewer, User):
            staff = Q(event__in=StaffRole.objects.in_force(viewer).values("event_id"))
            return self.filter(public | Q(opened_by=viewer) | staff | Q(case__in=Case.objects.announced_to(viewer)))
        return self.filter(public)

    def with_decisions(self) -> Self:
        """Prefetch the decisions; one query."""
        decisions = Decision.objects.select_related("by", "penalty").order_by("-number")
        return self.select_related("case__event", "case__match").prefetch_related(
            Prefetch("case__decisions", queryset=decisions)
        )


class Dispute(LeasedJob):
    """A disputed sequence of plays, replayed by the engine as a leased job."""

    TASK = "epic_events.disputes.tasks.replay"
    MAX_ATTEMPTS = 5

    class Status(models.TextChoices):
        """The status of the replay."""

        DRAFT = "draft", _("Draft")
        QUEUED = "queued", _("Queued")
        RUNNING = "running", _("Running")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")
        CANCELLED = "cancelled", pgettext_lazy("of a replay", "Cancelled")

    class Verdict(models.TextChoices):
        """The verdict of the engine."""

        NONE = "", _("No verdict")
        LEGAL = "legal", _("Legal")
        ILLEGAL = "illegal", _("Illegal")
        UNDETERMINED = "undetermined", _("Undetermined")
        POSITION = "position", _("Position only")

    slug = models.SlugField(unique=True, default=new_slug, editable=False)
    title = models.CharField(_("title"), max_length=160)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, null=True, blank=True, related_name="disputes")
    match = models.ForeignKey(Match, on_delete=models.SET_NULL, null=True, blank=True, related_name="disputes")
    game = models.SlugField(default=usual_game, db_index=False)
    rules_version = models.CharField(_("rules version"), max_length=20, default=usual_version)
    case = models.OneToOneField(
        Case,
        on_delete=models.CASCADE,
        related_name="dispute",
        help_text=_("The case that holds the decisions and their status."),
    )
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    opened_at = models.DateTimeField(default=timezone.now, editable=False)

    status = models.CharField(max_length=10, choices=Status.choices, default=Status.DRAFT)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        help_text=_("User who requested the replay. The limits of the queue count per user."),
    )
    record = models.ForeignKey(
        "RecordVersion",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("The record version that was last submitted to the engine."),
    )
    disputed_line = models.PositiveIntegerField(
        null=True, blank=True, help_text=_("Line number of the disputed play in the record; empty for the last play.")
    )
    enqueued_at = models.DateTimeField(null=True, blank=True)
    priority = models.PositiveSmallIntegerField(default=6, help_text=_("Priority in the queue; 0 is the highest."))

    verdict = models.CharField(max_length=12, choices=Verdict.choices, blank=True, default=Verdict.NONE)
    stored = models.ForeignKey(
        "StoredVerdict",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="disputes",
        help_text=_("The stored verdict of the engine on the record."),
    )

    published_at = models.DateTimeField(null=True, blank=True)
    record_released = models.BooleanField(default=False, help_text=_("True if everyone may read the full record."))

    objects = DisputeQuerySet.as_manager()

    class Meta:
        ordering = ("-opened_at", "-pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(status__in=["draft", "queued", "running", "done", "failed", "cancelled"]),
                name="dispute_status_known",
            ),
            models.CheckConstraint(
                condition=~Q(status="done")
                | (Q(verdict__in=["legal", "illegal", "undetermined", "position"]) & Q(stored__isnull=False)),
                name="dispute_done_has_verdict",
            ),
        )
        indexes = (models.Index(fields=["status", "priority", "enqueued_at"], name="dispute_queue"),)

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """Return the address of the dispute's page."""
        return reverse("disputes:detail", args=[self.slug])

    @property
    def decision(self) -> Decision | None:
        """The latest decision, announced or not.

        ``None`` without one. Use ``with_decisions`` for many disputes.
        """
        return next(iter(self.case.decisions.all()), None)

    @property
    def is_announced(self) -> bool:
        """True if the players were notified of the decision."""
        return self.case.status != Case.Status.DRAFT

    @property
    def rules_version_name(self) -> str:
        """The name of the rules version."""
        return version_name(self.game, self.rules_version)

    @property
    def result(self) -> dict[str, Any] | None:
        """The stored reasons and timeline; ``None`` without a verdict."""
        return self.stored.result if self.stored else None

    @property
    def boards(self) -> "models.QuerySet[ReplayBoard]":
        """The boards of its replay."""
        return ReplayBoard.objects.filter(verdict=self.stored_id)


class RecordVersionQuerySet(AppendOnlyQuerySet["RecordVersion"]):
    """Queries of record versions."""


class RecordVersion(AppendOnly):
    """A version of the record as the judge entered it; every change adds a version."""

    dispute = models.ForeignKey(Dispute, on_delete=models.CASCADE, related_name="records", db_index=False)
    number = models.PositiveIntegerField()
    text = models.TextField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, null=True, db_constraint=False, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now, editable=False)

    objects = RecordVersionQuerySet.as_manager()

    class Meta:
        ordering = ("dispute", "-number")
        constraints = (models.UniqueConstraint(fields=["dispute", "number"], name="record_version_number_once"),)

    def __str__(self) -> str:
        return f"{self.dispute_id} v{self.number}"


class StoredVerdict(AppendOnly):
    """The verdict on a record, unique for each version of the engine, rules and cards.

    Replays of the same record return the stored verdict; a newer engine adds another one.
    """

    game = models.SlugField(db_index=False)
    record = models.CharField(max_length=32, help_text=_("Hash of the text of the record."))
    ground = models.CharField(
        max_length=32, help_text=_("Hash of the engine, rules and cards that determined the verdict.")
    )
    release = models.CharField(
        max_length=32,
        blank=True,
        help_text=_("Hash of all engine code, rules and cards of the game at that time, independent of the record."),
    )
    verdict = models.CharField(max_length=12, choices=Dispute.Verdict.choices, blank=True, default="")
    result = models.JSONField(null=True, help_text=_("Reasons and timeline."))
    engine = models.JSONField(default=dict, help_text=_("Versions and hashes of engine, rules, cards and record."))
    failure = models.TextField(
        blank=True,
        help_text=_("Error message if the same engine, rules and cards can never reach a verdict on the record."),
    )
    digest = models.CharField(
        max_length=32, help_text=_("Hash of verdict, result and boards, to detect differences between stored verdicts.")
    )
    at = models.DateTimeField(default=timezone.now, editable=False)

    objects = AppendOnlyQuerySet["StoredVerdict"].as_manager()

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=["record", "ground"], name="stored_verdict_once"),
            models.CheckConstraint(
                condition=(
                    Q(verdict__in=["legal", "illegal", "undetermined", "position"])
                    & Q(result__isnull=False)
                    & Q(failure="")
                )
                | (Q(verdict="", result__isnull=True) & ~Q(failure="")),
                name="stored_verdict_says_something",
            ),
        )
        indexes = (models.Index(fields=["record", "release"], name="stored_verdict_release"),)

    def __str__(self) -> str:
        return f"{self.record} {self.verdict or 'none'}"


class ReplayBoard(models.Model):
    """The board after a step of a stored replay, in a public and a staff version.

    It is stored whole or as the difference from the step before; see ``stored_boards``. The public version is a column
    of its own, so that hidden information cannot leak through a filter.
    """

    verdict = models.ForeignKey(StoredVerdict, on_delete=models.CASCADE, related_name="boards", db_index=False)
    step = models.PositiveIntegerField(
        help_text=_("Number of the step after which this is the board; 0 for the start.")
    )
    whole = models.BooleanField(
        default=True,
        help_text=_("True if complete boards are stored; False if differences from the previous step are."),
    )
    public = models.JSONField(null=True)
    staff = models.JSONField(null=True)

    class Meta:
        ordering = ("verdict", "step")
        constraints = (
            models.UniqueConstraint(fields=["verdict", "step"], name="replay_board_step_once"),
            models.CheckConstraint(
                condition=Q(whole=False) | (Q(public__isnull=False) & Q(staff__isnull=False)),
                name="replay_board_whole_is_told",
            ),
            models.CheckConstraint(condition=Q(whole=True) | Q(step__gt=0), name="replay_board_start_is_whole"),
        )

    def __str__(self) -> str:
        return f"{self.verdict_id} step {self.step}"


class WhatIfQuerySet(models.QuerySet["WhatIf"]):
    """Queries of what-ifs."""

    def shown(self, *, full: bool) -> Self:
        """Return the visible what-ifs.

        All for readers of the full record, else the published ones.
        """
        return self if full else self.filter(published_at__isnull=False, dispute__published_at__isnull=False)


class WhatIf(models.Model):
    """An alternative continuation from a step of a dispute, with its own record."""

    dispute = models.ForeignKey(Dispute, on_delete=models.CASCADE, related_name="what_ifs", db_index=False)
    number = models.PositiveIntegerField()
    name = models.CharField(_("name"), max_length=160)
    step = models.PositiveIntegerField(help_text=_("Step of the replay after which the alternative begins."))
    text = models.TextField(help_text=_("The record up to that step, followed by the alternative plays."))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    published_at = models.DateTimeField(null=True, blank=True)

    objects = WhatIfQuerySet.as_manager()

    class Meta:
        ordering = ("dispute", "number")
        constraints = (models.UniqueConstraint(fields=["dispute", "number"], name="what_if_number_once"),)

    def __str__(self) -> str:
        return self.name


class Evidence(AppendOnly):
    """A statement or photo, for readers of the full record only."""

    dispute = models.ForeignKey(Dispute, on_delete=models.CASCADE, related_name="evidence", db_index=False)
    number = models.PositiveIntegerField()
    who = models.CharField(_("author"), max_length=80, blank=True, help_text=_("Author of the statement or photo."))
    statement = models.TextField(_("statement"), blank=True)
    photo = models.BinaryField(null=True, help_text=_("JPEG re-encoded from the uploaded file."))
    width = models.PositiveIntegerField(default=0)
    height = models.PositiveIntegerField(default=0)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, null=True, db_constraint=False, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now, editable=False)

    objects = AppendOnlyQuerySet["Evidence"].as_manager()

    class Meta:
        ordering = ("dispute", "number")
        constraints = (
            models.UniqueConstraint(fields=["dispute", "number"], name="evidence_number_once"),
            models.CheckConstraint(condition=~Q(statement="") | Q(photo__isnull=False), name="evidence_says_something"),
        )

    def __str__(self) -> str:
        return f"{self.dispute_id} evidence {self.number}"
