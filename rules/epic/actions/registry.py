"""The table of Epic's verbs, what each kind of decision asks for, and what is waited for in words."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Final

from rules.engine.action_types import ANY, ActionTypes, Question
from rules.engine.decision import Action, Decision
from rules.epic.actions.action_type import EpicVerb
from rules.epic.actions.assign import ASSIGN
from rules.epic.actions.attack import ATTACK
from rules.epic.actions.block import BLOCK
from rules.epic.actions.draw import DRAW
from rules.epic.actions.hand_cards import DISCARD, MULLIGAN, REVEAL
from rules.epic.actions.initiative_action import TurnVerb
from rules.epic.actions.pass_and_concede import CONCEDE, END, PASS
from rules.epic.actions.picks import CHOOSE, TARGET
from rules.epic.actions.play import PLAY, playable_cards
from rules.epic.actions.resolve import RESOLVE
from rules.epic.actions.simple_choices import MODE, NO, NUMBER_CHOSEN, YES
from rules.epic.actions.use_power import USE
from rules.epic.players.seats import side_members
from rules.epic.state import EpicState
from rules.epic.state.display_names import player_name, side_name

OUTSIDE_MAIN_PHASE: Final[tuple[TurnVerb, ...]] = (PASS, USE)
IN_MAIN_PHASE: Final[tuple[TurnVerb, ...]] = (PASS, USE, ATTACK, ATTACK)
AFTER_OFFERING: Final[tuple[TurnVerb, ...]] = (PASS, USE, ATTACK, ATTACK, END)
"""What may be tried beside playing a card; an attack is worth more than the rest."""


class Initiative(Question[EpicState]):
    """What somebody with initiative does: a play, an attack, a pass (3.1, 4.1)."""

    def legal(self, state: EpicState, decision: Decision) -> Iterator[Action]:
        """Return the plays of one member of the side after the other, then what the side does as one."""
        seat = decision.seat
        plays: list[Action] = []
        for member in side_members(state, seat):
            plays += PLAY.legal_of(state, member)
            plays += USE.legal_of(state, member)
        return chain(plays, ATTACK.legal_of(state, seat), PASS.legal_of(state, seat), END.legal_of(state, seat))

    def sample(self, state: EpicState, decision: Decision, chance: random.Random) -> Action:
        """Draw from everything that could be tried until something is allowed; a pass is, unless an attack is due."""
        seat = decision.seat
        if state.variant.shared:
            seat = chance.choice(side_members(state, seat))
        plays = playable_cards(state, seat)
        others = OUTSIDE_MAIN_PHASE
        if state.turn == decision.seat and state.phase == "main":
            others = AFTER_OFFERING if state.passed else IN_MAIN_PHASE
        count = len(plays)
        while True:
            index = int(chance.random() * (count + len(others)))
            if index < count:
                return PLAY.playing(state, seat, *plays[index])
            verb = others[index - count]
            action = verb.attempt(state, decision.seat, seat, chance)
            if action is not None:
                return action
            others = _without(verb, others)


@cache
def _without(verb: TurnVerb, others: tuple[TurnVerb, ...]) -> tuple[TurnVerb, ...]:
    return tuple(other for other in others if other is not verb)


ACTION_TYPES: Final[dict[str, EpicVerb]] = {
    verb.name: verb
    for verb in (
        MULLIGAN, PLAY, USE, ATTACK, PASS, END, TARGET, CHOOSE, YES, NO, RESOLVE, BLOCK, ASSIGN, DISCARD, REVEAL,
        NUMBER_CHOSEN, DRAW, MODE, CONCEDE,
    )
}  # fmt: skip
"""Every verb by its name, in the order in which they are listed for people."""

VERBS: Final = ActionTypes[EpicState](
    tuple(ACTION_TYPES.values()), (Initiative("act", (PLAY, USE, ATTACK, PASS, END)),)
)
"""The same for the engine, with what each kind of decision asks for."""

DECISION_KINDS: Final = {name: verb.kind for name, verb in ACTION_TYPES.items() if verb.kind != ANY}
"""The kind of decision that each verb answers."""


def canonical(state: EpicState, action: Action) -> Action:
    """Return the answer with the same meaning that ``legal`` lists."""
    return ACTION_TYPES[action.verb].canonical(state, action)


def acting_name(state: EpicState, decision: Decision) -> str:
    """Return the name of who has to answer: a player, or a team as one (1.2[1], I-112)."""
    joint = any(ACTION_TYPES[verb.name].is_joint(decision) for verb in VERBS.questions[decision.kind].verbs)
    return side_name(state, decision.seat) if joint else player_name(state, decision.seat)


def pending_text(state: EpicState, decision: Decision) -> str:
    """Return what the player who is asked has to do, in words."""
    return VERBS.questions[decision.kind].awaits(state, decision)
