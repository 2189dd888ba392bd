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
    """Return the chance action for the card that was drawn, or ``None`` for other words."""
    match = _DRAWS.match(text) or _SHORT_DRAW.match(text)
    return _draw(state, match[1], match[2]) if match else None


def _draw(state: EpicState, player: str, name: str) -> Action:
    named = [seat for seat, name in enumerate(state.names) if fold(name).startswith(fold(player))]
    seat = named[0] if len(named) == 1 and fold(player) else find(state, player, list(range(len(state.seats))))
    deck = state.seats[seat].deck
    decision = state.pending
    place = (
        detail(decision, "place") if decision and decision.kind == "draw" and detail(decision, "seat") == seat else 0
    )
    cid = state.card_of(find_card(state, deck[place] if deck else (), seat, name, ()))
    return Action(CHANCE, "draw", (cid,), seat)


def _write_draw(state: EpicState, answer: Action) -> str:
    if not answer.refs:
        return f"{state.names[answer.option]} draws nothing"
    shown = state.pending is not None and detail(state.pending, "shown")
    return f"{state.names[answer.option]} {'reveals' if shown else 'draws'} {state.table[answer.refs[0]].name}"


DRAW: Final = Phrasing("draw", "draw", "says which card came off a deck", ("chance: Ben draws Kong",), _write_draw)
