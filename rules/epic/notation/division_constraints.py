"""Constraints on legal damage divisions, their number, and the nearest ones.

They are nearest to a written division. Even a small battle has thousands of legal divisions, so the constraint
describes them in one sentence.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from math import comb
from typing import Final

from rules.engine import division as written_division
from rules.engine.decision import Action, ActionError, Decision, detail
from rules.engine.game import Constraint
from rules.epic.actions.assign import ASSIGN, shares_to_action
from rules.epic.battle import damage as battle_damage
from rules.epic.battle.damage import Division
from rules.epic.board.damage import Packet
from rules.epic.game_loop.validation import check
from rules.epic.notation.names import references
from rules.epic.notation.names.references import side_in_play
from rules.epic.notation.reading import read
from rules.epic.state import EpicState
from rules.epic.state.display_names import display_name, player_name
from rules.notation.english import listed

MAX_COUNTED: Final = 1_000
"""Maximum number of divisions that are enumerated if no formula gives their number."""
MAX_CORRECTIONS: Final = 300
"""Maximum number of corrections of an invalid division that are tried."""
MAX_NAMED: Final = 6
SHOWN: Final = 3

_Given = dict[int, int]
"""Points by target."""


def constraint(state: EpicState, words: str) -> Constraint | None:
    """Return the constraint on legal divisions if damage is divided now, or ``None``.

    Args:
        state: the game; not changed.
        words: the text of the line, used to find the nearest legal divisions; may be empty.
    """
    decision = state.pending
    if decision is None or decision.kind != "assign":
        return None
    if detail(decision, "amount"):
        ways = _count_target_divisions(decision)
        nearest = _nearest_divisions(state, decision, words)
        return Constraint(
            _constraint_among_targets(state, decision), ways, nearest, _written_target_shares(state, decision)
        )
    division = battle_damage.pending_division(state)
    counted = _count_battle_divisions(state, decision, division)
    nearest = _nearest_divisions(state, decision, words)
    return Constraint(
        _constraint_in_battle(state, division), counted, nearest, _written_battle_shares(state, decision, division)
    )


# Text of the constraint.


def _constraint_among_targets(state: EpicState, decision: Decision) -> str:
    total, low, high = detail(decision, "amount"), decision.low, min(decision.high, len(decision.candidates))
    over = str(high) if low == high else f"{low} to {high}"
    names = _join_counted([display_name(state, ref) for ref in decision.candidates])
    return (
        f"{player_name(state, decision.seat)} divides all {total} damage of {display_name(state, decision.source)} "
        f"over {over} of "
        f"{names}, at least 1 to each that is chosen."
    )


def _constraint_in_battle(state: EpicState, division: Division) -> str:
    sources = _join_counted([f"{display_name(state, source)} ({offense})" for source, offense, _ in division.sources])
    targets = _join_counted([display_name(state, target) for target in division.targets])
    each = "deals all of its offense" if len(division.sources) == 1 else "each deal all of their offense"
    clauses = [f"{sources} {each} to {targets}, divided in any way"]
    if division.excess:
        piercing = _join_counted([display_name(state, source) for source, _, pierces in division.sources if pierces])
        clauses.append(_excess(state, division, piercing))
    if division.enough:
        enough = _join_counted(
            [f"{display_name(state, target)} {points}" for target, points in division.enough.items()]
        )
        clauses.append(f"one is given enough to break ({enough}) before the next is given any")
    return "; ".join(clauses) + "."


def _excess(state: EpicState, division: Division, piercing: str) -> str:
    player = display_name(state, division.player)
    if division.forced:
        on_top = " on top of that" if division.extra else " of that"
        return f"exactly {division.excess}{on_top} go to {player}, from {piercing} (breakthrough)"
    needs = _join_counted(
        [f"{display_name(state, target)} {points}" for target, points in division.needs.items() if points]
    )
    first = f", once breakthrough has given each blocker its defense ({needs})" if any(division.needs.values()) else ""
    on_top = "on top of that " if division.extra else ""
    return f"{on_top}up to {division.excess} may go to {player}, from {piercing} (breakthrough){first}"


def _join_counted(names: list[str]) -> str:
    """Join names into a list, merging duplicates and counting repeated names."""
    texts = [f"{count} times {name}" if count > 1 else name for name, count in Counter(names).items()]
    if len(texts) > MAX_NAMED:
        texts[MAX_NAMED:] = [f"{len(texts) - MAX_NAMED} more"]
    return listed(texts)


# Enumerations of names and amounts.


def _written_target_shares(state: EpicState, decision: Decision) -> written_division.Division:
    dealer = references.names(state, (decision.source,), side_in_play(state, decision.seat))[decision.source]
    targets = references.names(state, decision.candidates, decision.candidates)
    return written_division.Division(
        (written_division.Dealer(dealer, detail(decision, "amount")),),
        tuple(targets.values()),
        decision.low,
        min(decision.high, len(targets)),
    )


def _written_battle_shares(state: EpicState, decision: Decision, division: Division) -> written_division.Division:
    sources = references.names(state, (oid for oid, _, _ in division.sources), side_in_play(state, division.seat))
    targets = references.names(state, decision.candidates, decision.candidates)
    return written_division.Division(
        tuple(written_division.Dealer(sources[oid], points, pierces) for oid, points, pierces in division.sources),
        tuple(targets[oid] for oid in division.targets),
        0,
        len(division.targets),
        targets[division.player] if division.excess else "",
        division.excess,
        division.forced,
        division.extra,
        {targets[oid]: points for oid, points in division.needs.items()},
        {targets[oid]: points for oid, points in division.enough.items()},
    )


# Number of legal divisions.


def _count_target_divisions(decision: Decision) -> int:
    total, many = detail(decision, "amount"), len(decision.candidates)
    sizes = range(decision.low, min(decision.high, many) + 1)
    return sum(comb(many, size) * (comb(total - 1, size - 1) if size else int(not total)) for size in sizes)


def _count_battle_divisions(state: EpicState, decision: Decision, division: Division) -> int | None:
    """Return the number of legal divisions.

    ``None`` if counting them would take too many steps.
    """
    if not division.excess and not division.enough:
        ways, others = 1, len(division.targets) - 1
        for _, offense, _ in division.sources:
            ways *= comb(offense + others, others)
        return ways
    count = sum(1 for _ in islice(ASSIGN.legal(state, decision), MAX_COUNTED + 1))
    return count if count <= MAX_COUNTED else None


# Nearest legal divisions.


def _nearest_divisions(state: EpicState, decision: Decision, words: str) -> tuple[Action, ...]:
    """Return the legal divisions with the smallest distance to the written one.

    Return the first legal ones if there is no written one.
    """
    try:
        action = read(state, decision.seat, words).action if words else None
    except ActionError:
        action = None
    if action is None or action.verb != "assign":
        return tuple(islice(ASSIGN.legal(state, decision), SHOWN))
    pairs = zip(action.refs[::2], action.refs[1::2], action.amounts, strict=True)
    shares: list[Packet] = list(pairs)
    corrected = (
        _corrected_target_shares(decision, shares)
        if detail(decision, "amount")
        else _corrected_battle_shares(state, shares)
    )
    divisions = {choice: None for choice in islice(corrected, MAX_CORRECTIONS) if not check(state, choice)}
    if len(divisions) < SHOWN:
        divisions |= dict.fromkeys(islice(ASSIGN.legal(state, decision), MAX_COUNTED))
    return tuple(sorted(divisions, key=lambda choice: _distance(choice, shares))[:SHOWN])


def _distance(action: Action, shares: list[Packet]) -> int:
    """Return the number of damage points that differ from the written shares."""
    points = Counter[tuple[int, int]]()
    for source, target, amount in zip(action.refs[::2], action.refs[1::2], action.amounts, strict=True):
        points[source, target] += amount
    for source, target, amount in shares:
        points[source, target] -= amount
    return sum(map(abs, points.values()))


def _corrected_target_shares(decision: Decision, shares: list[Packet]) -> Iterator[Action]:
    corrected: _Given = {}
    for _, target, amount in shares:
        if target in decision.candidates:
            corrected[target] = corrected.get(target, 0) + amount
    for each in _adjust_to_total(corrected, decision.candidates, detail(decision, "amount")):
        yield shares_to_action(decision.seat, [(decision.source, target, amount) for target, amount in each.items()])


def _corrected_battle_shares(state: EpicState, shares: list[Packet]) -> Iterator[Action]:
    division = battle_damage.pending_division(state)
    options: list[list[tuple[int, _Given]]] = []
    for source, offense, pierces in division.sources:
        targets = [*division.targets, *([division.player] if pierces and division.excess else [])]
        corrected: _Given = {}
        for by, target, amount in shares:
            if by == source and target in targets:
                corrected[target] = corrected.get(target, 0) + amount
        options.append([(source, each) for each in _adjust_to_total(corrected, targets, offense)])
    for chosen in product(*options):
        yield shares_to_action(
            division.seat, [(by, target, points) for by, to in chosen for target, points in to.items()]
        )


def _adjust_to_total(shares: _Given, targets: list[int] | tuple[int, ...], total: int) -> Iterator[_Given]:
    """Yield ``shares`` changed to add up to ``total``.

    The difference is applied to one target.

    >>> list(_adjust_to_total({1: 2}, [1, 2], 3)), list(_adjust_to_total({1: 2, 2: 2}, [1, 2], 3))
    ([{1: 3}, {1: 2, 2: 1}], [{1: 1, 2: 2}, {1: 2, 2: 1}])
    """
    over = sum(shares.values()) - total
    if not over:
        yield dict(shares)
    for first in targets if over < 0 else list(shares) if over else ():
        changed = dict(shares)
        if over < 0:
            changed[first] = changed.get(first, 0) - over
        remaining = over
        for target in [first, *(other for other in shares if other != first)] if over > 0 else ():
            taken = min(remaining, changed[target])
            changed[target] -= taken
            remaining -= taken
        yield {target: points for target, points in changed.items() if points}
