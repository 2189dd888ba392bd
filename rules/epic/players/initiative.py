"""Initiative windows and passing, by rules version.

Rules: 4.1, 4.3.3, 4.4.3-10, I-38-41.
"""

from functools import cache
from typing import Final

from rules.engine.decision import Decision
from rules.epic.interpretation_options import AFTER_BLOCKS, BEFORE_BLOCKS, END_OFFERED, FURTHER_ROUND, cite_by_option
from rules.epic.players.seats import champions_of, next_side
from rules.epic.state import EpicState
from rules.epic.state.log import cite_by_version, log_event

MAIN_BOOK: Final = "RB:the-turn-sequence/main-phase"
BLOCKS_BOOK: Final = "RB:battle-phase/before-blocks-step"
DAMAGE_BOOK: Final = "RB:battle-phase/before-damage-step"


def open_window(state: EpicState, seat: int, rules: tuple[str, ...]) -> None:
    """Open an initiative window in which ``seat`` has initiative first."""
    state.passed = ()
    _give_initiative(state, seat, rules)


def _give_initiative(state: EpicState, seat: int, rules: tuple[str, ...]) -> None:
    state.played = False
    if state.seats[seat].out:
        seat, rules = next_side(state, seat), (*rules, "I-24", "I-116")
    if state.initiative != seat:
        state.initiative = seat
        log_event(state, "initiative", (seat,), rules)


def ask_for_play(state: EpicState) -> None:
    """Ask the player with initiative for a play or a pass."""
    rules: tuple[str, ...]
    if state.phase == "main":
        rules = ("4.3.1",) if state.initiative == state.turn else ("4.3.3",)
    else:
        rules = _window_rules(state, state.initiative)
    state.pending = _play_decision(state.initiative, rules)


def _window_rules(state: EpicState, seat: int) -> tuple[str, ...]:
    """Return the rules that give ``seat`` initiative in a battle window."""
    attacks = seat == state.turn
    if state.step == "before-blocks":
        return cite_by_option(state, BEFORE_BLOCKS, (BLOCKS_BOOK,), ("4.4.3" if attacks else "4.4.4",))
    return cite_by_option(state, AFTER_BLOCKS, (DAMAGE_BOOK,), ("4.4.8" if attacks else "4.4.9",))


@cache
def _play_decision(seat: int, rules: tuple[str, ...]) -> Decision:
    """Return the cached decision to make a play or pass."""
    return Decision(seat, "act", rules=rules)


def record_play(state: EpicState) -> None:
    """Record a play of the player with initiative, who keeps initiative (3.2.6, I-68)."""
    state.played = True
    if state.phase == "main" and state.initiative == state.turn:
        state.passed = ()


def is_end_available(state: EpicState, seat: int) -> bool:
    """Return True if ``seat`` may go straight to the End Phase (I-38).

    Required: the turn player has passed, and the opponents made plays and passed since.
    """
    return (
        not state.options[END_OFFERED]
        and state.phase == "main"
        and seat == state.turn == state.initiative
        and bool(state.passed)
    )


def pass_initiative(state: EpicState, seat: int) -> None:
    """Pass initiative from ``seat`` to the next player, or close the window."""
    if state.phase == "main":
        _apply_main_phase_pass(state, seat)
    else:
        _apply_battle_pass(state, seat)


def _apply_main_phase_pass(state: EpicState, seat: int) -> None:
    if seat == state.turn:
        log_event(state, "offer-end", (seat,), cite_by_version(state, ("4.3.3",), (MAIN_BOOK,)))
        state.passed = (seat,)
        _give_initiative(state, next_side(state, seat), ("4.1.3", "4.3.3", "I-43"))
        return
    log_event(state, "pass", (seat,), ("4.3.3",))
    state.passed += (seat,)
    _advance_round(state, seat)


def _advance_round(state: EpicState, seat: int) -> None:
    """Give initiative to the next player after ``seat``, or back to the turn player."""
    waiting = _next_to_pass(state, seat)
    if waiting >= 0:
        # A play of any opponent counts, so keep ``played`` while initiative moves on.
        state.initiative = waiting
        log_event(state, "initiative", (waiting,), ("4.1.3", "I-43"))
    elif state.played:
        _give_initiative(state, state.turn, cite_by_option(state, END_OFFERED, (MAIN_BOOK, "I-38"), ("4.3.3", "I-38")))
        if state.options[END_OFFERED] or state.seats[state.turn].out:
            state.passed = ()
    else:
        end_main_phase(state)


def _next_to_pass(state: EpicState, seat: int) -> int:
    """Return the next seat that has not passed in this round, -1 if all have."""
    waiting = next_side(state, seat)
    for _ in state.seats:
        if waiting != seat and waiting not in state.passed:
            return waiting
        waiting = next_side(state, waiting)
    return -1


def drop_departed_players(state: EpicState) -> None:
    """Remove departed players from the open window (I-24, I-116)."""
    state.passed = tuple(seat for seat in state.passed if not state.seats[seat].out)
    gone = state.initiative
    if gone < 0 or not state.seats[gone].out:
        return
    if state.phase == "start":
        # In the Start Phase, initiative only orders triggers (I-34); it moves to the left with the rest of the turn
        # (I-24).
        state.initiative = next_side(state, gone)
    elif state.phase != "main":
        return
    elif gone == state.turn:
        open_window(state, gone, ("4.1.3",))
    else:
        _advance_round(state, gone)


def end_main_phase(state: EpicState) -> None:
    """Enter the End Phase, in which no player has initiative."""
    state.phase, state.stage, state.initiative, state.passed = "end", 0, -1, ()
    log_event(state, "end-phase", (state.turn,), cite_by_version(state, ("4.3.3", "4.1.5", "4.5.1"), (MAIN_BOOK,)))


def _apply_battle_pass(state: EpicState, seat: int) -> None:
    before_blocks = state.step == "before-blocks"
    book = BLOCKS_BOOK if before_blocks else DAMAGE_BOOK
    attacker = state.turn
    other = state.defender if seat == attacker else attacker
    alone = ("I-76",) if before_blocks and not _has_attackers(state) else ()
    if not state.options[BEFORE_BLOCKS if before_blocks else AFTER_BLOCKS]:
        if state.passed and not state.played:
            _advance_step(state, seat, (book, "I-39" if before_blocks else "I-40"))
            return
        log_event(state, "pass", (seat,), (book, *alone))
        state.passed = (seat,)
        _give_initiative(state, other, (book,))
        return
    log_event(state, "pass", (seat,), (*_window_rules(state, seat), *alone))
    if seat == attacker:
        state.passed, played = (seat,), state.played
        _give_initiative(state, other, ("4.1.3", "4.4.4" if before_blocks else "4.4.9"))
        if state.options[FURTHER_ROUND]:
            # Any play counts then, so keep ``played`` while the defending player has initiative.
            state.played = played
    elif state.played:
        state.passed = ()
        _give_initiative(state, attacker, ("4.4.5", "I-39", "I-41") if before_blocks else ("4.4.10", "I-41"))
    else:
        _advance_step(state, seat, ("4.1.5", "4.4.5" if before_blocks else "4.4.10", "I-41"))


def _has_attackers(state: EpicState) -> bool:
    return any(champion.attacking for champion in champions_of(state, state.turn))


def _advance_step(state: EpicState, seat: int, rules: tuple[str, ...]) -> None:
    state.step = "blocks" if state.step == "before-blocks" else "damage"
    state.stage, state.initiative, state.passed = 0, -1, ()
    log_event(state, "advance", (seat, state.step), rules)
