"""The courses of answers that a record may have left out before a line, found by trying them.

A course is a sequence of orders of triggers and of offers taken or declined after which the line is legal, or repeats
what happened without being asked. What has no alternative takes no answer and counts for nothing. Games that are equal
are tried once, and triggers of champions that nothing tells apart are interchangeable.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from rules.engine.decision import Action, ActionError, Decision, UndeterminedError, detail
from rules.engine.ids import CHANCE, is_object
from rules.epic.actions.registry import DECISION_KINDS
from rules.epic.board.triggers import trigger_reference, waiting_triggers
from rules.epic.engine import ENGINE
from rules.epic.notation.lines.repeated import repeats
from rules.epic.notation.lines.untold_draws import drawn_unseen
from rules.epic.notation.reading import read
from rules.epic.state import Champion, EpicState, Trigger

_RESOLVES: Final = re.compile(r"^resolves?\b", re.IGNORECASE)
MOST_TRIED: Final = 600
"""Games that are tried at most before one line."""
MOST_COURSES: Final = 8
"""Courses with different outcomes that are compared at most."""
DECLINING: Final = {"may": "no", "reveal": "reveal", "choose": "choose", "target": "target"}
"""The verb, without anything picked, that declines what a decision of each kind offers."""


class SearchLimitError(UndeterminedError):
    """More courses are possible before a line than are tried, so nothing is known of it."""


@dataclass(frozen=True)
class Course:
    """Answers after which a line can be taken.

    Attributes:
        answers: in order; where chance decides on the way, those before that.
        outcomes: digests of the games to which the line and the triggers that still wait can lead.
        is_open: whether a pick among the answers is only an example of several.
    """

    answers: tuple[Action, ...]
    outcomes: frozenset[str]
    is_open: bool


@dataclass(frozen=True)
class _Node:
    """A game on the way, with the answers that led to it; ``until_chance`` are those before chance decided."""

    state: EpicState
    answers: tuple[Action, ...] = ()
    is_open: bool = False
    until_chance: int | None = None

    @property
    def by_order(self) -> bool:
        """Whether the last answer said which trigger resolves next."""
        return bool(self.answers) and self.answers[-1].verb == "resolve"


class Courses:
    """The search for the courses before one line."""

    def __init__(self, state: EpicState, seat: int, words: str, first: Action | None = None) -> None:
        """Look for courses from ``state`` to ``words`` of ``seat``; those that begin with ``first`` if there is one."""
        self.state = state
        self.seat = seat
        self.words = words
        self.first = first
        self.orders = _RESOLVES.match(words) is not None
        self.left = MOST_TRIED
        self.seen: set[tuple[str, bool]] = set()

    def __iter__(self) -> Iterator[Course]:
        """Yield courses, those that decline what is offered before those that take it.

        Raises:
            SearchLimitError: there are more games to try than are tried.
        """
        begin = options_at(self.state) if self.first is None else iter([(self.first, False)])
        stack = [(_Node(self.state), begin)]
        while stack:
            node, options = stack[-1]
            option = next(options, None)
            if option is None:
                stack.pop()
                continue
            reached = self._reached(node, option[0], is_open=option[1])
            if reached is None:
                continue
            # What resolves last is no answer to which trigger resolves next.
            since = len(reached.state.log if self.orders and reached.by_order else node.state.log) + 1
            after = self._taken(reached.state, since)
            if after is not None:
                yield Course(reached.answers[: reached.until_chance], self._outcomes(after), reached.is_open)
                continue
            further = list(options_at(reached.state))
            # A step without alternative needs no comparing, and does not count.
            if len(further) == 1 or (further and self._is_new(reached)):
                stack.append((reached, iter(further)))

    def _reached(self, node: _Node, answer: Action, *, is_open: bool) -> _Node | None:
        """Return the game after ``answer``, ``None`` where the rules do not say what follows."""
        then = ENGINE.copy(node.state)
        try:
            ENGINE.apply_unchecked(then, answer)
        except UndeterminedError:
            return None
        answers, until = (*node.answers, answer), node.until_chance
        if self.seat != CHANCE and (unseen := drawn_unseen(then)) is not None:
            # What chance brings in between is asked for when it is its turn.
            then, until = unseen, until or len(answers)
        return _Node(then, answers, node.is_open or is_open, until)

    def _is_new(self, reached: _Node) -> bool:
        """Whether no game equal to this one has been tried."""
        key = reached.state.digest(), reached.is_open
        if key in self.seen:
            return False
        self.seen.add(key)
        self._count()
        return True

    def _taken(self, state: EpicState, since: int) -> EpicState | None:
        """Return the game after the line, ``None`` where it is no legal answer and repeats nothing since ``since``."""
        try:
            done = repeats(state, self.seat, self.words, state.log[since:])
            if done is not None:
                return done.game
            reading = read(state, self.seat, self.words) if state.pending is not None else None
            if reading is None or not _answers(state, reading.action) or ENGINE.check(reading.game, reading.action):
                return None
            after = ENGINE.copy(reading.game)
            ENGINE.apply(after, reading.action)
        except (ActionError, UndeterminedError):
            return None
        return after

    def _outcomes(self, after: EpicState) -> frozenset[str]:
        """Return the games to which the order of the triggers that still wait can lead, as digests."""
        found, seen, rest = set[str](), set[str](), [after]
        while rest:
            state = rest.pop()
            digest = state.digest()
            if digest in seen:
                continue
            seen.add(digest)
            decision = state.pending
            if decision is None or decision.kind != "order" or self.seat == CHANCE:
                found.add(digest)
                continue
            orders = [answer for answer, _ in options_at(state)]
            for answer in orders:
                if len(orders) > 1:
                    self._count()
                then = ENGINE.copy(state)
                try:
                    ENGINE.apply_unchecked(then, answer)
                except UndeterminedError:
                    continue
                rest.append(then)
        return frozenset(found)

    def _count(self) -> None:
        """Count one more game.

        Raises:
            SearchLimitError: that is one too many.
        """
        self.left -= 1
        if self.left < 0:
            raise SearchLimitError(
                f"The record leaves out which triggers resolved in which order, and more than {MOST_TRIED} courses "
                "would have to be tried: the search limit is reached, so the line is neither legal nor illegal. Write "
                "which trigger resolves first."
            )


def _answers(state: EpicState, answer: Action) -> bool:
    """Whether ``answer`` is of the kind that is asked for."""
    kind = DECISION_KINDS.get(answer.verb)
    return state.pending is not None and kind in {None, state.pending.kind}


def offers(decision: Decision) -> bool:
    """Whether the player who is asked may do nothing: "you may", loyalty, recycling, up to so many picks."""
    if decision.kind in {"choose", "target"}:
        return bool(detail(decision, "recycle")) or (bool(detail(decision, "several")) and decision.low == 0)
    return decision.kind in {"may", "reveal"}


def options_at(state: EpicState) -> Iterator[tuple[Action, bool]]:
    """Yield the answers to the pending decision that a record may leave out, and whether each is only an example."""
    decision = state.pending
    if decision is None:
        return
    if decision.kind == "order":
        yield from ((answer, False) for answer in _different(state, list(ENGINE.legal(state))))
    elif offers(decision):
        yield Action(decision.seat, DECLINING[decision.kind]), False
        if decision.kind == "may":
            yield Action(decision.seat, "yes"), False
        else:
            yield from ((answer, True) for answer in islice((each for each in ENGINE.legal(state) if each.refs), 1))


def _different(state: EpicState, orders: list[Action]) -> Iterator[Action]:
    """Yield the orders of triggers that something tells apart: of those alike the first."""
    waiting = waiting_triggers(state, orders[0].seat) if orders else []
    by_name: dict[tuple[int, int], Trigger] = {}
    for trigger in waiting:
        by_name.setdefault((trigger_reference(trigger), trigger.ability), trigger)
    seen: list[tuple[object, ...]] = []
    for answer in orders:
        facts = _facts(state, answer, by_name.get((answer.refs[0], answer.option)))
        if facts is None or facts not in seen:
            yield answer
        if facts is not None:
            seen.append(facts)


def _facts(state: EpicState, answer: Action, trigger: Trigger | None) -> tuple[object, ...] | None:
    """Return what tells a trigger of a champion in play from others; ``None`` for triggers of anything else."""
    champion = state.find(answer.refs[0]) if is_object(answer.refs[0]) else None
    if champion is None or trigger is None:
        return None
    facts = (getattr(champion, fact.name) for fact in Champion.FIELDS if fact.name not in {"oid", "cid"})
    return (state.table[champion.cid].name, answer.option, trigger.controller, trigger.data, *facts)
