"""Triggered abilities: added when their condition occurs, resolved in batches.

Rules: 3.2.5, 3.4.
"""

from rules.engine.decision import Action, Decision
from rules.engine.ids import is_card, is_seat
from rules.epic.board.continuous import are_opponents, champion_qualifies
from rules.epic.cards.printed import DAMAGE, PrintedCard
from rules.epic.effects import Ally, Loyalty, Tribute, Triggered, When
from rules.epic.interpretation_options import BREAKING_TOGETHER, LATE_TRIGGERS
from rules.epic.players.seats import is_in_reach, side_members, sides_in_turn_order
from rules.epic.state import (
    ABILITIES_LOST,
    DELAYED,
    GRANTED,
    RIGHTEOUS,
    Champion,
    EpicState,
    Frame,
    Trigger,
    has_lost_abilities,
)
from rules.epic.state.automatic_decisions import has_observer, report_automatic_decision
from rules.epic.state.frame_data import FrameData
from rules.epic.state.log import log_event
from rules.epic.state.missed_trigger import drop_missed_trigger

RULES_BY_KIND: dict[type, tuple[str, ...]] = {
    Tribute: ("5.6.1",),
    Loyalty: ("5.3.1",),
    Ally: ("5.18.1", "I-57"),
    Triggered: ("3.4.1",),
}


def add_trigger(
    state: EpicState,
    controller: int,
    source: int,
    ability: int,
    data: FrameData | None = None,
    point: tuple[str, ...] = (),
) -> None:
    """Add a trigger that waits to be resolved (3.2.2, 3.4.2).

    Args:
        state: the game.
        controller: seat that controls the ability.
        source: object or card with the ability.
        ability: index of the ability.
        data: initial frame data of the ability, such as the champion that triggered it.
        point: interpretations that decided whether it triggers.
    """
    rules = trigger_rules(state.printed_of(source), ability)
    seq = log_event(state, "trigger", (controller, source, ability), (*rules, "3.2.2", *point))
    state.noted.append(Trigger(controller, source, state.card_of(source), ability, data, seq))


def trigger_rules(card: PrintedCard, ability: int) -> tuple[str, ...]:
    """Return the rules by which ability ``ability`` of ``card`` triggers."""
    if ability == RIGHTEOUS:
        return ("5.13.1",)
    if ability == GRANTED:
        return ("3.4.1", "5.0.1")
    return RULES_BY_KIND[type(card.ability(ability))]


def trigger_on_enter(state: EpicState, champion: Champion, *, from_hand: bool) -> None:
    """Add the tribute and loyalty triggers of a champion that entered play (I-55).

    Loyalty that requires playing from hand triggers only for champions from hand.
    """
    card = state.table[champion.cid]
    for index in card.on_enter:
        ability = card.text[index]
        if not from_hand and isinstance(ability, Loyalty) and ability.from_hand:
            continue
        add_trigger(state, champion.controller, champion.oid, index)


def trigger_abilities(state: EpicState, when: When, champion: Champion, point: tuple[str, ...] = ()) -> None:
    """Add triggers for the abilities of ``champion`` with condition ``when`` (5.0.1).

    Printed and granted abilities trigger.
    """
    triggered = state.table[champion.cid].triggered
    if triggered and not has_lost_abilities(champion):
        for index in triggered.get(when, ()):
            add_trigger(state, champion.controller, champion.oid, index, None, point)
    for data in _granted_abilities(state, champion, when) if champion.until_end else ():
        add_trigger(state, champion.controller, champion.oid, GRANTED, data, point)


def _granted_abilities(state: EpicState, champion: Champion, when: When) -> list[FrameData]:
    """Return the text locations of granted abilities of ``champion`` for ``when``."""
    modifiers = champion.until_end
    names = [
        str(value)
        for kind, value in (
            modifiers[modifiers.index(ABILITIES_LOST) + 1 :] if has_lost_abilities(champion) else modifiers
        )
        if kind == "granted"
    ]
    return [{"path": path, "text": name} for name in names for path in state.cards.printed(name).granted.get(when, ())]


BreakTrigger = tuple[int, int, int, FrameData | None, tuple[str, ...]]
"""Arguments of ``add_trigger`` after the state."""


def find_break_triggers(state: EpicState, breaking: list[Champion]) -> list[BreakTrigger]:
    """Return the abilities that trigger when champions break together.

    Call it while they are still in play, because their own abilities trigger for each
    other (I-122).
    """
    triggers: list[BreakTrigger] = []
    for champion in breaking:
        if not has_lost_abilities(champion):
            own_triggers = state.table[champion.cid].triggered.get(When.BREAKS, ())
            triggers += [(champion.controller, champion.oid, index, None, ()) for index in own_triggers]
        if champion.until_end:
            abilities = _granted_abilities(state, champion, When.BREAKS)
            triggers += [(champion.controller, champion.oid, GRANTED, data, ()) for data in abilities]
    for seat in state.seats:
        for watcher in seat.champions:
            others = state.table[watcher.cid].triggered.get(When.OTHER_BREAKS, ())
            blind = (
                has_lost_abilities(watcher) or (state.options[BREAKING_TOGETHER] and watcher in breaking)
                if others
                else True
            )
            point = ("I-122",) if others and watcher in breaking else ()
            for index in () if blind else others:
                seen = _count_break_triggers(state, watcher, index, breaking)
                triggers += [(watcher.controller, watcher.oid, index, None, point)] * seen
    return triggers


def _count_break_triggers(state: EpicState, watcher: Champion, index: int, breaking: list[Champion]) -> int:
    """Return how often ability ``index`` of ``watcher`` triggers for ``breaking``."""
    ability = state.table[watcher.cid].ability(index)
    you = watcher.controller
    return sum(
        champion is not watcher
        and is_in_reach(state, you, champion.controller)
        and isinstance(ability, Triggered)
        and champion_qualifies(state, ability.where, you, watcher.oid, champion)
        for champion in breaking
    )


def trigger_on_damage(state: EpicState, champion: Champion, reached: tuple[int, ...], point: tuple[str, ...]) -> None:
    """Add triggers of ``champion`` for damage that it dealt, once per event (I-131)."""
    for when in DAMAGE:
        indices = state.table[champion.cid].triggered.get(when, ())
        that = tuple(ref for ref in reached if _is_matching_damage(state, champion, when, ref)) if indices else ()
        for index in indices if that and not has_lost_abilities(champion) else ():
            data: FrameData = {"that": that}
            if state.variant.shared and not state.frames and any(map(is_seat, that)):
                # No text is being executed, so it is battle damage to a team, dealt to its representative seat.
                data["side"] = 1
            add_trigger(state, champion.controller, champion.oid, index, data, point)


def _is_matching_damage(state: EpicState, champion: Champion, when: When, ref: int) -> bool:
    if when is When.DAMAGES_OPPONENT:
        return is_seat(ref) and are_opponents(state, champion.controller, ref)
    return when is When.DAMAGES or is_seat(ref) == (when is When.DAMAGES_PLAYER)


def trigger_on_pile_change(state: EpicState, cid: int, when: When) -> None:
    """Add triggers of a card that entered or left the discard pile (I-132).

    Recall has such triggers as well.
    """
    card = state.table[cid]
    waiting_for = card.triggered if when is When.ENTERS_DISCARD else card.grey_triggered
    for index in waiting_for.get(when, ()):
        add_trigger(state, state.owners[cid], cid, index)


def trigger_on_turn(state: EpicState, when: When, seats: list[int]) -> None:
    """Add triggers of ``seats`` for the start or end of a turn.

    Champions in play, gods, and abilities of cards in discard piles trigger.
    """
    table = state.table
    point = ("4.2.5",) if when is When.START_OF_OWN_TURN else ("4.5.2a",)
    for seat in seats:
        for champion in state.seats[seat].champions:
            if table[champion.cid].triggered or champion.until_end:
                trigger_abilities(state, when, champion, point)
        for cid in state.seats[seat].gods:
            for index in state.table[cid].triggered.get(when, ()):
                add_trigger(state, seat, cid, index, None, point)
        for cid in state.seats[seat].discard:  # Some abilities work in the discard pile (5.0.2).
            grey = table[cid].grey_triggered
            if grey:
                for index in grey.get(when, ()):
                    add_trigger(state, seat, cid, index, None, point)


def form_batch(state: EpicState) -> None:
    """Move all new triggers into a batch; call it only if the last batch is empty.

    Rules: 3.2.5b.
    """
    state.batch, state.noted = state.noted, []


def start_next_trigger(state: EpicState) -> None:
    """Start the next trigger of the batch, or ask its controller to choose.

    Rules: 3.2.5a, I-44, I-46.
    """
    if state.noted and state.options[LATE_TRIGGERS]:
        state.batch += state.noted
        state.noted = []
    drop_missed_trigger(state)
    first = state.initiative if state.initiative >= 0 else state.turn
    for seat in sides_in_turn_order(state, first):
        side = side_members(state, seat)
        mine = [trigger for trigger in state.batch if trigger.controller in side]
        if mine:
            break
    else:
        state.batch.clear()
        return
    if len(mine) > 1 and len({_interchange_key(state, trigger) for trigger in mine}) > 1:
        state.pending = _order_decision(seat, mine)
        return
    if has_observer(state):
        report_automatic_decision(state, _order_decision(seat, mine))
    _start_trigger(state, mine[0])


def _order_decision(seat: int, mine: list[Trigger]) -> Decision:
    return Decision(seat, "order", tuple(sorted(set(map(trigger_reference, mine)))), rules=("3.2.5a", "I-46"))


def trigger_reference(trigger: Trigger) -> int:
    """Return the reference that identifies a trigger: its source or subject.

    Copies of an event card that set a delayed trigger are interchangeable, so such a trigger is identified by the
    object that it affects.
    """
    about: tuple[int, ...] = trigger.data.get("doomed", ())
    if not about and trigger.ability == DELAYED:
        about = trigger.data.get("that", ())
    return about[0] if about else trigger.source


def _interchange_key(state: EpicState, trigger: Trigger) -> tuple[int, str | int, int]:
    """Return a key that is equal for interchangeable triggers."""
    ref = trigger_reference(trigger)
    return (trigger.controller, state.table[ref].name if is_card(ref) else ref, trigger.ability)


def waiting_trigger_keys(state: EpicState, seat: int) -> list[tuple[int, int]]:
    """Return sorted ``(reference, ability)`` of the triggers waiting for a side."""
    return sorted({(trigger_reference(trigger), trigger.ability) for trigger in waiting_triggers(state, seat)})


def waiting_triggers(state: EpicState, seat: int) -> list[Trigger]:
    """Return the triggers in the batch that the team of ``seat`` controls."""
    side = side_members(state, seat) if seat >= 0 else ()
    return [trigger for trigger in state.batch if trigger.controller in side]


def start_chosen_trigger(state: EpicState, action: Action) -> None:
    """Start the trigger that ``action`` chose from the batch."""
    chosen = (action.refs[0], action.option)
    for trigger in waiting_triggers(state, action.seat):
        if (trigger_reference(trigger), trigger.ability) == chosen:
            _start_trigger(state, trigger)
            return


def _start_trigger(state: EpicState, trigger: Trigger) -> None:
    state.batch.remove(trigger)
    state.cause = trigger.cause
    args = (trigger.controller, trigger.source, trigger.ability)
    # New triggers wait, or have joined the batch already (I-48).
    held = state.noted or (state.batch and state.options[LATE_TRIGGERS])
    seq = log_event(state, "resolve", args, ("3.2.5", "3.2.5a", "3.2.5b", "I-48") if held else ("3.2.5", "3.2.5a"))
    if trigger.ability < 0:
        delayed = "effects" if "path" in trigger.data else "break-at-end"
        kind = "righteous" if trigger.ability == RIGHTEOUS else delayed
        state.frames.append(Frame(kind, trigger.controller, trigger.source, trigger.data.copy(), seq))
        return
    ability = state.printed_of(trigger.source).ability(trigger.ability)
    kind = "loyalty" if isinstance(ability, Loyalty) else "tribute" if isinstance(ability, Tribute) else "effects"
    data: FrameData = {"path": (trigger.ability, 0), **trigger.data}
    state.frames.append(Frame(kind, trigger.controller, trigger.source, data, seq))
