"""Models of events, staff roles, registrations and participation.

They are in one module because their querysets depend on each other.
"""

from datetime import date, datetime, timedelta
from typing import Final, Protocol, Self
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from epic_events.accounts.access.second_factor import second_factors_of
from epic_events.accounts.models import Player, User
from epic_events.artwork.addresses import motif_of, picture_url
from epic_events.artwork.drawing.palette import LIVERIES, livery_of_name
from epic_events.artwork.drawing.pictures import Motif
from epic_events.events.defaults import (
    RESERVED_SLUGS,
    check_slug,
    new_salt,
    short_name,
    usual_format,
    usual_game,
    usual_version,
    version_name,
)
from epic_events.events.models.stage import Stage
from epic_events.infra.collation import name_order
from epic_events.infra.time_zones import check_time_zone


class HasVisibility(Protocol):
    """Fields of an event that decide whether it is public."""

    @property
    def status(self) -> str:
        """Status of the event."""

    @property
    def is_demo(self) -> bool:
        """True for the demo event."""


def public_q(event: str = "") -> Q:
    """Return the condition under which an event and its data are public.

    Unpublished events are visible to their staff only. The demo event is public only if the site shows demo data.

    Args:
        event: lookup prefix from the filtered model to the event, for example ``stage__event__``.
    """
    public = ~Q(**{f"{event}status": "draft"})
    return public if settings.DEMO else public & Q(**{f"{event}is_demo": False})


def is_public_event(event: HasVisibility) -> bool:
    """Return True if :func:`public_q` holds for a loaded event."""
    return event.status != "draft" and (settings.DEMO or not event.is_demo)


def _number_of(entries: models.QuerySet["Registration"]) -> Coalesce:
    """Return a subquery that counts entries of an event."""
    counted = entries.values("event").annotate(number=models.Count("pk")).values("number")
    return Coalesce(models.Subquery(counted), 0)


UPLOADED_KINDS: Final = ("cover", "poster")
"""Kinds of pictures for which an uploaded one is used."""


class EventQuerySet(models.QuerySet["Event"]):
    """Queryset of events."""

    def visible_to(self, viewer: object) -> Self:
        """Return the events a user may see: public ones and those they staff."""
        if isinstance(viewer, User):
            return self if viewer.is_superuser else self.visible_to_key(viewer.pk)
        return self.filter(public_q())

    def visible_to_key(self, viewer: int | models.Value) -> Self:
        """Return the events visible to the user with this key.

        Site administration is not considered.
        """
        return self.filter(public_q() | Q(pk__in=StaffRole.objects.filter(user_id=viewer).values("event_id")))

    def with_counts(self) -> Self:
        """Annotate events with ``playing`` and ``waiting``.

        ``playing`` is the number of players (see :meth:`RegistrationQuerySet.counted`), ``waiting`` the length of the
        waitlist.
        """
        # A subquery per event: a join would read the entries of all events to list one page.
        entries = Registration.objects.filter(event=models.OuterRef("pk")).order_by()
        return self.annotate(
            playing=_number_of(entries.counted()),
            waiting=_number_of(entries.filter(status=Registration.Status.WAITLISTED)),
        )

    def upcoming(self) -> Self:
        """Return the events that are not over, earliest first."""
        return self.filter(status__in=(Event.Status.DRAFT, Event.Status.OPEN, Event.Status.RUNNING)).order_by(
            "starts_at", "pk"
        )

    def past(self) -> Self:
        """Return the events that are over, latest first."""
        return self.filter(status__in=(Event.Status.FINISHED, Event.Status.CANCELLED)).order_by("-starts_at", "-pk")


class Event(models.Model):
    """A tournament with a venue, a start time and one or more stages."""

    class Status(models.TextChoices):
        """Status of an event; ``draft`` means that it is not published."""

        DRAFT = "draft", _("Not published")
        OPEN = "open", _("Open for registration")
        RUNNING = "running", _("Running")
        FINISHED = "finished", _("Finished")
        CANCELLED = "cancelled", _("Cancelled")

    class DeckVisibility(models.TextChoices):
        """When decklists become public; before, only staff and owners may read them."""

        STAFF = "staff", _("Staff only")
        AFTER = "after", _("Public after the event")
        CUT = "cut", _("Decklists of the cut open to its players; public after the event")
        ALWAYS = "always", _("Public from the start of the event")

    class Livery(models.TextChoices):
        """Colours of an event's pictures."""

        EMBER = "ember", _("Ember")
        BRASS = "brass", _("Brass")
        MOSS = "moss", _("Moss")
        PINE = "pine", _("Pine")
        LAGOON = "lagoon", _("Lagoon")
        STEEL = "steel", _("Steel")
        COBALT = "cobalt", _("Cobalt")
        IRIS = "iris", _("Iris")
        PLUM = "plum", _("Plum")
        ROSE = "rose", _("Rose")

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("address"), max_length=80, unique=True, validators=[check_slug])
    description = models.TextField(_("description"), blank=True, max_length=5000)
    place = models.CharField(_("venue"), max_length=200, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=60, default="UTC", validators=[check_time_zone])
    starts_at = models.DateTimeField(_("start"))
    capacity = models.PositiveIntegerField(
        _("capacity"), null=True, blank=True, validators=[MinValueValidator(2), MaxValueValidator(10_000)]
    )
    livery = models.CharField(
        _("colour"),
        max_length=10,
        blank=True,
        choices=Livery.choices,
        help_text=_("Colours of the event's pictures. Empty: those that follow from the name."),
    )
    picture = models.CharField(
        max_length=16,
        blank=True,
        editable=False,
        help_text=_("Digest of the uploaded picture. Empty: the cover is drawn."),
    )
    check_in_minutes = models.PositiveIntegerField(
        _("check-in opens, minutes before the start"), default=60, validators=[MaxValueValidator(7 * 24 * 60)]
    )
    game = models.SlugField(_("game"), default=usual_game, db_index=False)
    format = models.SlugField(_("format"), default=usual_format, db_index=False)
    rules_version = models.CharField(_("rules version"), max_length=20, default=usual_version)
    readings = models.TextField(
        _("chosen interpretations"),
        blank=True,
        editable=False,
        help_text=_(
            "Options chosen for open rules questions that differ from the rules version, in the notation of game "
            "records."
        ),
    )
    printings = models.TextField(
        _("chosen printings"),
        blank=True,
        editable=False,
        help_text=_(
            "Cards that use an older printing, in the notation of game records. Other cards use their newest printing."
        ),
    )
    decklists_required = models.BooleanField(_("players submit a decklist"), default=True)
    deck_visibility = models.CharField(
        _("decklist visibility"), max_length=10, choices=DeckVisibility.choices, default=DeckVisibility.AFTER
    )
    decks_open_at = models.DateTimeField(_("decklist submission opens"), null=True, blank=True)
    decks_locked = models.BooleanField(
        null=True, editable=False, help_text=_("Set by the staff. Empty: the opening time and the deadline decide.")
    )
    decks_due_at = models.DateTimeField(_("decklist deadline"), null=True, blank=True)
    embeddable = models.BooleanField(_("other websites may embed pairings and standings"), default=False)
    second_factor_required = models.BooleanField(_("require a second factor from staff"), default=False)
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.DRAFT)
    salt = models.CharField(max_length=32, default=new_salt, editable=False)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    is_demo = models.BooleanField(
        default=False, editable=False, help_text=_("Public only while the site shows demo data.")
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = EventQuerySet.as_manager()

    class Meta:
        ordering = ("-starts_at", "-pk")
        indexes = (models.Index(fields=["status", "starts_at"], name="event_status_start"),)
        constraints = (
            models.CheckConstraint(condition=Q(capacity=None) | Q(capacity__gte=2), name="event_capacity_two_or_more"),
            models.CheckConstraint(condition=~Q(slug__in=sorted(RESERVED_SLUGS)), name="event_slug_not_reserved"),
            models.CheckConstraint(
                condition=Q(status__in=["draft", "open", "running", "finished", "cancelled"]), name="event_status_known"
            ),
            models.CheckConstraint(
                condition=Q(deck_visibility__in=["staff", "after", "cut", "always"]), name="event_deck_visibility_known"
            ),
            models.CheckConstraint(condition=Q(livery__in=["", *LIVERIES]), name="event_livery_known"),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the URL of the event's page."""
        return reverse("events:detail", args=[self.slug])

    @property
    def game_name(self) -> str:
        """Short name of the game."""
        return short_name(self.game)

    @property
    def shown_livery(self) -> str:
        """The chosen livery, or that of the name."""
        return self.livery or livery_of_name(self.name)

    @property
    def motif(self) -> Motif:
        """What the pictures of the event are drawn from."""
        return motif_of(self.name, self.game, self.livery)

    def picture_url(self, kind: str) -> str:
        """Return the URL of a picture; `kind` is a key of ``DRAWINGS``.

        An uploaded picture is used in place of cover and poster.
        """
        if self.picture and kind in UPLOADED_KINDS:
            return reverse("events:picture_file", args=[self.slug, self.picture])
        return picture_url(kind, self.name, self.game, self.livery)

    @property
    def rules_version_name(self) -> str:
        """Name of the rules version."""
        return version_name(self.game, self.rules_version)

    @property
    def zone(self) -> ZoneInfo:
        """Time zone of the venue."""
        return ZoneInfo(self.time_zone)

    @property
    def local_start(self) -> datetime:
        """Start in the time zone of the venue."""
        return self.starts_at.astimezone(self.zone)

    @property
    def local_date(self) -> date:
        """Date of the start at the venue.

        Determines rules that depend on the date, such as bans.
        """
        return self.local_start.date()

    @property
    def check_in_opens_at(self) -> datetime:
        """Time at which players can start to check in."""
        return self.starts_at - timedelta(minutes=self.check_in_minutes)

    @property
    def is_over(self) -> bool:
        """True if the event is finished or cancelled."""
        return self.status in (self.Status.FINISHED, self.Status.CANCELLED)

    @property
    def builds_decks_first(self) -> bool:
        """True if decks are built, and lists due, before the first round.

        One query.
        """
        stage = self.stages.order_by("order").first()
        if stage is None:
            return False
        stage.event = self
        return stage.planned_preparation(None)[1] > 0

    @property
    def has_started(self) -> bool:
        """True once play has begun; then the waitlist is frozen and leaving is a drop."""
        return self.status in (self.Status.RUNNING, self.Status.FINISHED)


class StaffRoleQuerySet(models.QuerySet["StaffRole"]):
    """Queryset of staff roles."""

    def in_force(self, user: User) -> Self:
        """Return the roles a user may use, without those that wait for a second factor."""
        factors = models.Exists(second_factors_of(user))
        return self.filter(Q(event__second_factor_required=False) | Q(factors), user=user)


class StaffRole(models.Model):
    """A role of a user at an event; a user can hold several roles."""

    class Role(models.TextChoices):
        """Staff roles of an event."""

        ORGANISER = "organiser", _("Organiser")
        HEAD_JUDGE = "head_judge", _("Head judge")
        JUDGE = "judge", _("Judge")
        SCOREKEEPER = "scorekeeper", _("Scorekeeper")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="staff", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="staff_roles")
    role = models.CharField(_("role"), max_length=12, choices=Role.choices)
    given_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = StaffRoleQuerySet.as_manager()

    class Meta:
        ordering = ("event", "pk")
        constraints = (
            models.UniqueConstraint(fields=["event", "user", "role"], name="staff_role_once"),
            models.CheckConstraint(
                condition=Q(role__in=["organiser", "head_judge", "judge", "scorekeeper"]), name="staff_role_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user_id} {self.role} {self.event_id}"


class RegistrationQuerySet(models.QuerySet["Registration"]):
    """Queryset of registrations."""

    def with_active_status(self) -> Self:
        """Return the entries that count against the capacity."""
        return self.filter(status__in=Registration.ACTIVE_STATUSES)

    def counted(self) -> Self:
        """Return the entries that count as players of the event.

        Before and during play these are all active entries, and after it only those that were checked in. Players who
        dropped after they took part in a round still count.
        """
        took_part = Participation.objects.filter(
            registration=models.OuterRef("pk"), last_round__gte=models.F("from_round")
        )
        over = Q(event__status=Event.Status.FINISHED)
        return self.filter(
            Q(status=Registration.Status.CHECKED_IN)
            | (Q(status=Registration.Status.REGISTERED) & ~over)
            | (Q(status=Registration.Status.DROPPED) & Q(models.Exists(took_part)))
        )

    def waiting(self) -> Self:
        """Return the waitlist in order."""
        return self.filter(status=Registration.Status.WAITLISTED).order_by("waitlist_order", "pk")

    def of_user(self, viewer: object) -> Self:
        """Return the entries of a signed-in user."""
        return self.filter(player__user=viewer) if isinstance(viewer, User) else self.none()

    def visible_to(self, viewer: object) -> Self:
        """Return the entries of events that a user may see."""
        return self.filter(event__in=Event.objects.visible_to(viewer))

    def playing(self, stage: Stage, round_number: int) -> Self:
        """Return the entries that take part in a round of a stage."""
        return self.filter(
            pk__in=Participation.objects.covering(stage, round_number).values("registration_id"),
        )


class Registration(models.Model):
    """Entry of a player in an event, with the name used there."""

    class Status(models.TextChoices):
        """Status of an entry."""

        REGISTERED = "registered", _("Registered")
        WAITLISTED = "waitlisted", _("On the waitlist")
        CHECKED_IN = "checked_in", _("Checked in")
        WITHDRAWN = "withdrawn", _("Registration cancelled")
        DROPPED = "dropped", _("Dropped")

    ACTIVE_STATUSES = (Status.REGISTERED, Status.CHECKED_IN)

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="registrations", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="registrations")
    name = models.CharField(_("name"), max_length=80)
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.REGISTERED)
    waitlist_order = models.PositiveBigIntegerField(null=True, blank=True)
    awarded_byes = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(3)])
    fixed_table = models.PositiveIntegerField(null=True, blank=True, validators=[MinValueValidator(1)])
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    registered_at = models.DateTimeField(default=timezone.now, editable=False)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    consented_at = models.DateTimeField(
        null=True, blank=True, help_text=_("Time at which the player agreed to have the name and results published.")
    )
    open_list_consent = models.BooleanField(
        default=False, help_text=_("The player agrees that the other players in the cut may read the decklist.")
    )

    objects = RegistrationQuerySet.as_manager()

    class Meta:
        ordering = (name_order("name"), "pk")
        constraints = (
            models.UniqueConstraint(fields=["event", "player"], name="registration_once_an_event"),
            models.UniqueConstraint(
                fields=["event", "fixed_table"],
                condition=Q(fixed_table__isnull=False),
                name="registration_fixed_table_once",
            ),
            models.UniqueConstraint(
                fields=["event", "waitlist_order"],
                condition=Q(waitlist_order__isnull=False),
                name="registration_waitlist_order_once",
            ),
            models.CheckConstraint(
                condition=(Q(status="waitlisted") & Q(waitlist_order__isnull=False))
                | (~Q(status="waitlisted") & Q(waitlist_order=None)),
                name="registration_waits_in_order",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["registered", "waitlisted", "checked_in", "withdrawn", "dropped"]),
                name="registration_status_known",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="registration_has_a_name"),
            models.CheckConstraint(
                condition=Q(fixed_table=None) | Q(fixed_table__gte=1), name="registration_table_from_one"
            ),
        )
        indexes = (models.Index(fields=["event", "status"], name="registration_event_status"),)

    def __str__(self) -> str:
        return self.name


class ParticipationQuerySet(models.QuerySet["Participation"]):
    """Queryset of participation intervals."""

    def covering(self, stage: Stage, round_number: int) -> Self:
        """Return the intervals of a stage that contain this round."""
        return self.filter(
            Q(last_round=None) | Q(last_round__gte=round_number), stage=stage, from_round__lte=round_number
        )


class Participation(models.Model):
    """Interval of consecutive rounds of a stage in which a player takes part.

    Starting, late entry and reinstatement open an interval, and a drop closes it, so the players of every past round
    are known. If ``last_round`` is ``from_round - 1``, the interval was closed before its first round.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="participations", db_index=False)
    registration = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="participations")
    from_round = models.PositiveSmallIntegerField(default=1)
    last_round = models.PositiveSmallIntegerField(null=True, blank=True)
    seed = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("Rank in the standings at the start of the cut.")
    )

    objects = ParticipationQuerySet.as_manager()

    class Meta:
        ordering = ("stage", "registration", "from_round")
        constraints = (
            models.UniqueConstraint(
                fields=["stage", "registration"], condition=Q(last_round=None), name="participation_one_open"
            ),
            models.UniqueConstraint(fields=["stage", "registration", "from_round"], name="participation_starts_once"),
            models.UniqueConstraint(
                fields=["stage", "seed"], condition=Q(seed__isnull=False), name="participation_seed_once"
            ),
            models.CheckConstraint(condition=Q(from_round__gte=1), name="participation_from_one"),
            models.CheckConstraint(
                condition=Q(last_round=None) | Q(last_round__gte=models.F("from_round") - 1),
                name="participation_in_order",
            ),
        )

    def __str__(self) -> str:
        return f"{self.registration_id} {self.from_round}-{self.last_round or ''}"
