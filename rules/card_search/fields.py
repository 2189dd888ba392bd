"""What a game lets people ask about its cards."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from rules.decks.names import fold, words

C = TypeVar("C")


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
        known = {fold(value): value for value in self.values}
        for other, value in (self.short or {}).items():
            known.setdefault(fold(other), value)
        if asked in known:
            return known[asked]
        begun = {value for key, value in known.items() if asked and key.startswith(asked)}
        return begun.pop() if len(begun) == 1 else None


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
    """

    read: Callable[[C], int | None]
    none: str = "none"


@dataclass(frozen=True)
class Flag(Generic[C]):
    """Something that is true of a card or not, asked as ``is:NAME``."""

    holds: Callable[[C], bool]
    meaning: str


Kind = Words[C] | Text[C] | Numeric[C]


@dataclass(frozen=True)
class Field(Generic[C]):
    """One field: its name, shorter names, what it means, and how it is read off a card."""

    name: str
    short: tuple[str, ...]
    meaning: str
    kind: Kind[C]


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

    Raises:
        ValueError: two fields answer to one name.
    """

    def __init__(self, subject: Subject[C], fields: Iterable[Field[C]], flags: Mapping[str, Flag[C]]) -> None:
        self.subject = subject
        self.fields = tuple(fields)
        self.flags = dict(flags)
        self._by_name: dict[str, Field[C]] = {}
        for field in self.fields:
            for name in (field.name, *field.short):
                if self._by_name.setdefault(name, field) is not field:
                    raise ValueError(f"two fields are called {name!r}")

    def field(self, name: str) -> Field[C] | None:
        """Return the field called so, by its name or a shorter one; case does not count."""
        return self._by_name.get(name.casefold())

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Every name a field answers to, ``is`` and ``sort`` among them, the full names first."""
        full = [field.name for field in self.fields]
        return (*full, "is", "sort", *(name for name in self._by_name if name not in full))

    @cached_property
    def sortable(self) -> tuple[str, ...]:
        """What a list can be put in order by."""
        return ("name", *(field.name for field in self.fields if isinstance(field.kind, Numeric)))

    def texts(self, card: C) -> tuple[str, str]:
        """Return a card's name and rules text, folded to words."""
        return words(self.subject.name(card)), words(self.subject.text(card))


AnyVocabulary = Vocabulary[Any]
