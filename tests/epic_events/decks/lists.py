"""Decklists for tests, built from the catalogue."""

from rules.epic.cards import CATALOGUE

BANNED = {"Blind Faith", "Ceasefire", "Fumble"}


def legal_text(shift: int = 0) -> str:
    """Return a legal decklist of 60 cards; ``shift`` varies the cards."""
    cards = [card for card in CATALOGUE if card.cost == 1 and card.is_deck_card and not card.doubtful]
    names = [card.name for card in cards if card.name not in BANNED]
    return "".join(f"3 {name}\n" for name in names[shift : shift + 20])


def short_text() -> str:
    """Return a decklist whose only error is its size."""
    return "".join(legal_text().splitlines(keepends=True)[:-1])
