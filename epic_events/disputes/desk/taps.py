"""What a tap does to a record: the position changed, a play added or taken back.

A tap is the value of a button: words with a bar between them, the first says what is done. What stands in the fields
of the page comes with every tap and is taken in first, so that nothing typed is lost.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from epic_events.disputes.desk.position import PositionSheet, named, remarks_of
from epic_events.disputes.records.card_files import game_named
from epic_events.events.models import Event
from rules.games import PlayableGame, game_of
from rules.judge.record import Play, Record, RecordError, parse, write
from rules.notation.position.entries import Entry
from rules.notation.position.fields import EVERYBODY
from rules.notation.position.form import Zone

BAR: Final = "|"
SAID: Final = "said"
"""The field in which a play is typed."""
CARD: Final = "card:"
"""What the name of a field for a card begins with; its seat, zone and part follow."""
MOST_WORDS: Final = 8
"""Words that a tap has behind the first; what is missing is empty."""
MOST_NAME: Final = 200
"""Characters of a card's name that are looked at."""


@dataclass
class Tapped:
    """What taps have made of a record.

    Attributes:
        record: as it is now.
        unknown: what was typed as a card and is none, by the name of its field, with the nearest names.
        said: a line typed in plain words that was not taken, empty otherwise.
        wrong: why not; empty where it waits.
        open: the tile that was tapped, as ``seat|zone|part|index``.
        waiting: what was typed as a card and waits while the record itself is typed, by the name of its field.
    """

    record: Record
    unknown: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    said: str = ""
    wrong: str = ""
    open: str = ""
    waiting: dict[str, str] = field(default_factory=dict)


def beside(sent: Mapping[str, str]) -> dict[str, str]:
    """Return what stands in the fields for cards and plays, by the names of the fields."""
    return {name: text for name, text in sent.items() if (name == SAID or name.startswith(CARD)) and text.strip()}


def typed(record: Record, sent: Mapping[str, str]) -> Tapped:
    """Return a record that is typed itself: its text comes back to nobody's hands, so what stands beside it waits.

    Args:
        record: that can be read.
        sent: the fields of the page by name.
    """
    waiting = beside(sent)
    return Tapped(record, said=waiting.pop(SAID, ""), waiting=waiting)


def tapped(record: Record, sent: Mapping[str, str], tap: str, event: Event | None = None) -> Tapped:
    """Return what a tap, and what was typed beside it, makes of a record.

    Args:
        record: that can be read, of a game that is played.
        sent: the fields of the page by name.
        tap: the value of the button; empty where something was typed only.
        event: whose card file it is played with, where it names no cards.
    """
    done = Tapped(record)
    game = game_of(record, game_named(record, event))
    sheet = PositionSheet(game, record)
    _moments(sheet, sent)
    texts = {name: text.strip() for name, text in beside(sent).items()}
    said = texts.pop(SAID, "")
    for name, text in texts.items():
        _typed_card(sheet, done, name, text[:MOST_NAME])
    what, *words = tap.split(BAR)
    words += [""] * (MOST_WORDS - len(words))
    if what in _IN_POSITION:
        _IN_POSITION[what](sheet, done, words)
    done.record = sheet.changed()
    if what in _IN_PLAYS:
        done.open = BAR.join(words[1:5]) if what == "say" else ""
        done.record = _IN_PLAYS[what](done.record, game, words, only=bool(sent.get("only")))
    _typed_line(done, said, only=bool(sent.get("only")))
    return done


def _moments(sheet: PositionSheet, sent: Mapping[str, str]) -> None:
    """Take in what was chosen for the fields of the game, where it is not what stood there."""
    for moment in sheet.game.positions.moments:
        chosen = sent.get(f"moment:{moment.name}", "")
        if chosen == sent.get(f"was:{moment.name}", "") or "\n" in chosen:
            continue
        if moment.kind == "turn" and chosen:
            number = sheet.text(EVERYBODY, moment.name).rpartition(" ")[2]
            chosen = f"{chosen} {number if number.isdecimal() else moment.usual}"
        sheet.put(EVERYBODY, moment.name, [chosen] if chosen else [])


def _typed_card(sheet: PositionSheet, done: Tapped, name: str, card: str) -> None:
    _, seat, zone, part = [*name.split(":"), "0"][:4]
    unknown = lay_card(sheet, [seat, zone, part, card])
    if unknown is not None:
        done.unknown[name] = (card, unknown)


def lay_card(sheet: PositionSheet, words: list[str]) -> tuple[str, ...] | None:
    """Lay a card into a zone; return the nearest names where there is none of that name, else None."""
    zone = sheet.game.positions.zone(words[1])
    seat, part = _number(words[0]), _number(words[2])
    if zone is None or not 0 <= seat < len(sheet.record.players):
        return None
    count, name = _counted(words[3])
    if not name:
        return None
    found = sheet.game.cards.find(name)
    if found is None and (not zone.unknown or name != zone.unknown):
        suggested: tuple[str, ...] = sheet.game.cards.suggest(name)
        return suggested
    cards = sheet.cards(seat, zone)
    if part < len(cards):
        new = Entry(found.card.name if found else zone.unknown, count)
        same = next((at for at, each in enumerate(cards[part]) if (each.name, each.remarks) == (new.name, ())), -1)
        if zone.parts:
            cards[part] = [new]
        elif same >= 0 and not zone.repeated:
            cards[part][same] = replace(new, count=cards[part][same].count + count)
        else:
            cards[part].append(new)
        sheet.lay(seat, zone, cards)
    return None


def _counted(text: str) -> tuple[int, str]:
    count, _, name = text.partition(" ")
    return (min(int(count), 99), name.strip()) if count.isdecimal() and name.strip() else (1, text)


def _card(sheet: PositionSheet, done: Tapped, words: list[str]) -> None:
    lay_card(sheet, words)
    done.unknown.pop(CARD + ":".join(words[:3]), None)


def _amount(sheet: PositionSheet, _done: Tapped, words: list[str]) -> None:
    """``number|seat|name|+5``: change a number of a player; with ``|58`` behind it, from what it is untold."""
    number = next((each for each in sheet.game.positions.numbers if each.name == words[1]), None)
    seat = _number(words[0])
    step = _number(words[2])
    if number is None or not step or not 0 <= seat < len(sheet.record.players):
        return
    usual = abs(_number(words[3])) if words[3] else number.usual
    now = sheet.number(seat, number.name, usual)
    then = min(max((usual if now is None else now) + step, 0), number.most)
    sheet.put(seat, number.name, [str(then)])


def _turn(sheet: PositionSheet, _done: Tapped, words: list[str]) -> None:
    """``turn|Turn|+1``: change the number of the turn, or another number of the game."""
    moment = next((each for each in sheet.game.positions.moments if each.name == words[0]), None)
    if moment is None:
        return
    whose, _, number = sheet.text(EVERYBODY, moment.name).rpartition(" ")
    whose = whose or (sheet.record.players[sheet.record.first] if moment.kind == "turn" else "")
    now = int(number) if number.isdecimal() and len(number) < 5 else moment.usual
    least = 1 if moment.kind == "turn" else 0
    sheet.put(EVERYBODY, moment.name, [f"{whose} {max(now + _number(words[1]), least)}".strip()])


Change = Callable[[list[Entry], int, Zone, int, list[str]], list[Entry]]


def _to_tile(change: Change) -> Callable[[PositionSheet, Tapped, list[str]], None]:
    """Return what changes one tile: ``seat|zone|part|index`` and more words say which and how."""

    def do(sheet: PositionSheet, done: Tapped, words: list[str]) -> None:
        zone, seat, part, index = sheet.game.positions.zone(words[1]), *(abs(_number(words[at])) for at in (0, 2, 3))
        if zone is None or not 0 <= seat < len(sheet.record.players):
            return
        cards = sheet.cards(seat, zone)
        if part < len(cards) and index < len(cards[part]):
            cards[part] = change(cards[part], index, zone, part, words[4:])
            sheet.lay(seat, zone, cards)
            done.open = BAR.join(words[:4])

    return do


def _without(cards: list[Entry], index: int, *_: Any) -> list[Entry]:
    return [*cards[:index], *cards[index + 1 :]]


def _said_of(cards: list[Entry], index: int, zone: Zone, part: int, words: list[str]) -> list[Entry]:
    remarks = remarks_of(zone, part)
    if words[0] in (*remarks.one_of, *remarks.flags):
        cards[index] = cards[index].toggled(words[0], remarks)
    elif words[0] in remarks.amounts:
        cards[index] = cards[index].with_amount(words[0], cards[index].amount(words[0]) + _number(words[1]))
    return cards


def _one_apart(cards: list[Entry], index: int, *_: Any) -> list[Entry]:
    entry = cards[index]
    if entry.count < 2:
        return cards
    return [*cards[:index], replace(entry, count=entry.count - 1), replace(entry, count=1), *cards[index + 1 :]]


def _more(cards: list[Entry], index: int, _zone: Zone, _part: int, words: list[str]) -> list[Entry]:
    cards[index] = replace(cards[index], count=min(max(cards[index].count + _number(words[0]), 1), 99))
    return cards


_IN_POSITION: Final[dict[str, Callable[[PositionSheet, Tapped, list[str]], None]]] = {
    "card": _card,
    "number": _amount,
    "turn": _turn,
    "drop": _to_tile(_without),
    "remark": _to_tile(_said_of),
    "apart": _to_tile(_one_apart),
    "more": _to_tile(_more),
}


def _say(record: Record, game: PlayableGame, words: list[str], *, only: bool) -> Record:
    """``say|which|seat|zone|part|index``: a play that is claimed of a card, or of none."""
    sayings, seat = game.positions.sayings, _number(words[1])
    which = _number(words[0])
    if not words[0] or which >= len(sayings) or not words[1] or not 0 <= seat < len(record.players):
        return record
    saying, name = sayings[which], ""
    if saying.zones:
        zone = game.positions.zone(words[2])
        cards = PositionSheet(game, record).cards(seat, zone) if zone and zone.name in saying.zones else []
        part, index = _number(words[3]), _number(words[4])
        if part >= len(cards) or index >= len(cards[part]):
            return record
        name = named(cards[part], index)
    line, actor = saying.words.format(name), record.players[seat]
    last = record.plays[-1] if record.plays else None
    begins = saying.words.partition("{}")[0]
    if saying.several and last and last.actor == actor and last.words.startswith(begins):
        if name in last.words[len(begins) :].split(", "):
            return record
        return replace(record, plays=(*record.plays[:-1], replace(last, words=f"{last.words}, {name}")))
    return _with_play(record, Play(actor, line), only=only)


def _with_play(record: Record, play: Play, *, only: bool) -> Record:
    return replace(record, plays=(*(() if only else record.plays), play))


def _answer(record: Record, _game: PlayableGame, words: list[str], *, only: bool) -> Record:
    """``answer|actor|words``: a legal answer that was tapped."""
    actor, line = words[0], words[1]
    known = (*record.players, "chance")
    if actor not in known or not line.strip() or "\n" in line:
        return record
    return _with_play(record, Play(actor, line.strip()), only=only)


def _back(record: Record, _game: PlayableGame, words: list[str], *, only: bool) -> Record:
    """``back|index``: take a play back, with those after it."""
    del only
    return replace(record, plays=record.plays[: int(words[0])]) if words[0].isdecimal() else record


_IN_PLAYS: Final[dict[str, Callable[..., Record]]] = {"say": _say, "answer": _answer, "back": _back}


def _typed_line(done: Tapped, said: str, *, only: bool) -> None:
    """Take in a play that was typed in plain words, or keep it with what is wrong with it."""
    if not said:
        return
    before = replace(done.record, plays=()) if only else done.record
    try:
        done.record = parse(f"{write(before)}{'' if before.plays else chr(10) + 'Plays' + chr(10)}{said}\n")
    except RecordError as error:
        done.said, done.wrong = said, error.problems[0].message


def _number(text: str) -> int:
    digits = text.lstrip("+-")
    return int(text) if digits.isdecimal() and digits.isascii() and len(digits) < 5 else 0
