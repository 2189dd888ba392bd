"""What the judge's tools need of a game, beside what its engine and its notation promise."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from rules.decks import Catalogue
from rules.engine.decision import Action, Justification
from rules.engine.game import Constraint, Engine, Line, Notation, RepeatedEvent, Setup, SkippedDecision, State
from rules.engine.interpretations import OpenRule
from rules.engine.log import Event
from rules.judge.board import Board, Viewer
from rules.rulebooks import Rulebook

S = TypeVar("S", bound=State)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)


class RecordNotation(Notation[S], Protocol[S]):
    """A notation that can also tell when a line repeats what has happened without anybody being asked."""

    def repeats(self, state: S, seat: int, words: str, events: Sequence[Event]) -> RepeatedEvent[S] | None:
        """Return which of ``events`` the words repeat, or ``None``; an unknown card may get its name that way.

        Raises:
            InvalidActionError: the words name something that cannot be.
        """

    def find_late_repetition(self, state: S, seat: int, words: str) -> RepeatedEvent[S] | None:
        """Return what the words repeat that was passed over before and that nobody could know without them."""

    def render_repetition(self, state: S, seat: int, words: str, event: Event) -> str:
        """Return in full the words of a line that repeats ``event``."""

    def short_forms(self, state: S, action: Action) -> Iterable[str]:
        """Return shorter words for an answer, the shortest first; not all of them mean the same."""

    def parses_as(self, state: S, seat: int, words: str, action: Action) -> bool:
        """Whether the words of ``seat`` are read as ``answer``."""

    def lines(self, state: S, seat: int | None, words: str) -> list[Line]:
        """Return the lines that one line stands for, each to be taken as if it stood by itself; mostly that line.

        A line that only states what has happened stands for none.

        Args:
            state: the game.
            seat: who acts; ``None`` where the line does not say.
            words: the line, without who acts.

        Raises:
            ActionError: who acts is not said, and the words leave it open.
        """

    def chance_text(self, state: S, seat: int, words: str) -> str:
        """Return the words of chance for what ``seat`` says that it brought; empty for other words."""

    def parts(self, seat: int, words: str, state: S | None = None) -> list[str]:
        """Return the words of the answers that one line tells, one after the other; mostly the line itself.

        ``state``, where the line is said, may decide whether it tells several.
        """

    def awaits(self, state: S, seat: int, words: str) -> bool:
        """Whether ``seat`` is asked for what the words answer, a later part of a line, legal or not."""

    def names_cards(self, before: S, after: S) -> bool:
        """Whether words read on ``before`` tell more of a card than was known: ``after`` is what they know."""

    def implied(self, state: S, seat: int, words: str) -> Sequence[Action]:
        """Return the answers that may be left out before ``words``, in order; the first is to the pending decision.

        Raises:
            UndeterminedError: the words can follow different answers, or there are too many to be tried.
        """

    def find_skipped_decision(
        self, state: S, seat: int, words: str, again: Callable[[Any], object]
    ) -> SkippedDecision[S] | None:
        """Return what the words fail at a decision that ``again`` tells its observer was settled without asking.

        ``again`` plays once more what led to the pending decision, on a game that has the observer given to it.

        ``None`` when they answer the pending decision of ``state``, or no such decision.
        """

    def with_hidden_outcome(self, state: S) -> S | None:
        """Return the game after what chance is asked for, whatever that brings; ``None`` where it cannot be left open.

        An answer that is illegal there is illegal under every outcome.
        """

    def missed_trigger(self, state: S, seat: int, words: str) -> Any:
        """Return what the words say was forgotten, for ``Setup.forgotten``; ``None`` for other words."""

    def constraint(self, state: S, words: str) -> Constraint | None:
        """Return what the legal answers have in common where they are too many to list, with those nearest to words.

        ``None`` where they can be listed.
        """

    def position_template(
        self, names: Sequence[str], cards: Catalogue[Any], lists: Mapping[str, Sequence[str]]
    ) -> Sequence[tuple[str, str]]:
        """Return the fields of a position of these players for somebody to fill in, as key and text.

        Args:
            names: of the players, in seat order.
            cards: those that are played with.
            lists: by the names of players the cards in their decks, each once, where that is known.
        """

    def assumptions(self, setup: Setup, fields: Mapping[str, Sequence[str]] | None) -> Sequence[str]:
        """Return in words how what was not told is taken, one phrase each.

        Args:
            setup: what was told of how it began.
            fields: what was told of the position; ``None`` where the game is told from its beginning.
        """


class Views(Protocol[S_contra]):
    """How a game looks to somebody: nothing that the viewer may not know is in what these return."""

    def board(self, state: S_contra, viewer: Viewer) -> Board:
        """Return the table as ``viewer`` sees it."""

    def boards(self, state: S_contra, viewers: Sequence[Viewer]) -> tuple[Board, ...]:
        """Return the same table as each of ``viewers`` sees it: what they all see may be worked out once for them."""

    def words(self, state: S_contra, action: Action, viewer: Viewer) -> str:
        """Return the words of an answer to the pending decision, what is hidden from ``viewer`` left out."""

    def cards(self, state: S_contra, action: Action) -> tuple[str, ...]:
        """Return the names of the cards that an answer is about, in order, numbered where several in play share one."""

    def pending_chance_text(self, state: S_contra) -> str:
        """Return in words what chance is asked for at the pending decision, whatever it is."""

    def attempted_text(self, state: S_contra, seat: int, words: str, viewer: Viewer) -> str:
        """Return the words of a line that is not legal at the pending decision, what is hidden left out."""

    def justify(self, state: S_contra, action: Action) -> Justification | None:
        """Return why ``answer`` is legal at the pending decision, in words that everybody may know.

        ``None`` where no condition is decisive.
        """

    def sentence(self, state: S_contra, event: Event, viewer: Viewer) -> str:
        """Return the sentence for a log entry, what is hidden from ``viewer`` left out."""


class JudgedGame(Protocol):
    """A game whose records can be replayed: the part of ``rules.games.PlayableGame`` that matters here."""

    @property
    def slug(self) -> str:
        """The game's name in records."""

    @property
    def cards(self) -> Catalogue[Any]:
        """Its cards by name."""

    @property
    def cards_reference(self) -> str:
        """What the header ``Cards`` names them by; empty for the game's own cards."""

    @property
    def card_file_notice(self) -> str:
        """What is said of the cards where a verdict rests on an organiser's card file; empty for others."""

    @property
    def rulebooks(self) -> Mapping[str, Rulebook]:
        """Its rules documents."""

    @property
    def interpretations(self) -> Mapping[str, OpenRule]:
        """Where its documents leave something open, by id."""

    @property
    def procedure(self) -> Mapping[str, tuple[str, tuple[str, ...]]]:
        """What tournament procedure says to some of these, apart from the rules: a note, and its sources' ids."""

    @property
    def engine(self) -> Engine[Any]:
        """What plays it."""

    @property
    def notation(self) -> RecordNotation[Any]:
        """How its answers and positions are written."""

    @property
    def views(self) -> Views[Any]:
        """How it looks to somebody."""
