"""The JSON form of a record, with the same fields as the text."""

from typing import Any

from rules.judge.record.errors import Problem, RecordError
from rules.judge.record.model import (
    FORMAT,
    Branch,
    Deck,
    DeckLine,
    Header,
    Notes,
    Play,
    Position,
    PositionField,
    Record,
)
from rules.judge.record.parser import parse
from rules.judge.record.writer import write


def to_json(record: Record) -> dict[str, object]:
    """Return the record as JSON data; empty notes are left out."""
    position = record.position
    return {
        "record": FORMAT,
        "headers": [{"key": header.key, "value": header.value, **_notes(header.notes)} for header in record.headers],
        "decks": [
            {
                "player": deck.player,
                "lines": None if deck.lines is None else [{"text": x.text, **_notes(x.notes)} for x in deck.lines],
                **_notes(deck.notes),
            }
            for deck in record.decks
        ],
        "position": position
        and {
            "fields": [{"key": x.key, "text": x.text, **_notes(x.notes)} for x in position.fields],
            **_notes(position.notes),
        },
        "plays": [{"actor": play.actor, "words": play.words, **_notes(play.notes)} for play in record.plays],
        "branches": [
            {
                "name": branch.name,
                "plays": [{"actor": x.actor, "words": x.words, **_notes(x.notes)} for x in branch.plays],
                **_notes(branch.notes),
            }
            for branch in record.branches
        ],
        "heading": _notes(record.heading),
        "tail": list(record.tail),
    }


def from_json(data: object) -> Record:
    """Return the record from JSON data.

    Raises:
        RecordError: the data has the wrong shape, or cannot be written as text.
    """
    record_data = _TypedObject(data, "record")
    if record_data.value("record") != FORMAT:
        raise _shape_error("record", f"the number {FORMAT}")
    record = Record(
        headers=tuple(Header(x.text("key"), x.text("value"), x.notes()) for x in record_data.objects("headers")),
        decks=tuple(_deck(x) for x in record_data.objects("decks")),
        position=_position(record_data.optional("position")),
        plays=_plays(record_data),
        branches=tuple(Branch(x.text("name"), _plays(x), x.notes()) for x in record_data.objects("branches")),
        heading=_TypedObject(record_data.value("heading", {}), "heading").notes(),
        tail=record_data.texts("tail"),
    )
    # The text is the canonical form, so a record must survive a round trip.
    read = parse(write(record))
    if read != record:
        raise _shape_error(
            "record", "what can be written as text: single lines, plain quotes, headers in canonical order"
        )
    return read


def _plays(data: "_TypedObject") -> tuple[Play, ...]:
    return tuple(Play(x.text("actor"), x.text("words"), x.notes()) for x in data.objects("plays"))


def _position(data: "_TypedObject | None") -> Position | None:
    if data is None:
        return None
    fields = (PositionField(x.text("key"), x.text("text"), x.notes()) for x in data.objects("fields"))
    return Position(tuple(fields), data.notes())


def _deck(data: "_TypedObject") -> Deck:
    lines = None
    if data.value("lines", None) is not None:
        lines = tuple(DeckLine(x.text("text"), x.notes()) for x in data.objects("lines"))
    return Deck(data.text("player"), lines, data.notes())


def _notes(notes: Notes) -> dict[str, object]:
    data: dict[str, object] = {}
    if notes.above:
        data["above"] = list(notes.above)
    if notes.comment:
        data["comment"] = notes.comment
    if notes.clock:
        data["clock"] = notes.clock
    return data


def _shape_error(name: str, wanted: str) -> RecordError:
    return RecordError(Problem(0, 0, f"JSON record: {name} must be {wanted}", expected=(wanted,)))


class _TypedObject:
    """A JSON object with type-checked access."""

    def __init__(self, data: object, name: str) -> None:
        if not isinstance(data, dict):
            raise _shape_error(name, "an object")
        self.data: dict[str, Any] = data
        self.name = name

    def value(self, key: str, default: object = "") -> object:
        return self.data.get(key, default)

    def text(self, key: str) -> str:
        """Return a string; empty if it is missing."""
        value = self.value(key)
        if not isinstance(value, str):
            raise _shape_error(f"{self.name}.{key}", "a text")
        return value

    def _list(self, key: str) -> list[object]:
        value = self.value(key, [])
        if not isinstance(value, list):
            raise _shape_error(f"{self.name}.{key}", "a list")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        values = self._list(key)
        if not all(isinstance(value, str) for value in values):
            raise _shape_error(f"{self.name}.{key}", "a list of texts")
        return tuple(str(value) for value in values)

    def objects(self, key: str) -> "list[_TypedObject]":
        return [_TypedObject(value, f"{self.name}.{key}[{index}]") for index, value in enumerate(self._list(key))]

    def optional(self, key: str) -> "_TypedObject | None":
        """Return an object; ``None`` if it is null or missing."""
        value = self.value(key, None)
        return None if value is None else _TypedObject(value, f"{self.name}.{key}")

    def notes(self) -> Notes:
        return Notes(self.texts("above"), self.text("comment"), self.text("clock"))
