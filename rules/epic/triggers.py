"""Triggered abilities: noted when their condition is met, resolved in batches (3.2.5, 3.4)."""

from typing import Any

from rules.engine.decision import Answer, Decision
from rules.engine.ids import is_card
from rules.epic.effects import Ally, Loyalty, Tribute, Triggered, When
from rules.epic.events import happened
from rules.epic.printed import Printed
from rules.epic.state import Champion, EpicState, Frame, Trigger
from rules.epic.unasked import listened, unasked

DELAYED = -1
"""Ability number of a trigger that an earlier instruction set for the end of the turn."""
RIGHTEOUS = -2
"""Ability number of the health gain of the keyword righteous (5.13.1)."""

RULES_BY_KIND: dict[type, tuple[str, ...]] = {
    Tribute: ("5.6.1",),
    Loyalty: ("5.3.1",),
    Ally: ("5.18.1",),
    Triggered: ("3.4.1",),
}


def note(state: EpicState, controller: int, source: int, ability: int, data: dict[str, Any] | None = None) -> None:
    """Let a triggered ability wait until it may resolve (3.2.2, 3.4.2)."""
    rules = trigger_rules(state.printed_of(source), ability)
    seq = happened(state, "trigger", (controller, source, ability), (*rules, "3.2.2"))
    state.noted.append(Trigger(controller, source, state.card_of(source), ability, data, seq))


def trigger_rules(card: Printed, ability: int) -> tuple[str, ...]:
    """Return the rules that make ability number ``ability`` of ``card`` a trigger."""
    if ability == RIGHTEOUS:
        return ("5.13.1",)
    if ability == DELAYED:
        return ("4.5.2a",)
    return RULES_BY_KIND[type(card.ability(ability))]


def note_entering(state: EpicState, champion: Champion) -> None:
    """Tribute and loyalty trigger, however the champion entered play (I-55)."""
    for index in state.table[champion.cid].on_enter:
        note(state, champion.controller, champion.oid, index)


def note_when(state: EpicState, when: When, champion: Champion) -> None:
    """Abilities of ``champion`` itself with this condition trigger."""
    for index in state.table[champion.cid].triggered.get(when, ()):
        note(state, champion.controller, champion.oid, index)


def note_turn(state: EpicState, when: When, seats: list[int]) -> None:
    """Abilities of ``seats`` that wait for this point of a turn trigger, in play and grey ones in discard piles."""
    for seat in seats:
        for champion in state.seats[seat].champions:
            note_when(state, when, champion)
        for cid in state.seats[seat].discard:
            for index in state.table[cid].grey_triggered.get(when, ()):
                note(state, seat, cid, index)


def note_ally(state: EpicState, seat: int, card: Printed) -> None:
    """Ally abilities of ``seat`` trigger on a card with cost 1 played from hand (5.18.1, I-57, I-58)."""
    for alignment in card.card.alignments:
        for champion in state.seats[seat].champions:
            for index in state.table[champion.cid].ally.get(alignment, ()):
                note(state, seat, champion.oid, index)
        for cid in state.seats[seat].discard:
            for index in state.table[cid].grey_ally.get(alignment, ()):
                note(state, seat, cid, index)


def in_turn_order(state: EpicState, first: int) -> list[int]:
    """Return the seats still in the game, clockwise from ``first`` (I-43)."""
    count = len(state.seats)
    seats = [(first + step) % count for step in range(count)]
    return [seat for seat in seats if not state.seats[seat].out]


def form_batch(state: EpicState) -> None:
    """Make a batch of everything that has been noted; nothing else is resolving (3.2.5b)."""
    state.batch, state.noted = state.noted, []


def next_in_batch(state: EpicState) -> None:
    """Start the next trigger of the batch, or ask its controller which one (3.2.5a, I-44, I-46)."""
    first = state.initiative if state.initiative >= 0 else state.turn
    for seat in in_turn_order(state, first):
        mine = [trigger for trigger in state.batch if trigger.controller == seat]
        if mine:
            break
    else:
        state.batch.clear()
        return
    if len({_key(state, trigger) for trigger in mine}) == 1:
        if listened():
            unasked(state, _which_next(seat, mine))
        _start(state, mine[0])
        return
    state.pending = _which_next(seat, mine)


def _which_next(seat: int, mine: list[Trigger]) -> Decision:
    return Decision(seat, "order", tuple(sorted({trigger.source for trigger in mine})), rules=("3.2.5a", "I-46"))


def _key(state: EpicState, trigger: Trigger) -> tuple[str | int, int]:
    """Return what tells a trigger from others: cards of one name in one discard pile are interchangeable."""
    source = trigger.source
    return (state.table[source].name if is_card(source) else source, trigger.ability)


def waiting(state: EpicState, seat: int) -> list[tuple[int, int]]:
    """Return ``(source, ability)`` of each trigger of ``seat`` in the batch, sorted, without repetition."""
    return sorted({(trigger.source, trigger.ability) for trigger in state.batch if trigger.controller == seat})


def ordered(state: EpicState, answer: Answer) -> None:
    """Start the trigger that its controller chose."""
    chosen = (answer.refs[0], answer.option)
    for trigger in state.batch:
        if trigger.controller == answer.seat and (trigger.source, trigger.ability) == chosen:
            _start(state, trigger)
            return


def _start(state: EpicState, trigger: Trigger) -> None:
    state.batch.remove(trigger)
    state.cause = trigger.cause
    seq = happened(state, "resolve", (trigger.controller, trigger.source, trigger.ability), ("3.2.5", "3.2.5a"))
    if trigger.ability < 0:
        kind = "righteous" if trigger.ability == RIGHTEOUS else "break-at-end"
        state.frames.append(Frame(kind, trigger.controller, trigger.source, dict(trigger.data), seq))
        return
    ability = state.printed_of(trigger.source).ability(trigger.ability)
    kind = "loyalty" if isinstance(ability, Loyalty) else "tribute" if isinstance(ability, Tribute) else "effects"
    data = {"path": (trigger.ability, 0), **trigger.data}
    state.frames.append(Frame(kind, trigger.controller, trigger.source, data, seq))
