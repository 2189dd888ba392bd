"""Doing nothing more: ``pass``, ``end`` the turn (3.1, 4.3.3, I-38), ``concede`` (1.2.2).

``may_pass`` and ``may_end_turn`` only say whether there are no faults, so that ``legal`` and ``sample`` are quick; a
test holds them to the faults at every decision of random games.
"""

import random
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from rules.engine.action_types import ANY, NONE
from rules.engine.decision import Action, Decision, Violation
from rules.engine.ids import CHANCE
from rules.epic.battle.attack import idle_duties
from rules.epic.players.ending import eliminate
from rules.epic.players.seats import allied, plays_for
from rules.epic.players.windows import MAIN_BOOK, end_main, may_end, passed
from rules.epic.plays.timing import initiative_faults
from rules.epic.readings import CONCEDING, END_OFFERED
from rules.epic.state import EpicState
from rules.epic.state.log import happened
from rules.epic.state.naming import called, player
from rules.epic.verbs.turn import TurnVerb
from rules.epic.verbs.verb import EpicVerb


class Pass(TurnVerb):
    """Pass: initiative goes on."""

    def violations(self, state: EpicState, decision: Decision, answer: Action) -> Iterator[Violation]:
        """Yield what keeps somebody from passing."""
        return pass_faults(state, answer.seat)

    def apply(self, state: EpicState, answer: Action) -> None:
        """Work out what the pass leads to."""
        state.cause = -1
        passed(state, answer.seat)

    def legal_of(self, state: EpicState, seat: int) -> Iterable[Action]:
        """Return the pass, where allowed."""
        return (_passing(seat),) if may_pass(state, seat) else ()

    def attempt(self, state: EpicState, seat: int, member: int, chance: random.Random) -> Action | None:
        """Return the pass, where allowed."""
        return _passing(seat) if may_pass(state, seat) else None


class End(TurnVerb):
    """End the turn, after all others have passed."""

    def violations(self, state: EpicState, decision: Decision, answer: Action) -> Iterator[Violation]:
        """Yield what keeps somebody from going straight to the End Phase."""
        return end_faults(state, answer.seat)

    def apply(self, state: EpicState, answer: Action) -> None:
        """Go straight to the End Phase."""
        state.cause = -1
        happened(state, "end-turn", (answer.seat,), (MAIN_BOOK, "I-38"))
        end_main(state)

    def legal_of(self, state: EpicState, seat: int) -> Iterable[Action]:
        """Return it, where allowed."""
        return (Action(seat, self.name),) if may_end_turn(state, seat) else ()

    def attempt(self, state: EpicState, seat: int, member: int, chance: random.Random) -> Action | None:
        """Return it, where allowed."""
        return Action(seat, self.name) if may_end_turn(state, seat) else None

    def hindrances(self, state: EpicState, answer: Action) -> Iterator[str]:
        """Yield that it is not the Main Phase of whoever ends it."""
        if not (allied(state, answer.seat, state.turn) and state.phase == "main"):
            yield f"{player(state, answer.seat)} cannot end the turn at this moment."


class Concede(EpicVerb):
    """Leave the game, whatever is asked (1.2.2, I-23)."""

    def violations(self, state: EpicState, decision: Decision, answer: Action) -> Iterator[Violation]:
        """Yield that there is nobody to concede, or not now."""
        if answer.seat == CHANCE or state.seats[answer.seat].out:
            yield Violation("1.2.2", f"{player(state, answer.seat)} is not a player in the game.")
        elif state.readings[CONCEDING] and not plays_for(state, answer.seat, state.initiative):
            yield Violation("I-23", f"{player(state, answer.seat)} concedes with initiative only here.")

    def apply(self, state: EpicState, answer: Action) -> None:
        """Take the side of whoever concedes out of the game."""
        state.cause = -1
        rules = ("1.2.2", "I-23", "1.2[1]", "I-114") if state.variant.shared else ("1.2.2", "I-23")
        happened(state, "concede", (answer.seat,), rules)
        eliminate(state, [state.seats[answer.seat].team], ("1.2.2",))

    def legal(self, state: EpicState, decision: Decision) -> Iterator[Action]:
        """Yield nothing: nobody is offered to concede."""
        return iter(())


@cache
def _passing(seat: int) -> Action:
    return Action(seat, "pass")


def may_pass(state: EpicState, seat: int) -> bool:
    """Whether ``pass_faults`` finds nothing."""
    if state.initiative != seat or state.phase == "start":
        return False
    return state.phase != "main" or state.turn != seat or not idle_duties(state, seat)


def pass_faults(state: EpicState, seat: int) -> Iterator[Violation]:
    """Yield what keeps ``seat`` from passing: no initiative, or a champion that still has to attack."""
    yield from initiative_faults(state, seat)
    if state.phase == "main" and state.turn == seat:
        for champion in idle_duties(state, seat):
            yield Violation(
                "4.3.3",
                f"{called(state, champion.oid)} attacks each turn if it can: it could, and has not attacked this turn.",
            )


def may_end_turn(state: EpicState, seat: int) -> bool:
    """Whether ``end_faults`` finds nothing."""
    return may_end(state, seat) and may_pass(state, seat)


def end_faults(state: EpicState, seat: int) -> Iterator[Violation]:
    """Yield what keeps ``seat`` from going straight to the End Phase (I-38)."""
    yield from pass_faults(state, seat)
    if state.readings[END_OFFERED]:
        yield Violation("4.3.3", f"{player(state, seat)} passes again: all players pass before the End Phase (I-38).")
    elif not may_end(state, seat) and state.initiative == seat:
        text = f"{player(state, seat)} offers the end of the turn by passing; the opponent gets initiative first."
        yield Violation(MAIN_BOOK, text, is_timing=True)


PASS: Final = Pass("pass", "act", NONE, joint=True)
END: Final = End("end", "act", NONE, "end the turn", joint=True)
CONCEDE: Final = Concede("concede", ANY, NONE)
