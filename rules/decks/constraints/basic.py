"""Common constraints.

Size, copies, balance, bans, sideboard and preconstructed decks.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, ClassVar

from rules.decks.catalogue import DeckCard
from rules.decks.decklist import Claim, Decklist, Entry
from rules.decks.line_formats import Section
from rules.decks.messages import format_count, join_and, lines_note, quote
from rules.decks.names import fold, nearest
from rules.decks.report import AlignmentCount, Problem, Unchecked


@dataclass(frozen=True, slots=True)
class UncataloguedCard:
    """A name that may be a card, in a format whose catalogue is incomplete.

    Attributes:
        name: As first written by the player.
        suggestions: Similar names in the catalogue.
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
    """The decklist to check, with the date and the facts that constraints need.

    Attributes:
        main: Entries of the main deck, without cards that no deck may contain.
        deck: The whole list, including tokens and sideboard.
        on: The date whose rules apply.
        alignments: Names of the game's alignments, in their usual order.
        marks: The player's annotations by folded card name, each with its value.
        claims: Totals stated in the list.
    """

    main: tuple[Entry[DeckCard], ...]
    deck: Decklist[DeckCard]
    on: date
    alignments: tuple[str, ...]
    marks: Mapping[str, frozenset[tuple[str, bool]]] = field(default_factory=dict)
    claims: tuple[Claim, ...] = ()

    def entries(self, sections: Collection[Section]) -> tuple[Entry[DeckCard], ...]:
        """Return the entries of the given sections.

        Cards that no deck may contain are omitted.
        """
        return tuple(each for each in self.deck.entries if each.section in sections and each.card.is_deck_card)

    def get_annotation(self, card: DeckCard, mark: str) -> bool | None:
        """Return the value of the player's annotation.

        ``None`` if missing or contradictory.
        """
        marks = {so for kind, so in self.marks.get(fold(card.name), ()) if kind == mark}
        return marks.pop() if len(marks) == 1 else None

    @property
    def cards(self) -> int:
        """Number of known cards in the main deck."""
        return sum(entry.quantity for entry in self.main)


class Constraint(ABC):
    """A deck construction rule of a format.

    Attributes:
        needs_whole_list: Whether it can be checked only if all names were recognised.
        required_sections: With ``needs_whole_list``, the sections where all names must be recognised; empty for
        the deck
            sections of the format.
    """

    __slots__ = ()
    needs_whole_list: ClassVar[bool] = False
    required_sections: ClassVar[tuple[Section, ...]] = ()

    @abstractmethod
    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield all violations, in an order that does not depend on the order of lines."""

    def warnings(self, candidate: Candidate) -> Iterator[Problem]:  # noqa: ARG002 - for those that have any
        """Yield what is legal but probably a mistake."""
        return iter(())

    def unchecked(self, candidate: Candidate) -> Iterator[Unchecked]:  # noqa: ARG002 - most rules need no more facts
        """Yield the parts of the rule that cannot be checked because facts are missing."""
        return iter(())

    def excludes(self, card: DeckCard, on: date) -> bool:  # noqa: ARG002 - most rules keep no card out by itself
        """Return True if the card is illegal on that date in every decklist."""
        return False


@dataclass(frozen=True, slots=True)
class Size(Constraint):
    """Minimum and maximum size of the main deck."""

    needs_whole_list: ClassVar[bool] = True
    minimum: int
    rule: str
    maximum: int | None = None

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield ``too-few-cards`` or ``too-many-cards``."""
        total = candidate.cards
        have = format_count(total, "card")
        if total < self.minimum:
            yield Problem("too-few-cards", f"{have}, minimum {self.minimum}: add {self.minimum - total}", self.rule)
        if self.maximum is not None and total > self.maximum:
            message = f"{have}, maximum {self.maximum}: remove {total - self.maximum}"
            yield Problem("too-many-cards", message, self.rule)

    def warnings(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield an ``above-minimum`` problem for a deck that is larger than the minimum."""
        extra = candidate.cards - self.minimum
        if extra > 0 and (self.maximum is None or candidate.cards <= self.maximum):
            message = f"{candidate.cards} cards, minimum {self.minimum}: legal, but {extra} more than needed"
            yield Problem("above-minimum", message, self.rule)


@dataclass(frozen=True, slots=True)
class CopyLimit(Constraint):
    """Maximum number of copies per card name, over all lines and printings.

    Attributes:
        limit: Maximum number of copies.
        rule: Rule number.
        over: Sections counted together; empty for the deck sections of the format.
        free: Returns whether a card is exempt; ``None`` if no card is.
    """

    limit: int
    rule: str
    over: tuple[Section, ...] = ()
    free: Callable[[Any], bool] | None = None

    def _limited_entries(self, candidate: Candidate) -> list[Entry[DeckCard]]:
        entries = candidate.entries(self.over) if self.over else candidate.main
        return merge_by_name(tuple(entry for entry in entries if not self._is_free(entry.card)))

    def _is_free(self, card: DeckCard) -> bool:
        return self.free is not None and not isinstance(card, UncataloguedCard) and self.free(card)

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield a ``copies`` problem for each name above the limit."""
        for entry in self._limited_entries(candidate):
            over = entry.quantity - self.limit
            if over > 0:
                message = f"{entry.quantity} x {entry.card.name}, limit {self.limit}: remove {over}"
                message += lines_note(entry.lines)
                yield Problem("copies", message, self.rule, entry.card.name, entry.lines)

    def warnings(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield a ``near-name`` problem for each unknown name similar to another.

        The other name is in the list. A typing error could hide a copy above the limit. Two unknown names that are
        similar to each other are reported once.
        """
        entries = {entry.card.name: entry for entry in self._limited_entries(candidate)}
        reported: set[tuple[str, str]] = set()
        for name, entry in entries.items():
            if not isinstance(entry.card, UncataloguedCard):
                continue
            near = nearest(name, [*(other for other in entries if other != name), *entry.card.suggestions])
            if near is None or (near, name) in reported:
                continue
            reported.add((name, near))
            other = entries.get(near)
            together = entry.quantity + (other.quantity if other else 0)
            message = f"{quote(name)} is similar to {near}: counted as two cards"
            if other and together > self.limit:
                message += f"; if it is one, {together} copies are over the limit of {self.limit}"
            lines = entry.lines + (other.lines if other else ())
            yield Problem("near-name", message, self.rule, name, tuple(sorted(lines)))


@dataclass(frozen=True, slots=True)
class FreeCardBalance(Constraint):
    """For each alignment, at least ``ratio`` 1-cost cards per 0-cost card.

    A card with several alignments counts for each of them.
    """

    needs_whole_list: ClassVar[bool] = True
    ratio: int
    rule: str

    def counts(self, candidate: Candidate) -> dict[str, AlignmentCount]:
        """Return the numbers of free and 1-cost cards, by alignment."""
        return alignment_counts(candidate, self.ratio)

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield an ``alignment-balance`` problem for alignments with excess free cards.

        Free cards cost 0.
        """
        for name, have in self.counts(candidate).items():
            short = have.needed - have.one
            if short <= 0:
                continue
            free = [entry for entry in candidate.main if entry.card.cost == 0 and name in entry.card.deck_alignments]
            message = (
                f"{name}: {format_count(have.zero, 'free card')} {'needs' if have.zero == 1 else 'need'} {have.needed} "
                f"{name} 1-cost cards, you have {have.one}: add {short} or remove {-(-short // self.ratio)} free"
            )
            lines = tuple(sorted(line for entry in free for line in entry.lines))
            yield Problem("alignment-balance", message, self.rule, lines=lines)


def alignment_counts(candidate: Candidate, ratio: int) -> dict[str, AlignmentCount]:
    """Return the numbers of 0-cost, 1-cost and required 1-cost cards, by alignment.

    Args:
        candidate: The list being checked.
        ratio: 1-cost cards required per free card; 0 for none.
    """

    def total(name: str, cost: int) -> int:
        fitting = (entry for entry in candidate.main if entry.card.cost == cost and name in entry.card.deck_alignments)
        return sum(entry.quantity for entry in fitting)

    free = {name: total(name, 0) for name in candidate.alignments}
    return {name: AlignmentCount(zero, total(name, 1), zero * ratio) for name, zero in free.items()}


@dataclass(frozen=True, slots=True)
class Ban:
    """A banned card with the dates of the ban.

    Attributes:
        card: The card's name.
        since: First day of the ban.
        source: URL of the announcement.
        until: First day after the ban; ``None`` if open-ended.
    """

    card: str
    since: date
    source: str
    until: date | None = None

    def holds(self, on: date) -> bool:
        """Return True if the ban is in force on a date."""
        return self.since <= on and (self.until is None or on < self.until)


@dataclass(frozen=True, slots=True)
class Bans(Constraint):
    """No cards that are banned on the date of the check."""

    bans: tuple[Ban, ...]

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield a ``banned`` problem for each banned card in deck or sideboard."""
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
        """Return True if the card is banned on that date."""
        return any(ban.card == card.name and ban.holds(on) for ban in self.bans)


@dataclass(frozen=True, slots=True)
class DeckCardsOnly(Constraint):
    """No tokens, and no cards that start outside the deck.

    Attributes:
        token_rule: Rule number for tokens.
        outside_rule: Rule number for cards that start outside the deck.
        outside_sections: Sections for cards that start outside the deck.
    """

    token_rule: str
    outside_rule: str
    outside_sections: tuple[Section, ...] = ()

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield ``token`` or ``not-a-deck-card`` for each card that no deck may contain."""
        for entry in merge_by_name(
            tuple(each for each in candidate.deck.entries if each.section not in self.outside_sections)
        ):
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
                message = f"{card.name} is a {card.type}, which starts outside the deck: remove {entry.quantity}{lines}"
                yield Problem("not-a-deck-card", message, self.outside_rule, card.name, entry.lines)

    def excludes(self, card: DeckCard, on: date) -> bool:  # noqa: ARG002 - a fixed property
        """Return True if the card is a token or starts outside the deck."""
        return not card.is_deck_card


@dataclass(frozen=True, slots=True)
class NoSideboard(Constraint):
    """No cards in the sideboard; an empty sideboard heading is allowed."""

    # An error and not a warning: a judge who finds 15 more cards on the sheet cannot tell which 60 are the deck.
    rule: str

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield one ``sideboard`` problem with all lines of the sideboard."""
        entries = candidate.deck.sideboard
        if not entries:
            return
        cards = sum(entry.quantity for entry in entries)
        lines = tuple(sorted(line for entry in entries for line in entry.lines))
        message = f"{format_count(cards, 'card')} in a sideboard, and this format has none: remove the sideboard"
        yield Problem("sideboard", message, self.rule, lines=lines)


@dataclass(frozen=True, slots=True)
class OneOfDecks(Constraint):
    """The main deck equals one of the preconstructed decks.

    Attributes:
        decks: Card counts by name, by name of the deck.
        rule: Rule number.
    """

    needs_whole_list: ClassVar[bool] = True
    decks: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]
    rule: str

    def problems(self, candidate: Candidate) -> Iterator[Problem]:
        """Yield ``not-preconstructed`` with the differences to the most similar deck."""
        have = {entry.card.name: entry.quantity for entry in merge_by_name(candidate.main)}
        distances = []
        for name, cards in self.decks:
            wanted = dict(cards)
            missing = {card: n - have.get(card, 0) for card, n in wanted.items() if n > have.get(card, 0)}
            extra = {card: n - wanted.get(card, 0) for card, n in have.items() if n > wanted.get(card, 0)}
            distances.append((sum(missing.values()) + sum(extra.values()), name, missing, extra))
        distance, name, missing, extra = min(distances, key=lambda row: row[:2])
        if distance:
            parts = [f"{verb} {_list_copies(cards)}" for verb, cards in (("add", missing), ("remove", extra)) if cards]
            lines = tuple(sorted(line for entry in candidate.main if entry.card.name in extra for line in entry.lines))
            message = f"not a preconstructed deck; nearest is {name}: {'; '.join(parts)}"
            yield Problem("not-preconstructed", message, self.rule, lines=lines)

    def excludes(self, card: DeckCard, on: date) -> bool:  # noqa: ARG002 - the decks stay as they were sold
        """Return True if no preconstructed deck contains the card."""
        return not any(card.name == name for _, cards in self.decks for name, _ in cards)


def _list_copies(cards: dict[str, int]) -> str:
    """Return the cards as text, "2 Kong and 1 Lash"; long lists are truncated."""
    parts = [f"{number} {name}" for name, number in sorted(cards.items())]
    if len(parts) > 6:
        parts = [*parts[:5], format_count(sum(number for _, number in sorted(cards.items())[5:]), "other card")]
    return join_and(parts)


def merge_by_name(entries: tuple[Entry[DeckCard], ...]) -> list[Entry[DeckCard]]:
    """Return entries merged by card name, in alphabetical order."""
    merged: dict[str, Entry[DeckCard]] = {}
    for entry in sorted(entries, key=lambda each: each.card.name):
        previous = merged.get(entry.card.name)
        merged[entry.card.name] = previous.merged_with(entry) if previous else entry
    return list(merged.values())
