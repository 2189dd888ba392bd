"""What the deck rules of Champions look at that no other game has: sections, classes, health, what a list claims."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from rules.champions.cards import Card, CardClass, CardType, Category
from rules.decks import Section
from rules.decks.catalogue import DeckCard
from rules.decks.constraints import Candidate, Constraint, merge_by_name
from rules.decks.decklist import Entry
from rules.decks.messages import format_count
from rules.decks.report import Problem

DECK: Final = (Section.MAIN, Section.CHAMPIONS, Section.BLESSINGS, Section.ACTIONS)
"""The sections of a deck; what stands under no heading is in the main one."""
HOMES: Final = {
    CardType.CHAMPION: Section.CHAMPIONS,
    CardType.BLESSING: Section.BLESSINGS,
    CardType.ACTION: Section.ACTIONS,
}
MOST_HEALTH: Final = 35
"""2.1.3.3"""
_KINDS: Final = {section: kind for kind, section in HOMES.items()}
_PLAYED_BY: Final = {
    Category.UNIT: CardClass.WARRIOR,
    Category.SPELL: CardClass.WIZARD,
}


def home(card: Any) -> Section | None:
    """Return the section a card belongs in; ``None`` when its type is not known."""
    return HOMES.get(card.kind) if isinstance(card, Card) and card.kind else None


def kind_of(card: DeckCard, sections: frozenset[Section]) -> CardType | None:
    """Return a card's type; where it is not known, the one of the heading it stands under is believed."""
    if isinstance(card, Card) and card.kind:
        return card.kind
    said = {_KINDS[section] for section in sections if section in _KINDS}
    return said.pop() if len(said) == 1 else None


def is_champion(card: DeckCard, section: Section) -> bool | None:
    """Return whether a card counts as a Champion of the list; ``None`` when nobody can say."""
    kind = kind_of(card, frozenset({section}))
    return None if kind is None else kind is CardType.CHAMPION


def copies(card: DeckCard, sections: frozenset[Section]) -> tuple[int, ...]:
    """Return how many copies of a card there may be (2.1.1.1), every limit that is possible with what is known."""
    kind = kind_of(card, sections)
    if kind is None:
        return (1, 2, 3)
    if kind is not CardType.CHAMPION:
        return (1,) if kind is CardType.BLESSING else (3,)
    unique = card.unique if isinstance(card, Card) else None
    return (1, 2) if unique is None else (1,) if unique else (2,)


def alliance(card: Any) -> str | None:
    """Return a card's Alliance, empty for an Unaligned one; ``None`` when it is not known."""
    if not isinstance(card, Card) or card.alliance is None:
        return None
    return "".join(card.deck_alignments)


def champions_of(candidate: Candidate) -> list[Entry[DeckCard]]:
    """Return the entries of a list that are Champions, as far as that is known."""
    entries = candidate.entries(DECK)
    return merge_by_name(tuple(entry for entry in entries if is_champion(entry.card, entry.section)))


@dataclass(frozen=True, slots=True)
class Playable(Constraint):
    """Every Action card can be played by some Champion of the list: allowed otherwise, and hardly meant.

    Attributes:
        rule: Where it is written what a class can play.
    """

    rule: str

    def problems(self, candidate: Candidate) -> Iterator[Problem]:  # noqa: ARG002 - nothing forbids such a card
        """Give nothing: the rules do not ask that a card can be played."""
        return iter(())

    def warnings(self, candidate: Candidate) -> Iterator[Problem]:
        """Give ``unplayable`` for each card that no Champion can play, when the classes of all four are known."""
        champions = [entry.card for entry in champions_of(candidate)]
        classes = {card.card_class if isinstance(card, Card) else None for card in champions}
        if not classes or None in classes or CardClass.WARRIOR_WIZARD in classes:
            return
        for entry in merge_by_name(candidate.entries(DECK)):
            asks = _asks_for(entry.card)
            if asks not in (None, CardClass.ANY) and asks not in classes:
                card = entry.card
                message = f"{card.name} is played by a {asks}, and no Champion of the list is one"
                yield Problem("unplayable", message, self.rule, card.name, entry.lines)


def _asks_for(card: DeckCard) -> CardClass | None:
    """Return the class that an Action card asks for; ``None`` when that is not known, and for other cards."""
    if not isinstance(card, Card) or card.category is None:
        return None
    return card.card_class if card.category is Category.ABILITY else _PLAYED_BY[card.category]


@dataclass(frozen=True, slots=True)
class StartingHealth(Constraint):
    """Health above the maximum is lost at the start: allowed, and a pity.

    Attributes:
        rule: Where it is written.
        start: Health without modifiers.
    """

    rule: str
    start: int = 30

    def problems(self, candidate: Candidate) -> Iterator[Problem]:  # noqa: ARG002 - too much health is legal
        """Give nothing: what is above the maximum is cut off."""
        return iter(())

    def warnings(self, candidate: Candidate) -> Iterator[Problem]:
        """Give ``health-lost`` when the modifiers of all Champions are known and lead above the maximum."""
        modifiers = [
            (card.health, entry.quantity)
            for entry in champions_of(candidate)
            for card in [entry.card]
            if isinstance(card, Card) and card.health is not None
        ]
        if sum(number for _, number in modifiers) != sum(entry.quantity for entry in champions_of(candidate)):
            return
        total = self.start + sum(health * number for health, number in modifiers)
        if total > MOST_HEALTH:
            lost = total - MOST_HEALTH
            message = f"the Champions lead to {total} health, {MOST_HEALTH} is the maximum: {lost} are lost"
            yield Problem("health-lost", message, self.rule)


@dataclass(frozen=True, slots=True)
class Claims(Constraint):
    """What a list says of its Champions in brackets is compared with what is known of them.

    Attributes:
        rule: Where it is written what is added up.
    """

    rule: str

    def problems(self, candidate: Candidate) -> Iterator[Problem]:  # noqa: ARG002 - a wrong sum is no wrong deck
        """Give nothing: a claim is never believed, so a wrong one does no harm."""
        return iter(())

    def warnings(self, candidate: Candidate) -> Iterator[Problem]:
        """Give ``claim`` for each number that is not what the Champions add up to, where that is known."""
        champions = champions_of(candidate)
        for claim in candidate.claims:
            known = [_fact(entry.card, claim.what) for entry in champions]
            if not known or None in known:
                continue
            total = sum((fact or 0) * entry.quantity for fact, entry in zip(known, champions, strict=True))
            if total != claim.amount:
                message = f"the list says {claim.what} {claim.amount}, its Champions add up to {total}"
                yield Problem("claim", message, self.rule, lines=(claim.line,))


def _fact(card: DeckCard, what: str) -> int | None:
    if not isinstance(card, Card):
        return None
    return card.cost if what == "cost" else card.health


@dataclass(frozen=True, slots=True)
class NoSideDeck(Constraint):
    """Nobody has the rules of side decks: unless the organiser sets a size, a list has none.

    Attributes:
        source: Where side decks are spoken of.
    """

    source: str

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Give ``side-deck`` with all its lines."""
        entries = candidate.deck.sideboard
        if entries:
            cards = format_count(sum(entry.quantity for entry in entries), "card")
            message = (
                f"{cards} in a side deck: its rules are not known and this event sets no size for one; remove it, or "
                "ask the organiser to set a size"
            )
            lines = tuple(sorted({line for entry in entries for line in entry.lines}))
            yield Problem("side-deck", message, self.source, lines=lines)
