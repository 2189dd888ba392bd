"""Formats whose sets change with the day."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from rules.decks.catalogue import DeckCard
from rules.decks.constraints.basic import Candidate, Constraint, Unlisted, by_name
from rules.decks.report import Problem, Unchecked
from rules.decks.wording import quoted


@dataclass(frozen=True, slots=True)
class Period:
    """The sets that a format has for a time.

    Attributes:
        since: Its first day.
        sets: The names of the sets.
        source: Address of the announcement.
        until: The first day on which this is not known any more; ``None`` while no other sets are known to follow.
    """

    since: date
    sets: frozenset[str]
    source: str
    until: date | None = None

    def holds(self, on: date) -> bool:
        """Return whether the format has these sets on a day."""
        return self.since <= on and (self.until is None or on < self.until)


@dataclass(frozen=True, slots=True)
class Rotation(Constraint):
    """Only cards of the sets that the format has on the day of the check.

    Attributes:
        periods: What is known of its sets, no two at once.
        set_of: The set of a card.
        everywhere: Whether a card is in every set.
        rule: Where the format is defined.
        settled_by: What would settle it on a day of no known period.
    """

    periods: tuple[Period, ...]
    set_of: Callable[[Any], str]
    everywhere: Callable[[Any], bool]
    rule: str
    settled_by: str

    def _period(self, on: date) -> Period | None:
        return next((period for period in self.periods if period.holds(on)), None)

    def _is_out(self, card: DeckCard, period: Period) -> bool:
        known = not isinstance(card, Unlisted) and card.is_deck_card
        return known and not self.everywhere(card) and self.set_of(card) not in period.sets

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Give ``not-in-format`` for each name of a set that the format does not have on the day."""
        period = self._period(candidate.on)
        for entry in by_name(candidate.deck.entries) if period else ():
            if period and self._is_out(entry.card, period):
                sets = ", ".join(sorted(period.sets))
                message = f"{entry.card.name} is of {quoted(self.set_of(entry.card))}, legal are {sets}: remove it"
                yield Problem("not-in-format", message, period.source, entry.card.name, entry.lines)

    def unchecked(self, candidate: Candidate) -> Iterator[Unchecked]:
        """Give ``sets-unknown`` on a day of which nobody knows the sets."""
        if self._period(candidate.on) is None:
            message = f"the sets of {candidate.on.isoformat()} are not known"
            yield Unchecked("sets-unknown", message, self.settled_by, self.rule)

    def excludes(self, card: DeckCard, on: date) -> bool:
        """Return whether the card is of a set that the format is known not to have on the day."""
        period = self._period(on)
        return period is not None and self._is_out(card, period)
