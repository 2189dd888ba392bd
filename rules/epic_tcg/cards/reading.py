"""Reads a card file: the facts of invented cards in TOML, checked, with every mistake told at once.

What abilities do is kept as its lines; nothing here takes them apart. ``HEAD`` and ``FIELDS`` say what stands in a
file.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from itertools import starmap
from typing import Any, Final, TypeVar

from rules.decks.card_files import (
    LONGEST_NAME,
    NAMELESS,
    CardFileError,
    Mistake,
    is_name,
    read_toml,
    table_lines,
    too_many,
)
from rules.decks.names import fold
from rules.epic_tcg.cards.model import KEYWORDS, Alignment, Card, CardSet, CardType, Origin, Speed

S = TypeVar("S", bound=StrEnum)

COSTS: Final = {"action": 1, "free": 0}
SOURCES: Final = ("organiser", "invented")
LONGEST_LINE: Final = 400
HIGHEST: Final = 99
"""Offense or defense of a champion."""
MOST_ABILITIES: Final = 12
MOST_LINES: Final = 20
_TYPES: Final = "champion, object, event, token champion or token object"
_SPEEDS: Final = 'build, paced or fast, each also "... instantaneous"'
_NUMBER: Final = f"a whole number from 0 to {HIGHEST}"
_A_LIST: Final = "a list, in [ and ]"
_DO: Final = f"1 to {MOST_LINES} lines, in [ and ]"
_ABILITY: Final = "power, speed and do; when and do; as with instead or also; or always"
HEAD: Final = {
    "file": "1, the form of the file",
    "game": '"epic-tcg"',
    "set": "what the file calls itself",
    "source": "organiser (the usual), or invented: its cards are none of the published game, whose formats refuse them",
    "card": "begins a card: [[card]]",
}
"""What stands above the cards of a file."""
FIELDS: Final[Mapping[str, tuple[str, str]]] = {
    "name": ("what it is called; capitals make no difference", f"1 to {LONGEST_NAME} characters"),
    "type": ("the type of card", _TYPES),
    "cost": ("what it costs; a token has none", " or ".join(COSTS)),
    "speed": ("when it can be played; a token has none", _SPEEDS),
    "alignment": ("its alignment", ", ".join(Alignment).casefold()),
    "origin": ("its origin", ", ".join(Origin).casefold()),
    "offense": ("of a champion, which needs it", _NUMBER),
    "defense": ("of a champion, which needs it", _NUMBER),
    "keywords": ("its keywords", _A_LIST),
    "gift": ("whether it is a gift card; a token is none", "true or false"),
    "ability": (f"what a champion or object can do: {_ABILITY}", _A_LIST),
    "do": ("what an event does", _DO),
}
"""What is told of a card: each field with its meaning and with what may stand in it."""
_SHAPES: Final = (
    {"power", "speed", "do"},
    {"when", "do"},
    {"as", "instead"},
    {"as", "also"},
    {"always"},
)
"""What an ability says, one shape for each kind."""
_INSTANTANEOUS: Final = " instantaneous"


def read_cards(text: str, of: CardSet) -> tuple[Card, ...]:
    """Return the cards of a file.

    Args:
        text: the file.
        of: the set they belong to.

    Raises:
        CardFileError: it is no TOML or not in the form of card files; names every mistake.
    """
    tree = read_toml(text)
    entries = tree.get("card", [])
    mistakes = [Mistake(each) for each in _about_the_file(tree)]
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise CardFileError(*mistakes, "a card is a table: begin each with [[card]]")
    if too_many(len(entries)):
        raise CardFileError(*mistakes)
    seen: set[str] = set()
    for line, entry in zip(table_lines(text, "card", len(entries)), entries, strict=True):
        name = entry["name"] if is_name(entry.get("name")) else "no name"
        mistakes += (Mistake(each, line, name) for each in _about_a_card(entry))
        key = fold(name) if is_name(entry.get("name")) else ""
        if key and key in seen:
            mistakes.append(Mistake("second card of that name", line, name))
        seen.add(key)
    if mistakes:
        raise CardFileError(*mistakes)
    return tuple(_card(entry, of) for entry in entries)


def _about_the_file(tree: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong above the cards."""
    if tree.get("file") != 1 or tree.get("game") != "epic-tcg":
        yield 'a card file begins with  file = 1  and  game = "epic-tcg"'
    if tree.get("source", "organiser") not in SOURCES:
        yield f"source {_short(tree['source'])}: expected {' or '.join(SOURCES)}"
    if not _is_line(tree.get("set")):
        yield 'name the set:  set = "House set"'
    for unknown in sorted(set(tree) - set(HEAD)):
        yield f"{unknown!r} is not known here; known: {', '.join(HEAD)}"
    cards = tree.get("card")
    if isinstance(cards, list) and (told := too_many(len(cards))):
        yield told


def _about_a_card(entry: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with one card."""
    if not is_name(entry.get("name")):
        yield NAMELESS
    for unknown in sorted(set(entry) - set(FIELDS)):
        yield f"{unknown!r} is not known of a card; known: {', '.join(FIELDS)}"
    kind = str(entry.get("type", ""))
    type_ = kind.removeprefix("token ")
    if type_ not in list(CardType) or kind == "token event":
        yield f"type {kind!r}: expected {_TYPES}"
    for name, values in (("alignment", Alignment), ("origin", Origin)):
        if str(entry.get(name, "")).capitalize() not in list(values):
            yield f"{name} {entry.get(name)!r}: expected {FIELDS[name][1]}"
    if not kind.startswith("token "):
        yield from _about_playing(entry)
    yield from _about_numbers(entry, type_)
    yield from _about_text(entry, type_)


def _about_playing(entry: Mapping[str, Any]) -> Iterator[str]:
    if str(entry.get("cost")) not in COSTS:
        yield f"cost {entry.get('cost')!r}: expected {FIELDS['cost'][1]}"
    if str(entry.get("speed", "")).removesuffix(_INSTANTANEOUS) not in list(Speed):
        yield f"speed {entry.get('speed')!r}: expected {_SPEEDS}"
    if not isinstance(entry.get("gift"), bool):
        yield "gift: expected true or false"


def _about_numbers(entry: Mapping[str, Any], type_: str) -> Iterator[str]:
    for name in ("offense", "defense"):
        value = entry.get(name)
        if type_ == CardType.CHAMPION and not _is_figure(value):
            yield f"{name} {_short(value)}: a champion has {_NUMBER}"
        if type_ != CardType.CHAMPION and value is not None:
            yield f"an {type_ or 'unknown type'} has no {name}"


def _about_text(entry: Mapping[str, Any], type_: str) -> Iterator[str]:
    for keyword in _entries(entry.get("keywords", [])):
        plain = str(keyword).rstrip("0123456789 ")
        if plain not in KEYWORDS and not plain.endswith(" ward"):
            yield f"keyword {keyword!r}: expected one of {', '.join(KEYWORDS)}"
    abilities = _entries(entry.get("ability", []))
    for name in ("keywords", "ability"):
        if not isinstance(entry.get(name, []), list):
            yield f"{name}: expected {_A_LIST}"
    yield from _about_deeds(entry, type_, abilities)
    for number, ability in enumerate(abilities, start=1):
        if not isinstance(ability, dict) or set(ability) not in _SHAPES or not all(starmap(_said, ability.items())):
            yield f"ability {number}: expected {_ABILITY}"


def _about_deeds(entry: Mapping[str, Any], type_: str, abilities: list[Any]) -> Iterator[str]:
    if "do" in entry and not _lines(entry["do"]):
        yield f"do: expected {_DO}"
    if type_ == CardType.EVENT and (abilities or not _lines(entry.get("do"))):
        yield "an event has no ability; write  do = [...]"
    if type_ != CardType.EVENT and "do" in entry:
        yield f"{type_ or 'this'} does nothing by itself; write  ability = [...]"
    if len(abilities) > MOST_ABILITIES:
        yield f"{len(abilities)} abilities, at most {MOST_ABILITIES}"


def _entries(value: object) -> list[Any]:
    """Return a list as it is, and of anything else that it has no entries: that it is no list is told apart."""
    return value if isinstance(value, list) else []


def _is_figure(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= HIGHEST


def _short(value: object) -> str:
    """Return a value as a message repeats it."""
    return repr(value)[:LONGEST_NAME]


def _lines(value: object) -> bool:
    """Whether a value is a list of lines."""
    return isinstance(value, list) and 0 < len(value) <= MOST_LINES and all(map(_is_line, value))


def _is_line(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_LINE and value.isprintable()


def _said(name: str, value: object) -> bool:
    """Whether an ability says this under this name: a list of lines of what it does, one line of everything else."""
    return _lines(value) if name in ("do", "instead", "also") else _is_line(value)


def _card(entry: Mapping[str, Any], of: CardSet) -> Card:
    """Return a card whose facts have been checked."""
    speed = str(entry.get("speed", ""))
    kind = str(entry["type"])
    return Card(
        name=entry["name"],
        set=of,
        gift=entry.get("gift", False),
        cost=COSTS.get(entry.get("cost", "")),
        speed=_one_of(Speed, speed.removesuffix(_INSTANTANEOUS)),
        instantaneous=speed.endswith(_INSTANTANEOUS),
        type_=CardType(kind.removeprefix("token ")),
        alignment=Alignment(str(entry["alignment"]).capitalize()),
        origin=Origin(str(entry["origin"]).capitalize()),
        offense=entry.get("offense"),
        defense=entry.get("defense"),
        keywords=tuple(entry.get("keywords", ())),
        text=(*map(_ability, entry.get("ability", ())), *entry.get("do", ())),
        token=kind.startswith("token "),
    )


def _one_of(values: type[S], value: str) -> S | None:
    return values(value) if value else None


def _ability(ability: Mapping[str, Any]) -> str:
    """Return an ability as it is read out: what sets it off, a colon, what it does."""
    if "always" in ability:
        return str(ability["always"])
    if "power" in ability:
        return f"{ability['power']}, {ability['speed']}: {'; '.join(ability['do'])}"
    if "when" in ability:
        return f"when {ability['when']}: {'; '.join(ability['do'])}"
    word = "instead" if "instead" in ability else "also"
    return f"as {ability['as']}, {word}: {'; '.join(ability[word])}"
