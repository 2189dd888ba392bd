"""Legality checks: whether an action is well formed, legal, or can be forced."""

from collections.abc import Iterator

from rules.engine.action_types import ANY
from rules.engine.decision import Action, Decision, ImpossibleActionError, InvalidActionError, Violation
from rules.engine.ids import CHANCE
from rules.engine.loop import advance, apply_action
from rules.engine.rules import Rules, S


def check(state: S, rules: Rules[S], action: Action) -> list[Violation]:
    """Return every violation of ``action``; empty if it is legal.

    Raises:
        InvalidActionError: it can never be an action in this game.
    """
    decision = validate(state, rules, action)
    return list(violations(state, rules, decision, rules.verbs.of(action).canonical(state, action)))


def validate(state: S, rules: Rules[S], action: Action) -> Decision:
    """Return the pending decision; raise unless ``action`` is well formed.

    Raises:
        InvalidActionError: it can never be an action in this game.
    """
    decision = state.pending
    if decision is None:
        raise InvalidActionError("the game is over; no decision is pending")
    verb = rules.verbs.of(action)
    if not (action.seat == CHANCE or 0 <= action.seat < len(state.names)):
        raise InvalidActionError(f"there is no seat {action.seat} in this game")
    for ref in action.refs:
        if not rules.exists(state, ref):
            raise InvalidActionError(f"no card, player or object has the number {ref}")
    verb.validate(state, action)
    return decision


def violations(state: S, rules: Rules[S], decision: Decision, action: Action) -> Iterator[Violation]:
    """Yield every violation of a well-formed action."""
    verb = rules.verbs.of(action)
    if verb.kind != ANY:
        expected = rules.verbs.questions[decision.kind].awaits(state, decision)
        if verb.kind != decision.kind:
            text = f"{_cannot_text(state, action, verb.does)} now: first {_name(state, decision.seat)} {expected}."
            yield Violation(decision.rules[0], text)
            return
        if action.seat != decision.seat:
            yield Violation(decision.rules[0], f"It is {_name(state, decision.seat)} who {expected}.")
            return
    yield from verb.violations(state, decision, action)


def force(state: S, rules: Rules[S], action: Action) -> None:
    """Apply ``action`` even if it is illegal, and advance to the next decision.

    Raises:
        ImpossibleActionError: it cannot be applied at all; says why.
    """
    try:
        decision = validate(state, rules, action)
    except InvalidActionError as error:
        raise ImpossibleActionError(f"This action is not possible: {error}.") from None
    verb = rules.verbs.of(action)
    action = verb.canonical(state, action)
    if verb.kind not in (ANY, decision.kind):
        expected = rules.verbs.questions[decision.kind].awaits(state, decision)
        pending_text = f"{_name(state, decision.seat)} {expected}"
        raise ImpossibleActionError(f"{_cannot_text(state, action, verb.does)} before {pending_text}.")
    reason = next(verb.impossibilities(state, decision, action), "")
    if reason:
        raise ImpossibleActionError(reason)
    apply_action(state, rules, action)
    advance(state, rules)


def _name(state: S, seat: int) -> str:
    return "chance" if seat == CHANCE else state.names[seat]


def _cannot_text(state: S, action: Action, does: str) -> str:
    return f"Chance cannot {does}" if action.seat == CHANCE else f"{_name(state, action.seat)} cannot {does}"
