"""Names of waiting triggers in a record.

They are a source and ``tribute``, ``loyalty``, ``ally`` or ``trigger``.
"""

import re
from typing import Final

from rules.decks.names import fold
from rules.engine.ids import is_seat
from rules.epic.effects import Ally, Loyalty, Tribute
from rules.epic.state import DELAYED, GRANTED, RIGHTEOUS, EpicState

_AIMED: Final = re.compile(r"^(?:(?:on|at|against|targeting)\s+)?(?=\S)", re.IGNORECASE)


def label(state: EpicState, source: int, ability: int) -> str:
    """Return the word for an ability of ``source``.

    It is numbered if the card has several of its kind.
    """
    if ability == GRANTED:
        return "granted"
    if ability == DELAYED and is_seat(source):
        return f"on {state.names[source]}"
    if ability in (RIGHTEOUS, DELAYED):
        return "righteous" if ability == RIGHTEOUS else "break at end"
    card = state.printed_of(source)
    word = _word(card.ability(ability))
    same = [index for index in range(len(card.text)) if _word(card.ability(index)) == word]
    return f"{word} {same.index(ability) + 1}" if len(same) > 1 else word


def fits(state: EpicState, source: int, ability: int, text: str) -> bool:
    """Return True if ``text`` is the label of this trigger or the beginning of it.

    ``loyalty 2`` includes the number of cards to reveal.
    """
    if ability == DELAYED and is_seat(source):
        text = _AIMED.sub("on ", text.strip())
    mine, folded = fold(label(state, source, ability)), fold(text)
    return (
        mine == folded
        or (bool(folded) and mine.startswith(folded))
        or (mine == "loyalty" and re.fullmatch(r"loyalty\d", folded) is not None)
    )


def _word(ability: object) -> str:
    match ability:
        case Tribute():
            return "tribute"
        case Loyalty():
            return "loyalty"
        case Ally():
            return "ally"
    return "trigger"
