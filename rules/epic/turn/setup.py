"""The beginning of a game: who is first, opening hands, mulligan (1.8)."""

from rules.engine.decision import Action, Decision
from rules.epic.board.damage import lose, settle
from rules.epic.board.zones import push_draw, to_bottom
from rules.epic.players.seats import around_the_table, members, next_side
from rules.epic.readings import (
    MULLIGAN_ORDER,
    by_reading,
)
from rules.epic.state import AnyFrame, EpicState, Frame
from rules.epic.state.frame_data import MulliganData
from rules.epic.state.log import happened
from rules.epic.turn.phases import begin_turn

MULLIGAN_BOOK = "RB:getting-started/mulligan-rule"


def mulligan_order(state: EpicState) -> list[int]:
    """Return all seats in the order in which they decide on their opening hands (I-27, I-120)."""
    clockwise = around_the_table(state, state.first)
    if state.readings[MULLIGAN_ORDER]:
        return clockwise
    first = len(members(state, state.first))
    return [*clockwise[first:], *clockwise[:first]]


def setup(state: EpicState) -> None:
    """Draw opening hands, let each player mulligan once, begin the first turn."""
    seats = len(state.seats)
    state.cause = -1
    stage = state.stage
    state.stage += 1
    if stage == 0:
        happened(state, "first", (state.first,), ("RB:getting-started", "I-30"))
    if stage < seats:
        seat = around_the_table(state, state.first)[stage]
        push_draw(state, seat, state.variant.opening_hand, ("1.8.1",))
    elif stage < 2 * seats:
        seat = mulligan_order(state)[stage - seats]
        if state.seats[seat].out:
            return
        state.pending = Decision(
            seat,
            "mulligan",
            tuple(sorted(state.seats[seat].hand)),
            low=0,
            high=len(state.seats[seat].hand),
            rules=_mulligan_rules(state),
        )
    else:
        begin_turn(state, next_side(state, state.first) if state.seats[state.first].out else state.first)


def _mulligan_rules(state: EpicState) -> tuple[str, ...]:
    book = ("RB:getting-started", MULLIGAN_BOOK, "1.8.2", "I-27")
    return by_reading(state, MULLIGAN_ORDER, book, ("1.8.4", "1.8.2", "I-27"))


def mulliganed(state: EpicState, answer: Action) -> None:
    """Put the chosen cards under the deck in random order, draw as many, lose as much health (1.8.2, I-28, I-29)."""
    seat = answer.seat
    if not answer.refs:
        happened(state, "keep", (seat,), _mulligan_rules(state))
        return
    state.cause = happened(state, "mulligan", (seat, len(answer.refs)), (*_mulligan_rules(state), "1.8.3"))
    for cid in answer.refs:
        state.seats[seat].hand.remove(cid)
    to_bottom(state, [list(answer.refs)], ("1.8.2", "I-28"))
    state.frames.append(_lose_after_mulligan(state, seat, len(answer.refs)))
    push_draw(state, seat, len(answer.refs), ("1.8.2",))


def _lose_after_mulligan(state: EpicState, seat: int, count: int) -> AnyFrame:
    return Frame("mulligan-loss", seat, 0, {"health": count}, state.cause)


def run_mulligan_loss(state: EpicState, frame: Frame[MulliganData]) -> None:
    """Take the health that a mulligan costs, after its draws (I-29)."""
    state.finish(frame)
    lose(state, frame.controller, frame.data["health"], ("1.8.2", "I-29"))
    settle(state)
