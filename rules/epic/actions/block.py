"""Declaring blockers (4.4.6): ``block``."""

import random
from collections.abc import Iterator
from typing import Final

from rules.engine.action_types import SET
from rules.engine.decision import Action, Decision, Violation
from rules.engine.randomness import choose_some, random_int
from rules.epic.actions.action_type import EpicActionType, absent_champions
from rules.epic.battle.attack import block_violations, declare_block, find_must_be_blocked, group_violations
from rules.epic.interpretation_options import ABLE_BLOCKERS
from rules.epic.players.seats import acts_for
from rules.epic.selection.subsets import iter_subsets
from rules.epic.state import EpicState
from rules.epic.state.display_names import display_name, player_name, side_name


class Block(EpicActionType):
    """Declaration of blockers, or of no block."""

    def violations(self, state: EpicState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield the rules that the blockers violate, individually and as a group."""
        for oid in action.refs:
            champion = state.find(oid)
            if champion is None:
                yield Violation("4.4.6[1]", f"{display_name(state, oid)} is not in play.")
            elif not acts_for(state, champion.controller, decision.seat):
                yield Violation(
                    "4.4.6[1]", f"{side_name(state, decision.seat)} does not control {display_name(state, oid)}."
                )
            else:
                yield from block_violations(state, champion)
        yield from self._group_violations(state, action.refs)
        duty = find_must_be_blocked(state)
        if duty is not None and not action.refs:
            yield Violation(
                "3.3.1",
                f"{display_name(state, duty.oid)} has to be blocked if possible, and "
                f"{player_name(state, decision.seat)} can "
                "block.",
            )

    def _group_violations(self, state: EpicState, oids: tuple[int, ...]) -> Iterator[Violation]:
        group = [champion for oid in oids if (champion := state.find(oid)) is not None]
        return group_violations(state, group)

    def apply(self, state: EpicState, action: Action) -> None:
        """Flip the blockers."""
        declare_block(state, action)

    def legal(self, state: EpicState, decision: Decision) -> Iterator[Action]:
        """Yield all legal blocks."""
        for refs in iter_subsets(decision.candidates, 1 if find_must_be_blocked(state) else 0):
            alone = refs and state.options[ABLE_BLOCKERS]
            if not alone or next(self._group_violations(state, refs), None) is None:
                yield Action(decision.seat, self.name, refs)

    def sample(self, state: EpicState, decision: Decision, chance: random.Random) -> Action:
        """Return a block with up to three random champions."""
        low = 1 if find_must_be_blocked(state) else 0
        size = random_int(chance, low, min(len(decision.candidates), 3))
        chosen = tuple(sorted(choose_some(chance, decision.candidates, size)))
        if chosen and state.options[ABLE_BLOCKERS] and next(self._group_violations(state, chosen), None) is not None:
            # None of these can block alone, but all together can; otherwise no block would have been asked for.
            chosen = tuple(sorted(decision.candidates))
        return Action(decision.seat, self.name, chosen)

    def representative_refs(self, state: EpicState, decision: Decision, action: Action) -> tuple[int, ...]:
        """Return the blockers sorted by number."""
        return tuple(sorted(action.refs))

    def impossibilities(self, state: EpicState, decision: Decision, action: Action) -> Iterator[str]:
        """Yield a sentence for each blocker that does not exist."""
        return absent_champions(state, action.seat, action.refs)

    def awaits(self, state: EpicState, decision: Decision) -> str:
        """Return a description of what the defending player declares."""
        return "declares blockers"

    def moment_violations(self, state: EpicState, action: Action) -> Iterator[Violation]:
        """Yield the violation that no battle is in progress."""
        if state.phase != "battle":
            yield Violation("4.4.6[1]", "No battle is under way, so no champion blocks.")


BLOCK: Final = Block("block", "block", SET, joint=True)
