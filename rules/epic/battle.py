"""The Battle Phase: attackers, windows, blockers, and leaving it again (4.4)."""

from collections.abc import Iterator

from rules.engine.decision import Answer, Decision, Violation
from rules.epic.continuous import changed, has, view
from rules.epic.effects import Duty, When
from rules.epic.events import RB, by_version, happened
from rules.epic.naming import called
from rules.epic.state import EXPENDED, FLIPPED, PREPARED, Champion, EpicState, Frame
from rules.epic.traits import Keyword
from rules.epic.triggers import note_when
from rules.epic.unasked import unasked
from rules.epic.windows import ask_play, open_window

POSITIONS = ("prepared", "expended", "flipped")


def attackers(state: EpicState) -> list[Champion]:
    """Return the attacking champions, by number."""
    return [champion for champion in state.seats[state.turn].champions if champion.attacking]


def blockers(state: EpicState) -> list[Champion]:
    """Return the blocking champions, by number."""
    if state.defender < 0:
        return []
    return [champion for champion in state.seats[state.defender].champions if champion.blocking]


def attack_faults(state: EpicState, champion: Champion) -> Iterator[Violation]:
    """Yield what keeps ``champion`` from being declared as an attacker (4.4.1)."""
    if champion.position != PREPARED:
        yield Violation(
            "4.4.1", f"{called(state, champion.oid)} cannot attack: it is {POSITIONS[champion.position]}, not prepared."
        )
    if champion.deploying and not has(state, champion, Keyword.BLITZ):
        yield Violation(
            "5.17.1",
            f"{called(state, champion.oid)} cannot attack: it is deploying (it has not started a turn under its "
            "controller's control, 5.17.2) and has no blitz (5.8.1).",
        )


def block_faults(state: EpicState, champion: Champion) -> Iterator[Violation]:
    """Yield what keeps ``champion`` from being declared as a blocker (4.4.6[1], 5.2.1, 5.10.1, I-74)."""
    if champion.position != PREPARED:
        yield Violation(
            "4.4.6[1]",
            f"{called(state, champion.oid)} cannot block: it is {POSITIONS[champion.position]}, not prepared.",
        )
    group = attackers(state)
    if not group:
        yield Violation("I-76", f"{called(state, champion.oid)} cannot block: no attacker is left.")
    elif not any(_can_block(state, champion, attacker) for attacker in group):
        airborne = [a for a in group if not has(state, a, Keyword.UNBLOCKABLE)]
        rule = "5.2.1" if airborne else "5.10.1"
        why = "every attacker is airborne and it is not" if airborne else "every attacker is unblockable"
        if airborne and len(airborne) < len(group):
            why = "every attacker is airborne, which it is not, or unblockable"
        yield Violation(rule, f"{called(state, champion.oid)} can block none of the attackers: {why} (I-74).")


def _can_block(state: EpicState, blocker: Champion, attacker: Champion) -> bool:
    keywords = view(state, attacker).keywords
    if Keyword.UNBLOCKABLE in keywords:
        return False
    return Keyword.AIRBORNE not in keywords or has(state, blocker, Keyword.AIRBORNE)


def able_attackers(state: EpicState, seat: int) -> list[int]:
    """Return the champions of ``seat`` that could be declared as attackers, by number."""
    return [c.oid for c in state.seats[seat].champions if next(attack_faults(state, c), None) is None]


def able_blockers(state: EpicState) -> list[int]:
    """Return the defender's champions that could be declared as blockers, by number."""
    return [c.oid for c in state.seats[state.defender].champions if next(block_faults(state, c), None) is None]


def idle_duties(state: EpicState, seat: int) -> list[Champion]:
    """Return the champions of ``seat`` that must attack this turn, have not, and could."""
    if state.no_attacks:
        return []
    return [
        champion
        for champion in state.seats[seat].champions
        if Duty.ATTACK in state.table[champion.cid].duties
        and not champion.attacked
        and next(attack_faults(state, champion), None) is None
    ]


def must_block(state: EpicState) -> Champion | None:
    """Return an attacker that has to be blocked if at all possible."""
    for champion in attackers(state):
        if Duty.BE_BLOCKED in state.table[champion.cid].duties:
            return champion
    return None


def declare_attack(state: EpicState, answer: Answer) -> None:
    """Expend the attackers and enter the Battle Phase (4.3.2, 4.4.1)."""
    state.phase, state.step, state.stage = "battle", "attackers", 0
    state.defender, state.blocked, state.passed, state.played = answer.option, False, [], False
    rules = ("4.3.2", "4.4", "4.4.1")
    state.cause = happened(state, "attack", (answer.seat, answer.option, *answer.refs), rules)
    group = [champion for champion in state.seats[answer.seat].champions if champion.oid in answer.refs]
    for champion in group:
        champion.position = EXPENDED
        champion.attacking = champion.attacked = True
    changed(state)
    for champion in group:
        note_when(state, When.ATTACKS, champion)


def battle(state: EpicState) -> None:
    """Take the battle one step further."""
    if state.step in {"before-blocks", "before-damage"}:
        ask_play(state)
        return
    state.cause = -1
    if state.step == "attackers":
        state.step = "before-blocks"
        open_window(state, state.turn, by_version(state, ("4.1.3", "4.4.3"), ("RB:battle-phase/before-blocks-step",)))
    elif state.step == "blocks":
        _blocks_step(state)
    elif state.step == "damage":
        state.step = "after-damage"
        state.frames.append(Frame("battle-damage", state.turn, 0, {"shares": ()}))
    else:
        _leave(state)


def _blocks_step(state: EpicState) -> None:
    if state.stage:
        opener = state.defender if state.version == RB else state.turn
        state.step = "before-damage"
        open_window(state, opener, by_version(state, ("4.4.8", "I-40"), ("RB:battle-phase/before-damage-step", "I-40")))
        return
    state.stage = 1
    able = able_blockers(state)
    decision = Decision(
        state.defender,
        "block",
        tuple(able),
        low=1 if must_block(state) else 0,
        high=len(able),
        rules=("4.4.6[1]", "I-74"),
    )
    if not able:
        unasked(state, decision)
        happened(state, "no-block", (state.defender,), ("4.4.6[1]",) if attackers(state) else ("4.4.6[1]", "I-76"))
        return
    state.pending = decision


def declared_block(state: EpicState, answer: Answer) -> None:
    """Flip the blockers; one of them blocks the whole attack (4.4.6[2])."""
    if not answer.refs:
        happened(state, "no-block", (answer.seat,), ("4.4.6[1]",))
        return
    rules = ("4.4.6[1]", "4.4.6[2]", "4.4.6a")
    state.cause = happened(state, "block", (answer.seat, *answer.refs), rules)
    state.blocked = True
    group = [champion for champion in state.seats[answer.seat].champions if champion.oid in answer.refs]
    for champion in group:
        champion.position = FLIPPED
        champion.blocking = True
    changed(state)
    for champion in group:
        note_when(state, When.BLOCKS, champion)


def _leave(state: EpicState) -> None:
    for seat in state.seats:
        for champion in seat.champions:
            champion.attacking = champion.blocking = False
    changed(state)
    state.phase, state.step, state.stage, state.defender, state.blocked = "main", "", 0, -1, False
    happened(state, "battle-ends", (state.turn,), ("4.4.14", "I-45"))
    open_window(state, state.turn, ("4.4.14", "4.3.1"))
