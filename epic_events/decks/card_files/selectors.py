"""Queries about the card files of an event."""

from dataclasses import dataclass
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from rules.decks import DeckCard
from rules.decks.card_files import Source
from rules.decks.names import fold
from rules.games import Game


@dataclass(frozen=True)
class CardFileEntry:
    """A card described by the card file of an event.

    Attributes:
        card: the card with the facts of the file.
        source: whether the file adds the card or overrides it.
        described: its facts as lines, without the name.
        unplayed: missing engine features; empty if the card is supported or the game has no engine.
    """

    card: DeckCard
    source: Source
    described: tuple[str, ...]
    unplayed: tuple[str, ...]


class ChangeKind(StrEnum):
    """How a card changed between two versions of a card file."""

    ADDED = "added"
    CHANGED = "changed"
    REMOVED = "removed"

    @property
    def words(self) -> str | Promise:
        """The label of this kind."""
        return _CHANGES[self]


_CHANGES: dict[ChangeKind, str | Promise] = {
    ChangeKind.ADDED: gettext_lazy("added"),
    ChangeKind.CHANGED: gettext_lazy("changed"),
    ChangeKind.REMOVED: gettext_lazy("removed"),
}


@dataclass(frozen=True)
class Change:
    """A card that differs between two versions of a card file."""

    kind: ChangeKind
    name: str


def card_file_names(game: Game, query: str = "") -> list[str]:
    """Return the names of the cards in a game's card file, in alphabetical order.

    Args:
        game: the game with the cards of the file.
        query: part of a name; empty for all.
    """
    names = sorted(game.own.sources, key=fold) if game.own else []
    return [name for name in names if fold(query) in fold(name)]


def card_file_entry(game: Game, name: str) -> CardFileEntry:
    """Return a card of a game's card file."""
    assert game.own is not None  # card_file_names returned the name
    card = game.cards.card(name)
    described = tuple(line.strip() for line in game.describe_card(card).splitlines()[1:])
    return CardFileEntry(card, game.own.sources[name], described, tuple(game.own.unplayed.get(name, ())))


def unplayed(game: Game) -> list[tuple[str, tuple[str, ...]]]:
    """Return the names of unsupported cards, each with the missing engine features."""
    missing_features = game.own.unplayed if game.own else {}
    return [(name, missing_features[name]) for name in sorted(missing_features, key=fold)]


def changes(before: Game | None, after: Game) -> list[Change]:
    """Return the differences between two card file versions, by name.

    All cards if ``before`` is None.
    """
    old_cards = {name: find_card_file_card(before, name) for name in card_file_names(before)} if before else {}
    new_cards = {name: find_card_file_card(after, name) for name in card_file_names(after)}
    result = []
    for name in sorted({*old_cards, *new_cards}, key=fold):
        if name not in old_cards:
            result.append(Change(ChangeKind.ADDED, name))
        elif name not in new_cards:
            result.append(Change(ChangeKind.REMOVED, name))
        elif old_cards[name] != new_cards[name]:
            result.append(Change(ChangeKind.CHANGED, name))
    return result


def find_card_file_card(game: Game, name: str) -> tuple[DeckCard, Source]:
    """Return a card of a card file, and whether the file adds or overrides it."""
    assert game.own is not None  # card_file_names returned the name
    return game.cards.card(name), game.own.sources[name]
