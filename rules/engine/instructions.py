"""What the engine does for each instruction of a card's text: one row a class, written beside its function.

An instruction is its class (frozen data, which cards hold), its function (here) and its words (in the game's text).
The function names the class it is for, and so does whatever takes the answers that it asks for: there is no other list.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True, slots=True)
... class Ring(Instruction):
...     times: int
>>> ROWS: Instructions[list[str]] = Instructions()
>>> @ROWS.carries_out(Ring)
... def ring(state: list[str], frame: object, node: Ring) -> None:
...     state += ["ding"] * node.times
>>> heard: list[str] = []
>>> ROWS.carry_out[Ring](heard, None, Ring(2))
>>> heard
['ding', 'ding']
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, Generic, TypeVar

from rules.engine.decision import Action

S = TypeVar("S")
N = TypeVar("N", bound="Instruction")
F = TypeVar("F", bound=Callable[..., Any])


class Instruction:
    """One thing that a card's text makes happen; a game derives its own, as frozen data.

    Attributes:
        RULES: the rules that it stands on.
    """

    __slots__ = ()

    RULES: ClassVar[tuple[str, ...]] = ()


class Instructions(Generic[S]):
    """The instructions of a game.

    Attributes:
        carry_out: by class what carries one out: it takes the game, the frame of the text, and the instruction.
        takes: by class, and in that by kind of decision, what takes the answer to one that it asks for.
    """

    def __init__(self) -> None:
        self.carry_out: Final[dict[type, Callable[[S, Any, Any], None]]] = {}
        self.takes: Final[dict[type, dict[str, Callable[[S, Action], None]]]] = {}

    def carries_out(self, kind: type[N]) -> Callable[[F], F]:
        """Make a function the one that carries out instructions of class ``kind``.

        Raises:
            ValueError: another function does.
        """

        def row(function: F) -> F:
            if kind in self.carry_out:
                raise ValueError(f"{kind.__name__} is carried out by {self.carry_out[kind].__name__} already")
            self.carry_out[kind] = function
            return function

        return row

    def takes_answer(self, kind: type[N], decision: str) -> Callable[[F], F]:
        """Make a function the one that takes answers to the decisions of kind ``decision`` that ``kind`` asks for.

        Raises:
            ValueError: another function does.
        """

        def row(function: F) -> F:
            if decision in self.takes.setdefault(kind, {}):
                raise ValueError(f"{decision!r} of {kind.__name__} is taken already")
            self.takes[kind][decision] = function
            return function

        return row

    def taking(self, kind: type) -> Mapping[str, Callable[[S, Action], None]]:
        """Return what takes the answers that an instruction of class ``kind`` asks for, by kind of decision."""
        return self.takes.get(kind, {})
