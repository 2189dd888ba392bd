"""Models of cases, decisions and appeals."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from epic_events.accounts.models import User
from epic_events.audit_log.append_only import AppendOnly, AppendOnlyQuerySet
from epic_events.events.models import Event, Registration, StaffRole
from epic_events.judging.models.call import Call
from epic_events.judging.models.penalty import Penalty
from epic_events.pairings.models import Match

MAX_TEXT_LENGTH = 20_000  # characters
MAX_REMEDY_LENGTH = 2000
MAX_APPEAL_LENGTH = 2000
MAX_MINUTES = 120


class CaseQuerySet(models.QuerySet["Case"]):
    """Queries of cases."""

    def announced(self) -> Self:
        """Return the cases with an announced decision."""
        return self.exclude(status="draft")

    def announced_to(self, player: User) -> Self:
        """Return the announced cases of a player's own matches."""
        own = Registration.objects.of_user(player).values("pk")
        seated = self.model.objects.filter(match__seats__registration__in=own)
        return self.announced().filter(pk__in=seated.values("pk"))

    def visible_to(self, viewer: object) -> Self:
        """Return the announced cases that a user may read, as event staff or as a player."""
        if not isinstance(viewer, User):
            return self.none()
        if viewer.is_superuser:
            return self.announced()
        staffed = Q(event__in=StaffRole.objects.in_force(viewer).values("event_id"))
        own = Q(pk__in=self.model.objects.announced_to(viewer).values("pk"))
        return self.announced().filter(staffed | own)


class Case(models.Model):
    """The subject of a decision: a situation at a table, a call or a dispute.

    A dispute refers to its case. ``status`` follows ``decisions.states``. All decisions are stored; the latest is
    current.
    """

    class Status(models.TextChoices):
        """The state of a case."""

        DRAFT = "draft", _("Not announced")
        STANDS = "stands", _("Decided")
        APPEALED = "appealed", _("Appealed to the head judge")
        FINAL = "final", _("Decided by the head judge")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, null=True, related_name="cases", db_index=False)
    match = models.ForeignKey(Match, on_delete=models.SET_NULL, null=True, related_name="cases")
    table = models.PositiveIntegerField(null=True)
    call = models.ForeignKey(Call, on_delete=models.SET_NULL, null=True, related_name="cases")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.DRAFT)
    frozen = models.BooleanField(
        default=False, help_text=_("True if a decision was published; the decisions can no longer be corrected.")
    )
    at = models.DateTimeField(default=timezone.now, editable=False)

    objects = CaseQuerySet.as_manager()

    class Meta:
        ordering = ("-at", "-pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(status__in=["draft", "stands", "appealed", "final"]), name="case_status_known"
            ),
        )
        indexes = (models.Index(fields=["event", "status"], name="case_queue"),)

    def __str__(self) -> str:
        return f"Case at table {self.table}" if self.table else "Case"


class Appeal(models.Model):
    """An appeal of a player to the head judge, who answers it with a decision."""

    class Status(models.TextChoices):
        """The state of an appeal."""

        OPEN = "open", _("Waiting for the head judge")
        UPHELD = "upheld", _("Decision upheld")
        CHANGED = "changed", _("Decision changed")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="appeals")
    registration = models.ForeignKey(
        Registration,
        on_delete=models.SET_NULL,
        null=True,
        related_name="appeals",
        help_text=_("The player who appealed."),
    )
    reason = models.TextField(blank=True, max_length=MAX_APPEAL_LENGTH)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("case", "pk")
        constraints = (
            models.UniqueConstraint(fields=["case"], condition=Q(status="open"), name="appeal_one_open_a_case"),
            models.CheckConstraint(
                condition=Q(status__in=["open", "upheld", "changed", "withdrawn"]), name="appeal_status_known"
            ),
            models.CheckConstraint(
                condition=Q(status="open", ended_at=None) | (~Q(status="open") & Q(ended_at__isnull=False)),
                name="appeal_ended_has_time",
            ),
        )

    def __str__(self) -> str:
        return f"Appeal {self.status} ({self.case_id})"


class Decision(AppendOnly):
    """A decision on a case. A correction is a new decision with the next number."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="decisions", db_index=False)
    number = models.PositiveIntegerField()
    text = models.TextField(help_text=_("The decision and its reasons."))
    remedy = models.TextField(blank=True, help_text=_("How to repair the game."))
    citations = models.JSONField(default=list, help_text=_("Numbers of the cited rules."))
    text_hashes = models.JSONField(default=dict, help_text=_("Text hash of each cited rule, to detect later changes."))
    minutes = models.PositiveSmallIntegerField(default=0, help_text=_("Time extension of the table, in minutes."))
    penalty = models.ForeignKey(
        Penalty, on_delete=models.DO_NOTHING, null=True, db_constraint=False, related_name="decisions"
    )
    appeal = models.ForeignKey(
        Appeal,
        on_delete=models.CASCADE,
        null=True,
        related_name="decisions",
        help_text=_("The appeal that this decision answers."),
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, null=True, db_constraint=False, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now, editable=False)

    objects = AppendOnlyQuerySet["Decision"].as_manager()

    class Meta:
        ordering = ("case", "-number")
        constraints = (
            models.UniqueConstraint(fields=["case", "number"], name="decision_number_once"),
            models.CheckConstraint(condition=~Q(text=""), name="decision_says_something"),
        )

    def __str__(self) -> str:
        return f"{self.case_id} v{self.number}"
