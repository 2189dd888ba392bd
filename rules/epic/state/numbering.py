"""Canonical numbering: equal states get equal numbers and the same digest.

Cards are numbered by owner and name, and copies by zone in the order of a described position; copies that
pending items refer to come first. Champions are numbered by seat and order of entry, followed by referenced
ones that left play.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from rules.engine.decision import Decision
from rules.engine.ids import FIRST_CARD, FIRST_OBJECT, FIRST_TOKEN_KIND, is_card, is_object
from rules.epic.state.copying import copy_state
from rules.epic.state.frame_data import references, renumber_data
from rules.epic.state.model import DELAYED, AnyFrame, EpicState, Trigger

NO_WINDOW: Final = ("blocks", "damage", "after-damage")
"""Battle steps in which no player has initiative."""
_NUMBERED: Final = re.compile(r"^(.*?)(\d+)$")


def renumber(state: EpicState) -> EpicState:
    """Return a copy in canonical numbering, without the log and transient data."""
    new = copy_state(state)
    numbers = _assign_numbers(state)
    cards = [cid for cid in state.owners if cid in numbers]
    kinds = {cid: card for cid, card in state.table.items() if cid >= FIRST_TOKEN_KIND}
    new.table = {**kinds, **{numbers[cid]: state.table[cid] for cid in sorted(cards, key=numbers.__getitem__)}}
    new.owners = {numbers[cid]: state.owners[cid] for cid in sorted(cards, key=numbers.__getitem__)}
    objects = sorted((new_number, old) for old, new_number in numbers.items() if is_object(old))
    new.entered = tuple(numbers.get(state.card_of(old), state.card_of(old)) for _, old in objects)
    for seat in new.seats:
        for champion in seat.champions:
            champion.oid, champion.cid = numbers[champion.oid], numbers.get(champion.cid, champion.cid)
        seat.deck = [tuple(sorted(numbers[cid] for cid in group)) for group in seat.deck]
        seat.hand = sorted(numbers[cid] for cid in seat.hand)
        seat.discard = sorted(numbers[cid] for cid in seat.discard)
        seat.bound, seat.bans = tuple(sorted(seat.bound)), tuple(sorted(set(seat.bans)))
        seat.gods = tuple(sorted(numbers[cid] for cid in seat.gods))
        seat.supplemental = tuple(sorted(numbers[cid] for cid in seat.supplemental))
    new.mortal = tuple(sorted(numbers[oid] for oid in new.mortal if oid in numbers))
    new.broken = tuple(sorted(numbers[cid] for cid in new.broken))
    _renumber_waiting(new, numbers)
    new.pending = None if state.pending is None else _renumber_decision(state, state.pending, numbers)
    if state.phase in ("setup", "start", "end") or state.step in NO_WINDOW:
        new.played = False
    new.log, new.cause = [], -1
    return new


def _renumber_waiting(new: EpicState, numbers: dict[int, int]) -> None:
    """Renumber the frames and triggers of ``new``, which is a copy."""
    for frame in new.frames:
        frame.source, frame.cause = numbers.get(frame.source, frame.source), -1
        frame.data = renumber_data(frame.data, numbers)
    for trigger in (*new.noted, *new.batch, *new.delayed):
        if is_source_irrelevant(trigger):
            trigger.source = trigger.cid = lowest_copy(new, trigger.controller, new.table[numbers[trigger.cid]].name)
            trigger.data = renumber_data(trigger.data, numbers)
            trigger.cause = -1
            continue
        trigger.source = numbers.get(trigger.source, trigger.source)
        trigger.cid, trigger.cause = numbers.get(trigger.cid, trigger.cid), -1
        trigger.data = renumber_data(trigger.data, numbers)


def pending_items(state: EpicState) -> Iterator[AnyFrame | Trigger]:
    """Yield all frames, outermost first, then all waiting triggers."""
    yield from state.frames
    yield from (*state.batch, *state.noted, *state.delayed)


def is_source_irrelevant(trigger: Trigger) -> bool:
    """Return True if a trigger has the same effect with any copy of its source."""
    return trigger.ability == DELAYED and is_card(trigger.source) and "doomed" in trigger.data


def lowest_copy(state: EpicState, seat: int, name: str) -> int:
    """Return the lowest card called ``name``, preferably of ``seat``; 0 if none."""
    same = [cid for cid in state.owners if state.table[cid].name == name]
    return min([cid for cid in same if state.owners[cid] == seat] or same, default=0)


def referenced_ids(state: EpicState) -> list[int]:
    """Return the distinct references of pending items, in order."""
    ids: dict[int, None] = {}
    for item in pending_items(state):
        named = isinstance(item, Trigger) and is_source_irrelevant(item)
        refs = [
            *([] if named else [item.source]),
            *references(item.data),
        ]
        refs += [item.cid] if isinstance(item, Trigger) and not named else []
        ids.update(dict.fromkeys(refs))
    return [ref for ref in ids if is_card(ref) or (is_object(ref) and ref - FIRST_OBJECT < len(state.entered))]


def _assign_numbers(state: EpicState) -> dict[int, int]:
    """Return the new number of each deck card and each referenced object."""
    in_play = [champion.oid for seat in state.seats for champion in seat.champions]
    refs = referenced_ids(state)
    ids = set(in_play)
    gone = [ref for ref in refs if is_object(ref) and ref not in ids]
    numbers = {oid: FIRST_OBJECT + index for index, oid in enumerate((*in_play, *gone))}
    mentioned = [state.card_of(ref) for ref in refs if ref not in ids]
    first = {cid: index for index, cid in reversed(list(enumerate(mentioned)))}
    number = FIRST_CARD
    for owned in _cards_in_position_order(state, first):
        for cid in sorted(owned, key=lambda old: state.table[old].name):
            numbers[cid] = number
            number += 1
    for cid in (cid for seat in state.seats for cid in seat.gods):
        numbers[cid] = number
        number += 1
    return numbers


def _cards_in_position_order(state: EpicState, first: dict[int, int]) -> list[list[int]]:
    """Return the cards of each owner in the order of a described position."""
    order: list[list[int]] = [[] for _ in state.seats]

    def put(cards: Iterable[int], *, sort: bool = True) -> None:
        cids = [cid for cid in cards if cid in state.owners]
        # Unreferenced copies are interchangeable; their old numbers only make the order deterministic.
        ranked = sorted(cids, key=lambda cid: (cid not in broken, first.get(cid, len(first)), cid)) if sort else cids
        for cid in ranked:
            order[state.owners[cid]].append(cid)

    broken = set(state.broken)
    for seat in state.seats:
        put((champion.cid for champion in seat.champions), sort=False)
    for seat in state.seats:
        for zone in (seat.hand, seat.supplemental, seat.discard, *seat.deck):
            put(zone)
    placed = {cid for owned in order for cid in owned} | {cid for seat in state.seats for cid in seat.gods}
    put(cid for cid in first if cid not in placed)
    return order


def _renumber_decision(state: EpicState, decision: Decision, numbers: dict[int, int]) -> Decision:
    candidates = tuple(
        sorted(
            {
                numbers[_find_representative(state, ref, numbers)] if ref in numbers else ref
                for ref in decision.candidates
            }
        )
    )
    detail = tuple(sorted((_renumber_detail(name, numbers), value) for name, value in decision.detail))
    source = numbers.get(decision.source, decision.source)
    return Decision(decision.seat, decision.kind, candidates, decision.low, decision.high, source, (), detail)


def _find_representative(state: EpicState, ref: int, numbers: dict[int, int]) -> int:
    """Return the card that represents ``ref`` and the cards interchangeable with it."""
    if not is_card(ref) or ref not in state.owners:
        return ref
    seat, name = state.seats[state.owners[ref]], state.table[ref].name
    # Revealed cards are separate deck groups, but copies of one name are still interchangeable.
    revealed_cids = [cid for frame in state.frames for cid in frame.data.get("revealed", ()) if cid in state.owners]
    revealed = [cid for cid in revealed_cids if state.owners[cid] == state.owners[ref]]
    zone = next((zone for zone in (seat.hand, seat.discard, revealed, *seat.deck) if ref in zone), [ref])
    broke = ref in state.broken
    same = [cid for cid in zone if state.table[cid].name == name and (cid in state.broken) == broke]
    return min(same, key=numbers.__getitem__)


def _renumber_detail(name: str, numbers: dict[int, int]) -> str:
    """Return a detail name with a trailing object number renumbered."""
    match = _NUMBERED.match(name)
    return f"{match[1]}{numbers.get(int(match[2]), int(match[2]))}" if match else name


__all__ = ["pending_items", "referenced_ids", "renumber"]
