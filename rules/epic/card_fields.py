"""What can be asked about Epic cards in a search."""

from functools import cache
from typing import Final

from rules.card_search.fields import Field, Flag, Numeric, Subject, Text, Vocabulary, Words
from rules.epic.cards import CATALOGUE, PRINTINGS, Alignment, Card, CardSet, CardType, Keyword
from rules.epic.text import render_card


@cache
def text_of(card: Card) -> str:
    """Return a card's rules text as far as it is known: rendered from its data, else the summary of its facts."""
    if card.playable:
        return " ".join(render_card(card))
    return " ".join((*card.keywords, *card.markers, card.summary))


def _number_after(word: str, card: Card) -> int | None:
    """Return the number that a marker carries, such as the 2 of "loyalty 2"."""
    for marker in card.markers:
        name, _, number = marker.partition(" ")
        if name == word and number.isdecimal():
            return int(number)
    return None


def _every(words: set[str]) -> tuple[str, ...]:
    return tuple(sorted(words, key=str.casefold))


_CLASSES = _every({word for card in PRINTINGS for word in card.classes})
_PACKS = _every({card.pack for card in PRINTINGS})
_ABILITIES = _every({marker for card in PRINTINGS for marker in card.markers})

FIELDS: Final[Vocabulary[Card]] = Vocabulary(
    Subject(name=lambda card: card.name, text=text_of),
    (
        Field(
            "alignment",
            ("a", "align"),
            "alignment in play",
            Words(lambda card: card.alignments, tuple(map(str, Alignment))),
        ),
        Field(
            "type", ("t",), "champion, event card or deity", Words(lambda card: (card.type,), tuple(map(str, CardType)))
        ),
        Field(
            "cost", ("c", "gold"), "gold to play it; none where it is not played from hand", Numeric(lambda c: c.cost)
        ),
        Field("offense", ("off", "o"), "printed offense", Numeric(lambda card: card.offense)),
        Field("defense", ("def", "d"), "printed defense", Numeric(lambda card: card.defense)),
        Field("keyword", ("k",), "keyword it has by itself", Words(lambda c: c.keywords, tuple(map(str, Keyword)))),
        Field("ability", ("ab",), "kind of ability it carries", Words(lambda card: card.markers, _ABILITIES)),
        Field("loyalty", ("l",), "cards its loyalty asks for", Numeric(lambda card: _number_after("loyalty", card))),
        Field("class", ("cl",), "class word", Words(lambda card: card.classes, _CLASSES)),
        Field("set", ("s",), "product line", Words(lambda card: (card.set,), tuple(map(str, CardSet)))),
        Field("pack", ("p",), "product within the line", Words(lambda card: (card.pack,), _PACKS)),
        Field("text", ("x",), "words of its rules text", Text(text_of)),
        Field("name", ("n",), "words of its name", Text(lambda card: card.name)),
    ),
    {
        "free": Flag(lambda card: card.cost == 0, "costs no gold"),
        "token": Flag(lambda card: card.is_token, "exists only in play"),
        "deck": Flag(lambda card: card.is_deck_card, "a deck may hold it"),
        "playable": Flag(lambda card: card.playable, "the engine plays it"),
        "doubtful": Flag(lambda card: bool(card.doubtful), "a fact of it is not certain"),
        "reprinted": Flag(lambda card: len(CATALOGUE.printings(card.name)) > 1, "printed more than once"),
        "multi": Flag(lambda card: len(card.alignments) > 1, "more than one alignment"),
    },
)
"""The fields of an Epic card."""
