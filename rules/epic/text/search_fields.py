"""The search fields of Epic cards."""

from datetime import date
from functools import cache
from typing import Final

from rules.card_search import DisplayFields
from rules.card_search.fields import Dated, Field, Flag, Numeric, Subject, Text, Vocabulary, Words
from rules.epic.cards import CATALOGUE, PRINTINGS, Alignment, Card, CardSet, CardType, Keyword
from rules.epic.formats import FORMATS
from rules.epic.text.rendering import render_card


@cache
def text_of(card: Card) -> str:
    """Return the rules text of a card, or its summary if it is not supported."""
    if card.playable:
        return " ".join(render_card(card))
    return " ".join((*card.keywords, *card.markers, card.summary))


def _number_after(word: str, card: Card) -> int | None:
    """Return the number in a marker of ``card``, such as the 2 of "loyalty 2"."""
    for marker in card.markers:
        name, _, number = marker.partition(" ")
        if name == word and number.isdecimal():
            return int(number)
    return None


def _sorted_words(words: set[str]) -> tuple[str, ...]:
    return tuple(sorted(words, key=str.casefold))


_CLASSES = _sorted_words({word for card in PRINTINGS for word in card.classes})
_PACKS = _sorted_words({card.pack for card in PRINTINGS})
_ABILITIES = _sorted_words({marker for card in PRINTINGS for marker in card.markers})


def _formats_allowing(card: Card, day: date) -> tuple[str, ...]:
    return tuple(slug for slug, each in FORMATS.items() if each.allows(card, day))


def _formats_banning(card: Card, day: date) -> tuple[str, ...]:
    return tuple(slug for slug, each in FORMATS.items() if any(ban.card == card.name for ban in each.bans(day)))


_COLORS: Final = {
    "blue": "Sage",
    "green": "Wild",
    "yellow": "Good",
    "amber": "Good",
    "purple": "Evil",
    "violet": "Evil",
}
"""Search synonyms: the colour in which the site shows each alignment."""
_FORMAT_NAMES: Final = {**{each.name: slug for slug, each in FORMATS.items()}, "constructed": "full-constructed"}

FIELDS: Final[Vocabulary[Card]] = Vocabulary(
    Subject(name=lambda card: card.name, text=text_of),
    (
        Field(
            "alignment",
            ("a", "align"),
            "alignment in play",
            Words(lambda card: card.alignments, tuple(map(str, Alignment)), _COLORS),
            synonyms=("color", "colour", "colors", "colours", "faction", "affiliation", "identity", "id", "ci"),
            before_words=("c",),
        ),
        Field(
            "type",
            ("t",),
            "champion, event or deity; a class word too",
            Words(lambda card: (card.type,), tuple(map(str, CardType))),
            synonyms=("types", "typ", "supertype"),
            related_fields=("class",),
        ),
        Field(
            "cost",
            ("c", "gold"),
            "gold to play it; none where it is not played from hand",
            Numeric(lambda c: c.cost, words={0: "free", 1: "1 gold", None: "not played from hand"}),
            synonyms=("mana", "manavalue", "cmc", "mv", "price"),
        ),
        Field(
            "offense",
            ("off", "o"),
            "printed offense",
            Numeric(lambda card: card.offense),
            synonyms=("offence", "attack", "atk", "power", "pow", "strength"),
        ),
        Field(
            "defense",
            ("def", "d"),
            "printed defense",
            Numeric(lambda card: card.defense),
            synonyms=("defence", "health", "hp", "toughness", "tou"),
        ),
        Field(
            "keyword",
            ("k",),
            "keyword it has by itself",
            Words(lambda c: c.keywords, tuple(map(str, Keyword))),
            synonyms=("keywords", "kw"),
            related_fields=("ability",),
        ),
        Field("ability", ("ab",), "kind of ability it carries", Words(lambda card: card.markers, _ABILITIES)),
        Field("loyalty", ("l",), "cards its loyalty asks for", Numeric(lambda card: _number_after("loyalty", card))),
        Field(
            "class",
            ("cl",),
            "class word",
            Words(lambda card: card.classes, _CLASSES),
            synonyms=("tribe", "subtype", "subtypes", "race"),
        ),
        Field(
            "set",
            ("s",),
            "product line",
            Words(lambda card: (card.set,), tuple(str(each) for each in CardSet if each is not CardSet.INVENTED)),
            synonyms=("edition", "e", "expansion"),
        ),
        Field("pack", ("p",), "product within the line", Words(lambda card: (card.pack,), _PACKS)),
        Field(
            "text",
            ("x",),
            "words of its rules text",
            Text(text_of),
            synonyms=("oracle", "rules", "fulloracle", "fo"),
            before_words=("o",),
        ),
        Field("name", ("n",), "words of its name", Text(lambda card: card.name), synonyms=("title",)),
        Field(
            "format",
            ("f", "legal"),
            "format in which a deck may hold it on the day",
            Dated(_formats_allowing, tuple(FORMATS), _FORMAT_NAMES),
            synonyms=("legality", "fmt"),
        ),
        Field(
            "banned",
            ("ban",),
            "format in which it is banned on the day",
            Dated(_formats_banning, tuple(FORMATS), _FORMAT_NAMES),
        ),
    ),
    {
        "free": Flag(lambda card, _day: card.cost == 0, "costs no gold"),
        "token": Flag(lambda card, _day: card.is_token, "exists only in play"),
        "deck": Flag(lambda card, _day: card.is_deck_card, "a deck may hold it"),
        "playable": Flag(lambda card, _day: card.playable, "the engine plays it"),
        "doubtful": Flag(lambda card, _day: bool(card.doubtful), "a fact of it is not certain"),
        "reprinted": Flag(lambda card, _day: len(CATALOGUE.printings(card.name)) > 1, "printed more than once"),
        "multi": Flag(lambda card, _day: len(card.alignments) > 1, "more than one alignment"),
        "banned": Flag(
            lambda card, day: bool(_formats_banning(card, day)), "banned in some format on the day", dated=True
        ),
    },
    DisplayFields(
        filters=("alignment", "cost", "type", "set", "keyword"),
        columns=("alignment", "cost", "type", "offense", "defense", "set"),
        summary=("alignment", "class", "type", "cost"),
        main_numbers=("offense", "defense"),
        coloured_field="alignment",
        explained_fields=("keyword", "ability"),
        keywords=(*map(str, Keyword), "tribute"),
    ),
)
"""The search fields of an Epic card."""
