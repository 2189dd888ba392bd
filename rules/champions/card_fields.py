"""Search fields of Champions cards."""

from collections.abc import Callable
from functools import cache
from typing import Final

from rules.card_search import DisplayFields
from rules.card_search.fields import Field, Flag, Numeric, Subject, Text, Vocabulary, Words
from rules.champions.cards import (
    Alliance,
    Card,
    CardClass,
    CardType,
    Category,
    Duration,
    ObjectiveKind,
    Origin,
)


@cache
def text_of(card: Card) -> str:
    """Return the known text of a card: its lines, behaviour and Quest."""
    quest = [str(objective) for objective in card.quest or () if objective is not None]
    return " ".join((*map(str, card.text or ()), card.behaviour, *quest)).strip()


def _value(get: Callable[[Card], object]) -> Callable[[Card], tuple[str, ...]]:

    def read(card: Card) -> tuple[str, ...]:
        value = get(card)
        return () if value is None else (str(value),)

    return read


def _kinds(card: Card) -> tuple[str, ...]:
    return tuple(str(part) for part in (card.kind, card.category) if part is not None)


def _classes(card: Card) -> tuple[str, ...]:
    """Return the classes of a card.

    A Warrior-Wizard counts as Warrior and as Wizard too (2.4.1.2c).
    """
    if card.card_class is CardClass.WARRIOR_WIZARD:
        return (str(CardClass.WARRIOR_WIZARD), str(CardClass.WARRIOR), str(CardClass.WIZARD))
    return () if card.card_class is None else (str(card.card_class),)


def _objectives(card: Card) -> tuple[str, ...]:
    return tuple(str(objective.kind) for objective in card.quest or () if objective is not None)


def _tags(card: Card) -> tuple[str, ...]:
    return card.tags or ()


def _set(card: Card) -> tuple[str, ...]:
    return (card.set,) if card.set else ()


TAGS: Final = ("Grot", "Mordant", "Orruk", "Stacking")
"""Tags known from published cards; the list in the document is lost (2.14.2)."""
SETS: Final = ("Savagery", "Wave 1 (core)")
"""The sets of the known cards."""
_OBJECTIVES: Final = {
    "unit": "Deploy Unit",
    "spell": "Deploy Spell",
    "ability": "Play Ability",
    "damage": "Deal Damage",
    "health": "Gain Health",
    "heal": "Gain Health",
    "kill": "Remove Unit or Spell",
}
_KINDS: Final = (*map(str, CardType), *map(str, Category))

FIELDS: Final[Vocabulary[Card]] = Vocabulary(
    Subject(name=lambda card: card.name, text=text_of),
    (
        Field(
            "alliance",
            ("a", "al"),
            "Alliance, including Unaligned",
            Words(_value(lambda card: card.alliance), tuple(map(str, Alliance)), {"neutral": "Unaligned"}),
            synonyms=("alignment", "faction", "color", "colour", "colors", "colours", "identity", "id", "ci"),
            before_words=("c",),
        ),
        Field(
            "type",
            ("t",),
            "card type or category",
            Words(_kinds, _KINDS, {"hero": "Champion", "creature": "Unit", "minion": "Unit"}),
            synonyms=("types", "typ", "supertype", "category"),
            related_fields=("class", "tag"),
        ),
        Field(
            "class",
            ("cl",),
            "class of a Champion, or the one that may play an Ability",
            Words(_classes, tuple(map(str, CardClass)), {"mage": "Wizard", "fighter": "Warrior"}),
        ),
        Field(
            "cost",
            ("c",),
            "cost of a Champion; none where it is not known",
            Numeric(lambda card: card.cost),
            synonyms=("points", "price", "mana", "cmc", "mv", "manavalue"),
        ),
        Field(
            "health",
            ("h",),
            "Health Modifier of a Champion; none where it is not known",
            Numeric(lambda card: card.health),
            synonyms=("hp", "life", "modifier"),
        ),
        Field(
            "quest",
            ("q",),
            "kind of objective in its Quest",
            Words(_objectives, tuple(map(str, ObjectiveKind)), _OBJECTIVES),
            synonyms=("objective", "objectives"),
        ),
        Field(
            "duration",
            ("dur",),
            "Instant or Passive Blessing",
            Words(_value(lambda card: card.duration), tuple(map(str, Duration))),
        ),
        Field(
            "tag",
            ("tags",),
            "Tag",
            Words(_tags, TAGS),
            synonyms=("tribe", "subtype", "race", "keyword", "k", "kw"),
        ),
        Field("set", ("s",), "set it came in", Words(_set, SETS), synonyms=("edition", "e", "expansion")),
        Field(
            "source", ("from",), "where its facts come from", Words(_value(lambda c: c.origin), tuple(map(str, Origin)))
        ),
        Field(
            "text",
            ("x",),
            "words of what it does",
            Text(text_of),
            synonyms=("oracle", "o", "rules", "fulloracle", "fo"),
        ),
        Field("name", ("n",), "words of its name", Text(lambda card: card.name), synonyms=("title",)),
    ),
    {
        "unique": Flag(lambda card, _day: card.unique is True, "a Unique Champion"),
        "permanent": Flag(lambda card, _day: card.permanent is True, "a Permanent Blessing"),
        "stacking": Flag(lambda card, _day: card.stacking is True, "a Stacking Unit"),
        "complete": Flag(lambda card, _day: card.complete, "all facts needed to play it are known"),
        "doubtful": Flag(lambda card, _day: bool(card.doubtful), "a fact of it is not certain"),
        "single": Flag(lambda card, _day: bool(card.single), "a fact of it has one source only"),
        "invented": Flag(lambda card, _day: card.invented, "not a card of the published game"),
    },
    DisplayFields(
        filters=("alliance", "type", "class", "cost", "quest", "set"),
        columns=("alliance", "type", "class", "cost", "health", "set"),
        summary=("alliance", "type", "class", "duration"),
        main_numbers=("cost", "health"),
        coloured_field="alliance",
        explained_fields=("tag",),
        keywords=("Clunky", "Dormant", "Exhaust", "Last Stand", "Rend", "Restart", "Rotate", "Support"),
    ),
)
"""The search fields of Champions cards."""
