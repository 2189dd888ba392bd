"""Validation of deck arguments of the public functions: decklists or card names."""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from rules.decks.decklist import Decklist, LineStatus, ParsedDeck
from rules.decks.line_formats import Section
from rules.engine.decision import SetupError
from rules.errors import ArgumentTypeError

Deck: TypeAlias = ParsedDeck[Any] | Decklist[Any] | Sequence[str]
"""A deck: what ``rules.parse_deck`` returns, its ``deck``, or the names of the cards, one for each copy."""
DECK: Final = (
    "what parse_deck returns, or a list of names (a deck is a list of the names of its cards, one for each copy)"
)


def card_names(deck: object, argument: str) -> tuple[str, ...]:
    """Return the names of the cards in a deck, one for each copy.

    >>> import rules
    >>> card_names(rules.parse_deck("2 Kong"), "deck")
    ('Kong', 'Kong')

    Args:
        deck: the deck.
        argument: its name in messages.

    Raises:
        ArgumentTypeError: it is no deck.
        SetupError: it is a parsed decklist with unreadable lines.
    """
    if isinstance(deck, ParsedDeck):
        statuses = (LineStatus.UNKNOWN, LineStatus.UNREADABLE)
        unread = [line for line in deck.lines if line.status in statuses and line.section is Section.MAIN]
        if unread:
            problems = "; ".join(f"line {line.number}: {line.message}" for line in unread)
            raise SetupError(f"{argument} has lines that could not be read: {problems}")
        deck = deck.deck
    if isinstance(deck, Decklist):
        return tuple(card.name for card in deck.cards())
    if isinstance(deck, str) or not isinstance(deck, Sequence) or not all(isinstance(name, str) for name in deck):
        raise ArgumentTypeError(argument, DECK, deck)
    return tuple(deck)
