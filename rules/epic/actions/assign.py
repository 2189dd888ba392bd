"""Dividing damage in battle or by an instruction (4.4.11, 5.20.1): ``assign``."""

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from rules.engine.action_types import Shape
from rules.engine.decision import Action, Decision, InvalidActionError, Violation, detail
from rules.engine.randomness import choose_some, random_int
from rules.epic.actions.action_type import EpicActionType
from rules.epic.actions.picks import missing_reference_violations
from rules.epic.battle.damage import Division, assignment_violations, pending_division
from rules.epic.battle.divisions import compositions, iter_divisions
from rules.epic.board.damage import Packet
from rules.epic.effects import DamageSplit
from rules.epic.frame_handlers import dispatch_action
from rules.epic.state import EpicState
from rules.epic.state.display_names import display_name


class Assign(EpicActionType):
    """Division of damage: alternating sources and targets, and points for each pair."""

    def validate(self, state: EpicState, action: Action) -> None:
        """Raise unless each pair is unique and has a positive number of points."""
        if action.option:
            raise InvalidActionError(f"{self.name!r} has no options")
        if len(action.refs) != 2 * len(action.amounts) or any(amount < 1 for amount in action.amounts):
            raise InvalidActionError("'assign' has a number of points above 0 for each pair of source and target")
        pairs = list(zip(action.refs[::2], action.refs[1::2], strict=True))
        if len(set(pairs)) != len(pairs):
            raise InvalidActionError("'assign' names a pair of source and target twice")

    def is_joint(self, decision: Decision | None) -> bool:
        """Return True if battle damage is divided, which team-mates do together."""
        return decision is not None and not decision.source

    def violations(self, state: EpicState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield the rules that the division violates."""
        if not detail(decision, "amount"):
            division = pending_division(state)
            yield from assignment_violations(state, division, division.shares_of(action))
            return
        cid = state.card_of(decision.source)
        if any(state.card_of(source) != cid for source in action.refs[::2]):
            yield Violation("5.20.1", f"The damage comes from {display_name(state, decision.source)}.")
        targets = action.refs[1::2]
        for target in targets:
            if target not in decision.candidates:
                yield Violation(
                    "5.20.2",
                    f"{display_name(state, target)} cannot be a target of {display_name(state, decision.source)}.",
                )
        if not decision.low <= len(targets) <= decision.high:
            yield Violation(
                "5.20.1", f"The damage is divided over {decision.low} to {decision.high} targets, not {len(targets)}."
            )
        total = detail(decision, "amount")
        if sum(action.amounts) != total:
            yield Violation("3.2.3", f"All {total} points are dealt; {sum(action.amounts)} are assigned.")

    def apply(self, state: EpicState, action: Action) -> None:
        """Deal the damage, or continue with the division of the other player."""
        dispatch_action(state, action)

    def legal(self, state: EpicState, decision: Decision) -> Iterator[Action]:
        """Return an iterator over all divisions of the damage."""
        seat, total = decision.seat, detail(decision, "amount")
        if not total:
            return (
                Action(seat, "assign", refs, 0, amounts) for refs, amounts in iter_divisions(pending_division(state))
            )
        return self._divisions_among_targets(decision, total)

    def _divisions_among_targets(self, decision: Decision, total: int) -> Iterator[Action]:
        """Yield all divisions of ``total`` points of an instruction among its targets."""
        seat = decision.seat
        for size in range(decision.low, decision.high + 1):
            points = [tuple([amount + 1 for amount in amounts]) for amounts in compositions(total - size, size)]
            for targets in combinations(decision.candidates, size):
                refs = _pairs(decision.source, targets)
                for amounts in points:
                    yield Action(seat, self.name, refs, 0, amounts)

    def sample(self, state: EpicState, decision: Decision, chance: random.Random) -> Action:
        """Return a random division of the damage."""
        total = detail(decision, "amount")
        if total:
            targets = sorted(choose_some(chance, decision.candidates, random_int(chance, decision.low, decision.high)))
            points = _split_randomly(total - len(targets), len(targets), chance)
            refs = _pairs(decision.source, tuple(targets))
            return Action(decision.seat, self.name, refs, 0, tuple(point + 1 for point in points))
        division = pending_division(state)
        if division.extra:
            return shares_to_action(decision.seat, _shares_in_order(division))
        excess = 0
        if division.excess and (division.forced or chance.random() < 0.8):
            excess = division.excess
        shares = (
            _random_piercing_shares(division, chance)
            if excess and not division.forced
            else _random_shares(division, excess, chance)
        )
        if division.enough and next(assignment_violations(state, division, shares), None) is not None:
            # One champion must get enough damage before the next (I-83).
            shares = _shares_in_order(division)
        return shares_to_action(decision.seat, shares)

    def canonical(self, state: EpicState, action: Action) -> Action:
        """Return the division sorted, with the source object instead of its card."""
        decision = state.pending
        if state.variant.shared and self.is_joint(decision):
            action = self.as_side_action(state, action)
        sources, targets = action.refs[::2], action.refs[1::2]
        if decision is not None and decision.source:
            cid = state.card_of(decision.source)
            sources = tuple(decision.source if state.card_of(source) == cid else source for source in sources)
        shares = sorted(zip(sources, targets, action.amounts, strict=True))
        refs = tuple(ref for source, target, _ in shares for ref in (source, target))
        return Action(action.seat, self.name, refs, action.option, tuple(amount for _, _, amount in shares))

    def impossibilities(self, state: EpicState, decision: Decision, action: Action) -> Iterator[str]:
        """Yield a sentence for each reference that does not exist any more."""
        for ref in action.refs:
            yield from missing_reference_violations(state, ref)

    def awaits(self, state: EpicState, decision: Decision) -> str:
        """Return a description of the damage to divide."""
        return f"divides the damage of {display_name(state, decision.source)}" if decision.source else "divides damage"

    def moment_violations(self, state: EpicState, action: Action) -> Iterator[Violation]:
        """Yield the violation that no battle damage is dealt now."""
        timing_reason = (
            "No battle is under way" if state.phase != "battle" else "The damage of the battle is not dealt yet"
        )
        yield Violation("4.4.11", f"{timing_reason}, so none is divided.")


def shares_to_action(seat: int, shares: list[Packet]) -> Action:
    """Return the action by which ``seat`` assigns ``shares`` of damage."""
    refs: list[int] = []
    amounts: list[int] = []
    for source, target, amount in sorted(shares):
        refs += (source, target)
        amounts.append(amount)
    return Action(seat, "assign", tuple(refs), 0, tuple(amounts))


def _pairs(source: int, targets: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(ref for target in targets for ref in (source, target))


def _random_shares(division: Division, excess: int, chance: random.Random) -> list[Packet]:
    """Return random shares in which the first sources deal ``excess`` to the player."""
    shares: list[Packet] = []
    for source, offense, pierces in division.sources:
        through = min(offense, excess) if pierces else 0
        excess -= through
        if through:
            shares.append((source, division.player, through))
        points = _split_randomly(offense - through, len(division.targets), chance)
        shares += [(source, target, n) for target, n in zip(division.targets, points, strict=True) if n]
    return shares


def _shares_in_order(division: Division) -> list[Packet]:
    """Return shares that fill one target after the other and deal the whole excess."""
    amounts_by_pair: dict[tuple[int, int], int] = {}
    wants, through = dict(division.needs or division.enough), division.excess
    for source, offense, pierces in sorted(division.sources, key=lambda each: not each[2]):
        remaining = offense
        for target, wanted in wants.items():
            share = amounts_by_pair[source, target] = min(remaining, wanted)
            wants[target] -= share
            remaining -= share
        over = min(through, through if division.extra else remaining) if pierces else 0
        amounts_by_pair[source, division.player] = over
        through -= over
        first = (source, division.targets[0])
        amounts_by_pair[first] = amounts_by_pair.get(first, 0) + remaining - (0 if division.extra else over)
    return [(source, target, amount) for (source, target), amount in amounts_by_pair.items() if amount]


def _random_piercing_shares(division: Division, chance: random.Random) -> list[Packet]:
    """Return random shares that cover each blocker's defense and deal the full excess."""
    needs = dict(division.needs)
    shares: list[Packet] = []
    for source, offense, pierces in division.sources:
        if not pierces:
            points = _split_randomly(offense, len(division.targets), chance)
            shares += [(source, target, n) for target, n in zip(division.targets, points, strict=True) if n]
            continue
        remaining = offense
        for target, need in needs.items():
            share = min(remaining, need)
            if share:
                shares.append((source, target, share))
            needs[target] -= share
            remaining -= share
        if remaining:
            shares.append((source, division.player, remaining))
    return shares


def _split_randomly(total: int, parts: int, chance: random.Random) -> list[int]:
    cuts = sorted(random_int(chance, 0, total) for _ in range(parts - 1))
    return [after - previous for previous, after in zip([0, *cuts], [*cuts, total], strict=True)]


ASSIGN: Final = Assign(
    "assign", "assign", Shape(0, None, amounts=True, repeats=True), "assign damage", asks=(DamageSplit,)
)
