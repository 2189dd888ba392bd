"""The one checker: what an answer must be, by the rows of a game's verbs; what is legal is defined by it."""

from collections.abc import Iterator

from rules.engine.decision import Answer, Decision, ImpossibleAnswerError, InvalidAnswerError, Violation
from rules.engine.ids import CHANCE
from rules.engine.loop import advance, answered
from rules.engine.rules import Rules, S
from rules.engine.verbs import ANY


def check(state: S, rules: Rules[S], answer: Answer) -> list[Violation]:
    """Return every condition that ``answer`` fails, empty when it is legal.

    Raises:
        InvalidAnswerError: the answer cannot be an answer in this game at all.
    """
    decision = well_formed(state, rules, answer)
    return list(faults(state, rules, decision, rules.verbs.of(answer).canonical(state, answer)))


def well_formed(state: S, rules: Rules[S], answer: Answer) -> Decision:
    """Return the pending decision.

    Raises:
        InvalidAnswerError: ``answer`` cannot be an answer in this game at all, whatever is asked.
    """
    asked = state.pending
    if asked is None:
        raise InvalidAnswerError("the game is over; nobody is asked anything")
    verb = rules.verbs.of(answer)
    if not (answer.seat == CHANCE or 0 <= answer.seat < len(state.names)):
        raise InvalidAnswerError(f"there is no seat {answer.seat} in this game")
    for ref in answer.refs:
        if not rules.exists(state, ref):
            raise InvalidAnswerError(f"nothing in this game has the number {ref}")
    verb.demand(state, answer)
    return asked


def faults(state: S, rules: Rules[S], decision: Decision, answer: Answer) -> Iterator[Violation]:
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
    yield from verb.faults(state, decision, answer)


def force(state: S, rules: Rules[S], answer: Answer) -> None:
    """Carry ``answer`` out against the rules, as far as that can be imagined, and advance.

    Raises:
        ImpossibleAnswerError: it cannot be carried out at all; says why.
    """
    try:
        decision = well_formed(state, rules, answer)
    except InvalidAnswerError as error:
        raise ImpossibleAnswerError(f"Nobody can do that: {error}.") from None
    verb = rules.verbs.of(answer)
    answer = verb.canonical(state, answer)
    if verb.kind not in (ANY, decision.kind):
        asked = rules.verbs.questions[decision.kind].awaits(state, decision)
        before = f"{_name(state, decision.seat)} {asked}"
        raise ImpossibleAnswerError(f"{_cannot(state, answer, verb.does)} before {before}.")
    why = next(verb.obstacles(state, decision, answer), "")
    if why:
        raise ImpossibleAnswerError(why)
    answered(state, rules, answer)
    advance(state, rules)


def _name(state: S, seat: int) -> str:
    return "chance" if seat == CHANCE else state.names[seat]


def _cannot(state: S, answer: Answer, does: str) -> str:
    return f"It cannot be that chance {does}" if answer.seat == CHANCE else f"{_name(state, answer.seat)} cannot {does}"
