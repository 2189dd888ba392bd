"""Models of round clocks, time extensions and the clock settings of events."""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from epic_events.audit_log.append_only import AppendOnly, AppendOnlyQuerySet
from epic_events.events.models import Event
from epic_events.judging.clock import timing
from epic_events.pairings.models import Match, Preparation, Round

MAX_EXTENSION_MINUTES: Final = 120
"""Maximum of one time extension, in minutes."""


class EventClock(models.Model):
    """Clock settings of an event; an event without a row has the defaults."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, primary_key=True, related_name="clock")
    calls_time = models.BooleanField(
        _("call time automatically when the clock reaches zero"),
        default=False,
        help_text=_("Otherwise the clock shows that the time is up, and the staff calls time."),
    )

    def __str__(self) -> str:
        return f"Clock of event {self.event_id}"


class ClockMoveQuerySet(AppendOnlyQuerySet["ClockMove"]):
    """Queries of clock moves."""


class ClockMove(AppendOnly):
    """An action on the clock of a round, of drafting or of building.

    The clock's state is derived from all moves.
    """

    class Kind(models.TextChoices):
        """The action."""

        START = timing.Kind.START.value, _("Started")
        PAUSE = timing.Kind.PAUSE.value, _("Paused")
        RESUME = timing.Kind.RESUME.value, _("Resumed")
        ADD = timing.Kind.ADD.value, _("Time added")
        TIME = timing.Kind.TIME.value, _("Time called automatically")
        SET_BACK = timing.Kind.SET_BACK.value, _("Reset")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, null=True, related_name="clock_moves")
    preparation = models.ForeignKey(Preparation, on_delete=models.CASCADE, null=True, related_name="clock_moves")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    seconds = models.IntegerField(
        default=0, help_text=_("Length of the round at the start, or time added, in seconds.")
    )
    reason = models.TextField(blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, null=True, db_constraint=False, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now, editable=False)

    objects = ClockMoveQuerySet.as_manager()

    class Meta:
        ordering = ("round", "pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(kind="start", seconds__gt=0)
                | (Q(kind="add") & ~Q(seconds=0))
                | Q(kind__in=["pause", "resume", "time", "set_back"], seconds=0),
                name="clock_move_seconds_fit_kind",
            ),
            models.CheckConstraint(
                condition=Q(round__isnull=False, preparation=None) | Q(round=None, preparation__isnull=False),
                name="clock_move_of_one_clock",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.round_id or self.preparation_id} {self.at:%H:%M:%S}"


class TimeExtensionQuerySet(AppendOnlyQuerySet["TimeExtension"]):
    """Queries of time extensions."""

    def active(self) -> "TimeExtensionQuerySet":
        """Return the extensions that are in effect: neither undone nor an undo row."""
        return self.filter(takes_back=None, taken_back_by=None)


class TimeExtension(AppendOnly):
    """A time extension of one table. Undoing it adds a row that refers to it."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="extensions")
    minutes = models.PositiveSmallIntegerField()
    reason = models.TextField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, null=True, db_constraint=False, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now, editable=False)
    takes_back = models.OneToOneField("self", on_delete=models.CASCADE, null=True, related_name="taken_back_by")

    objects = TimeExtensionQuerySet.as_manager()

    class Meta:
        ordering = ("match", "pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(minutes__gte=1, minutes__lte=MAX_EXTENSION_MINUTES), name="time_extension_minutes_sensible"
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="time_extension_has_a_reason"),
        )

    def __str__(self) -> str:
        return f"+{self.minutes} {self.match_id}"
