"""Events in XML: Tournament Operations Manager and Wizards Event Reporter.

The file names end in ``.tdf`` and ``.wer``. Neither program documents its files. The structure is taken from public
programs that parse them: in TOM the outcome of a match is 1 (first won), 2 (second won), 3 (tie), 5 (bye), 10 (double
loss), and a match of a single player with another outcome is a loss without an opponent; in WER a match has the games
won, lost and drawn by ``person``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat

from django.utils.translation import gettext as _

from epic_events.bulk_import.foreign.model import (
    ForeignEvent,
    ForeignMatch,
    ForeignPlayer,
    Kind,
    Stage,
    full_name,
    number_playoff_rounds,
    parse_day,
    surname_last,
)
from epic_events.bulk_import.tables import TableError, first_character
from epic_events.infra.names import normalised

_SWISS_TYPES: Final = frozenset({"", "3", "swiss"})
_TOM_OUTCOMES: Final[dict[str, tuple[tuple[int, int, int], Kind]]] = {
    "1": ((1, 0, 0), "played"),
    "2": ((0, 1, 0), "played"),
    "3": ((0, 0, 1), "played"),
    "10": ((0, 0, 0), "double_loss"),
}
_HTML: Final = re.compile(r"<(?:!doctype html|html|head|body|ul|ol|li|table|tr|p|div|span|a|b|h[1-6])\b", re.IGNORECASE)
_MAX_DEPTH: Final = 50
_WER_BYE: Final = "3"


@dataclass
class _Element:
    """An element of XML with its attributes, text and children."""

    tag: str
    attributes: dict[str, str]
    line: int
    text: str = ""
    children: "list[_Element]" = field(default_factory=list)

    def find_all(self, *tags: str) -> "Iterator[_Element]":
        """Yield the descendants with one of the tags, in order."""
        for child in self.children:
            if child.tag in tags:
                yield child
            yield from child.find_all(*tags)

    def child_text(self, *tags: str) -> str:
        """Return the text of the first child with one of the tags; empty without one."""
        return next((child.text.strip() for child in self.children if child.tag in tags), "")


def is_xml(text: str) -> bool:
    """Return True if a text looks like XML."""
    start = text.lstrip("\ufeff \r\n\t")
    return first_character(text) == "<" and (start[1:2].isalpha() or start[1:2] in "?!") and "</" in text


def read_xml_event(text: str) -> ForeignEvent | None:
    """Return the event in XML; None for a text that is HTML.

    Raises:
        TableError: the XML is damaged or of an unknown program.
    """
    if _HTML.match(text.lstrip("\ufeff \r\n\t")):
        return None
    root = _parse(text)
    if any(True for _each in root.find_all("person")) and any(True for _each in root.find_all("participation")):
        return _read_wer(root)
    event = _read_tom(root)
    if event.players:
        return event
    raise TableError(
        _("This is XML of an unknown program. Files of TOM (.tdf) and Wizards Event Reporter (.wer) can be read.")
    )


def _parse(text: str) -> _Element:
    """Return the root element.

    Entities are refused, since they can make a small file huge.

    Raises:
        TableError: the XML is damaged.
    """
    root = _Element("", {}, 0)
    stack = [root]
    parser = expat.ParserCreate()

    def start(tag: str, attributes: dict[str, str]) -> None:
        element = _Element(
            tag.lower(), {key.lower(): value for key, value in attributes.items()}, parser.CurrentLineNumber
        )
        if len(stack) > _MAX_DEPTH:
            raise TableError(_("This XML file is nested too deeply."))
        stack[-1].children.append(element)
        stack.append(element)

    def add_text(part: str) -> None:
        stack[-1].text += part

    def refuse(*_declaration: object) -> None:
        raise TableError(_("This XML file defines entities. Export it again without them."))

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _tag: stack.pop()
    parser.CharacterDataHandler = add_text
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(text.lstrip("\ufeff \r\n\t"), True)
    except expat.ExpatError as error:
        message = _("This XML file is damaged at line %(line)d. Export it again.")
        raise TableError(message % {"line": error.lineno}) from error
    return root.children[0]


def _read_tom(root: _Element) -> ForeignEvent:
    players: dict[str, ForeignPlayer] = {}
    for each in root.find_all("player", "team", "participant", "entrant", "competitor"):
        name = full_name(each.child_text("firstname", "first"), each.child_text("lastname", "last"))
        name = name or surname_last(each.child_text("name") or each.attributes.get("name", ""))
        if name:
            key = each.attributes.get("userid") or each.attributes.get("id") or f"entry {len(players)}"
            dropped = next(each.find_all("dropped"), None)
            left = dropped.child_text("round") if dropped else ""
            players.setdefault(key, ForeignPlayer(key, name, int(left) if left.isdigit() else None, each.line))
    matches = [match for round_ in root.find_all("round") for match in _tom_round(round_, players)]
    data = next(root.find_all("data"), root)
    return ForeignEvent(
        "TOM",
        tuple(players.values()),
        tuple(number_playoff_rounds(matches)),
        normalised(data.child_text("name")),
        parse_day(data.child_text("startdate")),
    )


def _tom_round(round_: _Element, players: dict[str, ForeignPlayer]) -> Iterator[ForeignMatch]:
    number = round_.attributes.get("number", "")
    stage: Stage = "swiss" if round_.attributes.get("type", "").lower() in _SWISS_TYPES else "playoff"
    for each in round_.find_all("match"):
        first, second, alone = (
            next((child.attributes.get("userid", "") for child in each.children if child.tag == tag), "")
            for tag in ("player1", "player2", "player")
        )
        for key in filter(None, (first, second, alone)):
            if key not in players:
                message = _("line %(line)d: the player %(player)s of this match is not in the list of players.")
                raise TableError(message % {"line": each.line, "player": key})
        outcome = each.attributes.get("outcome", "")
        place = int(number) if number.isdigit() else 1
        if alone or not second:
            kind: Kind = "bye" if outcome in {"5", "1"} else "no_show"
            yield ForeignMatch(stage, place, alone or first, kind=kind)
        else:
            games, kind = _TOM_OUTCOMES.get(outcome, ((0, 0, 0), "open"))
            yield ForeignMatch(stage, place, first, second, games, kind)


def _read_wer(root: _Element) -> ForeignEvent:
    event = next(root.find_all("event"), root)
    players = {
        key: ForeignPlayer(
            key, full_name(*(each.attributes.get(part, "") for part in ("first", "middle", "last"))), None, each.line
        )
        for each in root.find_all("person")
        if (key := each.attributes.get("id", f"line {each.line}"))
    }
    matches = []
    for number, round_ in enumerate(root.find_all("round"), 1):
        written = round_.attributes.get("number", "")
        place = int(written) if written.isdigit() else number
        stage: Stage = "playoff" if "elim" in round_.attributes.get("type", "").lower() else "swiss"
        matches += [_wer_match(each, stage, place, players) for each in round_.find_all("match")]
    attributes = {**root.attributes, **event.attributes}
    return ForeignEvent(
        "WER",
        tuple(each for each in players.values() if each.name),
        tuple(number_playoff_rounds(matches)),
        normalised(attributes.get("title", "")),
        parse_day(attributes.get("startdate", "")),
    )


def _wer_match(each: _Element, stage: Stage, number: int, players: dict[str, ForeignPlayer]) -> ForeignMatch:
    first, second = each.attributes.get("person", ""), each.attributes.get("opponent", "")
    for key in filter(None, (first, second)):
        if key not in players:
            message = _("line %(line)d: the player %(player)s of this match is not in the list of players.")
            raise TableError(message % {"line": each.line, "player": key})
    outcome = each.attributes.get("outcome", "")
    if not second:
        return ForeignMatch(stage, number, first, kind="bye" if outcome in {_WER_BYE, "1", ""} else "no_show")
    won, lost, drawn = (_number(each.attributes.get(key, "")) for key in ("win", "loss", "draw"))
    if not outcome and not won + lost + drawn:
        return ForeignMatch(stage, number, first, second, kind="open")
    return ForeignMatch(stage, number, first, second, (won, lost, drawn))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else 0
