"""Draws that nobody has told, the game as it is whichever cards they were; and those that a player tells.

A card drawn unseen may be any of those that could be on top, so it lies in hand as an unknown card of its deck. What
is illegal then is illegal under every outcome.
"""

import re
from functools import partial
from typing import Final

from rules.engine.decision import detail
from rules.engine.ids import CHANCE
from rules.epic.cards.printed import UNKNOWN
from rules.epic.engine import ENGINE
from rules.epic.notation.names.cards import is_card_name
from rules.epic.notation.names.references import split_names
from rules.epic.state import EpicState


def drawn_unseen(state: EpicState) -> EpicState | None:
    """Return the game after what chance is asked for now, with unknown cards drawn.

    ``None`` where chance is not asked, or where everybody sees the card: what it is decides what happens to it.
    """
    then: EpicState | None = None
    while (decision := (then or state).pending) is not None and decision.seat == CHANCE:
        if detail(decision, "shown"):
            return None
        then = then or ENGINE.copy(state)
        deck = then.seats[detail(decision, "seat")].deck
        # Where a card of one kind only can be on top nobody is asked, so these are the parts that leave it open.
        unseen = {cid: UNKNOWN for part in deck if len(part) > 1 for cid in part}
        if unseen.keys() & _sources(then):
            return None  # a card that went into the deck still acts, and an unknown card has no text
        then.table = {**then.table, **unseen}
        then.values.clear()
        then.pending = None
        ENGINE.advance(then)
    return then


def _sources(state: EpicState) -> set[int]:
    """Return the cards whose triggers and effects wait or are carried out."""
    sources = [frame.source for frame in state.frames]
    sources += [trigger.source for trigger in (*state.noted, *state.batch, *state.delayed)]
    return {state.card_of(source) for source in sources if source > 0}


_DRAWS: Final = re.compile(r"^draws?:?\s+(.+?)\.?$", re.IGNORECASE)
_COUNT: Final = re.compile(r"^\d{1,2}\s*x?\s+", re.IGNORECASE)


def brought(state: EpicState, seat: int, words: str) -> str:
    """Return the line of chance for ``draws Kong``, said of a player; empty for other words.

    Without the name of a card nothing is told: that may be an effect that is chosen, ``draw 2 cards``.
    """
    found = _DRAWS.match(" ".join(words.split())) if seat != CHANCE else None
    names = split_names(state.cards, found[1], partial(is_card_name, state.cards)) if found else []
    told = bool(names) and all(is_card_name(state.cards, _COUNT.sub("", name)) for name in names)
    return f"{state.names[seat]} draws {', '.join(names)}" if told else ""
