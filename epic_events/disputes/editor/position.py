"""The position of a record as editable fields; all other lines stay unchanged."""

from dataclasses import replace

from rules.games import PlayableGame
from rules.judge.record.model import NO_NOTES, Position, PositionField, Record
from rules.notation.position.entries import Entry, entries, written
from rules.notation.position.fields import EVERYONE
from rules.notation.position.form import Remarks, Zone

Part = int
"""Index of a part of a zone, from 0; always 0 for a zone without parts."""


class PositionSheet:
    """An editable position.

    Args:
        game: the game, which defines the fields.
        record: the record; a position is added with the first change.
    """

    def __init__(self, game: PlayableGame, record: Record) -> None:
        self.game = game
        self.record = record
        self.lines: list[PositionField] = list(record.position.fields) if record.position else []

    def changed(self) -> Record:
        """Return the record with the changed position."""
        if not self.lines:
            return self.record
        position = self.record.position or Position(())
        return replace(self.record, position=replace(position, fields=tuple(self.lines)))

    def at(self, seat: int, name: str) -> list[int]:
        """Return the indices of the lines of a field.

        Args:
            seat: the seat of the player; ``EVERYONE`` for a field of the game.
            name: the name of the field.
        """
        fields = self.by_field()
        return next(
            (fields[field] for field in fields if (field[0], field[1].casefold()) == (seat, name.casefold())), []
        )

    def by_field(self) -> dict[tuple[int, str], list[int]]:
        """Return the indices of the lines by field."""
        keyed: dict[str, list[str]] = {}
        for line in self.lines:
            keyed.setdefault(line.key, []).append(line.text)
        fields = self.game.positions.fields(keyed, self.record.players).lines
        return {field: [self._line(key, index) for _, (key, index) in spots] for field, spots in fields.items()}

    def _line(self, key: str, index: int) -> int:
        return [at for at, line in enumerate(self.lines) if line.key == key][index]

    def texts(self, seat: int, name: str) -> list[str]:
        """Return the values of all lines of a field."""
        return [self.lines[at].text for at in self.at(seat, name)]

    def text(self, seat: int, name: str) -> str:
        """Return the value of a field with a single line, or ""."""
        return next(iter(self.texts(seat, name)), "")

    def put(self, seat: int, name: str, texts: list[str]) -> None:
        """Set the lines of a field; an empty list removes it."""
        places = self.at(seat, name)
        if texts == [self.lines[at].text for at in places]:
            return
        notes = [*(self.lines[at].notes for at in places), *([NO_NOTES] * len(texts))]
        key = self.lines[places[0]].key if places else _called(self.record, seat, name)
        start = places[0] if places else self._after(seat)
        others = [line for at, line in enumerate(self.lines) if at not in places]
        new = [PositionField(key, text, note) for text, note in zip(texts, notes, strict=False)]
        self.lines = [*others[:start], *new, *others[start:]]

    def _after(self, seat: int) -> int:
        """Return the index for a new line: after the player's other lines.

        For the game, before all players.
        """
        fields = self.by_field().items()
        if seat == EVERYONE:
            return min(
                (at for (zone_seat, _), places in fields if zone_seat != seat for at in places), default=len(self.lines)
            )
        own = [at for (zone_seat, _), places in fields if zone_seat == seat for at in places]
        return max(own) + 1 if own else len(self.lines)

    def number(self, seat: int, name: str, usual: int) -> int | None:
        """Return the number in a field.

        ``usual`` if the field is missing, ``None`` if it is not a number.
        """
        text = self.text(seat, name).strip()
        if not text:
            return usual
        return int(text) if text.lstrip("-").isdecimal() and len(text) < 6 else None

    def cards(self, seat: int, zone: Zone) -> list[list[Entry]]:
        """Return the cards of a zone by part; a zone without parts has one."""
        if not zone.parts:
            listed = (entries(self.game.cards, text) for text in self.texts(seat, zone.name))
            return [[entry for line in listed for entry in line]]
        parts = [part.strip() for part in self.text(seat, zone.name).split(zone.between.strip())]
        parts += [""] * (len(zone.parts) - len(parts))
        return [
            [] if part.casefold() in ("", zone.empty) else entries(self.game.cards, part)[:1]
            for part in parts[: len(zone.parts)]
        ]

    def lay(self, seat: int, zone: Zone, cards: list[list[Entry]]) -> None:
        """Set the cards of a zone by part."""
        if zone.parts:
            texts = [written(part[:1]) or zone.empty for part in cards]
            self.put(seat, zone.name, [zone.between.join(texts)] if any(cards) else [])
        elif zone.repeated:
            self.put(seat, zone.name, [str(entry) for entry in cards[0]])
        else:
            self.put(seat, zone.name, [written(cards[0])] if cards[0] else [])


def remarks_of(zone: Zone, part: Part) -> Remarks:
    """Return the remarks that cards in a part of a zone can have."""
    return list(zone.parts.values())[part] if zone.parts else zone.remarks


def card_reference(cards: list[Entry], index: int) -> str:
    """Return how a play refers to a card in a zone.

    By name, or by name and number if there are several.
    """
    entry = cards[index]
    if entry.count > 1:
        return f"{entry.count} {entry.name}"
    before = sum(other.count for other in cards[:index] if other.name == entry.name)
    same = sum(other.count for other in cards if other.name == entry.name)
    return f"{entry.name}#{before + 1}" if same > 1 else entry.name


def _called(record: Record, seat: int, name: str) -> str:
    return name if seat == EVERYONE else f"{record.players[seat]} {name}"
