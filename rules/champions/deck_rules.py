"""Deck constraints of Champions only.

Classes, starting health, stated totals and side deck.
"""

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
"""The sections of a deck; cards without a heading are in the main one."""
HOMES: Final = {
    CardType.CHAMPION: Section.CHAMPIONS,
    CardType.BLESSING: Section.BLESSINGS,
    CardType.ACTION: Section.ACTIONS,
}
MAX_HEALTH: Final = 35
"""Maximum starting health (2.1.3.3)."""
_KINDS: Final = {section: kind for kind, section in HOMES.items()}
_PLAYED_BY: Final = {
    Category.UNIT: CardClass.WARRIOR,
    Category.SPELL: CardClass.WIZARD,
}


def section_of(card: Any) -> Section | None:
    """Return the decklist section for a card's type; ``None`` if the type is unknown."""
    return HOMES.get(card.kind) if isinstance(card, Card) and card.kind else None


def card_type_of(card: DeckCard, sections: frozenset[Section]) -> CardType | None:
    """Return a card's type; if unknown, the type implied by the sections that list it."""
    if isinstance(card, Card) and card.kind:
        return card.kind
    listed_types = {_KINDS[section] for section in sections if section in _KINDS}
    return listed_types.pop() if len(listed_types) == 1 else None


def is_champion(card: DeckCard, section: Section) -> bool | None:
    """Return whether a card listed in ``section`` is a Champion; ``None`` if unknown."""
    kind = card_type_of(card, frozenset({section}))
    return None if kind is None else kind is CardType.CHAMPION


def copy_limits(card: DeckCard, sections: frozenset[Section]) -> tuple[int, ...]:
    """Return the possible copy limits of a card given its known facts (2.1.1.1)."""
    kind = card_type_of(card, sections)
    if kind is None:
        return (1, 2, 3)
    if kind is not CardType.CHAMPION:
        return (1,) if kind is CardType.BLESSING else (3,)
    unique = card.unique if isinstance(card, Card) else None
    return (1, 2) if unique is None else (1,) if unique else (2,)


def alliance_of(card: Any) -> str | None:
    """Return a card's Alliance: empty if Unaligned, ``None`` if unknown."""
    if not isinstance(card, Card) or card.alliance is None:
        return None
    return "".join(card.deck_alignments)


def champions_of(candidate: Candidate) -> list[Entry[DeckCard]]:
    """Return the entries of a decklist that are or may be Champions."""
    entries = candidate.entries(DECK)
    return merge_by_name(tuple(entry for entry in entries if is_champion(entry.card, entry.section)))


@dataclass(frozen=True, slots=True)
class PlayableCards(Constraint):
    """Warns of Action cards that no Champion of the list can play.

    Attributes:
        rule: Rule number.
    """

    rule: str

    def problems(self, candidate: Candidate) -> Iterator[Problem]:  # noqa: ARG002 - nothing forbids such a card
        """Yield nothing: unplayable cards are legal."""
        return iter(())

    def warnings(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield a ``unplayable`` problem for each card that no Champion can play.

        Only if all Champions are known.
        """
        champions = [entry.card for entry in champions_of(candidate)]
        classes = {card.card_class if isinstance(card, Card) else None for card in champions}
        if not classes or None in classes or CardClass.WARRIOR_WIZARD in classes:
            return
        for entry in merge_by_name(candidate.entries(DECK)):
            required_class = _required_class(entry.card)
            if required_class not in (None, CardClass.ANY) and required_class not in classes:
                card = entry.card
                message = f"{card.name} is played by a {required_class}, and no Champion of the list is one"
                yield Problem("unplayable", message, self.rule, card.name, entry.lines)


def _required_class(card: DeckCard) -> CardClass | None:
    """Return the class that an Action card requires; ``None`` if unknown, or none."""
    if not isinstance(card, Card) or card.category is None:
        return None
    return card.card_class if card.category is Category.ABILITY else _PLAYED_BY[card.category]


@dataclass(frozen=True, slots=True)
class StartingHealth(Constraint):
    """Warns if starting health exceeds the maximum, as the excess is lost.

    Attributes:
        rule: Rule number.
        start: Health without modifiers.
    """

    rule: str
    start: int = 30

    def problems(self, candidate: Candidate) -> Iterator[Problem]:  # noqa: ARG002 - too much health is legal
        """Yield nothing: excess health is legal."""
        return iter(())

    def warnings(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield ``health-lost`` if all modifiers are known and exceed the maximum."""
        modifiers = [
            (card.health, entry.quantity)
            for entry in champions_of(candidate)
            for card in [entry.card]
            if isinstance(card, Card) and card.health is not None
        ]
        if sum(number for _, number in modifiers) != sum(entry.quantity for entry in champions_of(candidate)):
            return
        total = self.start + sum(health * number for health, number in modifiers)
        if total > MAX_HEALTH:
            lost = total - MAX_HEALTH
            message = f"the Champions add up to {total} health, the maximum is {MAX_HEALTH}: {lost} are lost"
            yield Problem("health-lost", message, self.rule)


@dataclass(frozen=True, slots=True)
class StatedTotals(Constraint):
    """Warns if totals stated in the list differ from the known facts of its Champions.

    Attributes:
        rule: Rule number.
    """

    rule: str

    def problems(self, candidate: Candidate) -> Iterator[Problem]:  # noqa: ARG002 - a wrong sum is no wrong deck
        """Yield nothing: a wrong total does not make a deck illegal."""
        return iter(())

    def warnings(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield a ``claim`` problem for each stated total that differs from the known one."""
        champions = champions_of(candidate)
        for claim in candidate.claims:
            numbers = [_known_number(entry.card, claim.what) for entry in champions]
            if not numbers or None in numbers:
                continue
            total = sum((fact or 0) * entry.quantity for fact, entry in zip(numbers, champions, strict=True))
            if total != claim.amount:
                message = f"the list says {claim.what} {claim.amount}, its Champions add up to {total}"
                yield Problem("claim", message, self.rule, lines=(claim.line,))


def _known_number(card: DeckCard, fact: str) -> int | None:
    if not isinstance(card, Card):
        return None
    return card.cost if fact == "cost" else card.health


@dataclass(frozen=True, slots=True)
class NoSideDeck(Constraint):
    """Forbids a side deck unless the organiser sets its size.

    Its rules are unknown.

    Attributes:
        source: URL of the page that mentions side decks.
    """

    source: str

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield ``side-deck``, with the lines of all its cards."""
        entries = candidate.deck.sideboard
        if entries:
            cards = format_count(sum(entry.quantity for entry in entries), "card")
            message = (
                f"{cards} in a side deck: its rules are not known and this event sets no size for one; remove it, or "
                "ask the organiser to set a size"
            )
            lines = tuple(sorted({line for entry in entries for line in entry.lines}))
            yield Problem("side-deck", message, self.source, lines=lines)
