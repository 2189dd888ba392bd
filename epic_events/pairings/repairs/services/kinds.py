"""Base class of all kinds of repairs, and lookups they share."""

from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar, Self

from django.db.models import Model
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.events.models import Event
from epic_events.infra.errors import MissingError, StateError
from epic_events.pairings.models import Match, Round
from epic_events.pairings.repairs.services.differences import Difference, RoundName


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
