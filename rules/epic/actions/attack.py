"""Declaring an attack (3.1.1, 4.4.1): ``attack``."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from rules.engine.action_types import SET_AND_OPTION
from rules.engine.decision import Action, Decision, Violation
from rules.engine.randomness import choose_one, choose_some
from rules.epic.actions.action_type import absent_champions
from rules.epic.actions.initiative_action import InitiativeActionType
from rules.epic.battle.attack import (
    attack_violations,
    declare_attack,
    find_attack_shield,
    find_possible_attackers,
    find_unprotected_seats,
)
from rules.epic.board.continuous import are_opponents
from rules.epic.players.seats import acts_for, are_allied, attackable_seats, neighbour, representative_seat
from rules.epic.plays.timing import initiative_violations
from rules.epic.selection.subsets import iter_subsets
from rules.epic.state import EpicState
from rules.epic.state.display_names import display_name, player_name, side_name


class Attack(InitiativeActionType):
    """Declaration of attackers; the option is the attacked seat."""

    def violations(self, state: EpicState, decision: Decision, action: Action) -> Iterator[Violation]:
        """Yield the rules that the attack declaration violates."""
        return declaration_violations(state, action)

    def apply(self, state: EpicState, action: Action) -> None:
        """Expend the attackers and enter the Battle Phase."""
        state.cause = -1
        declare_attack(state, action)

    def legal_for(self, state: EpicState, seat: int) -> Iterable[Action]:
        """Return all legal attacks of ``seat``."""
        able, attacked = _attack_choices(state, seat)
        return (
            (Action(seat, self.name, refs, defender) for defender in attacked for refs in iter_subsets(tuple(able), 1))
            if able
            else ()
        )

    def sample_for(self, state: EpicState, seat: int, member: int, chance: random.Random) -> Action | None:
        """Return a random legal attack, or ``None``."""
        able, attacked = _attack_choices(state, seat)
        if not able:
            return None
        size = 1 + int(chance.random() * len(able))
        return Action(seat, self.name, tuple(sorted(choose_some(chance, able, size))), choose_one(chance, attacked))

    def as_side_action(self, state: EpicState, action: Action) -> Action:
        """Return the attack with both sides as their representative seats."""
        side_action = super().as_side_action(state, action)
        if side_action is action or not 0 <= action.option < len(state.seats):
            return side_action
        return Action(
            side_action.seat,
            side_action.verb,
            side_action.refs,
            representative_seat(state, action.option),
            side_action.amounts,
        )

    def representative_refs(self, state: EpicState, decision: Decision, action: Action) -> tuple[int, ...]:
        """Return the attackers sorted by number."""
        return tuple(sorted(action.refs))

    def specific_impossibilities(self, state: EpicState, action: Action) -> Iterator[str]:
        """Yield why no attack is possible now, and the attackers that do not exist."""
        seat = action.seat
        if not are_allied(state, seat, state.turn) or state.phase != "main" or not action.refs:
            yield f"{player_name(state, seat)} cannot declare an attack at this moment."
        elif not 0 <= action.option < len(state.seats) or are_allied(state, seat, action.option):
            yield "No player is attacked."
        yield from absent_champions(state, seat, action.refs)


def _attack_choices(state: EpicState, seat: int) -> tuple[list[int], list[int]]:
    """Return the possible attackers and attackable seats; both empty if one is."""
    if state.turn != seat or state.phase != "main" or state.initiative != seat or state.no_attacks:
        return [], []
    able = find_possible_attackers(state, seat)
    attacked = find_unprotected_seats(state, seat) if able else []
    return (able, attacked) if attacked else ([], [])


def declaration_violations(state: EpicState, action: Action) -> Iterator[Violation]:
    """Yield the rules that an attack declaration violates (3.1.1, 4.4.1)."""
    seat = action.seat
    yield from initiative_violations(state, seat)
    if state.turn != seat:
        text = f"{player_name(state, seat)} may attack on their own turn only."
        yield Violation("4.4.1", text, is_timing=True)
    if state.phase == "battle":
        text = "A battle is under way; another attack waits until the Main Phase goes on (4.4.14)."
        yield Violation("3.1.1", text, is_timing=True)
    if state.no_attacks:
        yield Violation(
            "3.2.3", f"No further attack may be declared this turn: {_find_forbidding_card(state)} forbids it."
        )
    if not action.refs:
        yield Violation("4.4.1", "An attack needs at least one champion (I-67).")
    yield from _attacked_player_violations(state, seat, action.option)
    yield from _shield_violations(state, action.option)
    for oid in action.refs:
        champion = state.find(oid)
        if champion is None:
            yield Violation("4.4.1", f"{display_name(state, oid)} is not in play.")
        elif not acts_for(state, champion.controller, seat):
            yield Violation("4.4.1", f"{side_name(state, seat)} does not control {display_name(state, oid)}.")
        else:
            # At the start of a player's turn, their champions are prepared and stop deploying (4.2.4).
            early = state.turn != seat
            yield from (replace(fault, is_timing=early) for fault in attack_violations(state, champion))


def _shield_violations(state: EpicState, attacked: int) -> Iterator[Violation]:
    """Yield the violation that an ability protects the attacked player."""
    protecting = find_attack_shield(state, attacked) if 0 <= attacked < len(state.seats) else None
    if protecting is not None:
        says = f"{display_name(state, protecting.oid)} prevents it (I-124)"
        yield Violation("3.3.1", f"{player_name(state, attacked)} cannot be attacked now: {says}.")


def _attacked_player_violations(state: EpicState, seat: int, attacked: int) -> Iterator[Violation]:
    """Yield why ``seat`` may not attack ``attacked`` (4.4.1; in Hunter only the left)."""
    if not 0 <= attacked < len(state.seats) or state.seats[attacked].out:
        yield Violation("4.4.1", "The attacked player is not in the game.")
    elif not are_opponents(state, seat, attacked):
        yield Violation("4.4.1", f"{side_name(state, seat)} attacks an opponent, not {player_name(state, attacked)}.")
    elif attacked not in attackable_seats(state, seat):
        left = player_name(state, neighbour(state, seat, 1))
        yield Violation(
            state.variant.rule, f"{player_name(state, seat)} may attack the player to the left only, {left}."
        )


def _find_forbidding_card(state: EpicState) -> str:
    """Return the name of the card that forbids further attacks, from the log."""
    for event in reversed(state.log):
        if event.kind == "no-attacks" and event.cause >= 0:
            return display_name(state, int(state.log[event.cause].args[1]))
    return "a card played this turn"


ATTACK: Final = Attack("attack", "act", SET_AND_OPTION, joint=True)
