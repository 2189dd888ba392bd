"""The sweep: who answers to what has happened, place by place in Standard Order, each before the next (2.7.3).

What answers is pushed on top of the sweep, and what that sets off is swept in its turn before this one goes on: so
interrupting is nothing but the frames themselves.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from rules.champions.cards import CardType, Category, ObjectiveKind, When
from rules.champions.effects import Ability, is_unit, text_of
from rules.champions.process.citing import cite
from rules.champions.process.losing import fall
from rules.champions.process.turning import push_lines, rotate_once
from rules.champions.readings import (
    BLESSINGS_COUNT,
    INTERRUPTING,
    OBJECTIVE_FIRST,
    OTHERS_TURN,
    SAME_CARD,
    WHO_ANSWERS,
    WHOSE_LEFT,
)
from rules.champions.state import COMPLETE, LANES, ChampionsState, FrameData, Happening, Place, SweepData
from rules.champions.state.places import both_sides, is_active
from rules.engine.state import Frame


class Stop(NamedTuple):
    """One place of a sweep: own side or the other, row, lane, and whether the Champion's objective is meant."""

    other: bool
    row: str
    lane: int
    objective: bool


@cache
def stops_of(objectives_first: int, from_one_left: int) -> tuple[Stop, ...]:
    """Return the places in their order, by the readings of CH-16 and CH-09."""
    stops = []
    for other in (False, True):
        lanes = range(LANES)[::-1] if other and from_one_left else range(LANES)
        stops += [Stop(other, "blessing", lane, False) for lane in lanes]
        for lane in lanes:
            stops += [Stop(other, "champion", lane, True), Stop(other, "champion", lane, False)]
        stops += [Stop(other, "card", lane, False) for lane in lanes]
    return tuple(sorted(stops, key=lambda stop: not stop.objective)) if objectives_first else tuple(stops)


def swept(state: ChampionsState, *events: Happening) -> None:
    """Let everything answer to ``events``, the first of them first, before anything else goes on.

    Under the other reading of CH-19 it waits until the text under way is done.
    """
    at = len(state.frames)
    waits = bool(state.readings[INTERRUPTING] and at and state.frames[-1].kind == "text")
    for event in events:
        frame: Frame[FrameData] = Frame("sweep", event[1], event[2], {"event": event}, len(state.log) - 1)
        if state.readings[WHO_ANSWERS]:
            frame.data["there"] = tuple(place.piece.cid for place in both_sides(state, event[1]))
        # Where nothing answers at once, nothing can change before the sweep has ended.
        if waits or len(events) > 1 or next(_open(state, frame), None) is not None:
            state.frames.insert(at - waits, frame)


def _open(state: ChampionsState, frame: Frame[SweepData]) -> Iterator[tuple[int, Place, tuple[Ability, ...]]]:
    """Yield the stops from where the sweep stands at which something answers now, with the lines of text that do."""
    stops = stops_of(state.readings[OBJECTIVE_FIRST], state.readings[WHOSE_LEFT])
    event, there = frame.data["event"], frame.data.get("there")
    for index in range(frame.index, len(stops)):
        stop = stops[index]
        seat = 1 - frame.controller if stop.other else frame.controller
        piece = getattr(state.seats[seat].lanes[stop.lane], stop.row)
        if piece is None or (there is not None and piece.cid not in there):
            continue
        place = Place(seat, stop.lane, stop.row, piece)
        if stop.objective:
            if does_objective(state, place, event):
                yield index, place, ()
        elif is_active(state, place) and (lines := answering(state, place, event)):
            yield index, place, lines


def run_sweep(state: ChampionsState, frame: Frame[SweepData]) -> None:
    """Go on to the next place where something answers, or end the sweep."""
    if frame.data["event"][0] in ("start", "end") and fall(state):
        return
    state.cause = frame.cause
    found = next(_open(state, frame), None)
    if found is None:
        state.finish(frame)
        return
    index, place, lines = found
    frame.index = index + 1
    if not lines:
        _objective_done(state, place, frame.data["event"])
        return
    push_lines(state, place.seat, place.piece.cid, place.lane, tuple(each for each in lines if each.nodes), place)
    for _ in [each for each in lines if each.when is When.TURN]:
        rotate_once(state, place, cite("2.5.1.12", "2.4.2.2h", "6.1.2/clunky"))


def answering(state: ChampionsState, place: Place, event: Happening) -> tuple[Ability, ...]:
    """Return the lines of a card that answer to what has happened, in printed order (2.7.1)."""
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


def does_objective(state: ChampionsState, place: Place, event: Happening) -> bool:
    """Whether what has happened does the current objective of a Champion (2.6.3, 2.6.4)."""
    kind, owner, cid, lane, _ = event
    if (owner, lane) != (place.seat, place.lane) or place.piece.corner >= COMPLETE or kind in ("start", "end"):
        return False
    if state.readings[OTHERS_TURN] and state.turn != place.seat:
        return False
    card, champion = state.table[cid], state.table[place.piece.cid]
    done = place.piece.done
    if cid in done or (state.readings[SAME_CARD] and card.name in {state.table[each].name for each in done}):
        return False
    wanted = champion.quest[place.piece.corner] if champion.quest else None
    if wanted is None:
        return False
    by_blessing = card.kind is CardType.BLESSING and bool(state.readings[BLESSINGS_COUNT])
    return {
        ObjectiveKind.UNIT: kind == "deployed"
        and is_unit(card)
        and (not wanted.tag or wanted.tag in (card.tags or ())),
        ObjectiveKind.SPELL: kind == "deployed" and card.category is Category.SPELL,
        ObjectiveKind.ABILITY: kind == "played" and card.category is Category.ABILITY,
        ObjectiveKind.DAMAGE: kind == "damaged" and not by_blessing,
        ObjectiveKind.GAIN: kind == "healed" and not by_blessing,
        ObjectiveKind.REMOVE: False,  # nothing that the engine plays Removes anything
    }[wanted.kind]


OBJECTIVES: Final = {
    "deployed": ("2.6.3a", "2.6.3b", "2.6.5", "CH-17"),
    "played": ("2.6.3c", "2.6.5"),
    "damaged": ("2.6.3d", "CH-25"),
    "healed": ("2.6.3e", "CH-25", "CH-27"),
}
"""The rules by which something that happened does an objective."""


def _objective_done(state: ChampionsState, place: Place, event: Happening) -> None:
    piece = place.piece
    rules = [rule for rule in OBJECTIVES[event[0]] if rule != _other_kind(state, event)]
    piece.done = (*piece.done, event[2])
    piece.corner += 1
    state.cause = state.happened(
        "objective", (place.seat, piece.cid, event[2]), cite(*rules, "2.6.4", "CH-22", "2.7.3.2", "CH-16")
    )
    if piece.corner == COMPLETE:
        state.cause = state.happened("complete", (place.seat, piece.cid), cite("2.6.6", "CH-23"))
        state.frames.append(Frame("reveal", place.seat, 0, {"lane": place.lane}, state.cause))


def _other_kind(state: ChampionsState, event: Happening) -> str:
    """Return the rule of the kind of card that was not Deployed."""
    return "2.6.3b" if is_unit(state.table[event[2]]) else "2.6.3a"
