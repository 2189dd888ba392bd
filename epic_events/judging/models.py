"""Models of calls, penalties, decisions, appeals and deck checks."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from epic_events.accounts.models import User
from epic_events.audit_log.append_only import AppendOnly, AppendOnlyQuerySet
from epic_events.decks.models import DeckVersion
from epic_events.events.models import Event, Registration, StaffRole
from epic_events.pairings.models import Match, Round

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


MAX_NOTE_LENGTH = 2000  # characters


class PenaltyQuerySet(models.QuerySet["Penalty"]):
    """Queries of penalties."""

    def active(self) -> Self:
        """Return the penalties that have not been revoked."""
        return self.filter(revoked_at=None)

    def visible_to(self, viewer: object) -> Self:
        """Return the penalties that a user may read: their own, and as event staff."""
        if not isinstance(viewer, User):
            return self.none()
        if viewer.is_superuser:
            return self
        return self.filter(
            Q(registration__player__user=viewer) | Q(event__in=StaffRole.objects.in_force(viewer).values("event_id"))
        )

    def with_names(self) -> Self:
        """Load the users and events that pages show."""
        return self.select_related("event", "registration__player", "given_by", "revoked_by", "match__round__stage")


class Penalty(models.Model):
    """A penalty of a player at an event, optionally in a match.

    It belongs to the player's entry, so that it survives when a round is paired again. Infraction and level are slugs
    of the game's policy; their names are stored too, because the policy can change.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="penalties")
    registration = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="penalties")
    match = models.ForeignKey(Match, on_delete=models.SET_NULL, null=True, blank=True, related_name="penalties")
    table = models.PositiveIntegerField(null=True, blank=True)
    infraction = models.SlugField(db_index=False)
    infraction_name = models.CharField(max_length=120)
    level = models.SlugField(db_index=False)
    level_name = models.CharField(max_length=60)
    effect = models.CharField(
        max_length=20, blank=True, help_text=_("Effect of the level on the match or event, such as a match loss.")
    )
    applied = models.BooleanField(default=False, help_text=_("True if the effect was applied to the match or event."))
    note = models.TextField(
        blank=True, max_length=MAX_NOTE_LENGTH, help_text=_("Description of the incident, visible to staff only.")
    )
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    revoked_because = models.TextField(blank=True)

    objects = PenaltyQuerySet.as_manager()

    class Meta:
        ordering = ("-at", "-pk")
        verbose_name_plural = "penalties"
        constraints = (
            models.CheckConstraint(
                condition=Q(revoked_at=None, revoked_because="")
                | (Q(revoked_at__isnull=False) & ~Q(revoked_because="")),
                name="penalty_revoked_with_a_reason",
            ),
            models.CheckConstraint(condition=~Q(infraction="") & ~Q(level=""), name="penalty_says_what"),
        )

    def __str__(self) -> str:
        return f"{self.level_name}: {self.infraction_name}"

    @property
    def infraction_label(self) -> str:
        """The stored name of the infraction in the active language."""
        return gettext(self.infraction_name)

    @property
    def level_label(self) -> str:
        """The stored name of the level in the active language."""
        return gettext(self.level_name)


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


class CheckDraw(AppendOnly):
    """A draw of tables for deck checks, with seed and candidates to reproduce it."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="check_draws")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="check_draws")
    seed = models.BigIntegerField(
        help_text=_("Random seed of the draw; the same seed and candidates give the same tables.")
    )
    candidates = models.JSONField(help_text=_("Candidates: [[table, leading players, earlier deck checks], ...]."))
    count = models.PositiveSmallIntegerField()
    prefer_leaders = models.BooleanField(help_text=_("Prefer tables with leading players."))
    prefer_unchecked = models.BooleanField(help_text=_("Prefer tables whose decks have not been checked."))
    tables = models.JSONField(help_text=_("Numbers of the drawn tables, in the order of the draw."))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, null=True, db_constraint=False, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now, editable=False)

    objects = AppendOnlyQuerySet["CheckDraw"].as_manager()

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"Draw of {self.round_id}: {self.tables}"


class DeckCheck(models.Model):
    """The check of one player's deck against the decklist."""

    class Outcome(models.TextChoices):
        """The outcome of a deck check; empty while in progress."""

        NONE = "", _("In progress")
        FINE = "fine", _("No problem found")
        PROBLEM = "problem", _("Problem found")
        CALLED_OFF = "called_off", pgettext_lazy("of a deck check", "Cancelled")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="deck_checks")
    registration = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="deck_checks")
    match = models.ForeignKey(Match, on_delete=models.SET_NULL, null=True, related_name="deck_checks")
    table = models.PositiveIntegerField(null=True)
    list = models.ForeignKey(DeckVersion, on_delete=models.SET_NULL, null=True, related_name="+")
    outcome = models.CharField(max_length=12, choices=Outcome.choices, blank=True, default=Outcome.NONE)
    note = models.TextField(blank=True, max_length=MAX_NOTE_LENGTH)
    minutes = models.PositiveSmallIntegerField(default=0, help_text=_("Time extension of the table, in minutes."))
    penalty = models.ForeignKey(Penalty, on_delete=models.SET_NULL, null=True, related_name="deck_checks")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(
                fields=["registration"], condition=Q(outcome=""), name="deck_check_one_open_a_player"
            ),
            models.CheckConstraint(
                condition=Q(outcome__in=["", "fine", "problem", "called_off"]), name="deck_check_outcome_known"
            ),
            models.CheckConstraint(
                condition=Q(outcome="", ended_at=None) | (~Q(outcome="") & Q(ended_at__isnull=False)),
                name="deck_check_ended_has_time",
            ),
        )

    def __str__(self) -> str:
        return f"Deck check of {self.registration_id}"
