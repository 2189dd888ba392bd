"""Names of cards, objects and players in records, and their resolution, for any game.

A name stands alone where it fits one thing only: ``Palace Guard``. Otherwise

- ``Wolf Token#2`` is the second of those with this name in play under one controller, in the order in which they
  came under that control. The number is written whenever there are several, and it moves up when an earlier one leaves.
- ``Ben's Palace Guard`` is the one under Ben's control, outside play the one Ben owns.
- ``Kong in discard pile``, ``Kong in hand`` and ``Kong gone`` (it has left play) tell zones apart.
- ``?`` is a card whose name is not known yet.

Case, accents, punctuation and known spelling variants do not count; a short form will do where it fits one name only:
a beginning, beginnings of its words, its initials (``rules.decks.abbreviations``).
Cards with the same name in one zone of one owner are interchangeable, and so are pieces that differ in nothing.

A game derives ``References`` and says what its things are:

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
        # Names are short and come again and again: taking one apart is remembered for this game.
        self._taken_apart: Final = lru_cache(maxsize=8192)(self._take_apart)
        self.without_article: Final = lru_cache(maxsize=8192)(self._without_article)

    # What a game says.

    def players(self, state: S) -> tuple[str, ...]:
        """Return the names of the players in seat order."""
        raise NotImplementedError("a game says who plays")

    def thing(self, state: S, ref: int) -> Thing:
        """Return the description of an object."""
        raise NotImplementedError("a game says what its things are")

    def all_in_play(self, state: S, refs: Sequence[int]) -> dict[int, Thing]:
        """Return the descriptions of many objects at once if the game can do that faster; empty by default."""
        return {}

    def called_in_full(self, state: S, key: str, refs: Sequence[int]) -> list[int]:
        """Return those of ``refs`` whose folded name is ``key``; overridden by games that index folded names."""
        return [ref for ref in refs if fold(self.thing(state, ref).name) == key]

    def alike(self, state: S, one: Thing, other: Thing) -> bool:
        """Return True if two objects with the same name and controller are interchangeable."""
        return False

    # What follows is the same in every game.

    def things(self, state: S, refs: Iterable[int]) -> list[Thing]:
        """Return the naming data of several references, numbering departed objects of one name."""
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
        """Return for each of several references the name under which ``find`` finds it among ``among``."""
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
        """Return what ``name`` names: in the first universe where it names something.

        Args:
            state: the game.
            name: the name, perhaps with owner, number or zone.
            first: where to look first, the likeliest things.
            further: where to look after that.
            used: what has been named already and is not meant again.

        Raises:
            InvalidActionError: nothing has this name; says what is there. AmbiguousActionError: it fits several.
        """
        match = self.found_in(state, name, (first, *further), used)
        if match is not None:
            return match
        if used and self.matches(state, name, used):
            raise InvalidActionError(f"{name!r} is named more often than it is there")
        raise InvalidActionError(self.nothing_called(state, name, first), unparsed=name)

    def found_in(self, state: S, name: str, universes: Sequence[Universe[S]], used: Sequence[int]) -> int | None:
        """Return what ``name`` names in the first of ``universes`` where it names anything, or ``None``.

        Raises:
            AmbiguousActionError: it fits several there.
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
        """Return the sentence for a name that fits nothing, with what is there or what may be meant."""
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
        """Return everything among ``refs`` that ``name`` can mean; a player's whole name means the player only."""
        if self.is_player(state, name):
            return [
                each for each in self.things(state, refs) if each.zone == "player" and fold(each.name) == fold(name)
            ]
        everything: list[Thing] = []
        for reading in self.readings(state, name):
            # A whole name comes first in any case, and what is to be said of all the others takes long to find out.
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
        """Return True if ``name`` is the whole name of a player and not that of a card."""
        return fold(name) in map(fold, self.players(state)) and self.cards.find(name) is None

    def plainly(self, state: S, text: str, refs: Sequence[int]) -> list[int]:
        """Return those of ``refs`` whose whole name ``text`` is, with no word of owner, number or zone.

        It is what most names are, and of one thing nothing more has to be found out.
        """
        _, name, number, zone = self.readings(state, text)[0]
        key = "" if number or zone or is_unknown(name) else fold(name)
        return self.called_in_full(state, key, refs) if key else []

    def readings(self, state: S, name: str) -> tuple[Reading, ...]:
        """Return the ways to split a name into owner, bare name, number and zone, simplest first."""
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
        # They are counted from 1: number 0 is none of them, and no number any.
        which = (int(number[1]) or -1) if number else 0
        text = NUMBER.sub("", text)
        yield None, text, which, zone
        for seat, player in enumerate(players):
            for owner in (f"{player}'s ", f"{player}' ", f"{possessive(player)} "):
                if text.casefold().startswith(owner.casefold()):
                    yield seat, text[len(owner) :], which, zone

    def _without_article(self, name: str) -> str:
        """Return a name without ``the`` or ``her`` before it; names that begin so, or may, stay whole."""
        if _UNKNOWN_WORDS.match(name):
            return UNKNOWN_NAME
        without_article = _ARTICLE.sub("", name)
        if without_article == name or self.cards.find(name) is not None or expand(name, self.cards.names):
            return name
        return without_article

    def _named(self, name: str, fitting: list[Thing]) -> list[Thing]:
        """Return those that are called ``name``: by the whole name, a known variant, or a short form of it."""
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
        """Return the only thing found, or the first of several between which there is no difference.

        What is in play needs no word for its zone, so a bare name means it rather than its owner's cards elsewhere.
        """
        in_play = [each for each in matches if each.zone == "play"]
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
    """Return what has the owner, number and zone of a reading."""
    seat, _, number, zone = reading
    return [
        each
        for each in all_there
        if seat in (None, each.seat)
        and zone in ("", each.zone)
        and number in (0, each.number or 1)
        and (seat is None or each.zone != "player")
    ]
