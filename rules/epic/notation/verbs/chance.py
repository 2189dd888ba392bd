"""Parsing of chance lines: which card was drawn from a deck."""

import re
from typing import Final

from rules.decks.names import fold
from rules.engine.decision import Action, detail
from rules.engine.ids import CHANCE
from rules.epic.notation.names.cards import find_card
from rules.epic.notation.names.references import find
from rules.epic.state import EpicState
from rules.notation.phrasing import Phrasing

_DRAWS: Final = re.compile(r"^(.+?)\s+(?:draws?|reveals?):?\s+(.+)$", re.IGNORECASE)
_SHORT_DRAW: Final = re.compile(r"^(\S+)\s+(.+)$")


def parse_draw(state: EpicState, text: str) -> Action | None:
    """Return the chance action for the card that was drawn.

    ``None`` for other words.
    """
    match = _DRAWS.match(text) or _SHORT_DRAW.match(text)
    return _draw(state, match[1], match[2]) if match else None


def _draw(state: EpicState, player: str, name: str) -> Action:
    seats = [seat for seat, name in enumerate(state.names) if fold(name).startswith(fold(player))]
    seat = seats[0] if len(seats) == 1 and fold(player) else find(state, player, list(range(len(state.seats))))
    deck = state.seats[seat].deck
    decision = state.pending
    place = (
        detail(decision, "place") if decision and decision.kind == "draw" and detail(decision, "seat") == seat else 0
    )
    cid = state.card_of(find_card(state, deck[place] if deck else (), seat, name, ()))
    return Action(CHANCE, "draw", (cid,), seat)


def _write_draw(state: EpicState, action: Action) -> str:
    if not action.refs:
        return f"{state.names[action.option]} draws nothing"
    is_revealed = state.pending is not None and detail(state.pending, "shown")
    return f"{state.names[action.option]} {'reveals' if is_revealed else 'draws'} {state.table[action.refs[0]].name}"


DRAW: Final = Phrasing("draw", "draw", "says which card came off a deck", ("chance: Ben draws Kong",), _write_draw)
