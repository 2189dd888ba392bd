"""All action types, and the action types that each kind of decision accepts."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Final

from rules.engine.action_types import ANY, ActionTypes, Question
from rules.engine.decision import Action, Decision
from rules.epic.actions.action_type import EpicActionType
from rules.epic.actions.assign import ASSIGN
from rules.epic.actions.attack import ATTACK
from rules.epic.actions.block import BLOCK
from rules.epic.actions.draw import DRAW
from rules.epic.actions.hand_cards import DISCARD, MULLIGAN, REVEAL
from rules.epic.actions.initiative_action import InitiativeActionType
from rules.epic.actions.pass_and_concede import CONCEDE, END, PASS
from rules.epic.actions.picks import CHOOSE, TARGET
from rules.epic.actions.play import PLAY, playable_cards
from rules.epic.actions.resolve import RESOLVE
from rules.epic.actions.simple_choices import MODE, NO, NUMBER_CHOSEN, YES
from rules.epic.actions.use_power import USE
from rules.epic.players.seats import side_members
from rules.epic.state import EpicState
from rules.epic.state.display_names import player_name, side_name

OUTSIDE_MAIN_PHASE: Final[tuple[InitiativeActionType, ...]] = (PASS, USE)
IN_MAIN_PHASE: Final[tuple[InitiativeActionType, ...]] = (PASS, USE, ATTACK, ATTACK)
AFTER_OFFERING: Final[tuple[InitiativeActionType, ...]] = (PASS, USE, ATTACK, ATTACK, END)
"""Action types to sample besides playing a card; attacks have double weight."""


class Initiative(Question[EpicState]):
    """The decision of the player with initiative: play, attack or pass (3.1, 4.1)."""

    def legal(self, state: EpicState, decision: Decision) -> Iterator[Action]:
        """Yield the plays of each team member, then the joint actions of the side."""
        seat = decision.seat
        plays: list[Action] = []
        for member in side_members(state, seat):
            plays += PLAY.legal_for(state, member)
            plays += USE.legal_for(state, member)
        return chain(plays, ATTACK.legal_for(state, seat), PASS.legal_for(state, seat), END.legal_for(state, seat))

    def sample(self, state: EpicState, decision: Decision, chance: random.Random) -> Action:
        """Return a random legal action.

        An action type is drawn at random until one has a legal action; a pass is legal unless a champion must attack.
        """
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
                return PLAY.play_of(state, seat, *plays[index])
            verb = others[index - count]
            action = verb.sample_for(state, decision.seat, seat, chance)
            if action is not None:
                return action
            others = _all_except(verb, others)


@cache
def _all_except(
    verb: InitiativeActionType, others: tuple[InitiativeActionType, ...]
) -> tuple[InitiativeActionType, ...]:
    return tuple(other for other in others if other is not verb)


ACTION_TYPES: Final[dict[str, EpicActionType]] = {
    verb.name: verb
    for verb in (
        MULLIGAN, PLAY, USE, ATTACK, PASS, END, TARGET, CHOOSE, YES, NO, RESOLVE, BLOCK, ASSIGN, DISCARD, REVEAL,
        NUMBER_CHOSEN, DRAW, MODE, CONCEDE,
    )
}  # fmt: skip
"""All action types by name, in display order."""

VERBS: Final = ActionTypes[EpicState](
    tuple(ACTION_TYPES.values()), (Initiative("act", (PLAY, USE, ATTACK, PASS, END)),)
)
"""The action types for the engine, with those that each kind of decision accepts."""

DECISION_KINDS: Final = {name: verb.kind for name, verb in ACTION_TYPES.items() if verb.kind != ANY}
"""The kind of decision that accepts each action type."""


def canonical(state: EpicState, action: Action) -> Action:
    """Return the action listed by ``legal`` that is equivalent to ``action``."""
    return ACTION_TYPES[action.verb].canonical(state, action)


def acting_name(state: EpicState, decision: Decision) -> str:
    """Return the name of the player or team that must act (1.2[1], I-112)."""
    joint = any(ACTION_TYPES[verb.name].is_joint(decision) for verb in VERBS.questions[decision.kind].verbs)
    return side_name(state, decision.seat) if joint else player_name(state, decision.seat)


def pending_text(state: EpicState, decision: Decision) -> str:
    """Return a description of the decision for the player who must act."""
    return VERBS.questions[decision.kind].awaits(state, decision)
