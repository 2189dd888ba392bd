"""Names of cards, objects and players in records, for any game.

Their resolution is here too. A name that matches only one object needs no addition: ``Palace Guard``. Otherwise

- ``Wolf Token#2`` is the second object with this name in play under one controller, in the order in which they came
  under that control. The number is written if there are several; it decreases when an earlier one leaves.
- ``Ben's Palace Guard`` is the one that Ben controls or, outside play, owns.
- ``Kong in discard pile``, ``Kong in hand`` and ``Kong gone`` (it has left play) name the zone.
- ``?`` is a card whose name is not known yet.

Case, accents, punctuation and known spelling variants are ignored. A short form is accepted if it matches only one
name: a prefix, prefixes of its words, its initials (``rules.decks.abbreviations``).
Cards with the same name in one zone of one owner are interchangeable, and so are objects without differences.

A game derives ``References`` and describes its objects:

>>> from rules.decks import DeckCard
>>> class Stones(References[tuple[str, ...]]):
...     def players(self, state):
...         return ("Anna", "Ben")
...     def thing(self, state, ref):
...         return Thing(ref, state[ref - 10], (ref - 10) % 2, "play")
>>> stones, table = Stones(Catalogue([], {}), {}), ("Red Stone", "Red Stone", "Blue Stone")
>>> [stones.label(table, ref, (10, 11, 12)) for ref in (10, 11, 12)]
["Anna's Red Stone", "Ben's Red Stone", 'Blue Stone']
>>> stones.find(table, "ben's red", (10, 11, 12))
11
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from rules.decks.abbreviations import expand
from rules.decks.catalogue import Catalogue
from rules.decks.names import fold, suggest, words
from rules.engine.decision import AmbiguousActionError, InvalidActionError
from rules.notation import lists
from rules.notation.english import possessive
from rules.notation.lists import NUMBER

S = TypeVar("S")

Universe: TypeAlias = Sequence[int] | Callable[[S], Sequence[int]]
"""The references among which a name is searched, or a function that lists them on demand."""
Reading: TypeAlias = tuple[int | None, str, int, str]
"""A parsed name: owner, bare name, number, zone."""
MAX_CHOICES: Final = 12
UNKNOWN_NAME: Final = "?"
"""Name of an unknown card."""
_IN_PILE: Final = re.compile(
    r"\s+(?:in|from)(?:\s+(?:the|my|his|her|their|(\S+?)'s))?\s+discard(?:\s+pile)?$", re.IGNORECASE
)
"""Matches phrases for a pile: ``in discard pile``, ``from Ben's discard pile``."""
_ARTICLE: Final = re.compile(r"^(?:the|an?|her|his|their|its)\s+(?:own\s+)?(?=\S)", re.IGNORECASE)
_UNKNOWN_WORDS: Final = re.compile(r"^(?:an? )?(?:unknown|hidden|face-?down)(?: cards?)?$", re.IGNORECASE)


NO_NAMES: Final = frozenset({"alone", "together", "nothing", "nobody", "everything", "everyone", "face", "them", "him"})
"""Words of card names that are not accepted as abbreviations."""


class Thing(NamedTuple):
    """Object of a game that a record can name.

    Attributes:
        ref: its number.
        name: printed name, or the name of a player.
        seat: controller in play, owner elsewhere, the player itself; -1 for none.
        zone: ``player``, ``play``, ``gone``, or a zone of the game.
        number: its number among those of the same name and controller, from 1; 0 if it is the only one.
    """

    ref: int
    name: str
    seat: int
    zone: str
    number: int = 0


def is_unknown(name: str) -> bool:
    """Return True if a name stands for an unnamed card (``?``)."""
    return name.strip() in {UNKNOWN_NAME, "unknown"}


class References(Generic[S]):
    """Names of the objects of one game; ``S`` is the type of its state.

    Args:
        cards: the cards of the game.
        zones: suffix that distinguishes a zone, by zone; objects in play and players need none.
        interchangeable: zones in which objects of the same name and owner are interchangeable.
    """

    def __init__(
        self,
        cards: Catalogue[Any],
        zones: Mapping[str, str],
        interchangeable: Iterable[str] = ("hand", "discard", "deck"),
    ) -> None:
        self.cards: Final = cards
        self.zones: Final = zones
        self.interchangeable: Final = frozenset(interchangeable)
        # The same names are parsed again and again: cache the results for this game.
        self._taken_apart: Final = lru_cache(maxsize=8192)(self._take_apart)
        self.without_article: Final = lru_cache(maxsize=8192)(self._without_article)

    # Methods that a game implements or overrides.

    def players(self, state: S) -> tuple[str, ...]:
        """Return the names of the players in seat order."""
        raise NotImplementedError("a game says who plays")

    def thing(self, state: S, ref: int) -> Thing:
        """Return the description of an object."""
        raise NotImplementedError("a game says what its things are")

    def all_in_play(self, state: S, refs: Sequence[int]) -> dict[int, Thing]:
        """Return the descriptions of many objects at once if the game can do that faster.

        Empty by default.
        """
        return {}

    def called_in_full(self, state: S, key: str, refs: Sequence[int]) -> list[int]:
        """Return the objects among ``refs`` with the folded name ``key``.

        Games with an index override it.
        """
        return [ref for ref in refs if fold(self.thing(state, ref).name) == key]

    def alike(self, state: S, one: Thing, other: Thing) -> bool:
        """Return True if two objects are interchangeable.

        They have the same name and controller.
        """
        return False

    # Methods that are the same for every game.

    def things(self, state: S, refs: Iterable[int]) -> list[Thing]:
        """Return the naming data of several references.

        Departed objects of one name are numbered.
        """
        wanted = list(refs)
        cached = self.all_in_play(state, wanted) if len(wanted) > 1 else {}
        result = [cached.get(ref) or self.thing(state, ref) for ref in wanted]
        gone: dict[str, list[int]] = {}
        for each in result:
            if each.zone == "gone":
                gone.setdefault(each.name, []).append(each.ref)
        return [
            Thing(each.ref, each.name, each.seat, each.zone, sorted(gone[each.name]).index(each.ref) + 1)
            if each.zone == "gone" and len(gone[each.name]) > 1
            else each
            for each in result
        ]

    def label(self, state: S, ref: int, among: Iterable[int]) -> str:
        """Return the name under which ``find`` finds ``ref`` among ``among``."""
        return self.names(state, (ref,), among)[ref]

    def names(self, state: S, refs: Iterable[int], among: Iterable[int]) -> dict[int, str]:
        """Return the names under which ``find`` finds each reference in ``among``."""
        universe, wanted = set(among), dict.fromkeys(refs)
        things = {each.ref: each for each in self.things(state, {*wanted, *universe})}
        alike: dict[str, list[Thing]] = {}
        for ref in universe:
            alike.setdefault(things[ref].name, []).append(things[ref])
        return {ref: self._label(state, things[ref], alike.get(things[ref].name, ())) for ref in wanted}

    def _label(self, state: S, mine: Thing, alike: Iterable[Thing]) -> str:
        """Return the name of an object, distinguished from others of the same name."""
        others = [each for each in alike if each.ref != mine.ref]
        text = f"{mine.name}#{mine.number}" if mine.number else mine.name
        if any(other.seat in (mine.seat, -1) or mine.seat < 0 for other in others if other.zone != mine.zone):
            text += self.zones.get(mine.zone, "")
        if mine.zone == "player":
            return f"player {text}" if others else text
        if mine.seat >= 0 and any(other.seat not in (mine.seat, -1) and other.zone != "player" for other in others):
            text = f"{possessive(self.players(state)[mine.seat])} {text}"
        return text

    def labels(self, state: S, refs: Sequence[int], among: Iterable[int]) -> str:
        """Return several names, separated by commas."""
        names = self.names(state, refs, among)
        return ", ".join(names[ref] for ref in refs)

    def find(self, state: S, name: str, first: Sequence[int], *further: Universe[S], used: Sequence[int] = ()) -> int:
        """Return the object that ``name`` means in the first universe with a match.

        Args:
            state: the game.
            name: the name, optionally with owner, number or zone.
            first: the most likely objects, searched first.
            further: universes to search after that, in order.
            used: objects that are already named and cannot be meant again.

        Raises:
            InvalidActionError: no object has this name; the message lists the existing ones.
            AmbiguousActionError: several objects match.
        """
        match = self.found_in(state, name, (first, *further), used)
        if match is not None:
            return match
        if used and self.matches(state, name, used):
            raise InvalidActionError(f"{name!r} is named more often than it is there")
        raise InvalidActionError(self.nothing_called(state, name, first), unparsed=name)

    def found_in(self, state: S, name: str, universes: Sequence[Universe[S]], used: Sequence[int]) -> int | None:
        """Return the object that ``name`` means in the first matching universe.

        ``None`` if no universe matches.

        Raises:
            AmbiguousActionError: several objects match there.
        """
        for location in universes:
            universe = location(state) if callable(location) else location
            remaining = [ref for ref in universe if ref not in used] if used else universe
            full_matches = self.plainly(state, name, remaining)
            if len(full_matches) == 1:
                return full_matches[0]
            matches = self.matches(state, name, remaining)
            if matches:
                return self.the_one(state, name, matches, remaining)
        return None

    def nothing_called(self, state: S, text: str, universe: Sequence[int]) -> str:
        """Return the error message for a name without a match.

        It has similar names or the existing ones.
        """
        names = sorted(set(self.names(state, universe, universe).values()))
        guesses = suggest(text, {name: words(name) for name in names}, 3)
        if guesses:
            return f"there is no {text!r} here; did you mean {' or '.join(guesses)}?"
        if not self.cards.find(text) and not universe:
            guesses = self.cards.suggest(text)
            return f"no card is called {text!r}" + (f"; did you mean {' or '.join(guesses)}?" if guesses else "")
        omitted_text = f" and {len(names) - MAX_CHOICES} more" if len(names) > MAX_CHOICES else ""
        return f"there is no {text!r} here; there is {', '.join(names[:MAX_CHOICES]) or 'nothing'}{omitted_text}"

    def matches(self, state: S, name: str, refs: Sequence[int]) -> list[Thing]:
        """Return all objects among ``refs`` that ``name`` can mean.

        A player's full name means only the player.
        """
        if self.is_player(state, name):
            return [
                thing for thing in self.things(state, refs) if thing.zone == "player" and fold(thing.name) == fold(name)
            ]
        everything: list[Thing] = []
        for reading in self.readings(state, name):
            # Try full names first: describing all other objects is slow.
            key = fold(reading[1])
            full_matches = self.called_in_full(state, key, refs) if key else []
            fitting = _fitting(self.things(state, full_matches), reading)
            if fitting and not is_unknown(reading[1]):
                return fitting
            everything = everything or self.things(state, refs)
            fitting = self._named(reading[1], _fitting(everything, reading))
            if fitting:
                return fitting
        return []

    def is_player(self, state: S, name: str) -> bool:
        """Return True if ``name`` is the full name of a player and not that of a card."""
        return fold(name) in map(fold, self.players(state)) and self.cards.find(name) is None

    def plainly(self, state: S, text: str, refs: Sequence[int]) -> list[int]:
        """Return the objects among ``refs`` whose full name is ``text``.

        ``text`` has no owner, number or zone. Most names are of this form; a single match needs no further checks.
        """
        _, name, number, zone = self.readings(state, text)[0]
        key = "" if number or zone or is_unknown(name) else fold(name)
        return self.called_in_full(state, key, refs) if key else []

    def readings(self, state: S, name: str) -> tuple[Reading, ...]:
        """Return the possible parses of a name: owner, bare name, number and zone.

        The simplest first.
        """
        return self._taken_apart(self.players(state), name)

    def _take_apart(self, players: tuple[str, ...], name: str) -> tuple[Reading, ...]:
        return tuple(self._ways_to_take_apart(players, name))

    def _ways_to_take_apart(self, players: tuple[str, ...], written: str) -> Iterator[Reading]:
        written = self.without_article(written)
        text, zone = _IN_PILE.sub(r" in discard pile", written.strip()), ""
        pile = _IN_PILE.search(written)
        if pile and pile[1]:
            text = f"{pile[1]}'s {text}"
        folded = words(text)
        for name, suffix in self.zones.items():
            if folded.endswith(suffix) and len(folded) > len(suffix):
                text, zone = text[: text.lower().rfind(suffix.split()[0] if name == "gone" else " in ")].strip(), name
                break
        if folded.startswith("player "):
            yield None, text.strip()[len("player ") :], 0, "player"
        number = NUMBER.search(text)
        # Numbers start at 1; -1 matches no object, and 0 (no number) matches any.
        which = (int(number[1]) or -1) if number else 0
        text = NUMBER.sub("", text)
        yield None, text, which, zone
        for seat, player in enumerate(players):
            for owner in (f"{player}'s ", f"{player}' ", f"{possessive(player)} "):
                if text.casefold().startswith(owner.casefold()):
                    yield seat, text[len(owner) :], which, zone

    def _without_article(self, name: str) -> str:
        """Return a name without an article.

        Names that may begin with one are returned unchanged.
        """
        if _UNKNOWN_WORDS.match(name):
            return UNKNOWN_NAME
        without_article = _ARTICLE.sub("", name)
        if without_article == name or self.cards.find(name) is not None or expand(name, self.cards.names):
            return name
        return without_article

    def _named(self, name: str, fitting: list[Thing]) -> list[Thing]:
        """Return the objects with a name: in full, as a known variant, or as a short form."""
        if is_unknown(name):
            return [each for each in fitting if each.name == UNKNOWN_NAME]
        key = fold(name)
        if not key or key in NO_NAMES:
            return []
        full_matches = [each for each in fitting if fold(each.name) == key]
        if not full_matches:
            match = self.cards.find(name)
            full_matches = [each for each in fitting if match is not None and each.name == match.card.name]
        if not full_matches and key.endswith("s"):
            full_matches = [each for each in fitting if fold(each.name) == key[:-1]]
        if full_matches:
            return full_matches
        if self.cards.find(name) is not None:
            return []
        short = expand(name, dict.fromkeys(each.name for each in fitting if each.name != UNKNOWN_NAME))
        return [each for each in fitting if each.name in short]

    def the_one(self, state: S, name: str, matches: list[Thing], among: Sequence[int]) -> int:
        """Return the only match, or the first of several interchangeable ones.

        A name without a zone prefers objects in play to their owners' cards in other zones.

        Raises:
            AmbiguousActionError: the matches differ.
        """
        in_play = [match for match in matches if match.zone == "play"]
        if in_play and {each.seat for each in matches if each.seat >= 0} == {each.seat for each in in_play}:
            matches = in_play
        first = matches[0]
        if all(self._alike(state, first, other) for other in matches[1:]):
            return min(each.ref for each in matches) if first.zone != "play" else first.ref
        several = dict.fromkeys(self.names(state, [each.ref for each in matches], among).values())
        raise AmbiguousActionError(name, list(several)[:MAX_CHOICES])

    def _alike(self, state: S, one: Thing, other: Thing) -> bool:
        if one.name != other.name or one.zone != other.zone or one.seat != other.seat:
            return False
        return self.alike(state, one, other) if one.zone == "play" else one.zone in self.interchangeable

    def split(self, text: str, is_name: Callable[[str], bool]) -> list[str]:
        """Return the names in a list; see ``rules.notation.lists``."""
        return lists.split_names(self.cards, text, is_name)


def _fitting(all_there: list[Thing], reading: Reading) -> list[Thing]:
    """Return the objects with the owner, number and zone of a parsed name."""
    seat, _, number, zone = reading
    return [
        each
        for each in all_there
        if seat in (None, each.seat)
        and zone in ("", each.zone)
        and number in (0, each.number or 1)
        and (seat is None or each.zone != "player")
    ]
