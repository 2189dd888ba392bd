"""The damage step: who assigns battle damage, and dealing it.

Rules: 4.4.11 to 4.4.13, 5.7, I-75, I-79 to I-84.

A share is ``(source, target, points)``. The attacking player assigns first, then the defending player (I-83); one
action holds all shares of a player. All damage is dealt at the same time.
"""

from collections.abc import Iterator

from rules.engine.decision import Action, Decision, Violation
from rules.epic.battle.attack import attackers, blockers, end_battle
from rules.epic.board.continuous import current_values, has_keyword
from rules.epic.board.damage import Packet, deal_damage, run_state_checks
from rules.epic.interpretation_options import (
    BLOCKERS_GONE,
    BREAKTHROUGH_CHOICE,
    DAMAGE_TRIGGERS,
    DAMAGED_BLOCKERS,
    DIVIDING,
    EXPENDED_DEALS,
    EXTRA_BREAKTHROUGH,
    cite_by_option,
)
from rules.epic.state import EXPENDED, Champion, EpicState, Frame
from rules.epic.state.automatic_decisions import has_observer, report_automatic_decision
from rules.epic.state.display_names import display_name
from rules.epic.state.frame_data import DamageData
from rules.epic.state.log import log_event
from rules.epic.traits import BREAKTHROUGH

BREAKTHROUGH_BOOK = "RB:keywords-and-terms/breakthrough"


class Division:
    """The battle damage that one player divides, and the limits of the division.

    Attributes:
        seat: the player who divides.
        sources: ``(oid, offense, has breakthrough)`` of each champion that deals damage.
        targets: ids of the opposing champions still in the battle.
        player: the defending seat if breakthrough damage can reach it, else -1.
        excess: maximum points of breakthrough damage to the player.
        forced: whether the player must be dealt the whole excess (I-80).
        extra: whether the excess is dealt in addition to the damage to blockers (I-79).
        needs: by target, the points breakthrough champions must assign to it before any go to the player.
        enough: by target, the points to assign before the next target gets any; empty if the order is free (I-83).
    """

    __slots__ = ("enough", "excess", "extra", "forced", "needs", "player", "seat", "sources", "targets")

    def __init__(self, seat: int, sources: list[tuple[int, int, bool]], targets: list[int]) -> None:
        self.seat = seat
        self.sources = sources
        self.targets = targets
        self.player = -1
        self.excess = 0
        self.forced = False
        self.extra = False
        self.needs: dict[int, int] = {}
        self.enough: dict[int, int] = {}

    def shares_of(self, action: Action) -> list[Packet]:
        """Return the shares in ``action`` as ``(source, target, points)``."""
        pairs = zip(action.refs[::2], action.refs[1::2], action.amounts, strict=True)
        return [(source, target, amount) for source, target, amount in pairs]


def _damage_sources(state: EpicState, champions: list[Champion]) -> list[tuple[int, int, bool]]:
    return [
        (champion.oid, current_values(state, champion).offense, has_keyword(state, champion, BREAKTHROUGH))
        for champion in champions
        if current_values(state, champion).offense > 0
    ]


def attacker_division(state: EpicState) -> Division:
    """Return the damage that the attacking player divides among blockers."""
    defending = blockers(state)
    division = Division(state.turn, _damage_sources(state, attackers(state)), [c.oid for c in defending])
    defense = {champion.oid: _defense_to_exceed(state, champion) for champion in defending}
    division.enough = _lethal_amounts(state, defending)
    piercing = sum(offense for _, offense, pierces in division.sources if pierces)
    division.excess = max(0, piercing - sum(defense.values()))
    if division.excess:
        division.player = state.defender
        division.forced = bool(state.options[BREAKTHROUGH_CHOICE])
        division.extra = bool(state.options[EXTRA_BREAKTHROUGH])
        division.needs = defense
    return division


def defender_division(state: EpicState) -> Division:
    """Return the damage that the defending player divides among attackers."""
    sources = [c for c in blockers(state) if c.stance != EXPENDED or not state.options[EXPENDED_DEALS]]
    division = Division(state.defender, _damage_sources(state, sources), [c.oid for c in attackers(state)])
    division.enough = _lethal_amounts(state, attackers(state))
    return division


def _defense_to_exceed(state: EpicState, blocker: Champion) -> int:
    """Return the defense that breakthrough must exceed (I-81).

    Depending on the option, it is the full defense of the blocker or what remains after its damage.
    """
    defense = current_values(state, blocker).defense
    return max(0, defense - blocker.damage if state.options[DAMAGED_BLOCKERS] else defense)


def _lethal_amounts(state: EpicState, champions: list[Champion]) -> dict[int, int]:
    """Return the lethal damage of each champion, by id (I-83).

    Empty unless a champion must be assigned lethal damage before the next gets any.
    """
    if not state.options[DIVIDING]:
        return {}
    return {champion.oid: max(0, current_values(state, champion).defense - champion.damage) for champion in champions}


def pending_division(state: EpicState) -> Division:
    """Return the damage division that the pending decision is about."""
    return attacker_division(state) if state.frames[-1].index == 0 else defender_division(state)


def forced_shares(division: Division) -> list[Packet] | None:
    """Return the only possible shares, or ``None`` if there is a choice."""
    if not division.sources or not division.targets:
        return []
    if not division.excess:
        if len(division.targets) > 1:
            return None
        return [(source, division.targets[0], offense) for source, offense, _ in division.sources]
    piercing = [source for source in division.sources if source[2]]
    everything = not division.extra and division.excess == sum(offense for _, offense, _ in piercing)
    if not division.forced or len(division.targets) > 1 or (len(piercing) > 1 and not everything):
        return None
    shares: list[Packet] = []
    for source, offense, pierces in division.sources:
        through = min(offense, division.excess) if pierces else 0
        remaining = offense if division.extra else offense - through
        if remaining:
            shares.append((source, division.targets[0], remaining))
        if through:
            shares.append((source, division.player, through))
    return shares


def run_battle_damage(state: EpicState, frame: Frame[DamageData]) -> None:
    """Ask both players in turn for their shares, then deal all damage at once."""
    state.cause = frame.cause
    if frame.index == 0 and has_observer(state) and not (state.blocked and blockers(state)):
        report_automatic_decision(state, _ask_for_division(state, attacker_division(state)))
    if frame.index == 0:
        _log_no_damage(state)
    unblocked = bool(state.options[BLOCKERS_GONE]) and state.blocked and not blockers(state)
    if frame.index == 0 and (unblocked or not state.blocked):
        frame.index = 2
        frame.data["shares"] = tuple(
            (source, state.defender, n) for source, n, _ in _damage_sources(state, attackers(state))
        )
        frame.data["rules"] = ("4.4.11", "I-75") if unblocked else ("4.4.11",)
    if frame.index == 0 and not blockers(state):
        # Blocked, but no blocker is left: only breakthrough damage reaches the player, in full (I-75).
        frame.index = 2
        sources = _damage_sources(state, attackers(state))
        frame.data["shares"] = tuple((source, state.defender, n) for source, n, pierces in sources if pierces)
        frame.data["rules"] = ("4.4.12", "4.4.6a", "5.7.4", "I-75")
        for source in [source for source, _, pierces in sources if not pierces]:
            log_event(state, "stays-blocked", (state.turn, source), ("4.4.6a", "4.4.12", "I-75"))
    if frame.data.get("rules") and frame.data["shares"]:
        args = (state.turn, *(part for share in frame.data["shares"] for part in share))
        log_event(state, "assign", args, frame.data["rules"])
    while frame.index < 2:
        division = pending_division(state)
        shares = forced_shares(division)
        if shares is None:
            state.pending = _ask_for_division(state, division)
            return
        if has_observer(state):
            report_automatic_decision(state, _ask_for_division(state, division))
        _record_shares(state, frame, division, shares)
    _deal_damage(state, frame)


def _log_no_damage(state: EpicState) -> None:
    """Log expended blockers that deal no damage (I-78)."""
    for champion in blockers(state) if state.options[EXPENDED_DEALS] else ():
        if champion.stance == EXPENDED and current_values(state, champion).offense > 0:
            log_event(state, "no-damage", (champion.controller, champion.oid), ("4.4.11", "I-78"))


def _ask_for_division(state: EpicState, division: Division) -> Decision:
    targets = (*division.targets, division.player) if division.excess else tuple(division.targets)
    rules = ["4.4.11b", "I-83"]
    if division.excess:
        rules += cite_by_option(state, BREAKTHROUGH_CHOICE, (BREAKTHROUGH_BOOK, "I-80"), ("4.4.11a", "5.7.1", "I-80"))
    return Decision(
        division.seat,
        "assign",
        tuple(sorted(targets)),
        rules=tuple(rules),
        detail=(("excess", division.excess), *((f"offense {source}", n) for source, n, _ in division.sources)),
    )


def apply_shares(state: EpicState, action: Action) -> None:
    """Store one player's shares; continue with the other player, or deal the damage."""
    division = pending_division(state)
    _record_shares(state, state.frames[-1], division, division.shares_of(action))


def _record_shares(state: EpicState, frame: Frame[DamageData], division: Division, shares: list[Packet]) -> None:
    frame.index += 1
    frame.data["shares"] = (*frame.data["shares"], *shares)
    if shares:
        rules: tuple[str, ...] = ("4.4.11", "4.4.11b", "I-83")
        if division.excess:
            book, complete = (BREAKTHROUGH_BOOK, "I-79", "I-80"), ("4.4.11a", "5.7.1", "I-79", "I-80")
            rules += cite_by_option(state, BREAKTHROUGH_CHOICE, book, complete)
        if any(target == division.player for _, target, _ in shares):
            rules += ("I-82",)
        if division.seat == state.turn and any(pierces for _, _, pierces in division.sources):
            rules += ("I-81",) if any(blocker.damage for blocker in blockers(state)) else ()
        log_event(state, "assign", (division.seat, *(part for share in shares for part in share)), rules)


def _deal_damage(state: EpicState, frame: Frame[DamageData]) -> None:
    state.finish(frame)
    # Champions that left the game with their owner since the assignment deal no damage (1.9.3, 4.4.12).
    shares = [share for share in frame.data["shares"] if state.find(share[0]) is not None]
    deal_damage(state, shares, frame.data.get("rules", ("4.4.11", "4.4.11b")))
    run_state_checks(state)
    if state.options[DAMAGE_TRIGGERS] and state.phase == "battle":
        # Triggers then wait for the Main Phase.
        end_battle(state, ("4.4.14", "I-45"))


def assignment_violations(state: EpicState, division: Division, shares: list[Packet]) -> Iterator[Violation]:
    """Yield the rules that the assignment ``shares`` of battle damage violates."""
    offenses = {source: offense for source, offense, _ in division.sources}
    piercing = {source for source, _, pierces in division.sources if pierces}
    points = dict.fromkeys(offenses, 0)
    through = 0
    from_piercing = dict.fromkeys(division.needs, 0)
    for source, target, amount in shares:
        if source not in offenses:
            yield Violation(
                "4.4.11",
                f"{display_name(state, source)} deals no damage in this battle for {state.names[division.seat]}.",
            )
            continue
        if division.excess and target == division.player:
            through += amount
            points[source] += 0 if division.extra else amount
            if source not in piercing:
                yield Violation(
                    "5.7.2",
                    f"{display_name(state, source)} has no breakthrough and cannot deal damage to "
                    f"{display_name(state, target)}.",
                )
            continue
        points[source] += amount
        if target not in division.targets:
            yield _misdirected_violation(state, division, source, target)
        elif source in piercing and target in from_piercing:
            from_piercing[target] += amount
    for source, offense in offenses.items():
        if points[source] != offense:
            yield Violation(
                "4.4.11",
                f"{display_name(state, source)} deals {offense} damage, its offense; {points[source]} is assigned "
                "(I-83).",
            )
    yield from _breakthrough_violations(state, division, through, from_piercing)
    if division.enough:
        yield from _thin_spread_violations(state, division, shares)


def _thin_spread_violations(state: EpicState, division: Division, shares: list[Packet]) -> Iterator[Violation]:
    """Yield a violation if two targets get damage, but less than lethal (I-83)."""
    got = dict.fromkeys(division.enough, 0)
    for _, target, amount in shares:
        if target in got:
            got[target] += amount
    short = [target for target, amount in got.items() if 0 < amount < division.enough[target]]
    if len(short) > 1:
        names = " and ".join(display_name(state, target) for target in short)
        yield Violation("I-83", f"One champion gets enough damage to break before the next: {names} get too little.")


def _misdirected_violation(state: EpicState, division: Division, source: int, target: int) -> Violation:
    """Return the violation that ``source`` cannot deal damage to ``target``."""
    words = f"{display_name(state, source)} cannot deal damage to {display_name(state, target)}"
    attacking = division.seat == state.turn
    if attacking and not state.blocked:
        return Violation("4.4.11", f"{words}: the attack is not blocked, so all its damage goes to the player.")
    if target != state.defender or not attacking:
        part = "blocking" if attacking else "attacking"
        return Violation("4.4.11", f"{words}: {display_name(state, target)} is not {part} in this battle.")
    piercing = [offense for oid, offense, pierces in division.sources if pierces]
    if source not in [oid for oid, _, pierces in division.sources if pierces]:
        return Violation("4.4.11", f"{words}: the attack is blocked and it has no breakthrough (5.7.2).")
    total = sum(max(0, current_values(state, champion).defense) for champion in blockers(state))
    return Violation(
        "4.4.11a",
        f"{words}: its breakthrough leaves no excess, as {sum(piercing)} offense with breakthrough does not exceed the "
        f"blockers' {total} defense (5.7.1).",
    )


def _breakthrough_violations(
    state: EpicState, division: Division, through: int, from_piercing: dict[int, int]
) -> Iterator[Violation]:
    if not division.excess:
        return
    if division.forced:
        if through != division.excess:
            yield Violation(
                "4.4.11a",
                f"Breakthrough deals {display_name(state, division.player)} exactly the excess of {division.excess}, "
                f"not {through} (I-80).",
            )
        return
    if division.extra and through > division.excess:
        yield Violation(
            "I-79", f"Breakthrough deals {display_name(state, division.player)} at most {division.excess} on top."
        )
    if through:
        for target, need in division.needs.items():
            if from_piercing[target] < need:
                yield Violation(
                    BREAKTHROUGH_BOOK,
                    f"Before breakthrough damage reaches {display_name(state, division.player)}, breakthrough "
                    "champions assign "
                    f"{need} (its defense, whatever damage it has, 5.7.5) to {display_name(state, target)}; "
                    f"{from_piercing[target]} is assigned.",
                )
