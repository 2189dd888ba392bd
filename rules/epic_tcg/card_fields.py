"""Search fields of Epic TCG cards."""

from datetime import date
from typing import Final

from rules.card_search import DisplayFields
from rules.card_search.fields import Dated, Field, Flag, Numeric, Subject, Text, Vocabulary, Words
from rules.epic_tcg.cards import KEYWORDS, PUBLISHED_SETS, Alignment, Card, CardSet, CardType, Fact, Origin, Speed
from rules.epic_tcg.formats import FORMATS


def text_of(card: Card) -> str:
    """Return the known text of a card.

    It is its printed lines, or its behaviour in our words.
    """
    return " ".join((*card.keywords, *card.text, card.behaviour))


def _to_words(word: object) -> tuple[str, ...]:
    return (str(word),) if word else ()


def _legal_in(card: Card, day: date) -> tuple[str, ...]:
    return tuple(slug for slug, each in FORMATS.items() if each.allows(card, day))


_SURE: Final = {str(fact): fact for fact in Fact}
_FORMAT_NAMES: Final = {each.name: slug for slug, each in FORMATS.items()}
_COLORS: Final = {"gold": "Good", "purple": "Evil", "green": "Wild", "blue": "Unaligned"}
"""The colour of the frame (TCG:2.13)."""

FIELDS: Final[Vocabulary[Card]] = Vocabulary(
    Subject(name=lambda card: card.name, text=text_of),
    (
        Field(
            "alignment",
            ("a", "align"),
            "alignment",
            Words(lambda card: _to_words(card.alignment), tuple(map(str, Alignment)), _COLORS),
            synonyms=("color", "colour", "colors", "colours", "faction", "id", "ci"),
            before_words=("c",),
        ),
        Field("origin", ("or",), "origin", Words(lambda card: _to_words(card.origin), tuple(map(str, Origin)))),
        Field(
            "type",
            ("t",),
            "champion, object or event",
            Words(lambda card: _to_words(card.type_), tuple(map(str, CardType))),
            synonyms=("types", "typ"),
        ),
        Field(
            "cost",
            ("c", "action"),
            "actions to play it; none where that is not known",
            Numeric(lambda card: card.cost),
            synonyms=("mana", "manavalue", "cmc", "mv", "price"),
        ),
        Field(
            "speed", ("sp",), "when it may be played", Words(lambda card: _to_words(card.speed), tuple(map(str, Speed)))
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
            Words(lambda card: card.keyword_names, KEYWORDS),
            synonyms=("keywords", "kw"),
        ),
        Field(
            "set",
            ("s",),
            "where it is from",
            Words(lambda card: _to_words(card.set), tuple(map(str, CardSet))),
            synonyms=("edition", "e", "expansion"),
        ),
        Field(
            "known",
            ("sure",),
            "fact that is known of it",
            Words(lambda card: tuple(name for name, fact in _SURE.items() if _is_known(card, fact)), tuple(_SURE)),
        ),
        Field(
            "text",
            ("x",),
            "words of its rules text, if known",
            Text(text_of),
            synonyms=("oracle", "rules", "fulloracle", "fo"),
            before_words=("o",),
        ),
        Field("name", ("n",), "words of its name", Text(lambda card: card.name), synonyms=("title",)),
        Field(
            "format",
            ("f", "legal"),
            "format in which a deck may hold it",
            Dated(_legal_in, tuple(FORMATS), _FORMAT_NAMES),
            synonyms=("legality", "fmt"),
        ),
    ),
    {
        "free": Flag(lambda card, _day: card.is_free is True, "costs no action"),
        "gift": Flag(lambda card, _day: card.gift is True, "a gift card"),
        "instantaneous": Flag(lambda card, _day: card.instantaneous, "resolves at once"),
        "token": Flag(lambda card, _day: card.is_token, "exists only in play"),
        "deck": Flag(lambda card, _day: card.is_deck_card, "a deck may hold it"),
        "published": Flag(lambda card, _day: card.set in PUBLISHED_SETS, "a card of the published game"),
        "invented": Flag(lambda card, _day: card.is_invented, "invented, no card of the published game"),
        "doubtful": Flag(lambda card, _day: bool(card.doubtful), "a fact of it is reported by one person only"),
    },
    DisplayFields(
        filters=("set", "alignment", "origin", "type", "cost", "speed", "keyword"),
        columns=("set", "alignment", "origin", "type", "cost", "offense", "defense"),
        summary=("set", "alignment", "origin", "type", "speed", "cost"),
        main_numbers=("offense", "defense"),
        coloured_field="alignment",
        explained_fields=("keyword",),
    ),
)
"""The search fields of Epic TCG cards."""


def _is_known(card: Card, fact: Fact) -> bool:
    return card.certainty_of(fact).value != "not known"
