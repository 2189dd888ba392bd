"""Rules about the gems that a list sets in its cards: which fit, and how many of a kind."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rules.decks.catalogue import DeckCard
from rules.decks.constraints.basic import Candidate, Constraint, Unlisted, by_name
from rules.decks.decklist import Entry
from rules.decks.gems import Setting
from rules.decks.notation import Section
from rules.decks.report import Problem, Unchecked
from rules.decks.wording import all_of, any_of, count

BOTH = (Section.MAIN, Section.SIDEBOARD)


@dataclass(frozen=True, slots=True)
class Gem:
    """What is known of a gem by its written name.

    Attributes:
        key: What two ways to write one gem have in common.
        size: Its size; ``None`` when neither a list of gems nor its name tells.
        known: Whether it stands in a list of gems.
    """

    key: str
    size: str | None
    known: bool


ReadGem = Callable[[str], Gem]
"""What is known of a gem by its written name."""


@dataclass(frozen=True, slots=True)
class Sockets(Constraint):
    """Gems are only in cards that have sockets, one in each, and a gem is no larger than its socket.

    Attributes:
        of: The sizes of a card's sockets.
        sizes: The sizes, the smallest first.
        gem: What is known of a gem.
        rule: Where it is written.
        empty_rule: Where it is written that a socket may be empty.
        settled_by: What would settle it where a gem, or the card it is in, is not known.
    """

    of: Callable[[Any], Sequence[str]]
    sizes: tuple[str, ...]
    gem: ReadGem
    rule: str
    empty_rule: str
    settled_by: str

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Give ``gem-socket`` for each way in which gems do not fit into a name's sockets."""
        for entry in _with_gems(candidate):
            if isinstance(entry.card, Unlisted):
                continue
            wrong = dict.fromkeys(filter(None, (self._wrong(entry.card, setting) for setting in entry.gems)))
            for message in wrong:
                yield Problem("gem-socket", message, self.rule, entry.card.name, entry.lines)

    def _wrong(self, card: DeckCard, setting: Setting) -> str:
        """Return what is wrong with the gems of one card; empty if nothing is."""
        sockets = self.of(card)
        gems = f"{all_of(setting.gems)} in {card.name}"
        if not sockets:
            return f"{gems}, which has no socket: remove {'it' if len(setting.gems) == 1 else 'them'}"
        over = len(setting.gems) - len(sockets)
        if over > 0:
            return f"{gems}, which has {count(len(sockets), 'socket')}: remove {over}"
        wanted = sorted((self._place(self.gem(gem).size) for gem in setting.gems), reverse=True)
        have = sorted(map(self._place, sockets), reverse=True)
        if any(gem > socket for gem, socket in zip(wanted, have, strict=False)):
            return f"{gems}, whose sockets are {all_of(sockets)}: choose gems that fit"
        return ""

    def _place(self, size: str | None) -> int:
        """Return how large a size is; one that is not known might be the smallest."""
        return self.sizes.index(size) if size in self.sizes else 0

    def warnings(self, candidate: Candidate) -> Iterator[Problem]:
        """Give ``socket-empty`` for each name with copies that lack a gem."""
        for entry in by_name(candidate.entries(BOTH)):
            sockets = 0 if isinstance(entry.card, Unlisted) else len(self.of(entry.card))
            full = sum(setting.copies for setting in entry.gems if len(setting.gems) >= sockets)
            if full < entry.quantity and sockets:
                message = f"{entry.card.name}: {entry.quantity - full} of {entry.quantity} with an empty socket, "
                yield Problem("socket-empty", message + "which is legal", self.empty_rule, entry.card.name, entry.lines)

    def unchecked(self, candidate: Candidate) -> Iterator[Unchecked]:
        """Give ``gem-unknown`` for each gem that is in no list, and ``gem-socket`` for each card that is in none."""
        lines: dict[str, list[int]] = {}
        for entry in _with_gems(candidate):
            for gem in dict.fromkeys(gem for setting in entry.gems for gem in setting.gems):
                lines.setdefault(gem, []).extend(entry.lines)
            if isinstance(entry.card, Unlisted):
                message = f"{entry.card.name}: whether it has sockets is not known"
                yield Unchecked("gem-socket", message, self.settled_by, self.rule, entry.card.name, entry.lines)
        for gem, at in sorted(lines.items()):
            fact = self.gem(gem)
            if not fact.known:
                size = f"{fact.size} by its name" if fact.size else f"{any_of(self.sizes)}, its name does not tell"
                message = f"{gem} is in no list of gems: counted as one gem, {size}"
                yield Unchecked("gem-unknown", message, self.settled_by, self.rule, lines=tuple(sorted(set(at))))


@dataclass(frozen=True, slots=True)
class DifferentGems(Constraint):
    """No card has the same gem twice.

    Attributes:
        gem: What is known of a gem.
        rule: Where it is written.
    """

    gem: ReadGem
    rule: str

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Give ``gem-twice`` for each name with a gem twice in one card."""
        for entry in _with_gems(candidate):
            twice: dict[str, None] = {}
            for setting in entry.gems:
                keys = Counter(self.gem(gem).key for gem in setting.gems)
                twice |= {gem: None for gem in setting.gems if keys[self.gem(gem).key] > 1}
            if twice:
                message = f"{all_of(list(twice))} more than once in one {entry.card.name}: choose different gems"
                yield Problem("gem-twice", message, self.rule, entry.card.name, entry.lines)


@dataclass(frozen=True, slots=True)
class GemLimit(Constraint):
    """At most ``limit`` of a gem, in all cards of deck and sideboard together.

    Attributes:
        limit: Gems.
        gem: What is known of a gem.
        rule: Where it is written.
    """

    limit: int
    gem: ReadGem
    rule: str

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Give ``gem-copies`` for each gem above the limit, at the lines of the cards it is in."""
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
    """Return the names of deck and sideboard that have gems in some of their copies."""
    return [entry for entry in by_name(candidate.entries(BOTH)) if entry.gems]
