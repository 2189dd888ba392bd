"""Answers that a record leaves out before a line: what is offered, an order, the pass before a block.

Where one course of answers lets the line be legal it is taken; where several do and it makes a difference, the record
leaves open what happened.
"""

import re
from collections.abc import Sequence
from itertools import islice
from typing import Final

from rules.engine.decision import Action, ActionError, Decision, UndeterminedError, UnstatedChoiceError
from rules.epic.actions.registry import DECISION_KINDS
from rules.epic.engine import ENGINE
from rules.epic.notation import trigger_words
from rules.epic.notation.lines.courses import (
    DECLINING,
    MOST_COURSES,
    Course,
    Courses,
    SearchLimitError,
    offers,
    options_at,
)
from rules.epic.notation.reading import read
from rules.epic.notation.words import spelled_out
from rules.epic.players.seats import are_allied
from rules.epic.state import EpicState
from rules.epic.state.display_names import display_name

_BLOCKS: Final = re.compile(r"^(?:no )?blocks?\b", re.IGNORECASE)
_PICKS: Final = re.compile(r"^(?:targets?|chooses?|picks?)\b(?! none| nothing)", re.IGNORECASE)

DECLINED: Final = frozenset({"may", "reveal", "choose"})
"""Kinds of decision that offer something; others only allow that nothing is picked."""

ASKED: Final = frozenset({"target", "choose", "discard", "reveal"})
"""Kinds of decision in which a trigger asks for something by name."""


def implied(state: EpicState, seat: int, words: str) -> tuple[Action, ...]:
    """Return the answers that a record leaves out before ``words`` of ``seat``, in order; none where there are none.

    They are offers taken or declined and orders of triggers, where one course only lets the words be legal or it makes
    no difference which is taken; and the pass with which a defender who has initiative goes on to the blocks, before
    what is said of these, legal or not. An offer is taken where the words are a pick that it asks for.

    Raises:
        UnstatedChoiceError: the words are legal after several courses, and it makes a difference which.
        SearchLimitError: more courses are possible than are tried.
    """
    decision = state.pending
    if decision is None:
        return ()
    if decision.kind == "act":
        return _going_on(state, decision, seat, words)
    if decision.kind != "order" and not offers(decision):
        return ()
    return (
        _course(state, seat, words)
        or _asked_by_offer(state, decision, seat, words)
        or _asked_by_trigger(state, decision, seat, words)
    )


def _going_on(state: EpicState, decision: Decision, seat: int, words: str) -> tuple[Action, ...]:
    """Return the pass of the defending side that leads to the blocks which ``words`` speak of.

    Whoever blocks has nothing more to play before it (4.4.4, 4.4.6[1]). An attacker who has not passed may still have,
    and so it is where the defender has made a play since (4.4.5): nothing goes without saying then.
    """
    if (
        state.step != "before-blocks"
        or not are_allied(state, seat, decision.seat)
        or not _BLOCKS.match(spelled_out(words))
    ):
        return ()
    if not are_allied(state, seat, state.defender):
        return ()
    passing, then = Action(decision.seat, "pass"), ENGINE.copy(state)
    ENGINE.apply(then, passing)
    return (passing,) if then.step != "before-blocks" else ()


def _course(state: EpicState, seat: int, words: str) -> tuple[Action, ...]:
    """Return the only course that lets ``words`` be legal, the first where it makes no difference; raises otherwise."""
    courses: list[Course] = []
    limit: SearchLimitError | None = None
    try:
        for course in Courses(state, seat, words):
            alike = next((n for n, other in enumerate(courses) if course.outcomes == other.outcomes), None)
            if alike is None:
                courses.append(course)
            elif len(course.answers) < len(courses[alike].answers):
                # Where it makes no difference, nothing is answered that a later line may still state.
                courses[alike] = course
            if len(courses) > MOST_COURSES:
                break
    except SearchLimitError as error:
        limit = error
    # A course that leaves everything open which another one settles is all that the words say.
    every = frozenset[str]().union(*(course.outcomes for course in courses))
    leaving = next((course for course in courses if course.outcomes == every and not course.is_open), None)
    if len(courses) > MOST_COURSES or (courses and leaving is None):
        raise _unstated(state, seat, words, courses, complete=limit is None)
    if limit is not None:
        raise limit
    return leaving.answers if leaving is not None else ()


def _unstated(
    state: EpicState, seat: int, words: str, courses: Sequence[Course], *, complete: bool
) -> UnstatedChoiceError:
    """Return the error for ``courses`` of different outcomes: it says at which decision they part."""
    one, other = courses[0].answers, courses[min(1, len(courses) - 1)].answers
    shared = 0
    while shared < min(len(one), len(other)) and one[shared] == other[shared]:
        shared += 1
    if len(courses) == 1:
        # The only course is an example of a pick: where it is made is what is not stated.
        shared = next((n for n, answer in enumerate(one) if answer.refs and answer.verb != "resolve"), 0)
    then = ENGINE.copy(state)
    for answer in one[:shared]:
        ENGINE.apply_unchecked(then, answer)
    playable = complete and len(courses) <= MOST_COURSES and not any(course.is_open for course in courses)
    told = tuple(course.answers for course in courses) if playable else ()
    return UnstatedChoiceError(_what_is_missing(then, seat, words), told)


def _what_is_missing(state: EpicState, seat: int, words: str) -> str:
    """Return which lines would state what is answered at the pending decision."""
    decision = state.pending
    assert decision is not None
    who = state.names[decision.seat]
    if decision.kind == "order":
        orders = [_resolving(state, answer) for answer in ENGINE.legal(state) if _fits(state, seat, words, answer)]
        return (
            f"The record does not say which trigger of {who} resolves first (3.2.5a): a line `{who}: {orders[0]}` "
            f"{''.join(f'or `{who}: {order}` ' for order in orders[1:])}is missing before it."
        )
    no, takes = _answers_to(state, decision)
    taken = [f"`{who}: {_words(take)}` or " for take in takes]
    source = display_name(state, decision.source)
    what = f"takes what {source} offers" if decision.kind in DECLINED else f"picks anything for {source}"
    return (
        f"The record does not say whether {who} {what}: a line "
        f"{''.join(taken)}`{who}: {_words(no)}` is missing before it."
    )


def _fits(state: EpicState, seat: int, words: str, answer: Action) -> bool:
    """Whether a course that begins with ``answer`` lets ``words`` be legal."""
    try:
        return next(iter(Courses(state, seat, words, first=answer)), None) is not None
    except SearchLimitError:
        return True


def _asked_by_offer(state: EpicState, decision: Decision, seat: int, words: str) -> tuple[Action, ...]:
    """Return the ``yes`` before words that pick something, legal or not, where the offer itself asks for a pick."""
    if decision.kind != "may" or decision.seat != seat or not _PICKS.match(words):
        return ()
    taking, then = Action(seat, "yes"), ENGINE.copy(state)
    try:
        ENGINE.apply_unchecked(then, taking)
    except UndeterminedError:
        return ()
    since = then.log[len(state.log) + 1 :]
    picked = any(event.kind in {"target", "choose"} and event.args[1] == decision.source for event in since)
    asks = then.pending is not None and (then.pending.seat, then.pending.source) == (seat, decision.source)
    return (taking,) if picked or asks else ()


def _asked_by_trigger(state: EpicState, decision: Decision, seat: int, words: str) -> tuple[Action, ...]:
    """Return the order before words that answer, though not legally, what one of the waiting triggers asks."""
    if decision.kind != "order":
        return ()
    found: dict[int, tuple[Action, ...]] = {}
    for answer, _ in options_at(state):
        then = ENGINE.copy(state)
        try:
            ENGINE.apply_unchecked(then, answer)
            asked = then.pending
            if asked is None or asked.seat != seat:
                continue
            taking = _asked_by_offer(then, asked, seat, words)
            if taking or (
                asked.kind in ASKED and DECISION_KINDS.get(read(then, seat, words).action.verb) == asked.kind
            ):
                found.setdefault(asked.source, (answer, *taking))
        except (ActionError, UndeterminedError):
            continue
    return next(iter(found.values())) if len(found) == 1 else ()


def _words(answer: Action) -> str:
    """Return an example of the words for taking or declining an offer."""
    if answer.verb == "reveal":
        return "reveal ..." if answer.refs else "decline"
    return f"{answer.verb} {'...' if answer.refs else 'none'}" if answer.verb in {"choose", "target"} else answer.verb


def _answers_to(state: EpicState, decision: Decision) -> tuple[Action, list[Action]]:
    """Return the answer that declines an offer, and one that takes it if there is one."""
    no = Action(decision.seat, DECLINING[decision.kind])
    if decision.kind == "may":
        return no, [Action(decision.seat, "yes")]
    return no, list(islice((answer for answer in ENGINE.legal(state) if answer.refs), 1))


def _resolving(state: EpicState, answer: Action) -> str:
    """Return the words for the trigger that resolves next."""
    return f"resolve {trigger_words.words(state, answer.seat, answer.refs[0], answer.option)}"
