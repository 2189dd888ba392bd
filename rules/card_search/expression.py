"""The conditions of a parsed card query, and their evaluation."""

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
"""The comparison operators; ``:`` on a number means equal."""


@dataclass(frozen=True)
class NameMatches:
    """The condition that words of a card's name have these prefixes, in any order."""

    parts: tuple[str, ...]
    subject: Subject[Any]

    def matches(self, card: Any) -> bool:
        """Return True if a card meets the condition."""
        name = f" {words(self.subject.name(card))}"
        return all(f" {part}" in name for part in self.parts)


@dataclass(frozen=True)
class PhraseMatches:
    """The condition that a text of a card has these consecutive words.

    The last may be a prefix.
    """

    text: str
    read: tuple[Callable[[Any], str], ...]

    def matches(self, card: Any) -> bool:
        """Return True if a card meets the condition."""
        return any(f" {self.text}" in f" {words(read(card))}" for read in self.read)


@dataclass(frozen=True)
class HasWord:
    """The condition that a field has this word, or with ``exactly`` no other one."""

    read: Callable[[Any], Iterable[str]]
    value: str
    exactly: bool = False

    def matches(self, card: Any) -> bool:
        """Return True if a card meets the condition."""
        card_values = {words(word) for word in self.read(card)}
        return card_values == {self.value} if self.exactly else self.value in card_values


@dataclass(frozen=True)
class NumberCompares:
    """The condition that a number of a card compares with another one.

    The other is a constant or a number of the card.
    """

    read: Callable[[Any], int | None]
    sign: str
    other: Callable[[Any], int | None]

    def matches(self, card: Any) -> bool:
        """Return True if a card meets the condition; False if it lacks the number."""
        left, right = self.read(card), self.other(card)
        return left is not None and right is not None and COMPARE[self.sign](left, right)


@dataclass(frozen=True)
class FlagIs:
    """The condition that a flag of a card is set."""

    test: Callable[[Any], bool]

    def matches(self, card: Any) -> bool:
        """Return True if a card meets the condition."""
        return self.test(card)


@dataclass(frozen=True)
class AllOf:
    """A conjunction of conditions; without parts it matches every card."""

    parts: tuple["Condition", ...]

    def matches(self, card: Any) -> bool:
        """Return True if a card meets all conditions."""
        return all(part.matches(card) for part in self.parts)


@dataclass(frozen=True)
class AnyOf:
    """A disjunction of conditions."""

    parts: tuple["Condition", ...]

    def matches(self, card: Any) -> bool:
        """Return True if a card meets at least one of the conditions."""
        return any(part.matches(card) for part in self.parts)


@dataclass(frozen=True)
class Not:
    """The negation of a condition."""

    part: "Condition"

    def matches(self, card: Any) -> bool:
        """Return True if a card does not meet the negated condition."""
        return not self.part.matches(card)


Condition = NameMatches | PhraseMatches | HasWord | NumberCompares | FlagIs | AllOf | AnyOf | Not


@dataclass(frozen=True)
class Query:
    """A parsed card query.

    Attributes:
        text: the original text.
        condition: the condition on cards.
        sort: the field to sort by; empty for the order of the catalogue.
        is_descending: whether to sort in descending order.
        substitutions: the parts that were interpreted differently from how they are written.
        day: the date whose bans and formats apply; ``None`` if the query does not depend on it.
        spelled_words: the words that may be misspelled.
        flags_asked: the names of the flags in ``is:`` terms, negated or not.
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
        """Return the matching cards, sorted, with one printing per name.

        It is the first printing that matches. Cards without the number they are sorted by come last; ties keep their
        order.
        """
        name = vocabulary.subject.name
        matches: dict[str, Any] = {}
        for card in cards:
            if self.condition.matches(card):
                matches.setdefault(name(card), card)
        listed = list(matches.values())
        field = vocabulary.field(self.sort) if self.sort else None
        if field is None or not isinstance(field.kind, Numeric):
            return (
                sorted(listed, key=lambda card: words(name(card)), reverse=self.is_descending) if self.sort else listed
            )
        read, sign = field.kind.read, -1 if self.is_descending else 1
        return sorted(listed, key=lambda card: ((number := read(card)) is None, sign * (number or 0)))
