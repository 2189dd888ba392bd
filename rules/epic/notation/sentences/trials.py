"""Trial application of the lines of a sentence, one after the other, on a copy of the game."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from rules.engine.decision import (
    Action,
    ActionError,
    AmbiguousActionError,
    Decision,
    ImpossibleActionError,
    UndeterminedError,
)
from rules.engine.ids import FIRST_CARD
from rules.epic.engine import ENGINE
from rules.epic.notation.lines.implied import implied
from rules.epic.notation.lines.repeated import repeats
from rules.epic.notation.lines.unknown_draws import draw_unknown
from rules.epic.notation.reading import read
from rules.epic.state import EpicState

_SETTLED: Final = frozenset(
    {"no-target", "no-choose", "no-tribute", "target-none", "no-loyalty", "no-reveal", "target", "choose"}
)
"""Kinds of log entries of automatic picks."""
MAX_IMPLIED: Final = 12
"""Maximum number of implied answers before one line."""


@dataclass(slots=True)
class Trial:
    """A copy of the game to which lines are applied.

    Attributes:
        game: the game after the lines so far.
        seat: the acting player.
        lines: the lines that were applied.
        legal: False once one of them was illegal.
        stopped: True once the game cannot continue because a decision is not stated.
        mark: number of log entries that the lines account for.
        ambiguous: the last ambiguous name among the choices.
    """

    game: EpicState
    seat: int
    lines: list[str] = field(default_factory=list)
    legal: bool = True
    stopped: bool = False
    mark: int = -1
    ambiguous: AmbiguousActionError | None = None

    def copy(self) -> "Trial":
        """Return an independent trial at the same point."""
        return replace(self, lines=list(self.lines))

    def apply_play(self, words: str) -> None:
        """Apply a play or a power; even an illegal one, so that the following lines can be tried.

        Raises:
            ActionError: the words are not understood or ambiguous.
        """
        parsed = read(self.game, self.seat, words)
        self.lines.append(words)
        copy = ENGINE.copy(parsed.game)
        self.mark = len(copy.log)
        try:
            if ENGINE.check(parsed.game, parsed.action):
                self.legal = False
                ENGINE.force(copy, parsed.action)
            else:
                ENGINE.apply(copy, parsed.action)
            self.game = draw_unknown(copy) or copy
        except (ActionError, ImpossibleActionError, UndeterminedError):
            self.legal, self.stopped = False, True

    def apply_line(self, words: str, source: int | None) -> bool:
        """Apply a line if it is legal or repeats an automatic event; return False if not.

        Args:
            words: the line.
            source: the card that must be the source of the decision; ``None`` for any.
        """
        if self.mark >= 0:
            done = repeats(self.game, self.seat, words, self.game.log[self.mark :])
            if done is not None and (source is None or source in self._cards(done.event.args[:2])):
                self.lines.append(words)
                self.game, self.mark = done.game, self.mark + done.log_entries
                return True
        state = self._decision_state(words, source)
        if state is None:
            return False
        parsed = read(state, self.seat, words)
        self.mark = len(state.log) + 1
        try:
            after = apply_action(parsed.game, parsed.action)
        except UndeterminedError:
            self.stopped = True
            after = state
        self.lines.append(words)
        self.game = after
        return True

    def _decision_state(self, words: str, source: int | None) -> EpicState | None:
        """Return the game at the decision that a line fits, after the actions implied before it."""
        game: EpicState | None = self.game
        for _ in range(MAX_IMPLIED):
            if game is None or game.pending is None:
                return None
            try:
                parsed = read(game, self.seat, words)
                if not ENGINE.check(parsed.game, parsed.action):
                    return game if self._is_asked_by(game, game.pending, source) else None
            except AmbiguousActionError as error:
                if self._is_asked_by(game, game.pending, source) and game.pending.seat == self.seat:
                    self.ambiguous = error
            except ActionError:
                pass
            try:
                answers = implied(game, self.seat, words)
                for action in answers:
                    game = apply_action(game, action)
            except (UndeterminedError, ActionError):
                self.stopped = True
                return None
            if not answers:
                return None
        return None

    def record_illegal(self, words: str, kinds: Sequence[str], source: int | None) -> bool:
        """Record an illegal choice without applying it; return False if no pending decision fits it."""
        decision = self.game.pending
        if decision is None or decision.seat != self.seat or decision.kind not in kinds:
            return False
        if not self._is_asked_by(self.game, decision, source):
            return False
        try:
            read(self.game, self.seat, words)
        except ActionError:
            return False
        self.lines.append(words)
        self.legal = False
        return True

    def was_automatic(self, source: int) -> bool:
        """Return True if a choice for ``source`` was made automatically since the play."""
        events = self.game.log[max(self.mark, 0) :]
        return any(event.kind in _SETTLED and source in self._cards(event.args) for event in events)

    def _is_asked_by(self, game: EpicState, decision: Decision, source: int | None) -> bool:
        return source is None or (decision.source >= FIRST_CARD and game.card_of(decision.source) == source)

    def _cards(self, args: Sequence[int | str]) -> set[int]:
        return {self.game.card_of(arg) for arg in args if isinstance(arg, int) and arg >= FIRST_CARD}


def apply_action(game: EpicState, action: Action) -> EpicState:
    """Return the game after a legal action, and after the draws of unknown cards that follow it."""
    copy = ENGINE.copy(game)
    ENGINE.apply(copy, action)
    return draw_unknown(copy) or copy
