"""Setup of a game: first player, opening hands, mulligan (1.8)."""

from rules.engine.decision import Action, Decision
from rules.epic.board.damage import lose_health, run_state_checks
from rules.epic.board.zones import push_draw, put_on_bottom
from rules.epic.interpretation_options import MULLIGAN_ORDER, cite_by_option
from rules.epic.players.seats import clockwise_seats, next_side, side_members
from rules.epic.state import AnyFrame, EpicState, Frame
from rules.epic.state.frame_data import MulliganData
from rules.epic.state.log import log_event
from rules.epic.turn.phases import begin_turn

MULLIGAN_BOOK = "RB:getting-started/mulligan-rule"


def mulligan_order(state: EpicState) -> list[int]:
    """Return all seats in the order of their mulligan decisions (I-27, I-120)."""
    clockwise = clockwise_seats(state, state.first)
    if state.options[MULLIGAN_ORDER]:
        return clockwise
    first = len(side_members(state, state.first))
    return [*clockwise[first:], *clockwise[:first]]


def step_setup(state: EpicState) -> None:
    """Advance the setup: opening hands, a mulligan for each player, first turn."""
    seats = len(state.seats)
    state.cause = -1
    stage = state.stage
    state.stage += 1
    if stage == 0:
        log_event(state, "first", (state.first,), ("RB:getting-started", "I-30"))
    if stage < seats:
        seat = clockwise_seats(state, state.first)[stage]
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
    return cite_by_option(state, MULLIGAN_ORDER, book, ("1.8.4", "1.8.2", "I-27"))


def apply_mulligan(state: EpicState, action: Action) -> None:
    """Replace the chosen cards, for one health each (1.8.2, I-28, I-29)."""
    seat = action.seat
    if not action.refs:
        log_event(state, "keep", (seat,), _mulligan_rules(state))
        return
    state.cause = log_event(state, "mulligan", (seat, len(action.refs)), (*_mulligan_rules(state), "1.8.3"))
    for cid in action.refs:
        state.seats[seat].hand.remove(cid)
    put_on_bottom(state, [list(action.refs)], ("1.8.2", "I-28"))
    state.frames.append(_lose_after_mulligan(state, seat, len(action.refs)))
    push_draw(state, seat, len(action.refs), ("1.8.2",))


def _lose_after_mulligan(state: EpicState, seat: int, count: int) -> AnyFrame:
    return Frame("mulligan-loss", seat, 0, {"health": count}, state.cause)


def run_mulligan_loss(state: EpicState, frame: Frame[MulliganData]) -> None:
    """Subtract the health that a mulligan costs, after its draws (I-29)."""
    state.finish(frame)
    lose_health(state, frame.controller, frame.data["health"], ("1.8.2", "I-29"))
    run_state_checks(state)
