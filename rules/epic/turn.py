"""The course of a game outside battle: set-up and mulligan, Start, Main and End Phase (1.8, 4.1 to 4.3, 4.5).

``stage`` counts how far a phase has come; each function below takes the game one step further and returns. Between
two steps the loop in ``rules.epic.engine`` resolves whatever triggered, so a step never looks at triggers itself.
"""

from rules.engine.decision import Answer, Decision, Violation
from rules.engine.ids import CHANCE
from rules.epic.continuous import changed
from rules.epic.damage import lose, settle
from rules.epic.effects import When
from rules.epic.events import RB, by_version, happened
from rules.epic.naming import player
from rules.epic.state import FLIPPED, PREPARED, EpicState, Frame
from rules.epic.triggers import in_turn_order, note_turn
from rules.epic.unasked import unasked
from rules.epic.windows import open_window
from rules.epic.zones import discard, push_draw, to_bottom

OPENING_HAND = 5
HAND_LIMIT = 7

MULLIGAN_BOOK = "RB:getting-started/mulligan-rule"


def mulligan_order(state: EpicState) -> list[int]:
    """Return the seats in the order in which they decide on their opening hands (I-27)."""
    clockwise = in_turn_order(state, state.first)
    return [*clockwise[1:], clockwise[0]] if state.version == RB else clockwise


def setup(state: EpicState) -> None:
    """Draw opening hands, let each player mulligan once, begin the first turn."""
    seats = len(state.seats)
    state.cause = -1
    stage = state.stage
    state.stage += 1
    if stage == 0:
        happened(state, "first", (state.first,), ("RB:getting-started", "I-30"))
    if stage < seats:
        seat = in_turn_order(state, state.first)[stage]
        push_draw(state, seat, OPENING_HAND, ("1.8.1",))
    elif stage < 2 * seats:
        seat = mulligan_order(state)[stage - seats]
        state.pending = Decision(
            seat,
            "mulligan",
            tuple(sorted(state.seats[seat].hand)),
            low=0,
            high=len(state.seats[seat].hand),
            rules=by_version(state, ("1.8.4", "1.8.2", "I-27"), ("RB:getting-started", MULLIGAN_BOOK, "1.8.2", "I-27")),
        )
    else:
        _begin_turn(state, state.first)


def mulliganed(state: EpicState, answer: Answer) -> None:
    """Put the chosen cards under the deck in random order, draw as many, lose as much health (1.8.2, I-28, I-29)."""
    seat = answer.seat
    if not answer.refs:
        happened(state, "keep", (seat,), ("1.8.2",))
        return
    state.cause = happened(state, "mulligan", (seat, len(answer.refs)), ("1.8.2", "1.8.3"))
    for cid in answer.refs:
        state.seats[seat].hand.remove(cid)
    to_bottom(state, [list(answer.refs)], ("1.8.2", "I-28"))
    state.frames.append(_lose_after_mulligan(state, seat, len(answer.refs)))
    push_draw(state, seat, len(answer.refs), ("1.8.2",))


def _lose_after_mulligan(state: EpicState, seat: int, count: int) -> Frame:
    return Frame("mulligan-loss", seat, 0, {"health": count}, state.cause)


def run_mulligan_loss(state: EpicState, frame: Frame) -> None:
    """Take the health that a mulligan costs, after its draws (I-29)."""
    state.frames.remove(frame)
    lose(state, frame.controller, frame.data["health"], ("1.8.2", "I-29"))
    settle(state)


def _begin_turn(state: EpicState, seat: int) -> None:
    state.turn = seat
    state.phase, state.stage, state.step = "start", 0, ""
    state.initiative = seat
    state.cause = -1
    changed(state)
    happened(state, "turn", (seat, state.turn_number), ("4.2", "4.1.1", "I-34"))


def start(state: EpicState) -> None:
    """Gold, draw, prepare, start-of-turn triggers, in this order (4.2.2 to 4.2.6)."""
    stage = state.stage
    state.stage += 1
    state.cause = -1
    if stage == 0:
        _start_gold(state)
        if state.turn_number == 1 and len(state.seats) == 2:
            skipped = Decision(CHANCE, "draw", rules=("4.2.3a",), detail=(("seat", state.turn),))
            unasked(state, skipped, lambda: _no_first_draw(state))
            happened(state, "no-draw", (state.turn,), ("4.2.3a", "1.6.4", "I-25"))
        else:
            push_draw(state, state.turn, 1, ("4.2.3", "1.6.3"))
    elif stage == 1:
        _prepare(state, state.turn, ("4.2.4", "5.17.2", "I-36"))
        for champion in state.seats[state.turn].champions:
            champion.deploying = False
        note_turn(state, When.START_OF_OWN_TURN, [state.turn])
        if not state.noted:
            _enter_main(state)
    else:
        _enter_main(state)


def _no_first_draw(state: EpicState) -> Violation:
    return Violation("4.2.3a", f"{player(state, state.turn)} skips this draw (1.6.4, I-25).")


def _start_gold(state: EpicState) -> None:
    if state.turn_number == 1:
        for number, seat in enumerate(state.seats):
            seat.gold = 1
            happened(state, "gold", (number, 1), ("4.2.2a", "I-32"))
    else:
        state.seats[state.turn].gold = 1
        happened(state, "gold", (state.turn, 1), ("4.2.2", "I-31"))


def _prepare(state: EpicState, seat: int, rules: tuple[str, ...]) -> None:
    turned = [champion for champion in state.seats[seat].champions if champion.position != PREPARED]
    for champion in turned:
        champion.position = PREPARED
    if turned:
        happened(state, "prepare", (seat, *(champion.oid for champion in turned)), rules)


def _enter_main(state: EpicState) -> None:
    state.phase, state.stage = "main", 0
    happened(state, "main", (state.turn,), ("4.3", "4.3.1"))
    open_window(state, state.turn, ("4.1.3",))


def end(state: EpicState) -> None:
    """End-of-turn triggers, hand size, damage, until-end effects, gold, the turn (4.5.2a to 4.5.2f)."""
    state.cause = -1
    if state.stage == 0:
        state.stage = 1
        note_turn(state, When.END_OF_TURN, in_turn_order(state, state.turn))
        state.noted += state.delayed
        state.delayed = []
    elif state.stage == 1:
        # The discard may trigger something; the loop resolves it and comes back here to look at the hand again (I-89).
        if len(state.seats[state.turn].hand) > HAND_LIMIT:
            _ask_discard(state)
        else:
            state.stage = 2
    elif state.stage == 2:
        state.stage = 3
        _heal_and_wear_off(state)
    else:
        _finish_turn(state)


def _ask_discard(state: EpicState) -> None:
    hand = state.seats[state.turn].hand
    over = len(hand) - HAND_LIMIT
    state.pending = Decision(
        state.turn,
        "discard",
        tuple(sorted(hand)),
        low=over,
        high=over,
        rules=("4.5.2b", "1.7.4", "I-90"),
    )


def discarded(state: EpicState, answer: Answer) -> None:
    """Discard down to the hand limit."""
    discard(state, answer.seat, answer.refs, ("4.5.2b", "1.7.4"))


def _heal_and_wear_off(state: EpicState) -> None:
    healed: list[int] = []
    worn: list[int] = []
    for seat in state.seats:
        for champion in seat.champions:
            if champion.damage:
                champion.damage = 0
                healed.append(champion.oid)
            if champion.until_end:
                champion.until_end = ()
                worn.append(champion.oid)
            champion.hurt = 0
            champion.attacked = False
    changed(state)
    if healed:
        happened(state, "heal", tuple(healed), ("4.5.2c", "I-88"))
    if worn:
        happened(state, "wear-off", tuple(worn), ("4.5.2d",))
    state.no_attacks = False
    settle(state)


def _finish_turn(state: EpicState) -> None:
    turn = state.seats[state.turn]
    turn.gold = 1
    happened(state, "gold", (state.turn, 1), ("4.5.2e", "I-31"))
    if state.version == RB:
        for number, seat in enumerate(state.seats):
            flipped = [champion for champion in seat.champions if champion.position == FLIPPED]
            for champion in flipped:
                champion.position = PREPARED
            if flipped:
                oids = (champion.oid for champion in flipped)
                happened(state, "prepare", (number, *oids), ("RB:end-phase", "I-36"))
    for seat in state.seats:
        seat.ones_played = []
    state.broken = []
    happened(state, "turn-ends", (state.turn,), ("4.5.2f",))
    state.turn_number += 1
    _begin_turn(state, in_turn_order(state, state.turn)[1])
