"""Draws of unknown cards, and draws that a player reports.

A card drawn unseen becomes an unknown card in hand. It may be any card that could be on top of the deck, so an
action that is illegal afterwards is illegal under every outcome.
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


def draw_unknown(state: EpicState) -> EpicState | None:
    """Return the state after the pending chance decision, with unknown cards drawn.

    Returns ``None`` if no chance decision is pending or if the card is revealed to all players, because its
    identity decides what happens next.
    """
    copy: EpicState | None = None
    while (decision := (copy or state).pending) is not None and decision.seat == CHANCE:
        if detail(decision, "shown"):
            return None
        copy = copy or ENGINE.copy(state)
        deck = copy.seats[detail(decision, "seat")].deck
        # Parts with only one kind of card cause no chance decision, so only the others matter.
        unseen = {cid: UNKNOWN for part in deck if len(part) > 1 for cid in part}
        if unseen.keys() & _active_sources(copy):
            # A card that went into the deck still has effects to resolve, and an unknown card has no text.
            return None
        copy.table = {**copy.table, **unseen}
        copy.values.clear()
        copy.pending = None
        ENGINE.advance(copy)
    return copy


def _active_sources(state: EpicState) -> set[int]:
    """Return the cards whose triggers or effects are waiting or being resolved."""
    sources = [frame.source for frame in state.frames]
    sources += [trigger.source for trigger in (*state.noted, *state.batch, *state.delayed)]
    return {state.card_of(source) for source in sources if source > 0}


_DRAWS: Final = re.compile(r"^draws?:?\s+(.+?)\.?$", re.IGNORECASE)
_COUNT: Final = re.compile(r"^\d{1,2}\s*x?\s+", re.IGNORECASE)


def build_chance_line(state: EpicState, seat: int, words: str) -> str:
    """Convert a player's ``draws Kong`` to the line of chance; empty for other words.

    A draw without a card name is not converted: ``draw 2 cards`` may choose an effect.
    """
    match = _DRAWS.match(" ".join(words.split())) if seat != CHANCE else None
    names = split_names(state.cards, match[1], partial(is_card_name, state.cards)) if match else []
    are_cards = bool(names) and all(is_card_name(state.cards, _COUNT.sub("", name)) for name in names)
    return f"{state.names[seat]} draws {', '.join(names)}" if are_cards else ""
