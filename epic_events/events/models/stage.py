"""Model of stages: pairing method, rounds, points and tie-breakers."""

from typing import TYPE_CHECKING

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from epic_events.events.defaults import default_tie_breaks, new_lot_seed
from rules.games import GAMES

if TYPE_CHECKING:
    from rules.decks import Format


MAX_PREPARATION_MINUTES = 600


class Stage(models.Model):
    """Part of an event with one pairing method, such as Swiss or single elimination.

    Rounds are numbered consecutively through all stages, except that an elimination stage, which is always the last
    one, starts again with round 1.
    """

    class Kind(models.TextChoices):
        """Pairing method of a stage."""

        SWISS = "swiss", _("Swiss")
        PODS = "pods", _("Pods")
        ROUND_ROBIN = "round_robin", _("Round robin")
        ELIMINATION = "elimination", _("Single elimination")
        DOUBLE_ELIMINATION = "double", _("Double elimination")

    class PodOrder(models.TextChoices):
        """Method that assigns players to pods."""

        CHANCE = "chance", _("Random")
        SNAKE = "snake", _("By standings, top players spread over the pods")
        BLOCKS = "blocks", _("By standings, top players together")

    ELIMINATIONS = (Kind.ELIMINATION, Kind.DOUBLE_ELIMINATION)
    MIN_POD_SIZE, MAX_POD_SIZE = 4, 8
    MAX_BRACKET_SIZE, MAX_ROUND_ROBIN_SIZE = 64, 32

    class PlayFirst(models.TextChoices):
        """Rule for who chooses the first player of a game.

        Sources: random before the first game (tabletop tournament rules 6.3); the higher seed before the deciding game
        (organised qualifiers of 2016). No Epic document covers the games between: there the loser of the previous game
        chooses, as is usual in card tournaments.
        """

        RANDOM = "random", _("Random, then the loser of the previous game")
        SEED = "seed", _("The higher seed, then the loser of the previous game")
        SEED_DECIDES = (
            "seed_decides",
            _("Random, then the loser of the previous game; the higher seed in the deciding game"),
        )

    class DropOrder(models.IntegerChoices):
        """Order in which losers enter the losers' bracket; fixed when the stage begins."""

        FIRST = 1, _("Original order, with more early rematches")
        FEWEST_REMATCHES = 2, _("Order with the fewest early rematches")

    event = models.ForeignKey("events.Event", on_delete=models.CASCADE, related_name="stages", db_index=False)
    order = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12, choices=Kind.choices, default=Kind.SWISS)
    name = models.CharField(_("name"), max_length=60, blank=True, help_text=_("For example “Cube draft”."))
    format = models.SlugField(blank=True, help_text=_("Leave empty for the event's format."), db_index=False)
    best_of = models.PositiveSmallIntegerField(_("best of"), default=1, choices=[(1, "1"), (3, "3"), (5, "5")])
    minutes = models.PositiveSmallIntegerField(
        _("minutes per round"), null=True, blank=True, validators=[MinValueValidator(5), MaxValueValidator(600)]
    )
    rounds = models.PositiveSmallIntegerField(
        _("rounds"), null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(20)]
    )
    first_round = models.PositiveSmallIntegerField(
        default=1, help_text=_("Number of the first round of the stage. Set when the stage begins.")
    )
    cut_size = models.PositiveSmallIntegerField(
        _("players who advance"),
        null=True,
        blank=True,
        help_text=_("Number of players who advance to this stage. Empty: all remaining players."),
    )
    entered = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("Number of players at the start of the stage. Empty until it begins.")
    )
    carries = models.BooleanField(
        default=False, help_text=_("Carry over points and opponents from the previous stage.")
    )
    power_from = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("First round of the stage, counted from 1, that is paired by rank.")
    )
    pod_size = models.PositiveSmallIntegerField(_("players per pod"), null=True, blank=True)
    pod_order = models.CharField(max_length=6, choices=PodOrder.choices, blank=True)
    draft_minutes = models.PositiveSmallIntegerField(
        _("minutes to draft"),
        null=True,
        blank=True,
        validators=[MaxValueValidator(MAX_PREPARATION_MINUTES)],
        help_text=_("Before the first round. Empty: as usual for the format. 0: no drafting."),
    )
    build_minutes = models.PositiveSmallIntegerField(
        _("minutes to build"),
        null=True,
        blank=True,
        validators=[MaxValueValidator(MAX_PREPARATION_MINUTES)],
        help_text=_("Before the first round. Empty: as usual for the format. 0: no building."),
    )
    legs = models.PositiveSmallIntegerField(
        default=1, help_text=_("How often each pair of players meets in a round robin.")
    )
    third_place = models.BooleanField(
        default=False, help_text=_("Play a third-place match between the losers of the semifinals.")
    )
    final_reset = models.BooleanField(
        default=False, help_text=_("Play a second final in double elimination if both finalists have lost once.")
    )
    drop_order = models.PositiveSmallIntegerField(
        choices=DropOrder.choices,
        default=DropOrder.FEWEST_REMATCHES,
        help_text=_("Order in which losers enter the losers' bracket."),
    )
    tie_breaks = models.JSONField(
        default=default_tie_breaks,
        help_text=_("Tie-breakers in order, each a name or an object with a name and options."),
    )
    tie_break_seed = models.BigIntegerField(
        default=new_lot_seed, help_text=_("Seed of the random draw for ties that no tie-breaker resolves.")
    )
    win_points = models.PositiveSmallIntegerField(default=3)
    draw_points = models.PositiveSmallIntegerField(default=1)
    loss_points = models.PositiveSmallIntegerField(default=0)
    bye_points = models.PositiveSmallIntegerField(default=3)
    play_first = models.CharField(
        _("who chooses the first player"), max_length=12, choices=PlayFirst.choices, default=PlayFirst.RANDOM
    )
    records_health = models.BooleanField(
        _("record the remaining health at the end of a match"),
        default=False,
        help_text=_("Results include both players' remaining health, which some leagues use as a tie-breaker."),
    )

    class Meta:
        ordering = ("event", "order")
        constraints = (
            models.UniqueConstraint(fields=["event", "order"], name="stage_order_once"),
            models.CheckConstraint(
                condition=Q(kind__in=["swiss", "pods", "round_robin", "elimination", "double"]), name="stage_kind_known"
            ),
            models.CheckConstraint(condition=Q(best_of__in=[1, 3, 5]), name="stage_best_of_odd"),
            models.CheckConstraint(condition=Q(rounds=None) | Q(rounds__gte=1), name="stage_rounds_positive"),
            models.CheckConstraint(condition=Q(first_round__gte=1), name="stage_first_round_from_one"),
            models.CheckConstraint(
                condition=Q(play_first__in=["random", "seed", "seed_decides"]), name="stage_play_first_known"
            ),
            models.CheckConstraint(
                condition=Q(cut_size=None)
                | Q(kind__in=["elimination", "double"], cut_size__gte=2, cut_size__lte=64)
                | Q(kind__in=["swiss", "pods", "round_robin"], cut_size__gte=2, order__gte=2),
                name="stage_cut_size_fits_kind",
            ),
            models.CheckConstraint(
                condition=Q(carries=False) | Q(kind__in=["swiss", "pods", "round_robin"], order__gte=2),
                name="stage_carries_from_a_stage_before",
            ),
            models.CheckConstraint(
                condition=Q(power_from=None) | Q(kind="swiss", power_from__gte=1), name="stage_power_pairing_is_swiss"
            ),
            models.CheckConstraint(
                condition=(
                    Q(kind="pods", pod_size__isnull=False, pod_size__gte=4, pod_size__lte=8)
                    & Q(pod_order__in=["chance", "snake", "blocks"])
                )
                | (~Q(kind="pods") & Q(pod_size=None, pod_order="")),
                name="stage_pod_size_fits_kind",
            ),
            models.CheckConstraint(condition=Q(legs=1) | Q(kind="round_robin", legs=2), name="stage_legs_fit_kind"),
            models.CheckConstraint(
                condition=Q(third_place=False) | Q(kind="elimination"), name="stage_third_place_fits_kind"
            ),
            models.CheckConstraint(
                condition=Q(final_reset=False) | Q(kind="double"), name="stage_final_reset_fits_kind"
            ),
            models.CheckConstraint(condition=Q(drop_order__in=[1, 2]), name="stage_drop_order_known"),
            models.CheckConstraint(
                condition=(Q(draft_minutes=None) | Q(draft_minutes__lte=600))
                & (Q(build_minutes=None) | Q(build_minutes__lte=600)),
                name="stage_preparation_minutes_sensible",
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()} ({self.event_id})"

    @property
    def deck_format(self) -> str:
        """Slug of the deck format of the stage."""
        return self.format or self.event.format

    @property
    def rules_of_format(self) -> "Format | None":
        """The deck format of the stage; None if the game no longer has it."""
        game = GAMES.get(self.event.game)
        return game.formats.get(self.deck_format) if game else None

    @property
    def is_drafted(self) -> bool:
        """True if the cards of the stage are drafted at a table before its first round."""
        deck_format = self.rules_of_format
        return bool(self.draft_minutes) or (deck_format is not None and deck_format.draft_minutes is not None)

    def planned_preparation(self, before: "Stage | None") -> tuple[int, int]:
        """Return the minutes to draft and to build before the first round; 0 for none.

        Usual minutes of the format apply where players get new cards: in the first stage, in pods, and in a stage with
        another format than the previous one.

        Args:
            before: the previous stage; None for the first one.
        """
        if self.is_elimination:
            return 0, 0
        new_cards = before is None or self.kind == self.Kind.PODS or self.deck_format != before.deck_format
        usual = self.rules_of_format if new_cards else None
        draft, build = (usual.draft_minutes, usual.build_minutes) if usual else (None, None)
        return (
            (draft or 0) if self.draft_minutes is None else self.draft_minutes,
            (build or 0) if self.build_minutes is None else self.build_minutes,
        )

    @property
    def title(self) -> str:
        """Name of the stage, or its kind if it has no name."""
        return self.name or str(self.get_kind_display())

    @property
    def tie_break_names(self) -> list[str]:
        """Names of the tie-breakers in order, without their options."""
        return [item if isinstance(item, str) else str(item["name"]) for item in self.tie_breaks]

    @property
    def is_elimination(self) -> bool:
        """True for single and double elimination."""
        return self.kind in self.ELIMINATIONS

    @property
    def last_round(self) -> int | None:
        """Number of the last planned round, or None if it is not yet known."""
        return None if self.rounds is None else self.first_round + self.rounds - 1

    @property
    def bracket_players(self) -> int:
        """Number of players in the bracket: actual once it has begun, before that planned."""
        return self.entered or self.cut_size or 2

    @property
    def most_players(self) -> int | None:
        """Maximum number of players for the kind of stage, or None for no limit."""
        if self.kind == self.Kind.ROUND_ROBIN:
            return self.MAX_ROUND_ROBIN_SIZE
        return self.MAX_BRACKET_SIZE if self.is_elimination else None
