"""Constraints on gems: sockets they fit, copies per gem."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rules.decks.catalogue import DeckCard
from rules.decks.constraints.basic import Candidate, Constraint, UncataloguedCard, merge_by_name
from rules.decks.decklist import Entry
from rules.decks.gems import GemSetting
from rules.decks.line_formats import Section
from rules.decks.messages import format_count, join_and, join_or
from rules.decks.report import Problem, Unchecked

BOTH = (Section.MAIN, Section.SIDEBOARD)


@dataclass(frozen=True, slots=True)
class GemFacts:
    """The known facts of a gem.

    Attributes:
        key: Normalized name; equal for all spellings of one gem.
        size: Its size; ``None`` if neither the gem list nor the name states it.
        known: Whether it is in the gem list.
    """

    key: str
    size: str | None
    known: bool


ReadGem = Callable[[str], GemFacts]
"""Returns what is known about a gem by its name."""


@dataclass(frozen=True, slots=True)
class Sockets(Constraint):
    """At most one gem per socket, and no gem larger than its socket.

    Attributes:
        of: Returns the socket sizes of a card.
        sizes: All sizes in ascending order.
        gem: Returns the known facts of a gem by its name.
        rule: Rule number.
        empty_rule: Rule number that allows empty sockets.
        settled_by: Which information would allow the check of an unknown gem or card.
    """

    of: Callable[[Any], Sequence[str]]
    sizes: tuple[str, ...]
    gem: ReadGem
    rule: str
    empty_rule: str
    settled_by: str

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield a ``gem-socket`` problem for each card whose gems do not fit its sockets."""
        for entry in _with_gems(candidate):
            if isinstance(entry.card, UncataloguedCard):
                continue
            messages = dict.fromkeys(filter(None, (self._error_message(entry.card, setting) for setting in entry.gems)))
            for message in messages:
                yield Problem("gem-socket", message, self.rule, entry.card.name, entry.lines)

    def _error_message(self, card: DeckCard, setting: GemSetting) -> str:
        """Return an error message if the gems do not fit the sockets of a card.

        Otherwise empty.
        """
        sockets = self.of(card)
        gems = f"{join_and(setting.gems)} in {card.name}"
        if not sockets:
            return f"{gems}, which has no socket: remove {'it' if len(setting.gems) == 1 else 'them'}"
        over = len(setting.gems) - len(sockets)
        if over > 0:
            return f"{gems}, which has {format_count(len(sockets), 'socket')}: remove {over}"
        wanted = sorted((self._size_rank(self.gem(gem).size) for gem in setting.gems), reverse=True)
        have = sorted(map(self._size_rank, sockets), reverse=True)
        if any(gem > socket for gem, socket in zip(wanted, have, strict=False)):
            return f"{gems}, whose sockets are {join_and(sockets)}: choose gems that fit"
        return ""

    def _size_rank(self, size: str | None) -> int:
        """Return the index of a size in ``sizes``; an unknown size counts as the smallest."""
        return self.sizes.index(size) if size in self.sizes else 0

    def warnings(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield a ``socket-empty`` problem for each name with empty sockets."""
        for entry in merge_by_name(candidate.entries(BOTH)):
            sockets = 0 if isinstance(entry.card, UncataloguedCard) else len(self.of(entry.card))
            full = sum(setting.copies for setting in entry.gems if len(setting.gems) >= sockets)
            if full < entry.quantity and sockets:
                message = f"{entry.card.name}: {entry.quantity - full} of {entry.quantity} with an empty socket, "
                yield Problem("socket-empty", message + "which is legal", self.empty_rule, entry.card.name, entry.lines)

    def unchecked(self, candidate: Candidate) -> Iterator[Unchecked]:
        """Yield problems of gems that could not be checked.

        ``gem-unknown`` is for unknown gems, ``gem-socket`` for unknown cards with gems.
        """
        lines: dict[str, list[int]] = {}
        for entry in _with_gems(candidate):
            for gem in dict.fromkeys(gem for setting in entry.gems for gem in setting.gems):
                lines.setdefault(gem, []).extend(entry.lines)
            if isinstance(entry.card, UncataloguedCard):
                message = f"{entry.card.name}: whether it has sockets is not known"
                yield Unchecked("gem-socket", message, self.settled_by, self.rule, entry.card.name, entry.lines)
        for gem, line_numbers in sorted(lines.items()):
            fact = self.gem(gem)
            if not fact.known:
                size = f"{fact.size} by its name" if fact.size else f"{join_or(self.sizes)}, not stated in its name"
                message = f"{gem} is not in the gem list: counted as one gem, {size}"
                yield Unchecked(
                    "gem-unknown", message, self.settled_by, self.rule, lines=tuple(sorted(set(line_numbers)))
                )


@dataclass(frozen=True, slots=True)
class DifferentGems(Constraint):
    """No card has the same gem in two sockets.

    Attributes:
        gem: Returns the known facts of a gem by its name.
        rule: Rule number.
    """

    gem: ReadGem
    rule: str

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield a ``gem-twice`` problem for each name with the same gem twice in one card."""
        for entry in _with_gems(candidate):
            twice: dict[str, None] = {}
            for setting in entry.gems:
                keys = Counter(self.gem(gem).key for gem in setting.gems)
                twice |= {gem: None for gem in setting.gems if keys[self.gem(gem).key] > 1}
            if twice:
                message = f"{join_and(list(twice))} more than once in one {entry.card.name}: choose different gems"
                yield Problem("gem-twice", message, self.rule, entry.card.name, entry.lines)


@dataclass(frozen=True, slots=True)
class GemLimit(Constraint):
    """Maximum number of copies of a gem, over deck and sideboard.

    Attributes:
        limit: Maximum number of copies.
        gem: Returns the known facts of a gem by its name.
        rule: Rule number.
    """

    limit: int
    gem: ReadGem
    rule: str

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield a ``gem-copies`` problem for each gem above the limit.

        It has the lines of the gem's cards.
        """
        copies: Counter[str] = Counter()
        names: dict[str, str] = {}
        lines: dict[str, set[int]] = {}
        for entry in _with_gems(candidate):
            for setting in entry.gems:
                for name in setting.gems:
                    key = self.gem(name).key
                    copies[key] += setting.copies
                    names[key] = max(names.get(key, name), name, key=len)
                    lines.setdefault(key, set()).update(entry.lines)
        for key, have in sorted(copies.items()):
            if have > self.limit:
                message = f"{have} x {names[key]}, limit {self.limit}: remove {have - self.limit}"
                yield Problem("gem-copies", message, self.rule, lines=tuple(sorted(lines[key])))


def _with_gems(candidate: Candidate) -> list[Entry[DeckCard]]:
    """Return the entries of deck and sideboard that have gems."""
    return [entry for entry in merge_by_name(candidate.entries(BOTH)) if entry.gems]
