"""A question about cards after it was read: what it asks, and which cards fit."""

import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from rules.card_search.fields import Numeric, Subject, Vocabulary
from rules.card_search.substitutions import SpelledWords, Substitution
from rules.decks.names import words

COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    ":": operator.eq,
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
"""The comparisons by how they are written; ``:`` on a number means equal."""


@dataclass(frozen=True)
class NameMatches:
    """The card's name has words that begin so, in any order."""

    parts: tuple[str, ...]
    subject: Subject[Any]

    def fits(self, card: Any) -> bool:
        """Whether a card fits."""
        name = f" {words(self.subject.name(card))}"
        return all(f" {part}" in name for part in self.parts)


@dataclass(frozen=True)
class PhraseMatches:
    """Words that stand side by side in one of some texts, the last one perhaps only begun."""

    text: str
    read: tuple[Callable[[Any], str], ...]

    def fits(self, card: Any) -> bool:
        """Whether a card fits."""
        return any(f" {self.text}" in f" {words(read(card))}" for read in self.read)


@dataclass(frozen=True)
class HasWord:
    """The card has this word among the words of a field; or, if ``exactly``, has no other."""

    read: Callable[[Any], Iterable[str]]
    value: str
    exactly: bool = False

    def fits(self, card: Any) -> bool:
        """Whether a card fits."""
        own = {words(word) for word in self.read(card)}
        return own == {self.value} if self.exactly else self.value in own


@dataclass(frozen=True)
class NumberCompares:
    """A number of the card compares so with a number, or with another number of the same card."""

    read: Callable[[Any], int | None]
    sign: str
    other: Callable[[Any], int | None]

    def fits(self, card: Any) -> bool:
        """Whether a card fits; a card without the number never does."""
        left, right = self.read(card), self.other(card)
        return left is not None and right is not None and COMPARE[self.sign](left, right)


@dataclass(frozen=True)
class FlagIs:
    """Something is true of the card."""

    test: Callable[[Any], bool]

    def fits(self, card: Any) -> bool:
        """Whether a card fits."""
        return self.test(card)


@dataclass(frozen=True)
class AllOf:
    """All parts fit; without any part every card does."""

    parts: tuple["Condition", ...]

    def fits(self, card: Any) -> bool:
        """Whether a card fits."""
        return all(part.fits(card) for part in self.parts)


@dataclass(frozen=True)
class AnyOf:
    """At least one part fits."""

    parts: tuple["Condition", ...]

    def fits(self, card: Any) -> bool:
        """Whether a card fits."""
        return any(part.fits(card) for part in self.parts)


@dataclass(frozen=True)
class Not:
    """The part does not fit."""

    part: "Condition"

    def fits(self, card: Any) -> bool:
        """Whether a card fits."""
        return not self.part.fits(card)


Condition = NameMatches | PhraseMatches | HasWord | NumberCompares | FlagIs | AllOf | AnyOf | Not


@dataclass(frozen=True)
class Query:
    """A question with the order in which its answer is wanted.

    Attributes:
        text: as it was written.
        condition: what a card has to be.
        sort: the field to sort by; empty for the order of the catalogue.
        backward: whether the largest comes first.
        readings: what was read in other words than it was written.
        day: the day for which the answer holds; None where it holds on every day.
        spelled: the words in it that can be misspelled.
        asks: the names of what it asks of a card with ``is:``, whether it wants it or not.
    """

    text: str
    condition: Condition
    sort: str = ""
    is_descending: bool = False
    substitutions: tuple[Substitution, ...] = ()
    day: date | None = None
    spelled_words: tuple[SpelledWords, ...] = ()
    flags_asked: frozenset[str] = frozenset()

    def find(self, cards: Iterable[Any], vocabulary: Vocabulary[Any]) -> list[Any]:
        """Return the cards that fit, each name in its first printing that does, sorted as asked.

        Cards without the number they are sorted by come last, equal ones in the order given.
        """
        name = vocabulary.subject.name
        found: dict[str, Any] = {}
        for card in cards:
            if self.condition.fits(card):
                found.setdefault(name(card), card)
        listed = list(found.values())
        field = vocabulary.field(self.sort) if self.sort else None
        if field is None or not isinstance(field.kind, Numeric):
            return (
                sorted(listed, key=lambda card: words(name(card)), reverse=self.is_descending) if self.sort else listed
            )
        read, sign = field.kind.read, -1 if self.is_descending else 1
        return sorted(listed, key=lambda card: ((number := read(card)) is None, sign * (number or 0)))
