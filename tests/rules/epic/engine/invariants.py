"""Invariants of every decision of every game."""

from functools import cache
from typing import get_args, get_type_hints

from rules.engine.ids import FIRST_OBJECT, FIRST_TOKEN_KIND
from rules.epic.board.continuous import current_values, has_keyword
from rules.epic.cards.printed import ChampionValues
from rules.epic.frame_handlers import FRAME_HANDLERS
from rules.epic.interpretation_options import DEFENSE_FALLS, WHEN_BROKEN
from rules.epic.players.seats import representative_seat
from rules.epic.state import BATTLE_STEPS, PHASES, EpicState, clear_values
from rules.epic.state.copying import copy_state
from rules.epic.traits import Keyword


def assert_sound(state: EpicState) -> None:
    """Fail with what is impossible about ``state``."""
    _zones(state)
    _board(state)
    _check_cached_values(state)
    _course(state)
    _values(state)
    _remembered(state)


@cache
def remembered_by(kind: str) -> frozenset[str]:
    """Return the names that a frame of ``kind`` may have something under: those of what goes on with it."""
    return frozenset(get_type_hints(get_args(get_type_hints(FRAME_HANDLERS[kind].run)["frame"])[0]))


def _remembered(state: EpicState) -> None:
    for frame in state.frames:
        strange = frame.data.keys() - remembered_by(frame.kind)
        assert not strange, f"{frame.kind} remembers {sorted(strange)}"


def _zones(state: EpicState) -> None:
    places: list[tuple[int, int]] = []
    for number, seat in enumerate(state.seats):
        for zone in (seat.hand, seat.discard, seat.supplemental, seat.gods, *seat.deck):
            places += [(cid, number) for cid in zone]
        assert all(seat.deck), "an empty group in a deck"
        assert all(list(group) == sorted(group) for group in seat.deck), "a group in a deck is not sorted"
    for cid, number in places:
        assert state.owners[cid] == number, f"{cid} is in a zone of {number}, who does not own it (1.9.2)"
    in_play = [c.cid for seat in state.seats for c in seat.champions if c.cid < FIRST_TOKEN_KIND]
    found = sorted([*in_play, *(cid for cid, _ in places)])
    # Who has left a game that goes on has taken along all cards (1.9.3).
    there = [cid for cid, owner in state.owners.items() if not state.seats[owner].out]
    assert set(there) <= set(found) <= set(state.owners), "a card is nowhere"
    assert len(set(found)) == len(found), "a card is in two zones (1.4.1)"
    assert state.over or found == sorted(there), "every card of who plays is in exactly one zone (1.4.1)"
    discarded = {cid for seat in state.seats for cid in seat.discard}
    assert set(state.broken) <= discarded
    assert len(set(state.broken)) == len(state.broken)


def _board(state: EpicState) -> None:
    oids = [c.oid for seat in state.seats for c in seat.champions]
    assert len(set(oids)) == len(oids)
    for number, seat in enumerate(state.seats):
        assert seat.gold >= 0
        for c in seat.champions:
            assert state.entered[c.oid - FIRST_OBJECT] == c.cid
            assert c.controller == number
            assert c.owner == state.owners.get(c.cid, c.owner)
            assert c.damage >= 0
            assert c.hurt >= c.damage
            assert c.stance in {0, 1, 2}
            assert not (c.attacking and c.blocking)
            if not state.over and not (state.options[WHEN_BROKEN] or state.options[DEFENSE_FALLS]):
                lethal = c.damage >= current_values(state, c).defense
                assert not lethal or has_keyword(state, c, Keyword.UNBREAKABLE), (
                    "a champion with lethal damage is in play"
                )
    if not state.over:
        assert all(team.health > 0 for team in state.teams if not team.out)
        gone = {number for number, seat in enumerate(state.seats) if seat.out}
        assert gone == {number for number, seat in enumerate(state.seats) if state.teams[seat.team].out}
        assert not {c.owner for seat in state.seats for c in seat.champions} & gone, "a card of who has left (1.9.3)"
        triggers = (*state.noted, *state.batch, *state.delayed)
        waiting = {frame.controller for frame in state.frames} | {trigger.controller for trigger in triggers}
        assert not waiting & gone, "something of who has left waits (I-24)"
        assert state.initiative not in gone
        assert state.pending is not None
        assert state.pending.seat not in gone


def _check_cached_values(state: EpicState) -> None:
    """Assert that cached values of champions equal those computed again."""
    again = copy_state(state)
    clear_values(again)
    for seat in state.seats:
        for champion in seat.champions:
            stored, now = current_values(state, champion), current_values(again, champion)
            assert all(getattr(stored, slot) == getattr(now, slot) for slot in ChampionValues.__slots__)


def _course(state: EpicState) -> None:
    assert state.phase in PHASES
    assert (state.phase == "battle") == (state.step in BATTLE_STEPS) == (state.defender >= 0) or state.over
    assert (state.pending is None) == state.over
    for seat in (state.turn, state.first, *({state.initiative, state.defender} - {-1})):
        assert seat == representative_seat(state, seat), (
            "turn, initiative and battle belong to who stands for a team (I-112)"
        )
    fighting = any(c.attacking or c.blocking for seat in state.seats for c in seat.champions)
    assert state.phase in {"battle", "over"} or not fighting
    if state.pending is not None and state.pending.kind == "act":
        assert state.pending.seat == state.initiative
        assert not state.frames
        assert not state.batch
        assert not state.noted
        assert state.phase in {"main", "battle"}
    if state.over:
        assert state.drawn == (not state.winner_seats)
    assert [event.seq for event in state.log] == list(range(len(state.log)))
    assert all(event.rules and event.cause < event.seq for event in state.log)


def _values(state: EpicState) -> None:
    """What has been computed and kept equals what is computed afresh."""
    fresh = copy_state(state)
    for seat, other in zip(state.seats, fresh.seats, strict=True):
        for mine, copied in zip(seat.champions, other.champions, strict=True):
            stored, new = current_values(state, mine), current_values(fresh, copied)
            for name in ("offense", "defense", "keywords", "alignments", "classes"):
                assert getattr(stored, name) == getattr(new, name)
