"""The card catalogue of a game, with lookup by name."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from threading import RLock
from typing import Any, Generic, Protocol, TypeVar

from rules.decks.abbreviations import shortest_unique
from rules.decks.line_formats import Section
from rules.decks.names import fold, has_word_starting_with, suggest, words


class DeckCard(Protocol):
    """The card attributes that deck checks need, in any game."""

    @property
    def name(self) -> str:
        """The name as spelled in the catalogue."""

    @property
    def cost(self) -> int | None:
        """The cost to play it; ``None`` for cards that are not played."""

    @property
    def deck_alignments(self) -> tuple[str, ...]:
        """The alignments (factions, colours) that count for deck construction."""

    @property
    def is_deck_card(self) -> bool:
        """True if a deck may contain it."""

    @property
    def is_token(self) -> bool:
        """True if it is a token, which exists only during play."""

    @property
    def type(self) -> str:
        """The card type, in the game's own term."""

    @property
    def doubtful(self) -> tuple[str, ...]:
        """The card's uncertain facts, each as "field: reason"."""


C_co = TypeVar("C_co", bound=DeckCard, covariant=True)


@dataclass(frozen=True)
class CardMatch(Generic[C_co]):
    """The result of a card lookup by name.

    Attributes:
        card: The card, in its preferred printing.
        alias: The alias that matched; ``None`` if the name itself did.
    """

    card: C_co
    alias: str | None = None


def _printed_facts(card: DeckCard) -> object:
    """Return a value that is equal for printings with the same rules text."""
    return getattr(card, "says", card.name)


class Catalogue(Generic[C_co]):
    """All cards of a game, by name and alias, with their printings.

    ``reworded`` lists the printings of each name whose printed text differs, the preferred one first.

    Args:
        printings: All printings; the first of a name is the preferred one.
        aliases: Alternative spellings, each with the name it stands for.
        headings: Group headings that players write in lists ("Champions", an alignment's name).
        sections: Words that start a section in this game ("Reserves", "Blessings"), in addition to those of every
        game.
            A word that is also a heading only groups cards while in the sideboard.
        marks: Annotations in brackets after a name, each with attribute and value:
            ``{"free": ("free", True), "no gift": ("gift", False)}``.
        single_card_sections: Sections with one card each; the lines after it belong to the section before.
        is_gem: Returns whether a text is the name of a gem, in games whose lists name the gems in a card.
        claims: Words for totals that a list states in brackets: "(cost 19, +5 health)".

    Raises:
        ValueError: Two names fold to the same key, or an alias matches no card or another card.
    """

    def __init__(
        self,
        printings: Iterable[C_co],
        aliases: Mapping[str, str],
        headings: Iterable[str] = (),
        sections: Mapping[str, Section] | None = None,
        marks: Mapping[str, tuple[str, bool]] | None = None,
        single_card_sections: Iterable[Section] = (),
        is_gem: Callable[[str], bool] | None = None,
        claims: Iterable[str] = (),
    ) -> None:
        self._by_key: dict[str, list[C_co]] = {}
        for card in printings:
            same = self._by_key.setdefault(fold(card.name), [])
            if same and same[0].name != card.name:
                raise ValueError(f"{card.name!r} and {same[0].name!r} cannot be told apart by name")
            same.append(card)
        self._aliases: dict[str, str] = {}
        self.aliases: Mapping[str, str] = dict(aliases)
        for alias, name in aliases.items():
            card = self.card(name)
            other = self.get(alias)
            if other is not None and other.name != card.name:
                raise ValueError(f"alias {alias!r} of {name!r} is itself the name of a card")
            self._aliases[fold(alias)] = card.name
        self.reworded: Mapping[str, tuple[C_co, ...]] = {
            same[0].name: tuple(same) for same in self._by_key.values() if len(set(map(_printed_facts, same))) > 1
        }
        self._all = tuple(self._by_key[key][0] for key in sorted(self._by_key))
        self.headings = frozenset(words(heading) for heading in headings)
        self.sections: Mapping[str, Section] = {words(word): section for word, section in (sections or {}).items()}
        self.marks: Mapping[str, tuple[str, bool]] = {words(word): mark for word, mark in (marks or {}).items()}
        self.single_card_sections = frozenset(single_card_sections)
        self.is_gem = is_gem
        self.claims = frozenset(words(word) for word in claims)
        self._shortest: dict[str, str] = {}
        self._words = {card.name: words(card.name) for card in self._all}

    def __iter__(self) -> Iterator[C_co]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    @property
    def names(self) -> tuple[str, ...]:
        """All names, in alphabetical order."""
        return tuple(self._words)

    @property
    def parts(self) -> tuple[Section, ...]:
        """The sections that a list of this game can have, in their usual order."""
        sections = {Section.MAIN, Section.SIDEBOARD, *self.sections.values()}
        return tuple(section for section in Section if section in sections)

    def all_printings(self) -> tuple[C_co, ...]:
        """All printings of all cards, in alphabetical order of names."""
        return tuple(card for first in self._all for card in self._by_key[fold(first.name)])

    @cached_property
    def fingerprint(self) -> str:
        """Hash of all printings, for use in cache keys."""
        total = hashlib.blake2b(digest_size=16)
        for card in self.all_printings():
            total.update(f"{card!r}\0".encode())
        return total.hexdigest()

    def get(self, name: str) -> C_co | None:
        """Return the card with this name, or ``None``; aliases do not match."""
        same = self._by_key.get(fold(name))
        return same[0] if same else None

    def card(self, name: str) -> C_co:
        """Return the card with this name; aliases do not match.

        Raises:
            ValueError: No card has that name.
        """
        card = self.get(name)
        if card is None:
            raise ValueError(f"there is no card named {name!r}")
        return card

    def find(self, text: str) -> CardMatch[C_co] | None:
        """Return the card with exactly this folded name or alias, or ``None``."""
        card = self.get(text)
        if card is not None:
            return CardMatch(card)
        name = self._aliases.get(fold(text))
        return CardMatch(self.card(name), alias=text) if name is not None else None

    def printings(self, name: str) -> tuple[C_co, ...]:
        """Return all printings of a name, the preferred one first.

        Empty for an unknown name.
        """
        return tuple(self._by_key.get(fold(name), ()))

    def aliases_of(self, name: str) -> tuple[str, ...]:
        """Return the aliases of a name."""
        return tuple(alias for alias, target in self.aliases.items() if fold(target) == fold(name))

    def search(self, part: str, limit: int = 10) -> tuple[C_co, ...]:
        """Return cards for autocompletion, those whose name starts with ``part`` first.

        Cards with another word that starts with it follow.
        """
        query_words = words(part)
        if not query_words:
            return ()
        begins = [card for card in self._all if self._words[card.name].startswith(query_words)]
        within = [
            card for card in self._all if card not in begins and f" {query_words}" in f" {self._words[card.name]}"
        ]
        return tuple((begins + within)[:limit])

    def candidates(self, part: str) -> tuple[str, ...]:
        """Return all names with a word that starts with ``part``."""
        query_words = words(part)
        return tuple(name for name, text in self._words.items() if has_word_starting_with(text, query_words))

    def shortened(self, name: str) -> str:
        """Return the shortest abbreviation that matches no other card."""
        if name not in self._shortest:
            self._shortest[name] = shortest_unique(name, self.names)
        return self._shortest[name]

    def suggest(self, text: str, limit: int = 3) -> tuple[str, ...]:
        """Return up to ``limit`` names similar to ``text``, best first."""
        return suggest(text, self._words, limit)


class LazyCatalogue(Catalogue[C_co]):
    """A catalogue whose cards are loaded on first use.

    Args:
        read: Returns the catalogue; called only once, even by concurrent threads. Its exceptions propagate.
    """

    def __init__(self, read: Callable[[], Catalogue[C_co]]) -> None:
        self._read = read
        self._reading = RLock()

    def __getattr__(self, name: str) -> Any:
        """Load the catalogue on the first access to an attribute."""
        if name.startswith("__") or name in ("_read", "_reading"):
            raise AttributeError(name)
        with self._reading:
            if "_by_key" not in self.__dict__:
                self.__dict__.update(self._read().__dict__)
        if name not in self.__dict__:
            raise AttributeError(f"a catalogue has no {name!r}")
        return self.__dict__[name]
