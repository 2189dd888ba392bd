"""The rules that most formats have: size, copies, balance, bans, no sideboard, a deck that is sold ready to play."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, ClassVar

from rules.decks.catalogue import DeckCard
from rules.decks.decklist import Claim, Decklist, Entry
from rules.decks.names import fold, nearest
from rules.decks.notation import Section
from rules.decks.report import AlignmentCount, Problem, Unchecked
from rules.decks.wording import all_of, count, lines_note, quoted


@dataclass(frozen=True, slots=True)
class Unlisted:
    """A name that no card of the catalogue has, in a format whose cards are not all known.

    Attributes:
        name: As the player wrote it first.
        suggestions: Names of the catalogue that are close to it.
    """

    name: str
    suggestions: tuple[str, ...] = ()
    cost: int | None = None
    deck_alignments: tuple[str, ...] = ()
    is_deck_card: bool = True
    is_token: bool = False
    type: str = ""
    doubtful: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A list under check.

    Attributes:
        main: The main deck's entries that may be in a deck at all.
        deck: The whole list, tokens and sideboard included.
        on: The day whose rules apply.
        alignments: Names of the game's alignments, in their usual order.
        marks: What the player says of cards behind their names, by folded name: each with whether it is so.
        claims: What the list says of itself.
    """

    main: tuple[Entry[DeckCard], ...]
    deck: Decklist[DeckCard]
    on: date
    alignments: tuple[str, ...]
    marks: Mapping[str, frozenset[tuple[str, bool]]] = field(default_factory=dict)
    claims: tuple[Claim, ...] = ()

    def entries(self, sections: Collection[Section]) -> tuple[Entry[DeckCard], ...]:
        """Return what stands in some sections and may be in a deck at all."""
        return tuple(each for each in self.deck.entries if each.section in sections and each.card.is_deck_card)

    def says(self, card: DeckCard, mark: str) -> bool | None:
        """Return what the player says of a card; ``None`` for nothing, and for both things at once."""
        said = {so for what, so in self.marks.get(fold(card.name), ()) if what == mark}
        return said.pop() if len(said) == 1 else None

    @property
    def cards(self) -> int:
        """Known copies in the main deck."""
        return sum(entry.quantity for entry in self.main)


class Constraint(ABC):
    """One rule of a format.

    Attributes:
        of_the_whole: Whether it judges the list as a whole, which it can only when every name was read.
        looks_at: The sections that must have been read for that; empty for those that are the format's deck.
    """

    __slots__ = ()
    of_the_whole: ClassVar[bool] = False
    looks_at: ClassVar[tuple[Section, ...]] = ()

    @abstractmethod
    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Give every way in which the list breaks this rule, in an order that line order does not change."""

    def warnings(self, candidate: Candidate) -> Iterator[Problem]:  # noqa: ARG002 - for those that have any
        """Give what this rule allows but few people mean."""
        return iter(())

    def unchecked(self, candidate: Candidate) -> Iterator[Unchecked]:  # noqa: ARG002 - most rules need no more facts
        """Give what this rule asks for and nobody can say with the facts at hand."""
        return iter(())

    def excludes(self, card: DeckCard, on: date) -> bool:  # noqa: ARG002 - most rules keep no card out by itself
        """Return whether no list with this card keeps the rule on a day, whatever else is in it."""
        return False


@dataclass(frozen=True, slots=True)
class Size(Constraint):
    """The main deck has at least ``minimum`` cards, and at most ``maximum`` where there is one."""

    of_the_whole: ClassVar[bool] = True
    minimum: int
    rule: str
    maximum: int | None = None

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Give ``too-few-cards`` or ``too-many-cards``."""
        total = candidate.cards
        have = count(total, "card")
        if total < self.minimum:
            yield Problem("too-few-cards", f"{have}, minimum {self.minimum}: add {self.minimum - total}", self.rule)
        if self.maximum is not None and total > self.maximum:
            message = f"{have}, maximum {self.maximum}: remove {total - self.maximum}"
            yield Problem("too-many-cards", message, self.rule)

    def warnings(self, candidate: Candidate) -> Iterator[Problem]:
        """Give ``above-minimum`` for a deck that is larger than it must be, and not too large."""
        extra = candidate.cards - self.minimum
        if extra > 0 and (self.maximum is None or candidate.cards <= self.maximum):
            message = f"{candidate.cards} cards, minimum {self.minimum}: legal, but {extra} more than needed"
            yield Problem("above-minimum", message, self.rule)


@dataclass(frozen=True, slots=True)
class CopyLimit(Constraint):
    """At most ``limit`` copies of a name, all its lines and printings together.

    Attributes:
        limit: Copies.
        rule: Where it is written.
        over: The sections that are counted together; empty for the format's deck alone.
        free: Whether any number of a card is allowed; ``None`` where that is so of no card.
    """

    limit: int
    rule: str
    over: tuple[Section, ...] = ()
    free: Callable[[Any], bool] | None = None

    def _counted(self, candidate: Candidate) -> list[Entry[DeckCard]]:
        entries = candidate.entries(self.over) if self.over else candidate.main
        return by_name(tuple(entry for entry in entries if not self._is_free(entry.card)))

    def _is_free(self, card: DeckCard) -> bool:
        return self.free is not None and not isinstance(card, Unlisted) and self.free(card)

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Give ``copies`` for each name above the limit."""
        for entry in self._counted(candidate):
            over = entry.quantity - self.limit
            if over > 0:
                message = f"{entry.quantity} x {entry.card.name}, limit {self.limit}: remove {over}"
                message += lines_note(entry.lines)
                yield Problem("copies", message, self.rule, entry.card.name, entry.lines)

    def warnings(self, candidate: Candidate) -> Iterator[Problem]:
        """Give ``near-name`` for a name that is no card's and close to another: a slip would hide a copy too many.

        Two such names that are close to each other are told once.
        """
        entries = {entry.card.name: entry for entry in self._counted(candidate)}
        told: set[tuple[str, str]] = set()
        for name, entry in entries.items():
            if not isinstance(entry.card, Unlisted):
                continue
            near = nearest(name, [*(other for other in entries if other != name), *entry.card.suggestions])
            if near is None or (near, name) in told:
                continue
            told.add((name, near))
            other = entries.get(near)
            together = entry.quantity + (other.quantity if other else 0)
            message = f"{quoted(name)} is close to {near}: counted as two cards"
            if other and together > self.limit:
                message += f"; if it is one, {together} copies are over the limit of {self.limit}"
            lines = entry.lines + (other.lines if other else ())
            yield Problem("near-name", message, self.rule, name, tuple(sorted(lines)))


@dataclass(frozen=True, slots=True)
class FreeCardBalance(Constraint):
    """For each alignment, at least ``ratio`` cards that cost 1 for each card that costs 0.

    A card that is of several alignments while building a deck is a card of each of them: free, it asks for support in
    each; costing 1, it supports each.
    """

    of_the_whole: ClassVar[bool] = True
    ratio: int
    rule: str

    def counts(self, candidate: Candidate) -> dict[str, AlignmentCount]:
        """Return the balance of every alignment."""
        return alignment_counts(candidate, self.ratio)

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Give ``alignment-balance`` for each alignment with too many free cards, at the lines of those."""
        for name, have in self.counts(candidate).items():
            short = have.needed - have.one
            if short <= 0:
                continue
            free = [entry for entry in candidate.main if entry.card.cost == 0 and name in entry.card.deck_alignments]
            message = (
                f"{name}: {count(have.zero, 'free card')} {'needs' if have.zero == 1 else 'need'} {have.needed} {name} "
                f"1-cost cards, you have {have.one}: add {short} or remove {-(-short // self.ratio)} free"
            )
            lines = tuple(sorted(line for entry in free for line in entry.lines))
            yield Problem("alignment-balance", message, self.rule, lines=lines)


def alignment_counts(candidate: Candidate, ratio: int) -> dict[str, AlignmentCount]:
    """Return how many free and 1-cost cards of each alignment the main deck has, and how many the ratio asks for.

    Args:
        candidate: The list under check.
        ratio: 1-cost cards asked for by each free card; 0 where the format asks for none.
    """

    def total(name: str, cost: int) -> int:
        fitting = (entry for entry in candidate.main if entry.card.cost == cost and name in entry.card.deck_alignments)
        return sum(entry.quantity for entry in fitting)

    free = {name: total(name, 0) for name in candidate.alignments}
    return {name: AlignmentCount(zero, total(name, 1), zero * ratio) for name, zero in free.items()}


@dataclass(frozen=True, slots=True)
class Ban:
    """A card that may not be played from one day on.

    Attributes:
        card: The card's name.
        since: First day of the ban.
        source: Address of the announcement.
        until: First day it may be played again; ``None`` while that is not known.
    """

    card: str
    since: date
    source: str
    until: date | None = None

    def holds(self, on: date) -> bool:
        """Return whether the card is banned on a day."""
        return self.since <= on and (self.until is None or on < self.until)


@dataclass(frozen=True, slots=True)
class Bans(Constraint):
    """No card that is banned on the day of the check."""

    bans: tuple[Ban, ...]

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Give ``banned`` for each banned name; main deck and sideboard alike."""
        for ban in self.bans:
            entries = [entry for entry in candidate.deck.entries if entry.card.name == ban.card]
            if not entries or not ban.holds(candidate.on):
                continue
            copies = sum(entry.quantity for entry in entries)
            lines = tuple(sorted(line for entry in entries for line in entry.lines))
            which = "it" if copies == 1 else f"all {copies}"
            message = f"{ban.card} is banned since {ban.since.isoformat()}: remove {which}"
            yield Problem("banned", message, ban.source, ban.card, lines)

    def excludes(self, card: DeckCard, on: date) -> bool:
        """Return whether the card is banned on the day."""
        return any(ban.card == card.name and ban.holds(on) for ban in self.bans)


@dataclass(frozen=True, slots=True)
class DeckCardsOnly(Constraint):
    """Only cards that a deck may hold: no tokens, and nothing that starts outside the deck.

    Attributes:
        token_rule: Where it is written of tokens.
        outside_rule: Where it is written of cards that start outside the deck.
        beside: Sections that are no part of the deck, in which such cards have their place.
    """

    token_rule: str
    outside_rule: str
    beside: tuple[Section, ...] = ()

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Give ``token`` or ``not-a-deck-card`` for each name that cannot be in a deck."""
        for entry in by_name(tuple(each for each in candidate.deck.entries if each.section not in self.beside)):
            card = entry.card
            if card.is_deck_card:
                continue
            lines = lines_note(entry.lines)
            if card.is_token:
                message = (
                    f"{card.name} is a token, made during play and not a deck card: remove {entry.quantity}{lines}"
                )
                yield Problem("token", message, self.token_rule, card.name, entry.lines)
            else:
                message = f"{card.name} is a {card.type}, which starts beside the deck: remove {entry.quantity}{lines}"
                yield Problem("not-a-deck-card", message, self.outside_rule, card.name, entry.lines)

    def excludes(self, card: DeckCard, on: date) -> bool:  # noqa: ARG002 - it never was one
        """Return whether the card is a token or starts outside the deck."""
        return not card.is_deck_card


@dataclass(frozen=True, slots=True)
class NoSideboard(Constraint):
    """The format has no sideboard, so a submitted list may not hold cards in one.

    A problem and not a warning: what is registered is what may be brought to the table, and a judge who finds fifteen
    more cards on the sheet cannot tell which sixty are the deck. An empty sideboard heading is fine.
    """

    rule: str

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Give one ``sideboard`` problem with all its lines."""
        entries = candidate.deck.sideboard
        if not entries:
            return
        cards = sum(entry.quantity for entry in entries)
        lines = tuple(sorted(line for entry in entries for line in entry.lines))
        message = f"{count(cards, 'card')} in a sideboard, and this format has none: remove the sideboard"
        yield Problem("sideboard", message, self.rule, lines=lines)


@dataclass(frozen=True, slots=True)
class OneOfDecks(Constraint):
    """The main deck is exactly one of the declared decks, one that is sold ready to play.

    Attributes:
        decks: Name of a deck to its cards, each name with its copies.
        rule: Where it is written.
    """

    of_the_whole: ClassVar[bool] = True
    decks: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]
    rule: str

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Give ``not-preconstructed`` with what separates the list from the nearest of the decks."""
        have = {entry.card.name: entry.quantity for entry in by_name(candidate.main)}
        distances = []
        for name, cards in self.decks:
            wanted = dict(cards)
            missing = {card: n - have.get(card, 0) for card, n in wanted.items() if n > have.get(card, 0)}
            extra = {card: n - wanted.get(card, 0) for card, n in have.items() if n > wanted.get(card, 0)}
            distances.append((sum(missing.values()) + sum(extra.values()), name, missing, extra))
        distance, name, missing, extra = min(distances, key=lambda found: found[:2])
        if distance:
            parts = [f"{verb} {_listed(cards)}" for verb, cards in (("add", missing), ("remove", extra)) if cards]
            lines = tuple(sorted(line for entry in candidate.main if entry.card.name in extra for line in entry.lines))
            message = f"not a preconstructed deck; nearest is {name}: {'; '.join(parts)}"
            yield Problem("not-preconstructed", message, self.rule, lines=lines)

    def excludes(self, card: DeckCard, on: date) -> bool:  # noqa: ARG002 - the decks stay as they were sold
        """Return whether none of the decks has the card."""
        return not any(card.name == name for _, cards in self.decks for name, _ in cards)


def _listed(cards: dict[str, int]) -> str:
    """Return "2 Kong and 1 Lash"; long lists are cut, with the number of cards that remain."""
    shown = [f"{number} {name}" for name, number in sorted(cards.items())]
    if len(shown) > 6:
        shown = [*shown[:5], count(sum(number for _, number in sorted(cards.items())[5:]), "other card")]
    return all_of(shown)


def by_name(entries: tuple[Entry[DeckCard], ...]) -> list[Entry[DeckCard]]:
    """Return the entries in the order of their names, sections of one name joined."""
    joined: dict[str, Entry[DeckCard]] = {}
    for entry in sorted(entries, key=lambda each: each.card.name):
        before = joined.get(entry.card.name)
        joined[entry.card.name] = before.joined(entry) if before else entry
    return list(joined.values())
