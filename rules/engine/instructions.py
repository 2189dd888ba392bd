"""A registry of the functions that execute instructions of card texts.

An instruction is a class of frozen data that cards hold. The function that executes it, and those that process the
decisions it requires, register themselves with a decorator; there is no other list.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True, slots=True)
... class Ring(Instruction):
...     times: int
>>> ROWS: Instructions[list[str]] = Instructions()
>>> @ROWS.executes(Ring)
... def ring(state: list[str], frame: object, node: Ring) -> None:
...     state += ["ding"] * node.times
>>> sounds: list[str] = []
>>> ROWS.executors[Ring](sounds, None, Ring(2))
>>> sounds
['ding', 'ding']
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, Generic, TypeVar

from rules.engine.decision import Action

S = TypeVar("S")
N = TypeVar("N", bound="Instruction")
F = TypeVar("F", bound=Callable[..., Any])


class Instruction:
    """Base class of the instructions of a card's text; subclasses are frozen data.

    Attributes:
        RULES: the citations of the rules it is based on.
    """

    __slots__ = ()

    RULES: ClassVar[tuple[str, ...]] = ()


class Instructions(Generic[S]):
    """The registry of the instructions of a game.

    Attributes:
        executors: by instruction class the function that executes it, called with the game, the stack frame and the
            instruction.
        action_handlers: by instruction class and kind of decision the function that processes the chosen action.
    """

    def __init__(self) -> None:
        self.executors: Final[dict[type, Callable[[S, Any, Any], None]]] = {}
        self.action_handlers: Final[dict[type, dict[str, Callable[[S, Action], None]]]] = {}

    def executes(self, kind: type[N]) -> Callable[[F], F]:
        """Register the decorated function as the executor of an instruction class.

        Raises:
            ValueError: another function is registered.
        """

        def row(function: F) -> F:
            if kind in self.executors:
                raise ValueError(f"{kind.__name__} is carried out by {self.executors[kind].__name__} already")
            self.executors[kind] = function
            return function

        return row

    def handles_action(self, kind: type[N], decision: str) -> Callable[[F], F]:
        """Register the decorated function as the handler of actions at a kind of decision.

        Args:
            kind: the class of the instruction that requires the decision.
            decision: the kind of decision.

        Raises:
            ValueError: another function is registered.
        """

        def row(function: F) -> F:
            if decision in self.action_handlers.setdefault(kind, {}):
                raise ValueError(f"{decision!r} of {kind.__name__} is taken already")
            self.action_handlers[kind][decision] = function
            return function

        return row

    def handlers_of(self, kind: type) -> Mapping[str, Callable[[S, Action], None]]:
        """Return the action handlers of an instruction class, by kind of decision."""
        return self.action_handlers.get(kind, {})
