"""Search fields of HEX cards."""

from datetime import date
from functools import cache
from typing import Final

from rules.card_search import DisplayFields
from rules.card_search.fields import Dated, Field, Flag, Numeric, Subject, Text, Vocabulary, Words
from rules.hex.card_facts import deck_rule
from rules.hex.cards import (
    CATALOGUE,
    FACTIONS,
    RACES,
    TRAITS,
    Card,
    CardSet,
    CardType,
    Certainty,
    Fact,
    Keyword,
    Rarity,
    Shard,
    Socket,
    Speed,
)
from rules.hex.formats import FORMATS


@cache
def text_of(card: Card) -> str:
    """Return the known text of a card: keywords, sockets, behaviour and deck rule."""
    sockets = [f"{socket} socket" for socket in card.sockets]
    return " ".join((*map(str, card.keywords), *sockets, card.behaviour, deck_rule(card))).strip()


def _keywords(card: Card) -> tuple[str, ...]:
    """Return a card's keywords; one with a number is included with and without it."""
    keywords = [str(each) for each in card.keywords]
    return tuple(dict.fromkeys([*keywords, *(str(each.keyword) for each in card.keywords)]))


def _keyword_values() -> tuple[str, ...]:
    numbered = [f"{Keyword.RAGE} {number}" for number in (1, 2, 4)]
    numbered += [f"{Keyword.TUNNELING} {number}" for number in (1, 2, 3, 4, 15)]
    return tuple(sorted([*map(str, Keyword), *numbered]))


def _threshold_of(shard: Shard) -> Field[Card]:
    """Return the search field for the threshold in one shard."""
    return Field(
        shard.lower(),
        (),
        f"{shard} threshold it takes",
        Numeric(lambda card: card.threshold.of(shard) if card.threshold else None),
    )


def _legal_in(card: Card, day: date) -> tuple[str, ...]:
    return tuple(slug for slug, each in FORMATS.items() if each.allows(card, day))


_FORMAT_NAMES: Final = {**{each.name: slug for slug, each in FORMATS.items()}, "constructed": "constructed-1-2"}
_COLORS: Final = {
    "red": "Ruby",
    "blue": "Sapphire",
    "green": "Wild",
    "white": "Diamond",
    "yellow": "Diamond",
    "black": "Blood",
    "purple": "Blood",
}
"""Colours of shards, as search terms."""

FIELDS: Final[Vocabulary[Card]] = Vocabulary(
    Subject(name=lambda card: card.name, text=text_of),
    (
        Field(
            "shard",
            ("sh",),
            "shard it is of",
            Words(lambda card: card.shards, tuple(map(str, Shard)), _COLORS),
            synonyms=("color", "colour", "colors", "colours", "alignment", "identity", "id", "ci"),
            before_words=("c", "a"),
        ),
        Field(
            "type",
            ("t",),
            "troop, action, artifact, constant, resource or champion; a trait too",
            Words(lambda card: card.types, tuple(map(str, CardType)), {"creature": "Troop", "enchantment": "Constant"}),
            synonyms=("types", "typ", "supertype"),
            related_fields=("trait",),
        ),
        Field(
            "cost",
            ("c",),
            "resources to play it; none where nothing is paid",
            Numeric(lambda card: card.cost),
            synonyms=("mana", "manavalue", "cmc", "mv", "price"),
        ),
        Field(
            "threshold",
            ("th",),
            "threshold it takes, all shards together",
            Numeric(lambda card: card.threshold.total if card.threshold else None),
            synonyms=("devotion", "pips"),
        ),
        *map(_threshold_of, Shard),
        Field(
            "attack",
            ("atk", "a"),
            "printed ATK",
            Numeric(lambda card: card.attack),
            synonyms=("offense", "offence", "off", "power", "pow", "strength"),
        ),
        Field(
            "defense",
            ("def", "d"),
            "printed DEF",
            Numeric(lambda card: card.defense),
            synonyms=("defence", "toughness", "tou"),
        ),
        Field(
            "keyword",
            ("k",),
            "keyword it has by itself, with its number or without",
            Words(_keywords, _keyword_values()),
            synonyms=("keywords", "kw", "ability"),
        ),
        Field("rage", (), "its Rage", Numeric(lambda card: card.number_of(Keyword.RAGE))),
        Field("tunneling", (), "its Tunneling", Numeric(lambda card: card.number_of(Keyword.TUNNELING))),
        Field(
            "trait",
            ("tr",),
            "word of its trait line",
            Words(lambda card: card.trait_words, TRAITS),
            synonyms=("traits", "class", "tribe", "subtype", "subtypes"),
        ),
        Field("race", (), "race it is of", Words(lambda card: (card.race,) if card.race else (), RACES)),
        Field("faction", ("fa",), "faction", Words(lambda card: (card.faction,) if card.faction else (), FACTIONS)),
        Field(
            "socket",
            ("gem",),
            "size of a socket it has",
            Words(lambda card: card.sockets, tuple(map(str, Socket))),
        ),
        Field("sockets", (), "how many sockets it has", Numeric(lambda card: len(card.sockets))),
        Field(
            "speed",
            ("sp",),
            "printed speed",
            Words(lambda card: (card.speed,) if card.speed else (), tuple(map(str, Speed))),
        ),
        Field("charges", (), "charges its power costs", Numeric(lambda card: card.charges)),
        Field(
            "rarity",
            ("r",),
            "how rare it is",
            Words(lambda card: (card.rarity,), tuple(map(str, Rarity)), {"mythic": "Legendary"}),
        ),
        Field(
            "set",
            ("s",),
            "set it came in",
            Words(
                lambda card: (card.set,), tuple(map(str, CardSet)), {"1": "Shards of Fate", "2": "Shattered Destiny"}
            ),
            synonyms=("edition", "e", "expansion"),
        ),
        Field("number", ("cn",), "number in its set", Numeric(lambda card: card.number)),
        Field(
            "text",
            ("x",),
            "words of its behaviour and keywords",
            Text(text_of),
            synonyms=("oracle", "rules", "fulloracle", "fo"),
            before_words=("o",),
        ),
        Field("name", ("n",), "words of its name", Text(lambda card: card.name), synonyms=("title",)),
        Field(
            "format",
            ("f", "legal"),
            "format in which a deck may contain it on the date, if the sets of the date are known",
            Dated(_legal_in, tuple(FORMATS), _FORMAT_NAMES),
            synonyms=("legality", "fmt"),
        ),
        Field("maker", ("madeby",), "words of the name of a card that creates it", Text(lambda c: " ".join(c.made_by))),
        Field(
            "sureness",
            ("sure",),
            "how sure its least sure fact is",
            Words(lambda card: (card.certainty,), tuple(map(str, Certainty))),
        ),
        Field(
            "unsure",
            (),
            "fact of it from a single source",
            Words(lambda card: card.single, tuple(map(str, Fact))),
        ),
    ),
    {
        "token": Flag(lambda card, _day: card.is_token, "only other cards create it"),
        "champion": Flag(lambda card, _day: card.is_champion, "a champion, who a player is"),
        "deck": Flag(lambda card, _day: card.is_deck_card, "a deck may hold it"),
        "basic": Flag(lambda card, _day: card.unlimited, "a basic shard, any number of which a deck may hold"),
        "unique": Flag(lambda card, _day: card.unique, "a newer one of its name takes its place"),
        "socketable": Flag(lambda card, _day: bool(card.sockets), "has sockets for gems"),
        "xcost": Flag(lambda card, _day: card.x_cost, "X comes on top of its cost"),
        "multi": Flag(lambda card, _day: len(card.shards) > 1, "of more than one shard"),
        "shardless": Flag(lambda card, _day: not card.shards, "of no shard"),
        "deckrule": Flag(lambda card, _day: card.deck_rule is not None, "asks something of the deck it is in"),
        "doubtful": Flag(lambda card, _day: bool(card.doubtful), "a fact of it is missing or not confirmed"),
        "plain": Flag(lambda card, _day: not text_of(card), "does nothing but what its type does"),
        "namesake": Flag(lambda card, _day: len(CATALOGUE.printings(card.name)) > 1, "another card has its name"),
    },
    DisplayFields(
        filters=("shard", "cost", "type", "rarity", "set", "keyword"),
        columns=("shard", "cost", "type", "attack", "defense", "rarity", "set"),
        summary=("shard", "speed", "type", "trait", "cost"),
        main_numbers=("attack", "defense"),
        coloured_field="shard",
        explained_fields=("keyword",),
    ),
)
"""The search fields of HEX cards."""
