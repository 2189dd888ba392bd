"""The zones of a game, declared; decks as groups of cards, within which nobody knows the order.

A game's state keeps its zones as plain slots (``seat.hand``). The table of zones is for whoever names, counts or shows
all of them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any


class Visibility(Enum):
    """Who knows what lies in a zone."""

    EVERYBODY = "everybody"
    OWNER = "owner"
    NOBODY = "nobody"
    CARDS_ONLY = "cards only"
    """The owner knows which cards they are, nobody which lies where."""


class Order(Enum):
    """Whether it matters how the cards of a zone lie."""

    NONE = "none"
    KEPT = "kept"
    GROUPS = "groups"
    """Known from group to group, not within one."""


@dataclass(frozen=True, slots=True)
class Zone:
    """One zone of a player.

    Attributes:
        slot: where a seat keeps it.
        words: what people call it.
        seen_by: who knows its cards.
        order: whether their order matters.
        cards: returns its cards of one seat, where the slot holds something else than cards or groups of them.
    """

    slot: str
    words: str
    visibility: Visibility
    order: Order
    cards: Callable[[Any], Iterable[int]] | None = None

    def cards_of(self, seat: Any) -> list[int]:
        """Return the cards of ``seat`` in this zone, in their order."""
        if self.cards is not None:
            return list(self.cards(seat))
        value = getattr(seat, self.slot)
        return [cid for group in value for cid in group] if self.order is Order.GROUPS else list(value)


def remove_card(deck: list[tuple[int, ...]], cid: int, place: int = 0) -> None:
    """Take ``cid`` out of the group of a deck at ``place``."""
    group = deck[place]
    left = tuple(other for other in group if other != cid)
    if left:
        deck[place] = left
    else:
        del deck[place]


def deck_size(deck: Sequence[tuple[int, ...]]) -> int:
    """Return how many cards a deck has."""
    return sum(map(len, deck))


def representatives(cards: Iterable[int], names: Callable[[int], str]) -> tuple[int, ...]:
    """Return one card for each name among ``cards``, the lowest, in ascending order: the others are interchangeable."""
    first: dict[str, int] = {}
    for cid in sorted(cards):
        first.setdefault(names(cid), cid)
    return tuple(sorted(first.values()))


def is_conserved(
    zones: Iterable[Zone], seats: Iterable[Any], elsewhere: Iterable[int], owned: Mapping[int, int]
) -> bool:
    """Whether each card that somebody owns lies in exactly one place."""
    found = [cid for seat in seats for zone in zones for cid in zone.cards_of(seat)] + list(elsewhere)
    return sorted(found) == sorted(owned)
