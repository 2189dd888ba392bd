"""Protocols that a game implements for judging: notation, views and data."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from rules.decks import Catalogue
from rules.engine.decision import Action, Justification
from rules.engine.game import (
    Constraint,
    Engine,
    LapsedPart,
    Line,
    Notation,
    RepeatedEvent,
    Setup,
    SkippedDecision,
    State,
)
from rules.engine.interpretations import OpenRule
from rules.engine.log import Event
from rules.judge.board import Board, BoardCache, Viewer
from rules.rulebooks import Rulebook

S = TypeVar("S", bound=State)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)


class RecordNotation(Notation[S], Protocol[S]):
    """A notation for lines of records, including lines that repeat automatic events."""

    def repeats(self, state: S, seat: int, words: str, events: Sequence[Event]) -> RepeatedEvent[S] | None:
        """Return the one of ``events`` that a line repeats, or ``None``.

        The line may name a card that was unknown before.

        Raises:
            InvalidActionError: the words name something impossible.
        """

    def find_late_repetition(self, state: S, seat: int, words: str) -> RepeatedEvent[S] | None:
        """Return an event before the last action that a line repeats, or ``None``.

        Only events are found in which the line names an unknown card.
        """

    def render_repetition(self, state: S, seat: int, words: str, event: Event) -> str:
        """Return the full words of a line that repeats ``event``."""

    def short_forms(self, state: S, action: Action) -> Iterable[str]:
        """Return shorter words for an action, the shortest first; some may be ambiguous."""

    def parses_as(self, state: S, seat: int, words: str, action: Action) -> bool:
        """Return True if the words of ``seat`` are parsed as ``action``."""

    def lines(self, state: S, seat: int | None, words: str) -> list[Line]:
        """Split a compound line into simple lines; most lines are simple already.

        The result is empty for a line that only states what has happened.

        Args:
            state: the game.
            seat: the acting seat; ``None`` if the line does not name a player.
            words: the line without the player.

        Raises:
            ActionError: the line names no player and the words leave it open.
        """

    def chance_text(self, state: S, seat: int, words: str) -> str:
        """Return the outcome of chance that a player's words state; empty for other words."""

    def parts(self, seat: int, words: str, state: S | None = None) -> list[str]:
        """Split a line into the words of its actions; usually there is one.

        ``state``, the game where the line applies, may affect the split.
        """

    def awaits(self, state: S, seat: int, words: str) -> bool:
        """Return True if the words are an action at a decision of ``seat``.

        The action may be illegal. The decision is pending.
        """

    def is_claim(self, words: str) -> bool:
        """Return True if a later part of a line predicts an event.

        It does not state an action.
        """

    def find_lapsed(self, state: S, parts: Sequence[tuple[int, str]], *, at_end: bool) -> LapsedPart | None:
        """Return the first later part of a line that can no longer apply, or ``None``.

        Args:
            state: the game.
            parts: the seat and the words of each part that has not applied yet.
            at_end: whether the record has no further lines.
        """

    def find_unknown_word(self, state: S, words: str) -> str:
        """Return the first word of a line that occurs in no play of the game.

        Empty if there is none. It is asked about lines that cannot be applied, because a play before them is illegal.
        """

    def names_cards(self, before: S, after: S) -> bool:
        """Return True if parsing named unknown cards.

        They are unknown in ``before`` and named in ``after``.
        """

    def implied(self, state: S, seat: int, words: str) -> Sequence[Action]:
        """Return the actions that are implied before ``words``, in order.

        Raises:
            UndeterminedError: different actions are possible, or too many to try.
        """

    def find_skipped_decision(
        self, state: S, seat: int, words: str, again: Callable[[Any], object]
    ) -> SkippedDecision[S] | None:
        """Return the automatic decision that a line refers to, with its violations there.

        The result is ``None`` if the line is an action at the pending decision of ``state``, or refers to no automatic
        decision.

        Args:
            state: the game.
            seat: the acting seat.
            words: the line without the player.
            again: repeats what led to the pending decision, with an observer of automatic decisions.
        """

    def with_hidden_outcome(self, state: S) -> S | None:
        """Return the game after an unknown outcome of chance.

        ``None`` if that is impossible. An action that is illegal there is illegal under every outcome.
        """

    def missed_trigger(self, state: S, seat: int, words: str) -> Any:
        """Return the trigger that the words report as missed, or ``None``.

        See ``Setup.missed_trigger``.
        """

    def constraint(self, state: S, words: str) -> Constraint | None:
        """Return what the legal actions have in common.

        ``None`` unless there are too many to list.
        """

    def position_template(
        self, names: Sequence[str], cards: Catalogue[Any], lists: Mapping[str, Sequence[str]]
    ) -> Sequence[tuple[str, str]]:
        """Return position fields to fill in, as pairs of key and text.

        Args:
            names: the players in seat order.
            cards: the cards that are played with.
            lists: by player the distinct cards of the deck, if it is known.
        """

    def assumptions(self, setup: Setup, fields: Mapping[str, Sequence[str]] | None) -> Sequence[str]:
        """Return how unstated facts are assumed, one phrase each.

        Args:
            setup: the stated setup.
            fields: the stated position; ``None`` if the record begins with the game.
        """


class Views(Protocol[S_contra]):
    """The views of a game for its viewers, without hidden information."""

    def board(self, state: S_contra, viewer: Viewer) -> Board:
        """Return the board as ``viewer`` sees it."""

    def boards(self, state: S_contra, viewers: Sequence[Viewer], cache: BoardCache) -> tuple[Board, ...]:
        """Return the board as each of ``viewers`` sees it.

        Parts may be shared with each other and with earlier boards, which are in ``cache``.
        """

    def waiting(self, state: S_contra) -> str:
        """Return the pending decision in words, as on the board.

        Empty when the game is over.
        """

    def is_public(self, fact: Action | Event) -> bool:
        """Return True if every viewer sees an action or a log entry in the same words."""

    def words(self, state: S_contra, action: Action, viewer: Viewer) -> str:
        """Return the words of an action at the pending decision for ``viewer``."""

    def cards(self, state: S_contra, action: Action) -> tuple[str, ...]:
        """Return the names of the cards of an action, in order.

        Copies in play are numbered.
        """

    def pending_chance_text(self, state: S_contra) -> str:
        """Return the pending outcome of chance in words, without its result."""

    def attempted_text(self, state: S_contra, seat: int, words: str, viewer: Viewer) -> str:
        """Return the words of an illegal line for ``viewer``."""

    def without_copy_numbers(self, state: S_contra, sentence: str) -> str:
        """Return a sentence without the numbers of copies that do not differ."""

    def justify(self, state: S_contra, action: Action) -> Justification | None:
        """Return the decisive reason why ``action`` is legal, without hidden information.

        The result is ``None`` if no condition is decisive.
        """

    def sentence(self, state: S_contra, event: Event, viewer: Viewer) -> str:
        """Return the sentence for a log entry, without what ``viewer`` may not know."""


class JudgedGame(Protocol):
    """A game whose records can be replayed: the part of ``PlayableGame`` used here."""

    @property
    def slug(self) -> str:
        """The game's name in records."""

    @property
    def cards(self) -> Catalogue[Any]:
        """The game's cards by name."""

    @property
    def cards_reference(self) -> str:
        """The value of the header ``Cards``; empty for the game's own cards."""

    @property
    def card_file_notice(self) -> str:
        """The notice for verdicts that depend on an organiser's card file.

        Empty if there is none.
        """

    @property
    def rulebooks(self) -> Mapping[str, Rulebook]:
        """Rules documents of the game."""

    @property
    def interpretations(self) -> Mapping[str, OpenRule]:
        """The interpretations of the game's open rules, by id."""

    @property
    def procedure(self) -> Mapping[str, tuple[str, tuple[str, ...]]]:
        """Notes of tournament procedure on open rules.

        Each is the note and the ids of its sources.
        """

    @property
    def engine(self) -> Engine[Any]:
        """The game's engine."""

    @property
    def notation(self) -> RecordNotation[Any]:
        """The game's notation of actions and positions."""

    @property
    def views(self) -> Views[Any]:
        """The game's views for players, judges and the public."""
