"""What the lines of a card's text do, as data: the abilities that the engine carries out.

Card files write lines in words (``now: damage v foe``); here each instruction becomes a frozen node. A line that is no
such node yet leaves its card out of play: ``Text.missing`` names it.

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
    node_of,
)
from rules.champions.cards.lines import fault
from rules.decks import Catalogue


@dataclass(frozen=True, slots=True)
class Ability:
    """One line of a card's text: when, on which corners, after which event, and what it does."""

    when: When
    corners: tuple[int, ...]
    event: str
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """A card's text as the engine carries it out, and what of it that cannot be yet, line by line."""

    lines: tuple[Ability, ...]
    missing: tuple[str, ...] = ()

    def of(self, when: When) -> tuple[Ability, ...]:
        """Return the lines of one kind, in printed order."""
        return tuple(line for line in self.lines if line.when is when)


@cache
def text_of(card: Card) -> Text:
    """Return what a card does."""
    lines: list[Ability] = []
    missing: list[str] = []
    for line in card.text or ():
        if fault(line, card) is None:
            nodes = tuple(node for words in line.instructions if (node := node_of(words)) is not None)
            lines.append(Ability(line.when, line.corners, line.event, nodes))
        else:
            missing.append(str(line))
    return Text(tuple(lines), tuple(missing))


@cache
def not_yet(card: Card) -> tuple[str, ...]:
    """Return what of a card the engine cannot play, each in words; nothing where it plays all of it."""
    if not card.complete:
        return tuple(f"{fact} not known" for fact in card.missing)
    stacks = ("it is a Stacking Unit",) if card.category is Category.UNIT and card.stacking else ()
    return (*stacks, *text_of(card).missing)


def playable_cards(cards: Catalogue[Card]) -> tuple[Card, ...]:
    """Return those of some cards that the engine plays."""
    return tuple(card for card in cards if not not_yet(card))


def is_unit(card: Card) -> bool:
    """Whether it is a Unit."""
    return card.category is Category.UNIT


def is_ability(card: Card) -> bool:
    """Whether it is an Ability, which never lies on the field."""
    return card.category is Category.ABILITY


def is_instant(card: Card) -> bool:
    """Whether it is an Instant Blessing."""
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
    "not_yet",
    "playable_cards",
    "text_of",
]
