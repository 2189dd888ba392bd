"""Progress of an event: remaining rounds, the next step, and unmet requirements."""

from enum import StrEnum

from django.utils.translation import gettext as _

from epic_events.events.models import Event, Registration, Stage
from epic_events.events.readiness import UnreadyEntry, has_requirements, list_unready_entries
from epic_events.infra.errors import StateError
from epic_events.pairings.cut.services import find_next_round, has_all_rounds
from epic_events.pairings.models import Podding, Round
from epic_events.pairings.preparation import load_preparation
from epic_events.pairings.rounds.services.drafts import plan_bracket_round
from epic_events.pairings.selectors import stage_after


class Step(StrEnum):
    """The next step at the desk."""

    PAIR = "pair"
    SEAT_PODS = "seat_pods"
    PUBLISH_PODS = "publish_pods"
    DRAFTING = "drafting"
    BUILDING = "building"
    PUBLISH = "publish"
    RESULTS = "results"
    CUT = "cut"
    FINISH = "finish"
    NOTHING = "nothing"


def describe_remaining_rounds(last: Round | None, *, under_way: bool = False) -> str:
    """Describe the planned rounds that have not been played. Empty if there are none.

    Args:
        last: the latest round of the event.
        under_way: True if the latest round is unpublished or waits for results, so it does not count as played.
    """
    if last is None:
        return _("No round has been played.")
    if not has_all_rounds(last.stage, last):
        return _left_of(last.stage, last, under_way=under_way)
    following = stage_after(last.stage)
    if following is None:
        return ""
    if following.is_elimination:
        return _("The cut has not been played.")
    return _("“%(stage)s” has not been played.") % {"stage": following.title}


def _left_of(stage: Stage, last: Round, *, under_way: bool) -> str:
    if stage.is_elimination:
        return _("The final has not been played.")
    done = last.number - stage.first_round + (not under_way)
    played = {"played": done, "rounds": stage.rounds or 0, "stage": stage.title}
    if stage.kind == Stage.Kind.SWISS and stage.order == 1:
        return _("%(played)d of %(rounds)d Swiss rounds have been played.") % played
    return _("%(played)d of %(rounds)d rounds of “%(stage)s” have been played.") % played


def get_next_step(event: Event, last: Round | None) -> Step:
    """Return the next step at the desk, given the event's latest round."""
    return get_next_round(event, last)[0]


def get_next_round(event: Event, last: Round | None) -> tuple[Step, Stage | None, int]:
    """Return the next step, and stage and number of the next round to pair."""
    if event.status not in (Event.Status.OPEN, Event.Status.RUNNING):
        return Step.NOTHING, None, 0
    if last is not None and last.status == Round.Status.DRAFT:
        return Step.PUBLISH, None, 0
    if last is not None and last.matches.open().exists():
        return Step.RESULTS, None, 0
    try:
        stage, number = find_next_round(event, last)
    except StateError:
        return Step.FINISH, None, 0
    if last is not None and last.stage_id == stage.pk:
        return Step.PAIR, stage, number
    stage.event = event
    return _add_preparation(_first_step(stage, last), stage, last), stage, number


def _first_step(stage: Stage, last: Round | None) -> Step:
    """Return the first step of a stage without a paired round."""
    if stage.kind != Stage.Kind.PODS:
        return Step.CUT if stage.is_elimination and last is not None else Step.PAIR
    podding = Podding.objects.filter(stage=stage).first()
    if podding is None:
        return Step.SEAT_PODS
    return Step.PAIR if podding.published_at else Step.PUBLISH_PODS


def _add_preparation(step: Step, stage: Stage, last: Round | None) -> Step:
    """Return drafting or building instead of pairing if it comes first."""
    if step is not Step.PAIR:
        return step
    following = load_preparation(stage, last.stage if last is not None else None).next
    return Step(following) if following else step


_STEPS = (Step.PAIR, Step.SEAT_PODS, Step.PUBLISH_PODS, Step.PUBLISH, Step.CUT)


def find_unmet_requirements(
    event: Event, last: Round | None, step: Step, stage: Stage | None, number: int
) -> list[UnreadyEntry]:
    """Return the unmet requirements of the next round's participants, by name.

    Waived requirements are included.

    Args:
        event: the event.
        last: its latest round.
        step: the next step at the desk.
        stage: the stage of the next round. `None` if a round is paired but not published.
        number: the number of the next round.
    """
    if not has_requirements(event) or step not in _STEPS:
        return []
    if step is Step.PUBLISH and last is not None:
        stage = last.stage
    if stage is None:
        return []
    stage.event = event
    if step in (Step.SEAT_PODS, Step.PUBLISH_PODS) and load_preparation(stage).builds:
        return []  # lists are due after building
    here = event.registrations.filter(status=Registration.Status.CHECKED_IN)
    if step is Step.PUBLISH:
        here = here.filter(seats__round=last)
    elif last is not None and last.stage_id != stage.pk:
        here = here.filter(pk__in=Registration.objects.playing(last.stage, last.number + 1))
    elif stage.is_elimination and last is not None:
        here = here.filter(
            pk__in=[player for match in plan_bracket_round(stage, number).matches for player in match.players]
        )
    elif event.has_started:
        here = here.filter(pk__in=Registration.objects.playing(stage, number))
    return list_unready_entries(event, stage, list(here.values_list("pk", flat=True)))
