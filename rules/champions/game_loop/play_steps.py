"""The steps of playing a card and of using a Heroic Act (4.1.3.2, 4.1.3.3)."""

from rules.champions.cards import When
from rules.champions.effects import is_ability, text_of
from rules.champions.game_loop.citations import cite
from rules.champions.game_loop.reactions import trigger_reactions
from rules.champions.game_loop.rotation import push_instant_effects, push_text_lines, remove_from_limbo
from rules.champions.state import ChampionsState, LaneData, Piece, find_on_field
from rules.engine.state import Frame


def run_play(state: ChampionsState, frame: Frame[LaneData]) -> None:
    """Run the next step of playing a card (2.7.2).

    The steps are reactions, entering the field and effects.
    """
    state.cause = frame.cause
    cid, seat, lane = frame.source, frame.controller, frame.data["lane"]
    card = state.table[cid]
    frame.index += 1
    if frame.index == 1:
        trigger_reactions(state, ("played" if is_ability(card) else "deployed", seat, cid, lane, seat))
    elif frame.index == 2 and is_ability(card):
        push_text_lines(state, seat, cid, lane, text_of(card).of(When.DOES), None)
    elif frame.index == 2:
        remove_from_limbo(state, cid)
        state.seats[seat].lanes[lane].card = Piece(cid)
        state.cause = state.log_event("enter", (seat, cid, lane + 1), cite("2.5.1.3", "2.5.2.3", "3.1.4d", "4.1.3.2c"))
        place = find_on_field(state, cid)
        if place is not None:
            push_instant_effects(state, place)
    elif frame.index == 3:
        if is_ability(card):
            remove_from_limbo(state, cid)
            state.seats[seat].discard.append(cid)
            state.log_event("done", (seat, cid), cite("2.5.3.4", "2.10.1.1", "2.10.1.2", "4.1.3.2c"))
        trigger_reactions(state, ("after-played", seat, cid, lane, seat))
    else:
        state.finish(frame)


def run_use(state: ChampionsState, frame: Frame[LaneData]) -> None:
    """Run the next step of a Heroic Act (2.7.2, 4.1.3.3b).

    The steps are reactions, then its effects.
    """
    state.cause = frame.cause
    frame.index += 1
    if frame.index == 1:
        trigger_reactions(state, ("used", frame.controller, frame.source, frame.data["lane"], frame.controller))
    elif frame.index == 2:
        place = find_on_field(state, frame.source)
        lines = text_of(state.table[frame.source]).of(When.ACT)
        if place is not None:
            push_text_lines(state, frame.controller, frame.source, frame.data["lane"], lines, place)
    else:
        state.finish(frame)
