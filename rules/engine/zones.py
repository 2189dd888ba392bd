"""Declarations of a game's zones, and decks as groups of cards in unknown order.

A game's state stores its zones as plain slots (``seat.hand``). The table of zones is for code that names, counts or
shows all of them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any


class Visibility(Enum):
    """The players who know the cards of a zone."""

    EVERYONE = "everybody"
    OWNER = "owner"
    NO_ONE = "nobody"
    CARDS_ONLY = "cards only"
    """The owner knows which cards are in it, but no player knows their order."""


class Order(Enum):
    """Ordered or unordered, as a property of a zone."""

    NONE = "none"
    FIXED = "kept"
    GROUPS = "groups"
    """Groups are ordered; within a group the order is unknown."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone of a player.

    Attributes:
        slot: the attribute of a seat that stores it.
        words: its name in sentences.
        visibility: who knows its cards.
        order: whether it is ordered.
        cards: returns its cards for a seat, if the slot holds neither cards nor groups of cards.
    """

    slot: str
    words: str
    visibility: Visibility
    order: Order
    cards: Callable[[Any], Iterable[int]] | None = None

    def cards_of(self, seat: Any) -> list[int]:
        """Return the cards of ``seat`` in this zone, in order."""
        if self.cards is not None:
            return list(self.cards(seat))
        value = getattr(seat, self.slot)
        return [cid for group in value for cid in group] if self.order is Order.GROUPS else list(value)


def remove_card(deck: list[tuple[int, ...]], cid: int, place: int = 0) -> None:
    """Remove a card from the group of a deck at index ``place``."""
    group = deck[place]
    remaining = tuple(other for other in group if other != cid)
    if remaining:
        deck[place] = remaining
    else:
        del deck[place]


def deck_size(deck: Sequence[tuple[int, ...]]) -> int:
    """Return the number of cards in a deck."""
    return sum(map(len, deck))


def representatives(cards: Iterable[int], names: Callable[[int], str]) -> tuple[int, ...]:
    """Return one card of each name, in ascending order.

    It is the card with the lowest number. Copies with the same name are interchangeable.
    """
    first: dict[str, int] = {}
    for cid in sorted(cards):
        first.setdefault(names(cid), cid)
    return tuple(sorted(first.values()))


def is_conserved(
    zones: Iterable[Zone], seats: Iterable[Any], elsewhere: Iterable[int], owned: Mapping[int, int]
) -> bool:
    """Return True if each owned card is in exactly one zone."""
    cids = [cid for seat in seats for zone in zones for cid in zone.cards_of(seat)] + list(elsewhere)
    return sorted(cids) == sorted(owned)
