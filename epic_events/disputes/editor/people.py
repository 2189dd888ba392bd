"""Editor fields of a player: name and ignored decklist.

The name changes everywhere in a record.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _

from epic_events.disputes.editor.position import PositionSheet
from epic_events.disputes.editor.result import NAME, REASON, WAS, TapResult
from rules.decks.names import fold
from rules.games import PlayableGame
from rules.judge.record import CHANCE_NAME, Header, Play, Position, PositionField, Record, RecordError, parse, write
from rules.judge.record.headers import matching_players
from rules.judge.setup.ignored_decklists import header_key, ignored_decklists
from rules.notation.position.fields import EVERYONE

NAMING = ("first", "teams")
"""Lower-case headers whose values contain player names."""


def rename(game: PlayableGame, record: Record, seat: int, name: str) -> Record:
    """Return a record in which the player at a seat has another name.

    The name is not validated.
    """
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
            return replace(each, value=", ".join(_replace_name(record.players, before, name)))
        if each.key.casefold() == header_key(before).casefold():
            return replace(each, key=header_key(name))
        return replace(each, value=put_in(each.value)) if each.key.casefold() in NAMING else each

    def plays(old: tuple[Play, ...]) -> tuple[Play, ...]:
        actors = _replace_name(tuple(play.actor for play in old), before, name)
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


def _replace_name(names: tuple[str, ...], before: str, name: str) -> tuple[str, ...]:
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
        zone, name_list = of_line.get(at, (None, ""))
        if zone == seat:
            return replace(line, key=f"{name} {name_list}", text=in_text(line.text), columns=())
        if zone == EVERYONE and moments.get(name_list) in ("turn", "player"):
            return replace(line, text=_moment(record, seat, name, line.text), columns=())
        return replace(line, text=in_text(line.text), columns=())

    return replace(record.position, fields=tuple(changed(at, line) for at, line in enumerate(record.position.fields)))


def _moment(record: Record, seat: int, name: str, text: str) -> str:
    """Return the value of a field that begins with a possibly abbreviated player name."""
    player, space, number = text.rpartition(" ") if text.rpartition(" ")[2].isdecimal() else (text, "", "")
    meant = matching_players(player.strip(), record.players)
    return f"{name}{space}{number}" if meant == [record.players[seat]] else text


RESERVED: Final = ":#{}[]()"
"""Characters with a meaning in records, which names must not contain."""
MAX_REASON_LENGTH: Final = 200
"""Maximum length of the reason to ignore a decklist."""
WITHOUT: Final = "without"
"""Action that ignores the decklist of a seat."""
WITH: Final = "with"
"""Action that uses the decklist of a seat again."""


def apply_names(result: TapResult, game: PlayableGame, form_data: Mapping[str, str]) -> None:
    """Rename the players as typed; invalid names get an error at their field."""
    new_names = {
        seat: " ".join(form_data.get(f"{NAME}{seat}", "").split())
        for seat, before in enumerate(result.record.players)
        if form_data.get(f"{WAS}{NAME}{seat}") == before
    }
    new_names = {seat: name for seat, name in new_names.items() if name and name != result.record.players[seat]}
    for seat, name in new_names.items():
        error = _name_error(name, [player for index, player in enumerate(result.record.players) if index != seat])
        if not error:
            try:
                result.record = parse(write(rename(game, result.record, seat, name)))
                continue
            except RecordError as refused:
                error = refused.problems[0].message
        result.errors[f"{NAME}{seat}"] = (name, error)


def _name_error(name: str, others: Sequence[str]) -> str:
    """Return the error of a player's name, or ""."""
    if any(mark in name for mark in RESERVED):
        return _("A name cannot contain %(marks)s.") % {"marks": " ".join(RESERVED)}
    if fold(name) == CHANCE_NAME:
        return _("“%(name)s” is reserved for random outcomes. Choose another name.") % {"name": name}
    same = next((each for each in others if fold(each) == fold(name)), "")
    return _("Both players are called %(name)s. Give them different names.") % {"name": same} if same else ""


def apply_decklist_reasons(result: TapResult, form_data: Mapping[str, str], tap: str) -> None:
    """Ignore decklists for the typed reasons, or use them again.

    Args:
        result: the result of the tap; its record is changed, and a missing reason becomes an error.
        form_data: the form fields by name.
        tap: the tap; ``without|seat`` and ``with|seat`` concern decklists.
    """
    verb, _bar, owner = tap.partition("|")
    reasons = {decklist.player: decklist.reason for decklist in ignored_decklists(result.record)}
    for seat, player in enumerate(result.record.players):
        field, tapped_here = f"{REASON}{seat}", owner == str(seat)
        reason = " ".join(form_data.get(field, "").replace("#", " ").split())[:MAX_REASON_LENGTH]
        if verb == WITH and tapped_here:
            reasons.pop(player, None)
        elif reason:
            reasons[player] = reason
        elif (verb == WITHOUT and tapped_here) or (field in form_data and player in reasons):
            result.errors[field] = ("", _("Enter the reason why this decklist does not count."))
    own = {header_key(player).casefold() for player in result.record.players}
    others = [header for header in result.record.headers if header.key.casefold() not in own]
    before = [each for each in result.record.headers if each not in others]
    headers = [Header(header_key(player), reason) for player, reason in reasons.items()]
    if {(each.key, each.value) for each in before} != {(each.key, each.value) for each in headers}:
        result.record = replace(result.record, headers=(*others, *headers))
