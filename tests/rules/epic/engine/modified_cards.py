"""Cards with replaced texts, to test one mechanic at a time."""

from dataclasses import replace

from rules.epic.cards.printed import PrintedCard
from rules.epic.effects import Ability
from rules.epic.state import EpicState


def reprint(state: EpicState, name: str, *text: Ability) -> None:
    """Give every card called ``name`` in this game the abilities ``text`` instead of its own."""
    mine = next(card for card in state.table.values() if card.name == name)
    changed = PrintedCard(replace(mine.card, text=text))
    state.table = {cid: changed if card is mine else card for cid, card in state.table.items()}
    state.values.clear()
