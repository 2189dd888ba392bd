"""Rounds, matches, seats, result reports, repairs and avoidances."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from epic_events.accounts.models import User
from epic_events.audit_log.append_only import AppendOnly, AppendOnlyQuerySet
from epic_events.events.models import Event, Registration, StaffRole, Stage
from epic_events.events.models.event import is_public_event, public_q

MAX_SEATS = 8


class RoundQuerySet(models.QuerySet["Round"]):
    """Queries for rounds."""

    def visible_to(self, viewer: object) -> Self:
        """Return the rounds visible to a viewer.

        Unpublished ones only to the event's staff.
        """
        if isinstance(viewer, User) and viewer.is_superuser:
            return self
        public = ~Q(status=Round.Status.DRAFT) & public_q("stage__event__")
        if isinstance(viewer, User):
            return self.filter(public | Q(stage__event__in=StaffRole.objects.in_force(viewer).values("event_id")))
        return self.filter(public)


class Round(models.Model):
    """A round of a stage: paired, then published, then finished."""

    class Status(models.TextChoices):
        """Status of a round."""

        DRAFT = "draft", _("Unpublished")
        PUBLISHED = "published", _("In progress")
        FINISHED = "finished", _("Finished")

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="round_set", db_index=False)
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.DRAFT)
    seed = models.BigIntegerField(help_text=_("Random seed of the pairings; the same seed gives the same pairings."))
    explanation = models.JSONField(default=dict)
    paired_at = models.DateTimeField(default=timezone.now, editable=False)
    published_at = models.DateTimeField(null=True, blank=True)
    time_called_at = models.DateTimeField(
        null=True, blank=True, help_text=_("When the staff called time; empty until then.")
    )
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ("stage", "number")
        constraints = (
            models.UniqueConstraint(fields=["stage", "number"], name="round_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_from_one"),
            models.CheckConstraint(
                condition=Q(status__in=["draft", "published", "finished"]), name="round_status_known"
            ),
            models.CheckConstraint(
                condition=Q(status="draft") | Q(published_at__isnull=False), name="round_published_has_time"
            ),
            models.CheckConstraint(
                condition=~Q(status="finished") | Q(finished_at__isnull=False), name="round_finished_has_time"
            ),
            models.CheckConstraint(
                condition=~Q(status="draft") | Q(time_called_at=None), name="round_draft_has_no_time_called"
            ),
        )

    def __str__(self) -> str:
        return f"Round {self.number} ({self.stage_id})"


def is_visible_to_all(round_: Round) -> bool:
    """Return True if everyone may view a round; uses its loaded stage and event."""
    return round_.status != Round.Status.DRAFT and is_public_event(round_.stage.event)


class MatchQuerySet(models.QuerySet["Match"]):
    """Queries for matches."""

    def visible_to(self, viewer: object) -> Self:
        """Return the matches of the rounds visible to a viewer."""
        return self.filter(round__in=Round.objects.visible_to(viewer))

    def open(self) -> Self:
        """Return the matches without a final result."""
        return self.exclude(status=Match.Status.CONFIRMED)


class Match(models.Model):
    """A match at one table: one seat for a bye, two for a match, more for a pod."""

    class Status(models.TextChoices):
        """Status of the result."""

        PENDING = "pending", _("Playing")
        REPORTED = "reported", _("Reported, awaiting confirmation")
        DISPUTED = "disputed", _("Reports differ")
        CONFIRMED = "confirmed", _("Confirmed")

    class ResultKind(models.TextChoices):
        """How the result came about."""

        NONE = "", _("No result")
        PLAYED = "played", _("Played")
        BYE = "bye", _("Bye")
        CONCEDED = "conceded", _("Conceded")
        AGREED_DRAW = "agreed_draw", _("Draw by agreement")
        AWARDED = "awarded", _("Awarded by staff")
        DOUBLE_LOSS = "double_loss", _("Double loss")
        NO_SHOW = "no_show", _("No-show")
        TIME = "time", _("Time was called")

    class Bracket(models.TextChoices):
        """Part of an elimination bracket."""

        MAIN = "", _("Main bracket")
        LOSERS = "losers", _("Losers' bracket")
        FINAL = "final", _("Grand final")
        THIRD = "third", _("Third-place match")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    table = models.PositiveIntegerField(null=True, blank=True, help_text=_("Empty for a bye."))
    bracket = models.CharField(max_length=6, choices=Bracket.choices, blank=True, default=Bracket.MAIN)
    bracket_position = models.PositiveSmallIntegerField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PENDING)
    result_kind = models.CharField(max_length=12, choices=ResultKind.choices, blank=True, default=ResultKind.NONE)
    games_drawn = models.PositiveSmallIntegerField(default=0)
    first_player = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("Seat of the player who took the first turn of the first game, if recorded.")
    )
    turn_at_time = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("Seat of the player whose turn it was when time was called, if recorded.")
    )
    explanation = models.JSONField(default=dict)
    confirmed_at = models.DateTimeField(null=True, blank=True)

    objects = MatchQuerySet.as_manager()

    class Meta:
        ordering = ("round", "table", "pk")
        verbose_name_plural = "matches"
        constraints = (
            models.UniqueConstraint(
                fields=["round", "table"], condition=Q(table__isnull=False), name="match_table_once_a_round"
            ),
            models.UniqueConstraint(
                fields=["round", "bracket", "bracket_position"],
                condition=Q(bracket_position__isnull=False),
                name="match_bracket_position_once",
            ),
            models.CheckConstraint(
                condition=Q(bracket="") | Q(bracket__in=["losers", "final", "third"], bracket_position__isnull=False),
                name="match_bracket_known",
            ),
            models.CheckConstraint(condition=Q(table=None) | Q(table__gte=1), name="match_table_from_one"),
            models.CheckConstraint(
                condition=Q(status__in=["pending", "reported", "disputed", "confirmed"]), name="match_status_known"
            ),
            models.CheckConstraint(
                condition=(Q(status="confirmed") & ~Q(result_kind="") & Q(confirmed_at__isnull=False))
                | ~Q(status="confirmed"),
                name="match_confirmed_has_result",
            ),
            models.CheckConstraint(
                condition=Q(first_player=None) | Q(first_player__gte=1, first_player__lte=MAX_SEATS),
                name="match_first_player_is_a_place",
            ),
            models.CheckConstraint(
                condition=Q(turn_at_time=None) | Q(turn_at_time__gte=1, turn_at_time__lte=MAX_SEATS),
                name="match_turn_at_time_is_a_place",
            ),
        )

    def __str__(self) -> str:
        return f"Table {self.table}" if self.table else "Bye"

    @property
    def is_bye(self) -> bool:
        """True if the match has only one player."""
        return len(self.seats.all()) == 1


class Seat(models.Model):
    """A player's seat in a match, with the player's result.

    ``round`` duplicates the round of the match for a unique constraint: a player has at most one seat per round.
    """

    class Outcome(models.TextChoices):
        """Outcome of the match for this player."""

        NONE = "", _("No result")
        WIN = "win", _("Win")
        DRAW = "draw", _("Draw")
        LOSS = "loss", _("Loss")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats", db_index=False)
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats", db_index=False)
    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="seats")
    place = models.PositiveSmallIntegerField()
    game_wins = models.PositiveSmallIntegerField(default=0)
    points = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("Match points; empty without a result.")
    )
    outcome = models.CharField(max_length=4, choices=Outcome.choices, blank=True, default=Outcome.NONE)
    health = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text=_("Health at the end of the match, at least 0; empty unless the stage records health."),
    )

    class Meta:
        ordering = ("match", "place")
        constraints = (
            models.UniqueConstraint(fields=["match", "place"], name="seat_place_once"),
            models.UniqueConstraint(fields=["round", "registration"], name="seat_once_a_round"),
            models.CheckConstraint(condition=Q(place__gte=1, place__lte=MAX_SEATS), name="seat_place_one_to_eight"),
            models.CheckConstraint(
                condition=(Q(outcome="") & Q(points=None)) | (~Q(outcome="") & Q(points__isnull=False)),
                name="seat_outcome_with_points",
            ),
            models.CheckConstraint(condition=Q(outcome__in=["", "win", "draw", "loss"]), name="seat_outcome_known"),
        )

    def __str__(self) -> str:
        return f"{self.match_id}/{self.place}"


class Podding(models.Model):
    """The division of a stage's players into pods, published or not."""

    stage = models.OneToOneField(Stage, on_delete=models.CASCADE, related_name="podding")
    seed = models.BigIntegerField(help_text=_("Random seed of the pods; the same seed gives the same pods."))
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    published_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("stage",)

    def __str__(self) -> str:
        return f"Pods of {self.stage_id}"


class PodSeat(models.Model):
    """A player's seat for the card draft of a stage: numbers of pod and seat."""

    podding = models.ForeignKey(Podding, on_delete=models.CASCADE, related_name="seats", db_index=False)
    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="pod_seats")
    pod = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("podding", "pod", "seat")
        constraints = (
            models.UniqueConstraint(fields=["podding", "registration"], name="pod_seat_once_a_player"),
            models.UniqueConstraint(fields=["podding", "pod", "seat"], name="pod_seat_taken_once"),
            models.CheckConstraint(condition=Q(pod__gte=1), name="pod_from_one"),
            models.CheckConstraint(condition=Q(seat__gte=1), name="pod_seat_from_one"),
        )

    def __str__(self) -> str:
        return f"Pod {self.pod}, seat {self.seat}"


class ResultReportQuerySet(AppendOnlyQuerySet["ResultReport"]):
    """Queries for result reports."""


class ResultReport(AppendOnly):
    """A reported result. A correction is a new report that supersedes an older one.

    An undone report is a row too: ``withdraws`` is set and the values repeat those of the report that is undone.
    """

    class Kind(models.TextChoices):
        """Source of a report."""

        PLAYER = "player", _("Player")
        STAFF = "staff", _("Staff")
        IMPORT = "import", _("Import")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="reports")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.DO_NOTHING,
        null=True,
        db_constraint=False,
        related_name="+",
        db_index=False,
    )
    registration = models.ForeignKey(Registration, on_delete=models.CASCADE, null=True, related_name="reports")
    values = models.JSONField(
        help_text=_('{"game_wins": [by seat, from seat 1], "games_drawn": n, "result_kind": code}')
    )
    drops = models.BooleanField(
        default=False, help_text=_("The reporting player drops from the event after the match.")
    )
    withdraws = models.BooleanField(default=False, help_text=_("Undoes the earlier report of this user."))
    reason = models.TextField(blank=True)
    supersedes = models.OneToOneField("self", on_delete=models.CASCADE, null=True, related_name="superseded_by")
    at = models.DateTimeField(default=timezone.now, editable=False)

    objects = ResultReportQuerySet.as_manager()

    class Meta:
        ordering = ("match", "pk")
        constraints = (
            models.CheckConstraint(
                condition=(Q(kind="player") & Q(registration__isnull=False)) | Q(kind__in=["staff", "import"]),
                name="report_of_a_player_names_the_player",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.match_id} {self.at:%H:%M:%S}"


class RepairQuerySet(AppendOnlyQuerySet["Repair"]):
    """Queries for repairs."""

    def of_event(self, event: Event) -> "RepairQuerySet":
        """Return an event's repairs, newest first, with users and what undid them."""
        return self.filter(event=event).select_related("actor", "undone_by").order_by("-pk")

    def standing(self) -> "RepairQuerySet":
        """Return the repairs that are in effect: neither undone nor an undo themselves."""
        return self.filter(undone_by=None, undo_of=None)


class Preparation(models.Model):
    """Drafting or building before the first round of a stage, begun or skipped.

    Its clock is in :class:`epic_events.judging.clock.models.ClockMove`.
    """

    class Kind(models.TextChoices):
        """What the players do."""

        DRAFTING = "drafting", _("Drafting")
        BUILDING = "building", _("Building")

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="preparations", db_index=False)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    started_at = models.DateTimeField(null=True, blank=True, help_text=_("Empty if it was skipped."))
    ended_at = models.DateTimeField(null=True, blank=True, help_text=_("Empty while it is in progress."))

    class Meta:
        ordering = ("stage", "pk")
        constraints = (
            models.UniqueConstraint(fields=["stage", "kind"], name="preparation_once_a_stage"),
            models.CheckConstraint(condition=Q(kind__in=["drafting", "building"]), name="preparation_kind_known"),
            models.CheckConstraint(
                condition=Q(started_at__isnull=False) | Q(ended_at__isnull=False), name="preparation_begun_or_skipped"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} ({self.stage_id})"


class Repair(AppendOnly):
    """A correction of past rounds.

    It records what, why, by whom, and the changed rows before and after. Stores ids, never names. Undoing a repair is
    a repair too, which refers to the one it undoes.
    """

    UNDO = "undo"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="repairs")
    kind = models.CharField(max_length=20)
    parameters = models.JSONField(default=dict)
    reason = models.TextField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, null=True, db_constraint=False, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now, editable=False)
    concerns = models.JSONField(default=list, help_text=_("[[stage order, round number], ...]"))
    summary = models.JSONField(default=dict, help_text=_("Visible changes: ranks in the standings, tables, cut."))
    changes = models.JSONField(default=list, help_text=_("Every changed database row, before and after."))
    undo_of = models.OneToOneField("self", on_delete=models.CASCADE, null=True, related_name="undone_by")

    objects = RepairQuerySet.as_manager()

    class Meta:
        ordering = ("event", "pk")
        constraints = (
            models.CheckConstraint(condition=~Q(reason=""), name="repair_has_a_reason"),
            models.CheckConstraint(
                condition=Q(kind="undo", undo_of__isnull=False) | (~Q(kind="undo") & Q(undo_of=None)),
                name="repair_undo_names_what",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.event_id} {self.at:%H:%M:%S}"


class Avoidance(models.Model):
    """Two players of an event who should not be paired.

    They are, for example, siblings or team-mates. Only the staff may view avoidances. The audit log records who added
    and removed them, and why.
    """

    class Strength(models.TextChoices):
        """Priority of an avoidance when a round is paired."""

        HARD = "hard", _("Never: unless no other pairing is possible")
        SOFT = "soft", _("Avoid: only among otherwise equal pairings")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="avoidances")
    first = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="+", db_index=False)
    second = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="+")
    strength = models.CharField(max_length=4, choices=Strength.choices, default=Strength.SOFT)
    reason = models.CharField(max_length=300)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("event", "pk")
        constraints = (
            models.UniqueConstraint(fields=["first", "second"], name="avoidance_once_a_pair"),
            models.CheckConstraint(condition=Q(first__lt=models.F("second")), name="avoidance_lower_entry_first"),
            models.CheckConstraint(condition=Q(strength__in=["hard", "soft"]), name="avoidance_strength_known"),
            models.CheckConstraint(condition=~Q(reason=""), name="avoidance_has_a_reason"),
        )

    def __str__(self) -> str:
        return f"{self.first_id} and {self.second_id} ({self.strength})"
