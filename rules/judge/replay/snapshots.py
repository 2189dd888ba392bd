"""Snapshots of a replay; most games are recomputed when they are read.

A replay creates a game at each line, and few of them are read. Storing all took a third of the time of a verdict.
"""

from typing import Any, Final

from rules.engine.decision import Action
from rules.engine.game import Engine, State

SNAPSHOT_INTERVAL: Final = 16
"""Every 16th snapshot keeps its game, which limits the actions to redo."""


class Snapshot:
    """The game at one point of a replay; it is never changed in place."""

    __slots__ = ("_engine", "_game", "action", "before", "number")

    def __init__(
        self, engine: Engine[Any], game: State | None, before: "Snapshot | None" = None, action: Action | None = None
    ) -> None:
        """Store the game and how it can be recomputed.

        Args:
            engine: the engine.
            game: the game at this point.
            before: the snapshot to recompute it from; ``None`` if it has to be kept.
            action: the action from there to here; ``None`` if nothing changes.
        """
        self._engine = engine
        self._game = game
        self.before = before
        self.action = action
        self.number: int = before.number + 1 if before is not None else 0

    @property
    def game(self) -> State:
        """The game at this point."""
        if self._game is None:
            self._game = self._recompute()
        return self._game

    def release(self) -> None:
        """Discard the game if it can be recomputed; every 16th stays stored."""
        if self.before is not None and self.number % SNAPSHOT_INTERVAL:
            self._game = None

    def _recompute(self) -> State:
        """Return the game, recomputed from the nearest earlier snapshot that stores one."""
        moments = [self]
        while not moments[-1].has_game and (previous := moments[-1].before) is not None:
            moments.append(previous)
        game: State = self._engine.copy(moments.pop().game)
        for moment in reversed(moments):
            if moment.action is not None:
                self._engine.apply(game, moment.action)
        return game

    @property
    def has_game(self) -> bool:
        """True if the game is stored."""
        return self._game is not None
