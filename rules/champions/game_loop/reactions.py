"""Reactions to events, in Standard Order (2.7.3).

A ``sweep`` frame visits the slots of the field one by one. Each reaction is pushed as a stack frame above it, and its
own reactions are resolved before the sweep continues; this implements interrupts.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from rules.champions.cards import CardType, Category, ObjectiveKind, When
from rules.champions.cards.instructions import Gains
from rules.champions.cards.selectors import EventPattern
from rules.champions.effects import Ability, is_ability, is_unit, text_of
from rules.champions.game_loop.abilities import added_abilities, passive_additions, push_text_lines
from rules.champions.game_loop.citations import cite
from rules.champions.game_loop.game_end import remove_defeated
from rules.champions.game_loop.rotation import reveal_if_complete, rotate_card
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
from rules.champions.state.places import (
    Spot,
    all_cards_on_field,
    is_active,
    is_in_lane,
    is_kind,
    lit_lanes,
    spot_of,
)
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
    index = _index_for_reactions(state)
    waits = index < len(state.frames)
    for event in events:
        frame: Frame[FrameData] = Frame("sweep", event.owner, event.cid, {"event": event}, len(state.log) - 1)
        if state.options[WHO_ANSWERS]:
            frame.data["there"] = tuple(place.piece.cid for place in all_cards_on_field(state, event.owner))
        # A sweep that no card reacts to now has no effect, so it is left out.
        if waits or len(events) > 1 or next(_pending_reactions(state, frame), None) is not None:
            state.frames.insert(index, frame)


def _index_for_reactions(state: ChampionsState) -> int:
    """Return the position of new reactions on the stack.

    It is the top, or below the current text with the second option of CH-19.
    """
    index = len(state.frames)
    if not state.options[INTERRUPTING]:
        return index
    below = index
    while below and state.frames[below - 1].kind in ("remove", "leave", "return"):
        below -= 1
    return below - 1 if below and state.frames[below - 1].kind == "text" else index


def _pending_reactions(
    state: ChampionsState, frame: Frame[SweepData]
) -> Iterator[tuple[int, Place, tuple[Ability, ...]]]:
    """Yield the remaining reactions as slot index, place and lines.

    No lines for an objective.
    """
    slots = reaction_order(state.options[OBJECTIVE_FIRST], state.options[WHOSE_LEFT])
    event, there = frame.data["event"], frame.data.get("there")
    additions = passive_additions(state)
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
        elif is_active(state, place) and (lines := reacting_lines(state, place, event, additions)):
            yield index, place, lines


def run_reactions(state: ChampionsState, frame: Frame[SweepData]) -> None:
    """Resolve the next reaction, or finish the sweep."""
    if frame.data["event"].kind in ("start", "end") and remove_defeated(state):
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


def reacting_lines(
    state: ChampionsState, place: Place, event: Happening, additions: Sequence[tuple[Spot, Gains, Ability]]
) -> tuple[Ability, ...]:
    """Return the text lines of a card that react to an event (2.7.1).

    In printed order; those added to the card come last.
    """
    text = text_of(state.table[place.piece.cid])
    added = added_abilities(state, place, additions) if additions or place.piece.granted else ()
    lines = (*text.lines, *added)
    if event.kind in ("start", "end"):
        return tuple(line for line in lines if line.when == event.kind and place.seat == event.owner)
    return tuple(
        line
        for line in lines
        if line.when in (When.EVENT, When.TURN)
        and line.event is not None
        and matches_event(state, line.event, event, spot_of(place))
    )


VERBS: Final = {"draws": "drawn", "discards": "discarded", "reveals": "revealed", "uses": "used"}
"""Kind of event by the verb of a pattern, where they differ."""
LEFT: Final = ("removed", "exhausted", "left")
"""Events in which a card leaves play."""


def matches_event(state: ChampionsState, pattern: EventPattern, event: Happening, spot: Spot) -> bool:
    """Return True if an event is one that a card at ``spot`` reacts to."""
    if not pattern.kind:
        is_kind_of_event = event.kind == VERBS.get(pattern.verb, pattern.verb)
        return is_kind_of_event and event.amount >= pattern.at_least and _is_side(pattern.side, spot, event.player)
    if event.kind not in ("played", "after-played", "deployed", *LEFT):
        return False
    cid, lane = (event.subject, event.subject_lane) if event.subject else (event.cid, event.lane)
    owner, card = state.owners[cid], state.table[cid]
    kinds: tuple[str, ...] = (pattern.verb,)
    if pattern.verb == "left":
        kinds = LEFT
    elif pattern.verb == "deployed":
        kinds = ("deployed",) if is_ability(card) else ("deployed", "played")
    if event.kind not in kinds or not is_kind(card, pattern.kind) or not _is_side(pattern.side, spot, owner):
        return False
    if pattern.tag and pattern.tag not in (card.tags or ()):
        return False
    if pattern.where == "lit":
        return (owner, lane) in lit_lanes(state, spot)
    return is_in_lane(pattern.where, spot, owner, lane)


def _is_side(side: str, spot: Spot, seat: int) -> bool:
    return side == "any" or (seat == spot.seat) is (side == "own")


def fulfils_objective(state: ChampionsState, place: Place, event: Happening) -> bool:
    """Return True if an event fulfils a Champion's current objective (2.6.3, 2.6.4)."""
    kind = event.kind
    if (
        kind not in OBJECTIVES
        or (event.owner, event.lane) != (place.seat, place.lane)
        or place.piece.corner >= COMPLETE
    ):
        return False
    if state.options[OTHERS_TURN] and state.turn != place.seat:
        return False
    card, champion = state.table[event.cid], state.table[place.piece.cid]
    done = place.piece.done
    if event.cid in done or (state.options[SAME_CARD] and card.name in {state.table[each].name for each in done}):
        return False
    wanted = champion.quest[place.piece.corner] if champion.quest else None
    if wanted is None:
        return False
    by_blessing = card.kind is CardType.BLESSING and bool(state.options[BLESSINGS_COUNT])
    is_deployed = kind in ("deployed", "played")
    return {
        ObjectiveKind.UNIT: is_deployed and is_unit(card) and (not wanted.tag or wanted.tag in (card.tags or ())),
        ObjectiveKind.SPELL: is_deployed and card.category is Category.SPELL,
        ObjectiveKind.ABILITY: kind == "played" and is_ability(card),
        ObjectiveKind.DAMAGE: kind == "damaged" and not by_blessing,
        ObjectiveKind.GAIN: kind == "healed" and not by_blessing,
        ObjectiveKind.REMOVE: kind == "removed" and not by_blessing,
    }[wanted.kind]


OBJECTIVES: Final = {
    "deployed": ("2.6.5", "CH-17", "6.1.2/deploy"),
    "played": ("2.6.5", "CH-17"),
    "damaged": ("2.6.3d", "CH-25"),
    "healed": ("2.6.3e", "CH-25", "CH-27"),
    "removed": ("2.6.3f", "CH-25"),
}
"""The rules for objectives, by kind of event."""
CATEGORY_RULES: Final = {Category.UNIT: "2.6.3a", Category.SPELL: "2.6.3b", Category.ABILITY: "2.6.3c"}
"""The rule for a card that is Deployed or played, by its category."""


def _complete_objective(state: ChampionsState, place: Place, event: Happening) -> None:
    piece, category = place.piece, state.table[event.cid].category
    rules = OBJECTIVES[event.kind]
    if event.kind in ("deployed", "played") and category is not None:
        rules = (CATEGORY_RULES[category], *rules)
    piece.done = (*piece.done, event.cid)
    piece.corner += 1
    state.cause = state.log_event(
        "objective", (place.seat, piece.cid, event.cid), cite(*rules, "2.6.4", "CH-22", "2.7.3.2", "CH-16")
    )
    trigger_reactions(state, Happening("objective", place.seat, piece.cid, place.lane, place.seat))
    reveal_if_complete(state, place)
