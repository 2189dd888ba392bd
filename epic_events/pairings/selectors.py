"""Queries for the stages, rounds and matches of an event, shared by all packages."""

from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.events.extensions import EVENT
from epic_events.events.models import Event, Participation, Registration, Stage
from epic_events.infra.database.compiled_queries import CompiledQuery, columns_of, instances_from, or_none
from epic_events.infra.errors import MissingError
from epic_events.pairings.methods import standings as pure
from epic_events.pairings.models import Match, PodSeat, Round, Seat


@dataclass(frozen=True)
class EventPlan:
    """The stages and rounds of an event, loaded once and passed down.

    Attributes:
        event: the event.
        stages: its stages in order.
        begun: keys of the stages with participations.
        rounds: its rounds in order, unpublished ones included.
    """

    event: Event
    stages: tuple[Stage, ...]
    begun: frozenset[int]
    rounds: tuple[Round, ...]

    @property
    def counting_stage(self) -> Stage | None:
        """The stage whose standings count now.

        That is the last non-elimination stage that has begun, else the first one.
        """
        counting = [stage for stage in self.stages if not stage.is_elimination]
        begun = [stage for stage in counting if stage.pk in self.begun]
        return next(iter((*begun[-1:], *counting)), None)

    @property
    def cut(self) -> Stage | None:
        """The elimination stage, which is always the last; None if there is none."""
        return next((stage for stage in self.stages if stage.is_elimination), None)

    @property
    def latest_round(self) -> Round | None:
        """The last paired round, published or not."""
        return self.rounds[-1] if self.rounds else None

    @property
    def published_rounds(self) -> list[Round]:
        """The published rounds in order."""
        return [round_ for round_ in self.rounds if round_.status != Round.Status.DRAFT]

    def next_stage(self, stage: Stage) -> Stage | None:
        """Return the stage after another one; None after the last."""
        return next((each for each in self.stages if each.order > stage.order), None)

    def last_finished(self, stage: Stage | None) -> int:
        """Return the number of a stage's last finished round, or 0.

        Its standings are public.
        """
        if stage is None:
            return 0
        run = {each.pk for each in self._combined_stages(stage)}
        finished = (each for each in self.rounds if each.stage_id in run and each.status == Round.Status.FINISHED)
        return max((round_.number for round_ in finished), default=0)

    def _combined_stages(self, stage: Stage) -> list[Stage]:
        """Return the stages whose results count in a stage, this one last."""
        run = [stage]
        for before in reversed([each for each in self.stages if each.order < stage.order]):
            if not run[0].carries:
                break
            run.insert(0, before)
        return run


def load_event_plan(event: Event) -> EventPlan:
    """Load the stages and rounds of an event as they are now, in one query."""
    stages: dict[int, Stage] = {}
    begun, rounds = set(), []
    for row in _PLAN.rows(event=event.pk):
        stage, round_ = instances_from(row, Stage, Round)
        stage = stages.setdefault(stage.pk, stage)
        stage.event = event
        if row[-1]:
            begun.add(stage.pk)
        if or_none(round_) is not None:
            round_.stage = stage
            rounds.append(round_)
    return EventPlan(event, tuple(stages.values()), frozenset(begun), tuple(rounds))


def event_plan(event: Event) -> EventPlan:
    """Return the plan of an event, loaded once for all parts of a page.

    It stays with the instance of the event, so services, which change stages and rounds, load their own.
    """
    shared = vars(event)
    if _SHARED_PLAN not in shared:
        shared[_SHARED_PLAN] = load_event_plan(event)
    plan: EventPlan = shared[_SHARED_PLAN]
    return plan


def _plan() -> QuerySet[Stage, tuple[Any, ...]]:
    """Return an event's stages with their rounds in order.

    Each has a flag for stages with participations.
    """
    begun = Exists(Participation.objects.filter(stage=OuterRef("pk")))
    rounds = [f"round_set__{column}" for column in columns_of(Round)]
    stages = Stage.objects.filter(event_id=EVENT).order_by("order", "round_set__number")
    return stages.values_list(*columns_of(Stage), *rounds, begun)


def stage_after(stage: Stage) -> Stage | None:
    """Return the next stage of the event; None after the last."""
    return Stage.objects.filter(event=stage.event_id, order__gt=stage.order).order_by("order").first()


def combined_stages(stage: Stage) -> list[Stage]:
    """Return the stages whose points and opponents count in this one, this one last."""
    if not stage.carries:
        return [stage]
    run = [stage]
    for before in Stage.objects.filter(event=stage.event_id, order__lt=stage.order).order_by("-order"):
        run.insert(0, before)
        if not before.carries:
            break
    return run


_PLAN: Final = CompiledQuery(_plan)
_SHARED_PLAN: Final = "_event_plan"


def get_match(event: Event, key: int) -> Match:
    """Return a match of an event by its primary key, for the staff.

    Raises:
        MissingError: the event has no such match.
    """
    match = Match.objects.filter(pk=key, round__stage__event=event).first()
    if match is None:
        raise MissingError(_("This match does not exist."))
    return match


def match_points_of(stage: Stage) -> pure.Points:
    """Return the match points for a win, a draw, a loss and a bye in a stage."""
    return pure.Points(stage.win_points, stage.draw_points, stage.loss_points, stage.bye_points)


def open_tables(round_: Round) -> list[Match]:
    """Return the matches without a final result, by table."""
    return list(round_.matches.open().order_by("table", "pk"))


def own_seat(user: object, match: Match) -> Seat | None:
    """Return the user's seat in a match, in one query unless the seats are prefetched."""
    if not isinstance(user, User):
        return None
    if "seats" in getattr(match, "_prefetched_objects_cache", {}):
        return next((seat for seat in match.seats.all() if seat.registration.player.user_id == user.pk), None)
    return Seat.objects.filter(match=match, registration__player__user=user).select_related("registration").first()


def current_pod_seat(event: Event, viewer: User) -> PodSeat | None:
    """Return the viewer's pod seat in the current stage; None if there is none."""
    begun = event.stages.filter(participations__isnull=False).order_by("-order")
    seats = PodSeat.objects.filter(
        podding__stage=Subquery(begun.values("pk")[:1]),
        podding__published_at__isnull=False,
        registration__player__user=viewer,
    )
    return seats.exclude(registration__status=Registration.Status.DROPPED).select_related("podding__stage").first()


def has_overall_standings(event: Event) -> bool:
    """Return True if the event has final standings over several stages."""
    return event.status == Event.Status.FINISHED and len(event_plan(event).stages) > 1
