"""What a game lets people ask about its cards."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

from rules.card_search.display_fields import DisplayFields
from rules.decks.names import fold, words

C = TypeVar("C")

MAX_FILTER_VALUES: Final = 24
"""Values that a list to choose from may have."""
MAX_DEFAULT_FIELDS: Final = 5
"""Fields that are shown of a game that does not say which."""

MODIFIERS: Final = ("is", "sort", "on")
"""What stands before a colon and is no field: a fact, the order of the list, the day of bans and formats."""


@dataclass(frozen=True)
class Words(Generic[C]):
    """Words a card has: alignments, classes, keywords. ``:`` asks for one of them, ``=`` for exactly these.

    Attributes:
        read: the words of a card.
        values: every word there is, for checking and completing; empty for free words.
        short: other ways to write a value, each with the value it stands for.
    """

    read: Callable[[C], Sequence[str]]
    values: tuple[str, ...] = ()
    short: Mapping[str, str] | None = None

    def value(self, written: str) -> str | None:
        """Return the value that somebody wrote, or its only completion; None where no value is meant."""
        asked = fold(written)
        others = (value for other, value in (self.short or {}).items() if asked and fold(other).startswith(asked))
        return self.exact(written) or self.by_prefix(written) or _only(others)

    def exact(self, written: str) -> str | None:
        """Return the value that was written out, in its own or another way; None where there is none."""
        asked = fold(written)
        other = {fold(short): value for short, value in (self.short or {}).items()}
        return next((value for value in self.values if fold(value) == asked), other.get(asked))

    def by_prefix(self, written: str) -> str | None:
        """Return the only value that begins so; other ways to write values do not count."""
        asked = fold(written)
        return _only(value for value in self.values if asked and fold(value).startswith(asked))


def _only(values: Iterable[str]) -> str | None:
    """Return the value where all are the same; None where there are several or none."""
    found = set(values)
    return found.pop() if len(found) == 1 else None


@dataclass(frozen=True)
class Dated(Generic[C]):
    """Words a card has on a day, such as the formats in which it may be played.

    Attributes:
        read: the words of a card on a day.
        values: every word there is.
        short: other ways to write a value, each with the value it stands for.
    """

    read: Callable[[C, date], Sequence[str]]
    values: tuple[str, ...]
    short: Mapping[str, str] | None = None

    def on(self, day: date) -> Words[C]:
        """Return the words as they are on a day."""
        return Words(lambda card: self.read(card, day), self.values, self.short)


@dataclass(frozen=True)
class Text(Generic[C]):
    """Running text of a card, searched for words that stand side by side."""

    read: Callable[[C], str]


@dataclass(frozen=True)
class Numeric(Generic[C]):
    """A number a card has, or None where it has none.

    Attributes:
        read: the number.
        none: the word for having none, such as "none".
        words: numbers that pages tell in words, ``None`` for having none: 0 is "free".
    """

    read: Callable[[C], int | None]
    none: str = "none"
    words: Mapping[int | None, str] = field(default_factory=dict)

    def format_number(self, number: int | None) -> str:
        """Return a number as pages tell it."""
        return self.words.get(number, self.none if number is None else str(number))


@dataclass(frozen=True)
class Flag(Generic[C]):
    """Something that is true of a card on a day or not, asked as ``is:NAME``."""

    holds: Callable[[C, date], bool]
    meaning: str
    dated: bool = False


Kind = Words[C] | Dated[C] | Text[C] | Numeric[C]


@dataclass(frozen=True)
class Field(Generic[C]):
    """One field.

    Attributes:
        name: its name.
        short: shorter names.
        meaning: what it is, in a few words.
        kind: how it is read off a card.
        synonyms: what other card searches call it; understood, and told as what was asked.
        before_words: shorter names of another field, a number, that mean this one before a word: ``c:wild``.
        also: names of fields whose values may be asked here too: ``type:dragon`` finds a class.
    """

    name: str
    short: tuple[str, ...]
    meaning: str
    kind: Kind[C]
    synonyms: tuple[str, ...] = ()
    before_words: tuple[str, ...] = ()
    also: tuple[str, ...] = ()

    def written(self, card: C, day: date) -> tuple[str, ...]:
        """Return what a card has here, in words; nothing where it has nothing, and nothing of running text."""
        if isinstance(self.kind, Text):
            return ()
        if isinstance(self.kind, Numeric):
            number = self.kind.read(card)
            return () if number is None and None not in self.kind.words else (self.kind.format_number(number),)
        kind = self.kind.on(day) if isinstance(self.kind, Dated) else self.kind
        return tuple(map(str, kind.read(card)))


@dataclass(frozen=True)
class Subject(Generic[C]):
    """How a game's cards are read where no field is named.

    Attributes:
        name: the card's name.
        text: its rules text, or what is known of it.
    """

    name: Callable[[C], str]
    text: Callable[[C], str]


class Vocabulary(Generic[C]):
    """The fields and flags of one game.

    Args:
        subject: name and text of a card.
        fields: the fields.
        flags: what ``is:`` can ask, by word.
        shown: which fields pages put forward; the first that have few values where that is left out.

    Raises:
        ValueError: two fields answer to one name, or a field that is shown does not exist.
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
        """Return the field called so, by its name, a shorter one or a synonym; case does not count."""
        return self._by_name.get(name.casefold())

    def field_before_word(self, name: str) -> Field[C] | None:
        """Return the field that a number's name means where a word follows it, if there is one."""
        return self._before_words.get(name.casefold())

    def also(self, asked: Field[C]) -> tuple[Field[C], ...]:
        """Return the fields whose values a field may be asked for too."""
        return tuple(each for each in self.fields if each.name in asked.also)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Every name a field answers to, ``is``, ``sort`` and ``on`` among them, the full names first."""
        full = [each.name for each in self.fields]
        return (*full, *MODIFIERS, *(name for name in self._by_name if name not in full))

    @cached_property
    def sortable(self) -> tuple[str, ...]:
        """What a list can be put in order by."""
        return ("name", *(each.name for each in self.fields if isinstance(each.kind, Numeric)))

    def texts(self, card: C) -> tuple[str, str]:
        """Return a card's name and rules text, folded to words."""
        return words(self.subject.name(card)), words(self.subject.text(card))


def _default_display_fields(fields: Iterable[Field[Any]]) -> DisplayFields:
    """Return what is shown of the cards of a game that does not say it."""
    told = [each for each in fields if not isinstance(each.kind, (Text, Dated))]
    worded = {each.name: each.kind.values for each in told if isinstance(each.kind, Words)}
    few = [name for name, values in worded.items() if 1 < len(values) <= MAX_FILTER_VALUES]
    columns = [each.name for each in told if worded.get(each.name, True)]
    return DisplayFields(tuple(few[:MAX_DEFAULT_FIELDS]), tuple(columns[:MAX_DEFAULT_FIELDS]), tuple(worded)[:2])


AnyVocabulary = Vocabulary[Any]
