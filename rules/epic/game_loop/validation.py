"""Validate actions against the pending decision.

Each action type holds its own conditions (``rules.epic.actions``) next to the actions it offers, so both agree. Meaning
of the fields of an action, by verb:

=========== ======================================================================== ===========================
verb        refs, option, amounts                                                    decision
=========== ======================================================================== ===========================
mulligan    hand cards put to the bottom, none to keep                               mulligan
play        the card; option: which of its effects                                   act
use         object in play or card in a discard pile; option: ability                act
attack      objects; option: attacked seat                                           act
pass, end   none                                                                     act
target      one target, or as many as are asked for                                  target
choose      one thing; as many as are asked for; two cards to recycle, none not to   choose
yes, no     none                                                                     may
resolve     source of the waiting trigger; option: ability                           order
block       objects, none for no block                                               block
assign      (source, target) pairs one after the other; amounts: one number a pair   assign
discard     hand cards                                                               discard
reveal      hand cards, none to decline                                              reveal
number      none; option: the number                                                 number
draw        the card drawn or revealed off a deck                                    draw, by chance
mode        none; option: which of several effects                                   mode
concede     none                                                                     any
=========== ======================================================================== ===========================
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rules.engine.action_types import ANY
from rules.engine.decision import Action, Decision, Violation
from rules.engine.ids import CHANCE, is_card
from rules.engine.legality import validate
from rules.epic.actions.action_type import EpicActionType
from rules.epic.actions.registry import ACTION_TYPES, DECISION_KINDS, acting_name, pending_text
from rules.epic.board.uncertain_keywords import UncertainViolation
from rules.epic.cards.printed import UNKNOWN_NAME
from rules.epic.effects import Choice
from rules.epic.explanations.missing_decisions import missing_decision_violations, premature_trigger_violations
from rules.epic.game_loop.reasked_decision import reask_decision
from rules.epic.game_loop.rules import RULES
from rules.epic.instructions.player_instructions import UncertainTextError
from rules.epic.players.seats import acts_for
from rules.epic.plays.timing import late_block_violations, missed_trigger_violations, window_violations
from rules.epic.selection import pick_rules
from rules.epic.state import EpicState
from rules.epic.state.automatic_decisions import order_violations
from rules.epic.state.display_names import display_name, player_name
from rules.epic.state.unknown_cards import DependsOnUnknownCardError


def check(state: EpicState, action: Action) -> list[Violation]:
    """Return all violations of ``action``, empty if it is legal.

    Raises:
        InvalidActionError: the action is malformed.
        DependsOnUnknownCardError: it is legal unless an unknown card decides otherwise.
        UncertainTextError: it is legal unless an uncertain keyword decides otherwise.
    """
    return check_canonical(state, action)[1]


def check_canonical(state: EpicState, action: Action) -> tuple[Action, list[Violation]]:
    """Return the canonical form of ``action`` and its violations.

    Raises:
        InvalidActionError, DependsOnUnknownCardError, UncertainTextError: as ``check``.
    """
    decision = validate(state, RULES, action)
    meant = ACTION_TYPES[action.verb].canonical(state, action)
    reasked = reask_decision(state)
    violations = list(find_violations(state, meant, reasked.decision if reasked is not None else None))
    if violations and reasked is not None and reasked.hopeless is not None:
        violations = order_violations(violations, reasked.hopeless)
    if violations:
        violations = _certain_violations(violations)
        _require_names_for_pick(state, decision, action)
    elif action.verb == "reveal":
        _require_names_for_reveal(state, decision, action)
    return meant, violations


def _certain_violations(violations: list[Violation]) -> list[Violation]:
    """Return the certain violations; raise if all of them are uncertain."""
    doubts = [fault for fault in violations if isinstance(fault, UncertainViolation)]
    if len(doubts) == len(violations):
        raise UncertainTextError(f"{doubts[0].text} ({doubts[0].rule})")
    return [fault for fault in violations if fault not in doubts]


def _require_names_for_reveal(state: EpicState, decision: Decision, action: Action) -> None:
    """Raise ``DependsOnUnknownCardError`` if ``action`` reveals an unknown card."""
    if any(state.table[cid].name == UNKNOWN_NAME for cid in action.refs):
        raise DependsOnUnknownCardError(
            f"{player_name(state, action.seat)} reveals unknown cards: whether they share an alignment "
            "with "
            f"{display_name(state, decision.source)} is not known (5.3.1). Write their names: all players saw "
            "them (5.3.2)."
        )


def _require_names_for_pick(state: EpicState, decision: Decision, action: Action) -> None:
    """Raise ``DependsOnUnknownCardError`` if all cards to pick are unknown."""
    if decision.kind not in {"target", "choose"} or not decision.low:
        return
    picks = DECISION_KINDS.get(action.verb) == decision.kind and bool(action.refs)
    if not picks and all(is_card(ref) and state.table[ref].name == UNKNOWN_NAME for ref in decision.candidates):
        raise DependsOnUnknownCardError(
            f"{player_name(state, decision.seat)} picks one of the unknown cards for "
            f"{display_name(state, decision.source)} if one qualifies: name them in the position, or the one that was "
            "picked."
        )


PLAYS: Final = frozenset({"play", "use", "attack"})
"""Action types of a player with initiative other than passing."""
RESOLVING_KINDS: Final = frozenset({"order", "may", "reveal", "target", "choose", "mode", "number", "discard"})
"""Kinds of decision that resolving triggers and cards ask for."""


def _reports_own_violations_first(state: EpicState, decision: Decision, action: Action) -> bool:
    """Return True if to report violations of the action before those of its timing."""
    if decision.kind not in RESOLVING_KINDS or state.phase not in {"main", "battle"}:
        return False
    return action.verb in PLAYS or not acts_for(state, action.seat, state.initiative)


def find_violations(state: EpicState, action: Action, pending: Decision | None = None) -> Iterator[Violation]:
    """Yield all violations of a well-formed action.

    ``pending`` is the decision, by default the pending one.
    """
    decision = pending or state.pending
    if decision is None:
        return
    verb = ACTION_TYPES[action.verb]
    if verb.kind != ANY and (
        verb.kind != decision.kind or (action.seat != decision.seat and (verb.kind != "act" or action.seat == CHANCE))
    ):
        out_of_turn = _timing_violations(state, decision, action, verb)
        if decision.kind == "act" and verb.kind not in {"act", "mulligan"}:
            # While a player may act freely, the decision that this action fits may still come later.
            out_of_turn = (replace(fault, is_timing=True) for fault in out_of_turn)
        if verb.kind != "act" or action.seat == CHANCE:
            yield from out_of_turn
            return
        if _reports_own_violations_first(state, decision, action):
            # Violations of the action itself come first, then that triggers resolve before it.
            yield from verb.violations(state, decision, action)
            yield from out_of_turn
            return
        yield from out_of_turn
    yield from verb.violations(state, decision, action)


def _timing_violations(
    state: EpicState, decision: Decision, action: Action, verb: EpicActionType
) -> Iterator[Violation]:
    """Yield violations because another action or another player comes first."""
    player = player_name(state, action.seat)
    kind = verb.kind
    if kind == "mulligan" and any(
        event.kind in {"mulligan", "keep"} and event.args[0] == action.seat for event in state.log
    ):
        yield Violation("1.8.3", f"{player} has decided on the opening hand; cards are replaced once, all together.")
    yield from premature_trigger_violations(state, decision, action, verb.asks)
    yield from missing_decision_violations(state, decision, action, verb.asks, verb.moment_violations)
    if kind == "block" and decision.kind == "act" and state.step == "before-damage":
        yield from late_block_violations(state)
    yield from missed_trigger_violations(state, decision, action)
    subject = "No card is drawn" if action.seat == CHANCE else f"{player} cannot {verb.does}"
    first = f"{acting_name(state, decision)} {pending_text(state, decision)}"
    yield Violation(
        _rule_requiring(state, decision),
        f"{subject} now: first {first}{' (I-27)' * (kind == decision.kind == 'mulligan')}.",
    )
    if kind == "block" and decision.kind == "act" and state.step != "before-damage":
        yield from window_violations(state, state.turn)


def _rule_requiring(state: EpicState, decision: Decision) -> str:
    """Return the rule by which ``decision`` must be made before anything else."""
    if decision.rules[0] == Choice.RULES[0]:
        # 5.12.3 only says that a choice is no target; cite the rule that requires the choice.
        return pick_rules.choice_rule(state, decision)
    return decision.rules[0]
