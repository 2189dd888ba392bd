"""The acting player of each clause, and contradictions between clauses.

The clauses are consecutive.
"""

import itertools
from collections.abc import Sequence
from typing import Final

from rules.engine.decision import Action, InvalidActionError
from rules.engine.game import Line
from rules.epic.engine import ENGINE
from rules.epic.notation.sentences.clauses import Clause, NotTrueError
from rules.epic.notation.sentences.parsing import ParsedSentence

SUFFERED: Final = frozenset({"suffer", "attacked"})
"""Kinds of clauses whose subject is acted on by another player."""
_PLAYS: Final = frozenset({"play", "play-free", "use", "attack", "block", "no-block", "pass", "advance", "offer-end"})
"""Kinds of log entries that contain the acting player."""


class ActingSentence(ParsedSentence):
    """A sentence with the acting player of each clause."""

    def _passes_of_all(self) -> tuple[Line, ...]:
        """Return a pass for each player with a pending decision, one after the other."""
        pending = self.state.pending
        if pending is None or pending.kind != "act":
            raise NotTrueError("nobody is asked for a play at this moment")
        game = self.state
        lines: list[Line] = []
        for _ in range(len(self.state.seats)):
            seat = game.pending.seat if game.pending is not None and game.pending.kind == "act" else None
            if seat is None or any(line.seat == seat for line in lines):
                break
            lines.append(Line(seat, "pass"))
            game = ENGINE.copy(game)
            ENGINE.apply(game, Action(seat, "pass"))
        return tuple(lines)

    def _keeps_of_both(self, later: Sequence[Clause]) -> tuple[Line, ...]:
        """Return the lines of two players who both keep their opening hands."""
        pending = self.state.pending
        if later or pending is None or pending.kind != "mulligan" or len(self.state.seats) != 2:
            raise NotTrueError("these are not two players who decide about their opening hands")
        game = ENGINE.copy(self.state)
        ENGINE.apply(game, Action(pending.seat, "mulligan"))
        if game.pending is None or game.pending.kind != "mulligan":
            raise NotTrueError("only one player still decides about the opening hand")
        return Line(pending.seat, "keep"), Line(game.pending.seat, "keep")

    def _reject_contradictory_clauses(self, clauses: Sequence[Clause], seat: int) -> None:
        """Reject a clause that contradicts the one before.

        It is, for example, a play after the player's ``no play``.
        """
        for clause, after in itertools.pairwise(clauses):
            same = after.seat in (None, clause.seat if clause.seat is not None else seat)
            closing = clause.rule.kind in {"nothing", "through", "agree", "no block", "peaceful end", "keep but"} or (
                clause.rule.kind == "line" and clause.rule.fixed["words"] in {"end turn", "concede", "keep"}
            )
            closing = closing or {clause.rule.fixed.get("verb"), after.rule.fixed.get("words")} == {"mulligan", "keep"}
            blocks = {clause.rule.kind, after.rule.kind} <= {"no block", "block", "block all"}
            if same and after.rule.kind == "agree" and after.seat is None and clause.rule.kind != "agree":
                part = self.tokens.slice(after.start, after.end)
                raise NotTrueError(f"who says “{part}” is not said", unparsed=part)
            goes_on = after.rule.kind == "subject" and after.bindings.get("shares")
            goes_on = goes_on or (clause.rule.kind == "nothing" and after.rule.kind == "no block")
            if same and (closing or blocks) and not goes_on:
                part = self.tokens.slice(after.start, after.end)
                clause_text = self.tokens.slice(clause.start, clause.end)
                raise NotTrueError(f"“{part}” contradicts “{clause_text}”: write two lines", unparsed=part)

    def _acting_player(self, clause: Clause) -> int:
        """Return the player who acts in a clause.

        Raises:
            InvalidActionError: the line belongs to another player, or no player can be meant.
        """
        stated_seat = clause.seat
        if clause.rule.kind in SUFFERED:
            return self._player_of_card(clause)
        by = clause.bindings.get("by")
        if by is not None:
            if stated_seat is not None and self.state.names[stated_seat] != by:
                raise NotTrueError(f"two players are named: {self.state.names[stated_seat]} and {by}")
            stated_seat = self.state.names.index(by)
        if self.seat is not None:
            if stated_seat is not None and stated_seat != self.seat:
                name, other = self.state.names[self.seat], self.state.names[stated_seat]
                raise NotTrueError(f"the line is {name}'s, but the sentence speaks of {other}")
            return self.seat
        if stated_seat is not None:
            return stated_seat
        waiting = self._to_act()
        if waiting is None:
            raise InvalidActionError("who acts is not said: begin the line with a player's name and a colon")
        if clause.rule.kind in {"nothing", "agree"} and self._acted_last() == waiting:
            raise NotTrueError(f"who makes no play is not said; {self.state.names[waiting]} is asked at this moment")
        return waiting

    def _player_of_card(self, clause: Clause) -> int:
        """Return the player of the card whose target the clause names.

        For example ``Ben takes a Flame Strike``.
        """
        victim = clause.seat if clause.seat is not None else self.seat
        waiting = self._to_act()
        if victim is None or waiting is None or waiting == victim:
            raise NotTrueError("who plays the card is not said")
        return waiting

    def _acted_last(self) -> int | None:
        event = next((event for event in reversed(self.state.log) if event.kind in _PLAYS), None)
        return int(event.args[0]) if event is not None else None
