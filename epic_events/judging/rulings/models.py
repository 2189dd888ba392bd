"""Models of rulings, their cited rules and cards, and their versions."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from epic_events.accounts.models import User, closed_demo_accounts
from epic_events.audit_log.append_only import AppendOnly, AppendOnlyQuerySet
from epic_events.events.defaults import usual_game
from epic_events.events.models import Event, StaffRole
from epic_events.events.models.event import public_q
from epic_events.infra.names import new_slug
from epic_events.pairings.models import Round


class RulingQuerySet(models.QuerySet["Ruling"]):
    """Queries of rulings."""

    def visible_to(self, viewer: object) -> Self:
        """Return the rulings that a user may read.

        These are published rulings, the user's own, and those of events where the user is a judge. Published rulings
        of an event that is not public are visible to its staff only.
        """
        if isinstance(viewer, User) and viewer.is_superuser:
            return self
        of_none = Q(event=None) & ~Q(author__in=closed_demo_accounts())
        public = Q(published_at__isnull=False) & (of_none | Q(event__isnull=False) & public_q("event__"))
        if not isinstance(viewer, User):
            return self.filter(public)
        judged = StaffRole.objects.in_force(viewer).filter(
            role__in=[StaffRole.Role.ORGANISER, StaffRole.Role.HEAD_JUDGE, StaffRole.Role.JUDGE]
        )
        return self.filter(public | Q(author=viewer) | Q(event__in=judged.values("event_id")))

    def with_relations(self) -> Self:
        """Load everything that a list row shows. Four queries in total."""
        related = self.select_related("event", "round__stage", "author", "superseded_by")
        return related.prefetch_related("rules", "cards")


class Ruling(models.Model):
    """A question about a game and its answer, with author and cited rules."""

    class Status(models.TextChoices):
        """The authority of a ruling."""

        PROVISIONAL = "provisional", _("Provisional")
        HEAD_JUDGE = "head_judge", _("Head judge")
        OFFICIAL = "official", _("Official")
        SUPERSEDED = "superseded", _("Superseded")

    slug = models.SlugField(unique=True, default=new_slug, editable=False)
    game = models.SlugField(default=usual_game, db_index=False)
    title = models.CharField(_("title"), max_length=160)
    question = models.TextField(_("question"))
    answer = models.TextField(_("answer"))
    status = models.CharField(_("status"), max_length=12, choices=Status.choices, default=Status.PROVISIONAL)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    given_at = models.DateTimeField(default=timezone.now)
    event = models.ForeignKey(Event, on_delete=models.PROTECT, null=True, blank=True, related_name="rulings")
    round = models.ForeignKey(Round, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    source = models.URLField(_("source"), blank=True, max_length=500)
    source_words = models.CharField(_("name of the source"), max_length=160, blank=True)
    record = models.TextField(_("record"), blank=True, help_text=_("Game record that leads to this answer."))
    note = models.TextField(_("private note"), blank=True, help_text=_("For the judges of the event; never published."))
    packaged = models.SlugField(
        blank=True, editable=False, help_text=_("Id of the bundled ruling; empty for other rulings.")
    )
    published_at = models.DateTimeField(null=True, blank=True)
    superseded_by = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="older")
    check_since = models.DateTimeField(
        null=True,
        blank=True,
        help_text=_("Time when a change of a cited rule was detected; empty if no cited rule has changed."),
    )
    changed_at = models.DateTimeField(default=timezone.now)

    objects = RulingQuerySet.as_manager()

    class Meta:
        ordering = ("-given_at", "-pk")
        indexes = (models.Index(fields=["game", "status"], name="ruling_game_status"),)
        constraints = (
            models.UniqueConstraint(fields=["packaged"], condition=~Q(packaged=""), name="ruling_packaged_once"),
            models.CheckConstraint(
                condition=Q(status__in=["provisional", "head_judge", "official", "superseded"]),
                name="ruling_status_known",
            ),
            models.CheckConstraint(
                condition=(Q(status="superseded") & Q(superseded_by__isnull=False))
                | (~Q(status="superseded") & Q(superseded_by=None)),
                name="ruling_superseded_has_successor",
            ),
            models.CheckConstraint(
                condition=Q(superseded_by=None) | ~Q(superseded_by=models.F("pk")), name="ruling_not_its_own_successor"
            ),
            models.CheckConstraint(condition=~Q(answer="") & ~Q(question=""), name="ruling_question_and_answer"),
        )

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """Return the URL of the ruling's page."""
        return reverse("rulings:detail", args=[self.slug])

    @property
    def state(self) -> str:
        """CSS class of the badge."""
        if self.check_since:
            return "is-unsure"
        return {"official": "is-ok", "head_judge": "is-ok", "superseded": "is-bad"}.get(self.status, "")


class RulingRule(models.Model):
    """A cited rule, with its text hash when the ruling was given or last confirmed."""

    ruling = models.ForeignKey(Ruling, on_delete=models.CASCADE, related_name="rules", db_index=False)
    rulebook = models.SlugField(db_index=False)
    citation = models.CharField(max_length=200)
    version = models.CharField(max_length=20, blank=True, help_text=_("Empty for an interpretation."))
    text_hash = models.CharField(max_length=16)

    class Meta:
        ordering = ("ruling", "pk")
        constraints = (models.UniqueConstraint(fields=["ruling", "citation"], name="ruling_rule_once"),)
        indexes = (models.Index(fields=["citation"], name="ruling_rule_citation"),)

    def __str__(self) -> str:
        return self.citation


class RulingCard(models.Model):
    """A card that a ruling is about."""

    ruling = models.ForeignKey(Ruling, on_delete=models.CASCADE, related_name="cards", db_index=False)
    name = models.CharField(max_length=120)

    class Meta:
        ordering = ("ruling", "pk")
        constraints = (models.UniqueConstraint(fields=["ruling", "name"], name="ruling_card_once"),)

    def __str__(self) -> str:
        return self.name


class RulingVersionQuerySet(AppendOnlyQuerySet["RulingVersion"]):
    """Queries of versions."""


class RulingVersion(AppendOnly):
    """The content of a ruling at one time. The newest version is the current content."""

    ruling = models.ForeignKey(Ruling, on_delete=models.CASCADE, related_name="versions", db_index=False)
    number = models.PositiveIntegerField()
    words = models.JSONField(help_text=_("Title, question, answer, status, cited rules with text hashes, and cards."))
    reason = models.TextField(blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, null=True, db_constraint=False, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now, editable=False)

    objects = RulingVersionQuerySet.as_manager()

    class Meta:
        ordering = ("ruling", "-number")
        constraints = (models.UniqueConstraint(fields=["ruling", "number"], name="ruling_version_once"),)

    def __str__(self) -> str:
        return f"{self.ruling_id} v{self.number}"
