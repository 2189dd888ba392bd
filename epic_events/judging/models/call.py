"""Model of judge calls."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from epic_events.accounts.models import User
from epic_events.events.models import Event, Registration, StaffRole
from epic_events.pairings.models import Match

MAX_REASON_LENGTH = 200  # characters
MAX_ANSWER_LENGTH = 500


class CallQuerySet(models.QuerySet["Call"]):
    """Queries of calls."""

    def waiting(self) -> Self:
        """Return the calls that are waiting or taken, oldest first."""
        return self.filter(status__in=Call.WAITING).order_by("pk")

    def visible_to(self, viewer: object) -> Self:
        """Return the calls that a user may read: as event staff and at the user's tables."""
        if not isinstance(viewer, User):
            return self.none()
        if viewer.is_superuser:
            return self
        own = Registration.objects.of_user(viewer).values("pk")
        return self.filter(
            Q(event__in=StaffRole.objects.in_force(viewer).values("event_id"))
            | Q(pk__in=Call.objects.filter(match__seats__registration__in=own).values("pk"))
            | Q(registration__in=own)
        )

    def with_names(self) -> Self:
        """Load the users and matches that pages show."""
        return self.select_related("registration", "assignee", "opened_by", "ended_by", "match__round__stage")


class Call(models.Model):
    """A call for a judge to a table.

    The table number is stored in addition to the match, because a repair can move or delete the match while players
    still wait at the table. The history is in the audit log; the row is the current state.
    """

    class Status(models.TextChoices):
        """The state of a call; transitions are in ``calls.states``."""

        OPEN = "open", _("Waiting")
        TAKEN = "taken", _("Judge on the way")
        DONE = "done", _("Done")
        WITHDRAWN = "withdrawn", _("No longer needed")

    WAITING = (Status.OPEN, Status.TAKEN)

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="calls", db_index=False)
    match = models.ForeignKey(Match, on_delete=models.SET_NULL, null=True, related_name="calls")
    table = models.PositiveIntegerField()
    registration = models.ForeignKey(
        Registration,
        on_delete=models.SET_NULL,
        null=True,
        related_name="calls",
        help_text=_("The player who called; empty if the staff opened the call."),
    )
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    reason = models.CharField(max_length=MAX_REASON_LENGTH, blank=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    assignee = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    answer = models.CharField(max_length=MAX_ANSWER_LENGTH, blank=True)
    at = models.DateTimeField(default=timezone.now, editable=False)
    taken_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    objects = CallQuerySet.as_manager()

    class Meta:
        ordering = ("event", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=["match"],
                condition=Q(status__in=["open", "taken"], match__isnull=False),
                name="call_one_waits_a_table",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["open", "taken", "done", "withdrawn"]), name="call_status_known"
            ),
            models.CheckConstraint(condition=Q(table__gte=1), name="call_table_from_one"),
            models.CheckConstraint(
                condition=~Q(status="taken") | Q(taken_at__isnull=False), name="call_taken_has_time"
            ),
            models.CheckConstraint(
                condition=Q(status__in=["open", "taken"], ended_at=None)
                | Q(status__in=["done", "withdrawn"], ended_at__isnull=False, ended_at__gte=F("at")),
                name="call_ended_has_time",
            ),
        )
        indexes = (models.Index(fields=["event", "status"], name="call_queue"),)

    def __str__(self) -> str:
        return f"Call to table {self.table} ({self.status})"

    @property
    def is_waiting(self) -> bool:
        """True if the call is waiting or taken."""
        return self.status in self.WAITING
