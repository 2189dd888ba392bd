"""Limits on cards that have something in common, exact as far as the facts about the cards are known."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from rules.decks.catalogue import DeckCard
from rules.decks.constraints import Ban, Candidate, Constraint, Unlisted, by_name
from rules.decks.decklist import Entry
from rules.decks.notation import Section
from rules.decks.report import Problem, Unchecked
from rules.decks.wording import all_of, count, quoted

Fact = Callable[[Any], bool | None]
"""Whether something is so of a card; ``None`` when that is not known."""
SHOWN = 3
"""Names given of a longer list."""


@dataclass(frozen=True, slots=True)
class CountLimit(Constraint):
    """At most ``limit`` cards of a kind, all sections of ``over`` together.

    Where it is not known of every card whether it is of the kind, the number lies between the least (those known to be)
    and the most (those not known to be none): a least above the limit is a problem, a most within it is fine, and
    everything between could not be checked. What a player marks behind a name counts as declared: enough to go on,
    never enough to know.

    Attributes:
        code: Of its problems.
        noun: A card of the kind, in the singular.
        limit: Copies.
        fits: Whether a card is of the kind.
        rule: Where it is written.
        settled_by: What would settle it where facts are missing.
        mark: The player's mark that says a card is of the kind; empty when there is none.
        over: The sections that are counted together.
    """

    code: str
    noun: str
    limit: int
    fits: Fact
    rule: str
    settled_by: str
    mark: str = ""
    over: tuple[Section, ...] = (Section.MAIN, Section.SIDEBOARD)

    def _fact(self, card: DeckCard) -> bool | None:
        return None if isinstance(card, Unlisted) else self.fits(card)

    def _sorted(self, candidate: Candidate) -> "_Counted":
        """Return the list's names, sorted by what is known of them."""
        counted = _Counted([], [], [], [])
        for entry in by_name(candidate.entries(self.over)):
            fact = self._fact(entry.card)
            says = candidate.says(entry.card, self.mark)
            if fact:
                counted.known.append(entry)
            elif fact is None and says is None:
                counted.unknown.append(entry)
            elif fact is None:
                (counted.declared if says else counted.denied).append(entry)
        return counted

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Give the limit's own problem, and ``mark-against-fact`` for each mark that is known to be wrong."""
        counted = self._sorted(candidate)
        have = _copies(counted.known) + _copies(counted.declared)
        if have > self.limit:
            by_marks = ", some by the player's own marks" if counted.declared else ""
            message = f"{count(have, self.noun)}, limit {self.limit}{by_marks}: remove {have - self.limit}"
            yield Problem(self.code, message, self.rule, lines=_lines([*counted.known, *counted.declared]))
        for entry in by_name(candidate.entries(self.over)):
            fact, says = self._fact(entry.card), candidate.says(entry.card, self.mark)
            if fact is not None and says is not None and fact is not says:
                denied = "is" if fact else "is not"
                message = f"{entry.card.name} {denied} a {self.noun}: correct the mark behind its name"
                yield Problem("mark-against-fact", message, self.rule, entry.card.name, entry.lines)

    def unchecked(self, candidate: Candidate) -> Iterator[Unchecked]:
        """Give the least and the most there may be, where the limit lies between them."""
        counted = self._sorted(candidate)
        least = _copies(counted.known)
        declared, denied, unknown = map(_copies, (counted.declared, counted.denied, counted.unknown))
        if least + declared > self.limit or least + declared + denied + unknown <= self.limit:
            return
        unsaid = [*counted.declared, *counted.denied, *counted.unknown]
        message = f"{self.noun}s: at least {least}, at most {least + declared + denied + unknown}, limit {self.limit}"
        if declared or denied:
            message += f"; {least + declared} by the player's own marks"
        names = [entry.card.name for entry in unsaid]
        message += f"; not known of {named(names)}"
        yield Unchecked(self.code, message, self.settled_by, self.rule, lines=_lines(unsaid))


@dataclass(frozen=True, slots=True)
class _Counted:
    """The names of a list, sorted by what is known: of the kind, said to be, said not to be, not known."""

    known: list[Entry[DeckCard]]
    declared: list[Entry[DeckCard]]
    denied: list[Entry[DeckCard]]
    unknown: list[Entry[DeckCard]]


@dataclass(frozen=True, slots=True)
class SumLimit(Constraint):
    """The numbers of some cards add up to at most ``limit``; a number that is not known could not be checked.

    Attributes:
        code: Of its problems.
        noun: What is added up, in the singular: "point of cost".
        limit: The largest sum.
        of: A card's number; ``None`` when it is not known.
        rule: Where it is written.
        settled_by: What would settle it where numbers are missing.
        over: The sections that are added up.
        counts: Whether a card has such a number at all; without it every card has, and one that may have counts as one
            whose number is not known.
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
        """Return the sum of what is known, the names without a number, and the copies with one."""
        total, without, counted = 0, [], 0
        for entry in self._counted(candidate):
            number = None if isinstance(entry.card, Unlisted) else self.of(entry.card)
            if number is None:
                without.append(entry)
            else:
                total, counted = total + number * entry.quantity, counted + entry.quantity
        return total, without, counted

    def _counted(self, candidate: Candidate) -> list[Entry[DeckCard]]:
        """Return the entries that have such a number, or may have one."""
        entries = candidate.entries(self.over)
        return by_name(
            tuple(each for each in entries if self.counts is None or self.counts(each.card, each.section) is not False)
        )

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Give the limit's own problem when what is known is above it already."""
        total, _, _ = self._sum(candidate)
        if total > self.limit:
            message = f"{count(total, self.noun)}, limit {self.limit}: {total - self.limit} too many"
            yield Problem(self.code, message, self.rule, lines=_lines(self._counted(candidate)))

    def unchecked(self, candidate: Candidate) -> Iterator[Unchecked]:
        """Give the sum of what is known, and the names whose number is not."""
        total, without, counted = self._sum(candidate)
        if without and total <= self.limit:
            known = f"{counted} of {counted + _copies(without)} known"
            message = f"{count(total, self.noun)} of {self.limit}, {known}; not known of {named(_names(without))}"
            yield Unchecked(self.code, message, self.settled_by, self.rule, lines=_lines(without))


@dataclass(frozen=True, slots=True)
class Restrictions(Constraint):
    """At most ``limit`` copies of a card that is restricted on the day of the check, all sections together.

    Attributes:
        restricted: The cards, dated like bans.
        limit: Copies.
    """

    restricted: tuple[Ban, ...]
    limit: int = 1

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Give ``restricted`` for each restricted name with too many copies."""
        for ban in self.restricted:
            entries = [entry for entry in candidate.deck.entries if entry.card.name == ban.card]
            over = _copies(entries) - self.limit
            if over > 0 and ban.holds(candidate.on):
                message = f"{_copies(entries)} x {ban.card}, restricted to {self.limit} since {ban.since.isoformat()}"
                yield Problem("restricted", f"{message}: remove {over}", ban.source, ban.card, _lines(entries))


@dataclass(frozen=True, slots=True)
class MissingLists(Constraint):
    """Lists of cards that the rules speak of and nobody has: what they say could not be checked.

    Attributes:
        what: Which lists.
        settled_by: What would settle it.
        rule: Where the rules speak of them.
        code: What programs know it by.
        answered_by: What an organiser tells to settle it, of ``banned`` and ``restricted``; empty where neither does.
    """

    what: str
    settled_by: str
    rule: str
    code: str = "lists-unknown"
    answered_by: tuple[str, ...] = ()

    def problems(self, candidate: Candidate) -> Iterator[Problem]:  # noqa: ARG002 - there is nothing to compare with
        """Give nothing: a list nobody has speaks against no card."""
        return iter(())

    def unchecked(self, candidate: Candidate) -> Iterator[Unchecked]:  # noqa: ARG002 - it is so of every list
        """Give the one thing that could not be checked."""
        yield Unchecked(self.code, self.what, self.settled_by, self.rule)


@dataclass(frozen=True, slots=True)
class CardsOf(Constraint):
    """Only cards of some sets.

    Attributes:
        sets: The sets' names.
        set_of: The set of a card.
        rule: Where it is written.
        instead: What would be right, for the message.
    """

    sets: frozenset[str]
    set_of: Callable[[Any], str]
    rule: str
    instead: str

    def _is_out(self, card: DeckCard) -> bool:
        return not isinstance(card, Unlisted) and self.set_of(card) not in self.sets

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Give ``not-in-format`` for each name of another set; main deck and sideboard alike."""
        for entry in by_name(candidate.deck.entries):
            if self._is_out(entry.card):
                message = f"{entry.card.name} is of {quoted(self.set_of(entry.card))}: {self.instead}"
                yield Problem("not-in-format", message, self.rule, entry.card.name, entry.lines)

    def excludes(self, card: DeckCard, on: date) -> bool:  # noqa: ARG002 - sets do not change
        """Return whether the card is of another set."""
        return self._is_out(card)


def named(names: list[str]) -> str:
    """Return "A, B and C", and of more names the first few with the number of the others."""
    if len(names) <= SHOWN + 1:
        return all_of(names)
    return f"{len(names)} names ({', '.join(names[:SHOWN])} …)"


def _names(entries: list[Entry[DeckCard]]) -> list[str]:
    return [entry.card.name for entry in entries]


def _copies(entries: list[Entry[DeckCard]]) -> int:
    return sum(entry.quantity for entry in entries)


def _lines(entries: list[Entry[DeckCard]]) -> tuple[int, ...]:
    return tuple(sorted({line for entry in entries for line in entry.lines}))
