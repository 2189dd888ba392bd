"""Constraints on the sections of a list: sizes, sideboard, champion, sideboarding."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.decks.catalogue import DeckCard
from rules.decks.constraints import Candidate, Constraint, UncataloguedCard, merge_by_name
from rules.decks.decklist import Decklist, Entry
from rules.decks.line_formats import Section
from rules.decks.messages import format_count, join_or, quote
from rules.decks.names import fold, suggest, words
from rules.decks.report import Problem, Unchecked

Home = Callable[[Any], Section | None]
"""Returns the section of a card; ``None`` if its kind is unknown."""
BOTH = (Section.MAIN, Section.SIDEBOARD)


@dataclass(frozen=True, slots=True)
class SectionSize:
    """Minimum and maximum number of cards in a section.

    Attributes:
        section: The section.
        least, most: Numbers of cards.
        noun: Singular noun for a card of the section.
    """

    section: Section
    least: int
    most: int
    noun: str = "card"

    def describe_size(self) -> str:
        """Return the allowed size as text: "exactly 4" or "0 to 15"."""
        return f"exactly {self.least}" if self.least == self.most else f"{self.least} to {self.most}"


@dataclass(frozen=True, slots=True)
class Sections(Constraint):
    """Sizes of the sections of the deck.

    A card belongs to the section whose heading it is under. Without a heading, ``home`` assigns it by its kind; a card
    of unknown kind may belong to any section, and sizes are checked as ranges.

    Attributes:
        sizes: Required size of each section.
        rule: Rule number.
        home: Returns the section of a card by its kind.
        settled_by: Which information would allow the check where kinds are unknown.
    """

    needs_whole_list: ClassVar[bool] = True
    required_sections: ClassVar[tuple[Section, ...]] = tuple(
        section for section in Section if section is not Section.SIDEBOARD
    )
    sizes: tuple[SectionSize, ...]
    rule: str
    home: Home
    settled_by: str

    def _count_by_section(self, candidate: Candidate) -> tuple[dict[Section, int], list[Entry[DeckCard]]]:
        """Return the number of cards by section, and the entries whose section is unknown."""
        cards = dict.fromkeys((size.section for size in self.sizes), 0)
        homeless: list[Entry[DeckCard]] = []
        for entry in candidate.entries(self.required_sections):
            section = self._section_of(entry.card) if entry.section is Section.MAIN else entry.section
            if section in cards:
                cards[section] += entry.quantity
            else:
                homeless.append(entry)
        return cards, homeless

    def _section_of(self, card: DeckCard) -> Section | None:
        return None if isinstance(card, UncataloguedCard) else self.home(card)

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield ``SECTION-size`` and ``wrong-section`` problems.

        The former for each wrong size, the latter for each misplaced card.
        """
        cards, homeless = self._count_by_section(candidate)
        spare = sum(entry.quantity for entry in homeless)
        short = {size.section: max(0, size.least - cards[size.section]) for size in self.sizes}
        for size in self.sizes:
            have = cards[size.section]
            if have > size.most or (have < size.least and sum(short.values()) > spare):
                change = f"remove {have - size.most}" if have > size.most else f"add {size.least - have}"
                message = f"{format_count(have, size.noun)}, {size.describe_size()}: {change}"
                yield Problem(f"{size.section}-size", message, self.rule)
        room = sum(size.most - cards[size.section] for size in self.sizes if cards[size.section] < size.most)
        if spare > room:
            message = (
                f"{format_count(spare, 'card')} under no heading, and the sections have room for {room}: remove some"
            )
            yield Problem("section-room", message, self.rule, lines=_lines(homeless))
        for entry in sorted(candidate.entries(self.required_sections), key=lambda each: each.card.name):
            belongs = self._section_of(entry.card)
            if entry.section is not Section.MAIN and belongs not in (None, entry.section):
                message = f"{entry.card.name} stands under {entry.section.capitalize()} and belongs under "
                message += str(belongs).capitalize()
                yield Problem("wrong-section", message, self.rule, entry.card.name, entry.lines)

    def unchecked(self, candidate: Candidate) -> Iterator[Unchecked]:
        """Yield a ``section-unknown`` problem for each unknown card without a heading.

        The kind of the card is unknown.
        """
        for entry in merge_by_name(tuple(self._count_by_section(candidate)[1])):
            message = f"{entry.card.name}: its kind is not known, and it stands under no heading"
            yield Unchecked("section-unknown", message, self.settled_by, self.rule, entry.card.name, entry.lines)


@dataclass(frozen=True, slots=True)
class Sideboard(Constraint):
    """The allowed sizes of the sideboard.

    Attributes:
        allowed: The sizes: ``(0, 15)``, or ``range(16)`` for up to 15.
        rule: Rule number.
        noun: The game's term for the sideboard.
    """

    needs_whole_list: ClassVar[bool] = True
    required_sections: ClassVar[tuple[Section, ...]] = (Section.SIDEBOARD,)
    allowed: tuple[int, ...] | range
    rule: str
    noun: str = "sideboard"

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield a problem with the code ``NOUN-size`` if the size is not allowed."""
        entries = candidate.entries(self.required_sections)
        have = sum(entry.quantity for entry in entries)
        if have not in self.allowed:
            describe_size = f"{self.allowed[0]} to {self.allowed[-1]}"
            if not isinstance(self.allowed, range):
                describe_size = join_or([str(size) for size in self.allowed])
            maximum = max(self.allowed)
            change = f"remove {have - maximum}" if have > maximum else f"add {maximum - have} or remove all"
            message = f"{format_count(have, 'card')} in the {self.noun}, allowed {describe_size}: {change}"
            yield Problem(f"{self.noun}-size", message, self.rule, lines=_lines(entries))


@dataclass(frozen=True, slots=True)
class Champion(Constraint):
    """The list names exactly one champion, which is not part of the deck.

    Attributes:
        is_champion: Returns whether a card is a champion.
        rule: Rule number.
        settled_by: Which information would show whether an unknown name is a champion.
        known_names: Folded names of champions that are not in the catalogue.
        names: Returns the champion names to suggest for a misspelt one; called only if needed.
    """

    needs_whole_list: ClassVar[bool] = True
    required_sections: ClassVar[tuple[Section, ...]] = (Section.CHAMPIONS,)
    is_champion: Callable[[Any], bool]
    rule: str
    settled_by: str
    known_names: frozenset[str] = frozenset()
    names: Callable[[], Iterable[str]] = tuple

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield ``champion`` if the list does not name exactly one champion.

        A card that is no champion is a problem too.
        """
        entries = candidate.deck.section(Section.CHAMPIONS)
        have = sum(entry.quantity for entry in entries)
        if not entries:
            message = "no champion is named: write a line like Champion: and the name"
            yield Problem("champion", message, self.rule)
        elif have > 1:
            message = f"{format_count(have, 'champion')}, exactly 1: remove {have - 1}"
            yield Problem("champion", message, self.rule, lines=_lines(entries))
        for entry in merge_by_name(entries):
            if not isinstance(entry.card, UncataloguedCard) and not self.is_champion(entry.card):
                message = f"{entry.card.name} is not a champion: name the champion to play"
                yield Problem("champion", message, self.rule, entry.card.name, entry.lines)

    def unchecked(self, candidate: Candidate) -> Iterator[Unchecked]:
        """Yield a ``champion-unknown`` problem for a name that is not in the catalogue."""
        for entry in merge_by_name(candidate.deck.section(Section.CHAMPIONS)):
            if isinstance(entry.card, UncataloguedCard) and fold(entry.card.name) not in self.known_names:
                near_names = suggest(entry.card.name, {name: words(name) for name in self.names()})
                hint = f"; did you mean {join_or(near_names)}?" if near_names else ""
                message = f"no champion that is known is called {quote(entry.card.name)}{hint}"
                yield Unchecked("champion-unknown", message, self.settled_by, self.rule, entry.card.name, entry.lines)


@dataclass(frozen=True, slots=True)
class Swap(Constraint):
    """Sideboarding between games of a match: cards are swapped one for one.

    Attributes:
        before: The registered list.
        rule: Rule number.
    """

    needs_whole_list: ClassVar[bool] = True
    required_sections: ClassVar[tuple[Section, ...]] = BOTH
    before: Decklist[Any]
    rule: str

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield ``swap-size`` and ``swap-cards`` problems.

        The deck size changed, or cards were added or lost.
        """
        sizes = [sum(each.quantity for each in deck.main) for deck in (self.before, candidate.deck)]
        if sizes[0] != sizes[1]:
            message = f"{format_count(sizes[1], 'card')} in the deck, {sizes[0]} before: swap one for one"
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
