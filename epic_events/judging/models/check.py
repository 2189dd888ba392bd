"""Models of deck checks and of draws of tables."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from epic_events.audit_log.append_only import AppendOnly, AppendOnlyQuerySet
from epic_events.decks.models import DeckVersion
from epic_events.events.models import Event, Registration
from epic_events.judging.models.penalty import Penalty
from epic_events.pairings.models import Match, Round

MAX_NOTE_LENGTH = 2000  # characters


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
