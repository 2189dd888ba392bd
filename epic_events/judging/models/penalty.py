"""Model of penalties."""

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
