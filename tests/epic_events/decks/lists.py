"""Decklists for tests, built from the catalogue."""

from rules.epic.cards import CATALOGUE

BANNED = {"Blind Faith", "Ceasefire", "Fumble"}


def legal_text(shift: int = 0) -> str:
    """A legal list of 60: three copies each of twenty cards that cost 1; another ``shift``, another list."""
    cards = [card for card in CATALOGUE if card.cost == 1 and card.is_deck_card and not card.doubtful]
    names = [card.name for card in cards if card.name not in BANNED]
    return "".join(f"3 {name}\n" for name in names[shift : shift + 20])


def short_text() -> str:
    """A list with one problem only: it is too short."""
    return "".join(legal_text().splitlines(keepends=True)[:-1])
