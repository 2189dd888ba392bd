"""The same game with the numbers that a position gives: cards by owner, name and zone, objects by seat and entry.

Records hold no numbers, so a game that went through its description has other numbers for the same things.
"""

from rules.engine.ids import FIRST_CARD, FIRST_OBJECT, FIRST_TOKEN_KIND
from rules.epic.copying import copy_state
from rules.epic.state import EpicState


def renumbered(state: EpicState) -> EpicState:
    new = copy_state(state)
    champions = [champion for seat in new.seats for champion in seat.champions]
    cards = _card_numbers(new)
    objects = {champion.oid: FIRST_OBJECT + index for index, champion in enumerate(champions)}
    tokens = {cid: name for cid, name in state.table.items() if cid >= FIRST_TOKEN_KIND}
    new.table = {**tokens, **{cards[cid]: state.table[cid] for cid in cards}}
    new.owners = {cards[cid]: state.owners[cid] for cid in cards}
    for champion in champions:
        champion.oid = objects[champion.oid]
        champion.cid = cards.get(champion.cid, champion.cid)
    new.entered = [champion.cid for champion in champions]
    for seat in new.seats:
        seat.deck = [[cards[cid] for cid in group] for group in seat.deck]
        seat.hand = [cards[cid] for cid in seat.hand]
        seat.discard = [cards[cid] for cid in seat.discard]
    new.broken = [cards[cid] for cid in new.broken]
    for trigger in new.delayed:
        # A position names the card only, so its lowest copy stands for the source.
        same = [cid for cid in new.owners if new.table[cid].name == state.table[trigger.cid].name]
        own = [cid for cid in same if new.owners[cid] == trigger.controller]
        trigger.cid = trigger.source = min(own or same)
        trigger.data["doomed"] = tuple(objects[oid] for oid in trigger.data["doomed"] if oid in objects)
    if new.pending is not None:
        from dataclasses import replace

        refs = tuple(objects.get(ref, cards.get(ref, ref)) for ref in new.pending.candidates)
        new.pending = replace(new.pending, candidates=tuple(sorted(refs)))
    return new


def _card_numbers(state: EpicState) -> dict[int, int]:
    """Give each card its new number: by owner and name, within a name in the order in which zones are laid out."""
    order: dict[int, list[int]] = {seat: [] for seat in range(len(state.seats))}
    for seat in state.seats:
        for champion in seat.champions:
            if champion.cid in state.owners:
                order[state.owners[champion.cid]].append(champion.cid)
    for number, seat in enumerate(state.seats):
        broken = [cid for cid in seat.discard if cid in state.broken]
        order[number] += seat.hand + broken + [cid for cid in seat.discard if cid not in broken]
        order[number] += [cid for group in seat.deck for cid in group]
    numbers: dict[int, int] = {}
    cid = FIRST_CARD
    for owned in order.values():
        for old in sorted(owned, key=lambda old: state.table[old].name):
            numbers[old] = cid
            cid += 1
    return numbers
