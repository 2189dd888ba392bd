"""The table of Epic's verbs, what each kind of decision asks for, and what is waited for in words."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Final

from rules.engine.action_types import ANY, ActionTypes, Question
from rules.engine.decision import Action, Decision
from rules.epic.players.seats import members
from rules.epic.state import EpicState
from rules.epic.state.naming import player, side
from rules.epic.verbs.assign import ASSIGN
from rules.epic.verbs.attack import ATTACK
from rules.epic.verbs.block import BLOCK
from rules.epic.verbs.cards import PLAY, playable
from rules.epic.verbs.draw import DRAW
from rules.epic.verbs.hand import DISCARD, MULLIGAN, REVEAL
from rules.epic.verbs.options import MODE, NO, NUMBER_CHOSEN, YES
from rules.epic.verbs.order import RESOLVE
from rules.epic.verbs.passing import CONCEDE, END, PASS
from rules.epic.verbs.picks import CHOOSE, TARGET
from rules.epic.verbs.powers import USE
from rules.epic.verbs.turn import TurnVerb
from rules.epic.verbs.verb import EpicVerb

ELSEWHERE: Final[tuple[TurnVerb, ...]] = (PASS, USE)
IN_MAIN: Final[tuple[TurnVerb, ...]] = (PASS, USE, ATTACK, ATTACK)
AFTER_OFFERING: Final[tuple[TurnVerb, ...]] = (PASS, USE, ATTACK, ATTACK, END)
"""What may be tried beside playing a card; an attack is worth more than the rest."""


class Initiative(Question[EpicState]):
    """What somebody with initiative does: a play, an attack, a pass (3.1, 4.1)."""

    def legal(self, state: EpicState, decision: Decision) -> Iterator[Action]:
        """Return the plays of one member of the side after the other, then what the side does as one."""
        seat = decision.seat
        plays: list[Action] = []
        for member in members(state, seat):
            plays += PLAY.legal_of(state, member)
            plays += USE.legal_of(state, member)
        return chain(plays, ATTACK.legal_of(state, seat), PASS.legal_of(state, seat), END.legal_of(state, seat))

    def sample(self, state: EpicState, decision: Decision, chance: random.Random) -> Action:
        """Draw from everything that could be tried until something is allowed; a pass is, unless an attack is due."""
        seat = decision.seat
        if state.variant.shared:
            seat = chance.choice(members(state, seat))
        plays = playable(state, seat)
        others = ELSEWHERE
        if state.turn == decision.seat and state.phase == "main":
            others = AFTER_OFFERING if state.passed else IN_MAIN
        count = len(plays)
        while True:
            index = int(chance.random() * (count + len(others)))
            if index < count:
                return PLAY.playing(state, seat, *plays[index])
            verb = others[index - count]
            answer = verb.attempt(state, decision.seat, seat, chance)
            if answer is not None:
                return answer
            others = _without(verb, others)


@cache
def _without(verb: TurnVerb, others: tuple[TurnVerb, ...]) -> tuple[TurnVerb, ...]:
    return tuple(other for other in others if other is not verb)


ROWS: Final[dict[str, EpicVerb]] = {
    verb.name: verb
    for verb in (
        MULLIGAN, PLAY, USE, ATTACK, PASS, END, TARGET, CHOOSE, YES, NO, RESOLVE, BLOCK, ASSIGN, DISCARD, REVEAL,
        NUMBER_CHOSEN, DRAW, MODE, CONCEDE,
    )
}  # fmt: skip
"""Every verb by its name, in the order in which they are listed for people."""

VERBS: Final = ActionTypes[EpicState](tuple(ROWS.values()), (Initiative("act", (PLAY, USE, ATTACK, PASS, END)),))
"""The same for the engine, with what each kind of decision asks for."""

KIND_OF: Final = {name: verb.kind for name, verb in ROWS.items() if verb.kind != ANY}
"""The kind of decision that each verb answers."""


def canonical(state: EpicState, answer: Action) -> Action:
    """Return the answer with the same meaning that ``legal`` lists."""
    return ROWS[answer.verb].canonical(state, answer)


def who_acts(state: EpicState, decision: Decision) -> str:
    """Return the name of who has to answer: a player, or a team as one (1.2[1], I-112)."""
    joint = any(ROWS[verb.name].is_joint(decision) for verb in VERBS.questions[decision.kind].verbs)
    return side(state, decision.seat) if joint else player(state, decision.seat)


def waits_for(state: EpicState, decision: Decision) -> str:
    """Return what the player who is asked has to do, in words."""
    return VERBS.questions[decision.kind].awaits(state, decision)
