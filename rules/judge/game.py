"""What the judge's tools need of a game, beside what its engine and its notation promise."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from rules.decks import Catalogue
from rules.engine.decision import Answer
from rules.engine.game import Engine, Notation, Overlooked, State
from rules.engine.log import Event
from rules.judge.board import Board, Viewer
from rules.rulebooks import Rulebook

S = TypeVar("S", bound=State)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)


class RecordNotation(Notation[S], Protocol[S]):
    """A notation that can also tell when a line repeats what has happened without anybody being asked."""

    def told(self, state: S, seat: int, words: str, events: Sequence[Event]) -> int | None:
        """Return which of ``events`` the words repeat, or ``None``; an unknown card may get its name that way.

        Raises:
            InvalidAnswerError: the words name something that cannot be.
        """

    def implied(self, state: S, seat: int, words: str) -> Answer | None:
        """Return the answer to the pending decision that goes without saying before ``words`` can be one."""

    def overlooked(self, state: S, seat: int, words: str, again: Callable[[], object]) -> Overlooked[S] | None:
        """Return what the words fail at a decision that was settled without asking while ``again`` was carried out.

        ``None`` when they answer the pending decision of ``state``, or no such decision.
        """


class Views(Protocol[S_contra]):
    """How a game looks to somebody: nothing that the viewer may not know is in what these return."""

    def board(self, state: S_contra, viewer: Viewer) -> Board:
        """Return the table as ``viewer`` sees it."""

    def words(self, state: S_contra, answer: Answer, viewer: Viewer) -> str:
        """Return the words of an answer to the pending decision, what is hidden from ``viewer`` left out."""

    def attempted(self, state: S_contra, seat: int, words: str, viewer: Viewer) -> str:
        """Return the words of a line that is not legal at the pending decision, what is hidden left out."""

    def sentence(self, state: S_contra, event: Event, viewer: Viewer) -> str:
        """Return the sentence for a log entry, what is hidden from ``viewer`` left out."""


class JudgedGame(Protocol):
    """A game whose records can be replayed: the part of ``rules.games.Game`` that matters here."""

    @property
    def slug(self) -> str:
        """The game's name in records."""

    @property
    def cards(self) -> Catalogue[Any]:
        """Its cards by name."""

    @property
    def rulebooks(self) -> Mapping[str, Rulebook]:
        """Its rules documents."""

    @property
    def engine(self) -> Engine[Any]:
        """What plays it."""

    @property
    def notation(self) -> RecordNotation[Any]:
        """How its answers and positions are written."""

    @property
    def views(self) -> Views[Any]:
        """How it looks to somebody."""
