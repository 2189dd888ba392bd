"""The one loop: work off frames, then what waits, then the next step of the phase, until someone must answer."""

from rules.engine.action_types import ANY
from rules.engine.decision import Action
from rules.engine.rules import OVER, Rules, S


def advance(state: S, rules: Rules[S]) -> None:
    """Go on until someone must answer or the game is over.

    Raises:
        UndeterminedError: nobody is asked anything for too long, and the rules do not say what follows.
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
    """Carry out an answer that has been checked, without going on to the next decision.

    What answers any decision (conceding) leaves the one that is asked as it is: nobody has answered it.
    """
    decision, verb = state.pending, rules.verbs.named[action.verb]
    if verb.kind == ANY:
        state.cause = -1
        verb.apply(state, action)
    elif decision is not None:
        verb.apply(state, action)
        if state.pending is decision:
            state.pending = None
