"""Parser for TOML card files; reports all errors at once.

Ability texts are validated and stored as lines of text. ``HEAD`` and ``FIELDS`` define the keys of a file.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from itertools import starmap
from typing import Any, Final, TypeVar

from rules.decks.card_files import (
    MAX_NAME_LENGTH,
    NAMELESS,
    CardFileError,
    FieldError,
    card_count_error,
    is_name,
    locate_cards,
    locate_header,
    read_toml,
    unknown_key_message,
)
from rules.decks.names import fold, suggest, words
from rules.epic_tcg.cards.model import KEYWORDS, Alignment, Card, CardSet, CardType, Origin, Speed

S = TypeVar("S", bound=StrEnum)

COSTS: Final = {"action": 1, "free": 0}
SOURCES: Final = ("organiser", "invented")
MAX_LINE_LENGTH: Final = 400
MAX_STAT: Final = 99
"""Maximum offense and defense of a champion."""
MAX_ABILITIES: Final = 12
MAX_LINES: Final = 20
_TYPES: Final = "champion, object, event, token champion or token object"
_SPEEDS: Final = 'build, paced or fast, each also "... instantaneous"'
_NUMBER: Final = f"a whole number from 0 to {MAX_STAT}"
_A_LIST: Final = "a list, in [ and ]"
_DO: Final = f"1 to {MAX_LINES} lines, in [ and ]"
_ABILITY: Final = "power, speed and do; when and do; as with instead or also; or always"
HEAD: Final = {
    "file": "1, the form of the file",
    "game": '"epic-tcg"',
    "set": "what the file calls itself",
    "source": "organiser (the usual), or invented: its cards are none of the published game, whose formats refuse them",
    "card": "begins a card: [[card]]",
}
"""Keys above the cards of a file."""
FIELDS: Final[Mapping[str, tuple[str, str]]] = {
    "name": ("what it is called; capitals make no difference", f"1 to {MAX_NAME_LENGTH} characters"),
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
"""The fields of a card, with meanings and allowed values."""
_SHAPES: Final = (
    {"power", "speed", "do"},
    {"when", "do"},
    {"as", "instead"},
    {"as", "also"},
    {"always"},
)
"""Allowed sets of keys of an ability."""
_INSTANTANEOUS: Final = " instantaneous"


def read_cards(text: str, card_set: CardSet) -> tuple[Card, ...]:
    """Parse the cards of a file.

    Args:
        text: the file.
        card_set: the set of the cards.

    Raises:
        CardFileError: invalid TOML or malformed; contains all errors.
    """
    tree = read_toml(text)
    entries = tree.get("card", [])
    count = len(entries) if isinstance(entries, list) else 0
    places = locate_cards(text, "card", count)
    errors = [error.locate_in_header(locate_header(text, places)) for error in _header_errors(tree)]
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise CardFileError(*errors, "a card is a table: begin each with [[card]]")
    if card_count_error(len(entries)):
        raise CardFileError(*errors)
    seen: set[str] = set()
    for place, entry in zip(places, entries, strict=True):
        name = entry["name"] if is_name(entry.get("name")) else "no name"
        errors += (each.locate(place, name) for each in _card_errors(entry))
        key = fold(name) if is_name(entry.get("name")) else ""
        if key and key in seen:
            errors.append(FieldError("second card of that name", "name").locate(place, name))
        seen.add(key)
    if errors:
        raise CardFileError(*errors)
    return tuple(_create_card(entry, card_set) for entry in entries)


def _header_errors(tree: Mapping[str, Any]) -> Iterator[FieldError]:
    """Yield the errors in the keys above the cards."""
    if tree.get("file") != 1 or tree.get("game") != "epic-tcg":
        at_fault = "file" if tree.get("file") != 1 else "game"
        yield FieldError('a card file begins with  file = 1  and  game = "epic-tcg"', at_fault)
    if tree.get("source", "organiser") not in SOURCES:
        yield FieldError(f"source {_abbreviate(tree['source'])}: expected {' or '.join(SOURCES)}", "source")
    if not _is_line(tree.get("set")):
        yield FieldError('name the set:  set = "House set"', "set")
    for unknown in sorted(set(tree) - set(HEAD)):
        yield FieldError(unknown_key_message(unknown, HEAD, "here"), unknown)
    cards = tree.get("card")
    if isinstance(cards, list) and (card_text := card_count_error(len(cards))):
        yield FieldError(card_text)


def _card_errors(entry: Mapping[str, Any]) -> Iterator[FieldError]:
    """Yield the errors of one card."""
    if not is_name(entry.get("name")):
        yield FieldError(NAMELESS, "name")
    for unknown in sorted(set(entry) - set(FIELDS)):
        yield FieldError(unknown_key_message(unknown, FIELDS, "of a card"), unknown)
    kind = str(entry.get("type", ""))
    type_ = kind.removeprefix("token ")
    if type_ not in list(CardType) or kind == "token event":
        yield FieldError(f"type {kind!r}: {_suggestion(kind, CardType)}expected {_TYPES}", "type")
    for name, values in (("alignment", Alignment), ("origin", Origin)):
        if str(entry.get(name, "")).capitalize() not in list(values):
            yield _unknown_value_error(entry, name, values, FIELDS[name][1])
    if not kind.startswith("token "):
        yield from _play_errors(entry)
    yield from _number_errors(entry, type_)
    yield from _text_errors(entry, type_)


def _play_errors(entry: Mapping[str, Any]) -> Iterator[FieldError]:
    if str(entry.get("cost")) not in COSTS:
        yield _unknown_value_error(entry, "cost", COSTS, FIELDS["cost"][1])
    if str(entry.get("speed", "")).removesuffix(_INSTANTANEOUS) not in list(Speed):
        yield _unknown_value_error(entry, "speed", Speed, _SPEEDS)
    if not isinstance(entry.get("gift"), bool):
        yield FieldError("gift: expected true or false", "gift")


def _number_errors(entry: Mapping[str, Any], type_: str) -> Iterator[FieldError]:
    for name in ("offense", "defense"):
        value = entry.get(name)
        if type_ == CardType.CHAMPION and not _is_figure(value):
            yield FieldError(f"{name} {_abbreviate(value)}: a champion has {_NUMBER}", name)
        if type_ != CardType.CHAMPION and value is not None:
            yield FieldError(f"an {type_ or 'unknown type'} has no {name}", name)


def _text_errors(entry: Mapping[str, Any], type_: str) -> Iterator[FieldError]:
    for number, keyword in enumerate(_list_or_empty(entry.get("keywords", []))):
        keyword_name = str(keyword).rstrip("0123456789 ")
        if keyword_name not in KEYWORDS and not keyword_name.endswith(" ward"):
            message = f"keyword {keyword!r}: {_suggestion(keyword, KEYWORDS)}expected one of {', '.join(KEYWORDS)}"
            yield FieldError(message, "keywords", (number,))
    abilities = _list_or_empty(entry.get("ability", []))
    for name in ("keywords", "ability"):
        if not isinstance(entry.get(name, []), list):
            yield FieldError(f"{name}: expected {_A_LIST}", name)
    yield from _effect_errors(entry, type_, abilities)
    for number, ability in enumerate(abilities, start=1):
        if (
            not isinstance(ability, dict)
            or set(ability) not in _SHAPES
            or not all(starmap(_is_valid_ability_field, ability.items()))
        ):
            yield FieldError(f"ability {number}: expected {_ABILITY}", "ability", (number - 1,))


def _effect_errors(entry: Mapping[str, Any], type_: str, abilities: list[Any]) -> Iterator[FieldError]:
    if "do" in entry and not _is_line_list(entry["do"]):
        yield FieldError(f"do: expected {_DO}", "do")
    if type_ == CardType.EVENT and (abilities or not _is_line_list(entry.get("do"))):
        yield FieldError("an event has no ability; write  do = [...]", "ability")
    if type_ != CardType.EVENT and "do" in entry:
        yield FieldError(f"{type_ or 'this'} does nothing by itself; write  ability = [...]", "do")
    if len(abilities) > MAX_ABILITIES:
        yield FieldError(f"{len(abilities)} abilities, at most {MAX_ABILITIES}", "ability")


def _unknown_value_error(entry: Mapping[str, Any], name: str, allowed: Iterable[str], expected: str) -> FieldError:
    value = entry.get(name)
    return FieldError(f"{name} {value!r}: {_suggestion(value, allowed)}expected {expected}", name)


def _suggestion(value: object, allowed: Iterable[str]) -> str:
    """Return "did you mean ...? " for the most similar known word.

    Empty if none is similar.
    """
    close = suggest(value, {str(each).casefold(): words(each) for each in allowed}, 1) if isinstance(value, str) else ()
    return f"did you mean {close[0]}? " if close else ""


def _list_or_empty(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _is_figure(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_STAT


def _abbreviate(value: object) -> str:
    """Return a value in short form for error messages."""
    return repr(value)[:MAX_NAME_LENGTH]


def _is_line_list(value: object) -> bool:
    """Return True if a value is a list of single-line strings."""
    return isinstance(value, list) and 0 < len(value) <= MAX_LINES and all(map(_is_line, value))


def _is_line(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= MAX_LINE_LENGTH and value.isprintable()


def _is_valid_ability_field(name: str, value: object) -> bool:
    """Return True if a value is valid for a key of an ability: lines or a single line."""
    return _is_line_list(value) if name in ("do", "instead", "also") else _is_line(value)


def _create_card(entry: Mapping[str, Any], card_set: CardSet) -> Card:
    """Return a card from a validated table."""
    speed = str(entry.get("speed", ""))
    kind = str(entry["type"])
    return Card(
        name=entry["name"],
        set=card_set,
        gift=entry.get("gift", False),
        cost=COSTS.get(entry.get("cost", "")),
        speed=_member_or_none(Speed, speed.removesuffix(_INSTANTANEOUS)),
        instantaneous=speed.endswith(_INSTANTANEOUS),
        type_=CardType(kind.removeprefix("token ")),
        alignment=Alignment(str(entry["alignment"]).capitalize()),
        origin=Origin(str(entry["origin"]).capitalize()),
        offense=entry.get("offense"),
        defense=entry.get("defense"),
        keywords=tuple(entry.get("keywords", ())),
        text=(*map(_format_ability, entry.get("ability", ())), *entry.get("do", ())),
        token=kind.startswith("token "),
    )


def _member_or_none(values: type[S], value: str) -> S | None:
    return values(value) if value else None


def _format_ability(ability: Mapping[str, Any]) -> str:
    """Return an ability as one line: trigger or cost, colon, effect."""
    if "always" in ability:
        return str(ability["always"])
    if "power" in ability:
        return f"{ability['power']}, {ability['speed']}: {'; '.join(ability['do'])}"
    if "when" in ability:
        return f"when {ability['when']}: {'; '.join(ability['do'])}"
    word = "instead" if "instead" in ability else "also"
    return f"as {ability['as']}, {word}: {'; '.join(ability[word])}"
