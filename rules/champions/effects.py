"""Parsed card texts: the abilities that the engine executes.

Each instruction of a line (``now: damage v foe``) becomes a frozen dataclass. A card with unsupported lines, which
``Text.missing`` lists, cannot be played.

>>> from rules.champions.cards import HOUSE
>>> text_of(HOUSE.card("Grave Tithe")).lines[0].nodes
(Damage(parts=((None, 'foe'),), rend=True),)
>>> text_of(HOUSE.card("Landslide")).missing
('does: remove any unit',)
"""

from dataclasses import dataclass
from functools import cache

from rules.champions.cards import Card, Category, Duration, When
from rules.champions.cards.instructions import (
    Amount,
    Damage,
    Draw,
    GainActions,
    Heal,
    Modify,
    NoActs,
    Node,
    Rotate,
    parse_instruction,
)
from rules.champions.cards.line_validation import line_error
from rules.decks import Catalogue


@dataclass(frozen=True, slots=True)
class Ability:
    """A parsed line of a card's text: timing, corners, triggering event, instructions."""

    when: When
    corners: tuple[int, ...]
    event: str
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """A parsed card text: the supported lines as abilities, the others as strings."""

    lines: tuple[Ability, ...]
    missing: tuple[str, ...] = ()

    def of(self, when: When) -> tuple[Ability, ...]:
        """Return the abilities with this timing, in printed order."""
        return tuple(line for line in self.lines if line.when is when)


@cache
def text_of(card: Card) -> Text:
    """Return the parsed text of a card."""
    lines: list[Ability] = []
    missing: list[str] = []
    for line in card.text or ():
        if line_error(line, card) is None:
            nodes = tuple(node for words in line.instructions if (node := parse_instruction(words)) is not None)
            lines.append(Ability(line.when, line.corners, line.event, nodes))
        else:
            missing.append(str(line))
    return Text(tuple(lines), tuple(missing))


@cache
def unsupported_lines(card: Card) -> tuple[str, ...]:
    """Return the lines of a card that the engine does not support; empty if playable."""
    if not card.complete:
        return tuple(f"{fact} not known" for fact in card.missing)
    stacks = ("it is a Stacking Unit",) if card.category is Category.UNIT and card.stacking else ()
    return (*stacks, *text_of(card).missing)


def playable_cards(cards: Catalogue[Card]) -> tuple[Card, ...]:
    """Return the cards whose text the engine fully supports."""
    return tuple(card for card in cards if not unsupported_lines(card))


def is_unit(card: Card) -> bool:
    """Return True if the card is a Unit."""
    return card.category is Category.UNIT


def is_ability(card: Card) -> bool:
    """Return True if the card is an Ability, which never enters the field."""
    return card.category is Category.ABILITY


def is_instant(card: Card) -> bool:
    """Return True if the card is an Instant Blessing."""
    return card.duration is Duration.INSTANT


__all__ = [
    "Ability",
    "Amount",
    "Damage",
    "Draw",
    "GainActions",
    "Heal",
    "Modify",
    "NoActs",
    "Node",
    "Rotate",
    "Text",
    "is_ability",
    "is_instant",
    "is_unit",
    "playable_cards",
    "text_of",
    "unsupported_lines",
]
