"""What a notation says of things that its game does not have: cards nobody knows, decisions settled without asking.

A game's notation derives ``UsualNotation`` and overrides whatever its game does have.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from rules.engine.decision import Action, InvalidActionError
from rules.engine.game import Constraint, Line, RepeatedEvent, SkippedDecision, State

S = TypeVar("S", bound=State)


def named(seat: int | None) -> int:
    """Return the seat that a line names.

    Raises:
        InvalidActionError: it names none.
    """
    if seat is None:
        raise InvalidActionError("who acts is not said: begin the line with a player's name and a colon")
    return seat


class UsualNotation(Generic[S]):
    """The part of ``rules.judge.game.RecordNotation`` that is the same wherever every card is known."""

    def find_late_repetition(self, state: S, seat: int, words: str) -> RepeatedEvent[S] | None:
        """Return nothing: nothing waits to be told, as every card is known."""
        return None

    def lines(self, state: S, seat: int | None, words: str) -> list[Line]:
        """Return the line itself: it stands for one line.

        Raises:
            InvalidActionError: the line does not say who acts.
        """
        return [Line(named(seat), words)]

    def parts(self, seat: int, words: str, state: S | None = None) -> list[str]:
        """Return the line itself: it tells one answer."""
        return [words]

    def is_claim(self, words: str) -> bool:
        """Return no: lines have no later parts."""
        return False

    def names_cards(self, before: S, after: S) -> bool:
        """Return no: every card is known from the start."""
        return False

    def implied(self, state: S, seat: int, words: str) -> tuple[Action, ...]:
        """Return no answers: none may be left out."""
        return ()

    def find_skipped_decision(
        self, state: S, seat: int, words: str, again: Callable[[Any], object]
    ) -> SkippedDecision[S] | None:
        """Return nothing: no decision of a player is settled without asking."""
        return None

    def with_hidden_outcome(self, state: S) -> S | None:
        """Return nothing: what chance brings cannot be left open, as no card is unknown."""
        return None

    def missed_trigger(self, state: S, seat: int, words: str) -> Any:
        """Return nothing: no words say that something was forgotten."""
        return None

    def constraint(self, state: S, words: str) -> Constraint | None:
        """Return nothing: the answers can always be listed."""
        return None
