"""Parsing of the cards in a position, player by player.

They are checked against the decklist.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from rules.decks.names import fold
from rules.epic.cards import Card
from rules.epic.cards.game_cards import GameCards
from rules.epic.cards.printed import UNKNOWN_NAME
from rules.epic.instructions.player_instructions import MAX_CHAMPIONS
from rules.epic.notation.names.references import without_article
from rules.epic.notation.position import pieces
from rules.epic.notation.position.fields import Fields
from rules.epic.notation.position.pieces import DescribedChampion
from rules.notation.position.cards import MAX_CARDS, called, card_names, groups
from rules.notation.position.fields import NOWHERE, Spot

MAX_GUESSES: Final = 50
"""Maximum number of unknown names for which similar names are suggested."""
UNTOLD_DECK: Final = 30
"""Number of unknown cards in a deck that neither the position nor a decklist describes."""


class DescribedCards:
    """The cards of all players in a described position, by name.

    Attributes:
        champions: per seat the champions it controls, in order of entry.
        hand, resolving, discard, broken: per seat the names of the cards.
        deck: per seat the groups of its deck from the top.
        owned: per seat all cards it owns.
        decklists: per seat the decklist if it is known.
        told_at: the field in which a zone of a seat names a card.
        unfound: names that match no card.
    """

    def __init__(self, fields: Fields, decklists: Sequence[Sequence[str] | None], cards: GameCards) -> None:
        self.fields = fields
        self.cards = cards
        self.decklists = decklists
        self.unfound: set[str] = set()
        self.field_of_card: dict[tuple[int, str, str], Spot] = {}
        self.champions: list[list[tuple[DescribedChampion, Card, Spot]]] = []
        self.hand: list[list[str]] = []
        self.resolving: list[list[str]] = []
        self.discard: list[list[str]] = []
        self.broken: list[list[str]] = []
        self.deck: list[list[list[str]]] = []
        self.out = fields.out()
        self._champion_names = [_known(cards, decklist, cards.champions) for decklist in decklists]
        self._card_names = [_known(cards, decklist, cards.deck_cards) for decklist in decklists]
        for seat in range(len(fields.players)):
            self._read_seat(seat)
        self.owned = [self._whole_deck(seat, decklist) for seat, decklist in enumerate(decklists)]

    def _read_seat(self, seat: int) -> None:
        self.champions.append(list(self._champions(seat)))
        self.hand.append(self._cards(seat, "hand"))
        self.resolving.append(self._cards(seat, "resolving"))
        self.discard.append(self._cards(seat, "discard"))
        self.broken.append(self._cards(seat, "broken"))
        missing = Counter(self.broken[seat]) - Counter(self.discard[seat])
        if missing:
            _, spot = self.fields.lines[seat, "broken"][0]
            self.fields.say(spot, f"{', '.join(missing)} is said to have broken and is not in the discard pile")

    def _champions(self, seat: int) -> Iterator[tuple[DescribedChampion, Card, Spot]]:
        for number, (champion, spot) in enumerate(self._described(seat)):
            if number == MAX_CHAMPIONS:
                self.fields.say(spot, f"{self.fields.players[seat]} has more than {MAX_CHAMPIONS} champions here")
                return
            for remark in champion.unclear:
                self.fields.say(spot, f"{champion.name or 'a champion'}: {remark}")
            names = self._champion_names[self.owner(champion, seat, spot)]
            card = self.card(champion.name, spot, names) if champion.name else None
            if card is None:
                continue
            self.field_of_card.setdefault((seat, "champion", card.name), spot)
            if not card.is_token and str(card.type) != "champion":
                self.fields.say(spot, f"{card.name} is no champion and cannot be in play")
            else:
                yield champion, card, spot

    def _described(self, seat: int) -> Iterator[tuple[DescribedChampion, Spot]]:
        """Yield each champion in the fields of a seat, with its location in the text."""
        for text, spot in self.fields.lines.get((seat, "champion"), ()):
            if fold(text) not in ("none", "nothing"):
                yield from ((champion, spot) for champion in pieces.champions(text, self.cards))

    def owner(self, champion: DescribedChampion, controller: int, spot: Spot) -> int:
        """Return the owner of a champion.

        It is its controller unless the description names another player.
        """
        owner = self.fields.player(champion.owner, spot) if champion.owner else controller
        return owner if owner >= 0 else controller

    def _cards(self, seat: int, name: str) -> list[str]:
        line = self.fields.one(seat, name)
        if line is None:
            return []
        cards = self._names(seat, *line)
        for card in cards:
            self.field_of_card.setdefault((seat, name, card), line[1])
        return cards

    def _names(self, seat: int, text: str, spot: Spot) -> list[str]:
        names = card_names(text, self.cards.catalogue)
        if len(names) > MAX_CARDS:
            self.fields.say(spot, f"{spot[0]} has more than {MAX_CARDS} cards")
            return []
        cards = []
        for name in names:
            card = None if name == UNKNOWN_NAME else self.card(name, spot, self._card_names[seat])
            if card is not None and card.is_token:
                self.fields.say(spot, f"{card.name} is a token: it exists in play only (2.3.5)")
            elif card is not None and not card.is_deck_card:
                self.fields.say(spot, f"{card.name} is no card of a deck (1.3.2)")
            elif card is not None or name == UNKNOWN_NAME:
                cards.append(card.name if card is not None else name)
        return cards

    def card(self, name: str, spot: Spot, name_lists: Sequence[Sequence[str]]) -> Card | None:
        """Return the card called ``name``, or report an error.

        It is an error if there is none or it is not implemented.

        Args:
            name: the full name, or a shortened one that fits one card.
            spot: the location of the name, for the error.
            name_lists: lists of card names for shortened names; a later list is used if the earlier ones have no match.
        """
        catalogue = self.cards.catalogue
        name = without_article(self.cards, name)
        card, fitting = called(catalogue, name, name_lists)
        if len(fitting) > 1:
            self.fields.say(spot, f"{name!r} could mean {' or '.join(fitting)}")
            return None
        if card is None:
            self.unfound.add(name)
            guesses = catalogue.suggest(name) if len(self.unfound) <= MAX_GUESSES else ()
            hint = f"; did you mean {' or '.join(guesses)}?" if guesses else ""
            if pieces.is_remark(name):
                hint = f"; what is said of a champion stands in parentheses behind its name: `Kong ({name})`"
            self.fields.say(spot, f"no card is called {name!r}{hint}")
            return None
        if not card.playable and not card.is_token:
            self.fields.say(spot, f"engine: not yet: {card.name}")
            return None
        return card

    def _outside_deck(self, seat: int) -> Counter[str]:
        """Return the cards that ``seat`` owns outside the deck."""
        count = Counter([*self.hand[seat], *self.resolving[seat], *self.discard[seat]])
        for controller, champions in enumerate(self.champions):
            for champion, card, spot in champions:
                if self.owner(champion, controller, spot) == seat and not card.is_token:
                    count[card.name] += 1
        return count

    def _whole_deck(self, seat: int, decklist: Sequence[str] | None) -> list[str]:
        """Store the groups of a player's deck and return all cards that the player owns."""
        outside = self._outside_deck(seat)
        if decklist is not None:
            self._too_many(seat, outside, decklist)
        line = self.fields.one(seat, "deck")
        deck_groups = groups(line[0]) if line else [] if seat in self.out else ["rest"]
        listed_names = [
            [] if fold(part) == "rest" or line is None else self._names(seat, part, line[1]) for part in deck_groups
        ]
        rest = _rest(outside + Counter(name for part in listed_names for name in part), decklist)
        parts = [rest if fold(part) == "rest" else names for part, names in zip(deck_groups, listed_names, strict=True)]
        if line is None:
            parts = [part for part in parts if part]
            if decklist is not None and outside.total() > len(decklist):
                self._count(seat, NOWHERE, outside.total(), decklist)
        elif seat not in self.out:
            self._check_groups(seat, line[1], deck_groups, parts, decklist)
            if decklist is not None:
                self._against_list(seat, line[1], outside, [name for part in parts for name in part], decklist)
        self.deck.append(parts)
        return [*outside.elements(), *(name for part in parts for name in part)]

    def _check_groups(
        self, seat: int, spot: Spot, deck_groups: list[str], parts: list[list[str]], decklist: Sequence[str] | None
    ) -> None:
        rests = sum(fold(part) == "rest" for part in deck_groups)
        if rests and decklist is None:
            self.fields.say(spot, "`rest` needs a decklist: write `Deck` and the list, or the number of cards")
        if rests > 1:
            self.fields.say(spot, "`rest` can stand for one group of the deck only")
        empty = [part for part, cards in zip(deck_groups, parts, strict=True) if not cards]
        if any(fold(part) == "rest" or not card_names(part, self.cards.catalogue) for part in empty):
            self.fields.say(spot, f"a group of the deck of {self.fields.players[seat]} is empty")

    def _too_many(self, seat: int, outside: Counter[str], decklist: Sequence[str]) -> None:
        listed = Counter(decklist)
        for name in outside - listed:
            if name != UNKNOWN_NAME:
                decklist_text = f"the decklist of {self.fields.players[seat]} has {listed[name]}"
                message = f"the position has {outside[name]} {name}, {decklist_text}"
                self.fields.say(self._where(seat, name), message)

    def _where(self, seat: int, name: str) -> Spot:
        """Return the field that contains the card ``name`` of ``seat``."""
        zones = ("hand", "resolving", "discard", "champion")
        return next((spot for zone in zones if (spot := self.field_of_card.get((seat, zone, name)))), NOWHERE)

    def _against_list(
        self, seat: int, spot: Spot, outside: Counter[str], deck: list[str], decklist: Sequence[str]
    ) -> None:
        listed, described, player = Counter(decklist), Counter(deck) + outside, self.fields.players[seat]
        for name in described - listed - (outside - listed):
            if name != UNKNOWN_NAME:
                message = (
                    f"with the deck, the position has {described[name]} {name}, "
                    f"the decklist of {player} has {listed[name]}"
                )
                self.fields.say(spot, message)
        if described.total() != len(decklist):
            self._count(seat, spot, described.total(), decklist)

    def _count(self, seat: int, spot: Spot, count: int, decklist: Sequence[str]) -> None:
        self.fields.say(
            spot, f"{self.fields.players[seat]} has {count} cards here, but {len(decklist)} in the decklist"
        )


def _known(cards: GameCards, decklist: Sequence[str] | None, names: Sequence[str]) -> tuple[Sequence[str], ...]:
    """Return where shortened names are looked up.

    In the decklist and tokens first, then in all ``names``.
    """
    if decklist is None:
        return (names,)
    listed = set(decklist)
    return ([*(name for name in names if name in listed), *(name for name in names if name in cards.tokens)], names)


def _rest(described: Counter[str], decklist: Sequence[str] | None) -> list[str]:
    """Return the rest of a decklist.

    Unknown cards if other unknown cards could be any of it.
    """
    if decklist is None:
        return [UNKNOWN_NAME] * UNTOLD_DECK
    remaining = Counter(decklist) - described
    unknown = described[UNKNOWN_NAME]
    return [UNKNOWN_NAME] * max(0, remaining.total() - unknown) if unknown else sorted(remaining.elements())
