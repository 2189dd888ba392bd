"""Requirements of the next round: participants who do not meet them."""

from epic_events.events.models import Event, Registration, Stage
from epic_events.events.readiness import UnreadyEntry, has_requirements, list_unready_entries
from epic_events.pairings.models import Round
from epic_events.pairings.rounds.progress import Step
from epic_events.pairings.rounds.services.drafts import plan_bracket_round

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
