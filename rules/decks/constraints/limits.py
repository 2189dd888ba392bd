"""Limits on the number of cards with a common property.

The property may be unknown for some cards.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from rules.decks.catalogue import DeckCard
from rules.decks.constraints import Ban, Candidate, Constraint, UncataloguedCard, merge_by_name
from rules.decks.decklist import Entry
from rules.decks.line_formats import Section
from rules.decks.messages import format_count, join_and, quote
from rules.decks.report import Problem, Unchecked

Fact = Callable[[Any], bool | None]
"""Predicate on cards; ``None`` if unknown."""
SHOWN = 3
"""Maximum number of names listed."""


@dataclass(frozen=True, slots=True)
class CountLimit(Constraint):
    """Maximum number of cards of a kind, over all sections in ``over``.

    If the kind of some cards is unknown, the number of cards is a range: above the limit at its lower bound it is a
    problem, only at its upper bound it is unchecked. A player's annotation narrows the range but is no proof.

    Attributes:
        code: Problem code.
        noun: Singular noun for a card of the kind.
        limit: Maximum number of copies.
        fits: Returns whether a card is of the kind; ``None`` if unknown.
        rule: Rule number.
        settled_by: Which information would allow the check where facts are missing.
        mark: Annotation that declares a card to be of the kind; empty for none.
        over: Sections counted together.
    """

    code: str
    noun: str
    limit: int
    fits: Fact
    rule: str
    settled_by: str
    mark: str = ""
    over: tuple[Section, ...] = (Section.MAIN, Section.SIDEBOARD)

    def _is_of_kind(self, card: DeckCard) -> bool | None:
        return None if isinstance(card, UncataloguedCard) else self.fits(card)

    def _count_names(self, candidate: Candidate) -> "_CountedNames":
        """Group the names of the list by kind.

        The kind of a card is known or declared.
        """
        counted = _CountedNames([], [], [], [])
        for entry in merge_by_name(candidate.entries(self.over)):
            fact = self._is_of_kind(entry.card)
            says = candidate.get_annotation(entry.card, self.mark)
            if fact:
                counted.known.append(entry)
            elif fact is None and says is None:
                counted.unknown.append(entry)
            elif fact is None:
                (counted.declared if says else counted.denied).append(entry)
        return counted

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield a problem above the limit, and ``mark-against-fact`` problems.

        There is one of the latter for each wrong annotation.
        """
        counted = self._count_names(candidate)
        have = _copies(counted.known) + _copies(counted.declared)
        if have > self.limit:
            by_marks = ", some by the player's own marks" if counted.declared else ""
            message = f"{format_count(have, self.noun)}, limit {self.limit}{by_marks}: remove {have - self.limit}"
            yield Problem(self.code, message, self.rule, lines=_lines([*counted.known, *counted.declared]))
        for entry in merge_by_name(candidate.entries(self.over)):
            fact, says = self._is_of_kind(entry.card), candidate.get_annotation(entry.card, self.mark)
            if fact is not None and says is not None and fact is not says:
                denied = "is" if fact else "is not"
                message = f"{entry.card.name} {denied} a {self.noun}: correct the mark behind its name"
                yield Problem("mark-against-fact", message, self.rule, entry.card.name, entry.lines)

    def unchecked(self, candidate: Candidate) -> Iterator[Unchecked]:
        """Yield one item if the number of cards may or may not exceed the limit."""
        counted = self._count_names(candidate)
        least = _copies(counted.known)
        declared, denied, unknown = map(_copies, (counted.declared, counted.denied, counted.unknown))
        if least + declared > self.limit or least + declared + denied + unknown <= self.limit:
            return
        unsaid = [*counted.declared, *counted.denied, *counted.unknown]
        message = f"{self.noun}s: at least {least}, at most {least + declared + denied + unknown}, limit {self.limit}"
        if declared or denied:
            message += f"; {least + declared} by the player's own marks"
        names = [entry.card.name for entry in unsaid]
        message += f"; not known of {list_names(names)}"
        yield Unchecked(self.code, message, self.settled_by, self.rule, lines=_lines(unsaid))


@dataclass(frozen=True, slots=True)
class _CountedNames:
    """The entries of a list by kind: known, declared, declared not to be, unknown."""

    known: list[Entry[DeckCard]]
    declared: list[Entry[DeckCard]]
    denied: list[Entry[DeckCard]]
    unknown: list[Entry[DeckCard]]


@dataclass(frozen=True, slots=True)
class SumLimit(Constraint):
    """Maximum sum of a number on cards; unknown numbers leave it unchecked.

    Attributes:
        code: Problem code.
        noun: Singular noun for the unit summed up: "point of cost".
        limit: Maximum sum.
        of: Returns the number of a card; ``None`` if unknown.
        rule: Rule number.
        settled_by: Which information would allow the check where numbers are unknown.
        over: Sections summed up.
        counts: Returns whether a card has such a number; ``None`` if all cards have one.
    """

    code: str
    noun: str
    limit: int
    of: Callable[[Any], int | None]
    rule: str
    settled_by: str
    over: tuple[Section, ...] = (Section.MAIN,)
    counts: Callable[[DeckCard, Section], bool | None] | None = None

    def _sum(self, candidate: Candidate) -> tuple[int, list[Entry[DeckCard]], int]:
        """Return a sum of numbers, the entries without one, and the copies with one."""
        total, without, counted = 0, [], 0
        for entry in self._entries_with_number(candidate):
            number = None if isinstance(entry.card, UncataloguedCard) else self.of(entry.card)
            if number is None:
                without.append(entry)
            else:
                total, counted = total + number * entry.quantity, counted + entry.quantity
        return total, without, counted

    def _entries_with_number(self, candidate: Candidate) -> list[Entry[DeckCard]]:
        """Return the entries that have or may have such a number."""
        entries = candidate.entries(self.over)
        return merge_by_name(
            tuple(each for each in entries if self.counts is None or self.counts(each.card, each.section) is not False)
        )

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield a problem if the sum of the known numbers exceeds the limit."""
        total, _, _ = self._sum(candidate)
        if total > self.limit:
            message = f"{format_count(total, self.noun)}, limit {self.limit}: {total - self.limit} too many"
            yield Problem(self.code, message, self.rule, lines=_lines(self._entries_with_number(candidate)))

    def unchecked(self, candidate: Candidate) -> Iterator[Unchecked]:
        """Yield one item with the known sum and the cards whose number is unknown."""
        total, without, counted = self._sum(candidate)
        if without and total <= self.limit:
            counts = f"{counted} of {counted + _copies(without)} known"
            names = list_names(_names(without))
            message = f"{format_count(total, self.noun)} of {self.limit}, {counts}; not known of {names}"
            yield Unchecked(self.code, message, self.settled_by, self.rule, lines=_lines(without))


@dataclass(frozen=True, slots=True)
class Restrictions(Constraint):
    """Maximum number of copies of restricted cards.

    They are restricted on the date of the check.

    Attributes:
        restricted: The cards, with dates like bans.
        limit: Maximum number of copies, over all sections.
    """

    restricted: tuple[Ban, ...]
    limit: int = 1

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield a ``restricted`` problem for each restricted card with too many copies."""
        for ban in self.restricted:
            entries = [entry for entry in candidate.deck.entries if entry.card.name == ban.card]
            over = _copies(entries) - self.limit
            if over > 0 and ban.holds(candidate.on):
                message = f"{_copies(entries)} x {ban.card}, restricted to {self.limit} since {ban.since.isoformat()}"
                yield Problem("restricted", f"{message}: remove {over}", ban.source, ban.card, _lines(entries))


@dataclass(frozen=True, slots=True)
class MissingLists(Constraint):
    """A card list that the rules mention but that is not available for checks.

    Attributes:
        what: Description of the list.
        settled_by: Which information would allow the check.
        rule: Rule number that mentions the list.
        code: Code of the unchecked item.
        provided_by: Organiser settings that provide the list, of ``banned`` and ``restricted``; empty for none.
    """

    what: str
    settled_by: str
    rule: str
    code: str = "lists-unknown"
    provided_by: tuple[str, ...] = ()

    def problems(self, candidate: Candidate) -> Iterator[Problem]:  # noqa: ARG002 - there is nothing to compare with
        """Yield nothing: a list that is not available excludes no card."""
        return iter(())

    def unchecked(self, candidate: Candidate) -> Iterator[Unchecked]:  # noqa: ARG002 - it is so of every list
        """Yield the missing list as the only item."""
        yield Unchecked(self.code, self.what, self.settled_by, self.rule)


@dataclass(frozen=True, slots=True)
class OnlySets(Constraint):
    """Only cards of certain sets.

    Attributes:
        sets: Names of the sets.
        set_of: Returns the set of a card.
        rule: Rule number.
        instead: What to use instead, for the message.
    """

    sets: frozenset[str]
    set_of: Callable[[Any], str]
    rule: str
    instead: str

    def _is_illegal(self, card: DeckCard) -> bool:
        return not isinstance(card, UncataloguedCard) and self.set_of(card) not in self.sets

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield a ``not-in-format`` problem for each card of another set.

        Deck and sideboard are checked.
        """
        for entry in merge_by_name(candidate.deck.entries):
            if self._is_illegal(entry.card):
                message = f"{entry.card.name} is of {quote(self.set_of(entry.card))}: {self.instead}"
                yield Problem("not-in-format", message, self.rule, entry.card.name, entry.lines)

    def excludes(self, card: DeckCard, on: date) -> bool:  # noqa: ARG002 - sets do not change
        """Return True if the card is of another set."""
        return self._is_illegal(card)


def list_names(names: list[str]) -> str:
    """Return names as text, "A, B and C".

    Long lists end with the number of remaining names.
    """
    if len(names) <= SHOWN + 1:
        return join_and(names)
    return f"{len(names)} names ({', '.join(names[:SHOWN])} …)"


def _names(entries: list[Entry[DeckCard]]) -> list[str]:
    return [entry.card.name for entry in entries]


def _copies(entries: list[Entry[DeckCard]]) -> int:
    return sum(entry.quantity for entry in entries)


def _lines(entries: list[Entry[DeckCard]]) -> tuple[int, ...]:
    return tuple(sorted({line for entry in entries for line in entry.lines}))
