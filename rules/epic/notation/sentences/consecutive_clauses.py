"""Consecutive clauses of a sentence: passes, battle results, contradictions."""

from collections.abc import Sequence
from typing import Final

from rules.engine.game import Line
from rules.epic.notation.lines.stated_results import RESULTS, BattleResult, is_over
from rules.epic.notation.names import references
from rules.epic.notation.sentences.acting import ActingSentence
from rules.epic.notation.sentences.battle_results import battle_result, numbered
from rules.epic.notation.sentences.clauses import (
    PICKS,
    Clause,
    NotTrueError,
)
from rules.epic.notation.sentences.trials import Trial
from rules.epic.state import EpicState

ATTACKS: Final = frozenset({"attack", "attack all", "attacked"})
BLOCKS: Final = frozenset({"block", "block all", "block played", "no block", "through"})
_PASSES: Final = frozenset({"pass", "nothing", "ok"})
"""Lines of players who make no play."""


class ConsecutiveClauses(ActingSentence):
    """A sentence whose clauses are compared with the clauses before them."""

    def _game_after(self, lines: Sequence[Line]) -> EpicState | None:
        """Return the game after canonical lines, or ``None`` if one of them is illegal."""
        trial: Trial | None = None
        for line in lines:
            if trial is None or trial.seat != line.seat:
                trial = Trial(self.state if trial is None else trial.game, line.seat)
            if not trial.apply_line(line.words, None) or trial.stopped:
                return None
        return self.state if trial is None else trial.game

    def _check_both_named(self, clause: Clause, passes: Sequence[Line]) -> None:
        """Reject a pass of several players that names the wrong players.

        It names only one of them, or not all who pass.
        """
        other, speaker = clause.bindings.get("other"), clause.seat if clause.seat is not None else self.seat
        if other is None:
            return
        named = {speaker, self.state.names.index(other)}
        if named != {line.seat for line in passes}:
            raise NotTrueError("these are not the players who pass at this moment")

    def _are_reversed_passes(self, clause: Clause, after: Clause) -> bool:
        """Return True for the passes of both players of a duel in reverse order.

        The player without initiative passes first.
        """
        pending = self.state.pending
        if not (is_plain_pass(clause) and is_plain_pass(after)) or pending is None or pending.kind != "act":
            return False
        speaker = clause.seat if clause.seat is not None else self.seat
        others = len(self.state.seats) == 2 and speaker is not None and speaker != pending.seat
        return others and after.seat == pending.seat and len(self._passes_of_all()) == 2

    def _battle_result(self, clause: Clause, later: Sequence[Clause], lines: Sequence[Line]) -> BattleResult | None:
        """Return the battle result stated after a block or a pass, or ``None``."""
        after = later[0]
        kind = after.rule.fixed.get("what", "")
        blocks = clause.rule.kind in BLOCKS and bool(lines) and lines[-1].words.startswith("block")
        if blocks and after.rule.kind != "stated" and after.bindings.get("group") == "break":
            raise NotTrueError("a block is followed by what the battle comes to")
        if len(later) > 1 or after.rule.kind != "stated" or kind not in RESULTS:
            return None
        if not blocks:
            return self._result_behind_pass(after) if [line.words for line in lines] == ["pass"] else None
        blockers = lines[-1].words.partition(" with ")[2]
        attacking = [c.oid for seat in self.state.seats for c in seat.champions if c.attacking]
        attackers = references.labels(self.state, attacking, references.in_play(self.state))
        text = self.tokens.slice(after.start, after.end)
        if kind in {"dies", "survives"}:
            return BattleResult(kind, numbered(after.bindings.get("targets", ""), text) or blockers)
        victims = after.bindings.get("targets", attackers)
        victims = numbered(victims, text) if after.bindings.get("who", blockers)[:1].isalpha() else victims
        return BattleResult(
            kind, after.bindings.get("who", blockers), attackers if victims in {"it", "them"} else victims
        )

    def _result_behind_pass(self, stated: Clause) -> BattleResult | None:
        """Return the result of the current battle that a clause states, or ``None``."""
        kind, bindings = stated.rule.fixed["what"], stated.bindings
        if is_over(self.state):
            return None
        text = self.tokens.slice(stated.start, stated.end)
        if kind in {"dies", "survives"}:
            return BattleResult(kind, numbered(bindings["targets"], text)) if "targets" in bindings else None
        victims = bindings.get("targets", "")
        if bindings.get("who", "")[:1].isalpha():
            victims = numbered(victims, text)
        return battle_result(self.state.cards, kind, bindings.get("who", ""), victims)

    def _check_same_turn(self, clause: Clause, lines: Sequence[Line], after: Clause) -> None:
        """Reject a further play behind passes that end the turn."""
        if not lines or any(line.words not in _PASSES for line in lines) or clause.rule.fixed.get("ends"):
            return
        if after.rule.kind == "stated":
            return
        game = self._game_after(lines)
        if game is not None and game.turn != self.state.turn:
            part = self.tokens.slice(after.start, after.end)
            name = self.state.names[self.state.turn]
            raise NotTrueError(f"the turn of {name} ends before “{part}”: write a new line for it", unparsed=part)

    def _check_picked(self, lines: Sequence[Line], after: Clause) -> None:
        """Reject a further play while a choice that the sentence omits is pending.

        The previous play requires the choice.
        """
        trial: Trial | None = None
        for line in lines:
            trial = trial or Trial(self.state, line.seat)
            if not trial.apply_line(line.words, None):
                return
        pending = trial.game.pending if trial is not None else None
        begins = after.rule.kind in {"play", "use", "card", "attack", "attack all"}
        if begins and pending is not None and pending.seat == lines[-1].seat and pending.kind in PICKS:
            raise NotTrueError(f"say first what is picked for `{lines[-1].words}`")


def is_plain_pass(clause: Clause) -> bool:
    """Return True for a pass without a time."""
    return clause.rule.kind == "line" and clause.rule.fixed["words"] == "pass" and not clause.times
