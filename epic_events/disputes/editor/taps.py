"""Application of a tap to a record: change the position, add or undo a play.

A tap is the value of a button, with parts separated by bars; the first part is its kind. The form fields are submitted
with every tap and applied first, so that typed text is never lost.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from django.utils.translation import gettext as _

from epic_events.disputes.editor.people import apply_decklist_reasons, apply_names
from epic_events.disputes.editor.plays import IN_PLAYS, apply_typed_play
from epic_events.disputes.editor.position import PositionSheet, remarks_of
from epic_events.disputes.editor.result import (
    AMOUNT,
    BAR,
    CARD,
    MAX_WORDS,
    NUMBER,
    TURN,
    TYPED_PLAY,
    TYPED_PLAY_INDEX,
    WAS,
    TapResult,
    parse_number,
)
from epic_events.disputes.initial_state import blank_record
from epic_events.disputes.records import game_of_record, interpretation_headers
from epic_events.events.models import Event
from rules.games import GAMES, PlayableGame, game_for_record
from rules.judge.record import Record, parse
from rules.notation.position.entries import Entry
from rules.notation.position.fields import EVERYONE
from rules.notation.position.form import Zone

MAX_TURN: Final = 9999
MAX_AMOUNT: Final = 999
"""Maximum amount on a card, such as damage."""
MAX_NAME_LENGTH: Final = 200
"""Maximum length of a card name that is looked up."""


def waiting_fields(form_data: Mapping[str, str]) -> dict[str, str]:
    """Return the non-empty fields for cards and plays by name."""
    return {
        name: text for name, text in form_data.items() if (name == TYPED_PLAY or name.startswith(CARD)) and text.strip()
    }


def apply_text(record: Record, form_data: Mapping[str, str]) -> TapResult:
    """Return the result for an edited record text.

    Typed cards and plays wait, because the text is not rewritten.

    Args:
        record: the parsed record.
        form_data: the form fields by name.
    """
    waiting = waiting_fields(form_data)
    at = form_data.get(TYPED_PLAY_INDEX, "")
    text = waiting.pop(TYPED_PLAY, "")
    return TapResult(
        record, typed_play=text, typed_play_index=parse_number(at) if text and at else None, waiting=waiting
    )


def apply_tap(record: Record, form_data: Mapping[str, str], tap: str, event: Event | None = None) -> TapResult:
    """Return the record after a tap and after the typed fields.

    Args:
        record: the parsed record of a game with an engine.
        form_data: the form fields by name.
        tap: the value of the button; empty if only fields were submitted.
        event: the event whose card file applies if the record names none.
    """
    result = TapResult(record, headers=interpretation_headers(event))
    game = game_for_record(record, game_of_record(record, event))
    apply_names(result, game, form_data)
    apply_decklist_reasons(result, form_data, tap)
    sheet = PositionSheet(game, result.record)
    _moments(sheet, result, form_data)
    _numbers(sheet, result, form_data)
    texts = {name: text.strip() for name, text in waiting_fields(form_data).items()}
    typed = texts.pop(TYPED_PLAY, "")
    for name, text in texts.items():
        _typed_card(sheet, result, name, text[:MAX_NAME_LENGTH])
    verb, *words = tap.split(BAR)
    words += [""] * (MAX_WORDS - len(words))
    only = bool(form_data.get("only"))
    if verb == "only":
        only = result.only = bool(words[0])
    if verb in _IN_POSITION:
        _IN_POSITION[verb](sheet, result, words)
    result.record = sheet.changed()
    if verb == TYPED_PLAY:
        typed = words[0]  # One of the legal plays offered for the typed text.
    if verb in ("edit", "mean"):
        words[0], typed = _add_typed_play(result, game, form_data, typed, words[0], only=only), ""
    if verb in IN_PLAYS:
        result.open = BAR.join(words[1:5]) if verb == "say" else ""
        if verb == "answer" and words[0] in record.players:
            words[0] = result.record.players[record.players.index(words[0])]
        IN_PLAYS[verb](result, game, words, only=only)
    apply_typed_play(result, game, form_data, typed, only=only)
    return result


def _add_typed_play(
    result: TapResult, game: PlayableGame, form_data: Mapping[str, str], typed: str, index: str, *, only: bool
) -> str:
    """Add a typed play, and return the index that a tapped play has after that."""
    before = len(result.record.plays)
    apply_typed_play(result, game, form_data, typed, only=only)
    at, more = form_data.get(TYPED_PLAY_INDEX, ""), len(result.record.plays) - before
    return str(parse_number(index) + more) if more > 0 and at and parse_number(at) <= parse_number(index) else index


def _changed_value(form_data: Mapping[str, str], field: str, was: str = "") -> str | None:
    """Return the new value of a field.

    ``None`` if it equals the initial value in the field ``was``.
    """
    now = form_data.get(field)
    return None if now is None or now == form_data.get(was or f"{WAS}{field}", "") or "\n" in now else now.strip()


def _moments(sheet: PositionSheet, result: TapResult, form_data: Mapping[str, str]) -> None:
    """Apply changed fields of the game, such as turn and phase."""
    before = dict(zip(list_initial_names(form_data, result), result.record.players, strict=False))
    for moment in sheet.game.positions.moments:
        chosen, number = (
            _changed_value(form_data, f"moment:{moment.name}", f"{WAS}{moment.name}"),
            _changed_value(form_data, f"{TURN}{moment.name}"),
        )
        if number is not None and not _is_number(number, MAX_TURN):
            result.errors[f"{TURN}{moment.name}"] = (number, _not_a_number(MAX_TURN))
            number = None
        if chosen is None and number is None:
            continue
        text = sheet.text(EVERYONE, moment.name)
        player, _space, number_text = text.rpartition(" ")
        if moment.kind == "number":
            chosen = number
        elif moment.kind == "turn" and chosen != "":
            number = number or (number_text if number_text.isdecimal() else str(moment.usual))
            player = player if number_text.isdecimal() else text
            chosen = (
                f"{before.get(chosen or '', chosen) or player or sheet.record.players[sheet.record.first]} {number}"
            )
        else:
            chosen = before.get(chosen or "", chosen)
        sheet.put(EVERYONE, moment.name, [chosen] if chosen else [])


def list_initial_names(form_data: Mapping[str, str], result: TapResult) -> list[str]:
    """Return the names of the players when the page was rendered."""
    return [form_data.get(f"{WAS}name:{seat}", name) for seat, name in enumerate(result.record.players)]


def _is_number(text: str, most: int) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 6 and int(text) <= most


def _not_a_number(most: int) -> str:
    return _("Enter a whole number from 0 to %(most)d.") % {"most": most}


def _numbers(sheet: PositionSheet, result: TapResult, form_data: Mapping[str, str]) -> None:
    """Apply changed numbers of players and amounts on cards."""
    numbers = {number.name: number for number in sheet.game.positions.numbers}
    for field in [each for each in form_data if each.startswith((NUMBER, AMOUNT))]:
        typed_in = _changed_value(form_data, field)
        if typed_in is None:
            continue
        _kind, place, name = [*field.split(":", 2), "", ""][:3]
        most = numbers[name].most if field.startswith(NUMBER) and name in numbers else MAX_AMOUNT
        if typed_in and not _is_number(typed_in, most):
            result.errors[field] = (typed_in[:MAX_NAME_LENGTH], _not_a_number(most))
        elif field.startswith(AMOUNT):
            words = [*place.split(BAR), name, typed_in or "0"]
            _to_tile(_amount_typed)(sheet, result, words + [""] * MAX_WORDS)
        elif name in numbers and 0 <= parse_number(place) < len(sheet.record.players):
            sheet.put(parse_number(place), name, [typed_in] if typed_in else [])


def _typed_card(sheet: PositionSheet, result: TapResult, name: str, card: str) -> None:
    _, seat, zone, part = [*name.split(":"), "0"][:4]
    unknown = add_card(sheet, [seat, zone, part, card])
    if unknown is not None:
        result.unknown[name] = (card, unknown)


def add_card(sheet: PositionSheet, words: list[str]) -> tuple[str, ...] | None:
    """Add a card to a zone.

    Return suggestions if there is no card of this name, else ``None``.
    """
    zone = sheet.game.positions.zone(words[1])
    seat, part = parse_number(words[0]), parse_number(words[2])
    if zone is None or not 0 <= seat < len(sheet.record.players):
        return None
    count, name = _split_count(words[3])
    if not name:
        return None
    card = sheet.game.cards.find(name)
    if card is None and (not zone.unknown or name != zone.unknown):
        suggested: tuple[str, ...] = sheet.game.cards.suggest(name)
        return suggested
    cards = sheet.cards(seat, zone)
    if part < len(cards):
        new = Entry(card.card.name if card else zone.unknown, count)
        same = next(
            (index for index, each in enumerate(cards[part]) if (each.name, each.remarks) == (new.name, ())), -1
        )
        if zone.parts:
            cards[part] = [new]
        elif same >= 0 and not zone.repeated:
            cards[part][same] = replace(new, count=cards[part][same].count + count)
        else:
            cards[part].append(new)
        sheet.lay(seat, zone, cards)
    return None


def _split_count(text: str) -> tuple[int, str]:
    count, _, name = text.partition(" ")
    return (min(int(count), 99), name.strip()) if count.isdecimal() and name.strip() else (1, text)


def _card(sheet: PositionSheet, result: TapResult, words: list[str]) -> None:
    add_card(sheet, words)
    result.unknown.pop(CARD + ":".join(words[:3]), None)


def _amount(sheet: PositionSheet, _done: TapResult, words: list[str]) -> None:
    """Handle ``number|seat|name|+5``: change a number of a player.

    A fifth part is its assumed value.
    """
    number = next((each for each in sheet.game.positions.numbers if each.name == words[1]), None)
    seat = parse_number(words[0])
    step = parse_number(words[2])
    if number is None or not step or not 0 <= seat < len(sheet.record.players):
        return
    usual = abs(parse_number(words[3])) if words[3] else number.usual
    now = sheet.number(seat, number.name, usual)
    then = min(max((usual if now is None else now) + step, 0), number.most)
    sheet.put(seat, number.name, [str(then)])


def _turn(sheet: PositionSheet, _done: TapResult, words: list[str]) -> None:
    """Handle ``turn|Turn|+1``: change the turn or another number of the game."""
    moment = next((each for each in sheet.game.positions.moments if each.name == words[0]), None)
    if moment is None:
        return
    player, _, number = sheet.text(EVERYONE, moment.name).rpartition(" ")
    player = player or (sheet.record.players[sheet.record.first] if moment.kind == "turn" else "")
    now = int(number) if number.isdecimal() and len(number) < 5 else moment.usual
    least = 1 if moment.kind == "turn" else 0
    sheet.put(EVERYONE, moment.name, [f"{player} {max(now + parse_number(words[1]), least)}".strip()])


Change = Callable[[list[Entry], int, Zone, int, list[str]], list[Entry]]


def _to_tile(change: Change) -> Callable[[PositionSheet, TapResult, list[str]], None]:
    """Return a handler that changes one tile.

    It handles taps ``kind|seat|zone|part|index|...``.
    """

    def do(sheet: PositionSheet, result: TapResult, words: list[str]) -> None:
        zone, seat, part, index = (
            sheet.game.positions.zone(words[1]),
            *(abs(parse_number(words[at])) for at in (0, 2, 3)),
        )
        if zone is None or not 0 <= seat < len(sheet.record.players):
            return
        cards = sheet.cards(seat, zone)
        if part < len(cards) and index < len(cards[part]):
            cards[part] = change(cards[part], index, zone, part, words[4:])
            sheet.lay(seat, zone, cards)
            result.open = BAR.join(words[:4])

    return do


def _remove_card(cards: list[Entry], index: int, *_: Any) -> list[Entry]:
    return [*cards[:index], *cards[index + 1 :]]


def _apply_remark(cards: list[Entry], index: int, zone: Zone, part: int, words: list[str]) -> list[Entry]:
    remarks = remarks_of(zone, part)
    if words[0] in (*remarks.one_of, *remarks.flags):
        cards[index] = cards[index].toggled(words[0], remarks)
    elif words[0] in remarks.amounts:
        cards[index] = cards[index].with_amount(words[0], cards[index].amount(words[0]) + parse_number(words[1]))
    return cards


def _amount_typed(cards: list[Entry], index: int, zone: Zone, part: int, words: list[str]) -> list[Entry]:
    if words[0] in remarks_of(zone, part).amounts:
        cards[index] = cards[index].with_amount(words[0], parse_number(words[1]))
    return cards


def _one_apart(cards: list[Entry], index: int, *_: Any) -> list[Entry]:
    entry = cards[index]
    if entry.count < 2:
        return cards
    return [*cards[:index], replace(entry, count=entry.count - 1), replace(entry, count=1), *cards[index + 1 :]]


def _change_count(cards: list[Entry], index: int, _zone: Zone, _part: int, words: list[str]) -> list[Entry]:
    cards[index] = replace(cards[index], count=min(max(cards[index].count + parse_number(words[0]), 1), 99))
    return cards


_IN_POSITION: Final[dict[str, Callable[[PositionSheet, TapResult, list[str]], None]]] = {
    "card": _card,
    "number": _amount,
    "turn": _turn,
    "drop": _to_tile(_remove_card),
    "remark": _to_tile(_apply_remark),
    "apart": _to_tile(_one_apart),
    "more": _to_tile(_change_count),
}


GAME = "game"
"""The tap that switches the game: ``game|slug``, or ``game|slug|yes`` if the table may be emptied."""


def playable_games() -> list[PlayableGame]:
    """Return the games that have an engine."""
    return [game for game in GAMES.values() if isinstance(game, PlayableGame)]


def switch_game(result: TapResult, tap: str, *, can_switch: bool) -> None:
    """Replace the record by an empty one of another game.

    Ask for confirmation if cards or plays would be lost.

    Args:
        result: the result of the tap; its record is replaced, or ``switch`` is set to ask for confirmation.
        tap: the tap; taps that are no game switch do nothing.
        can_switch: True if the game can be changed.
    """
    verb, slug, sure, *_rest = [*tap.split(BAR), "", ""]
    slugs = {game.slug for game in playable_games()}
    if verb != GAME or not can_switch or slug not in slugs or slug == result.record.game:
        return
    names = list(result.record.players)
    untouched = parse(blank_record(result.record.game, names)) == result.record
    if not (untouched or sure):
        result.switch = slug
        return
    result.record = parse(blank_record(slug, names))
