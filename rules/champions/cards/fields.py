"""The fields of a card in a card file, with their parsers."""

import re
from collections.abc import Mapping
from typing import Final

from rules.champions.cards.model import (
    Alliance,
    CardClass,
    CardType,
    Category,
    Corner,
    Duration,
    Highlight,
    Line,
    Objective,
    ObjectiveKind,
    Shape,
    When,
)
from rules.champions.cards.sources import SOURCES
from rules.decks.card_files import (
    MAX_NAME_LENGTH,
    TRUE_OR_FALSE,
    CardFileError,
    Field,
    Values,
    list_of,
    one_of,
    whole_number,
)

MAX_TEXT_LENGTH: Final = 400
"""Maximum number of characters of a line or note."""
MAX_ENTRIES: Final = 24
"""Maximum number of items of a list: tags, lines, squares."""

_CORNER = re.compile(
    r"\((?P<smooth>\d{1,2}|X)?\)|\[(?P<clunky>\d{1,2}|X)?\]|\?(?P<unknown>\d{1,2}|X)?(?: (?P<does>.+))?|"
)
_IMAGE = re.compile(r"(?P<side>own|foe) (?P<offset>\*|[+-]?[0-3])")
_LINE = re.compile(
    r"(?P<when>turn when|when|would)(?: (?P<event>(?:[^:]|(?<=unit):|(?<=spell):|(?<=card):)+?))"
    r"(?:(?<!unit)(?<!spell)(?<!card): *(?P<says>.+))?"
    r"|(?P<plain>now|does|enters|leaves|exhausts|last|start|end|act|while)"
    r"(?: (?P<corners>[1-4](?:,[1-4])*))?: *(?P<does>.+)"
)
"""A colon behind a kind of card belongs to its Tag: ``when own unit:Watch deployed: draw 1``."""
_BETWEEN = re.compile(r";\s*(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)")
"""A semicolon outside quotation marks."""
NOT_KNOWN: Final = "unknown"
"""Replacement for ``null``, which TOML lacks, for unknown corners and objectives."""
OBJECTIVES: Final = {
    "unit": ObjectiveKind.UNIT,
    "spell": ObjectiveKind.SPELL,
    "ability": ObjectiveKind.ABILITY,
    "damage": ObjectiveKind.DAMAGE,
    "gain": ObjectiveKind.GAIN,
    "remove": ObjectiveKind.REMOVE,
}


def read_text(value: object) -> str:
    """Return a single-line string without surrounding spaces.

    Raises:
        CardFileError: not a string, or too long.
    """
    if not isinstance(value, str) or len(value) > MAX_TEXT_LENGTH or not value.isprintable():
        raise CardFileError(f"{str(value)[:40]!r}: expected {_A_TEXT}")
    return value.strip()


def texts(label: str) -> Values:
    """Return a parser for a list of single-line strings."""
    return list_of(read_text, MAX_ENTRIES, f"a list, [] for none, of at most {MAX_ENTRIES} {label}")


def _parse_corner(value: object) -> Corner | None:
    if value in (None, NOT_KNOWN):
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


def _parse_corners(value: object) -> tuple[Corner | None, ...]:
    corners: tuple[Corner | None, ...] = _FOUR_CORNERS.read(value)
    if len(corners) not in (0, 4):
        raise CardFileError(f"lists {len(corners)}: a card has four corners, or none at all ([])")
    return () if all(corner == Corner(Shape.NONE) for corner in corners) else corners


def _parse_objective(value: object) -> Objective | None:
    if value in (None, NOT_KNOWN):
        return None
    word, _, tag = read_text(value).partition(":")
    kind = OBJECTIVES.get(word.strip().casefold())
    if kind is None or (tag and kind is not ObjectiveKind.UNIT):
        raise CardFileError(f"{value!r} is no objective: write {', '.join(OBJECTIVES)}, or unit:TAG")
    return Objective(kind, tag.strip())


def _parse_quest(value: object) -> tuple[Objective | None, ...]:
    quest: tuple[Objective | None, ...] = _FOUR_OBJECTIVES.read(value)
    if len(quest) != 4:
        raise CardFileError(
            f"lists {len(quest)}: a Quest has four objectives; write 'unknown' for one that is not known"
        )
    return quest


def _parse_highlight(value: object) -> Highlight:
    match = _IMAGE.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        raise CardFileError(f'{value!r} is no square of a Subject Image: write "own 0", "foe -1", "own *"')
    return Highlight(match["side"] == "own", None if match["offset"] == "*" else int(match["offset"]))


def read_line(value: object) -> Line:
    """Parse a line of a card's text.

    >>> read_line("now 2,3: damage v foe; draw 1")
    Line(when=<When.NOW: 'now'>, corners=(2, 3), event='', instructions=('damage v foe', 'draw 1'))

    Raises:
        CardFileError: the line has no timing.
    """
    text = read_text(value)
    match = _LINE.fullmatch(text)
    if match is None or (match["when"] and match["when"] != When.TURN and not match["says"]):
        raise CardFileError(f"{text!r} does not say when it is carried out: begin with {', '.join(When)} and a colon")
    says = match["does"] or match["says"] or ""
    corners = tuple(int(corner) for corner in (match["corners"] or "").split(",") if corner)
    instructions = tuple(filter(None, (part.strip() for part in _BETWEEN.split(says))))
    return Line(When(match["when"] or match["plain"]), corners, match["event"] or "", instructions)


_A_NAME: Final = f"1 to {MAX_NAME_LENGTH} characters"
_A_TEXT: Final = f"a text of at most {MAX_TEXT_LENGTH} characters in one line"
_FOUR_CORNERS: Final = list_of(
    _parse_corner,
    MAX_ENTRIES,
    'a list of four, [] for none, like ["(2)", "[2]", "(X)", ""]: Smooth, Clunky, X, no symbol',
)
_FOUR_OBJECTIVES: Final = list_of(
    _parse_objective, MAX_ENTRIES, f"a list of four of {', '.join(OBJECTIVES)}, and unit:TAG for Units with a Tag"
)
TEXT: Final = Values(_A_TEXT, read_text)
FIELDS: Final[Mapping[str, Field]] = {
    "name": Field("what it is called; capitals make no difference", Values(_A_NAME, read_text)),
    "type": Field("the type of card", one_of(CardType), "kind"),
    "category": Field("of an Action card", one_of(Category)),
    "alliance": Field("its Alliance", one_of(Alliance)),
    "class": Field("of a Champion, or of those who play an Ability", one_of(CardClass), "card_class"),
    "cost": Field("of a Champion", whole_number(0, 20)),
    "health": Field("a Champion's Health Modifier", whole_number(-35, 35)),
    "unique": Field("whether a Champion is Unique", TRUE_OR_FALSE),
    "quest": Field("a Champion's objectives", Values(_FOUR_OBJECTIVES.expected, _parse_quest)),
    "duration": Field("of a Blessing", one_of(Duration)),
    "corners": Field("the symbols of its corners", Values(_FOUR_CORNERS.expected, _parse_corners)),
    "tags": Field("its Tags", texts("Tags")),
    "image": Field(
        "its Subject Image", list_of(_parse_highlight, MAX_ENTRIES, 'squares like ["own 0", "foe -1", "own *"]')
    ),
    "text": Field(
        "what it does",
        list_of(read_line, MAX_ENTRIES, 'a list of lines like ["now: damage v foe", "end: draw 1"]'),
    ),
    "behaviour": Field("what it does, in free words", TEXT),
    "set": Field("the set it is from", TEXT),
    "single": Field("facts that a single source tells", texts("fields")),
    "sources": Field(
        "where it is known from",
        list_of(
            lambda each: SOURCES.get(each, each) if isinstance(each, str) else read_text(each),
            MAX_ENTRIES,
            "a list, [] for none",
        ),
    ),
    "notes": Field("remarks", texts("remarks")),
    "doubtful": Field("what is not sure of it", texts("remarks")),
}
"""The fields of a card, with their parsers."""
