"""The tables of a game: what goes on with each kind of frame and phase, the verbs, and what stands behind a point.

The shared process names no game and cites nothing. Where it has to cite, it names a point, and the game's table says
which rules stand there.
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
    """A game as the loop works on it."""

    names: tuple[str, ...]
    pending: Decision | None
    phase: str
    cause: int

    @property
    def frames(self) -> list[Any]:
        """What is still to happen, the last first."""


TriggerStep: TypeAlias = Callable[[S], bool]
"""Starts one of what has triggered, or asks who chooses, with no frame left; whether any of it comes up now."""


@dataclass(frozen=True, kw_only=True)
class Rules(Generic[S]):
    """What a game's engine is made of.

    Attributes:
        frames: what goes on with the frame on top, by its kind.
        phases: what takes each phase one step further, by its name.
        verbs: the rows of the verbs.
        exists: whether a reference is one of this game.
        endless: what happens when nobody is asked anything for too long.
        waits: takes what has triggered one step further; ``None`` where everything happens at once.
        most_steps: steps between two decisions after which a game is taken to be endless.
    """

    frames: Mapping[str, Callable[[S, Any], None]]
    phases: Mapping[str, Callable[[S], None]]
    verbs: ActionTypes[S]
    exists: Callable[[S, int], bool]
    endless: Callable[[S], None]
    waits: TriggerStep[S] | None = None
    most_steps: int = 20_000
