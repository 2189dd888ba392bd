"""Damage and health (2.12, 2.13): modifiers, ``would`` lines, events."""

from collections.abc import Iterator
from typing import Final

from rules.champions.cards import When
from rules.champions.cards.instructions import Damage, Heal, Modify, Node
from rules.champions.effects import Ability, replacement, text_of
from rules.champions.game_loop.abilities import push_text_lines
from rules.champions.game_loop.citations import cite
from rules.champions.game_loop.game_end import check_health
from rules.champions.game_loop.reactions import matches_event, trigger_reactions
from rules.champions.game_loop.text_execution import INSTRUCTIONS, amount_of, log_no_value, player_of, store_effect
from rules.champions.interpretation_options import FLOOR
from rules.champions.state import ChampionsState, FrameData, Happening, Place
from rules.champions.state.places import all_cards_on_field, is_active, selects, spot_of, value_of
from rules.engine.state import Frame

MAX_HEALTH: Final = 35


def _event(frame: Frame[FrameData], kind: str, seat: int, amount: int) -> Happening:
    return Happening(kind, frame.controller, frame.source, frame.data["lane"], seat, amount)


@INSTRUCTIONS.executes(Damage)
def execute_damage(state: ChampionsState, frame: Frame[FrameData], node: Damage) -> None:
    """Deal all parts of the damage, then trigger reactions."""
    events = []
    for amount, target in node.parts:
        printed, seat = amount_of(state, frame, amount), player_of(frame, target)
        if printed is None:
            log_no_value(state, frame)
            continue
        dealt, rules = modified_damage(state, frame, seat, printed, rend=node.rend)
        if dealt and state.seats[seat].health:
            dealt = _replaced(state, _event(frame, "damaged", seat, dealt))
        if not dealt or not state.seats[seat].health:
            state.log_event("no-damage", (seat, frame.source), (*rules, *cite("2.13.5")))
            continue
        state.seats[seat].health = max(0, state.seats[seat].health - dealt)
        state.log_event("damage", (seat, dealt, frame.source), (*rules, *cite("2.13.3", "2.13.2")))
        events.append(_event(frame, "damaged", seat, dealt))
    store_effect(state, frame, done=bool(events))
    trigger_reactions(state, *events)
    check_health(state)


def _replaced(state: ChampionsState, event: Happening) -> int:
    """Return the amount after all ``would`` lines, in Standard Order, each card once.

    See 2.12.4, CH-35.
    """
    for place, ability, node in _replacements(state, event.owner):
        if ability.event is None or not matches_event(state, ability.event, event, spot_of(place)):
            continue
        cause = state.log_event("instead", (place.seat, place.piece.cid), cite("2.12.4", "CH-35"))
        amount = _new_amount(place, event, node)
        if amount is None:
            state.cause = cause
            push_text_lines(state, place.seat, place.piece.cid, place.lane, (ability,), place)
            return 0
        event = event._replace(amount=amount)
    return event.amount


def _replacements(state: ChampionsState, first: int) -> Iterator[tuple[Place, Ability, Node]]:
    for place in all_cards_on_field(state, first):
        for line in text_of(state.table[place.piece.cid]).of(When.WOULD):
            if is_active(state, place):
                yield place, line, replacement(line)


def _new_amount(place: Place, event: Happening, node: Node) -> int | None:
    """Return the amount that replaces that of an event.

    ``None`` if something else happens.
    """
    kind = {"damaged": Damage, "healed": Heal}[event.kind]
    if not isinstance(node, Damage | Heal) or not isinstance(node, kind) or len(node.parts) != 1:
        return None
    amount, player = node.parts[0]
    is_same_player = (player == "you") is (event.player == place.seat)
    return amount if is_same_player and isinstance(amount, int) else None


def modified_damage(
    state: ChampionsState, frame: Frame[FrameData], target: int, printed: int, *, rend: bool
) -> tuple[int, tuple[str, ...]]:
    """Return the damage after all modifiers, and the rules applied.

    Modifiers apply in Standard Order from the owner of the card (2.12.2), with a minimum of 0 after each (CH-34).
    """
    amount, applied, is_reduction_ignored = printed, False, False
    for place, node in damage_modifiers(state, frame.controller):
        value = _modifier_amount(state, place, node)
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


def _modifier_amount(state: ChampionsState, place: Place, node: Modify) -> int | None:
    value = value_of(state, place)
    data: FrameData = {"lane": place.lane, "value": -1 if value is None else value}
    return amount_of(state, Frame("text", place.seat, place.piece.cid, data), node.amount)


def damage_modifiers(state: ChampionsState, first: int) -> Iterator[tuple[Place, Modify]]:
    """Yield passive damage modifiers in Standard Order, those of ``first`` first."""
    for place in all_cards_on_field(state, first):
        modifiers = text_of(state.table[place.piece.cid]).modifiers
        if modifiers and is_active(state, place):
            yield from ((place, node) for node in modifiers)


def _modifier_applies(state: ChampionsState, frame: Frame[FrameData], target: int, place: Place, node: Modify) -> bool:
    """Return True if a modifier at ``place`` applies to the frame's damage."""
    if place.row == "blessing" and frame.source in place.piece.done:
        return False  # second option of CH-18: a Blessing does not modify the damage of the card that revealed it
    if node.target and (node.target == "you") is not (target == place.seat):
        return False
    return node.by is None or selects(state, node.by, spot_of(place), frame.source, frame.data["lane"])


@INSTRUCTIONS.executes(Heal)
def execute_heal(state: ChampionsState, frame: Frame[FrameData], node: Heal) -> None:
    """Increase the health of the players, then trigger reactions."""
    events = []
    for printed, player in node.parts:
        amount, seat = amount_of(state, frame, printed), player_of(frame, player)
        if amount is None:
            log_no_value(state, frame)
            continue
        gained = _gain(state, frame, seat, amount)
        if gained:
            events.append(_event(frame, "healed", seat, gained))
    store_effect(state, frame, done=bool(events))
    trigger_reactions(state, *events)


def _gain(state: ChampionsState, frame: Frame[FrameData], seat: int, amount: int) -> int:
    """Increase the health of a player and return the increase (2.13.4, 5.1.6, CH-27)."""
    health = state.seats[seat].health
    gained = min(amount, MAX_HEALTH - health) if health else 0
    if gained:
        gained = min(_replaced(state, _event(frame, "healed", seat, gained)), MAX_HEALTH - health)
    if not gained:
        rules = cite("2.13.4", "CH-27") if health else cite("5.1.6")
        state.log_event("no-gain", (seat, frame.source), rules)
        return 0
    state.seats[seat].health += gained
    state.log_event("heal", (seat, gained, frame.source), cite("2.13.3", "2.13.2", "CH-27"))
    return gained
