"""Constraints by kind of card.

Copy limits, and cards of a single group.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rules.decks.catalogue import DeckCard
from rules.decks.constraints.basic import Candidate, Constraint, UncataloguedCard, merge_by_name
from rules.decks.constraints.limits import list_names
from rules.decks.decklist import Entry
from rules.decks.line_formats import Section
from rules.decks.messages import format_count, join_and, join_or, lines_note
from rules.decks.report import Problem, Unchecked

LINES_SHOWN = 6
"""Maximum number of line numbers listed per group."""


@dataclass(frozen=True, slots=True)
class CopiesByKind(Constraint):
    """Maximum number of copies per name that depends on the kind of card.

    Attributes:
        limits: Returns the possible limits of a card, in ascending order; several if a fact is missing.
        rule: Rule number.
        settled_by: Which information would allow the check where facts are missing.
        over: Sections counted together.
    """

    limits: Callable[[DeckCard, frozenset[Section]], tuple[int, ...]]
    rule: str
    settled_by: str
    over: tuple[Section, ...]

    def _entries_with_limits(self, candidate: Candidate) -> Iterator[tuple[Entry[DeckCard], tuple[int, ...]]]:
        entries = candidate.entries(self.over)
        for entry in merge_by_name(entries):
            sections = frozenset(each.section for each in entries if each.card.name == entry.card.name)
            yield entry, self.limits(entry.card, sections)

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield a ``copies`` problem for each name above all its possible limits."""
        for entry, limits in self._entries_with_limits(candidate):
            over = entry.quantity - limits[-1]
            if over > 0:
                message = f"{entry.quantity} x {entry.card.name}, limit {limits[-1]}: remove {over}"
                message += lines_note(entry.lines)
                yield Problem("copies", message, self.rule, entry.card.name, entry.lines)

    def unchecked(self, candidate: Candidate) -> Iterator[Unchecked]:
        """Yield a ``copies`` problem for each name above some of its possible limits."""
        for entry, limits in self._entries_with_limits(candidate):
            if limits[0] < entry.quantity <= limits[-1]:
                which = join_or([str(limit) for limit in limits])
                message = f"{entry.quantity} x {entry.card.name}: the limit is {which}, and which is not known"
                yield Unchecked("copies", message, self.settled_by, self.rule, entry.card.name, entry.lines)


@dataclass(frozen=True, slots=True)
class OneGroup(Constraint):
    """No cards of different groups, such as Alliances.

    Cards without a group are allowed.

    Attributes:
        code: Problem code.
        noun: Singular noun for a group.
        group_of: Returns the group of a card: empty for none, ``None`` if unknown.
        rule: Rule number.
        settled_by: Which information would allow the check where groups are unknown.
        over: Sections that are checked.
    """

    code: str
    noun: str
    group_of: Callable[[Any], str | None]
    rule: str
    settled_by: str
    over: tuple[Section, ...] = (Section.MAIN,)

    def _group(self, card: DeckCard) -> str | None:
        return None if isinstance(card, UncataloguedCard) else self.group_of(card)

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield one problem if there are several groups.

        It has the cards and lines of each group.
        """
        groups: dict[str, list[Entry[DeckCard]]] = {}
        for entry in merge_by_name(candidate.entries(self.over)):
            if group := self._group(entry.card):
                groups.setdefault(group, []).append(entry)
        if len(groups) > 1:
            sides = [f"{group} ({_describe_group(entries)})" for group, entries in sorted(groups.items())]
            message = f"cards of {format_count(len(groups), self.noun)}, {join_and(sides)}: keep one"
            lines = tuple(sorted({line for entries in groups.values() for entry in entries for line in entry.lines}))
            yield Problem(self.code, message, self.rule, lines=lines)

    def unchecked(self, candidate: Candidate) -> Iterator[Unchecked]:
        """Yield one item with the cards whose group is unknown."""
        without = [entry for entry in merge_by_name(candidate.entries(self.over)) if self._group(entry.card) is None]
        if without:
            message = f"{self.noun} not known of {list_names([entry.card.name for entry in without])}"
            lines = tuple(sorted({line for entry in without for line in entry.lines}))
            yield Unchecked(self.code, message, self.settled_by, self.rule, lines=lines)


def _describe_group(entries: list[Entry[DeckCard]]) -> str:
    """Return the card names of a group as text, with line numbers if there are few."""
    lines = sorted({line for entry in entries for line in entry.lines})
    numbers = [str(line) for line in lines[:LINES_SHOWN]]
    which = f"line {numbers[0]}" if len(lines) == 1 else f"lines {join_and(numbers)}"
    ellipsis = " …" if len(lines) > LINES_SHOWN else ""
    return (
        f"{list_names([entry.card.name for entry in entries])}, {which}{ellipsis}"
        if lines
        else list_names([entry.card.name for entry in entries])
    )
