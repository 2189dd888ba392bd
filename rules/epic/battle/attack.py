"""The Battle Phase: attackers, windows, blockers, and leaving it again (4.4)."""

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
    """Return the attacking champions, by number."""
    return [champion for champion in champions_of(state, state.turn) if champion.attacking]


def blockers(state: EpicState) -> list[Champion]:
    """Return the blocking champions, by number."""
    if state.defender < 0:
        return []
    return [champion for champion in champions_of(state, state.defender) if champion.blocking]


def can_attack(state: EpicState, champion: Champion) -> bool:
    """Whether ``attack_faults`` finds nothing; a test holds the two to each other."""
    return (
        champion.stance == PREPARED
        and not (champion.deploying and is_restricted_while_deploying(state, champion))
        and not (champion.attacked and state.readings[ATTACKS_A_TURN])
    )


def attack_violations(state: EpicState, champion: Champion) -> Iterator[Violation]:
    """Yield what keeps ``champion`` from being declared as an attacker (4.4.1)."""
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
    if champion.attacked and state.readings[ATTACKS_A_TURN]:
        yield Violation(
            "I-93", f"{display_name(state, champion.oid)} cannot attack again: a champion attacks once a turn here."
        )


def can_block(state: EpicState, champion: Champion) -> bool:
    """Whether ``block_faults`` finds nothing; a test holds the two to each other."""
    if champion.stance != PREPARED:
        return False
    if state.readings[DEPLOYING_BLOCKS] and champion.deploying and is_restricted_while_deploying(state, champion):
        return False
    group = attackers(state)
    able = bool(group and state.readings[ABLE_BLOCKERS])
    return able or any(not blocking_restriction(state, champion, each) for each in group)


def block_violations(state: EpicState, champion: Champion) -> Iterator[Violation]:
    """Yield what keeps ``champion`` from being declared as a blocker (4.4.6[1], 5.2.1, 5.10.1, I-74)."""
    if champion.stance != PREPARED:
        yield Violation(
            "4.4.6[1]",
            f"{display_name(state, champion.oid)} cannot block: it is {STANCES[champion.stance]}, not prepared.",
        )
    if state.readings[DEPLOYING_BLOCKS] and champion.deploying and is_restricted_while_deploying(state, champion):
        yield Violation("I-96", f"{display_name(state, champion.oid)} cannot block: it is deploying.")
    group = attackers(state)
    if not group:
        yield Violation("I-76", f"{display_name(state, champion.oid)} cannot block: no attacker is left.")
    elif not state.readings[ABLE_BLOCKERS]:
        yield from evasion_violations(state, champion)


def evasion_violations(state: EpicState, champion: Champion) -> Iterator[Violation]:
    """Yield why ``champion`` can block none of the attackers there are, whatever its stance (5.2.1, 5.10.1)."""
    group = attackers(state)
    why = {blocking_restriction(state, champion, attacker) for attacker in group}
    if why and "" not in why:
        first, *others = [rule for rule in BLOCKING_RESTRICTIONS if rule in why]
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
"""What keeps a champion from blocking an attacker, by rule."""


def blocking_restriction(state: EpicState, blocker: Champion, attacker: Champion) -> str:
    """Return the rule that keeps one champion from blocking another, empty when none does."""
    now = current_values(state, attacker)
    if UNBLOCKABLE in now.keywords:
        return "5.10.1"
    far = state.table[attacker.cid].out_of_reach and not has_lost_abilities(attacker)
    if far and current_values(state, blocker).offense < now.offense:
        return "3.3.1"
    return "5.2.1" if AIRBORNE in now.keywords and not has_keyword(state, blocker, AIRBORNE) else ""


def group_violations(state: EpicState, group: list[Champion]) -> Iterator[Violation]:
    """Yield why none of ``group`` could block alone, where one that can is enough for all of them (I-74)."""
    if state.readings[ABLE_BLOCKERS] and all(next(evasion_violations(state, champion), None) for champion in group):
        for champion in group:
            yield from evasion_violations(state, champion)


def able_attackers(state: EpicState, seat: int) -> list[int]:
    """Return the champions of ``seat`` that could be declared as attackers, by number."""
    return [champion.oid for champion in champions_of(state, seat) if can_attack(state, champion)]


def able_blockers(state: EpicState) -> list[int]:
    """Return the defender's champions that could be declared as blockers, alone or in a group, by number."""
    able = [c for c in champions_of(state, state.defender) if can_block(state, c)]
    if able and state.readings[ABLE_BLOCKERS] and next(group_violations(state, able), None) is not None:
        return []
    return [c.oid for c in able]


def champions_forced_to_attack(state: EpicState, seat: int) -> list[Champion]:
    """Return the champions of ``seat`` that must attack this turn, have not, and could."""
    if state.no_attacks:
        return []
    found = [
        champion
        for champion in champions_of(state, seat)
        if state.table[champion.cid].must_attack
        and not champion.attacked
        and not has_lost_abilities(champion)
        and can_attack(state, champion)
    ]
    return found if found and unprotected_seats(state, seat) else []


def find_must_be_blocked(state: EpicState) -> Champion | None:
    """Return an attacker that has to be blocked if at all possible."""
    for champion in attackers(state):
        if state.table[champion.cid].must_be_blocked and not has_lost_abilities(champion):
            return champion
    return None


def find_attack_shield(state: EpicState, seat: int) -> Champion | None:
    """Return a champion because of which nobody may attack ``seat`` now, if there is one (I-124)."""
    for champion in champions_of(state, seat):
        for ability in state.table[champion.cid].shields:
            if not has_lost_abilities(champion) and (champion.stance == EXPENDED or not ability.while_expended):
                return champion
    return None


def unprotected_seats(state: EpicState, seat: int) -> list[int]:
    """Return the seats that stand for those whom ``seat`` may attack now, by number (4.4.1)."""
    return [other for other in attackable_seats(state, seat) if find_attack_shield(state, other) is None]


def declare_attack(state: EpicState, answer: Action) -> None:
    """Expend the attackers and enter the Battle Phase (4.3.2, 4.4.1)."""
    state.phase, state.step, state.stage = "battle", "attackers", 0
    state.defender, state.blocked, state.passed, state.played = answer.option, False, (), False
    group = [champion for champion in champions_of(state, answer.seat) if champion.oid in answer.refs]
    rules: tuple[str, ...] = ("4.3.2", "4.4", "4.4.1")
    for champion in group:
        if champion.attacked:
            rules = (*rules, "I-93")
        if champion.deploying and BLITZ not in current_values(state, champion).keywords:
            rules = (*rules, "I-10")
    state.cause = log_event(state, "attack", (answer.seat, answer.option, *answer.refs), tuple(dict.fromkeys(rules)))
    for champion in group:
        champion.stance = EXPENDED
        champion.attacking = champion.attacked = True
    invalidate_static_values(state)
    for champion in group:
        trigger_abilities(state, When.ATTACKS, champion)


def step_battle(state: EpicState) -> None:
    """Take the battle one step further."""
    if state.readings[ATTACKERS_GONE] and state.step in {"before-blocks", "blocks"} and not attackers(state):
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
        _blocks_step(state)
    elif state.step == "damage":
        state.step = "after-damage"
        state.frames.append(Frame("battle-damage", state.turn, 0, {"shares": ()}))
    else:
        end_battle(state, ("4.4.14", "I-45"))


def _blocks_step(state: EpicState) -> None:
    if state.stage:
        opener = state.turn if state.readings[AFTER_BLOCKS] else state.defender
        state.step = "before-damage"
        open_window(state, opener, cite_by_option(state, AFTER_BLOCKS, (DAMAGE_BOOK, "I-40"), ("4.4.8", "I-40")))
        return
    state.stage = 1
    able = able_blockers(state)
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


def declare_block(state: EpicState, answer: Action) -> None:
    """Flip the blockers; one of them blocks the whole attack (4.4.6[2])."""
    if not answer.refs:
        log_event(state, "no-block", (answer.seat,), ("4.4.6[1]",))
        return
    group = [champion for champion in champions_of(state, answer.seat) if champion.oid in answer.refs]
    rules: tuple[str, ...] = ("4.4.6[1]", "4.4.6[2]", "4.4.6a")
    if any(champion.deploying and is_restricted_while_deploying(state, champion) for champion in group):
        rules = (*rules, "I-96")
    state.cause = log_event(state, "block", (answer.seat, *answer.refs), rules)
    state.blocked = True
    for champion in group:
        champion.stance = FLIPPED
        champion.blocking = True
    invalidate_static_values(state)
    for attacker in attackers(state):
        trigger_abilities(state, When.BLOCKED, attacker)
    for champion in group:
        trigger_abilities(state, When.BLOCKS, champion)


def expend_citations(champion: Champion, rules: tuple[str, ...]) -> tuple[str, ...]:
    """Return what to cite where ``champion`` is expended: of a blocker, that it matters to the battle or does not."""
    return (*rules, "I-77", "I-78") if champion.blocking else rules


def apply_expending(state: EpicState, champion: Champion) -> None:
    """Take a champion that was expended out of the battle, where expending does that (I-77); see also ``TIRED``."""
    if state.readings[EXPENDED_PREPARED] and not acts_for(state, champion.controller, state.turn):
        champion.until_end += (PREPARES_AT_END,)
    if champion.blocking and state.readings[EXPENDED_LEAVES]:
        champion.blocking = False
        invalidate_static_values(state)
        log_event(state, "leaves-battle", (champion.controller, champion.oid), ("I-77",))


def end_battle(state: EpicState, rules: tuple[str, ...]) -> None:
    """End the battle and go on with the Main Phase."""
    for seat in state.seats:
        for champion in seat.champions:
            champion.attacking = champion.blocking = False
    invalidate_static_values(state)
    state.phase, state.step, state.stage, state.defender, state.blocked = "main", "", 0, -1, False
    log_event(state, "battle-ends", (state.turn,), rules)
    open_window(state, state.turn, ("4.4.14", "4.3.1"))
