"""The one checker: what an answer must be, by the rows of a game's verbs; what is legal is defined by it."""

from collections.abc import Iterator

from rules.engine.action_types import ANY
from rules.engine.decision import Action, Decision, ImpossibleActionError, InvalidActionError, Violation
from rules.engine.ids import CHANCE
from rules.engine.loop import advance, apply_choice
from rules.engine.rules import Rules, S


def check(state: S, rules: Rules[S], answer: Action) -> list[Violation]:
    """Return every condition that ``answer`` fails, empty when it is legal.

    Raises:
        InvalidActionError: the answer cannot be an answer in this game at all.
    """
    decision = validate(state, rules, answer)
    return list(violations(state, rules, decision, rules.verbs.of(answer).canonical(state, answer)))


def validate(state: S, rules: Rules[S], answer: Action) -> Decision:
    """Return the pending decision.

    Raises:
        InvalidActionError: ``answer`` cannot be an answer in this game at all, whatever is asked.
    """
    asked = state.pending
    if asked is None:
        raise InvalidActionError("the game is over; nobody is asked anything")
    verb = rules.verbs.of(answer)
    if not (answer.seat == CHANCE or 0 <= answer.seat < len(state.names)):
        raise InvalidActionError(f"there is no seat {answer.seat} in this game")
    for ref in answer.refs:
        if not rules.exists(state, ref):
            raise InvalidActionError(f"nothing in this game has the number {ref}")
    verb.validate(state, answer)
    return asked


def violations(state: S, rules: Rules[S], decision: Decision, answer: Action) -> Iterator[Violation]:
    """Yield every condition that a well-formed answer fails."""
    verb = rules.verbs.of(answer)
    if verb.kind != ANY:
        asked = rules.verbs.questions[decision.kind].awaits(state, decision)
        if verb.kind != decision.kind:
            text = f"{_cannot(state, answer, verb.does)} now: first {_name(state, decision.seat)} {asked}."
            yield Violation(decision.rules[0], text)
            return
        if answer.seat != decision.seat:
            yield Violation(decision.rules[0], f"It is {_name(state, decision.seat)} who {asked}.")
            return
    yield from verb.violations(state, decision, answer)


def force(state: S, rules: Rules[S], answer: Action) -> None:
    """Carry ``answer`` out against the rules, as far as that can be imagined, and advance.

    Raises:
        ImpossibleActionError: it cannot be carried out at all; says why.
    """
    try:
        decision = validate(state, rules, answer)
    except InvalidActionError as error:
        raise ImpossibleActionError(f"Nobody can do that: {error}.") from None
    verb = rules.verbs.of(answer)
    answer = verb.canonical(state, answer)
    if verb.kind not in (ANY, decision.kind):
        asked = rules.verbs.questions[decision.kind].awaits(state, decision)
        before = f"{_name(state, decision.seat)} {asked}"
        raise ImpossibleActionError(f"{_cannot(state, answer, verb.does)} before {before}.")
    why = next(verb.impossibilities(state, decision, answer), "")
    if why:
        raise ImpossibleActionError(why)
    apply_choice(state, rules, answer)
    advance(state, rules)


def _name(state: S, seat: int) -> str:
    return "chance" if seat == CHANCE else state.names[seat]


def _cannot(state: S, answer: Action, does: str) -> str:
    return f"It cannot be that chance {does}" if answer.seat == CHANCE else f"{_name(state, answer.seat)} cannot {does}"
