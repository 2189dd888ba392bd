"""A penalty that a player was given."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from epic_events.accounts.models import User
from epic_events.events.models import Event, Registration, StaffRole
from epic_events.pairings.models import Match

MAX_NOTE_LENGTH = 2000  # characters


class PenaltyQuerySet(models.QuerySet["Penalty"]):
    """Reads of penalties."""

    def active(self) -> Self:
        """Return those that have not been revoked."""
        return self.filter(revoked_at=None)

    def visible_to(self, viewer: object) -> Self:
        """Return the penalties a viewer may know of: one's own, and those of events whose staff one is of."""
        if not isinstance(viewer, User):
            return self.none()
        if viewer.is_superuser:
            return self
        return self.filter(
            Q(registration__player__user=viewer) | Q(event__in=StaffRole.objects.in_force(viewer).values("event_id"))
        )

    def with_names(self) -> Self:
        """Return them with the people and events that a page names."""
        return self.select_related("event", "registration__player", "given_by", "revoked_by", "match__round__stage")


class Penalty(models.Model):
    """What a player was given for what, at an event; the match is where it happened, if it happened in one.

    It hangs on the player's entry, so pairing a round again takes nothing of it away. Infraction and level are slugs of
    the policy of the game; their names are kept beside them as they were, for a policy may change.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="penalties")
    registration = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="penalties")
    match = models.ForeignKey(Match, on_delete=models.SET_NULL, null=True, blank=True, related_name="penalties")
    table = models.PositiveIntegerField(null=True, blank=True)
    infraction = models.SlugField(db_index=False)
    infraction_name = models.CharField(max_length=120)
    level = models.SlugField(db_index=False)
    level_name = models.CharField(max_length=60)
    effect = models.CharField(max_length=20, blank=True, help_text=_("What the level does beside being noted."))
    applied = models.BooleanField(
        default=False, help_text=_("Whether result or place in the event were changed by it.")
    )
    note = models.TextField(blank=True, max_length=MAX_NOTE_LENGTH, help_text=_("What happened; for the staff."))
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
    def infraction_words(self) -> str:
        """What was done, in the reader's language; as it was noted where the policy has changed since."""
        return gettext(self.infraction_name)

    @property
    def level_words(self) -> str:
        """What was given for it, likewise."""
        return gettext(self.level_name)
