"""Start, Main and End Phase of a turn (4.1 to 4.3, 4.5).

``stage`` counts the steps of a phase that are done. Each step function advances the game until a decision is
pending or an ability has triggered. Between steps the loop in ``rules.engine.loop`` resolves triggers; only
after the draw of the turn are champions prepared first.
"""

from rules.engine.decision import Action, Decision, Violation
from rules.engine.ids import CHANCE
from rules.epic.board.continuous import invalidate_static_values, update_values
from rules.epic.board.damage import run_state_checks
from rules.epic.board.gold import reset_gold
from rules.epic.board.triggers import trigger_on_turn
from rules.epic.board.zones import discard_from_hand, push_draw
from rules.epic.effects import When
from rules.epic.instructions.control import return_borrowed_champions
from rules.epic.interpretation_options import (
    DISCARD_TRIGGERS,
    ENTERED_IN_START,
    EXPENDED_PREPARED,
    FIRST_DRAW,
    FIRST_GOLD,
    FLIPPED_PREPARED,
    WHO_DISCARDS,
    cite_by_option,
)
from rules.epic.players.initiative import open_window
from rules.epic.players.seats import champions_of, clockwise_seats, in_turn_order, next_side, side_members
from rules.epic.state import EXPENDED, FLIPPED, PREPARED, PREPARES_AT_END, EpicState
from rules.epic.state.automatic_decisions import report_automatic_decision
from rules.epic.state.display_names import player_name
from rules.epic.state.log import log_event

HAND_LIMIT = 7


def begin_turn(state: EpicState, seat: int) -> None:
    """Start the turn of ``seat``, with the Start Phase."""
    state.turn = seat
    state.phase, state.stage, state.step = "start", 0, ""
    state.initiative = seat
    state.cause = -1
    invalidate_static_values(state)
    log_event(state, "turn", (seat, state.turn_number), ("4.2", "4.1.1", "I-34"))


def step_start_phase(state: EpicState) -> None:
    """Advance the Start Phase: gold, draw, prepare, triggers (4.2.2 to 4.2.6)."""
    stage = state.stage
    state.stage += 1
    state.cause = -1
    if stage == 0:
        _start_gold(state)
        if state.turn_number == 1 and (len(state.teams) == state.variant.undrawn or state.options[FIRST_DRAW]):
            skipped = Decision(CHANCE, "draw", rules=("4.2.3a",), detail=(("seat", state.turn),))
            report_automatic_decision(state, skipped, lambda: _skips_first_draw(state))
            log_event(state, "no-draw", (state.turn,), ("4.2.3a", "1.6.4", "I-25"))
        else:
            rules = ("4.2.3", "1.6.3", "I-25") if state.turn_number == 1 else ("4.2.3", "1.6.3")
            # The frame pushed last runs first.
            for seat in reversed(side_members(state, state.turn)):
                push_draw(state, seat, 1, rules)
    elif stage == 1:
        side = side_members(state, state.turn)
        for seat in side:
            _prepare(state, seat, ("4.2.4", "5.17.2", "I-36"))
            _end_deploying(state, seat)
        if state.delayed and state.options[DISCARD_TRIGGERS]:
            # Triggers of the draw have been added already.
            state.noted, state.delayed = [*state.delayed, *state.noted], []
        trigger_on_turn(state, When.START_OF_OWN_TURN, side)
        if not state.noted:
            _enter_main(state)
    else:
        _enter_main(state)


def is_before_prepare(state: EpicState) -> bool:
    """Return True if champions are prepared next, before triggers (4.2.4, 4.2.6)."""
    return state.phase == "start" and state.stage == 1


def _skips_first_draw(state: EpicState) -> Violation:
    return Violation("4.2.3a", f"{player_name(state, state.turn)} skips this draw (1.6.4, I-25).")


def _start_gold(state: EpicState) -> None:
    if state.turn_number == 1:
        for number, seat in enumerate(state.seats):
            if not seat.out and (number in side_members(state, state.turn) or not state.options[FIRST_GOLD]):
                reset_gold(state, number, cite_by_option(state, FIRST_GOLD, ("4.2.2a", "I-32"), ("4.2.2", "I-32")))
    else:
        _reset_gold_for_turn(state, ("4.2.2", "I-31"))


def _reset_gold_for_turn(state: EpicState, rules: tuple[str, ...]) -> None:
    for seat in side_members(state, state.turn):
        if not state.seats[seat].out:
            reset_gold(state, seat, rules)


def _end_deploying(state: EpicState, seat: int) -> None:
    """End the deploying state of the champions of ``seat`` (4.2.4, 5.17.2)."""
    late = [champion for champion in state.seats[seat].champions if champion.deploying]
    for champion in late:
        champion.deploying = False
    if late:
        log_event(state, "deployed", (seat, *(champion.oid for champion in late)), ("4.2.4", "5.17.2"))


def _prepare(state: EpicState, seat: int, rules: tuple[str, ...]) -> None:
    turned = [champion for champion in state.seats[seat].champions if champion.stance != PREPARED]
    for champion in turned:
        champion.stance = PREPARED
    if turned:
        log_event(state, "prepare", (seat, *(champion.oid for champion in turned)), rules)


def _enter_main(state: EpicState) -> None:
    state.phase, state.stage = "main", 0
    rules: tuple[str, ...] = ("4.3", "4.3.1")
    late = [champion for champion in champions_of(state, state.turn) if champion.deploying]
    if late:
        rules = (*rules, "I-35")
    for champion in late if state.options[ENTERED_IN_START] else ():
        champion.deploying = False
    log_event(state, "main", (state.turn,), rules)
    open_window(state, state.turn, ("4.1.3",))


def step_end_phase(state: EpicState) -> None:
    """Advance the End Phase: triggers, hand size, cleanup, gold (4.5.2a to 4.5.2f)."""
    state.cause = -1
    if state.stage == 0:
        state.stage = 1
        trigger_on_turn(state, When.END_OF_TURN, in_turn_order(state, state.turn))
        state.noted += state.delayed
        state.delayed = []
        if state.noted:
            return
    if state.stage == 1:
        # The discard may trigger abilities; the loop resolves them and checks the hand again here (I-89).
        over = [seat for seat in _seats_with_hand_limit(state) if len(state.seats[seat].hand) > HAND_LIMIT]
        if over:
            _ask_discard(state, over[0])
            return
        state.stage = 2
    if state.stage == 2:
        state.stage = 3
        if state.options[EXPENDED_PREPARED]:
            _prepare_expended(state)
        _clean_up(state)
        if state.noted or state.frames or state.phase == "over":
            return
    _finish_turn(state)


def _seats_with_hand_limit(state: EpicState) -> list[int]:
    """Return the seats that discard down to the hand limit this turn (I-90)."""
    if state.options[WHO_DISCARDS]:
        return [seat for seat in clockwise_seats(state, state.turn) if not state.seats[seat].out]
    return side_members(state, state.turn)


def _ask_discard(state: EpicState, seat: int) -> None:
    hand = state.seats[seat].hand
    over = len(hand) - HAND_LIMIT
    state.pending = Decision(
        seat,
        "discard",
        tuple(sorted(hand)),
        low=over,
        high=over,
        rules=("4.5.2b", "1.7.4", "I-90"),
    )


def discard_to_limit(state: EpicState, action: Action) -> None:
    """Discard the chosen cards of a hand above the limit; triggers follow (I-89)."""
    discard_from_hand(state, action.seat, action.refs, ("4.5.2b", "1.7.4", "I-90"))
    late = state.options[DISCARD_TRIGGERS]
    if not late:
        return
    for trigger in state.noted:
        args = (trigger.controller, trigger.source, trigger.ability)
        log_event(state, "trigger-waits" if late == 1 else "trigger-lost", args, ("4.5.2b", "I-89"))
    if late == 1:
        state.delayed += state.noted
    state.noted = []


def _prepare_expended(state: EpicState) -> None:
    """Prepare champions expended on another player's turn (I-37)."""
    for number, seat in enumerate(state.seats):
        tired = [champion for champion in seat.champions if PREPARES_AT_END in champion.until_end]
        for champion in tired:
            champion.until_end = tuple(modifier for modifier in champion.until_end if modifier != PREPARES_AT_END)
        rested = [champion for champion in tired if champion.stance == EXPENDED]
        if rested and number not in side_members(state, state.turn):
            for champion in rested:
                champion.stance = PREPARED
            log_event(state, "prepare", (number, *(champion.oid for champion in rested)), ("4.2.4", "I-37"))


def _clean_up(state: EpicState) -> None:
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
                update_values(state, champion)
            champion.hurt = 0
            champion.attacked = False
            champion.struck = ()
    state.mortal = ()
    invalidate_static_values(state)
    if healed:
        log_event(state, "heal", tuple(healed), ("4.5.2c", "I-88"))
    if worn:
        log_event(state, "wear-off", tuple(worn), ("4.5.2d",))
    return_borrowed_champions(state)
    state.no_attacks = False
    for seat in state.seats:
        seat.bans = ()
    run_state_checks(state)


def _prepare_flipped(state: EpicState) -> None:
    for number, seat in enumerate(state.seats):
        flipped = [champion for champion in seat.champions if champion.stance == FLIPPED]
        for champion in flipped:
            champion.stance = PREPARED
        if flipped:
            oids = (champion.oid for champion in flipped)
            log_event(state, "prepare", (number, *oids), ("RB:end-phase", "I-36"))


def _finish_turn(state: EpicState) -> None:
    _reset_gold_for_turn(state, ("4.5.2e", "I-31"))
    if not state.options[FLIPPED_PREPARED]:
        _prepare_flipped(state)
    for seat in state.seats:
        seat.ones_played = ()
    state.broken = ()
    rules: tuple[str, ...] = ("4.5.2f",)
    if any(len(seat.hand) > HAND_LIMIT for seat in state.seats):
        rules = (*rules, "I-90")
    log_event(state, "turn-ends", (state.turn,), rules)
    state.turn_number += 1
    begin_turn(state, next_side(state, state.turn))
