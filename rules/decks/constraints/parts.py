"""Rules about the parts of a list: sizes of sections, the sideboard, what was swapped."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.decks.catalogue import DeckCard
from rules.decks.constraints import Candidate, Constraint, Unlisted, by_name
from rules.decks.decklist import Decklist, Entry
from rules.decks.names import fold, suggest, words
from rules.decks.notation import Section
from rules.decks.report import Problem, Unchecked
from rules.decks.wording import any_of, count, quoted

Home = Callable[[Any], Section | None]
"""The section that a card belongs in; ``None`` when its kind is not known."""
BOTH = (Section.MAIN, Section.SIDEBOARD)


@dataclass(frozen=True, slots=True)
class SectionSize:
    """How many cards a section has.

    Attributes:
        section: The section.
        least, most: Cards.
        noun: A card of the section, in the singular.
    """

    section: Section
    least: int
    most: int
    noun: str = "card"

    def wants(self) -> str:
        """Return "exactly 4", "0 to 15"."""
        return f"exactly {self.least}" if self.least == self.most else f"{self.least} to {self.most}"


@dataclass(frozen=True, slots=True)
class Sections(Constraint):
    """The deck falls into sections of given sizes.

    A card stands in the section whose heading it is under. Under no heading, ``home`` places it by its kind; when the
    kind is not known, the card may belong in any section, and sizes are checked as far as that allows.

    Attributes:
        sizes: What each section holds.
        rule: Where it is written.
        home: Where a card belongs by its kind.
        settled_by: What would settle it where kinds are missing.
    """

    of_the_whole: ClassVar[bool] = True
    looks_at: ClassVar[tuple[Section, ...]] = tuple(section for section in Section if section is not Section.SIDEBOARD)
    sizes: tuple[SectionSize, ...]
    rule: str
    home: Home
    settled_by: str

    def _placed(self, candidate: Candidate) -> tuple[dict[Section, int], list[Entry[DeckCard]]]:
        """Return the cards in each section, and what stands under no heading and has no known place."""
        cards = dict.fromkeys((size.section for size in self.sizes), 0)
        homeless: list[Entry[DeckCard]] = []
        for entry in candidate.entries(self.looks_at):
            section = self._home(entry.card) if entry.section is Section.MAIN else entry.section
            if section in cards:
                cards[section] += entry.quantity
            else:
                homeless.append(entry)
        return cards, homeless

    def _home(self, card: DeckCard) -> Section | None:
        return None if isinstance(card, Unlisted) else self.home(card)

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Give ``SECTION-size`` for each wrong size, and ``wrong-section`` for each name under a wrong heading."""
        cards, homeless = self._placed(candidate)
        spare = sum(entry.quantity for entry in homeless)
        short = {size.section: max(0, size.least - cards[size.section]) for size in self.sizes}
        for size in self.sizes:
            have = cards[size.section]
            if have > size.most or (have < size.least and sum(short.values()) > spare):
                change = f"remove {have - size.most}" if have > size.most else f"add {size.least - have}"
                message = f"{count(have, size.noun)}, {size.wants()}: {change}"
                yield Problem(f"{size.section}-size", message, self.rule)
        room = sum(size.most - cards[size.section] for size in self.sizes if cards[size.section] < size.most)
        if spare > room:
            message = f"{count(spare, 'card')} under no heading, and the sections have room for {room}: remove some"
            yield Problem("section-room", message, self.rule, lines=_lines(homeless))
        for entry in sorted(candidate.entries(self.looks_at), key=lambda each: each.card.name):
            belongs = self._home(entry.card)
            if entry.section is not Section.MAIN and belongs not in (None, entry.section):
                message = f"{entry.card.name} stands under {entry.section.capitalize()} and belongs under "
                message += str(belongs).capitalize()
                yield Problem("wrong-section", message, self.rule, entry.card.name, entry.lines)

    def unchecked(self, candidate: Candidate) -> Iterator[Unchecked]:
        """Give ``section-unknown`` for each name under no heading whose kind is not known."""
        for entry in by_name(tuple(self._placed(candidate)[1])):
            message = f"{entry.card.name}: its kind is not known, and it stands under no heading"
            yield Unchecked("section-unknown", message, self.settled_by, self.rule, entry.card.name, entry.lines)


@dataclass(frozen=True, slots=True)
class Sideboard(Constraint):
    """The sideboard has one of some sizes.

    Attributes:
        allowed: The sizes: ``(0, 15)``, or ``range(16)`` for up to fifteen.
        rule: Where it is written.
        noun: What the game calls it.
    """

    of_the_whole: ClassVar[bool] = True
    looks_at: ClassVar[tuple[Section, ...]] = (Section.SIDEBOARD,)
    allowed: tuple[int, ...] | range
    rule: str
    noun: str = "sideboard"

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Give ``NOUN-size``."""
        entries = candidate.entries(self.looks_at)
        have = sum(entry.quantity for entry in entries)
        if have not in self.allowed:
            wants = f"{self.allowed[0]} to {self.allowed[-1]}"
            if not isinstance(self.allowed, range):
                wants = any_of([str(size) for size in self.allowed])
            most = max(self.allowed)
            change = f"remove {have - most}" if have > most else f"add {most - have} or remove all"
            message = f"{count(have, 'card')} in the {self.noun}, allowed {wants}: {change}"
            yield Problem(f"{self.noun}-size", message, self.rule, lines=_lines(entries))


@dataclass(frozen=True, slots=True)
class Champion(Constraint):
    """A player names one champion, who is no card of the deck.

    Attributes:
        is_one: Whether a card is a champion.
        rule: Where it is written.
        settled_by: What would settle whether a name that no card has is a champion.
        also: Folded names of champions that are known without being in the catalogue.
        names: Gives the champions a name may be a slip of; no other card is suggested for one. Asked when there is one.
    """

    of_the_whole: ClassVar[bool] = True
    looks_at: ClassVar[tuple[Section, ...]] = (Section.CHAMPIONS,)
    is_one: Callable[[Any], bool]
    rule: str
    settled_by: str
    also: frozenset[str] = frozenset()
    names: Callable[[], Iterable[str]] = tuple

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Give ``champion`` when none or more than one is named, or something that is no champion."""
        entries = candidate.deck.section(Section.CHAMPIONS)
        have = sum(entry.quantity for entry in entries)
        if not entries:
            message = "no champion is named: write a line like Champion: and the name"
            yield Problem("champion", message, self.rule)
        elif have > 1:
            message = f"{count(have, 'champion')}, exactly 1: remove {have - 1}"
            yield Problem("champion", message, self.rule, lines=_lines(entries))
        for entry in by_name(entries):
            if not isinstance(entry.card, Unlisted) and not self.is_one(entry.card):
                message = f"{entry.card.name} is no champion: name the one that is played"
                yield Problem("champion", message, self.rule, entry.card.name, entry.lines)

    def unchecked(self, candidate: Candidate) -> Iterator[Unchecked]:
        """Give ``champion-unknown`` for a name that no champion of the catalogue has."""
        for entry in by_name(candidate.deck.section(Section.CHAMPIONS)):
            if isinstance(entry.card, Unlisted) and fold(entry.card.name) not in self.also:
                meant = suggest(entry.card.name, {name: words(name) for name in self.names()})
                near = f"; did you mean {any_of(meant)}?" if meant else ""
                message = f"no champion that is known is called {quoted(entry.card.name)}{near}"
                yield Unchecked("champion-unknown", message, self.settled_by, self.rule, entry.card.name, entry.lines)


@dataclass(frozen=True, slots=True)
class Swap(Constraint):
    """Between two games of a match cards changed places between deck and sideboard, one for one.

    Attributes:
        before: The list as it was registered.
        rule: Where it is written.
    """

    of_the_whole: ClassVar[bool] = True
    looks_at: ClassVar[tuple[Section, ...]] = BOTH
    before: Decklist[Any]
    rule: str

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Give ``swap-size`` when the deck grew or shrank, and ``swap-cards`` for each name that came or went."""
        sizes = [sum(each.quantity for each in deck.main) for deck in (self.before, candidate.deck)]
        if sizes[0] != sizes[1]:
            message = f"{count(sizes[1], 'card')} in the deck, {sizes[0]} before: swap one for one"
            yield Problem("swap-size", message, self.rule)
        was, now = (_copies(deck.entries) for deck in (self.before, candidate.deck))
        names = {fold(entry.card.name): entry.card.name for entry in (*self.before.entries, *candidate.deck.entries)}
        for key in sorted(was | now, key=names.__getitem__):
            if was[key] != now[key]:
                message = f"{now[key]} x {names[key]} in deck and sideboard, {was[key]} were registered"
                yield Problem("swap-cards", message, self.rule, names[key])


def _copies(entries: Iterable[Entry[Any]]) -> Counter[str]:
    copies: Counter[str] = Counter()
    for entry in entries:
        copies[fold(entry.card.name)] += entry.quantity
    return copies


def _lines(entries: Iterable[Entry[DeckCard]]) -> tuple[int, ...]:
    return tuple(sorted({line for entry in entries for line in entry.lines}))
