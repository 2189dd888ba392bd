"""The game at the points of a replay: few of them are ever looked at, so most are made again only when asked for.

A replay makes a game at each line. Keeping them all costs more than the replay itself: a third of a verdict went into
memory for boards that nobody opened.
"""

from typing import Any, Final

from rules.engine.decision import Action
from rules.engine.game import Engine, State

SNAPSHOT_INTERVAL: Final = 16
"""One point in so many keeps its game, so that no other is more answers away from one."""


class Snapshot:
    """The game at one point of a replay, never changed in place."""

    __slots__ = ("_engine", "_game", "action", "before", "number")

    def __init__(
        self, engine: Engine[Any], game: State | None, before: "Snapshot | None" = None, action: Action | None = None
    ) -> None:
        """Begin with ``game``.

        Args:
            engine: what plays it.
            game: the game at this point.
            before: the point from which it can be made again; ``None`` where it has to be kept.
            action: what leads here from there; ``None`` where nothing changes.
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
        """Do not keep the game, where it can be made again and is not one of those that others are made from."""
        if self.before is not None and self.number % SNAPSHOT_INTERVAL:
            self._game = None

    def _recompute(self) -> State:
        """Return the game, played on from the last point before that has kept its own."""
        moments = [self]
        while not moments[-1].has_game and (before := moments[-1].before) is not None:
            moments.append(before)
        game: State = self._engine.copy(moments.pop().game)
        for moment in reversed(moments):
            if moment.action is not None:
                self._engine.apply(game, moment.action)
        return game

    @property
    def has_game(self) -> bool:
        """Whether the game is kept here and now."""
        return self._game is not None
