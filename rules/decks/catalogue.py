"""The cards of a game, found by name."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from threading import RLock
from typing import Any, Generic, Protocol, TypeVar

from rules.decks.abbreviations import shortest
from rules.decks.names import contains, fold, suggest, words
from rules.decks.notation import Section


class DeckCard(Protocol):
    """What deck checks need to know of a card of any game."""

    @property
    def name(self) -> str:
        """The catalogue's spelling."""

    @property
    def cost(self) -> int | None:
        """What it costs to play; ``None`` when it is not played."""

    @property
    def deck_alignments(self) -> tuple[str, ...]:
        """The alignments (factions, colours) that count while building a deck."""

    @property
    def is_deck_card(self) -> bool:
        """Whether a deck may hold it at all."""

    @property
    def is_token(self) -> bool:
        """Whether it exists only in play, made by other cards."""

    @property
    def type(self) -> str:
        """What kind of card it is, in the game's own word."""

    @property
    def doubtful(self) -> tuple[str, ...]:
        """Which of its facts are uncertain, each as "field: why"."""


C_co = TypeVar("C_co", bound=DeckCard, covariant=True)


@dataclass(frozen=True)
class Found(Generic[C_co]):
    """A card found by a written name.

    Attributes:
        card: The card, in its preferred printing.
        alias: The known spelling variant it was found by; ``None`` when the name itself was written.
    """

    card: C_co
    alias: str | None = None


def _says(card: DeckCard) -> object:
    """Return what a printing says that a game is played by; of games that do not tell, the name."""
    return getattr(card, "says", card.name)


class Catalogue(Generic[C_co]):
    """Every card of a game by name, with its printings and its known spelling variants.

    ``reworded`` has the printings of each name that do not all say the same, the preferred first.

    Args:
        printings: All printings; the first of a name is the preferred one.
        aliases: Known other spellings, each with the name it stands for.
        headings: Words that people put over groups of cards in a list ("Champions", an alignment's name).
        sections: Words that open a part of a list in this game ("Reserves", "Blessings"), beside those of every game.
            One that is among the headings as well only groups the cards of a sideboard.
        marks: What a player may say of a card in brackets behind its name, each with what is said and whether it is
            so: ``{"free": ("free", True), "no gift": ("gift", False)}``.
        singles: Sections that hold one card each: what follows it in a list is of the section before.
        is_gem: Whether a text is the name of a gem, in games in which lists say which gems are in a card.
        claims: Words under which a list tells a number of itself in brackets: "(cost 19, +5 health)".

    Raises:
        ValueError: Two different names fold to the same key, or an alias stands for no card or for another card.
    """

    def __init__(
        self,
        printings: Iterable[C_co],
        aliases: Mapping[str, str],
        headings: Iterable[str] = (),
        sections: Mapping[str, Section] | None = None,
        marks: Mapping[str, tuple[str, bool]] | None = None,
        singles: Iterable[Section] = (),
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
            same[0].name: tuple(same) for same in self._by_key.values() if len(set(map(_says, same))) > 1
        }
        self._all = tuple(self._by_key[key][0] for key in sorted(self._by_key))
        self.headings = frozenset(words(heading) for heading in headings)
        self.sections: Mapping[str, Section] = {words(word): of for word, of in (sections or {}).items()}
        self.marks: Mapping[str, tuple[str, bool]] = {words(word): said for word, said in (marks or {}).items()}
        self.singles = frozenset(singles)
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
        """Every name once, in alphabetical order."""
        return tuple(self._words)

    @property
    def parts(self) -> tuple[Section, ...]:
        """The sections that a list of this game may have, in their usual order."""
        own = {Section.MAIN, Section.SIDEBOARD, *self.sections.values()}
        return tuple(section for section in Section if section in own)

    def all_printings(self) -> tuple[C_co, ...]:
        """Every printing of every card, in alphabetical order of names."""
        return tuple(card for first in self._all for card in self._by_key[fold(first.name)])

    @cached_property
    def fingerprint(self) -> str:
        """Hash of all that is known of every printing; cards do not change, so it is worked out once."""
        total = hashlib.blake2b(digest_size=16)
        for card in self.all_printings():
            total.update(f"{card!r}\0".encode())
        return total.hexdigest()

    def get(self, name: str) -> C_co | None:
        """Return the card whose name is ``name`` (folded; aliases do not count), or ``None``."""
        same = self._by_key.get(fold(name))
        return same[0] if same else None

    def card(self, name: str) -> C_co:
        """Return the card named ``name`` (folded; aliases do not count).

        Raises:
            ValueError: No card has that name.
        """
        found = self.get(name)
        if found is None:
            raise ValueError(f"there is no card named {name!r}")
        return found

    def find(self, written: str) -> Found[C_co] | None:
        """Return the card that ``written`` names, by its name or a known spelling variant; never by a guess."""
        card = self.get(written)
        if card is not None:
            return Found(card)
        name = self._aliases.get(fold(written))
        return Found(self.card(name), alias=written) if name is not None else None

    def printings(self, name: str) -> tuple[C_co, ...]:
        """Return all printings of one name, the preferred first; empty when there is no such card."""
        return tuple(self._by_key.get(fold(name), ()))

    def aliases_of(self, name: str) -> tuple[str, ...]:
        """Return the known other spellings of one name."""
        return tuple(alias for alias, of in self.aliases.items() if fold(of) == fold(name))

    def search(self, part: str, limit: int = 10) -> tuple[C_co, ...]:
        """Return cards for completing ``part``: names that begin so first, then names with a word that begins so."""
        asked = words(part)
        if not asked:
            return ()
        begins = [card for card in self._all if self._words[card.name].startswith(asked)]
        within = [card for card in self._all if card not in begins and f" {asked}" in f" {self._words[card.name]}"]
        return tuple((begins + within)[:limit])

    def candidates(self, part: str) -> tuple[str, ...]:
        """Return every name that has ``part`` as the beginning of a word: what an incomplete name may mean."""
        asked = words(part)
        return tuple(name for name, text in self._words.items() if contains(text, asked))

    def shortened(self, name: str) -> str:
        """Return the shortest form of a card's name that fits no other card; see ``rules.decks.abbreviations``."""
        if name not in self._shortest:
            self._shortest[name] = shortest(name, self.names)
        return self._shortest[name]

    def suggest(self, written: str, limit: int = 3) -> tuple[str, ...]:
        """Return at most ``limit`` names that ``written`` most likely means, best first; see ``names.suggest``."""
        return suggest(written, self._words, limit)


class LateCatalogue(Catalogue[C_co]):
    """A catalogue whose cards are read when somebody first asks for one, so that naming the game costs nothing.

    Args:
        read: Returns the catalogue; called once, however many threads ask at the same time. What it raises, the first
            question raises.
    """

    def __init__(self, read: Callable[[], Catalogue[C_co]]) -> None:
        self._read = read
        self._reading = RLock()

    def __getattr__(self, name: str) -> Any:
        """Return what only read cards give; Python comes here as long as it is not there."""
        if name.startswith("__") or name in ("_read", "_reading"):
            raise AttributeError(name)
        with self._reading:
            if "_by_key" not in self.__dict__:
                self.__dict__.update(self._read().__dict__)
        if name not in self.__dict__:
            raise AttributeError(f"a catalogue has no {name!r}")
        return self.__dict__[name]
