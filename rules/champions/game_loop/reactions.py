"""Reactions to events, in Standard Order (2.7.3).

A ``sweep`` frame visits the slots of the field one by one. Each reaction is pushed as a stack frame above it, and its
own reactions are resolved before the sweep continues; this implements interrupts.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from rules.champions.cards import CardType, Category, ObjectiveKind, When
from rules.champions.effects import Ability, is_unit, text_of
from rules.champions.game_loop.citations import cite
from rules.champions.game_loop.game_end import remove_defeated
from rules.champions.game_loop.rotation import push_text_lines, rotate_card
from rules.champions.interpretation_options import (
    BLESSINGS_COUNT,
    INTERRUPTING,
    OBJECTIVE_FIRST,
    OTHERS_TURN,
    SAME_CARD,
    WHO_ANSWERS,
    WHOSE_LEFT,
)
from rules.champions.state import COMPLETE, LANES, ChampionsState, FrameData, Happening, Place, SweepData
from rules.champions.state.places import all_cards_on_field, is_active
from rules.engine.state import Frame


class ReactionSlot(NamedTuple):
    """A position in the order of reactions.

    It is a side, row, lane, and objective or card text.
    """

    other: bool
    row: str
    lane: int
    objective: bool


@cache
def reaction_order(objectives_first: int, from_one_left: int) -> tuple[ReactionSlot, ...]:
    """Return all slots in the order of reactions.

    Args:
        objectives_first: option of CH-16.
        from_one_left: option of CH-09.
    """
    slots = []
    for other in (False, True):
        lanes = range(LANES)[::-1] if other and from_one_left else range(LANES)
        slots += [ReactionSlot(other, "blessing", lane, False) for lane in lanes]
        for lane in lanes:
            slots += [ReactionSlot(other, "champion", lane, True), ReactionSlot(other, "champion", lane, False)]
        slots += [ReactionSlot(other, "card", lane, False) for lane in lanes]
    return tuple(sorted(slots, key=lambda slot: not slot.objective)) if objectives_first else tuple(slots)


def trigger_reactions(state: ChampionsState, *events: Happening) -> None:
    """Push a ``sweep`` frame for each event, so that cards react to them in order.

    With the second option of CH-19, reactions wait until the current card text is done.
    """
    index = len(state.frames)
    waits = bool(state.options[INTERRUPTING] and index and state.frames[-1].kind == "text")
    for event in events:
        frame: Frame[FrameData] = Frame("sweep", event[1], event[2], {"event": event}, len(state.log) - 1)
        if state.options[WHO_ANSWERS]:
            frame.data["there"] = tuple(place.piece.cid for place in all_cards_on_field(state, event[1]))
        # A sweep that no card reacts to now has no effect, so it is left out.
        if waits or len(events) > 1 or next(_pending_reactions(state, frame), None) is not None:
            state.frames.insert(index - waits, frame)


def _pending_reactions(
    state: ChampionsState, frame: Frame[SweepData]
) -> Iterator[tuple[int, Place, tuple[Ability, ...]]]:
    """Yield the remaining reactions as slot index, place and lines.

    No lines for an objective.
    """
    slots = reaction_order(state.options[OBJECTIVE_FIRST], state.options[WHOSE_LEFT])
    event, there = frame.data["event"], frame.data.get("there")
    for index in range(frame.index, len(slots)):
        slot = slots[index]
        seat = 1 - frame.controller if slot.other else frame.controller
        piece = getattr(state.seats[seat].lanes[slot.lane], slot.row)
        if piece is None or (there is not None and piece.cid not in there):
            continue
        place = Place(seat, slot.lane, slot.row, piece)
        if slot.objective:
            if fulfils_objective(state, place, event):
                yield index, place, ()
        elif is_active(state, place) and (lines := reacting_lines(state, place, event)):
            yield index, place, lines


def run_reactions(state: ChampionsState, frame: Frame[SweepData]) -> None:
    """Resolve the next reaction, or finish the sweep."""
    if frame.data["event"][0] in ("start", "end") and remove_defeated(state):
        return
    state.cause = frame.cause
    reaction = next(_pending_reactions(state, frame), None)
    if reaction is None:
        state.finish(frame)
        return
    index, place, lines = reaction
    frame.index = index + 1
    if not lines:
        _complete_objective(state, place, frame.data["event"])
        return
    push_text_lines(state, place.seat, place.piece.cid, place.lane, tuple(each for each in lines if each.nodes), place)
    for _ in [line for line in lines if line.when is When.TURN]:
        rotate_card(state, place, cite("2.5.1.12", "2.4.2.2h", "6.1.2/clunky"))


def reacting_lines(state: ChampionsState, place: Place, event: Happening) -> tuple[Ability, ...]:
    """Return the text lines of a card that react to an event (2.7.1).

    In printed order.
    """
    kind, owner, cid, lane, _ = event
    lines = text_of(state.table[place.piece.cid]).lines
    if kind in ("start", "end"):
        return tuple(line for line in lines if line.when == kind and place.seat == owner)
    came = state.table[cid].category
    fits = {
        "own unit deployed": kind == "deployed" and place.seat == owner and came is Category.UNIT,
        "own spell beside deployed": (
            kind == "deployed" and place.seat == owner and came is Category.SPELL and abs(place.lane - lane) == 1
        ),
        "any spell after-played": kind == "after-played" and came is Category.SPELL,
    }
    return tuple(line for line in lines if line.when in (When.EVENT, When.TURN) and fits[line.event])


def fulfils_objective(state: ChampionsState, place: Place, event: Happening) -> bool:
    """Return True if an event fulfils a Champion's current objective (2.6.3, 2.6.4)."""
    kind, owner, cid, lane, _ = event
    if (owner, lane) != (place.seat, place.lane) or place.piece.corner >= COMPLETE or kind in ("start", "end"):
        return False
    if state.options[OTHERS_TURN] and state.turn != place.seat:
        return False
    card, champion = state.table[cid], state.table[place.piece.cid]
    done = place.piece.done
    if cid in done or (state.options[SAME_CARD] and card.name in {state.table[each].name for each in done}):
        return False
    wanted = champion.quest[place.piece.corner] if champion.quest else None
    if wanted is None:
        return False
    by_blessing = card.kind is CardType.BLESSING and bool(state.options[BLESSINGS_COUNT])
    return {
        ObjectiveKind.UNIT: kind == "deployed"
        and is_unit(card)
        and (not wanted.tag or wanted.tag in (card.tags or ())),
        ObjectiveKind.SPELL: kind == "deployed" and card.category is Category.SPELL,
        ObjectiveKind.ABILITY: kind == "played" and card.category is Category.ABILITY,
        ObjectiveKind.DAMAGE: kind == "damaged" and not by_blessing,
        ObjectiveKind.GAIN: kind == "healed" and not by_blessing,
        ObjectiveKind.REMOVE: False,  # the engine supports no instruction that Removes cards
    }[wanted.kind]


OBJECTIVES: Final = {
    "deployed": ("2.6.3a", "2.6.3b", "2.6.5", "CH-17"),
    "played": ("2.6.3c", "2.6.5"),
    "damaged": ("2.6.3d", "CH-25"),
    "healed": ("2.6.3e", "CH-25", "CH-27"),
}
"""The rules for objectives, by kind of event."""


def _complete_objective(state: ChampionsState, place: Place, event: Happening) -> None:
    piece = place.piece
    rules = [rule for rule in OBJECTIVES[event[0]] if rule != _other_kind_rule(state, event)]
    piece.done = (*piece.done, event[2])
    piece.corner += 1
    state.cause = state.log_event(
        "objective", (place.seat, piece.cid, event[2]), cite(*rules, "2.6.4", "CH-22", "2.7.3.2", "CH-16")
    )
    if piece.corner == COMPLETE:
        state.cause = state.log_event("complete", (place.seat, piece.cid), cite("2.6.6", "CH-23"))
        state.frames.append(Frame("reveal", place.seat, 0, {"lane": place.lane}, state.cause))


def _other_kind_rule(state: ChampionsState, event: Happening) -> str:
    """Return the rule for a Deployed card of another kind than the objective requires."""
    return "2.6.3b" if is_unit(state.table[event[2]]) else "2.6.3a"
