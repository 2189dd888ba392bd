"""Reads a card file: what is known of the published cards, an event's own facts, an invented set.

A file is JSON, or the same as TOML; ``HEAD`` and ``FIELDS`` say what stands in it. A fact that is left out or ``null``
is not known; ``[]`` says that there is none. Corners: ``(2)`` Smooth, ``[2]`` Clunky, with a number, ``X`` or nothing
inside; ``""`` no symbol; ``?2 damage 2`` where the symbol is not known. Images: ``own 0``, ``foe -1``, ``own *``.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

from rules.champions.cards.contradictions import contradiction
from rules.champions.cards.model import (
    Alliance,
    Card,
    CardClass,
    CardType,
    Category,
    Corner,
    Duration,
    Highlight,
    Line,
    Objective,
    ObjectiveKind,
    Origin,
    Shape,
    When,
)
from rules.champions.cards.sources import SOURCES
from rules.decks.card_files import (
    LONGEST_NAME,
    NAMELESS,
    TRUE_OR_FALSE,
    CardFileError,
    Field,
    Mistake,
    Values,
    is_name,
    one_of,
    read_fields,
    read_toml,
    several,
    table_lines,
    too_many,
    whole_number,
)
from rules.decks.names import fold

FORMAT: Final = "champions-cards 1"
MOST_BYTES: Final = 2_000_000
LONGEST_TEXT: Final = 400
"""Characters of a line of text or of a note."""
MOST_ENTRIES: Final = 24
"""Entries of a list of one card: tags, lines, squares."""

_CORNER = re.compile(
    r"\((?P<smooth>\d{1,2}|X)?\)|\[(?P<clunky>\d{1,2}|X)?\]|\?(?P<unknown>\d{1,2}|X)?(?: (?P<does>.+))?|"
)
_IMAGE = re.compile(r"(?P<side>own|foe) (?P<offset>\*|[+-]?[0-3])")
_LINE = re.compile(
    r"(?P<when>turn when|when|would)(?: (?P<event>[^:]+?))(?:: *(?P<says>.+))?"
    r"|(?P<plain>now|does|enters|leaves|exhausts|last|start|end|act|while)"
    r"(?: (?P<corners>[1-4](?:,[1-4])*))?: *(?P<does>.+)"
)
_BETWEEN = re.compile(r";\s*(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)")
"""A semicolon outside quotation marks."""
_BETWEEN_VALUES = re.compile(r"[\s,:]*")
"""What stands between the values of a JSON text."""
_OBJECTIVES: Final = {
    "unit": ObjectiveKind.UNIT,
    "spell": ObjectiveKind.SPELL,
    "ability": ObjectiveKind.ABILITY,
    "damage": ObjectiveKind.DAMAGE,
    "gain": ObjectiveKind.GAIN,
    "remove": ObjectiveKind.REMOVE,
}


@dataclass(frozen=True, slots=True)
class NamedDeck:
    """A deck that a card file brings along.

    Attributes:
        name: its name.
        champions: names of its four Champions.
        blessings: names of its four Blessings.
        actions: names of its Action cards, each with its copies.
    """

    name: str
    champions: tuple[str, ...]
    blessings: tuple[str, ...]
    actions: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class CardFile:
    """A card file, read.

    Attributes:
        title: its title.
        origin: where its facts come from.
        complete: whether every card that may be played is in it.
        cards: its cards, in its order.
        decks: the decks that it brings along.
        hash: of its content, 16 hexadecimal digits.
        lines: where each card begins, from 1, by its name; those of which it is not known are left out.
    """

    title: str
    origin: Origin
    complete: bool
    cards: tuple[Card, ...]
    decks: tuple[NamedDeck, ...]
    hash: str
    lines: Mapping[str, int] = field(default_factory=dict)


def read_card_file(content: bytes) -> CardFile:
    """Return what a card file says.

    Args:
        content: JSON or TOML in UTF-8.

    Raises:
        CardFileError: it has another form, or says something of a card that cannot be; names every card with a mistake.
    """
    text = _text_of(content)
    table = _table(text)
    if table.get("format") != FORMAT:
        raise CardFileError(f'the file does not say that it is a card file: write "format": "{FORMAT}"')
    rows = table.get("cards")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise CardFileError('"cards" is no list of cards like {"name": "...", "type": "champion"}')
    if told := too_many(len(rows)):
        raise CardFileError(told)
    origin = _about_the_file(table)
    lines = _lines(text, len(rows))
    cards = _cards(rows, lines, origin)
    names = {card.name for card in cards}
    return CardFile(
        title=str(table.get("title") or "").strip(),
        origin=origin,
        complete=bool(table.get("complete")),
        cards=cards,
        decks=_decks(table.get("decks", []), names),
        lines={card.name: line for card, line in zip(cards, lines, strict=True) if line},
        hash=sha256(content).hexdigest()[:16],
    )


def _about_the_file(table: Mapping[str, Any]) -> Origin:
    """Return where the facts of a file come from, having looked at what stands above its cards.

    Raises:
        CardFileError: something of it cannot be.
    """
    if unknown := sorted(set(table) - set(HEAD)):
        raise CardFileError(f"{unknown[0]!r} is not known here; known: {', '.join(HEAD)}")
    wrong, told = read_fields({key: value for key, value in table.items() if key in _ABOVE}, _ABOVE)
    if wrong:
        raise CardFileError(*wrong)
    return Origin(told.get("source", Origin.ORGANISER))


def _text_of(content: bytes) -> str:
    if len(content) > MOST_BYTES:
        raise CardFileError(f"{len(content):,} bytes: a card file has at most {MOST_BYTES:,}")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CardFileError(f"byte {error.start + 1} is no UTF-8: save the file as UTF-8") from error


def _is_json(text: str) -> bool:
    return text.lstrip().startswith(("{", "["))


def _table(text: str) -> Mapping[str, Any]:
    if not _is_json(text):
        return read_toml(text)
    try:
        read = json.loads(text)
    except json.JSONDecodeError as error:
        raise CardFileError(Mistake(f"this is no JSON: {error.msg}", error.lineno)) from error
    except (ValueError, RecursionError) as error:
        raise CardFileError(f"this is no JSON: {error}") from error
    if not isinstance(read, dict):
        raise CardFileError(f'a card file begins with {{"format": "{FORMAT}", "cards": [...]}}')
    return read


def _lines(text: str, count: int) -> list[int]:
    """Return the lines on which the cards of a file that has been read begin."""
    if not _is_json(text):
        return table_lines(text, "cards", count)
    decode = json.JSONDecoder().raw_decode
    at, lines = _next(text, text.index("{") + 1), [0] * count
    while text[at] != "}":
        key, at = decode(text, at)
        at = _next(text, at)
        if key == "cards" and text[at] == "[":
            lines, at = _lines_of_list(text, at)
        else:
            at = decode(text, at)[1]
        at = _next(text, at)
    return lines


def _lines_of_list(text: str, at: int) -> tuple[list[int], int]:
    """Return the lines on which the entries of a JSON list begin, and the place behind it."""
    decode = json.JSONDecoder().raw_decode
    lines, line, counted = [], 1, 0
    at = _next(text, at + 1)
    while text[at] != "]":
        line, counted = line + text.count("\n", counted, at), at
        lines.append(line)
        at = _next(text, decode(text, at)[1])
    return lines, at + 1


def _next(text: str, at: int) -> int:
    """Return where the next value of JSON begins, or its list or object ends."""
    found = _BETWEEN_VALUES.match(text, at)
    return found.end() if found else at


def _cards(rows: list[dict[str, Any]], lines: list[int], origin: Origin) -> tuple[Card, ...]:
    """Return the cards of a file.

    Raises:
        CardFileError: with what is wrong of every card.
    """
    seen: dict[str, str] = {}
    cards: list[Card] = []
    mistakes: list[Mistake] = []
    for number, (line, row) in enumerate(zip(lines, rows, strict=True), start=1):
        name = row["name"] if is_name(row.get("name")) else ""
        if not name:
            mistakes.append(Mistake(f"card {number}: {NAMELESS}", line))
            continue
        if (same := seen.setdefault(fold(name), name)) is not name:
            mistakes.append(Mistake(f"the file has a card called {same} already", line, name))
        wrong, values = read_fields(row, FIELDS)
        if not wrong:
            cards.append(Card(**values, origin=origin))
            wrong += filter(None, [contradiction(cards[-1])])
        mistakes += (Mistake(each, line, name) for each in wrong)
    if mistakes:
        raise CardFileError(*mistakes)
    return tuple(cards)


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT or not value.isprintable():
        raise CardFileError(f"{str(value)[:40]!r}: expected {_A_TEXT}")
    return value.strip()


def _texts(what: str) -> Values:
    """Return how a list of texts is read."""
    return several(_text, MOST_ENTRIES, f"a list, [] for none, of at most {MOST_ENTRIES} {what}")


def _corner(value: object) -> Corner | None:
    if value is None:
        return None
    match = _CORNER.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        raise CardFileError(f'{value!r} is no corner: write "(2)", "[2]", "(X)", "()" or ""')
    for group, shape in (("smooth", Shape.SMOOTH), ("clunky", Shape.CLUNKY), ("unknown", Shape.UNKNOWN)):
        if match[group] is not None or match[0].startswith({"smooth": "(", "clunky": "[", "unknown": "?"}[group]):
            inside = match[group] or ""
            value_in = int(inside) if inside.isdecimal() else None
            return Corner(shape, value_in, idle=inside == "X", action=match["does"] or "")
    return Corner(Shape.NONE)


def _corners(value: object) -> tuple[Corner | None, ...]:
    corners: tuple[Corner | None, ...] = _FOUR_CORNERS.read(value)
    if len(corners) not in (0, 4):
        raise CardFileError(f"lists {len(corners)}: a card has four corners, or none at all ([])")
    return () if all(corner == Corner(Shape.NONE) for corner in corners) else corners


def _objective(value: object) -> Objective | None:
    if value is None:
        return None
    word, _, tag = _text(value).partition(":")
    kind = _OBJECTIVES.get(word.strip().casefold())
    if kind is None or (tag and kind is not ObjectiveKind.UNIT):
        raise CardFileError(f"{value!r} is no objective: write {', '.join(_OBJECTIVES)}, or unit:TAG")
    return Objective(kind, tag.strip())


def _quest(value: object) -> tuple[Objective | None, ...]:
    quest: tuple[Objective | None, ...] = _FOUR_OBJECTIVES.read(value)
    if len(quest) != 4:
        raise CardFileError(f"lists {len(quest)}: a Quest has four objectives; write null for one that is not known")
    return quest


def _highlight(value: object) -> Highlight:
    match = _IMAGE.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        raise CardFileError(f'{value!r} is no square of a Subject Image: write "own 0", "foe -1", "own *"')
    return Highlight(match["side"] == "own", None if match["offset"] == "*" else int(match["offset"]))


def read_line(value: object) -> Line:
    """Return a line of a card's text.

    >>> read_line("now 2,3: damage v foe; draw 1")
    Line(when=<When.NOW: 'now'>, corners=(2, 3), event='', instructions=('damage v foe', 'draw 1'))

    Raises:
        CardFileError: it does not say when it is carried out.
    """
    text = _text(value)
    match = _LINE.fullmatch(text)
    if match is None or (match["when"] and match["when"] != When.TURN and not match["says"]):
        raise CardFileError(f"{text!r} does not say when it is carried out: begin with {', '.join(When)} and a colon")
    says = match["does"] or match["says"] or ""
    corners = tuple(int(corner) for corner in (match["corners"] or "").split(",") if corner)
    instructions = tuple(filter(None, (part.strip() for part in _BETWEEN.split(says))))
    return Line(When(match["when"] or match["plain"]), corners, match["event"] or "", instructions)


def _decks(rows: object, names: set[str]) -> tuple[NamedDeck, ...]:
    if not isinstance(rows, list) or len(rows) > MOST_ENTRIES:
        raise CardFileError(f"decks: expected a list of at most {MOST_ENTRIES}")
    return tuple(_deck(row, names) for row in rows)


def _deck(row: object, names: set[str]) -> NamedDeck:
    """Return a deck that the file brings along: every Action card in as many copies as it says."""
    if not isinstance(row, dict):
        raise CardFileError('a deck is an object like {"name": "...", "champions": [...], "blessings": [...]}')
    name, copies = _text(row.get("name", "")), whole_number(1, 3).read(row.get("copies", 1))
    parts = ("champions", "blessings", "actions")
    champions, blessings, actions = (_texts("names").read(row.get(part, [])) for part in parts)
    for card in (*champions, *blessings, *actions):
        if card not in names:
            raise CardFileError(f"deck {name}: no card of the file is called {card!r}")
    return NamedDeck(name, champions, blessings, tuple((card, copies) for card in actions))


_A_TEXT: Final = f"a text of at most {LONGEST_TEXT} characters in one line"
_FOUR_CORNERS: Final = several(
    _corner, MOST_ENTRIES, 'a list of four, [] for none, like ["(2)", "[2]", "(X)", ""]: Smooth, Clunky, X, no symbol'
)
_FOUR_OBJECTIVES: Final = several(
    _objective, MOST_ENTRIES, f"a list of four of {', '.join(_OBJECTIVES)}, and unit:TAG for Units with a Tag"
)
_TEXT: Final = Values(_A_TEXT, _text)
_ABOVE: Final = {"source": Field("", one_of(Origin)), "complete": Field("", TRUE_OR_FALSE), "title": Field("", _TEXT)}
HEAD: Final = {
    "format": f'"{FORMAT}"',
    "title": "what the file calls itself",
    "source": "organiser (the usual), or invented: the event is then played with the cards of the file alone",
    "complete": "true: every card that may be played is in the file, any other name is a mistake",
    "cards": "its cards, a list",
    "decks": "decks that it brings along: name, champions, blessings, actions, copies of each action",
}
"""What stands above the cards of a file."""
FIELDS: Final[Mapping[str, Field]] = {
    "name": Field("what it is called; capitals make no difference", Values(f"1 to {LONGEST_NAME} characters", _text)),
    "type": Field("the type of card", one_of(CardType), "kind"),
    "category": Field("of an Action card", one_of(Category)),
    "alliance": Field("its Alliance", one_of(Alliance)),
    "class": Field("of a Champion, or of those who play an Ability", one_of(CardClass), "card_class"),
    "cost": Field("of a Champion", whole_number(0, 20)),
    "health": Field("a Champion's Health Modifier", whole_number(-35, 35)),
    "unique": Field("whether a Champion is Unique", TRUE_OR_FALSE),
    "quest": Field("a Champion's objectives", Values(_FOUR_OBJECTIVES.said, _quest)),
    "duration": Field("of a Blessing", one_of(Duration)),
    "corners": Field("the symbols of its corners", Values(_FOUR_CORNERS.said, _corners)),
    "tags": Field("its Tags", _texts("Tags")),
    "image": Field("its Subject Image", several(_highlight, MOST_ENTRIES, 'squares like ["own 0", "foe -1", "own *"]')),
    "text": Field("what it does", several(read_line, MOST_ENTRIES, f"a list of lines: each begins {', '.join(When)}")),
    "behaviour": Field("what it does, in free words", _TEXT),
    "set": Field("the set it is from", _TEXT),
    "single": Field("facts that a single source tells", _texts("fields")),
    "sources": Field(
        "where it is known from",
        several(
            lambda each: SOURCES.get(each, each) if isinstance(each, str) else _text(each),
            MOST_ENTRIES,
            "a list, [] for none",
        ),
    ),
    "notes": Field("remarks", _texts("remarks")),
    "doubtful": Field("what is not sure of it", _texts("remarks")),
}
"""What may be told of a card, and how it is read."""
