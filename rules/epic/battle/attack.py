"""Steps of the Battle Phase: attackers, initiative windows, blockers, end (4.4)."""

from collections.abc import Iterator
from typing import Final

from rules.engine.decision import Action, Decision, Violation
from rules.epic.board.continuous import (
    ambush_note,
    current_values,
    has_keyword,
    invalidate_static_values,
    is_restricted_while_deploying,
)
from rules.epic.board.triggers import trigger_abilities
from rules.epic.board.uncertain_keywords import UncertainViolation, uncertain_deploying_text
from rules.epic.effects import When
from rules.epic.interpretation_options import (
    ABLE_BLOCKERS,
    AFTER_BLOCKS,
    ATTACKERS_GONE,
    ATTACKS_A_TURN,
    BEFORE_BLOCKS,
    DEPLOYING_BLOCKS,
    EXPENDED_LEAVES,
    EXPENDED_PREPARED,
    cite_by_option,
)
from rules.epic.players.initiative import BLOCKS_BOOK, DAMAGE_BOOK, ask_for_play, open_window
from rules.epic.players.seats import acts_for, attackable_seats, champions_of
from rules.epic.state import (
    EXPENDED,
    FLIPPED,
    PREPARED,
    PREPARES_AT_END,
    Champion,
    EpicState,
    Frame,
    has_lost_abilities,
)
from rules.epic.state.automatic_decisions import report_automatic_decision
from rules.epic.state.display_names import display_name
from rules.epic.state.log import log_event
from rules.epic.traits import AIRBORNE, BLITZ, UNBLOCKABLE

STANCES = ("prepared", "expended", "flipped")


def attackers(state: EpicState) -> list[Champion]:
    """Return the attacking champions in order of entry."""
    return [champion for champion in champions_of(state, state.turn) if champion.attacking]


def blockers(state: EpicState) -> list[Champion]:
    """Return the blocking champions in order of entry."""
    if state.defender < 0:
        return []
    return [champion for champion in champions_of(state, state.defender) if champion.blocking]


def can_attack(state: EpicState, champion: Champion) -> bool:
    """Return True if the champion may attack.

    Equivalent to an empty ``attack_violations``, but faster; a test compares both.
    """
    return (
        champion.stance == PREPARED
        and not (champion.deploying and is_restricted_while_deploying(state, champion))
        and not (champion.attacked and state.options[ATTACKS_A_TURN])
    )


def attack_violations(state: EpicState, champion: Champion) -> Iterator[Violation]:
    """Yield the rules that forbid declaring ``champion`` as an attacker (4.4.1)."""
    if champion.stance != PREPARED:
        yield Violation(
            "4.4.1",
            f"{display_name(state, champion.oid)} cannot attack: it is {STANCES[champion.stance]}, not prepared.",
        )
    if champion.deploying and is_restricted_while_deploying(state, champion):
        doubt = uncertain_deploying_text(state, champion)
        if doubt:
            yield UncertainViolation("5.8.1", doubt)
        else:
            yield Violation(
                "5.17.1",
                f"{display_name(state, champion.oid)} cannot attack: it is deploying (it has not started a turn "
                "under its "
                f"controller's control, 5.17.2) and has no blitz (5.8.1){ambush_note(state, champion)}.",
            )
    if champion.attacked and state.options[ATTACKS_A_TURN]:
        yield Violation(
            "I-93", f"{display_name(state, champion.oid)} cannot attack again: a champion attacks once a turn here."
        )


def can_block(state: EpicState, champion: Champion) -> bool:
    """Return True if the champion may block.

    Equivalent to an empty ``block_violations``, but faster; a test compares both.
    """
    if champion.stance != PREPARED:
        return False
    if state.options[DEPLOYING_BLOCKS] and champion.deploying and is_restricted_while_deploying(state, champion):
        return False
    group = attackers(state)
    able = bool(group and state.options[ABLE_BLOCKERS])
    return able or any(not blocking_restriction(state, champion, each) for each in group)


def block_violations(state: EpicState, champion: Champion) -> Iterator[Violation]:
    """Yield the rules that forbid ``champion`` to block.

    Rules: 4.4.6[1], 5.2.1, 5.10.1, I-74.
    """
    if champion.stance != PREPARED:
        yield Violation(
            "4.4.6[1]",
            f"{display_name(state, champion.oid)} cannot block: it is {STANCES[champion.stance]}, not prepared.",
        )
    if state.options[DEPLOYING_BLOCKS] and champion.deploying and is_restricted_while_deploying(state, champion):
        yield Violation("I-96", f"{display_name(state, champion.oid)} cannot block: it is deploying.")
    group = attackers(state)
    if not group:
        yield Violation("I-76", f"{display_name(state, champion.oid)} cannot block: no attacker is left.")
    elif not state.options[ABLE_BLOCKERS]:
        yield from evasion_violations(state, champion)


def evasion_violations(state: EpicState, champion: Champion) -> Iterator[Violation]:
    """Yield a violation if evasion keeps ``champion`` from blocking any attacker.

    Whether the champion is prepared or flipped is not checked. Rules: 5.2.1, 5.10.1.
    """
    group = attackers(state)
    restrictions = {blocking_restriction(state, champion, attacker) for attacker in group}
    if restrictions and "" not in restrictions:
        first, *others = [rule for rule in BLOCKING_RESTRICTIONS if rule in restrictions]
        words = " or ".join(
            (BLOCKING_RESTRICTIONS[first], *(f"{BLOCKING_RESTRICTIONS[rule]} ({rule})" for rule in others))
        )
        if first == "5.2.1" and not others:
            words = "airborne and it is not"
        yield Violation(
            first,
            f"{display_name(state, champion.oid)} can block none of the attackers: every attacker is {words} (I-74).",
        )


BLOCKING_RESTRICTIONS: Final = {
    "5.2.1": "airborne, which it is not,",
    "3.3.1": "out of its reach by a higher offense",
    "5.10.1": "unblockable",
}
"""Reasons why a champion cannot block an attacker, by rule."""


def blocking_restriction(state: EpicState, blocker: Champion, attacker: Champion) -> str:
    """Return the rule that prevents ``blocker`` from blocking ``attacker``, or ""."""
    now = current_values(state, attacker)
    if UNBLOCKABLE in now.keywords:
        return "5.10.1"
    far = state.table[attacker.cid].out_of_reach and not has_lost_abilities(attacker)
    if far and current_values(state, blocker).offense < now.offense:
        return "3.3.1"
    return "5.2.1" if AIRBORNE in now.keywords and not has_keyword(state, blocker, AIRBORNE) else ""


def group_violations(state: EpicState, group: list[Champion]) -> Iterator[Violation]:
    """Yield violations if no champion of ``group`` could block alone (I-74).

    Nothing is yielded unless the game uses the option of I-74 by which one able blocker suffices for a group.
    """
    if state.options[ABLE_BLOCKERS] and all(next(evasion_violations(state, champion), None) for champion in group):
        for champion in group:
            yield from evasion_violations(state, champion)


def find_possible_attackers(state: EpicState, seat: int) -> list[int]:
    """Return the ids of the champions that ``seat`` may declare as attackers."""
    return [champion.oid for champion in champions_of(state, seat) if can_attack(state, champion)]


def find_possible_blockers(state: EpicState) -> list[int]:
    """Return the ids of the defender's champions that may block, alone or in a group."""
    able = [c for c in champions_of(state, state.defender) if can_block(state, c)]
    if able and state.options[ABLE_BLOCKERS] and next(group_violations(state, able), None) is not None:
        return []
    return [c.oid for c in able]


def champions_forced_to_attack(state: EpicState, seat: int) -> list[Champion]:
    """Return the champions of ``seat`` that must attack this turn and still can."""
    if state.no_attacks:
        return []
    forced = [
        champion
        for champion in champions_of(state, seat)
        if state.table[champion.cid].must_attack
        and not champion.attacked
        and not has_lost_abilities(champion)
        and can_attack(state, champion)
    ]
    return forced if forced and find_unprotected_seats(state, seat) else []


def find_must_be_blocked(state: EpicState) -> Champion | None:
    """Return an attacker that must be blocked if possible, or ``None``."""
    for champion in attackers(state):
        if state.table[champion.cid].must_be_blocked and not has_lost_abilities(champion):
            return champion
    return None


def find_attack_shield(state: EpicState, seat: int) -> Champion | None:
    """Return a champion that forbids attacks on ``seat``, or ``None`` (I-124)."""
    for champion in champions_of(state, seat):
        for ability in state.table[champion.cid].shields:
            if not has_lost_abilities(champion) and (champion.stance == EXPENDED or not ability.while_expended):
                return champion
    return None


def find_unprotected_seats(state: EpicState, seat: int) -> list[int]:
    """Return the seats that ``seat`` may attack now, in seat order (4.4.1)."""
    return [other for other in attackable_seats(state, seat) if find_attack_shield(state, other) is None]


def declare_attack(state: EpicState, action: Action) -> None:
    """Expend the attackers and start the Battle Phase (4.3.2, 4.4.1)."""
    state.phase, state.step, state.stage = "battle", "attackers", 0
    state.defender, state.blocked, state.passed, state.played = action.option, False, (), False
    group = [champion for champion in champions_of(state, action.seat) if champion.oid in action.refs]
    rules: tuple[str, ...] = ("4.3.2", "4.4", "4.4.1")
    for champion in group:
        if champion.attacked:
            rules = (*rules, "I-93")
        if champion.deploying and BLITZ not in current_values(state, champion).keywords:
            rules = (*rules, "I-10")
    state.cause = log_event(state, "attack", (action.seat, action.option, *action.refs), tuple(dict.fromkeys(rules)))
    for champion in group:
        champion.stance = EXPENDED
        champion.attacking = champion.attacked = True
    invalidate_static_values(state)
    for champion in group:
        trigger_abilities(state, When.ATTACKS, champion)


def step_battle(state: EpicState) -> None:
    """Advance the battle to its next step or decision."""
    if state.options[ATTACKERS_GONE] and state.step in {"before-blocks", "blocks"} and not attackers(state):
        end_battle(state, ("I-76",))
        return
    if state.step in {"before-blocks", "before-damage"}:
        ask_for_play(state)
        return
    state.cause = -1
    if state.step == "attackers":
        state.step = "before-blocks"
        open_window(state, state.turn, cite_by_option(state, BEFORE_BLOCKS, (BLOCKS_BOOK,), ("4.1.3", "4.4.3")))
    elif state.step == "blocks":
        _step_blocks(state)
    elif state.step == "damage":
        state.step = "after-damage"
        state.frames.append(Frame("battle-damage", state.turn, 0, {"shares": ()}))
    else:
        end_battle(state, ("4.4.14", "I-45"))


def _step_blocks(state: EpicState) -> None:
    if state.stage:
        opener = state.turn if state.options[AFTER_BLOCKS] else state.defender
        state.step = "before-damage"
        open_window(state, opener, cite_by_option(state, AFTER_BLOCKS, (DAMAGE_BOOK, "I-40"), ("4.4.8", "I-40")))
        return
    state.stage = 1
    able = find_possible_blockers(state)
    decision = Decision(
        state.defender,
        "block",
        tuple(able),
        low=1 if find_must_be_blocked(state) else 0,
        high=len(able),
        rules=("4.4.6[1]", "I-74"),
    )
    if not able:
        report_automatic_decision(state, decision)
        log_event(state, "no-block", (state.defender,), ("4.4.6[1]",) if attackers(state) else ("4.4.6[1]", "I-76"))
        return
    state.pending = decision


def declare_block(state: EpicState, action: Action) -> None:
    """Flip the blocking champions, or continue without a block (4.4.6[2])."""
    if not action.refs:
        log_event(state, "no-block", (action.seat,), ("4.4.6[1]",))
        return
    group = [champion for champion in champions_of(state, action.seat) if champion.oid in action.refs]
    rules: tuple[str, ...] = ("4.4.6[1]", "4.4.6[2]", "4.4.6a")
    if any(champion.deploying and is_restricted_while_deploying(state, champion) for champion in group):
        rules = (*rules, "I-96")
    state.cause = log_event(state, "block", (action.seat, *action.refs), rules)
    state.blocked = True
    for champion in group:
        champion.stance = FLIPPED
        champion.blocking = True
    invalidate_static_values(state)
    for attacker in attackers(state):
        trigger_abilities(state, When.BLOCKED, attacker)
    for champion in group:
        trigger_abilities(state, When.BLOCKS, champion)


def cite_expending(champion: Champion, rules: tuple[str, ...]) -> tuple[str, ...]:
    """Return the citations for expending ``champion``: ``rules``, plus I-77 and I-78.

    The latter are added only if it is blocking.
    """
    return (*rules, "I-77", "I-78") if champion.blocking else rules


def apply_expending(state: EpicState, champion: Champion) -> None:
    """Apply the effects on battle of a champion expended other than to pay a cost.

    Depending on the interpretation options, it leaves the battle, or is prepared at end of turn (``PREPARES_AT_END``).
    Rules: I-37, I-77.
    """
    if state.options[EXPENDED_PREPARED] and not acts_for(state, champion.controller, state.turn):
        champion.until_end += (PREPARES_AT_END,)
    if champion.blocking and state.options[EXPENDED_LEAVES]:
        champion.blocking = False
        invalidate_static_values(state)
        log_event(state, "leaves-battle", (champion.controller, champion.oid), ("I-77",))


def end_battle(state: EpicState, rules: tuple[str, ...]) -> None:
    """End the battle and return to the Main Phase."""
    for seat in state.seats:
        for champion in seat.champions:
            champion.attacking = champion.blocking = False
    invalidate_static_values(state)
    state.phase, state.step, state.stage, state.defender, state.blocked = "main", "", 0, -1, False
    log_event(state, "battle-ends", (state.turn,), rules)
    open_window(state, state.turn, ("4.4.14", "4.3.1"))
