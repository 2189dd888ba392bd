"""The position of a record, field by field, as it is changed by taps: every other line of the record stays as it is."""

from dataclasses import replace

from rules.games import PlayableGame
from rules.judge.record.model import NO_NOTES, Position, PositionField, Record
from rules.notation.position.entries import Entry, entries, written
from rules.notation.position.fields import EVERYONE
from rules.notation.position.form import Remarks, Zone

Part = int
"""Which place of a zone with several, from 0; of a zone without places always 0."""


class PositionSheet:
    """A position that is being changed.

    Args:
        game: whose positions say what they consist of.
        record: the record; one without a position gets one with the first change.
    """

    def __init__(self, game: PlayableGame, record: Record) -> None:
        self.game = game
        self.record = record
        self.lines: list[PositionField] = list(record.position.fields) if record.position else []

    def changed(self) -> Record:
        """Return the record with the position as it is now."""
        if not self.lines:
            return self.record
        position = self.record.position or Position(())
        return replace(self.record, position=replace(position, fields=tuple(self.lines)))

    def at(self, seat: int, name: str) -> list[int]:
        """Return which lines tell a field, from 0.

        Args:
            seat: of the player; ``EVERYONE`` for a field of the game.
            name: as the game calls it.
        """
        told = self.by_field()
        return next((told[field] for field in told if (field[0], field[1].casefold()) == (seat, name.casefold())), [])

    def by_field(self) -> dict[tuple[int, str], list[int]]:
        """Return which lines tell each field that is told of."""
        keyed: dict[str, list[str]] = {}
        for line in self.lines:
            keyed.setdefault(line.key, []).append(line.text)
        told = self.game.positions.fields(keyed, self.record.players).lines
        return {field: [self._line(key, index) for _, (key, index) in spots] for field, spots in told.items()}

    def _line(self, key: str, index: int) -> int:
        return [at for at, line in enumerate(self.lines) if line.key == key][index]

    def texts(self, seat: int, name: str) -> list[str]:
        """Return what the lines of a field say."""
        return [self.lines[at].text for at in self.at(seat, name)]

    def text(self, seat: int, name: str) -> str:
        """Return what a field says that stands once, empty where it does not stand."""
        return next(iter(self.texts(seat, name)), "")

    def put(self, seat: int, name: str, texts: list[str]) -> None:
        """Let a field say something else: one line each, none takes it away."""
        places = self.at(seat, name)
        if texts == [self.lines[at].text for at in places]:
            return
        notes = [*(self.lines[at].notes for at in places), *([NO_NOTES] * len(texts))]
        key = self.lines[places[0]].key if places else _called(self.record, seat, name)
        start = places[0] if places else self._after(seat)
        kept = [line for at, line in enumerate(self.lines) if at not in places]
        new = [PositionField(key, text, told) for text, told in zip(texts, notes, strict=False)]
        self.lines = [*kept[:start], *new, *kept[start:]]

    def _after(self, seat: int) -> int:
        """Return where a new line of a player goes: behind the others of theirs; of the game, before all players."""
        told = self.by_field().items()
        if seat == EVERYONE:
            return min((at for (where, _), places in told if where != seat for at in places), default=len(self.lines))
        own = [at for (where, _), places in told if where == seat for at in places]
        return max(own) + 1 if own else len(self.lines)

    def number(self, seat: int, name: str, usual: int) -> int | None:
        """Return the number that a field holds: the usual one where it says nothing, None where it says no number."""
        text = self.text(seat, name).strip()
        if not text:
            return usual
        return int(text) if text.lstrip("-").isdecimal() and len(text) < 6 else None

    def cards(self, seat: int, zone: Zone) -> list[list[Entry]]:
        """Return the cards in a zone, place by place; a zone without places is one."""
        if not zone.parts:
            listed = (entries(self.game.cards, text) for text in self.texts(seat, zone.name))
            return [[entry for line in listed for entry in line]]
        told = [part.strip() for part in self.text(seat, zone.name).split(zone.between.strip())]
        told += [""] * (len(zone.parts) - len(told))
        return [
            [] if part.casefold() in ("", zone.empty) else entries(self.game.cards, part)[:1]
            for part in told[: len(zone.parts)]
        ]

    def lay(self, seat: int, zone: Zone, cards: list[list[Entry]]) -> None:
        """Let these cards lie in a zone, place by place."""
        if zone.parts:
            told = [written(part[:1]) or zone.empty for part in cards]
            self.put(seat, zone.name, [zone.between.join(told)] if any(cards) else [])
        elif zone.repeated:
            self.put(seat, zone.name, [str(entry) for entry in cards[0]])
        else:
            self.put(seat, zone.name, [written(cards[0])] if cards[0] else [])


def remarks_of(zone: Zone, part: Part) -> Remarks:
    """Return what can be said of a card in a place of a zone."""
    return list(zone.parts.values())[part] if zone.parts else zone.remarks


def named(cards: list[Entry], index: int) -> str:
    """Return how a play names a card in a zone: by its name, by its number among those of one name, or as several."""
    entry = cards[index]
    if entry.count > 1:
        return f"{entry.count} {entry.name}"
    before = sum(other.count for other in cards[:index] if other.name == entry.name)
    same = sum(other.count for other in cards if other.name == entry.name)
    return f"{entry.name}#{before + 1}" if same > 1 else entry.name


def _called(record: Record, seat: int, name: str) -> str:
    return name if seat == EVERYONE else f"{record.players[seat]} {name}"
