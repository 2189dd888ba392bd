"""Names of Epic cards, champions and players.

Implements ``rules.notation.references``.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from rules.decks.names import fold
from rules.engine.ids import FIRST_CARD, FIRST_OBJECT, FIRST_TOKEN_KIND, is_object, is_seat
from rules.epic.cards.game_cards import CACHED_CATALOGUES, GameCards
from rules.epic.players.seats import champions_of
from rules.epic.state import EpicState
from rules.epic.state.display_names import copy_number
from rules.notation import references
from rules.notation.references import Reading, References, Thing

ZONES: Final = {
    "discard": " in discard pile",
    "hand": " in hand",
    "deck": " in deck",
    "gone": " gone",
    "resolving": " resolving",
}
"""Suffixes that distinguish names in different zones; objects in play and players have none."""
Universe: TypeAlias = references.Universe[EpicState]
"""The references among which a name is searched, or a function that lists them on demand."""


class EpicReferences(References[EpicState]):
    """Names of the objects in an Epic game."""

    def players(self, state: EpicState) -> tuple[str, ...]:
        """Return the names of the players in seat order."""
        return state.names

    def thing(self, state: EpicState, ref: int) -> Thing:
        """Return the naming data of ``ref``.

        Zones are ``player``, ``play``, ``god``, ``gone`` and ``ZONES``.
        """
        if is_seat(ref):
            return Thing(ref, state.names[ref], ref, "player")
        name = state.printed_of(ref).name
        if not is_object(ref):
            owner = state.owners.get(ref, -1)
            return Thing(ref, name, owner, _zone(state, ref, owner))
        champion = state.find(ref)
        if champion is None:
            return Thing(ref, name, state.owners.get(state.card_of(ref), -1), "gone")
        return Thing(ref, name, champion.controller, "play", copy_number(state, champion))

    def all_in_play(self, state: EpicState, refs: Sequence[int]) -> dict[int, Thing]:
        """Return the naming data of everything in play, computed in one pass for speed."""
        return _all_in_play(state) if max(refs) >= FIRST_OBJECT else {}

    def called_in_full(self, state: EpicState, key: str, refs: Sequence[int]) -> list[int]:
        """Return those of ``refs`` whose folded name is ``key``."""
        table, entered = state.table, state.entered
        return [
            ref
            for ref in refs
            if key
            == (
                table[entered[ref - FIRST_OBJECT]].key
                if ref >= FIRST_OBJECT
                else table[ref].key
                if ref >= FIRST_CARD
                else fold(state.names[ref])
            )
        ]

    def alike(self, state: EpicState, one: Thing, other: Thing) -> bool:
        """Return True if two champions differ only in their reference numbers."""
        mine, theirs = state.find(one.ref), state.find(other.ref)
        skipped = {"oid", "cid"}
        return all(getattr(mine, f.name) == getattr(theirs, f.name) for f in type(mine).FIELDS if f.name not in skipped)  # type: ignore[union-attr]  # both are in play


def _all_in_play(state: EpicState) -> dict[int, Thing]:
    """Return the naming data of everything in play by reference.

    One pass computes it, for speed.
    """
    result: dict[int, Thing] = {}
    for seat, player in enumerate(state.seats):
        names = [state.table[champion.cid].name for champion in player.champions]
        met: dict[str, int] = {}
        for champion, name in zip(player.champions, names, strict=True):
            met[name] = met.get(name, 0) + 1
            number = met[name] if names.count(name) > 1 else 0
            result[champion.oid] = Thing(champion.oid, name, seat, "play", number)
    return result


def _zone(state: EpicState, cid: int, owner: int) -> str:
    if owner < 0:
        return "gone"
    seat = state.seats[owner]
    if cid in seat.hand:
        return "hand"
    if cid in seat.discard:
        return "discard"
    if cid in seat.gods:
        return "god"
    return "resolving" if any(cid in other.supplemental for other in state.seats) else "deck"


def in_play(state: EpicState) -> list[int]:
    """Return all champions in play, seat by seat in order of entry."""
    return [champion.oid for seat in state.seats for champion in seat.champions]


def own_in_play(state: EpicState, seat: int) -> list[int]:
    """Return what ``seat`` controls in play, in order of entry.

    Nothing for ``CHANCE``.
    """
    return [champion.oid for champion in state.seats[seat].champions] if seat >= 0 else []


def side_in_play(state: EpicState, seat: int) -> list[int]:
    """Return what ``seat`` and its team-mates control in play; nothing for ``CHANCE``."""
    return [champion.oid for champion in champions_of(state, seat)] if seat >= 0 else []


def everything(state: EpicState) -> list[int]:
    """Return everything that can be named.

    The order is players, objects in play, cards in piles and hands, the rest.
    """
    zones = [zone for seat in state.seats for zone in (seat.discard, seat.supplemental, seat.gods, seat.hand)]
    piles = [cid for zone in zones for cid in zone]
    elsewhere = {*piles, *(champion.cid for seat in state.seats for champion in seat.champions)}
    rest = [cid for cid in state.owners if cid < FIRST_TOKEN_KIND and cid not in elsewhere]
    return [*range(len(state.seats)), *in_play(state), *piles, *rest]


def all_but_players(state: EpicState) -> list[int]:
    """Return ``everything`` without the players."""
    return everything(state)[len(state.seats) :]


@lru_cache(maxsize=CACHED_CATALOGUES)
def called(cards: GameCards) -> EpicReferences:
    """Return the name resolver for a set of cards.

    The functions below use the one of their game.
    """
    return EpicReferences(cards.catalogue, ZONES)


def thing(state: EpicState, ref: int) -> Thing:
    """Return owner, name, number and zone of a reference."""
    return called(state.cards).thing(state, ref)


def things(state: EpicState, refs: Iterable[int]) -> list[Thing]:
    """Return the naming data of several references."""
    return called(state.cards).things(state, refs)


def label(state: EpicState, ref: int, among: Iterable[int]) -> str:
    """Return the shortest name by which ``find`` finds ``ref`` among ``among``."""
    return called(state.cards).label(state, ref, among)


def labels(state: EpicState, refs: Sequence[int], among: Iterable[int]) -> str:
    """Return several names, separated by commas."""
    return called(state.cards).labels(state, refs, among)


def names(state: EpicState, refs: Iterable[int], among: Iterable[int]) -> dict[int, str]:
    """Return for each reference the name by which ``find`` finds it among ``among``."""
    return called(state.cards).names(state, refs, among)


def find(state: EpicState, name: str, first: Sequence[int], *further: Universe, used: Sequence[int] = ()) -> int:
    """Return the object that a name means in the first universe with a match.

    See ``References.find``.
    """
    return called(state.cards).find(state, name, first, *further, used=used)


def found_in(state: EpicState, name: str, universes: Sequence[Universe], used: Sequence[int]) -> int | None:
    """Return the object that a name means in the first matching universe.

    ``None`` if no universe matches.
    """
    return called(state.cards).found_in(state, name, universes, used)


def matches(state: EpicState, name: str, refs: Sequence[int]) -> list[Thing]:
    """Return all objects among ``refs`` that a name can mean."""
    return called(state.cards).matches(state, name, refs)


def plainly(state: EpicState, name: str, refs: Sequence[int]) -> list[int]:
    """Return those of ``refs`` whose full name is ``name``."""
    return called(state.cards).plainly(state, name, refs)


def the_one(state: EpicState, name: str, matches: list[Thing], among: Sequence[int]) -> int:
    """Return the only match, or the first of several indistinguishable ones."""
    return called(state.cards).the_one(state, name, matches, among)


def readings(state: EpicState, name: str) -> tuple[Reading, ...]:
    """Return the ways to split a written name into its parts, the simplest first."""
    return called(state.cards).readings(state, name)


def nothing_called(state: EpicState, name: str, universe: Sequence[int]) -> str:
    """Return the message for a name without a match.

    It lists the objects there or similar names.
    """
    return called(state.cards).nothing_called(state, name, universe)


def without_article(cards: GameCards, name: str) -> str:
    """Return a name without a leading ``the`` or ``her``."""
    return called(cards).without_article(name)


def split_names(cards: GameCards, text: str, is_name: Callable[[str], bool]) -> list[str]:
    """Split a list of names; commas inside a card name do not split."""
    return called(cards).split(text, is_name)
