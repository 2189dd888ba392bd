"""The searchable fields of a game's cards."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

from rules.card_search.display_fields import DisplayFields
from rules.decks.names import fold, words

C = TypeVar("C")

MAX_FILTER_VALUES: Final = 24
"""The maximum number of values of a default filter."""
MAX_DEFAULT_FIELDS: Final = 5
"""The maximum number of default fields."""

MODIFIERS: Final = ("is", "sort", "on")
"""Keywords before a colon that are no fields: flag, sort order, day of bans and formats."""


@dataclass(frozen=True)
class Words(Generic[C]):
    """A field whose values are words, such as classes.

    ``:`` matches cards that have the word, ``=`` those that have no other one.

    Attributes:
        read: returns the words of a card.
        values: all valid words, for validation and completion; empty if any word is valid.
        short: alternative spellings, each with its word.
    """

    read: Callable[[C], Sequence[str]]
    values: tuple[str, ...] = ()
    short: Mapping[str, str] | None = None

    def value(self, text: str) -> str | None:
        """Return the value with this spelling or unique prefix, or ``None``."""
        key = fold(text)
        others = (value for other, value in (self.short or {}).items() if key and fold(other).startswith(key))
        return self.exact(text) or self.by_prefix(text) or _single_value(others)

    def exact(self, text: str) -> str | None:
        """Return the value with exactly this spelling, or ``None``."""
        key = fold(text)
        other = {fold(short): value for short, value in (self.short or {}).items()}
        return next((value for value in self.values if fold(value) == key), other.get(key))

    def by_prefix(self, text: str) -> str | None:
        """Return the only value with this prefix, or ``None``.

        Alternative spellings are not considered.
        """
        key = fold(text)
        return _single_value(value for value in self.values if key and fold(value).startswith(key))


def _single_value(values: Iterable[str]) -> str | None:
    """Return the single distinct value, or ``None``."""
    distinct = set(values)
    return distinct.pop() if len(distinct) == 1 else None


@dataclass(frozen=True)
class Dated(Generic[C]):
    """A field with words that depend on the date, such as legal formats.

    Attributes:
        read: returns the words of a card on a date.
        values: all valid words.
        short: alternative spellings, each with its word.
    """

    read: Callable[[C, date], Sequence[str]]
    values: tuple[str, ...]
    short: Mapping[str, str] | None = None

    def on(self, day: date) -> Words[C]:
        """Return the field for one date."""
        return Words(lambda card: self.read(card, day), self.values, self.short)


@dataclass(frozen=True)
class Text(Generic[C]):
    """A field with free text, searched for consecutive words."""

    read: Callable[[C], str]


@dataclass(frozen=True)
class Numeric(Generic[C]):
    """A field with a number, or ``None`` for cards without one.

    Attributes:
        read: returns the number of a card.
        none: the word that matches cards without the number, such as "none".
        words: display words for some numbers, ``None`` included: 0 is "free".
    """

    read: Callable[[C], int | None]
    none: str = "none"
    words: Mapping[int | None, str] = field(default_factory=dict)

    def format_number(self, number: int | None) -> str:
        """Return a number as text for display."""
        return self.words.get(number, self.none if number is None else str(number))


@dataclass(frozen=True)
class Flag(Generic[C]):
    """A yes/no property of a card on a date, queried as ``is:NAME``."""

    holds: Callable[[C, date], bool]
    meaning: str
    dated: bool = False


Kind = Words[C] | Dated[C] | Text[C] | Numeric[C]


@dataclass(frozen=True)
class Field(Generic[C]):
    """A searchable field of cards.

    Attributes:
        name: its name.
        short: abbreviations.
        meaning: a short explanation.
        kind: its type, which reads the value of a card.
        synonyms: names used by other card searches; accepted and reported as substitutions.
        before_words: abbreviations of a numeric field that stand for this field before a word: ``c:wild``.
        also: names of other fields whose values are accepted too: ``type:dragon`` finds a class.
    """

    name: str
    short: tuple[str, ...]
    meaning: str
    kind: Kind[C]
    synonyms: tuple[str, ...] = ()
    before_words: tuple[str, ...] = ()
    related_fields: tuple[str, ...] = ()

    def written(self, card: C, day: date) -> tuple[str, ...]:
        """Return a card's values as display text; empty for free text and missing values."""
        if isinstance(self.kind, Text):
            return ()
        if isinstance(self.kind, Numeric):
            number = self.kind.read(card)
            return () if number is None and None not in self.kind.words else (self.kind.format_number(number),)
        kind = self.kind.on(day) if isinstance(self.kind, Dated) else self.kind
        return tuple(map(str, kind.read(card)))


@dataclass(frozen=True)
class Subject(Generic[C]):
    """The texts of a card that terms without a field name search.

    Attributes:
        name: returns the card's name.
        text: returns its rules text, or the known part of it.
    """

    name: Callable[[C], str]
    text: Callable[[C], str]


class Vocabulary(Generic[C]):
    """The searchable fields and flags of a game.

    Args:
        subject: name and text of a card.
        fields: the fields.
        flags: the flags of ``is:`` by name.
        shown: the fields that pages display; by default the first ones that have few values.

    Raises:
        ValueError: two fields have the same name, or a displayed field does not exist.
    """

    def __init__(
        self,
        subject: Subject[C],
        fields: Iterable[Field[C]],
        flags: Mapping[str, Flag[C]],
        shown: DisplayFields | None = None,
    ) -> None:
        self.subject = subject
        self.fields = tuple(fields)
        self.flags = dict(flags)
        self._by_name: dict[str, Field[C]] = {}
        for each in self.fields:
            for name in (each.name, *each.short, *each.synonyms):
                if name in MODIFIERS or self._by_name.setdefault(name, each) is not each:
                    raise ValueError(f"two fields are called {name!r}")
        by_name = {each.name: each for each in self.fields}
        self.display_fields = shown or _default_display_fields(self.fields)
        if unknown := set(self.display_fields.names) - set(by_name):
            raise ValueError(f"no field is called {', '.join(sorted(unknown))}")
        self._before_words = {name: each for each in self.fields for name in each.before_words}

    def field(self, name: str) -> Field[C] | None:
        """Return the field with this name, abbreviation or synonym, ignoring case."""
        return self._by_name.get(name.casefold())

    def field_before_word(self, name: str) -> Field[C] | None:
        """Return the text field that a numeric field's abbreviation means.

        A word follows such an abbreviation. ``None`` if there is none.
        """
        return self._before_words.get(name.casefold())

    def related_fields(self, field: Field[C]) -> tuple[Field[C], ...]:
        """Return the other fields whose values the given field accepts."""
        return tuple(each for each in self.fields if each.name in field.related_fields)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all fields and modifiers; full names come before abbreviations."""
        full = [each.name for each in self.fields]
        return (*full, *MODIFIERS, *(name for name in self._by_name if name not in full))

    @cached_property
    def sortable(self) -> tuple[str, ...]:
        """The names of the fields that results can be sorted by."""
        return ("name", *(each.name for each in self.fields if isinstance(each.kind, Numeric)))

    def texts(self, card: C) -> tuple[str, str]:
        """Return a card's name and rules text, both folded to words."""
        return words(self.subject.name(card)), words(self.subject.text(card))


def _default_display_fields(fields: Iterable[Field[Any]]) -> DisplayFields:
    """Return the default display fields of a game."""
    displayed = [each for each in fields if not isinstance(each.kind, (Text, Dated))]
    word_values = {each.name: each.kind.values for each in displayed if isinstance(each.kind, Words)}
    few = [name for name, values in word_values.items() if 1 < len(values) <= MAX_FILTER_VALUES]
    columns = [each.name for each in displayed if word_values.get(each.name, True)]
    return DisplayFields(tuple(few[:MAX_DEFAULT_FIELDS]), tuple(columns[:MAX_DEFAULT_FIELDS]), tuple(word_values)[:2])


AnyVocabulary = Vocabulary[Any]
