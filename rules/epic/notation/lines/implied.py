"""Actions that a record omits before a line.

They are offers, trigger orders and the pass before a block. If exactly one branch makes the line legal, it is used. If
several do and their outcomes differ, the record is ambiguous.
"""

import re
from collections.abc import Sequence
from itertools import islice
from typing import Final

from rules.engine.decision import Action, ActionError, Decision, UndeterminedError, UnstatedChoiceError
from rules.epic.actions.registry import DECISION_KINDS
from rules.epic.engine import ENGINE
from rules.epic.notation import trigger_words
from rules.epic.notation.lines.branches import (
    DECLINING,
    MAX_BRANCHES,
    Branch,
    BranchSearch,
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
"""Kinds of decision that can be declined; others only allow picking nothing."""

ASKED: Final = frozenset({"target", "choose", "discard", "reveal"})
"""Kinds of decision in which a trigger asks for a named object."""


def implied(state: EpicState, seat: int, words: str) -> tuple[Action, ...]:
    """Return the actions omitted before ``words`` of ``seat``, in order.

    Empty if none were omitted. These are offers accepted or declined and trigger orders, if only one branch makes the
    words legal or all such branches have the same outcome. They also include the pass by which a defender with
    initiative moves on to the blocks, before words about blocks, and the acceptance of an offer before a choice that
    belongs to it.

    Raises:
        UnstatedChoiceError: the words are legal after several branches with different outcomes.
        SearchLimitError: the search for branches exceeded its limit.
    """
    decision = state.pending
    if decision is None:
        return ()
    if decision.kind == "act":
        return _implied_pass(state, decision, seat, words)
    if decision.kind != "order" and not offers(decision):
        return ()
    return (
        _find_branch(state, seat, words)
        or _implied_acceptance(state, decision, seat, words)
        or _implied_order(state, decision, seat, words)
    )


def _implied_pass(state: EpicState, decision: Decision, seat: int, words: str) -> tuple[Action, ...]:
    """Return the defender's pass that leads to the blocks which ``words`` describe.

    A player who declares blocks makes no further play before them (4.4.4, 4.4.6[1]). The pass is not implied if the
    attacker has not passed yet, or if the defender has made a play since (4.4.5).
    """
    if (
        state.step != "before-blocks"
        or not are_allied(state, seat, decision.seat)
        or not _BLOCKS.match(spelled_out(words))
    ):
        return ()
    if not are_allied(state, seat, state.defender):
        return ()
    passing, copy = Action(decision.seat, "pass"), ENGINE.copy(state)
    ENGINE.apply(copy, passing)
    return (passing,) if copy.step != "before-blocks" else ()


def _find_branch(state: EpicState, seat: int, words: str) -> tuple[Action, ...]:
    """Return the only branch that makes ``words`` legal.

    If all have the same outcome, it is the first of them.

    Raises:
        UnstatedChoiceError: several branches have different outcomes.
    """
    branches: list[Branch] = []
    limit: SearchLimitError | None = None
    try:
        for branch in BranchSearch(state, seat, words):
            alike = next((n for n, other in enumerate(branches) if branch.outcomes == other.outcomes), None)
            if alike is None:
                branches.append(branch)
            elif len(branch.answers) < len(branches[alike].answers):
                # If the outcomes are equal, keep open what a later line may still state.
                branches[alike] = branch
            if len(branches) > MAX_BRANCHES:
                break
    except SearchLimitError as error:
        limit = error
    # A branch whose outcomes include those of all others adds no further assumption.
    every = frozenset[str]().union(*(branch.outcomes for branch in branches))
    leaving = next((branch for branch in branches if branch.outcomes == every and not branch.is_open), None)
    if len(branches) > MAX_BRANCHES or (branches and leaving is None):
        raise _unstated_choice_error(state, seat, words, branches, complete=limit is None)
    if limit is not None:
        raise limit
    return leaving.answers if leaving is not None else ()


def _unstated_choice_error(
    state: EpicState, seat: int, words: str, branches: Sequence[Branch], *, complete: bool
) -> UnstatedChoiceError:
    """Return the error for ``branches`` with different outcomes.

    It names the decision where they differ.
    """
    one, other = branches[0].answers, branches[min(1, len(branches) - 1)].answers
    shared = 0
    while shared < min(len(one), len(other)) and one[shared] == other[shared]:
        shared += 1
    if len(branches) == 1:
        # The only branch is an example of a choice: that choice is what the record does not state.
        shared = next((n for n, action in enumerate(one) if action.refs and action.verb != "resolve"), 0)
    copy = ENGINE.copy(state)
    for action in one[:shared]:
        ENGINE.apply_unchecked(copy, action)
    playable = complete and len(branches) <= MAX_BRANCHES and not any(branch.is_open for branch in branches)
    playable_lines = tuple(branch.answers for branch in branches) if playable else ()
    return UnstatedChoiceError(_missing_lines(copy, seat, words), playable_lines)


def _missing_lines(state: EpicState, seat: int, words: str) -> str:
    """Return which lines would state the choice at the pending decision."""
    decision = state.pending
    assert decision is not None
    player = state.names[decision.seat]
    if decision.kind == "order":
        orders = [
            _resolve_words(state, action) for action, _ in options_at(state) if _has_branch(state, seat, words, action)
        ]
        return (
            f"The record does not say which trigger of {player} resolves first (3.2.5a): "
            f"a line `{player}: {orders[0]}` "
            f"{''.join(f'or `{player}: {order}` ' for order in orders[1:])}is missing before it."
        )
    no, takes = _offer_actions(state, decision)
    taken = [f"`{player}: {_offer_words(take)}` or " for take in takes]
    source = display_name(state, decision.source)
    action_text = f"takes what {source} offers" if decision.kind in DECLINED else f"picks anything for {source}"
    return (
        f"The record does not say whether {player} {action_text}: a line "
        f"{''.join(taken)}`{player}: {_offer_words(no)}` is missing before it."
    )


def _has_branch(state: EpicState, seat: int, words: str, action: Action) -> bool:
    """Return True if a branch that begins with ``action`` makes ``words`` legal."""
    try:
        return next(iter(BranchSearch(state, seat, words, first=action)), None) is not None
    except SearchLimitError:
        return True


def _implied_acceptance(state: EpicState, decision: Decision, seat: int, words: str) -> tuple[Action, ...]:
    """Return the ``yes`` before words that imply an accepted offer.

    They make a choice for the offer itself, legal or not.
    """
    if decision.kind != "may" or decision.seat != seat or not _PICKS.match(words):
        return ()
    taking, copy = Action(seat, "yes"), ENGINE.copy(state)
    try:
        ENGINE.apply_unchecked(copy, taking)
    except UndeterminedError:
        return ()
    since = copy.log[len(state.log) + 1 :]
    picked = any(event.kind in {"target", "choose"} and event.args[1] == decision.source for event in since)
    asks = copy.pending is not None and (copy.pending.seat, copy.pending.source) == (seat, decision.source)
    return (taking,) if picked or asks else ()


def _implied_order(state: EpicState, decision: Decision, seat: int, words: str) -> tuple[Action, ...]:
    """Return the trigger order before words for a waiting trigger.

    The words make an illegal choice for the trigger.
    """
    if decision.kind != "order":
        return ()
    orders: dict[int, tuple[Action, ...]] = {}
    for action, _ in options_at(state):
        copy = ENGINE.copy(state)
        try:
            ENGINE.apply_unchecked(copy, action)
            pending = copy.pending
            if pending is None or pending.seat != seat:
                continue
            taking = _implied_acceptance(copy, pending, seat, words)
            if taking or (
                pending.kind in ASKED and DECISION_KINDS.get(read(copy, seat, words).action.verb) == pending.kind
            ):
                orders.setdefault(pending.source, (action, *taking))
        except (ActionError, UndeterminedError):
            continue
    return next(iter(orders.values())) if len(orders) == 1 else ()


def _offer_words(action: Action) -> str:
    """Return an example of the words for accepting or declining an offer."""
    if action.verb == "reveal":
        return "reveal ..." if action.refs else "decline"
    return f"{action.verb} {'...' if action.refs else 'none'}" if action.verb in {"choose", "target"} else action.verb


def _offer_actions(state: EpicState, decision: Decision) -> tuple[Action, list[Action]]:
    """Return the action that declines an offer, and those that accept it."""
    no = Action(decision.seat, DECLINING[decision.kind])
    if decision.kind == "may":
        return no, [Action(decision.seat, "yes")]
    return no, list(islice((action for action in ENGINE.legal(state) if action.refs), 1))


def _resolve_words(state: EpicState, action: Action) -> str:
    """Return the text for the trigger that resolves next."""
    return f"resolve {trigger_words.words(state, action.seat, action.refs[0], action.option)}"
