"""Models of decklists, pools, deck rules and card files.

Submissions are append-only.
"""

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from epic_events.accounts.models import User
from epic_events.audit_log.append_only import AppendOnly, AppendOnlyQuerySet
from epic_events.events.models import Event, Participation, Registration, StaffRole, Stage
from epic_events.events.models.event import public_q
from rules.decks import Verdict
from rules.decks.event_rules import EventDeckRules
from rules.games import GAMES


def readable_by(viewer: object) -> Q:
    """Return the condition under which the policy lets a viewer read a decklist.

    With the policy ``always``, everyone may read lists while the event runs; with ``staff``, never. With the other
    policies, everyone may read them after the event. With ``cut``, players in the cut may also read, while it runs,
    the lists of other players in it who consented.
    """
    visibility = "registration__event__deck_visibility"
    status = "registration__event__status"
    may = Q(**{f"{visibility}__in": ["after", "cut", "always"], status: Event.Status.FINISHED})
    may |= Q(**{visibility: "always", status: Event.Status.RUNNING})
    may &= public_q("registration__event__")
    if not isinstance(viewer, User):
        return may
    in_cut = Participation.objects.filter(
        stage__kind__in=Stage.ELIMINATIONS,
        stage__event=OuterRef("registration__event"),
        stage__round_set__published_at__isnull=False,  # Until the cut is published, its players must stay secret.
    )
    return may | (
        Q(**{visibility: "cut", status: Event.Status.RUNNING}, registration__open_list_consent=True)
        & Q(Exists(in_cut.filter(registration__player__user=viewer)))
        & Q(Exists(in_cut.filter(registration=OuterRef("registration"))))
    )


class CardFileQuerySet(AppendOnlyQuerySet["CardFile"]):
    """Queries on card files."""


class CardFile(AppendOnly):
    """A version of an event's card file, as uploaded by an organiser."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="card_files", db_index=False)
    number = models.PositiveIntegerField()
    game = models.SlugField(db_index=False)
    title = models.CharField(max_length=400, blank=True, help_text=_("The title stated in the file."))
    text = models.TextField(help_text=_("The content of the file."))
    hash = models.CharField(
        max_length=64, help_text=_("Hash of the text. Uploading the same file again creates no new version.")
    )
    cards = models.PositiveIntegerField(help_text=_("The number of cards in the file."))
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, null=True, db_constraint=False, related_name="+"
    )
    uploaded_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = CardFileQuerySet.as_manager()

    class Meta:
        ordering = ("event", "-number")
        indexes = (models.Index(fields=["game", "hash"], name="card_file_by_text"),)
        constraints = (
            models.UniqueConstraint(fields=["event", "number"], name="card_file_number_once"),
            models.UniqueConstraint(fields=["event", "game", "hash"], name="card_file_text_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="card_file_from_one"),
            models.CheckConstraint(condition=~Q(text=""), name="card_file_not_empty"),
        )

    def __str__(self) -> str:
        return f"{self.event_id} v{self.number}"


class CardFileChoiceQuerySet(AppendOnlyQuerySet["CardFileChoice"]):
    """Queries on choices of a card file."""


class CardFileChoice(AppendOnly):
    """Choice of the card file version that an event uses; the last choice applies."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="card_file_choices", db_index=False)
    number = models.PositiveIntegerField()
    file = models.ForeignKey(
        CardFile,
        on_delete=models.CASCADE,
        null=True,
        related_name="choices",
        help_text=_("Empty if the event uses only the cards of this site."),
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, null=True, db_constraint=False, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now, editable=False)

    objects = CardFileChoiceQuerySet.as_manager()

    class Meta:
        ordering = ("event", "-number")
        constraints = (
            models.UniqueConstraint(fields=["event", "number"], name="card_file_choice_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="card_file_choice_from_one"),
        )

    def __str__(self) -> str:
        return f"{self.event_id} choice {self.number}"


class DeckRulesQuerySet(AppendOnlyQuerySet["DeckRules"]):
    """Queries on deck rules."""


class DeckRules(AppendOnly):
    """A version of an event's own deck rules; the last version applies."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="deck_rules", db_index=False)
    number = models.PositiveIntegerField()
    game = models.SlugField(db_index=False)
    banned = models.JSONField(null=True, help_text=_("Card names. Null if not stated, empty if no card is banned."))
    restricted = models.JSONField(
        null=True, help_text=_("Names of cards limited to one copy. Null if not stated, empty if there are none.")
    )
    facts = models.JSONField(default=dict, help_text=_("Values of the game's deck facts by slug."))
    hash = models.CharField(max_length=64, help_text=_("Hash of all values of this version."))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, null=True, db_constraint=False, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now, editable=False)

    objects = DeckRulesQuerySet.as_manager()

    class Meta:
        ordering = ("event", "-number")
        indexes = (models.Index(fields=["game", "hash"], name="deck_rules_by_what_is_said"),)
        constraints = (
            models.UniqueConstraint(fields=["event", "number"], name="deck_rules_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="deck_rules_from_one"),
        )

    def __str__(self) -> str:
        return f"{self.event_id} deck rules {self.number}"

    @property
    def values(self) -> EventDeckRules:
        """The rules in the form used by the deck check."""
        return EventDeckRules(
            banned=None if self.banned is None else tuple(self.banned),
            restricted=None if self.restricted is None else tuple(self.restricted),
            facts={slug: tuple(answer) for slug, answer in self.facts.items()},
        )


class CardPoolQuerySet(AppendOnlyQuerySet["CardPool"]):
    """Queries on pools."""

    def visible_to(self, viewer: object) -> "CardPoolQuerySet":
        """Return the pools that a viewer may read.

        Players read their own pools and staff read all. Others read the current pools, as with decklists (see
        :func:`readable_by`).
        """
        if isinstance(viewer, User) and viewer.is_superuser:
            return self
        own = Q(pk__in=[])
        if isinstance(viewer, User):
            own = Q(registration__player__user=viewer) | Q(
                registration__event__in=StaffRole.objects.in_force(viewer).values("event_id")
            )
        return self.filter(own | (readable_by(viewer) & Q(pk__in=CardPool.objects.counting().values("pk"))))

    def counting(self) -> "CardPoolQuerySet":
        """Return the current pool of each player and format.

        It is the latest, unless that was removed.
        """
        newer = CardPool.objects.filter(
            registration=OuterRef("registration"),
            game=OuterRef("game"),
            format=OuterRef("format"),
            number__gt=OuterRef("number"),
        )
        return self.filter(~Exists(newer)).exclude(text="")


class CardPool(AppendOnly):
    """The cards from which a player builds a deck in a limited format.

    A pool belongs to a format, not to a stage, so that it survives a change of the stages.
    """

    registration = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="card_pools", db_index=False)
    number = models.PositiveIntegerField()
    game = models.SlugField(db_index=False)
    format = models.SlugField(db_index=False)
    text = models.TextField(
        blank=True, help_text=_("The text as typed. Empty if this entry removes the previous pool.")
    )
    cards = models.PositiveIntegerField(help_text=_("The number of cards in the pool."))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, null=True, db_constraint=False, related_name="+"
    )
    by_staff = models.BooleanField(default=True)
    at = models.DateTimeField(default=timezone.now, editable=False)
    reason = models.TextField(blank=True)

    objects = CardPoolQuerySet.as_manager()

    class Meta:
        ordering = ("registration", "-number")
        constraints = (
            models.UniqueConstraint(fields=["registration", "number"], name="card_pool_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="card_pool_from_one"),
            models.CheckConstraint(
                condition=Q(text="", cards=0) | (~Q(text="") & Q(cards__gte=1)), name="card_pool_has_cards_or_no_text"
            ),
        )

    def __str__(self) -> str:
        return f"{self.registration_id} pool {self.number}"


class DeckVersionQuerySet(AppendOnlyQuerySet["DeckVersion"]):
    """Queries on submitted decklists."""

    def visible_to(self, viewer: object) -> "DeckVersionQuerySet":
        """Return the versions that a viewer may read (see :func:`readable_by`).

        Only the player and the staff may read versions that were replaced or not accepted.
        """
        if isinstance(viewer, User) and viewer.is_superuser:
            return self
        own = Q(pk__in=[])
        if isinstance(viewer, User):
            own = Q(registration__player__user=viewer) | Q(
                registration__event__in=StaffRole.objects.in_force(viewer).values("event_id")
            )
        current_versions = DeckVersion.objects.counting().values("pk")
        return self.filter(own | (readable_by(viewer) & Q(pk__in=current_versions)))

    def counting(self) -> "DeckVersionQuerySet":
        """Return the current version of each player: the latest accepted one."""
        newer = DeckVersion.objects.filter(
            registration=OuterRef("registration"), number__gt=OuterRef("number"), accepted=True
        )
        return self.filter(~Exists(newer), accepted=True)


class DeckVersion(AppendOnly):
    """A submitted decklist with its verdict.

    Later changes of the rules do not alter the verdict.
    """

    registration = models.ForeignKey(
        Registration, on_delete=models.CASCADE, related_name="deck_versions", db_index=False
    )
    stage = models.ForeignKey(
        Stage,
        on_delete=models.CASCADE,
        null=True,
        related_name="deck_versions",
        help_text=_("Empty for the whole event."),
    )
    number = models.PositiveIntegerField()
    text = models.TextField(help_text=_("The text as the player typed it."))
    deck = models.JSONField(help_text=_("The recognised cards: [{name, quantity, lines}]."))
    game = models.SlugField(db_index=False)
    format = models.SlugField(db_index=False)
    card_pool = models.CharField(max_length=80, help_text=_("The card catalogue used for the deck check."))
    card_file = models.ForeignKey(
        CardFile,
        on_delete=models.RESTRICT,
        null=True,
        related_name="deck_versions",
        help_text=_("The version of the event's card file used for the deck check. Empty if there was none."),
    )
    deck_rules = models.ForeignKey(
        DeckRules,
        on_delete=models.RESTRICT,
        null=True,
        related_name="deck_versions",
        help_text=_("The deck rules of the event used for the deck check. Empty if there were none."),
    )
    pool = models.ForeignKey(
        CardPool,
        on_delete=models.RESTRICT,
        null=True,
        related_name="deck_versions",
        help_text=_("The pool used for the deck check. Empty if there was none."),
    )
    checked_on = models.DateField(help_text=_("The date whose rules applied to the deck check."))
    report = models.JSONField(help_text=_("The full report of the deck check."))
    legal = models.BooleanField(help_text=_("No problems were found and everything could be checked."))
    as_far_as_known = models.BooleanField(
        default=False, help_text=_("No problems were found, but not everything could be checked.")
    )
    accepted = models.BooleanField(
        help_text=_(
            "Whether the player may play with this list: it is legal, or the staff accepted it despite its problems."
        )
    )
    submitted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, null=True, db_constraint=False, related_name="+"
    )
    submitted_at = models.DateTimeField(default=timezone.now, editable=False)
    by_staff = models.BooleanField(default=False)
    reason = models.TextField(blank=True)
    fingerprint = models.CharField(max_length=12, help_text=_("Short hash of the text, with a salt of the event."))

    objects = DeckVersionQuerySet.as_manager()

    class Meta:
        ordering = ("registration", "-number")
        constraints = (
            models.UniqueConstraint(fields=["registration", "number"], name="deck_version_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="deck_version_from_one"),
            models.CheckConstraint(
                condition=Q(legal=False) | Q(as_far_as_known=False), name="deck_version_legal_or_as_far_as_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.registration_id} v{self.number}"

    @property
    def lacks_pool(self) -> bool:
        """True if the format needs a pool and the list was checked without one."""
        game = GAMES.get(self.game)
        return self.pool_id is None and game is not None and game.needs_pool(self.format)

    @property
    def verdict(self) -> Verdict:
        """The verdict.

        Lists checked without the pool that they need are provisionally legal.
        """
        if self.as_far_as_known or (self.legal and self.lacks_pool):
            return Verdict.AS_FAR_AS_KNOWN
        return Verdict.LEGAL if self.legal else Verdict.NOT_LEGAL

    @property
    def is_legal(self) -> bool:
        """True if the list is legal and everything could be checked."""
        return self.verdict is Verdict.LEGAL

    @property
    def is_provisionally_legal(self) -> bool:
        """True if no problems are known, but not everything could be checked."""
        return self.verdict is Verdict.AS_FAR_AS_KNOWN


class DeckCard(models.Model):
    """A card of a version.

    Stored in addition to ``DeckVersion.deck`` for searches by card.
    """

    version = models.ForeignKey(DeckVersion, on_delete=models.CASCADE, related_name="cards", db_index=False)
    name = models.CharField(max_length=120)
    quantity = models.PositiveIntegerField()

    class Meta:
        ordering = ("version", "name")
        indexes = (models.Index(fields=["name"], name="deck_card_name"),)
        constraints = (
            models.UniqueConstraint(fields=["version", "name"], name="deck_card_once_a_version"),
            models.CheckConstraint(condition=Q(quantity__gte=1), name="deck_card_at_least_one"),
        )

    def __str__(self) -> str:
        return f"{self.quantity} {self.name}"


class DeckLock(models.Model):
    """Lock or unlock of one player's decklist by the staff; overrides the deadline."""

    registration = models.OneToOneField(Registration, on_delete=models.CASCADE, related_name="deck_lock")
    locked = models.BooleanField()
    changed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    changed_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.registration_id} {'locked' if self.locked else 'unlocked'}"


class ListWaiverQuerySet(AppendOnlyQuerySet["ListWaiver"]):
    """Queries on waivers."""


class ListWaiver(AppendOnly):
    """Permission for a player to play a stage without an accepted decklist.

    The staff give it. It applies only to the problem that existed when it was given. For example, a waiver for a
    missing list does not cover a list with banned cards that is submitted later.
    """

    registration = models.ForeignKey(
        Registration, on_delete=models.CASCADE, related_name="list_waivers", db_index=False
    )
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="list_waivers")
    problem = models.CharField(max_length=10, help_text=_("The waived problem: missing, problems, format or illegal."))
    reason = models.TextField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, null=True, db_constraint=False, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now, editable=False)

    objects = ListWaiverQuerySet.as_manager()

    class Meta:
        ordering = ("stage", "pk")
        constraints = (
            models.UniqueConstraint(fields=["registration", "stage", "problem"], name="list_waiver_once_a_problem"),
            models.CheckConstraint(condition=~Q(reason=""), name="list_waiver_has_a_reason"),
            models.CheckConstraint(
                condition=Q(problem__in=["missing", "problems", "format", "illegal"]), name="list_waiver_problem_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.registration_id} {self.stage_id} {self.problem}"
