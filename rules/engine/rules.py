"""The tables of a game: what goes on with each kind of frame and phase, the verbs, and what stands behind a point.

The shared process names no game and cites nothing. Where it has to cite, it names a point, and the game's table says
which rules stand there.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from rules.engine.decision import Decision
from rules.engine.verbs import Verbs

S = TypeVar("S", bound="Running")
S_contra = TypeVar("S_contra", contravariant=True)


class Running(Protocol):
    """A game as the loop works on it."""

    names: tuple[str, ...]
    pending: Decision | None
    phase: str
    cause: int

    @property
    def frames(self) -> list[Any]:
        """What is still to happen, the last first."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""


class TriggerOrder(Protocol[S_contra]):
    """An order in which what has triggered waits and comes up; a game in which all happens at once has none."""

    def due(self, state: S_contra) -> bool:
        """Whether something that waits comes up now, with no frame left."""

    def step(self, state: S_contra) -> None:
        """Start one of them, or ask who chooses."""


@dataclass(frozen=True, kw_only=True)
class Rules(Generic[S]):
    """What a game's engine is made of.

    Attributes:
        frames: what goes on with the frame on top, by its kind.
        phases: what takes each phase one step further, by its name.
        verbs: the rows of the verbs.
        exists: whether a reference is one of this game.
        endless: what happens when nobody is asked anything for too long.
        triggers: the order of what waits; ``None`` where everything happens at once.
        most_steps: steps between two decisions after which a game is taken to be endless.
    """

    frames: Mapping[str, Callable[[S, Any], None]]
    phases: Mapping[str, Callable[[S], None]]
    verbs: Verbs[S]
    exists: Callable[[S, int], bool]
    endless: Callable[[S], None]
    triggers: TriggerOrder[S] | None = None
    most_steps: int = 20_000
