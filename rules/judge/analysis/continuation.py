"""The continuation of a game after a disputed line, from the record and its seed."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from rules.engine.decision import ActionError, ImpossibleActionError, UndeterminedError
from rules.engine.ids import CHANCE
from rules.judge.board import Viewer
from rules.judge.record.model import CHANCE_NAME, UNNAMED, Play
from rules.judge.replay.result import Replay
from rules.judge.replay.seeds import seed_of, splitmix64


class Continuation:
    """A game that continues after a disputed line.

    Attributes:
        state: the current game.
        words: the actions so far, each with its player.
        stopped: why it stops before the next play; empty if it does not.
    """

    def __init__(self, replayed: Replay, state: Any, since: int, lines: Sequence[Play], viewer: Viewer) -> None:
        """Begin at ``state``; events of the disputed line start at log position ``since``."""
        self.played = replayed
        self.game = replayed.game
        self.state = state
        self.viewer = viewer
        self.words: list[str] = []
        self.stopped = ""
        self._lines = list(lines)
        self._mark = since
        self._seed = seed_of(replayed.record)
        self._outcomes = sum(step.decisions for step in replayed.steps if step.actor == CHANCE_NAME)

    def advance(self) -> None:
        """Continue to the next play, the end of the game, or an omitted choice.

        It is a choice that the record omits.
        """
        engine = self.game.engine
        try:
            while self.state.pending is not None and not engine.is_free_to_act(self.state):
                actions = list(islice(engine.legal(self.state), 2))
                if len(actions) == 1:
                    self._apply(actions[0])
                elif not self._apply_next(forced=False):
                    self.stopped = self.game.views.waiting(self.state)
                    return
            while self._lines and self._lines[0].actor == CHANCE_NAME and self._is_repetition(self._lines[0]):
                self._lines.pop(0)
        except UndeterminedError as error:
            self.stopped = str(error)

    def play_all_lines(self) -> None:
        """Apply every line, forcing illegal ones where possible."""
        try:
            while self._lines and self.state.pending is not None and self._apply_next(forced=True):
                pass
        except (ImpossibleActionError, UndeterminedError) as error:
            self.stopped = str(error)

    def _apply_next(self, *, forced: bool) -> bool:
        """Apply the next line or outcome of the seed; return False if there is none."""
        while self._lines and self._is_repetition(self._lines[0]):
            self._lines.pop(0)
        self._expand_next_line()
        if self._lines and self._apply_line(self._lines[0], forced=forced):
            return True
        decision = self.state.pending
        if decision is None or decision.seat != CHANCE or self._seed is None:
            return False
        action = self.game.engine.outcome(self.state, splitmix64(self._seed, self._outcomes))
        self._record_words(CHANCE_NAME, self.game.views.words(self.state, action, self.viewer))
        self._apply(action)
        return True

    def _expand_next_line(self) -> None:
        """Replace the next line by the simple lines that it abbreviates."""
        if self._lines:
            play = self._lines[0]
            brought = self.game.notation.chance_text(self.state, self._seat(play), play.words)
            play = replace(play, actor=CHANCE_NAME, words=brought) if brought else play
            seat = None if play.actor == UNNAMED else self._seat(play)
            try:
                lines = self.game.notation.lines(self.state, seat, play.words)
            except ActionError as error:
                self.stopped = str(error)
                self._lines.clear()
                return
            self._lines[:1] = [replace(play, actor=self._name(line.seat), words=line.words) for line in lines]

    def _is_repetition(self, play: Play) -> bool:
        """Consume a line that repeats an automatic event; return False for other lines."""
        events = self.state.log[self._mark :]
        try:
            repetition = (
                self.game.notation.repeats(self.state, self._seat(play), play.words, events) if events else None
            )
        except ActionError as error:
            # A parse error ends the branch; the verdict does not depend on it.
            self.stopped = f"{play.actor}: {play.words}: {error}"
            return False
        if repetition is None:
            return False
        self.state, self._mark = self.game.engine.copy(repetition.game), self._mark + repetition.log_entries
        return True

    def _apply_line(self, play: Play, *, forced: bool) -> bool:
        """Apply a line, or the implied action before it.

        Return False if it is not possible.
        """
        seat, engine = self._seat(play), self.game.engine
        try:
            parsed = self.game.notation.read(self.state, seat, play.words)
            legal = not engine.check(parsed.game, parsed.action)
        except ActionError:
            legal = False
        if legal:
            self._record_words(play.actor, self.game.views.words(parsed.game, parsed.action, self.viewer))
            self.state = engine.copy(parsed.game)
            self._apply(parsed.action)
            self._lines.pop(0)
            return True
        implied = self.game.notation.implied(self.state, seat, play.words)
        for action in implied:
            self._apply(action)
        if implied:
            return True
        return forced and self._force(play)

    def _force(self, play: Play) -> bool:
        try:
            parsed = self.game.notation.read(self.state, self._seat(play), play.words)
        except ActionError:
            self.stopped = f"{play.actor}: {play.words} does not fit the decision at that point."
            return False
        after = self.game.engine.copy(parsed.game)
        log_length = len(after.log)
        self.game.engine.force(after, parsed.action)
        self._record_words(play.actor, play.words)
        self.state, self._mark = after, log_length + 1
        self._lines.pop(0)
        return True

    def _apply(self, action: Any) -> None:
        self._mark = len(self.state.log) + 1
        self._outcomes += action.seat == CHANCE
        self.game.engine.apply(self.state, action)

    def _name(self, seat: int) -> str:
        return CHANCE_NAME if seat == CHANCE else self.played.record.players[seat]

    def _record_words(self, actor: str, words: str) -> None:
        self.words.append(f"{actor}: {words}")

    def _seat(self, play: Play) -> int:
        if play.actor == UNNAMED:
            pending = self.state.pending
            return pending.seat if pending is not None else CHANCE
        return CHANCE if play.actor == CHANCE_NAME else self.played.record.players.index(play.actor)
