"""Results of a battle that are stated with a block or a pass, and checked after the battle.

``Kong blocks and kills Triceratops`` is a block and a claim. Before the block or pass is applied, the claim must be
possible in the current battle. A later line of the record may still change the result, so the claim is checked again
at the end of the battle.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from rules.engine.decision import Action, ActionError, ImpossibleActionError, UndeterminedError
from rules.engine.ids import CHANCE
from rules.epic.cards.game_cards import GameCards
from rules.epic.engine import ENGINE
from rules.epic.notation.lines.stated_results import BattleResult, is_over
from rules.epic.notation.names.references import split_names
from rules.epic.notation.sentences.claims import states_number
from rules.epic.notation.sentences.outcomes import ObservedOutcome
from rules.epic.notation.sentences.trials import apply_action
from rules.epic.state import EpicState

MAX_STEPS: Final = 24
"""Maximum number of actions to complete a battle."""
MAX_ANSWERS: Final = 40
"""Maximum number of damage divisions tried at each step."""


def battle_result(cards: GameCards, kind: str, fighters: str, victims: str) -> BattleResult | None:
    """Return the stated result of a battle, or ``None`` if too few names are given.

    ``Kong and Muse trade`` is ``Kong trades with Muse``.
    """
    names = split_names(cards, fighters, lambda _: False) if kind == "trades" and not victims else []
    if len(names) == 2:
        fighters, victims = names
    return BattleResult(kind, fighters, victims) if fighters and victims else None


def is_true(result: BattleResult, observed: ObservedOutcome) -> bool:
    """Return True if a battle ended as stated."""
    if not all(_has_number(observed, names) for names in (result.fighters, result.victims)):
        return False
    if result.what == "dies":
        return observed.happened_to_objects("break", result.fighters)
    if result.what == "survives":
        return observed.survives(result.fighters)
    if result.what == "trades" and not observed.were_broken_by(result.fighters, result.victims):
        return False
    return observed.were_broken_by(result.victims, result.fighters)


def numbered(names: str, text: str) -> str:
    """Return a canonical list with the number of a single name that ``text`` states: ``one Zombie`` is ``1 Zombie``."""
    is_single = bool(names) and "," not in names and "#" not in names and not names[0].isdigit()
    return f"1 {names}" if is_single and states_number(text, names) else names


def _has_number(observed: ObservedOutcome, names: str) -> bool:
    """Return True unless a list states a number of champions, and another number of that name broke."""
    for part in names.split(", "):
        number, _, name = part.partition(" ")
        if number.isdecimal() and observed.count_affected("break", name) not in (0, int(number)):
            return False
    return True


def is_possible(before: EpicState, state: EpicState, seat: int, result: BattleResult) -> bool:
    """Return True if the battle can end as stated without any further play.

    Args:
        before: the game before the block or the pass.
        state: the game after it; a pass may have ended the battle.
        seat: the player who blocks or passes.
        result: the stated result.
    """
    return any(is_true(result, ObservedOutcome(before, end, seat)) for end in _battle_ends(state, MAX_STEPS))


def came_true(state: EpicState, seat: int, result: BattleResult) -> bool:
    """Return True if the last battle ended as stated."""
    start = next((event.seq for event in reversed(state.log) if event.kind in {"attack", "block"}), 0)
    return is_true(result, ObservedOutcome(state, state, seat, start))


def _battle_ends(state: EpicState, steps: int) -> Iterator[EpicState]:
    """Yield the states at the end of the battle if all players pass, one for each damage division."""
    decision = state.pending
    if is_over(state) or decision is None or decision.seat == CHANCE or not steps:
        yield state
        return
    act = decision.kind == "act"
    answers = iter([Action(decision.seat, "pass")]) if act else islice(ENGINE.legal(state), MAX_ANSWERS)
    for action in answers:
        try:
            copy = apply_action(state, action)
        except (ActionError, ImpossibleActionError, UndeterminedError):
            continue
        yield from _battle_ends(copy, steps - 1)
