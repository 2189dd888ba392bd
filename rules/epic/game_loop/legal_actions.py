"""Legal actions: list all of them lazily in a fixed order, or sample one.

Each action type generates its own legal actions (``rules.epic.actions``). Conceding is never included.
"""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Final

from rules.engine.decision import Action, detail
from rules.engine.ids import CHANCE
from rules.epic.actions.registry import VERBS
from rules.epic.cards.printed import UNKNOWN_NAME
from rules.epic.state import EpicState
from rules.epic.state.unknown_cards import UnnamedCardError

LISTS: Final = VERBS.lists
SAMPLES: Final = VERBS.samples


def legal(state: EpicState) -> Iterator[Action]:
    """Yield the legal actions in a fixed order, without conceding."""
    decision = state.pending
    return iter(()) if decision is None else LISTS[decision.kind](state, decision)


def sample(state: EpicState, chance: random.Random) -> Action:
    """Return a random legal action, never conceding.

    Raises:
        ValueError: the game is over.
        UnnamedCardError: every action would show an unknown card.
    """
    decision = state.pending
    if decision is None:
        raise ValueError("the game is over; no decision is pending")
    return SAMPLES[decision.kind](state, decision, chance)


def outcome(state: EpicState, number: int) -> Action:
    """Return the chance action that ``number`` selects.

    A draw takes one of the possible top cards, sorted by name with copies: the one at index ``number * cards / 2^64``,
    rounded down. Other decisions take one of the legal actions in the same way.

    Args:
        state: the game.
        number: 0 to 2^64 - 1.

    Raises:
        ValueError: the pending decision is not one of chance.
    """
    decision = state.pending
    if decision is None or decision.seat != CHANCE:
        raise ValueError("chance is not asked")
    if decision.kind == "draw":
        owner = detail(decision, "seat")
        cards = state.seats[owner].deck[detail(decision, "place")]
        names = sorted(state.table[cid].name for cid in cards)
        drawn = names[number * len(names) >> 64]
        return Action(CHANCE, "draw", (min(cid for cid in cards if state.table[cid].name == drawn),), owner)
    options = list(legal(state))
    return options[number * len(options) >> 64]


def outcomes(state: EpicState) -> list[tuple[Action, int]]:
    """Return the chance actions with their weights (numbers of copies).

    Raises:
        UnnamedCardError: the revealed card may be an unknown one.
    """
    decision = state.pending
    if decision is None or decision.seat != CHANCE:
        return []
    if decision.kind != "draw":
        return [(action, 1) for action in legal(state)]
    deck = state.seats[detail(decision, "seat")].deck
    copies = Counter(state.table[cid].name for cid in deck[detail(decision, "place")]) if deck else Counter()
    if detail(decision, "shown") and copies[UNKNOWN_NAME]:
        raise UnnamedCardError("the card that is revealed may be an unknown one, which has to be named first")
    return [(action, copies[state.table[action.refs[0]].name]) for action in legal(state)]
