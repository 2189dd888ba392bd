"""Trial application of the lines of a sentence on a copy of the game.

One after the other.
"""

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
        start: number of log entries before the play; -1 without one.
        ambiguous: the last ambiguous name among the choices.
    """

    game: EpicState
    seat: int
    lines: list[str] = field(default_factory=list)
    legal: bool = True
    stopped: bool = False
    mark: int = -1
    start: int = -1
    ambiguous: AmbiguousActionError | None = None

    def copy(self) -> "Trial":
        """Return an independent trial at the same point."""
        return replace(self, lines=list(self.lines))

    def apply_play(self, words: str) -> None:
        """Apply a play or a power.

        Even an illegal one, so that the following lines can be tried.

        Raises:
            ActionError: the words are not understood or ambiguous.
        """
        parsed = read(self.game, self.seat, words)
        self.lines.append(words)
        copy = ENGINE.copy(parsed.game)
        self.mark = self.start = len(copy.log)
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
        if self.mark >= 0 and self._repeat_automatic(self.game, self.mark, words, source):
            return True
        state = self._decision_state(words, source)
        if not isinstance(state, EpicState):
            return state
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

    def _repeat_automatic(self, game: EpicState, mark: int, words: str, source: int | None) -> bool:
        """Account for an event after ``mark`` that a line repeats.

        Return False if there is none.
        """
        done = repeats(game, self.seat, words, game.log[mark:])
        if done is None:
            return False
        sources = {source, *self._entered(game)}
        if source is not None and not sources & self._cards(game, done.event.args[:2]):
            return False
        self.lines.append(words)
        self.game, self.mark = done.game, mark + done.log_entries
        return True

    def _decision_state(self, words: str, source: int | None) -> EpicState | bool:
        """Return the game at the decision that a line fits.

        Actions implied before it have been applied. Returns True if the line repeats what an implied action led to,
        such as the only target of an accepted offer, and False if it fits nothing.
        """
        game = self.game
        for _ in range(MAX_IMPLIED):
            if game.pending is None:
                return False
            fits = self._fits(game, game.pending, words, source)
            if fits is not None:
                return game if fits else False
            mark = len(game.log)
            try:
                answers = implied(game, self.seat, words)
                for action in answers:
                    game = apply_action(game, action)
            except (UndeterminedError, ActionError):
                self.stopped = True
                return False
            if not answers:
                return False
            if self._repeat_automatic(game, mark, words, source):
                return True
        return False

    def _fits(self, game: EpicState, decision: Decision, words: str, source: int | None) -> bool | None:
        """Return whether a legal line belongs to the source.

        ``None`` if it is not legal at the decision.
        """
        is_asked = self._is_asked_by(game, decision, source)
        try:
            parsed = read(game, self.seat, words)
            return None if ENGINE.check(parsed.game, parsed.action) else is_asked
        except AmbiguousActionError as error:
            if is_asked and decision.seat == self.seat:
                self.ambiguous = error
        except ActionError:
            pass
        return None

    def record_illegal(self, words: str, kinds: Sequence[str], source: int | None) -> bool:
        """Record an illegal choice without applying it.

        Return False if no pending decision fits it.
        """
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
        return any(event.kind in _SETTLED and source in self._cards(self.game, event.args) for event in events)

    def _is_asked_by(self, game: EpicState, decision: Decision, source: int | None) -> bool:
        if source is None:
            return True
        return decision.source >= FIRST_CARD and game.card_of(decision.source) in {source, *self._entered(game)}

    def _entered(self, game: EpicState) -> set[int]:
        """Return the cards that the play put into play.

        Their choices belong to the sentence as well.
        """
        events = game.log[self.start :] if self.start >= 0 else ()
        entered = (event for event in events if event.kind in {"enter", "enter-expended"})
        return {
            game.card_of(arg) for event in entered for arg in event.args if isinstance(arg, int) and arg >= FIRST_CARD
        }

    @staticmethod
    def _cards(game: EpicState, args: Sequence[int | str]) -> set[int]:
        return {game.card_of(arg) for arg in args if isinstance(arg, int) and arg >= FIRST_CARD}


def apply_action(game: EpicState, action: Action) -> EpicState:
    """Return the game after a legal action and its draws of unknown cards."""
    copy = ENGINE.copy(game)
    ENGINE.apply(copy, action)
    return draw_unknown(copy) or copy
