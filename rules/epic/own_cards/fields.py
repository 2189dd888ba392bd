"""The fields of a card file and the vocabulary of effects."""

from collections.abc import Mapping
from enum import StrEnum
from functools import reduce
from operator import or_
from typing import Any, Final

from rules.decks.card_files import MAX_NAME_LENGTH, Field, Values, list_of, one_of, whole_number
from rules.decks.card_files.nodes import Nodes
from rules.epic import effects
from rules.epic.cards.model import CardSet
from rules.epic.effects import (
    Ability,
    Amount,
    Ban,
    Condition,
    Cost,
    CreateToken,
    Duty,
    Fight,
    Filter,
    Instruction,
    Lasts,
    Mode,
    Route,
    Selector,
    Transform,
    What,
    When,
    Whose,
)
from rules.epic.traits import Alignment, CardType, Keyword

FORMAT: Final = "epic-cards 1"
MAX_TEXT_LENGTH: Final = 400
"""Maximum number of characters of a free text."""
MAX_ENTRIES: Final = 24
"""Maximum number of entries in a list of one card."""
MAX_NUMBER: Final = 99
TEXT: Final = "effects"
"""The field for the effects of a card."""
_WORDS: Final[tuple[Any, ...]] = tuple(vars(effects).values())
INSTRUCTIONS: Final[Any] = reduce(
    or_,
    [each for each in _WORDS if isinstance(each, type) and issubclass(each, Instruction) and each is not Instruction],
)
"""All instructions of the vocabulary."""
NODES: Final = Nodes(
    {
        "ability": Ability,
        "instruction": INSTRUCTIONS,
        "selector": Selector,
        "condition": Condition,
        "amount": Amount,
        "table": Mode | Cost | Filter,
    },
    vars(effects),
    signed=frozenset({"offense", "defense"}),
    families={Instruction: INSTRUCTIONS},
)
"""The effect vocabulary as it is written in files."""
ABILITIES: Final = tuple[Ability, ...]
"""Type of the field for the effects of a card."""
TOKENS: Final[Mapping[type, str]] = {CreateToken: "name", Transform: "into"}
"""The field of each node that names a token."""
HEAD: Final = {
    "format": f'"{FORMAT}"',
    "title": "the title of the file",
    "cards": "its cards, a list: begin each with [[cards]]",
}
"""The fields of a file above its cards."""


def _parse_text(value: object) -> str:
    if not isinstance(value, str) or len(value) > MAX_TEXT_LENGTH or not value.isprintable():
        raise ValueError(f"{str(value)[:40]!r}: expected {_A_TEXT}")
    return value.strip()


def _enum_values(kind: type[StrEnum]) -> Values:
    parse_item = one_of(kind)
    return list_of(parse_item.read, len(kind), f"a list, [] for none, of {parse_item.expected}")


def _text_values(label: str) -> Values:
    return list_of(_parse_text, MAX_ENTRIES, f"a list, [] for none, of at most {MAX_ENTRIES} {label}")


_A_TEXT: Final = f"a text of at most {MAX_TEXT_LENGTH} characters in one line"
FIELDS: Final[Mapping[str, Field]] = {
    "name": Field("its name; case is ignored", Values(f"1 to {MAX_NAME_LENGTH} characters", str)),
    "type": Field("the type of card", one_of(CardType)),
    "set": Field(
        "Token for your own tokens; of a published card with two printings, the one meant",
        one_of(CardSet),
    ),
    "pack": Field("the product within the set", Values(_A_TEXT, _parse_text)),
    "alignments": Field("its alignments in play", _enum_values(Alignment)),
    "built_as": Field("its alignments while a deck is built, if they differ", _enum_values(Alignment)),
    "cost": Field("gold to play it; a deity has none", whole_number(0, 1)),
    "offense": Field("of a champion", whole_number(0, MAX_NUMBER)),
    "defense": Field("of a champion", whole_number(0, MAX_NUMBER)),
    "classes": Field("its class words", _text_values("classes")),
    "keywords": Field("its keywords", _enum_values(Keyword)),
    TEXT: Field(
        "its effects; [] for none. A card without this field can be in decks but not in records",
        Values("a list, each entry an ability", lambda value: value),
        "text",
    ),
    "abilities": Field("kinds of ability; derived from its effects by default", _text_values("words"), "markers"),
    "summary": Field("its effects in free words", Values(_A_TEXT, _parse_text)),
    "doubtful": Field('uncertain facts, each as "field: why"', _text_values("remarks")),
    "sources": Field("its sources", _text_values("addresses")),
}
"""The fields of a card and their parsers, except effects, which are parsed as a tree."""


ENUMERATIONS: Final = {
    "what": ", ".join(What),
    "whose": ", ".join(Whose),
    "when": ", ".join(When),
    "fight": ", ".join(Fight),
    "route": ", ".join(Route),
    "lasts": ", ".join(Lasts),
    "ban": ", ".join(Ban),
    "duty": ", ".join(Duty),
    "alignment": ", ".join(Alignment),
    "card_type": ", ".join(CardType),
    "keyword": ", ".join(Keyword),
}
"""The values of enumerated fields."""


def attribute(name: str) -> str:
    """Return the attribute of ``Card`` for the file field ``name``."""
    return FIELDS[name].attribute or name
