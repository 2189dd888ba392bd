"""Search for the branches that a record may have omitted before a line.

Branches are sequences of actions. A branch consists of trigger orders and of offers accepted or declined. After it the
line is legal or repeats an automatic event. Forced actions are applied automatically and do not count. Equal game
states are tried once, and triggers of indistinguishable champions are interchangeable.
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
from rules.epic.notation.lines.unknown_draws import draw_unknown
from rules.epic.notation.reading import read
from rules.epic.state import Champion, EpicState, Trigger

_RESOLVES: Final = re.compile(r"^resolves?\b", re.IGNORECASE)
MAX_TRIED: Final = 600
"""Maximum number of games that are tried before one line."""
MAX_BRANCHES: Final = 8
"""Maximum number of branches with different outcomes to compare."""
DECLINING: Final = {"may": "no", "reveal": "reveal", "choose": "choose", "target": "target"}
"""The verb that declines a decision, by kind of decision."""


class SearchLimitError(UndeterminedError):
    """The search for branches before a line exceeded its limit.

    The line is undetermined.
    """


@dataclass(frozen=True)
class Branch:
    """A branch: omitted actions after which a line can be applied.

    Attributes:
        answers: the actions in order; if chance decides in between, only those before it.
        outcomes: digests of the states that the line and the triggers still waiting can lead to.
        is_open: whether one of the choices is only an example of several possible ones.
    """

    answers: tuple[Action, ...]
    outcomes: frozenset[str]
    is_open: bool


@dataclass(frozen=True)
class _Node:
    """A game state in the search, with the actions that led to it.

    ``until_chance`` are the actions before the first chance decision, ``declined`` the offers declined so far.
    """

    state: EpicState
    answers: tuple[Action, ...] = ()
    is_open: bool = False
    until_chance: int | None = None
    declined: frozenset[tuple[object, ...]] = frozenset()

    @property
    def is_after_order(self) -> bool:
        """Return True if the last action chose which trigger resolves next."""
        return bool(self.answers) and self.answers[-1].verb == "resolve"


class BranchSearch:
    """Search for the branches before one line."""

    def __init__(self, state: EpicState, seat: int, words: str, first: Action | None = None) -> None:
        """Search for branches from ``state``, starting with the action ``first`` if given."""
        self.state = state
        self.seat = seat
        self.words = words
        self.first = first
        self.orders = _RESOLVES.match(words) is not None
        self.left = MAX_TRIED
        self.seen: set[tuple[str, bool]] = set()

    def __iter__(self) -> Iterator[Branch]:
        """Yield branches; those that decline an offer come before those that accept it.

        Raises:
            SearchLimitError: more states would have to be tried than the limit allows.
        """
        begin = options_at(self.state) if self.first is None else iter([(self.first, False)])
        stack = [(_Node(self.state), begin)]
        while stack:
            node, options = stack[-1]
            option = next(options, None)
            if option is None:
                stack.pop()
                continue
            reached = self._next_node(node, option[0], is_open=option[1])
            if reached is None:
                continue
            # The trigger that resolves last is not a choice of what resolves next.
            since = len(reached.state.log if self.orders and reached.is_after_order else node.state.log) + 1
            after = self._state_after_line(reached.state, since)
            if after is not None:
                yield Branch(reached.answers[: reached.until_chance], self._outcome_digests(after), reached.is_open)
                continue
            further = list(options_at(reached.state))
            # A forced step needs no comparison and does not count towards the limit.
            if len(further) == 1 or (further and self._is_new(reached)):
                stack.append((reached, iter(further)))

    def _next_node(self, node: _Node, action: Action, *, is_open: bool) -> _Node | None:
        """Return the node after ``action``.

        Returns ``None`` if the rules leave open what follows, or if an equal offer was declined before: to accept the
        first of several equal offers comes to the same.
        """
        offer = _offer_key(node.state) if action.verb in {"yes", "no"} else None
        if action.verb == "yes" and offer in node.declined:
            return None
        declined = node.declined | {offer} if action.verb == "no" and offer is not None else node.declined
        copy = ENGINE.copy(node.state)
        try:
            ENGINE.apply_unchecked(copy, action)
        except UndeterminedError:
            return None
        answers, until = (*node.answers, action), node.until_chance
        if self.seat != CHANCE and (unseen := draw_unknown(copy)) is not None:
            # Chance decisions in between get their own lines later.
            copy, until = unseen, until or len(answers)
        return _Node(copy, answers, node.is_open or is_open, until, declined)

    def _is_new(self, reached: _Node) -> bool:
        """Return True if no equal state has been tried, and record this one as tried."""
        key = reached.state.digest(), reached.is_open
        if key in self.seen:
            return False
        self.seen.add(key)
        self._count()
        return True

    def _state_after_line(self, state: EpicState, since: int) -> EpicState | None:
        """Return the state after the line.

        ``None`` if it is illegal and repeats no event after ``since``.
        """
        try:
            done = repeats(state, self.seat, self.words, state.log[since:])
            if done is not None:
                return done.game
            reading = read(state, self.seat, self.words) if state.pending is not None else None
            if (
                reading is None
                or not _fits_decision(state, reading.action)
                or ENGINE.check(reading.game, reading.action)
            ):
                return None
            after = ENGINE.copy(reading.game)
            ENGINE.apply(after, reading.action)
        except (ActionError, UndeterminedError):
            return None
        return after

    def _outcome_digests(self, after: EpicState) -> frozenset[str]:
        """Return digests of the states after the orders of waiting triggers.

        There is one for each possible order.
        """
        digests, seen, rest = set[str](), set[str](), [after]
        while rest:
            state = rest.pop()
            digest = state.digest()
            if digest in seen:
                continue
            seen.add(digest)
            decision = state.pending
            if decision is None or decision.kind != "order" or self.seat == CHANCE:
                digests.add(digest)
                continue
            orders = [action for action, _ in options_at(state)]
            for action in orders:
                if len(orders) > 1:
                    self._count()
                copy = ENGINE.copy(state)
                try:
                    ENGINE.apply_unchecked(copy, action)
                except UndeterminedError:
                    continue
                rest.append(copy)
        return frozenset(digests)

    def _count(self) -> None:
        """Count one more state.

        Raises:
            SearchLimitError: the limit is exceeded.
        """
        self.left -= 1
        if self.left < 0:
            raise SearchLimitError(
                f"The record leaves out which triggers resolved in which order, and more than {MAX_TRIED} courses "
                "would have to be tried: the search limit is reached, so the line is neither legal nor illegal. Write "
                "which trigger resolves first."
            )


def _fits_decision(state: EpicState, action: Action) -> bool:
    """Return True if the kind of ``action`` fits the pending decision."""
    kind = DECISION_KINDS.get(action.verb)
    return state.pending is not None and kind in {None, state.pending.kind}


def offers(decision: Decision) -> bool:
    """Return True if the player may choose nothing.

    "you may", loyalty, recycling and "up to" allow it.
    """
    if decision.kind in {"choose", "target"}:
        return bool(detail(decision, "recycle")) or (bool(detail(decision, "several")) and decision.low == 0)
    return decision.kind in {"may", "reveal"}


def options_at(state: EpicState) -> Iterator[tuple[Action, bool]]:
    """Yield actions that a record may omit, each with whether it is an example.

    They belong to the pending decision.
    """
    decision = state.pending
    if decision is None:
        return
    if decision.kind == "order":
        yield from ((action, False) for action in _distinct_orders(state, list(ENGINE.legal(state))))
    elif offers(decision):
        yield Action(decision.seat, DECLINING[decision.kind]), False
        if decision.kind == "may":
            yield Action(decision.seat, "yes"), False
        else:
            yield from ((action, True) for action in islice((each for each in ENGINE.legal(state) if each.refs), 1))


def _distinct_orders(state: EpicState, orders: list[Action]) -> Iterator[Action]:
    """Yield one trigger-order action for each group of indistinguishable triggers."""
    waiting = waiting_triggers(state, orders[0].seat) if orders else []
    by_name: dict[tuple[int, int], Trigger] = {}
    for trigger in waiting:
        by_name.setdefault((trigger_reference(trigger), trigger.ability), trigger)
    seen: list[tuple[object, ...]] = []
    for action in orders:
        facts = _trigger_key(state, action, by_name.get((action.refs[0], action.option)))
        if facts is None or facts not in seen:
            yield action
        if facts is not None:
            seen.append(facts)


def _offer_key(state: EpicState) -> tuple[object, ...] | None:
    """Return a key that is equal for the same offer of indistinguishable champions.

    ``None`` for other offers.
    """
    decision = state.pending
    champion = state.find(decision.source) if decision is not None and is_object(decision.source) else None
    if decision is None or champion is None or not state.frames:
        return None
    frame = state.frames[-1]
    offer = (decision.seat, decision.detail, frame.kind, repr(frame.data.get("path")))
    return (state.table[champion.cid].name, offer, *_facts(champion))


def _facts(champion: Champion) -> list[object]:
    """Return what distinguishes a champion from others of the same card."""
    return [getattr(champion, fact.name) for fact in Champion.FIELDS if fact.name not in {"oid", "cid"}]


def _trigger_key(state: EpicState, action: Action, trigger: Trigger | None) -> tuple[object, ...] | None:
    """Return a key that is equal for indistinguishable triggers of champions.

    ``None`` for other triggers.
    """
    champion = state.find(action.refs[0]) if is_object(action.refs[0]) else None
    if champion is None or trigger is None:
        return None
    return (state.table[champion.cid].name, action.option, trigger.controller, trigger.data, *_facts(champion))
