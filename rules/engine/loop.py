"""The main loop.

It executes frames, then triggers, then phases, until a decision is needed.
"""

from rules.engine.action_types import ANY
from rules.engine.decision import Action
from rules.engine.rules import OVER, Rules, S


def advance(state: S, rules: Rules[S]) -> None:
    """Advance to the next decision or the end of the game.

    Raises:
        UndeterminedError: too many steps without a decision: an endless loop that the rules do not resolve.
    """
    frames, waits, phases = rules.frames, rules.waits, rules.phases
    steps = rules.most_steps
    while steps:
        if state.pending is not None or state.phase == OVER:
            return
        if state.frames:
            frame = state.frames[-1]
            frames[frame.kind](state, frame)
        elif waits is None or not waits(state):
            phases[state.phase](state)
        steps -= 1
    rules.endless(state)


def apply_action(state: S, rules: Rules[S], action: Action) -> None:
    """Apply an action that passed the checks, without advancing to the next decision.

    An action that is possible at any decision, such as conceding, does not complete the pending decision.
    """
    decision, verb = state.pending, rules.verbs.named[action.verb]
    if verb.kind == ANY:
        state.cause = -1
        verb.apply(state, action)
    elif decision is not None:
        verb.apply(state, action)
        if state.pending is decision:
            state.pending = None
