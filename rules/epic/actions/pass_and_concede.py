"""Passing (``pass``), ending the turn (``end``), conceding (``concede``).

Rules: 3.1, 4.3.3, I-38, 1.2.2. ``can_pass`` and ``can_end_turn`` only test the conditions; listing and
sampling use them because they are faster. A test compares them with the violations in random games.
"""

import random
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from rules.engine.action_types import ANY, NONE
from rules.engine.decision import Action, Decision, Violation
from rules.engine.ids import CHANCE
from rules.epic.actions.action_type import EpicActionType
from rules.epic.actions.initiative_action import InitiativeActionType
from rules.epic.battle.attack import champions_forced_to_attack
from rules.epic.interpretation_options import CONCEDING, END_OFFERED
from rules.epic.players.game_end import eliminate
from rules.epic.players.initiative import MAIN_BOOK, end_main_phase, is_end_available, pass_initiative
from rules.epic.players.seats import acts_for, are_allied
from rules.epic.plays.timing import initiative_violations
from rules.epic.state import EpicState
from rules.epic.state.display_names import display_name, player_name
from rules.epic.state.log import log_event


class Pass(InitiativeActionType):
    """Pass with initiative."""

    def violations(self, state: EpicState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield the reasons why the player may not pass."""
        return pass_violations(state, action.seat)

    def apply(self, state: EpicState, action: Action) -> None:
        """Pass initiative to the next player, or close the window."""
        state.cause = -1
        pass_initiative(state, action.seat)

    def legal_for(self, state: EpicState, seat: int) -> Iterable[Action]:
        """Return the pass if it is legal."""
        return (_pass_action(seat),) if can_pass(state, seat) else ()

    def sample_for(self, state: EpicState, seat: int, member: int, chance: random.Random) -> Action | None:
        """Return the pass if it is legal, or ``None``."""
        return _pass_action(seat) if can_pass(state, seat) else None


class End(InitiativeActionType):
    """End the turn after all other players have passed."""

    def violations(self, state: EpicState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield the reasons why the player may not end the turn now."""
        return end_turn_violations(state, action.seat)

    def apply(self, state: EpicState, action: Action) -> None:
        """Go to the End Phase."""
        state.cause = -1
        log_event(state, "end-turn", (action.seat,), (MAIN_BOOK, "I-38"))
        end_main_phase(state)

    def legal_for(self, state: EpicState, seat: int) -> Iterable[Action]:
        """Return the action if it is legal."""
        return (Action(seat, self.name),) if can_end_turn(state, seat) else ()

    def sample_for(self, state: EpicState, seat: int, member: int, chance: random.Random) -> Action | None:
        """Return the action if it is legal, or ``None``."""
        return Action(seat, self.name) if can_end_turn(state, seat) else None

    def specific_impossibilities(self, state: EpicState, action: Action) -> Iterator[str]:
        """Yield a sentence if it is not the player's Main Phase."""
        if not (are_allied(state, action.seat, state.turn) and state.phase == "main"):
            yield f"{player_name(state, action.seat)} cannot end the turn at this moment."


class Concede(EpicActionType):
    """Concession, possible at any decision (1.2.2, I-23)."""

    def violations(self, state: EpicState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield a violation if the player has left the game or may not concede now."""
        if action.seat == CHANCE or state.seats[action.seat].out:
            yield Violation("1.2.2", f"{player_name(state, action.seat)} is not a player in the game.")
        elif state.options[CONCEDING] and not acts_for(state, action.seat, state.initiative):
            yield Violation("I-23", f"{player_name(state, action.seat)} concedes with initiative only here.")

    def apply(self, state: EpicState, action: Action) -> None:
        """Eliminate the side of the player."""
        state.cause = -1
        rules = ("1.2.2", "I-23", "1.2[1]", "I-114") if state.variant.shared else ("1.2.2", "I-23")
        log_event(state, "concede", (action.seat,), rules)
        eliminate(state, [state.seats[action.seat].team], ("1.2.2",))

    def legal(self, state: EpicState, decision: Decision) -> Iterator[Action]:
        """Return an empty iterator: conceding is legal but never listed."""
        return iter(())


@cache
def _pass_action(seat: int) -> Action:
    return Action(seat, "pass")


def can_pass(state: EpicState, seat: int) -> bool:
    """Return True if ``seat`` may pass."""
    if state.initiative != seat or state.phase == "start":
        return False
    return state.phase != "main" or state.turn != seat or not champions_forced_to_attack(state, seat)


def pass_violations(state: EpicState, seat: int) -> Iterator[Violation]:
    """Yield the reasons why ``seat`` may not pass.

    It does not have initiative, or one of its champions must still attack.
    """
    yield from initiative_violations(state, seat)
    if state.phase == "main" and state.turn == seat:
        for champion in champions_forced_to_attack(state, seat):
            yield Violation(
                "4.3.3",
                f"{display_name(state, champion.oid)} attacks each turn if it can: it could, and has not attacked "
                "this turn.",
            )


def can_end_turn(state: EpicState, seat: int) -> bool:
    """Return True if ``seat`` may go straight to the End Phase (I-38)."""
    return is_end_available(state, seat) and can_pass(state, seat)


def end_turn_violations(state: EpicState, seat: int) -> Iterator[Violation]:
    """Yield the reasons why ``seat`` may not go straight to the End Phase (I-38)."""
    yield from pass_violations(state, seat)
    if state.options[END_OFFERED]:
        yield Violation(
            "4.3.3", f"{player_name(state, seat)} passes again: all players pass before the End Phase (I-38)."
        )
    elif not is_end_available(state, seat) and state.initiative == seat:
        text = f"{player_name(state, seat)} offers the end of the turn by passing; the opponent gets initiative first."
        yield Violation(MAIN_BOOK, text, is_timing=True)


PASS: Final = Pass("pass", "act", NONE, joint=True)
END: Final = End("end", "act", NONE, "end the turn", joint=True)
CONCEDE: Final = Concede("concede", ANY, NONE)
