"""Default notation for games with only known cards.

They skip no decision. A game's notation derives ``UsualNotation`` and overrides the methods that its rules need.
"""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from rules.engine.decision import Action, InvalidActionError
from rules.engine.game import Constraint, LapsedPart, Line, RepeatedEvent, SkippedDecision, State

S = TypeVar("S", bound=State)


def require_seat(seat: int | None) -> int:
    """Return the seat that a line names.

    Raises:
        InvalidActionError: the line names no player.
    """
    if seat is None:
        raise InvalidActionError("who acts is not said: begin the line with a player's name and a colon")
    return seat


class UsualNotation(Generic[S]):
    """Implements ``rules.judge.game.RecordNotation`` for games of known cards.

    Every card is known.
    """

    def find_late_repetition(self, state: S, seat: int, words: str) -> RepeatedEvent[S] | None:
        """Return None: no event is recorded late, as every card is known."""
        return None

    def lines(self, state: S, seat: int | None, words: str) -> list[Line]:
        """Return the line itself.

        Raises:
            InvalidActionError: the line names no player.
        """
        return [Line(require_seat(seat), words)]

    def parts(self, seat: int, words: str, state: S | None = None) -> list[str]:
        """Return the line itself: it has one action."""
        return [words]

    def is_claim(self, words: str) -> bool:
        """Return False: lines state no results."""
        return False

    def find_lapsed(self, state: S, parts: Sequence[tuple[int, str]], *, at_end: bool) -> LapsedPart | None:
        """Return None: a line has no later parts."""
        return None

    def find_unknown_word(self, state: S, words: str) -> str:
        """Return an empty string: words are not checked without applying the line."""
        return ""

    def names_cards(self, before: S, after: S) -> bool:
        """Return False: every card is known from the start."""
        return False

    def implied(self, state: S, seat: int, words: str) -> tuple[Action, ...]:
        """Return no actions: none may be omitted."""
        return ()

    def find_skipped_decision(
        self, state: S, seat: int, words: str, again: Callable[[Any], object]
    ) -> SkippedDecision[S] | None:
        """Return None: no decision of a player is skipped."""
        return None

    def with_hidden_outcome(self, state: S) -> S | None:
        """Return None: no outcome of chance is hidden."""
        return None

    def missed_trigger(self, state: S, seat: int, words: str) -> Any:
        """Return None: missed triggers are not recorded."""
        return None

    def constraint(self, state: S, words: str) -> Constraint | None:
        """Return None: the actions can always be listed."""
        return None
