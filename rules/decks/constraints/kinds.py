"""Rules that look at what kind of card each is: how many copies of it there may be, and that all are of one group."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rules.decks.catalogue import DeckCard
from rules.decks.constraints.basic import Candidate, Constraint, Unlisted, by_name
from rules.decks.constraints.limits import named
from rules.decks.decklist import Entry
from rules.decks.notation import Section
from rules.decks.report import Problem, Unchecked
from rules.decks.wording import all_of, any_of, count, lines_note

LINES_SHOWN = 6
"""Line numbers given of a group with many."""


@dataclass(frozen=True, slots=True)
class CopiesByKind(Constraint):
    """As many copies of a name as its kind of card allows, all its lines, sections and pictures together.

    Attributes:
        limits: The limits that are possible for a card in some sections, the lowest first: one where everything about
            it is known, several where a fact is missing.
        rule: Where it is written.
        settled_by: What would settle it where facts are missing.
        over: The sections that are counted together.
    """

    limits: Callable[[DeckCard, frozenset[Section]], tuple[int, ...]]
    rule: str
    settled_by: str
    over: tuple[Section, ...]

    def _counted(self, candidate: Candidate) -> Iterator[tuple[Entry[DeckCard], tuple[int, ...]]]:
        entries = candidate.entries(self.over)
        for entry in by_name(entries):
            sections = frozenset(each.section for each in entries if each.card.name == entry.card.name)
            yield entry, self.limits(entry.card, sections)

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Give ``copies`` for each name above every limit that is possible."""
        for entry, limits in self._counted(candidate):
            over = entry.quantity - limits[-1]
            if over > 0:
                message = f"{entry.quantity} x {entry.card.name}, limit {limits[-1]}: remove {over}"
                message += lines_note(entry.lines)
                yield Problem("copies", message, self.rule, entry.card.name, entry.lines)

    def unchecked(self, candidate: Candidate) -> Iterator[Unchecked]:
        """Give ``copies`` for each name above some of them."""
        for entry, limits in self._counted(candidate):
            if limits[0] < entry.quantity <= limits[-1]:
                which = any_of([str(limit) for limit in limits])
                message = f"{entry.quantity} x {entry.card.name}: the limit is {which}, and which is not known"
                yield Unchecked("copies", message, self.settled_by, self.rule, entry.card.name, entry.lines)


@dataclass(frozen=True, slots=True)
class OneGroup(Constraint):
    """All cards that belong to a group belong to one and the same.

    Attributes:
        code: Of its problems.
        noun: A group, in the singular.
        group_of: The group of a card: empty for a card of none, ``None`` when it is not known.
        rule: Where it is written.
        settled_by: What would settle it where groups are missing.
        over: The sections that are looked at.
    """

    code: str
    noun: str
    group_of: Callable[[Any], str | None]
    rule: str
    settled_by: str
    over: tuple[Section, ...] = (Section.MAIN,)

    def _group(self, card: DeckCard) -> str | None:
        return None if isinstance(card, Unlisted) else self.group_of(card)

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Give the rule's own problem when there are two groups or more, with the cards and lines of each."""
        groups: dict[str, list[Entry[DeckCard]]] = {}
        for entry in by_name(candidate.entries(self.over)):
            if group := self._group(entry.card):
                groups.setdefault(group, []).append(entry)
        if len(groups) > 1:
            sides = [f"{group} ({_shown(entries)})" for group, entries in sorted(groups.items())]
            message = f"cards of {count(len(groups), self.noun)}, {all_of(sides)}: keep one"
            lines = tuple(sorted({line for entries in groups.values() for entry in entries for line in entry.lines}))
            yield Problem(self.code, message, self.rule, lines=lines)

    def unchecked(self, candidate: Candidate) -> Iterator[Unchecked]:
        """Give the names whose group is not known."""
        without = [entry for entry in by_name(candidate.entries(self.over)) if self._group(entry.card) is None]
        if without:
            message = f"{self.noun} not known of {named([entry.card.name for entry in without])}"
            lines = tuple(sorted({line for entry in without for line in entry.lines}))
            yield Unchecked(self.code, message, self.settled_by, self.rule, lines=lines)


def _shown(entries: list[Entry[DeckCard]]) -> str:
    """Return the names of a group, and its lines as far as they are few."""
    lines = sorted({line for entry in entries for line in entry.lines})
    numbers = [str(line) for line in lines[:LINES_SHOWN]]
    which = f"line {numbers[0]}" if len(lines) == 1 else f"lines {all_of(numbers)}"
    more = " …" if len(lines) > LINES_SHOWN else ""
    return (
        f"{named([entry.card.name for entry in entries])}, {which}{more}"
        if lines
        else named([entry.card.name for entry in entries])
    )
