"""What a card game gives to the judge's tools: its engine, its notation and its position fields."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

from rules.decks.catalogue import Catalogue
from rules.engine.decision import Action, Decision, Violation
from rules.engine.division import Division
from rules.engine.log import Event

ChosenOptions: TypeAlias = tuple[tuple[str, int], ...]
"""Readings chosen where the printed rules are open: an interpretation's id, and the index of the reading taken.

So are printings, where a card's wording was replaced: the card's name, and the index of the printing taken.
"""


class State(Protocol):
    """A game in progress as the shared tools see it: plain, copyable, serialisable data."""

    pending: Decision | None
    log: list[Event]
    names: tuple[str, ...]
    version: str
    choices: ChosenOptions

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats that won; empty while the game goes on and after a drawn game."""

    def digest(self) -> str:
        """Return a hash of the game's facts (not of its log); equal facts give equal digests."""

    def to_json(self) -> dict[str, object]:
        """Return the facts as JSON data."""


S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Setup:
    """How a game begins.

    Attributes:
        names: the players in seat order, clockwise.
        decks: per seat the card names of its deck; ``None`` where the deck is not known.
        first: the seat that takes the first turn.
        version: rules version (``RB-2017`` or ``CR-2016-03``).
        variant: the way of playing, by the name the game has for it; empty for the usual one.
        teams: the seats of each team; empty where nobody plays together, or where the variant says who does.
        extra_cards: per seat the cards that stand beside the deck from the start; empty when nobody has any.
        choices: readings of open points that were chosen for this game; the version's own where none is.
        missed_trigger: what an imagined game leaves out, as ``RecordNotation.forgotten`` has it; ``None`` in a real one.
        observer: is told of decisions that are settled without asking: what ``RecordNotation.overlooked`` hands on.
        cards: those that are played with, where a game can be played with several sets; ``None`` for its usual ones.
        asked: takes the numbers of the open points that the game asks for, where its engine ``Rereads``.
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
    asked: set[int] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class ParsedAction(Generic[S]):
    """What words mean as an answer. Reading changes nothing: what the words tell is in a game of its own.

    Attributes:
        answer: the answer.
        game: the game as the words know it, for ``check``, ``render`` and copies: an unknown card that they name has
            its name there. The rest is shared with the game that they were read on: it is never played on itself.
    """

    action: Action
    game: S


class Line(NamedTuple):
    """A line of a record: the seat that acts (``CHANCE`` for the shuffle) and the words."""

    seat: int
    words: str


@dataclass(frozen=True, slots=True)
class RepeatedEvent(Generic[S]):
    """What words repeat that was done without asking.

    Attributes:
        event: what was done.
        told: how many of the events are told with that, 0 where the words tell late what was passed over before.
        game: the game as the words know it, as of ``Reading``. A card that gets its name may leave nothing to ask: then
            it has gone on.
    """

    event: Event
    told: int
    game: S


@dataclass(frozen=True, slots=True)
class AutomaticDecision(Generic[S]):
    """A decision that was settled without asking, and the answer, which is what was done.

    Attributes:
        state: the game at that decision, with as many entries in its log as there were then.
        answer: the answer.
    """

    state: S
    action: Action


@dataclass(frozen=True, slots=True)
class SkippedDecision(Generic[S]):
    """A decision that was settled without asking, as there was no alternative, and what an answer to it fails.

    Attributes:
        state: the game at that decision.
        reasons: what the answer fails; empty where it only says what was done.
        forced: the legal answers there, none where nothing could be answered.
        settled: the decisions settled meanwhile at which the answer says what was done.
    """

    state: S
    reasons: Sequence[Violation]
    forced: tuple[Action, ...]
    settled: tuple[AutomaticDecision[S], ...] = ()


@dataclass(frozen=True, slots=True)
class Constraint:
    """What all legal answers have in common where there are too many to tell one by one.

    Attributes:
        text: in one sentence.
        count: how many legal answers there are; ``None`` where that is not known cheaply.
        nearest: those nearest to what was written, the nearest first.
        division: the same in names and numbers.
    """

    text: str
    count: int | None
    nearest: tuple[Action, ...]
    division: Division


class Engine(Protocol[S]):
    """A game's engine. ``apply`` checks by default; nothing here needs a network, a clock or chance of its own."""

    versions: tuple[str, ...]
    variants: Mapping[str, int]
    """The variants by name, the usual one first, each with the fewest players it takes."""

    def new_game(self, setup: Setup) -> S:
        """Return the game advanced to its first decision.

        Raises:
            SetupError: anything is wrong with the set-up; all of it is named.
        """

    def random_deck(self, chance: random.Random, cards: Catalogue[Any] | None = None) -> tuple[str, ...]:
        """Return the names of a deck that can be played, drawn by chance: for random play where nobody brings one.

        ``cards`` are those that are played with, as in a ``Setup``.

        Raises:
            ValueError: too few of them can be played.
        """

    def copy(self, state: S) -> S:
        """Return an independent game with the same facts and log."""

    def check(self, state: S, action: Action) -> list[Violation]:
        """Return every condition that ``answer`` fails, empty when it is legal.

        Raises:
            InvalidActionError: the answer cannot be an answer to the pending decision at all.
        """

    def apply(self, state: S, action: Action) -> None:
        """Check ``answer``, apply it and advance to the next decision or the end.

        Raises:
            InvalidActionError: not well formed. IllegalActionError: not allowed here.
        """

    def force(self, state: S, action: Action) -> Sequence[str]:
        """Carry ``answer`` out against the rules, as far as that can be imagined, and advance.

        Returns what had to be left out before it, in words.

        Raises:
            ImpossibleActionError: it cannot be carried out at all.
        """

    def with_observer(self, state: S, observer: Any) -> S:
        """Return a copy of which ``observer`` is told every decision that is settled without asking."""

    def is_free_to_act(self, state: S) -> bool:
        """Whether somebody is asked to make a play of their own, not to answer something under way."""

    def legal(self, state: S) -> Iterator[Action]:
        """Yield the legal answers to the pending decision, in a fixed order."""

    def sample(self, state: S, chance: random.Random) -> Action:
        """Return one legal answer, drawn with ``chance`` without listing them all.

        Raises:
            ValueError: the game is over. UndeterminedError: every answer would show what nobody knows.
        """

    def outcome(self, state: S, number: int) -> Action:
        """Return the answer of chance that a number from 0 to 2^64 - 1 stands for, by the facts of the game alone."""

    def outcomes(self, state: S) -> Sequence[tuple[Action, int]]:
        """Return what chance may bring, each with its weight among the others; nothing where chance is not asked.

        Raises:
            UndeterminedError: that depends on what nobody knows.
        """

    def describe_event(self, state: S, event: Event) -> str:
        """Return the sentence for one log entry."""


@runtime_checkable
class SupportsOptionChanges(Protocol[S]):
    """An engine that can go on with a game under other readings than those it was begun with.

    It notes which open points a game asks for, wherever a ``Setup`` wants to know.
    """

    def with_options(self, state: S, choices: ChosenOptions) -> S:
        """Return a copy that goes on with other readings: what happened before is as it was."""

    def is_equivalent(self, one: S, other: S) -> bool:
        """Whether two games go on alike, as far as no reading decides: the same but for their choices and logs.

        What a log tells may stand at other places of it, as far as nothing under way knows these.
        """

    def relevant_log_start(self, state: S) -> int:
        """Return the place from which on the log may still be asked for: what stands before decides nothing more."""


@runtime_checkable
class HasUncertainCards(Protocol):
    """An engine with cards whose effects are not known for certain: a game that comes to one cannot go on."""

    def uncertain_cards(self, setup: Setup) -> Sequence[str]:
        """Return the names of such cards in the decks and beside them."""


@runtime_checkable
class SamplesWorlds(Protocol[S]):
    """An engine whose games may have unknown cards, and that can sample what they are."""

    def unknown_cards(self, state: S) -> Mapping[int, int]:
        """Return the number of unknown cards of each seat that owns some."""

    def has_decklist(self, state: S, seat: int) -> bool:
        """Return whether the decklist of a seat is known."""

    def sample_world(self, state: S, chance: random.Random, decks: Sequence[Sequence[str] | None]) -> S:
        """Return a copy in which every unknown card has a name, each consistent deal being equally likely.

        Args:
            state: the game.
            chance: the random numbers.
            decks: by seat the names of the cards in the decklist; ``None`` for the one that ``state`` knows.

        Raises:
            SetupError: a decklist contradicts the known cards, or has cards that the engine cannot play.
        """


class Notation(Protocol[S]):
    """How a game's answers and positions are written; the record format around them belongs to ``rules.judge``."""

    def render(self, state: S, action: Action) -> str:
        """Return the words after the actor's name for ``answer`` at the pending decision."""

    def read(self, state: S, seat: int, words: str) -> ParsedAction[S]:
        """Return the answer that ``words`` mean at the pending decision.

        Raises:
            InvalidActionError: not understood; says what would be. AmbiguousActionError: lists what it could mean.
        """

    def position(self, fields: Mapping[str, Sequence[str]], setup: Setup) -> S:
        """Return the game at a described moment; raises with all contradictions at once."""

    def describe(self, state: S) -> list[tuple[str, str]]:
        """Return the position as field name and text, such that ``position`` reads it back."""
