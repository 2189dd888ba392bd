"""Constraints for limited formats, where decks are built from a card pool."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from rules.decks.catalogue import DeckCard
from rules.decks.constraints.basic import Candidate, Constraint, UncataloguedCard, merge_by_name
from rules.decks.decklist import Decklist, Entry
from rules.decks.line_formats import Section
from rules.decks.messages import format_count, join_and, join_or
from rules.decks.names import fold
from rules.decks.report import Problem, Unchecked

BOTH = (Section.MAIN, Section.SIDEBOARD)


class PoolError(ValueError):
    """A card pool is invalid, or the format has no pool.

    Attributes:
        messages: Error messages with line numbers.
        problems: The errors of single lines as ``Problem`` objects.
    """

    def __init__(self, messages: tuple[str, ...], problems: tuple[Problem, ...] = ()) -> None:
        self.messages = messages
        self.problems = problems
        super().__init__("\n".join(messages))


@dataclass(frozen=True, slots=True)
class Pool:
    """A player's card pool.

    Attributes:
        copies: Number of copies by folded name.
        alignments: Number of cards by alignment; a card with two alignments counts for both.
    """

    copies: Mapping[str, int]
    alignments: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, deck: Decklist[DeckCard]) -> "Pool":
        """Create a pool from all sections of a list.

        Cards that no deck may contain are omitted.
        """
        copies: Counter[str] = Counter()
        alignments: Counter[str] = Counter()
        for entry in deck.entries:
            if entry.card.is_deck_card:
                copies[fold(entry.card.name)] += entry.quantity
                alignments.update(dict.fromkeys(map(str, entry.card.deck_alignments), entry.quantity))
        return cls(copies, alignments)

    @property
    def cards(self) -> int:
        """Number of cards in the pool."""
        return sum(self.copies.values())


@dataclass(frozen=True, slots=True)
class PoolShape:
    """Expected size and alignments of a pool.

    Attributes:
        cards: Number of cards.
        or_more: Whether more cards are allowed.
        each: Minimum and maximum number of cards per alignment; ``None`` for any.
    """

    cards: int
    or_more: bool = False
    each: tuple[int, int] | None = None

    def words(self) -> str:
        """Return the shape as text: "60 cards with 13 to 17 of each alignment"."""
        suffix = " or more" if self.or_more else ""
        spread = f" with {self.each[0]} to {self.each[1]} of each alignment" if self.each else ""
        return f"{format_count(self.cards, 'card')}{suffix}{spread}"

    def fits(self, pool: Pool, alignments: tuple[str, ...]) -> bool:
        """Return True if a pool has the expected size and alignments."""
        if pool.cards != self.cards and not (self.or_more and pool.cards > self.cards):
            return False
        least, maximum = self.each or (0, pool.cards)
        return all(least <= pool.alignments.get(name, 0) <= maximum for name in alignments)


@dataclass(frozen=True, slots=True)
class PoolLimit(Constraint):
    """Deck and sideboard use only cards of the pool.

    Attributes:
        rule: Rule number.
        size: Pool size, if it is the only limit on deck and sideboard; otherwise ``None``.
        pool: The registered pool; ``None`` before registration.
        shapes: Allowed shapes of the pool; empty for any.
        shape_rule: Rule number of the shapes; empty if it is ``rule``.
        given: How players obtain the pool, for messages.
        free: Returns whether a card may come from outside the pool; ``None`` if no card may.
        over: Sections whose cards come from the pool.
    """

    needs_whole_list: ClassVar[bool] = True
    required_sections: ClassVar[tuple[Section, ...]] = tuple(Section)
    rule: str
    size: int | None = None
    pool: Pool | None = None
    shapes: tuple[PoolShape, ...] = ()
    shape_rule: str = ""
    given: str = "opened"
    free: Callable[[Any], bool] | None = None
    over: tuple[Section, ...] = BOTH

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield ``more-than-pool``, ``not-from-pool`` and ``pool-size`` problems."""
        entries = merge_by_name(candidate.entries(self.over))
        have = sum(entry.quantity for entry in entries)
        if self.size is not None and have > self.size:
            over = have - self.size
            message = (
                f"{format_count(have, 'card')} in deck and sideboard, {self.size} were {self.given}: remove {over}"
            )
            yield Problem("more-than-pool", message, self.rule)
        if self.pool is None:
            return
        for entry, available in self._shortages(entries, self.pool):
            if not self._may_be_free(entry.card):
                excess = entry.quantity - available
                message = f"{entry.quantity} x {entry.card.name}, {available} in the pool: remove {excess}"
                yield Problem("not-from-pool", message, self.rule, entry.card.name, entry.lines)
        yield from self.pool_problems(self.pool, candidate.alignments)

    def pool_problems(self, pool: Pool, alignments: tuple[str, ...]) -> Iterator[Problem]:
        """Yield ``pool-size`` if the pool has none of the allowed shapes."""
        if self.shapes and not any(shape.fits(pool, alignments) for shape in self.shapes):
            message = f"the pool has {self._describe(pool, alignments)}, and a pool of this format has "
            message += f"{join_or([shape.words() for shape in self.shapes])}: register it again"
            yield Problem("pool-size", message, self.shape_rule or self.rule)

    def unchecked(self, candidate: Candidate) -> Iterator[Unchecked]:
        """Yield ``pool-unknown`` without a pool, ``pool-free`` for cards from outside it."""
        if self.pool is None:
            message = f"whether every card of the list was {self.given} is not known: no pool is registered"
            settled_by = f"the pool, a list of the cards that were {self.given}"
            yield Unchecked("pool-unknown", message, settled_by, self.rule)
            return
        for entry, available in self._shortages(merge_by_name(candidate.entries(self.over)), self.pool):
            if self._may_be_free(entry.card):
                message = (
                    f"{entry.quantity} x {entry.card.name}, {available} in the pool; whether more may be added is "
                )
                message += "not known"
                settled_by = "the organiser, who says which cards are free to take"
                yield Unchecked("pool-free", message, settled_by, self.rule, entry.card.name, entry.lines)

    def _may_be_free(self, card: DeckCard) -> bool:
        return self.free is not None and not isinstance(card, UncataloguedCard) and self.free(card)

    def _shortages(self, entries: list[Entry[DeckCard]], pool: Pool) -> Iterator[tuple[Entry[DeckCard], int]]:
        """Yield entries with more copies than the pool, each with the number in the pool."""
        for entry in entries:
            available = pool.copies.get(fold(entry.card.name), 0)
            if entry.quantity > available:
                yield entry, available

    def _describe(self, pool: Pool, alignments: tuple[str, ...]) -> str:
        """Return the size of a pool as text, with alignments if the shapes depend on them."""
        cards = format_count(pool.cards, "card")
        if not any(shape.each for shape in self.shapes):
            return cards
        return f"{cards} ({join_and([f'{pool.alignments.get(name, 0)} {name}' for name in alignments])})"
