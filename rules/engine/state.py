"""The base class of game states: what the main loop needs, and its JSON form.

A game's state inherits from ``GameState`` and adds slots and fields of its own. It holds no callables, so that copying,
comparing and storing stay simple.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar, cast

from rules.engine.decision import Decision
from rules.engine.fields import Field, as_list, deep_tuple, records
from rules.engine.game import ChosenOptions
from rules.engine.log import Event
from rules.engine.rules import OVER

D_co = TypeVar("D_co", bound=Mapping[str, object], covariant=True)
"""The data of a frame: a typed dict that a game declares for each kind of frame."""


def list_field(name: str, for_digest: Callable[[Any], Any] | None = as_list) -> Field:
    """Return the field declaration of a slot with a list of plain data."""
    return Field(name, as_list, as_list, for_digest)


def tuple_field(name: str, for_digest: Callable[[Any], Any] | None = as_list) -> Field:
    """Return the field declaration of a slot with a tuple of plain data."""
    return Field(name, as_list, tuple, for_digest)


def groups_field(name: str) -> Field:
    """Return the field declaration of a deck.

    It has groups from the top, each in unknown order.
    """
    return Field(
        name,
        lambda deck: [list(group) for group in deck],
        lambda deck: [tuple(group) for group in deck],
        lambda deck: [sorted(group) for group in deck],
    )


def objects_field(name: str, cls: type[Any]) -> Field:
    """Return the field declaration of a slot with a list of ``cls`` objects."""
    return Field(name, *records(cls))


def canonical_order(value: Iterable[int]) -> list[int]:
    """Return the cards of an unordered zone sorted, for the digest."""
    return sorted(value)


def _decision_to_json(decision: Decision | None) -> Any:
    return None if decision is None else {name: getattr(decision, name) for name in Decision.PARTS}


def _decision_from_json(data: Any) -> Decision | None:
    if data is None:
        return None
    values: dict[str, Any] = {name: deep_tuple(value) for name, value in data.items()}
    return Decision(**values)


def _log_to_json(log: list[Event]) -> Any:
    return [[event.kind, list(event.args), list(event.rules), event.cause] for event in log]


def _log_from_json(data: Any) -> list[Event]:
    return [Event(seq, kind, tuple(args), tuple(rules), cause) for seq, (kind, args, rules, cause) in enumerate(data)]


def _data_from_json(data: Any) -> dict[str, Any]:
    return {name: deep_tuple(value) for name, value in data.items()}


class Frame(Generic[D_co]):
    """A stack frame: an unfinished process; the top frame continues first.

    Attributes:
        kind: selects the handler in ``Rules.frames``.
        index: the number of steps done.
        controller: the seat that controls it.
        source: the card or object it comes from; 0 if there is none.
        data: the handler's own data by name; values are immutable.
        cause: the log position of the event that started it.
    """

    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field("kind"),
        Field("index"),
        Field("controller"),
        Field("source"),
        Field("data", dict, _data_from_json, dict),
        Field("cause", for_digest=None),
    )

    __slots__ = ("cause", "controller", "data", "index", "kind", "source")

    def __init__(
        self, kind: str = "", controller: int = 0, source: int = 0, data: D_co | None = None, cause: int = -1
    ) -> None:
        self.kind = kind
        self.index = 0
        self.controller = controller
        self.source = source
        self.data: D_co = data or cast("D_co", {})
        self.cause = cause

    def copy(self) -> "Frame[D_co]":
        """Return an independent copy."""
        new = Frame(self.kind, self.controller, self.source, cast("D_co", {**self.data}), self.cause)
        new.index = self.index
        return new


class GameState(Generic[D_co]):
    """The base class of a game in progress.

    Attributes:
        version: the rules version.
        choices: the chosen options of open rules that differ from the version's defaults.
        names: the players in seat order.
        phase: selects the handler in ``Rules.phases``; ``over`` at the end.
        frames: the stack of frames; the last one is executed first.
        pending: the decision that the game waits for; ``None`` only when it is over.
        winner_seats: the winners.
        cause: the log position of the event that is being processed.
        log: all events so far.
    """

    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field("version"),
        Field("choices"),
        Field("names"),
        Field("phase"),
        objects_field("frames", Frame),
        Field("pending", _decision_to_json, _decision_from_json, _decision_to_json),
        Field("winner_seats"),
        Field("cause", for_digest=None),
        Field("log", _log_to_json, _log_from_json, None),
    )

    __slots__ = ("cause", "choices", "frames", "log", "names", "pending", "phase", "version", "winner_seats")

    def __init__(self, version: str = "", names: tuple[str, ...] = (), choices: ChosenOptions = ()) -> None:
        self.version = version
        self.choices = choices
        self.names = names
        self.phase = ""
        self.frames: list[Frame[D_co]] = []
        self.pending: Decision | None = None
        self.winner_seats: tuple[int, ...] = ()
        self.cause = -1
        self.log: list[Event] = []

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self.phase == OVER

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats; empty during the game and after a draw."""
        return self.winner_seats

    def finish(self, frame: Frame[Any]) -> None:
        """Remove a finished frame from the stack, at any depth."""
        self.frames.remove(frame)

    def log_event(self, kind: str, args: tuple[int | str, ...], rules: tuple[str, ...]) -> int:
        """Append an event to the log and return its position.

        Args:
            kind: the kind of event, which defines the meaning of ``args``.
            args: references and numbers.
            rules: citations of what caused it, never empty.
        """
        seq = len(self.log)
        self.log.append(Event(seq, kind, args, rules, self.cause))
        return seq
