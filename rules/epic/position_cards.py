"""The cards that a described position tells of, player by player: read, and held against the decklist."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from rules.decks.names import fold
from rules.epic import described
from rules.epic.cards import CATALOGUE, Card
from rules.epic.described import Described
from rules.epic.position_fields import NOWHERE, Fields, Spot
from rules.epic.printed import UNKNOWN_NAME

UNTOLD_DECK: Final = 30
"""Unknown cards in a deck of which neither the position nor a decklist tells anything."""


class ToldCards:
    """What a position tells of everybody's cards, by name.

    Attributes:
        champions: per seat what it controls in play, in order of entry. hand, resolving, discard, broken: per seat.
        deck: per seat the groups of its deck from the top. owned: per seat all cards it owns.
    """

    def __init__(self, fields: Fields, decklists: Sequence[Sequence[str] | None]) -> None:
        self.fields = fields
        self.champions: list[list[tuple[Described, Card, Spot]]] = []
        self.hand: list[list[str]] = []
        self.resolving: list[list[str]] = []
        self.discard: list[list[str]] = []
        self.broken: list[list[str]] = []
        self.deck: list[list[list[str]]] = []
        self.out = fields.out()
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

    def _champions(self, seat: int) -> Iterator[tuple[Described, Card, Spot]]:
        for text, spot in self.fields.lines.get((seat, "champion"), ()):
            if fold(text) in ("none", "nothing"):
                continue
            for champion in described.champions(text):
                for remark in champion.unclear:
                    self.fields.say(spot, f"{champion.name or 'a champion'}: {remark!r} is not understood")
                card = self.card(champion.name, spot) if champion.name else None
                if card is None:
                    continue
                if not card.is_token and str(card.type) != "champion":
                    self.fields.say(spot, f"{card.name} is no champion and cannot be in play")
                else:
                    yield champion, card, spot

    def _cards(self, seat: int, name: str) -> list[str]:
        found = self.fields.one(seat, name)
        return [] if found is None else self._names(found[0], found[1])

    def _names(self, text: str, spot: Spot) -> list[str]:
        names = described.card_names(text)
        if len(names) > described.MOST_CARDS:
            self.fields.say(spot, f"{spot[0]} has more than {described.MOST_CARDS} cards")
            return []
        cards = []
        for name in names:
            card = None if name == UNKNOWN_NAME else self.card(name, spot)
            if card is not None and card.is_token:
                self.fields.say(spot, f"{card.name} is a token: it exists in play only (2.3.5)")
            elif card is not None and not card.is_deck_card:
                self.fields.say(spot, f"{card.name} is no card of a deck (1.3.2)")
            elif card is not None or name == UNKNOWN_NAME:
                cards.append(card.name if card is not None else name)
        return cards

    def card(self, name: str, spot: Spot) -> Card | None:
        """Return the card called ``name``, or say that there is none or that the engine does not play it yet."""
        found = CATALOGUE.find(name)
        if found is None:
            guesses = CATALOGUE.suggest(name)
            self.fields.say(
                spot, f"no card is called {name!r}" + (f"; did you mean {' or '.join(guesses)}?" if guesses else "")
            )
            return None
        if not found.card.playable and not found.card.is_token:
            self.fields.say(spot, f"engine: not yet: {found.card.name}")
            return None
        return found.card

    def _outside_deck(self, seat: int) -> Counter[str]:
        """Return the cards that ``seat`` owns outside the deck."""
        count = Counter([*self.hand[seat], *self.resolving[seat], *self.discard[seat]])
        for controller, champions in enumerate(self.champions):
            for champion, card, spot in champions:
                owner = self.fields.player(champion.owner, spot) if champion.owner else controller
                if owner == seat and not card.is_token:
                    count[card.name] += 1
        return count

    def _whole_deck(self, seat: int, decklist: Sequence[str] | None) -> list[str]:
        """Return all cards that ``seat`` owns, and note the groups of its deck."""
        outside = self._outside_deck(seat)
        if decklist is not None:
            self._too_many(seat, outside, decklist)
        found = self.fields.one(seat, "deck")
        written = described.groups(found[0]) if found else [] if seat in self.out else ["rest"]
        named = [[] if fold(part) == "rest" or found is None else self._names(part, found[1]) for part in written]
        rest = _rest(outside + Counter(name for part in named for name in part), decklist)
        parts = [rest if fold(part) == "rest" else names for part, names in zip(written, named, strict=True)]
        if found is None:
            parts = [part for part in parts if part]
        elif seat not in self.out:
            self._check_groups(seat, found[1], written, parts, decklist)
            if decklist is not None:
                self._against_list(seat, found[1], outside, [name for part in parts for name in part], decklist)
        self.deck.append(parts)
        return [*outside.elements(), *(name for part in parts for name in part)]

    def _check_groups(
        self, seat: int, spot: Spot, written: list[str], parts: list[list[str]], decklist: Sequence[str] | None
    ) -> None:
        rests = sum(fold(part) == "rest" for part in written)
        if rests and decklist is None:
            self.fields.say(spot, "`rest` needs a decklist: write `Deck` and the list, or the number of cards")
        if rests > 1:
            self.fields.say(spot, "`rest` can stand for one group of the deck only")
        if any(not part for part in parts):
            self.fields.say(spot, f"a group of the deck of {self.fields.players[seat]} is empty")

    def _too_many(self, seat: int, outside: Counter[str], decklist: Sequence[str]) -> None:
        listed = Counter(decklist)
        for name in outside - listed:
            if name != UNKNOWN_NAME:
                message = f"{outside[name]} {name} are told of, {listed[name]} are in the decklist"
                self.fields.say(self._where(seat, name), f"{message} of {self.fields.players[seat]}")

    def _where(self, seat: int, name: str) -> Spot:
        """Return the field that tells of the card ``name`` of ``seat``."""
        for zone in ("hand", "resolving", "discard", "champion"):
            for text, spot in self.fields.lines.get((seat, zone), ()):
                if fold(name) in fold(text):
                    return spot
        return NOWHERE

    def _against_list(
        self, seat: int, spot: Spot, outside: Counter[str], deck: list[str], decklist: Sequence[str]
    ) -> None:
        listed, told, player = Counter(decklist), Counter(deck) + outside, self.fields.players[seat]
        for name in told - listed - (outside - listed):
            if name != UNKNOWN_NAME:
                message = (
                    f"{told[name]} {name} are told of with the deck, {listed[name]} are in the decklist of {player}"
                )
                self.fields.say(spot, message)
        if told.total() != len(decklist):
            self.fields.say(spot, f"{player} has {told.total()} cards here, but {len(decklist)} in the decklist")


def _rest(told: Counter[str], decklist: Sequence[str] | None) -> list[str]:
    """Return what is left of a decklist; unknown cards where what is unknown elsewhere could be any of it."""
    if decklist is None:
        return [UNKNOWN_NAME] * UNTOLD_DECK
    left = Counter(decklist) - told
    unknown = told[UNKNOWN_NAME]
    return [UNKNOWN_NAME] * max(0, left.total() - unknown) if unknown else sorted(left.elements())
