"""Playing a card and using a Heroic Act, step by step once it has begun (4.1.3.2, 4.1.3.3)."""

from rules.champions.cards import When
from rules.champions.effects import is_ability, text_of
from rules.champions.process.citing import cite
from rules.champions.process.sweep import swept
from rules.champions.process.turning import out_of_limbo, push_instants, push_lines
from rules.champions.state import ChampionsState, LaneData, Piece, find
from rules.engine.state import Frame


def run_play(state: ChampionsState, frame: Frame[LaneData]) -> None:
    """Go on with a card that is being played: everything may answer, then it comes in, then it acts (2.7.2)."""
    state.cause = frame.cause
    cid, seat, lane = frame.source, frame.controller, frame.data["lane"]
    card = state.table[cid]
    frame.index += 1
    if frame.index == 1:
        swept(state, ("played" if is_ability(card) else "deployed", seat, cid, lane, seat))
    elif frame.index == 2 and is_ability(card):
        push_lines(state, seat, cid, lane, text_of(card).of(When.DOES), None)
    elif frame.index == 2:
        out_of_limbo(state, cid)
        state.seats[seat].lanes[lane].card = Piece(cid)
        state.cause = state.happened("enter", (seat, cid, lane + 1), cite("2.5.1.3", "2.5.2.3", "3.1.4d", "4.1.3.2c"))
        place = find(state, cid)
        if place is not None:
            push_instants(state, place)
    elif frame.index == 3:
        if is_ability(card):
            out_of_limbo(state, cid)
            state.seats[seat].discard.append(cid)
            state.happened("done", (seat, cid), cite("2.5.3.4", "2.10.1.1", "2.10.1.2", "4.1.3.2c"))
        swept(state, ("after-played", seat, cid, lane, seat))
    else:
        state.finish(frame)


def run_use(state: ChampionsState, frame: Frame[LaneData]) -> None:
    """Go on with a Heroic Act: everything may answer to its use, then it is carried out (2.7.2, 4.1.3.3b)."""
    state.cause = frame.cause
    frame.index += 1
    if frame.index == 1:
        swept(state, ("used", frame.controller, frame.source, frame.data["lane"], frame.controller))
    elif frame.index == 2:
        place = find(state, frame.source)
        lines = text_of(state.table[frame.source]).of(When.ACT)
        if place is not None:
            push_lines(state, frame.controller, frame.source, frame.data["lane"], lines, place)
    else:
        state.finish(frame)
