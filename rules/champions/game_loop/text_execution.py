"""Execution of card text, one instruction per step."""

from collections.abc import Iterator
from typing import Final

from rules.champions.cards import When
from rules.champions.effects import Amount, Damage, Draw, GainActions, Heal, Modify, NoActs, Rotate, is_unit, text_of
from rules.champions.game_loop.citations import cite
from rules.champions.game_loop.game_end import check_health
from rules.champions.game_loop.reactions import trigger_reactions
from rules.champions.game_loop.rotation import NO_VALUE, OFF_THE_FIELD, rotate_card
from rules.champions.interpretation_options import FLOOR
from rules.champions.state import ChampionsState, Happening, Place, TextData, find_on_field, opposite_lane
from rules.champions.state.places import all_cards_on_field, cards_on_field, is_active, value_of
from rules.engine.instructions import Instructions
from rules.engine.state import Frame

INSTRUCTIONS: Final[Instructions[ChampionsState]] = Instructions()
"""Handlers of instructions, by node class."""
MAX_HEALTH: Final = 35
BEFORE_DRAWING: Final = ("start", "rotate", "exhaust", "leaving", "instant", "action")
"""Phases of a turn in which its player can gain actions (CH-42)."""


def run_text(state: ChampionsState, frame: Frame[TextData]) -> None:
    """Execute the next instruction.

    Skip the rest if the card's corner changed (2.5.1.14).
    """
    state.cause = frame.cause
    nodes = text_of(state.table[frame.source]).lines[frame.data["line"]].nodes
    if frame.index >= len(nodes):
        state.finish(frame)
        return
    if frame.index and frame.data["corner"] != OFF_THE_FIELD:
        place = find_on_field(state, frame.source)
        if place is None or place.piece.corner != frame.data["corner"]:
            state.log_event("cancelled", (frame.controller, frame.source), cite("2.5.1.14", "2.5.2.14", "2.4.2.2l"))
            state.finish(frame)
            return
    frame.index += 1
    node = nodes[frame.index - 1]
    INSTRUCTIONS.executors[type(node)](state, frame, node)


def _amount(frame: Frame[TextData], amount: Amount) -> int | None:
    """Return the amount of an instruction.

    ``None`` if it is the value of a corner without one (CH-15).
    """
    if amount is not None:
        return amount
    value = frame.data["value"]
    return None if value == NO_VALUE else value


def _player(frame: Frame[TextData], target: str) -> int:
    return frame.controller if target == "you" else 1 - frame.controller


def _event(frame: Frame[TextData], kind: str, seat: int) -> Happening:
    return kind, frame.controller, frame.source, frame.data["lane"], seat


def _log_no_value(state: ChampionsState, frame: Frame[TextData]) -> None:
    state.log_event("no-value", (frame.controller, frame.source), cite("2.5.1.7", "2.5.2.7", "2.4.2.2j", "CH-15"))


@INSTRUCTIONS.executes(Damage)
def _execute_damage(state: ChampionsState, frame: Frame[TextData], node: Damage) -> None:
    """Deal all parts of the damage, then trigger reactions."""
    events = []
    for amount, target in node.parts:
        printed, seat = _amount(frame, amount), _player(frame, target)
        if printed is None:
            _log_no_value(state, frame)
            continue
        dealt, rules = modified_damage(state, frame, seat, printed, rend=node.rend)
        if not dealt or not state.seats[seat].health:
            state.log_event("no-damage", (seat, frame.source), (*rules, *cite("2.13.5")))
            continue
        state.seats[seat].health = max(0, state.seats[seat].health - dealt)
        state.log_event("damage", (seat, dealt, frame.source), (*rules, *cite("2.13.3", "2.13.2")))
        events.append(_event(frame, "damaged", seat))
    trigger_reactions(state, *events)
    check_health(state)


def modified_damage(
    state: ChampionsState, frame: Frame[TextData], target: int, printed: int, *, rend: bool
) -> tuple[int, tuple[str, ...]]:
    """Return the damage after all modifiers, and the rules applied.

    Modifiers apply in Standard Order from the owner of the card (2.12.2), with a minimum of 0 after each (CH-34).
    """
    amount, applied, is_reduction_ignored = printed, False, False
    for place, node in damage_modifiers(state, frame.controller):
        value = node.amount if node.amount is not None else value_of(state, place)
        if value is None or not _modifier_applies(state, frame, target, place, node):
            continue
        if rend and node.sign < 0:
            is_reduction_ignored = True
            continue
        applied = True
        amount += node.sign * value
        if state.options[FLOOR] == 0:
            amount = max(0, amount)
    rules = cite("2.12.1", "2.12.2", "2.12.3", "2.12.4", "CH-34") if applied else ()
    return max(0, amount), (*rules, *(cite("6.1.2/rend") if is_reduction_ignored else ()))


def damage_modifiers(state: ChampionsState, first: int) -> Iterator[tuple[Place, Modify]]:
    """Yield passive damage modifiers in Standard Order, those of ``first`` first."""
    for place in all_cards_on_field(state, first):
        if is_active(state, place):
            for line in text_of(state.table[place.piece.cid]).of(When.WHILE):
                yield from ((place, node) for node in line.nodes if isinstance(node, Modify))


def _modifier_applies(state: ChampionsState, frame: Frame[TextData], target: int, place: Place, node: Modify) -> bool:
    """Return True if a modifier at ``place`` applies to the frame's damage."""
    lane = frame.data["lane"]
    if place.row == "blessing" and frame.source in place.piece.done:
        return False  # second option of CH-18: a Blessing does not modify the damage of the card that revealed it
    if node.dealt:
        own_unit = place.seat == frame.controller and is_unit(state.table[frame.source])
        return own_unit and (not node.here or place.lane == lane)
    opposite = place.seat != frame.controller and opposite_lane(place.lane) == lane
    return place.seat == target and (not node.here or opposite)


@INSTRUCTIONS.executes(Heal)
def _execute_heal(state: ChampionsState, frame: Frame[TextData], node: Heal) -> None:
    amount, seat = _amount(frame, node.amount), _player(frame, node.who)
    if amount is None:
        _log_no_value(state, frame)
        return
    health = state.seats[seat].health
    gained = min(amount, MAX_HEALTH - health) if health else 0
    if not gained:
        rules = cite("2.13.4", "CH-27") if health else cite("5.1.6")
        state.log_event("no-gain", (seat, frame.source), rules)
        return
    state.seats[seat].health += gained
    state.log_event("heal", (seat, gained, frame.source), cite("2.13.3", "2.13.2", "CH-27"))
    trigger_reactions(state, _event(frame, "healed", seat))


@INSTRUCTIONS.executes(Draw)
def _execute_draw(state: ChampionsState, frame: Frame[TextData], node: Draw) -> None:
    state.frames.append(Frame("draw", frame.controller, 0, {"left": node.count, "why": "effect"}, state.cause))


@INSTRUCTIONS.executes(GainActions)
def _execute_gain_actions(state: ChampionsState, frame: Frame[TextData], node: GainActions) -> None:
    if state.turn != frame.controller or state.phase not in BEFORE_DRAWING:
        state.log_event("no-actions", (frame.controller, frame.source), cite("4.1.3", "CH-42"))
        return
    state.actions += node.count
    state.log_event("actions", (frame.controller, state.actions), cite("4.1.3", "4.1.1.1"))


@INSTRUCTIONS.executes(Rotate)
def _execute_rotate(state: ChampionsState, frame: Frame[TextData], _node: Rotate) -> None:
    place = find_on_field(state, frame.source)
    if place is not None:
        rotate_card(state, place, cite("6.1.2/rotate", "2.5.1.14"))


def heroic_act_prohibition(state: ChampionsState, seat: int) -> Place | None:
    """Return the opponent's card that prohibits Heroic Acts of ``seat`` (2.2.3).

    ``None`` if there is none.
    """
    for place in cards_on_field(state, 1 - seat):
        lines = text_of(state.table[place.piece.cid]).of(When.WHILE)
        if is_active(state, place) and any(isinstance(node, NoActs) for line in lines for node in line.nodes):
            return place
    return None
