"""Rotating formats: the legal sets depend on the date."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from rules.decks.catalogue import DeckCard
from rules.decks.constraints.basic import Candidate, Constraint, UncataloguedCard, merge_by_name
from rules.decks.messages import quote
from rules.decks.report import Problem, Unchecked


@dataclass(frozen=True, slots=True)
class Period:
    """The legal sets of a format during a period.

    Attributes:
        since: First day.
        sets: Names of the sets.
        source: URL of the announcement.
        until: First day after the period; ``None`` if open-ended.
    """

    since: date
    sets: frozenset[str]
    source: str
    until: date | None = None

    def holds(self, on: date) -> bool:
        """Return True if a date is within the period."""
        return self.since <= on and (self.until is None or on < self.until)


@dataclass(frozen=True, slots=True)
class Rotation(Constraint):
    """Only cards of the sets that are legal on the date of the check.

    Attributes:
        periods: Known periods, without overlap.
        set_of: Returns the set of a card.
        everywhere: Returns whether a card is legal in every period.
        rule: Rule number of the format.
        settled_by: Which information would allow the check outside the known periods.
    """

    periods: tuple[Period, ...]
    set_of: Callable[[Any], str]
    everywhere: Callable[[Any], bool]
    rule: str
    settled_by: str

    def _period(self, on: date) -> Period | None:
        return next((period for period in self.periods if period.holds(on)), None)

    def _is_illegal(self, card: DeckCard, period: Period) -> bool:
        is_known = not isinstance(card, UncataloguedCard) and card.is_deck_card
        return is_known and not self.everywhere(card) and self.set_of(card) not in period.sets

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield a ``not-in-format`` problem for each card of an illegal set.

        The set is not legal on the date.
        """
        period = self._period(candidate.on)
        for entry in merge_by_name(candidate.deck.entries) if period else ():
            if period and self._is_illegal(entry.card, period):
                sets = ", ".join(sorted(period.sets))
                message = f"{entry.card.name} is of {quote(self.set_of(entry.card))}, legal are {sets}: remove it"
                yield Problem("not-in-format", message, period.source, entry.card.name, entry.lines)

    def unchecked(self, candidate: Candidate) -> Iterator[Unchecked]:
        """Yield ``sets-unknown`` on a date outside the known periods."""
        if self._period(candidate.on) is None:
            message = f"the sets of {candidate.on.isoformat()} are not known"
            yield Unchecked("sets-unknown", message, self.settled_by, self.rule)

    def excludes(self, card: DeckCard, on: date) -> bool:
        """Return True if the set of the card is known not to be legal on the date."""
        period = self._period(on)
        return period is not None and self._is_illegal(card, period)
