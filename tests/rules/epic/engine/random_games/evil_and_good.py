"""Decks with every Evil and Good card for random games."""

from rules.epic.cards import CATALOGUE, Alignment, CardSet

_SETS = (CardSet.BASE, CardSet.TYRANTS)


def _all(alignment: Alignment, cost: int) -> list[str]:
    return [
        card.name
        for card in CATALOGUE
        if card.playable and card.cost == cost and not card.is_token and card.set in _SETS
        if alignment in card.alignments
    ]


def _deck(alignment: Alignment, half: int) -> tuple[str, ...]:
    """Return every second card of an alignment twice: all that cost 0, and as many as fit that cost 1."""
    free, dear = _all(alignment, 0)[half::2], _all(alignment, 1)[half::2]
    return tuple(name for name in (*free, *dear) for _ in range(2))


EVIL = tuple(_deck(Alignment.EVIL, half) for half in (0, 1))
GOOD = tuple(_deck(Alignment.GOOD, half) for half in (0, 1))
"""Both halves of each alignment; together they hold all its playable cards of the base set and Tyrants."""
