"""Lists that are built from cards somebody was given: dealt, drafted or opened."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from rules.decks.catalogue import DeckCard
from rules.decks.constraints.basic import Candidate, Constraint, Unlisted, by_name
from rules.decks.decklist import Decklist, Entry
from rules.decks.names import fold
from rules.decks.notation import Section
from rules.decks.report import Problem, Unchecked
from rules.decks.wording import all_of, any_of, count

BOTH = (Section.MAIN, Section.SIDEBOARD)


class PoolError(ValueError):
    """What was given as a pool is none, or the format builds from none.

    Attributes:
        mistakes: Each with its line where it has one, and what would be right.
        problems: The same of single lines, as values; empty where it is about none.
    """

    def __init__(self, mistakes: tuple[str, ...], problems: tuple[Problem, ...] = ()) -> None:
        self.mistakes = mistakes
        self.problems = problems
        super().__init__("\n".join(mistakes))


@dataclass(frozen=True, slots=True)
class Pool:
    """The cards that somebody was given to build from.

    Attributes:
        copies: How many of each folded name.
        alignments: How many of each alignment; a card of two is counted in both.
    """

    copies: Mapping[str, int]
    alignments: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, deck: Decklist[DeckCard]) -> "Pool":
        """Return a list as a pool, all its sections together; what no deck may hold does not count."""
        copies: Counter[str] = Counter()
        alignments: Counter[str] = Counter()
        for entry in deck.entries:
            if entry.card.is_deck_card:
                copies[fold(entry.card.name)] += entry.quantity
                alignments.update(dict.fromkeys(map(str, entry.card.deck_alignments), entry.quantity))
        return cls(copies, alignments)

    @property
    def cards(self) -> int:
        """How many cards it has."""
        return sum(self.copies.values())


@dataclass(frozen=True, slots=True)
class PoolShape:
    """What a pool of a format looks like.

    Attributes:
        cards: Cards.
        or_more: Whether it may have more.
        each: The least and the most of every alignment; ``None`` where nothing is said of them.
    """

    cards: int
    or_more: bool = False
    each: tuple[int, int] | None = None

    def words(self) -> str:
        """Return "36 cards", "60 cards with 13 to 17 of each alignment"."""
        more = " or more" if self.or_more else ""
        spread = f" with {self.each[0]} to {self.each[1]} of each alignment" if self.each else ""
        return f"{count(self.cards, 'card')}{more}{spread}"

    def fits(self, pool: Pool, alignments: tuple[str, ...]) -> bool:
        """Return whether a pool is like this, given the alignments of its game."""
        if pool.cards != self.cards and not (self.or_more and pool.cards > self.cards):
            return False
        least, most = self.each or (0, pool.cards)
        return all(least <= pool.alignments.get(name, 0) <= most for name in alignments)


@dataclass(frozen=True, slots=True)
class WithinPool(Constraint):
    """Deck and sideboard together are no more than the cards somebody was given to build from.

    Attributes:
        rule: Where it is written.
        size: Cards given, where deck and sideboard have no other limit; ``None`` where they have one.
        pool: What was given; ``None`` while it is not registered.
        shapes: What a pool may look like; empty where nothing is said of it.
        shape_rule: Where that is written; empty for the same place.
        given: How one came by the cards, for messages.
        free: Whether a card may come from elsewhere as far as anybody knows; ``None`` where that is so of no card.
        over: The sections whose cards are of the pool.
    """

    of_the_whole: ClassVar[bool] = True
    looks_at: ClassVar[tuple[Section, ...]] = tuple(Section)
    rule: str
    size: int | None = None
    pool: Pool | None = None
    shapes: tuple[PoolShape, ...] = ()
    shape_rule: str = ""
    given: str = "opened"
    free: Callable[[Any], bool] | None = None
    over: tuple[Section, ...] = BOTH

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Give ``more-than-pool``, ``not-from-pool`` for each name given less often, ``pool-size`` for a wrong pool."""
        entries = by_name(candidate.entries(self.over))
        have = sum(entry.quantity for entry in entries)
        if self.size is not None and have > self.size:
            over = have - self.size
            message = f"{count(have, 'card')} in deck and sideboard, {self.size} were {self.given}: remove {over}"
            yield Problem("more-than-pool", message, self.rule)
        if self.pool is None:
            return
        for entry, given in self._short(entries, self.pool):
            if not self._may_be_free(entry.card):
                message = f"{entry.quantity} x {entry.card.name}, {given} in the pool: remove {entry.quantity - given}"
                yield Problem("not-from-pool", message, self.rule, entry.card.name, entry.lines)
        yield from self.of_the_pool(self.pool, candidate.alignments)

    def of_the_pool(self, pool: Pool, alignments: tuple[str, ...]) -> Iterator[Problem]:
        """Give ``pool-size`` for a pool that is none of this format, whatever is built from it."""
        if self.shapes and not any(shape.fits(pool, alignments) for shape in self.shapes):
            message = f"the pool has {self._shown(pool, alignments)}, and a pool of this format has "
            message += f"{any_of([shape.words() for shape in self.shapes])}: register it again"
            yield Problem("pool-size", message, self.shape_rule or self.rule)

    def unchecked(self, candidate: Candidate) -> Iterator[Unchecked]:
        """Give ``pool-unknown`` while no pool is registered, and ``pool-free`` for what may come from elsewhere."""
        if self.pool is None:
            message = f"whether every card of the list was {self.given} is not known: no pool is registered"
            settled_by = f"the pool, a list of the cards that were {self.given}"
            yield Unchecked("pool-unknown", message, settled_by, self.rule)
            return
        for entry, given in self._short(by_name(candidate.entries(self.over)), self.pool):
            if self._may_be_free(entry.card):
                message = f"{entry.quantity} x {entry.card.name}, {given} in the pool; whether more may be added is "
                message += "not known"
                settled_by = "the organiser, who says which cards are free to take"
                yield Unchecked("pool-free", message, settled_by, self.rule, entry.card.name, entry.lines)

    def _may_be_free(self, card: DeckCard) -> bool:
        return self.free is not None and not isinstance(card, Unlisted) and self.free(card)

    def _short(self, entries: list[Entry[DeckCard]], pool: Pool) -> Iterator[tuple[Entry[DeckCard], int]]:
        """Give the names that the pool has less often than the list, with the copies it has."""
        for entry in entries:
            given = pool.copies.get(fold(entry.card.name), 0)
            if entry.quantity > given:
                yield entry, given

    def _shown(self, pool: Pool, alignments: tuple[str, ...]) -> str:
        """Return how many cards a pool has, and of which alignments where that matters."""
        cards = count(pool.cards, "card")
        if not any(shape.each for shape in self.shapes):
            return cards
        return f"{cards} ({all_of([f'{pool.alignments.get(name, 0)} {name}' for name in alignments])})"
