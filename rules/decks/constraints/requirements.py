"""Requirements of single cards on the deck that contains them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.decks.constraints.basic import Candidate, Constraint, UncataloguedCard, merge_by_name
from rules.decks.report import Problem, Unchecked


@dataclass(frozen=True, slots=True)
class DeckRequirement:
    """A card's requirement on the main deck; 0 for none.

    Attributes:
        cards: Minimum number of cards.
        names: Minimum number of different names among the cards that count.
    """

    cards: int = 0
    names: int = 0


@dataclass(frozen=True, slots=True)
class DeckRequirements(Constraint):
    """The main deck meets the requirements of all its cards.

    Attributes:
        of: Returns the requirement of a card; ``None`` for none.
        counts: Returns whether a card counts among the different names.
        counted: Plural noun for the cards that count.
        rule: Rule number.
        settled_by: Which information would allow the check where facts are missing.
    """

    needs_whole_list: ClassVar[bool] = True
    of: Callable[[Any], DeckRequirement | None]
    counts: Callable[[Any], bool]
    counted: str
    rule: str
    settled_by: str

    def _count_names(self, candidate: Candidate) -> tuple[int, int]:
        """Return the number of names that count, and the number of names that may count."""
        entries = merge_by_name(candidate.main)
        unknown = sum(isinstance(entry.card, UncataloguedCard) for entry in entries)
        return sum(not isinstance(each.card, UncataloguedCard) and self.counts(each.card) for each in entries), unknown

    def _requirements(self, candidate: Candidate) -> Iterator[tuple[str, tuple[int, ...], DeckRequirement]]:
        for entry in merge_by_name(candidate.main):
            requirement = None if isinstance(entry.card, UncataloguedCard) else self.of(entry.card)
            if requirement:
                yield entry.card.name, entry.lines, requirement

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield a ``deckbuilding`` problem for each unmet requirement."""
        known, unknown = self._count_names(candidate)
        for name, lines, requirement in self._requirements(candidate):
            short = requirement.cards - candidate.cards
            if short > 0:
                message = (
                    f"{name} asks for {requirement.cards} cards, there are {candidate.cards}: add {short} or remove it"
                )
                yield Problem("deckbuilding", message, self.rule, name, lines)
            short = requirement.names - known - unknown
            if short > 0:
                message = f"{name} asks for {requirement.names} different names among {self.counted}, there are "
                message += f"{known + unknown}: add {short} or remove it"
                yield Problem("deckbuilding", message, self.rule, name, lines)

    def unchecked(self, candidate: Candidate) -> Iterator[Unchecked]:
        """Yield a ``deckbuilding`` problem for requirements met by unknown cards only."""
        known, unknown = self._count_names(candidate)
        for name, lines, requirement in self._requirements(candidate):
            if known < requirement.names <= known + unknown:
                message = (
                    f"{name} asks for {requirement.names} different names among {self.counted}: at least {known}, "
                )
                message += f"at most {known + unknown}"
                yield Unchecked("deckbuilding", message, self.settled_by, self.rule, name, lines)
