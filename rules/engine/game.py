"""Protocols of a card game: its state, engine and notation."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

from rules.decks.catalogue import Catalogue
from rules.engine.decision import Action, Decision, Violation
from rules.engine.division import Division
from rules.engine.log import Event

ChosenOptions: TypeAlias = tuple[tuple[str, int], ...]
"""Options chosen for open rules: the id of the interpretation, and the index of the option.

They include printings of cards whose text was changed: the card's name, and the index of the printing.
"""


class State(Protocol):
    """A game in progress: plain data that can be copied and serialised."""

    pending: Decision | None
    log: list[Event]
    names: tuple[str, ...]
    version: str
    choices: ChosenOptions

    @property
    def over(self) -> bool:
        """True if the game has ended."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats; empty during the game and after a draw."""

    def digest(self) -> str:
        """Return a hash of the state without the log; equal states have equal digests."""

    def to_json(self) -> dict[str, object]:
        """Return the state as JSON data."""


S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Setup:
    """The setup of a game.

    Attributes:
        names: the players in seat order, clockwise.
        decks: per seat the card names of the deck; ``None`` for an unknown deck.
        first: the seat that takes the first turn.
        version: the rules version (``RB-2017`` or ``CR-2016-03``).
        variant: the variant, by the game's name for it; empty for the default one.
        teams: the seats of each team; empty without teams, or if the variant defines them.
        extra_cards: per seat the cards that begin next to the deck; empty if there are none.
        choices: the options chosen for open rules; the defaults of the version apply otherwise.
        missed_trigger: a triggered ability that a hypothetical game skips (``RecordNotation.missed_trigger``).
        observer: is called for decisions that are made automatically (``RecordNotation.skipped_decision``).
        cards: the catalogue of cards to play with; ``None`` for the game's default one.
        used_options: collects the numbers of the open rules that the game uses, if its engine
        ``SupportsOptionChanges``.
    """

    names: tuple[str, ...]
    decks: tuple[tuple[str, ...] | None, ...]
    first: int
    version: str
    variant: str = ""
    teams: tuple[tuple[int, ...], ...] = ()
    extra_cards: tuple[tuple[str, ...], ...] = ()
    choices: ChosenOptions = ()
    missed_trigger: Any = None
    observer: Any = None
    cards: Catalogue[Any] | None = None
    used_options: set[int] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class ParsedAction(Generic[S]):
    """The result of parsing a text as an action; the original game stays unchanged.

    Attributes:
        action: the action.
        game: the game in which unknown cards that the text names are known, for ``check``, ``render`` and copies. The
            rest is shared with the original game, so it must be copied before an action is applied.
    """

    action: Action
    game: S


class Line(NamedTuple):
    """A line of a record: the acting seat (``CHANCE`` for chance) and the text."""

    seat: int
    words: str


class LapsedPart(NamedTuple):
    """A later part of a line that can no longer apply.

    Attributes:
        place: the index of the part among those given.
        reason: the error message.
    """

    place: int
    reason: str


@dataclass(frozen=True, slots=True)
class RepeatedEvent(Generic[S]):
    """An automatic event that a line of a record repeats.

    Attributes:
        event: the event.
        log_entries: the number of further log entries that lines account for after this one; 0 if it repeats an
        event
            before those.
        game: the game in which the cards that the line names are known; naming a card may make it advance.
    """

    event: Event
    log_entries: int
    game: S


@dataclass(frozen=True, slots=True)
class AutomaticDecision(Generic[S]):
    """A decision that the engine made automatically, with its action.

    Attributes:
        state: the game at that decision, with its log up to then.
        action: the action.
    """

    state: S
    action: Action


@dataclass(frozen=True, slots=True)
class SkippedDecision(Generic[S]):
    """A decision that the engine skipped, checked against an action.

    The decision had no alternatives.

    Attributes:
        state: the game at that decision.
        reasons: the violations of the action; empty if it matches the automatic action.
        forced: the legal actions; empty if there were none.
        settled: the automatic decisions whose action the line repeats.
    """

    state: S
    reasons: Sequence[Violation]
    forced: tuple[Action, ...]
    settled: tuple[AutomaticDecision[S], ...] = ()


@dataclass(frozen=True, slots=True)
class Constraint:
    """The common constraint of legal actions that are too many to list.

    Attributes:
        text: one sentence.
        count: the number of legal actions; ``None`` if counting them is expensive.
        nearest: the legal actions most similar to the given text, the most similar first.
        division: the constraint as data, if damage is divided.
    """

    text: str
    count: int | None
    nearest: tuple[Action, ...]
    division: Division


class Engine(Protocol[S]):
    """A game's engine as pure functions of the state.

    It uses no network, clock or randomness.
    """

    versions: tuple[str, ...]
    variants: Mapping[str, int]
    """The variants by name with their minimum number of players, the default one first."""

    def new_game(self, setup: Setup) -> S:
        """Return the game advanced to its first decision.

        Raises:
            SetupError: the setup is invalid; lists every error.
        """

    def random_deck(self, chance: random.Random, cards: Catalogue[Any] | None = None) -> tuple[str, ...]:
        """Return the card names of a random playable deck.

        ``cards`` are the cards to draw from, as in ``Setup``.

        Raises:
            ValueError: too few of the cards are playable.
        """

    def copy(self, state: S) -> S:
        """Return an independent copy of the game with its log."""

    def check(self, state: S, action: Action) -> list[Violation]:
        """Return every violation of ``action``; empty if it is legal.

        Raises:
            InvalidActionError: it can never be an action at the pending decision.
        """

    def apply(self, state: S, action: Action) -> None:
        """Check and apply ``action``, and advance to the next decision or the end.

        Raises:
            InvalidActionError: it is malformed. IllegalActionError: it is not legal.
        """

    def force(self, state: S, action: Action) -> Sequence[str]:
        """Apply ``action`` even if it is illegal, and advance to the next decision.

        Returns descriptions of the effects that had to be skipped.

        Raises:
            ImpossibleActionError: it cannot be applied at all.
        """

    def with_observer(self, state: S, observer: Any) -> S:
        """Return a copy that reports automatic decisions to ``observer``."""

    def is_free_to_act(self, state: S) -> bool:
        """Return True if a player may begin a new play rather than only respond."""

    def legal(self, state: S) -> Iterator[Action]:
        """Yield the legal actions at the pending decision, in a fixed order."""

    def sample(self, state: S, chance: random.Random) -> Action:
        """Return a random legal action without listing all of them.

        Raises:
            ValueError: the game is over. UndeterminedError: every action would reveal an unknown card.
        """

    def outcome(self, state: S, number: int) -> Action:
        """Return the outcome of chance that a random 64-bit number selects."""

    def outcomes(self, state: S) -> Sequence[tuple[Action, int]]:
        """Return the possible outcomes of chance with their weights.

        Empty if a player decides.

        Raises:
            UndeterminedError: they depend on unknown cards.
        """

    def describe_event(self, state: S, event: Event) -> str:
        """Return the sentence for a log entry."""


@runtime_checkable
class SupportsOptionChanges(Protocol[S]):
    """An engine that can continue a game under other options of open rules.

    It records which open rules a game uses in ``Setup.asked``.
    """

    def with_options(self, state: S, choices: ChosenOptions) -> S:
        """Return a copy that continues with other options; past events stay as they are."""

    def is_equivalent(self, one: S, other: S) -> bool:
        """Return True if two games are equal except for chosen options and logs.

        Log entries may have different positions if nothing in progress refers to them.
        """

    def relevant_log_start(self, state: S) -> int:
        """Return the first position in the log whose entries can still affect the game."""


@runtime_checkable
class HasUncertainCards(Protocol):
    """An engine with cards of uncertain effect, at which a game stops."""

    def uncertain_cards(self, setup: Setup) -> Sequence[str]:
        """Return the names of the uncertain cards in a setup."""


@runtime_checkable
class SamplesWorlds(Protocol[S]):
    """An engine that can replace unknown cards by random cards of the decklist."""

    def unknown_cards(self, state: S) -> Mapping[int, int]:
        """Return the number of unknown cards by seat; seats without any are left out."""

    def has_decklist(self, state: S, seat: int) -> bool:
        """Return True if the decklist of a seat is known."""

    def sample_world(self, state: S, chance: random.Random, decks: Sequence[Sequence[str] | None]) -> S:
        """Return a copy in which every unknown card has a random name.

        All deals that are consistent with the known cards are equally likely.

        Args:
            state: the game.
            chance: the random number generator.
            decks: by seat the card names of the decklist; ``None`` for the one that ``state`` knows.

        Raises:
            SetupError: a decklist contradicts the known cards, or has cards that the engine cannot play.
        """


class Notation(Protocol[S]):
    """The text form of a game's actions and positions.

    Records belong to ``rules.judge``.
    """

    def render(self, state: S, action: Action) -> str:
        """Return the text of ``action`` at the pending decision, without the actor's name."""

    def read(self, state: S, seat: int, words: str) -> ParsedAction[S]:
        """Parse ``words`` as an action at the pending decision.

        Raises:
            InvalidActionError: it cannot be parsed; says what is valid. AmbiguousActionError: lists the possible
                meanings.
        """

    def position(self, fields: Mapping[str, Sequence[str]], setup: Setup) -> S:
        """Return the game at a described position.

        Raises:
            SetupError: the position is invalid; lists every error.
        """

    def describe(self, state: S) -> list[tuple[str, str]]:
        """Return the position as pairs of field name and text, the input of ``position``."""
