"""What can be put right: every kind of repair is a value that knows its rounds and how it is done."""

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
class Kind(ABC):
    """A repair that can be previewed, done and taken back. Fields hold ids, words and numbers only.

    Every method but :meth:`parameters` expects the event to be locked.
    """

    name: ClassVar[str]
    """A stable word for it, as stored."""

    @abstractmethod
    def rounds(self, event: Event) -> set[int]:
        """Return the keys of the rounds whose tables it may touch; rounds it adds need not be among them."""

    @abstractmethod
    def perform(self, actor: User | None, event: Event, reason: str) -> None:
        """Do it, through the services that pages and API use.

        Raises:
            UserError: it cannot be done; says why.
        """

    @abstractmethod
    def subject(self, event: Event) -> Model:
        """Return what the line of the log is about; it is there before the repair."""

    @abstractmethod
    def concerns(self, event: Event) -> list[RoundName]:
        """Return the rounds that it is about, for the note that stands with them."""

    def warnings(self, event: Event, difference: Difference) -> list[str]:
        """Return what whoever does it should know, once it has been tried."""
        del event, difference
        return []

    def parameters(self) -> dict[str, Any]:
        """Return what it is stored with."""
        return asdict(self)

    @classmethod
    def read(cls, parameters: dict[str, Any]) -> Self:
        """Return the repair that was stored with these parameters."""
        return cls(**{field.name: parameters[field.name] for field in fields(cls) if field.name in parameters})


def round_of(event: Event, pk: int) -> Round:
    """Return a round of the event.

    Raises:
        MissingError: there is none.
    """
    found = Round.objects.select_related("stage").filter(stage__event=event, pk=pk).first()
    if found is None:
        raise MissingError(_("This round does not exist. It may have been discarded."))
    found.stage.event = event
    return found


def match_of(event: Event, pk: int) -> Match:
    """Return a match of the event.

    Raises:
        MissingError: there is none.
    """
    found = Match.objects.select_related("round__stage").filter(round__stage__event=event, pk=pk).first()
    if found is None:
        raise MissingError(_("This table does not exist. The round may have been paired again."))
    found.round.stage.event = event
    return found


def name_of(round_: Round) -> RoundName:
    """Return order of the stage and number of the round."""
    return (round_.stage.order, round_.number)


def require_not_final(event: Event) -> None:
    """Stop repairs of an event whose results are final.

    Raises:
        StateError: says how to reopen it.
    """
    if event.status == Event.Status.FINISHED:
        raise StateError(_("The event is finished and its results are final. Reopen it first."))
    if event.status != Event.Status.RUNNING:
        raise StateError(_("Only a running event can be repaired."))
