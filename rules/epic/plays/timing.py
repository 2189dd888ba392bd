"""Explanations of bad timing: missing initiative and unresolved triggers.

Used for illegal actions only, so searching the log is acceptable.
"""

from collections.abc import Iterator
from dataclasses import replace

from rules.engine.decision import Action, Decision, Violation, detail
from rules.engine.ids import CHANCE, is_seat
from rules.engine.log import Event
from rules.epic.board.triggers import trigger_reference, waiting_trigger_keys, waiting_triggers
from rules.epic.effects import Ally, Loyalty, Tribute, Triggered
from rules.epic.interpretation_options import AFTER_BLOCKS
from rules.epic.players.initiative import BLOCKS_BOOK, DAMAGE_BOOK, MAIN_BOOK
from rules.epic.players.seats import acts_for, are_allied
from rules.epic.state import DELAYED, GRANTED, RIGHTEOUS, EpicState
from rules.epic.state.display_names import display_name, player_name, side_name
from rules.epic.state.log import cite_by_version

MANDATORY_RULES: dict[type, tuple[str, str]] = {
    Tribute: ("5.6.3", "tribute"),
    Ally: ("5.18.3", "ally ability"),
    Triggered: ("3.4.2", "triggered ability"),
}
"""The rule by which each kind of ability is mandatory, and its name."""
MANDATORY_RULES_BY_NUMBER: dict[int, tuple[str, str]] = {
    DELAYED: ("4.5.2a", "delayed effect"),
    RIGHTEOUS: ("3.4.2", "righteous gain"),
    GRANTED: ("3.4.2", "given ability"),
}
"""Rules by ability number for abilities that are not printed on a card."""


def initiative_violations(state: EpicState, seat: int) -> Iterator[Violation]:
    """Yield the reasons why ``seat`` may not make a play now (3.1, 4.1.2)."""
    # In the Start Phase initiative only orders triggers (I-34).
    if acts_for(state, seat, state.initiative) and state.phase != "start":
        return
    yield from (
        replace(fault, is_timing=True)
        for fault in (_no_initiative_violation(state, seat), *window_violations(state, seat))
    )


def _no_initiative_violation(state: EpicState, seat: int) -> Violation:
    name = player_name(state, seat)
    if state.phase in {"setup", "start", "end"}:
        rule = {"setup": "4.1.1", "start": "4.2.1", "end": "4.5.1"}[state.phase]
        moment = "before the first turn" if state.phase == "setup" else f"in the {state.phase.capitalize()} Phase"
        return Violation(rule, f"{name} cannot make a play {moment}.")
    if state.initiative < 0 and state.step in {"damage", "after-damage"}:
        rules = cite_by_version(state, ("4.1.2",), ("RB:battle-phase/damage-step",))
        return Violation(rules[0], f"{name} cannot make a play in the damage step: no player has initiative in it.")
    if state.initiative < 0:
        return Violation("4.1.2", f"{name} does not have initiative; no player has it in the {state.step} step.")
    return Violation("4.1.2", f"{name} does not have initiative; {side_name(state, state.initiative)} has it.")


def window_violations(state: EpicState, seat: int) -> Iterator[Violation]:
    """Yield the options by which ``seat`` does not have initiative (I-38, I-39, I-40)."""
    if state.phase == "battle" and not (are_allied(state, seat, state.turn) or are_allied(state, seat, state.defender)):
        rules = cite_by_version(state, ("4.4.3",), (BLOCKS_BOOK,))
        yield Violation(
            rules[0], f"In a battle only attacker and defender make plays, not {player_name(state, seat)} (I-42)."
        )
    elif state.phase == "end" or (state.phase == "start" and not are_allied(state, seat, state.turn)):
        yield from _ended_turn_violations(state, seat)
    elif state.step == "blocks":
        yield from _skipped_round_violations(state, seat)
    elif state.step == "before-blocks" and are_allied(state, seat, state.turn):
        yield from _additional_round_violations(state)
    elif state.step == "before-damage":
        yield from _after_blocks_violations(state)


def _last_event(state: EpicState, kind: str, since: tuple[str, ...]) -> Event | None:
    """Return the last event of ``kind`` after any event of the kinds ``since``."""
    for event in reversed(state.log):
        if event.kind == kind:
            return event
        if event.kind in since:
            return None
    return None


def _ended_turn_violations(state: EpicState, seat: int) -> Iterator[Violation]:
    event = _last_event(state, "end-turn", ("main", "attack", "play", "use"))
    if event is not None and not are_allied(state, seat, int(event.args[0])):
        player = player_name(state, int(event.args[0]))
        yield Violation(
            MAIN_BOOK, f"{player} may go straight to the End Phase once the opponent has made plays (I-38)."
        )


def _skipped_round_violations(state: EpicState, seat: int) -> Iterator[Violation]:
    event = _last_event(state, "advance", ("attack",))
    if event is None or "I-39" not in event.rules or are_allied(state, seat, state.turn):
        return
    if are_allied(state, int(event.args[0]), state.turn):
        player = player_name(state, int(event.args[0]))
        yield Violation(BLOCKS_BOOK, f"{player}, who had received initiative, went on to the blocks (I-39).")


def _additional_round_violations(state: EpicState) -> Iterator[Violation]:
    attack = _last_event(state, "attack", ())
    since = attack.seq if attack is not None else 0
    if state.initiative == state.defender and any("4.4.5" in event.rules for event in state.log[since:]):
        player = player_name(state, state.defender)
        yield Violation("4.4.5", f"After plays of {player} there is another round before the blocks (I-39).")


def _after_blocks_violations(state: EpicState) -> Iterator[Violation]:
    if state.initiative == state.defender and not state.passed and not state.options[AFTER_BLOCKS]:
        player = player_name(state, state.defender)
        yield Violation(DAMAGE_BOOK, f"After blocks the defending player, {player}, has it first (I-40).")
    elif state.initiative == state.turn and state.options[AFTER_BLOCKS]:
        yield Violation(
            "4.4.8", f"After blocks the attacking player, {player_name(state, state.turn)}, has it first (I-40)."
        )


def late_block_violations(state: EpicState) -> Iterator[Violation]:
    """Yield the reason why blockers can no longer be declared (4.4.6[1])."""
    did = "has blocked" if state.blocked else "did not block"
    side = side_name(state, state.defender)
    yield Violation("4.4.6[1]", f"Blockers are declared before this: {side} {did}, and no more are declared.")


def resolving_trigger(state: EpicState) -> tuple[int, int] | None:
    """Return ``(source, index)`` of the trigger being executed, or ``None``."""
    cause = state.frames[0].cause if state.frames else -1
    if cause >= 0 and state.log[cause].kind == "resolve":
        return int(state.log[cause].args[1]), int(state.log[cause].args[2])
    return _resolving_trigger_in_position(state)


def _resolving_trigger_in_position(state: EpicState) -> tuple[int, int] | None:
    """Return ``resolving_trigger`` for a described position, which has no log."""
    text = state.frames[0] if state.frames else None
    if text is None or not text.source or "path" not in text.data:
        return None
    number = text.data["path"][0]
    triggers = isinstance(state.printed_of(text.source).ability(number), (*MANDATORY_RULES, Loyalty))
    return (text.source, number) if triggers else None


def missed_trigger_violations(state: EpicState, decision: Decision, action: Action) -> Iterator[Violation]:
    """Yield the mandatory ability that must resolve before ``action`` (I-101)."""
    if decision.kind in {"may", "draw"} or (decision.kind == "order" and action.seat == CHANCE):
        return
    if decision.kind == "choose" and detail(decision, "recycle"):
        # Recycling is always optional (5.5.5).
        return
    if action.verb == "yes" or (action.verb == "no" and not are_allied(state, action.seat, decision.seat)):
        # An offer is answered that is not pending: no trigger is missed.
        return
    if action.verb == "no" and decision.kind == "order":
        for waiting in waiting_triggers(state, decision.seat):
            yield from mandatory_violations(state, waiting.source, waiting.ability)
        return
    trigger = _first_waiting_trigger(state, decision.seat) if decision.kind == "order" else resolving_trigger(state)
    if trigger is not None and action.verb == "resolve" and trigger == (action.refs[0], action.option):
        # The ability is not missed: it is being executed.
        seat = state.frames[0].controller if decision.kind != "order" else decision.seat
        if not are_allied(state, action.seat, seat):
            name, controller = display_name(state, action.refs[0]), player_name(state, seat)
            yield Violation(
                "3.2.5a",
                f"What {name} triggered is for {controller} to resolve, not for {player_name(state, action.seat)}.",
            )
        return
    if trigger is not None:
        yield from mandatory_violations(state, *trigger)


def _first_waiting_trigger(state: EpicState, seat: int) -> tuple[int, int]:
    """Return ``(source, index)`` of the first waiting trigger of a side."""
    first = min(waiting_triggers(state, seat), key=lambda trigger: (trigger_reference(trigger), trigger.ability))
    about = trigger_reference(first)
    return first.source if is_seat(about) else about, first.ability


def mandatory_violations(state: EpicState, source: int, ability: int) -> Iterator[Violation]:
    """Yield the violation that an ability is mandatory; none if optional (I-101)."""
    if ability < 0:
        violated = MANDATORY_RULES_BY_NUMBER.get(ability)
    else:
        violated = MANDATORY_RULES.get(type(state.printed_of(source).ability(ability)))
    if violated is not None:
        rule, label = violated
        yield Violation(
            rule, f"The {label} of {display_name(state, source)} has triggered and is not optional (I-101)."
        )


def recent_triggers(state: EpicState, seat: int) -> list[tuple[int, int]]:
    """Return triggers of ``seat`` that wait or resolved this turn, newest first."""
    turn = max((event.seq for event in state.log if event.kind == "turn"), default=0)
    done = [event for event in reversed(state.log) if event.kind == "resolve" and event.seq >= turn]
    now = resolving_trigger(state)
    triggers = [(int(event.args[1]), int(event.args[2])) for event in done if event.args[0] == seat]
    return list(dict.fromkeys((*waiting_trigger_keys(state, seat), *([now] if now is not None else []), *triggers)))
