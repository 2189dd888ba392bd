"""Cards that ask something of the deck they are in."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.decks.constraints.basic import Candidate, Constraint, Unlisted, by_name
from rules.decks.report import Problem, Unchecked


@dataclass(frozen=True, slots=True)
class Demand:
    """What a card asks of the main deck, if it is in it; 0 asks nothing.

    Attributes:
        cards: Cards, at least.
        names: Different names among the cards that count, at least.
    """

    cards: int = 0
    names: int = 0


@dataclass(frozen=True, slots=True)
class Demands(Constraint):
    """Every card of the main deck that asks something of it gets it.

    Attributes:
        of: What a card asks; ``None`` for nothing.
        counts: Whether a card counts among different names.
        counted: The cards that count, in the plural.
        rule: Where it is written.
        settled_by: What would settle it where facts are missing.
    """

    of_the_whole: ClassVar[bool] = True
    of: Callable[[Any], Demand | None]
    counts: Callable[[Any], bool]
    counted: str
    rule: str
    settled_by: str

    def _names(self, candidate: Candidate) -> tuple[int, int]:
        """Return how many names are known to count, and how many may."""
        entries = by_name(candidate.main)
        unknown = sum(isinstance(entry.card, Unlisted) for entry in entries)
        return sum(not isinstance(each.card, Unlisted) and self.counts(each.card) for each in entries), unknown

    def _asking(self, candidate: Candidate) -> Iterator[tuple[str, tuple[int, ...], Demand]]:
        for entry in by_name(candidate.main):
            demand = None if isinstance(entry.card, Unlisted) else self.of(entry.card)
            if demand:
                yield entry.card.name, entry.lines, demand

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Give ``deckbuilding`` for each demand that the deck does not meet."""
        known, unknown = self._names(candidate)
        for name, lines, demand in self._asking(candidate):
            short = demand.cards - candidate.cards
            if short > 0:
                message = f"{name} asks for {demand.cards} cards, there are {candidate.cards}: add {short} or remove it"
                yield Problem("deckbuilding", message, self.rule, name, lines)
            short = demand.names - known - unknown
            if short > 0:
                message = f"{name} asks for {demand.names} different names among {self.counted}, there are "
                message += f"{known + unknown}: add {short} or remove it"
                yield Problem("deckbuilding", message, self.rule, name, lines)

    def unchecked(self, candidate: Candidate) -> Iterator[Unchecked]:
        """Give ``deckbuilding`` where it takes names of which nothing is known to meet a demand."""
        known, unknown = self._names(candidate)
        for name, lines, demand in self._asking(candidate):
            if known < demand.names <= known + unknown:
                message = f"{name} asks for {demand.names} different names among {self.counted}: at least {known}, "
                message += f"at most {known + unknown}"
                yield Unchecked("deckbuilding", message, self.settled_by, self.rule, name, lines)
