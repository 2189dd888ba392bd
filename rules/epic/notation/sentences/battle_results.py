"""Results of a battle that are stated with a block or a pass.

They are checked after the battle. ``Kong blocks and kills Triceratops`` is a block and a claim. Before the block or
pass is applied, the claim must be possible in the current battle. A later line of the record may still change the
result, so the claim is checked again at the end of the battle.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Final

from rules.engine.decision import Action, ActionError, Decision, ImpossibleActionError, UndeterminedError
from rules.engine.ids import CHANCE, is_seat
from rules.epic.board.continuous import current_values
from rules.epic.cards.game_cards import GameCards
from rules.epic.engine import ENGINE
from rules.epic.notation.lines.stated_results import BattleResult, is_over
from rules.epic.notation.names import references
from rules.epic.notation.names.references import in_play, split_names
from rules.epic.notation.sentences.claims import states_number
from rules.epic.notation.sentences.outcomes import ObservedOutcome
from rules.epic.notation.sentences.trials import apply_action
from rules.epic.state import EpicState

MAX_STEPS: Final = 24
"""Maximum number of actions to complete a battle."""
MAX_ANSWERS: Final = 40
"""Maximum number of blocks, or of damage divisions with different results, tried at each step."""
MAX_DIVISIONS: Final = 1000
"""Maximum number of damage divisions that are compared at each step."""
MAX_ENDS: Final = MAX_ANSWERS * MAX_ANSWERS
"""Maximum number of ends of one battle that are compared: all divisions of two champions."""


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
    """Return a canonical list with the number that ``text`` states.

    It belongs to a single name, as ``one Zombie`` is ``1 Zombie``.
    """
    is_single = bool(names) and "," not in names and "#" not in names and not names[0].isdigit()
    return f"1 {names}" if is_single and states_number(text, names) else names


def _has_number(observed: ObservedOutcome, names: str) -> bool:
    """Return True unless a list states a number of champions that is wrong.

    Another number of that name broke.
    """
    for part in names.split(", "):
        number, _, name = part.partition(" ")
        if number.isdecimal() and observed.count_affected("break", name) not in (0, int(number)):
            return False
    return True


def is_possible(before: EpicState, state: EpicState, seat: int, result: BattleResult) -> bool | None:
    """Return True if the battle can end as stated without any further play.

    ``None`` if it has too many ends.

    Args:
        before: the game before the block or the pass.
        state: the game after it; a pass may have ended the battle.
        seat: the player who blocks or passes.
        result: the stated result.
    """
    if result.victims and not _are_in_play(before, result.fighters):
        return False
    for tried, end in enumerate(_battle_ends(state, MAX_STEPS)):
        if tried == MAX_ENDS:
            return None
        if is_true(result, ObservedOutcome(before, end, seat)):
            return True
    return False


def _are_in_play(state: EpicState, fighters: str) -> bool:
    """Return True if every named fighter is in play.

    An event deals no damage in the battle itself.
    """
    champions = in_play(state)
    names = split_names(state.cards, fighters, lambda _: False)
    return all(references.matches(state, name.lstrip("0123456789 "), champions) for name in names)


def came_true(state: EpicState, seat: int, result: BattleResult) -> bool:
    """Return True if the last battle ended as stated."""
    start = next((event.seq for event in reversed(state.log) if event.kind in {"attack", "block"}), 0)
    return is_true(result, ObservedOutcome(state, state, seat, start))


def _battle_ends(state: EpicState, steps: int) -> Iterator[EpicState]:
    """Yield the states at the end of the battle if all players pass.

    There is one for each damage division.
    """
    decision = state.pending
    if is_over(state) or decision is None or decision.seat == CHANCE or not steps:
        yield state
        return
    for action in _answers(state, decision):
        try:
            copy = apply_action(state, action)
        except (ActionError, ImpossibleActionError, UndeterminedError):
            continue
        yield from _battle_ends(copy, steps - 1)


def _answers(state: EpicState, decision: Decision) -> Iterator[Action]:
    """Yield the actions to try.

    They are a pass, or one damage division for each set of champions that it breaks.
    """
    if decision.kind == "act":
        yield Action(decision.seat, "pass")
    elif decision.kind == "assign":
        divisions = islice(ENGINE.legal(state), MAX_DIVISIONS)
        yield from islice({_results_of(state, action): action for action in divisions}.values(), MAX_ANSWERS)
    else:
        yield from islice(ENGINE.legal(state), MAX_ANSWERS)


def _results_of(state: EpicState, division: Action) -> frozenset[tuple[int, int, bool]]:
    """Return who deals damage to whom, and whether it is lethal.

    It is lethal if all the damage dealt to the target is.
    """
    pairs = list(zip(division.refs[::2], division.refs[1::2], strict=True))
    dealt = Counter[int]()
    for (_, target), amount in zip(pairs, division.amounts, strict=True):
        dealt[target] += amount
    return frozenset((source, target, dealt[target] >= _lethal(state, target)) for source, target in pairs)


def _lethal(state: EpicState, target: int) -> int:
    """Return the damage that breaks a champion or defeats a player."""
    champion = state.find(target) if not is_seat(target) else None
    if champion is None:
        return state.teams[state.seats[target].team].health
    return current_values(state, champion).defense - champion.damage
