"""Planned and finished drafting and building before the first round of a stage."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.utils.translation import gettext as _

from epic_events.events.models import Event, Stage
from epic_events.infra.errors import StateError
from epic_events.pairings.models import Preparation, Round
from epic_events.pairings.selectors import EventPlan

Kind = Preparation.Kind


class PreparationState(StrEnum):
    """State of drafting or building."""

    PLANNED = "planned"
    RUNNING = "running"
    ENDED = "ended"
    SKIPPED = "skipped"


PREPARATION_STATES: Final = tuple(state.value for state in PreparationState)


@dataclass(frozen=True)
class StagePreparation:
    """Drafting and building of a stage.

    Attributes:
        stage: the stage, with its event loaded.
        minutes: planned minutes by kind, in order; kinds that are not planned are left out.
        rows: what was begun or skipped, by kind.
    """

    stage: Stage
    minutes: Mapping[str, int]
    rows: Mapping[str, Preparation]

    def state_of(self, kind: str) -> PreparationState:
        """Return the state of drafting or building."""
        row = self.rows.get(kind)
        if row is None:
            return PreparationState.PLANNED
        if row.ended_at is None:
            return PreparationState.RUNNING
        return PreparationState.ENDED if row.started_at else PreparationState.SKIPPED

    @property
    def kinds(self) -> list[str]:
        """Planned and begun kinds, in order."""
        return [kind for kind in Kind.values if kind in self.minutes or kind in self.rows]

    @property
    def running(self) -> str | None:
        """What the players do now; None if neither is in progress."""
        return next((kind for kind in self.kinds if self.state_of(kind) is PreparationState.RUNNING), None)

    @property
    def next(self) -> str | None:
        """What is in progress or comes next; None if the first round can be paired."""
        upcoming = None
        for kind in reversed(self.kinds):
            if self.state_of(kind) in (PreparationState.ENDED, PreparationState.SKIPPED):
                break
            upcoming = kind
        return upcoming

    @property
    def last_done(self) -> str | None:
        """What was ended or skipped last; None if nothing was."""
        done = (PreparationState.ENDED, PreparationState.SKIPPED)
        return next((kind for kind in reversed(self.kinds) if self.state_of(kind) in done), None)

    @property
    def builds(self) -> bool:
        """True if decks are built, so that lists are due at the end of building."""
        return Kind.BUILDING in self.kinds

    @property
    def are_lists_due(self) -> bool:
        """True once building has ended."""
        return self.state_of(Kind.BUILDING) is PreparationState.ENDED


def load_preparation(stage: Stage, before: Stage | None = None) -> StagePreparation:
    """Return drafting and building of a stage; no query if the stage has neither.

    Args:
        stage: the stage, with its event loaded.
        before: the previous stage; loaded if it is needed and not given.
    """
    if before is None and stage.order > 1 and not stage.is_elimination:
        before = stage.event.stages.filter(order__lt=stage.order).order_by("-order").first()
        if before is not None:
            before.event = stage.event
    minutes = {
        kind: planned for kind, planned in zip(Kind.values, stage.planned_preparation(before), strict=True) if planned
    }
    rows = {row.kind: row for row in stage.preparations.all()} if minutes else {}
    return StagePreparation(stage, minutes, rows)


def load_next_preparation(plan: EventPlan) -> StagePreparation | None:
    """Return drafting and building of the stage that is about to begin.

    None if the event is not open or running, or its next round is not the first one of a stage. No query for stages
    without them.
    """
    last = plan.latest_round
    if plan.event.status not in (Event.Status.OPEN, Event.Status.RUNNING):
        return None
    if last is None:
        return load_preparation(plan.stages[0]) if plan.stages else None
    if last.status == Round.Status.DRAFT or last.stage.last_round is None or last.number < last.stage.last_round:
        return None
    stage = plan.next_stage(last.stage)
    return load_preparation(stage, last.stage) if stage is not None else None


def require_not_running(preparation: StagePreparation) -> None:
    """Raise `StateError` if the players of a stage are drafting or building."""
    if preparation.running is not None:
        raise StateError(
            _("%(preparation)s is in progress. End it before you pair the first round.")
            % {"preparation": Kind(preparation.running).label}
        )
