"""Cards that the organiser bans or restricts at an event.

They are in addition to those of the format.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from rules.decks.catalogue import DeckCard
from rules.decks.constraints.basic import Candidate, Constraint, merge_by_name
from rules.decks.names import fold
from rules.decks.report import Problem


@dataclass(frozen=True, slots=True)
class EventLists(Constraint):
    """No card banned at the event, and at most one copy of each restricted card.

    Attributes:
        banned: Folded names.
        restricted: Folded names.
        rule: Rule number of the format.
    """

    banned: frozenset[str]
    restricted: frozenset[str]
    rule: str

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield ``banned`` and ``restricted`` problems, by name."""
        for entry in merge_by_name(candidate.deck.entries):
            name, copies = entry.card.name, entry.quantity
            if fold(name) in self.banned:
                which = "it" if copies == 1 else f"all {copies}"
                yield Problem("banned", f"{name} is banned at this event: remove {which}", self.rule, name, entry.lines)
            elif fold(name) in self.restricted and copies > 1:
                message = f"{copies} x {name}, restricted to 1 at this event: remove {copies - 1}"
                yield Problem("restricted", message, self.rule, name, entry.lines)

    def excludes(self, card: DeckCard, on: date) -> bool:  # noqa: ARG002 - the lists hold for the event
        """Return True if the card is banned at the event."""
        return fold(card.name) in self.banned
