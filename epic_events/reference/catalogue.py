"""The cards of a game as the pages find them: by address, by name, by what they are."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache

from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from epic_events.errors import MissingError
from rules.card_search import Completion, Query, QueryError, complete, nearest, read_query
from rules.decks import Catalogue, Format
from rules.decks.constraints import Ban
from rules.epic.cards import Card, Keyword
from rules.epic.text.rendering import render_card
from rules.games import GAMES

GAME = GAMES["epic"]
CARDS: Catalogue[Card] = GAME.cards

KEYWORDS = (*(str(keyword) for keyword in Keyword), "tribute")
"""The ten keywords that stand for rules on their own (Complete Rules 5.1), as the search page lists them."""


@dataclass(frozen=True)
class CardFilter:
    """What a list of cards is narrowed to; empty fields narrow nothing.

    Attributes:
        query: a question in the search language; plain words begin words of the name.
        alignment: an alignment's name.
        cost: "0", "1", or "none" for what is not played from hand.
        type: champion, event or deity.
        set: a product line.
        keyword: a keyword that the card has by itself.
    """

    query: str = ""
    alignment: str = ""
    cost: str = ""
    type: str = ""
    set: str = ""
    keyword: str = ""

    def takes(self, card: Card) -> bool:
        """Whether a printing fits, the question apart."""
        return (
            self.alignment in ("", *card.alignments)
            and self.cost in ("", "none" if card.cost is None else str(card.cost))
            and self.type in ("", card.type)
            and self.set in ("", card.set)
            and self.keyword in ("", *card.keywords)
        )


@cache
def _names_by_slug() -> Mapping[str, str]:
    """Return the names by address.

    Raises:
        ValueError: if two names would share an address.
    """
    names: dict[str, str] = {}
    for name in CARDS.names:
        if (other := names.setdefault(card_slug(name), name)) != name:
            raise ValueError(f"{name!r} and {other!r} share an address")
    return names


def card_slug(name: str) -> str:
    """Return the part of the address that names a card."""
    return slugify(name)


def card_url(name: str) -> str:
    """Return a card's permanent address on this site."""
    return reverse("reference:card", args=[card_slug(name)])


def printings(slug: str) -> tuple[Card, ...]:
    """Return the printings of the card at an address, the preferred one first.

    Raises:
        MissingError: if there is none; the sentence names the cards whose names come closest.
    """
    name = _names_by_slug().get(slug)
    if name is not None:
        return CARDS.printings(name)
    asked = slug.replace("-", " ")[:80]
    sentence = _("There is no card “%(asked)s”.") % {"asked": asked}
    if near := CARDS.suggest(asked):
        sentence = f"{sentence} {_('Did you mean: %(near)s?') % {'near': ', '.join(near)}}"
    raise MissingError(sentence)


def cards(narrowed: CardFilter) -> list[Card]:
    """Return the cards that fit, in the order asked for, else alphabetical, each in its first printing that fits.

    Raises:
        QueryError: the question cannot be read.
    """
    return question(narrowed.query).find(_fitting(narrowed), GAME.card_fields)


def _fitting(narrowed: CardFilter) -> list[Card]:
    return [card for card in CARDS.all_printings() if narrowed.takes(card)]


def question(text: str) -> Query:
    """Return what a question about cards asks; of formats and bans as they are today unless it names a day.

    Raises:
        QueryError: the question cannot be read.
    """
    return read_query(text, GAME.card_fields, timezone.localdate())


def meant(narrowed: CardFilter) -> tuple[str, ...]:
    """Return at most three questions in other spellings that find a card; for one that finds none.

    Raises:
        QueryError: the question cannot be read.
    """
    return nearest(question(narrowed.query), _fitting(narrowed), GAME.card_fields)


@dataclass(frozen=True)
class BanList:
    """The bans of a format that hold on a day."""

    format: Format
    bans: tuple[Ban, ...]


def bans(day: date) -> list[BanList]:
    """Return the ban lists that hold on a day; formats without any are left out."""
    lists = (BanList(each, each.bans(day)) for each in GAME.formats.values())
    return [each for each in lists if each.bans]


def cards_asked_for(text: str) -> list[Card]:
    """Return the cards that the words of any search find; none where they are no question about cards."""
    try:
        return cards(CardFilter(query=text))
    except QueryError:
        return []


def completions(text: str, cursor: int) -> list[Completion]:
    """Return how a question about cards may go on from the cursor."""
    return complete(text, cursor, GAME.card_fields, CARDS.names)


def cards_with_keyword(keyword: str) -> list[Card]:
    """Return the cards that have a keyword by themselves."""
    return cards(CardFilter(keyword=keyword.casefold()))


def card_named(text: str) -> Card | None:
    """Return the card that a text names exactly, by its name or a known spelling variant."""
    found = CARDS.find(text[:200]) if text.strip() else None
    return found.card if found else None


def text_of(card: Card) -> tuple[str, ...]:
    """Return a card's rules text, one line an ability; empty when the engine does not play it yet."""
    return render_card(card) if card.playable else ()
