"""Unique names of all objects in a position, even for indistinguishable ones.

A name stands alone if it fits only one object. Otherwise the owner is added, ``Ben's Kong``, and if that is not
enough, a number or the zone: ``Ben's Wolf Token#2``, ``Anna's Kong in discard pile``, ``Anna's Kong#2 in discard
pile`` (the second copy there), ``Kong gone`` (it has left play), ``Kong as a card`` (it is in play, and was chosen
before it entered play). Names that people write are parsed as in plays.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from rules.engine.decision import InvalidActionError
from rules.engine.ids import FIRST_OBJECT, is_seat
from rules.epic.notation.names.references import ZONES, everything, find, in_play
from rules.epic.state import EpicState
from rules.notation.english import possessive

AS_CARD = " as a card"
"""Suffix for an object in play whose card is meant, because it was picked in another zone."""
MAX_PIECES = 4
"""Maximum number of comma-separated pieces of one name."""


@dataclass(frozen=True, slots=True)
class _NamedObject:
    ref: int
    name: str
    seat: int
    ending: str
    copy: str


class Names:
    """Unique names of all objects in one game, for rendering and parsing.

    The names are computed from the state at the first lookup.

    Attributes:
        state: the game; cards of one name in one zone are numbered in ascending order.
        gone: objects that have left play and can still be named.
    """

    def __init__(self, state: EpicState, gone: Iterable[int]) -> None:
        self.state = state
        self.gone = tuple(gone)

    # Computed lazily: most positions have no stack frames that name objects.
    @cached_property
    def _text(self) -> dict[int, str]:
        names = [*self._players(), *self._in_play(), *self._cards(), *self._gone()]
        counts = Counter(key for each in names for key in _keys(each))
        return {each.ref: self._of(each, counts) for each in names}

    @cached_property
    def _refs(self) -> dict[str, int]:
        return {_key(text): ref for ref, text in self._text.items()}

    def text(self, ref: int) -> str:
        """Return the name of ``ref``."""
        return self._text.get(ref, "nothing")

    def ref(self, text: str) -> int:
        """Return the object that ``text`` names.

        Raises:
            InvalidActionError: it names nothing. AmbiguousActionError: it fits several things.
        """
        ref = self._refs.get(_key(text))
        if ref is not None:
            return ref
        return find(self.state, text, [*range(len(self.state.seats)), *in_play(self.state)], everything(self.state))

    def find_exact(self, text: str) -> int:
        """Return the object with exactly this name, or 0."""
        return self._refs.get(_key(text), 0)

    def several(self, text: str) -> list[int]:
        """Return the objects in a list separated by commas; names may contain commas.

        Raises:
            InvalidActionError: a name matches nothing. AmbiguousActionError: a name fits several objects.
        """
        return [self.ref(name) for name in self.split(text)]

    def split(self, text: str) -> list[str]:
        """Split a list at commas outside names.

        Raises:
            InvalidActionError: a name in it is empty.
        """
        pieces = [piece.strip() for piece in text.split(",")]
        names: list[str] = []
        while pieces:
            count = next((n for n in range(MAX_PIECES, 1, -1) if _key(", ".join(pieces[:n])) in self._refs), 1)
            names.append(", ".join(pieces[:count]))
            if not names[-1]:
                raise InvalidActionError(f"{text!r} has a comma too many")
            del pieces[:count]
        return names

    def _of(self, each: _NamedObject, counts: Counter[tuple[str | int, ...]]) -> str:
        # Objects in play need no zone to be distinguished from cards in hands, decks and piles.
        if counts[each.name,] == 1 or (not each.ending and counts[each.name, ""] == 1):
            return each.name
        if is_seat(each.ref):
            return f"player {each.name}"
        if counts[each.name, each.ending] == 1:
            return f"{each.name}{each.ending}"
        owner_text = f"{possessive(self.state.names[each.seat])} " if each.seat >= 0 else ""
        return f"{owner_text}{each.name}{each.copy}{each.ending}"

    def _players(self) -> Iterator[_NamedObject]:
        for seat, name in enumerate(self.state.names):
            yield _NamedObject(seat, name, seat, "", "")

    def _in_play(self) -> Iterator[_NamedObject]:
        for number, seat in enumerate(self.state.seats):
            names = [self.state.table[champion.cid].name for champion in seat.champions]
            for index, champion in enumerate(seat.champions):
                name = names[index]
                copy = f"#{names[: index + 1].count(name)}" if names.count(name) > 1 else ""
                yield _NamedObject(champion.oid, name, number, "", copy)
                if champion.cid in self.state.owners:
                    yield _NamedObject(champion.cid, name, number, AS_CARD, copy)

    def _cards(self) -> Iterator[_NamedObject]:
        cids = {champion.cid for seat in self.state.seats for champion in seat.champions}
        copies: Counter[tuple[str, int, str]] = Counter()
        names = {self.state.table[cid].name for cid in cids}
        for cid in sorted(cid for cid in self.state.owners if cid not in cids):
            name, owner = self.state.table[cid].name, self.state.owners[cid]
            zone = self._zone(cid, owner)
            ending = ZONES.get(zone, "") if zone != "resolving" or name in names else ""
            copies[name, owner, ending] += 1
            count = copies[name, owner, ending]
            yield _NamedObject(cid, name, owner, ending, f"#{count}" if count > 1 else "")

    def _zone(self, cid: int, owner: int) -> str:
        seat = self.state.seats[owner]
        if cid in seat.hand:
            return "hand"
        if cid in seat.discard:
            return "discard"
        if cid in seat.gods:
            return "gods"
        return "resolving" if any(cid in other.supplemental for other in self.state.seats) else "deck"

    def _gone(self) -> Iterator[_NamedObject]:
        copies: Counter[tuple[str, int]] = Counter()
        for oid in self.gone:
            cid = self.state.entered[oid - FIRST_OBJECT]
            name, owner = self.state.table[cid].name, self.state.owners.get(cid, -1)
            copies[name, owner] += 1
            count = copies[name, owner]
            yield _NamedObject(oid, name, owner, ZONES["gone"], f"#{count}" if count > 1 else "")


def _keys(each: _NamedObject) -> tuple[tuple[str | int, ...], ...]:
    """Return the keys under which an object is counted.

    They are its name, and its name with its zone.
    """
    return (each.name,), (each.name, each.ending)


def _key(text: str) -> str:
    return " ".join(text.replace("’", "'").casefold().split())  # noqa: RUF001 - phones write such quotes
