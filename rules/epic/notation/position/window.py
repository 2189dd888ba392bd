"""Players who can have passed in the current window (4.1.3, 4.3.3, 4.4).

The one with initiative is given.
"""

from rules.epic.interpretation_options import AFTER_BLOCKS, BEFORE_BLOCKS, END_OFFERED
from rules.epic.players.seats import sides_in_turn_order
from rules.epic.state import EpicState

WINDOWS = ("before-blocks", "before-damage")
"""Steps of a battle in which players may make plays."""


def first_initiative(state: EpicState) -> int:
    """Return who has initiative first in a phase or step.

    It is that of ``state`` (4.3.1, 4.4.3, 4.4.8, I-40).
    """
    return state.defender if state.step == "before-damage" and not state.options[AFTER_BLOCKS] else state.turn


def is_window(state: EpicState) -> bool:
    """Return True if players may make plays in the phase or step of ``state``."""
    return state.phase == "main" or state.step in WINDOWS


def can_have_initiative(state: EpicState, seat: int) -> bool:
    """Return True if ``seat`` can have initiative.

    In a battle only attacker and defender can (I-42).
    """
    return state.phase == "main" or seat in (state.turn, state.defender)


def can_have_passed(state: EpicState) -> list[tuple[int, ...]]:
    """Return the possible sets of players who have passed, the usual one first.

    Empty if unknown.
    """
    if not is_window(state) or state.initiative < 0 or not can_have_initiative(state, state.initiative):
        return []
    if state.phase != "main":
        return _in_battle(state)
    sides = sides_in_turn_order(state, state.turn)
    if state.turn not in sides or state.initiative not in sides:
        # The turn continues without its player (I-116).
        return []
    if state.initiative != state.turn:
        return [tuple(sides[: sides.index(state.initiative)])]
    return [()] if state.options[END_OFFERED] else [(), tuple(sides)]


def _in_battle(state: EpicState) -> list[tuple[int, ...]]:
    first = first_initiative(state)
    if state.initiative != first:
        return [(first,)]
    book = not state.options[BEFORE_BLOCKS if state.step == "before-blocks" else AFTER_BLOCKS]
    other = state.defender if first == state.turn else state.turn
    return [(), (other,)] if book else [()]
