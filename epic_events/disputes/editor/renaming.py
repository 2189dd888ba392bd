"""Renaming of a player everywhere in a record."""

import re
from collections.abc import Callable
from dataclasses import replace

from epic_events.disputes.editor.position import PositionSheet
from rules.games import PlayableGame
from rules.judge.record import Header, Play, Position, PositionField, Record
from rules.judge.record.headers import matching_players
from rules.judge.setup.ignored_decklists import header_key
from rules.notation.position.fields import EVERYONE

NAMING = ("first", "teams")
"""Headers, in lower case, whose values hold names of players."""


def rename(game: PlayableGame, record: Record, seat: int, name: str) -> Record:
    """Return a record in which the player at a seat has another name; the name is not validated."""
    before = record.players[seat]
    word = re.compile(rf"(?<!\w){re.escape(before)}(?!\w)", re.IGNORECASE)
    # If a card has the player's name in it, only text that is certainly the player is renamed.
    is_part_of_a_card = any(word.search(card) for card in game.cards.names)

    def put_in(text: str) -> str:
        return word.sub(lambda _found: name, text)

    def in_text(text: str) -> str:
        return text if is_part_of_a_card else put_in(text)

    def header(each: Header) -> Header:
        if each.key.casefold() == "players":
            return replace(each, value=", ".join(_swapped(record.players, before, name)))
        if each.key.casefold() == header_key(before).casefold():
            return replace(each, key=header_key(name))
        return replace(each, value=put_in(each.value)) if each.key.casefold() in NAMING else each

    def plays(old: tuple[Play, ...]) -> tuple[Play, ...]:
        actors = _swapped(tuple(play.actor for play in old), before, name)
        return tuple(
            replace(play, actor=actor, words=in_text(play.words)) for play, actor in zip(old, actors, strict=True)
        )

    return replace(
        record,
        headers=tuple(map(header, record.headers)),
        decks=tuple(replace(deck, player=name) if deck.player == before else deck for deck in record.decks),
        position=_position(game, record, seat, name, in_text),
        plays=plays(record.plays),
        branches=tuple(replace(branch, plays=plays(branch.plays)) for branch in record.branches),
    )


def _swapped(names: tuple[str, ...], before: str, name: str) -> tuple[str, ...]:
    return tuple(name if each == before else each for each in names)


def _position(
    game: PlayableGame, record: Record, seat: int, name: str, in_text: Callable[[str], str]
) -> Position | None:
    """Return the position with the player's fields and all mentions renamed."""
    if record.position is None:
        return None
    of_line = {at: field for field, places in PositionSheet(game, record).by_field().items() for at in places}
    moments = {moment.name: moment.kind for moment in game.positions.moments}

    def changed(at: int, line: PositionField) -> PositionField:
        where, what = of_line.get(at, (None, ""))
        if where == seat:
            return replace(line, key=f"{name} {what}", text=in_text(line.text), columns=())
        if where == EVERYONE and moments.get(what) in ("turn", "player"):
            return replace(line, text=_moment(record, seat, name, line.text), columns=())
        return replace(line, text=in_text(line.text), columns=())

    return replace(record.position, fields=tuple(changed(at, line) for at, line in enumerate(record.position.fields)))


def _moment(record: Record, seat: int, name: str, text: str) -> str:
    """Return the value of a field that begins with a possibly abbreviated player name."""
    whose, space, number = text.rpartition(" ") if text.rpartition(" ")[2].isdecimal() else (text, "", "")
    meant = matching_players(whose.strip(), record.players)
    return f"{name}{space}{number}" if meant == [record.players[seat]] else text
