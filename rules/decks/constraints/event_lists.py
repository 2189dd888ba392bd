"""The cards that the organiser of an event bans or restricts there, whatever the format's own lists say."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from rules.decks.catalogue import DeckCard
from rules.decks.constraints.basic import Candidate, Constraint, by_name
from rules.decks.names import fold
from rules.decks.report import Problem


@dataclass(frozen=True, slots=True)
class EventLists(Constraint):
    """No card that is banned at the event, and one copy at most of a card that is restricted, all sections together.

    Attributes:
        banned: Folded names.
        restricted: Folded names.
        rule: Where the format is defined.
    """

    banned: frozenset[str]
    restricted: frozenset[str]
    rule: str

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Give ``banned`` and ``restricted``, by name."""
        for entry in by_name(candidate.deck.entries):
            name, copies = entry.card.name, entry.quantity
            if fold(name) in self.banned:
                which = "it" if copies == 1 else f"all {copies}"
                yield Problem("banned", f"{name} is banned at this event: remove {which}", self.rule, name, entry.lines)
            elif fold(name) in self.restricted and copies > 1:
                message = f"{copies} x {name}, restricted to 1 at this event: remove {copies - 1}"
                yield Problem("restricted", message, self.rule, name, entry.lines)

    def excludes(self, card: DeckCard, on: date) -> bool:  # noqa: ARG002 - the lists hold for the event
        """Return whether the card is banned."""
        return fold(card.name) in self.banned
