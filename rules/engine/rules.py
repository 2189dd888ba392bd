"""The definition of a game's engine.

It has handlers of frames and phases, and action types. The main loop is the same for all games and dispatches to these
tables.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from rules.engine.action_types import ActionTypes
from rules.engine.decision import Decision

S = TypeVar("S", bound="LoopState")
OVER: Final = "over"
"""The phase of a game that has ended."""


class LoopState(Protocol):
    """The parts of a game's state that the main loop needs."""

    names: tuple[str, ...]
    pending: Decision | None
    phase: str
    cause: int

    @property
    def frames(self) -> list[Any]:
        """The stack of frames to execute; the last one is executed first."""


TriggerStep: TypeAlias = Callable[[S], bool]
"""Starts a waiting trigger or asks for their order; returns False if none is waiting."""


@dataclass(frozen=True, kw_only=True)
class Rules(Generic[S]):
    """The definition of a game's engine.

    Attributes:
        frames: the handler of each kind of frame.
        phases: the function that advances each phase by one step, by its name.
        verbs: the action types.
        exists: returns whether a reference exists in a game.
        endless: is called when the step limit is reached without a decision.
        waits: starts or orders waiting triggers; ``None`` in a game without them.
        most_steps: the largest number of steps between two decisions; more are an endless loop.
    """

    frames: Mapping[str, Callable[[S, Any], None]]
    phases: Mapping[str, Callable[[S], None]]
    verbs: ActionTypes[S]
    exists: Callable[[S, int], bool]
    endless: Callable[[S], None]
    waits: TriggerStep[S] | None = None
    most_steps: int = 20_000
