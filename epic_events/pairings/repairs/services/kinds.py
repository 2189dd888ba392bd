"""Base class of repairs, shared lookups and discarded unpublished pairings.

Every function expects the event to be locked.
"""

from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any, ClassVar, Self

from django.db.models import Model
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.events.models import Event
from epic_events.infra.errors import MissingError, StateError, UserError
from epic_events.pairings import selectors
from epic_events.pairings.models import Match, Round
from epic_events.pairings.repairs.services.event_state import Difference, RoundName
from epic_events.pairings.rounds.services.ending import start_cut
from epic_events.pairings.rounds.services.pairing import discard_round, pair_round


@dataclass(frozen=True)
class RepairKind(ABC):
    """A repair that can be previewed, executed and undone.

    Fields hold only keys, words and numbers. Every method except :meth:`parameters` expects the event to be locked.
    """

    name: ClassVar[str]
    """Stored identifier of the kind."""

    @abstractmethod
    def rounds(self, event: Event) -> set[int]:
        """Return the keys of rounds whose tables may change, except new rounds."""

    @abstractmethod
    def perform(self, actor: User | None, event: Event, reason: str) -> None:
        """Execute the repair through the same services as pages and API.

        Raises:
            UserError: the repair is not possible; says why.
        """

    @abstractmethod
    def subject(self, event: Event) -> Model:
        """Return the subject of the audit entry, which must exist before the repair."""

    @abstractmethod
    def concerns(self, event: Event) -> list[RoundName]:
        """Return the rounds whose pages show a note about the repair."""

    def warnings(self, event: Event, difference: Difference) -> list[str]:
        """Return warnings for the user, after the repair has been tried."""
        del event, difference
        return []

    def parameters(self) -> dict[str, Any]:
        """Return the parameters to store."""
        return asdict(self)

    @classmethod
    def read(cls, parameters: dict[str, Any]) -> Self:
        """Return the repair with stored parameters."""
        return cls(**{field.name: parameters[field.name] for field in fields(cls) if field.name in parameters})


def get_round(event: Event, pk: int) -> Round:
    """Return a round of the event.

    Raises:
        MissingError: the event has no such round.
    """
    round_ = Round.objects.select_related("stage").filter(stage__event=event, pk=pk).first()
    if round_ is None:
        raise MissingError(_("This round does not exist. It may have been discarded."))
    round_.stage.event = event
    return round_


def get_match(event: Event, pk: int) -> Match:
    """Return a match of the event.

    Raises:
        MissingError: the event has no such match.
    """
    match = Match.objects.select_related("round__stage").filter(round__stage__event=event, pk=pk).first()
    if match is None:
        raise MissingError(_("This table does not exist. The round may have been paired again."))
    match.round.stage.event = event
    return match


def get_round_name(round_: Round) -> RoundName:
    """Return order of the stage and number of the round."""
    return (round_.stage.order, round_.number)


def require_not_final(event: Event) -> None:
    """Raise `StateError` unless the event is running."""
    if event.status == Event.Status.FINISHED:
        raise StateError(_("The event is finished and its results are final. Reopen it first."))
    if event.status != Event.Status.RUNNING:
        raise StateError(_("Only a running event can be repaired."))


class UnpublishedChoice(StrEnum):
    """What to do with unpublished pairings."""

    KEEP = "keep"
    DISCARD = "discard"
    AGAIN = "again"


@dataclass(frozen=True)
class DiscardedRound:
    """Parameters for pairing a discarded round again."""

    seeds_cut: bool
    size: int | None
    seed: int


def find_unpublished_round(event: Event) -> Round | None:
    """Return the paired but unpublished round, or `None`."""
    last = selectors.load_event_plan(event).latest_round
    return last if last is not None and last.status == Round.Status.DRAFT else None


def unpublished_round_ids(event: Event) -> set[int]:
    """Return the key of the unpublished round as a set, empty without one."""
    draft = find_unpublished_round(event)
    return {draft.pk} if draft else set()


def discard_unpublished(actor: User | None, event: Event, choice: str) -> DiscardedRound | None:
    """Discard the unpublished pairings unless they are kept.

    Returns:
        What is needed to pair the round again, if that was chosen.

    Raises:
        UserError: an invalid choice.
    """
    if choice not in set(UnpublishedChoice):
        message = _("Choose what to do with the unpublished pairings: keep, discard or again.")
        raise UserError(message, fields={"draft": message})
    draft = find_unpublished_round(event)
    if draft is None or choice == UnpublishedChoice.KEEP:
        return None
    waiting = DiscardedRound(draft.stage.is_elimination and draft.number == 1, draft.stage.cut_size, draft.seed)
    discard_round(actor, draft)
    return waiting if choice == UnpublishedChoice.AGAIN else None


def pair_discarded_again(actor: User | None, event: Event, waiting: DiscardedRound | None) -> None:
    """Pair a discarded round again with the current data and the same random seed."""
    if waiting is None:
        return
    if waiting.seeds_cut:
        start_cut(actor, event, size=waiting.size, seed=waiting.seed)
    else:
        pair_round(actor, event, seed=waiting.seed)
