"""Template context of the dispute editor: table, plays and errors at fields."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from dataclasses import replace as with_fields
from itertools import islice
from typing import Any, Final

from django.utils.text import slugify
from django.utils.translation import gettext as _

from epic_events.disputes.editor.people import WITH, WITHOUT
from epic_events.disputes.editor.position import PositionSheet, card_reference, remarks_of
from epic_events.disputes.editor.result import AMOUNT, BAR, CARD, NAME, NUMBER, REASON, TURN, TYPED_PLAY, WAS, TapResult
from epic_events.disputes.editor.story import build_plays, nearest
from epic_events.disputes.editor.taps import MAX_AMOUNT, MAX_TURN
from epic_events.disputes.records import (
    MAX_INLINE_RECORD_LENGTH,
    game_of_record,
    interpretation_headers,
    read_record,
    with_headers,
)
from epic_events.events.models import Event
from epic_events.infra.errors import UserError
from rules.engine.decision import UndeterminedError
from rules.engine.ids import CHANCE
from rules.games import GAMES, PlayableGame, game_for_record
from rules.judge.board import JUDGE
from rules.judge.record import CHANCE_NAME, Problem, Record, RecordError, parse
from rules.judge.replay.replayer import replay
from rules.judge.replay.result import Replay
from rules.judge.replay.verdict import Verdict
from rules.judge.setup.ignored_decklists import ignored_decklists
from rules.notation.position.entries import Entry
from rules.notation.position.fields import EVERYONE
from rules.notation.position.form import Moment, Number, Zone

logger = logging.getLogger(__name__)

MAX_ANSWERS: Final = 48
"""Maximum number of legal actions that are listed; otherwise a play is chosen by card or typed."""


@dataclass
class Sheet:
    """Template context of a record.

    Attributes:
        record: the record; ``None`` if the text cannot be parsed.
        problems: errors that belong to no field or play on the page.
        moments, players, plays: rows for the template.
        answers: legal actions as (actor, words, tap). asked: the pending decision.
        verdict: the verdict so far, or "".
        game: slug of the game.
        nearest: legal plays similar to a typed one that could not be parsed, as label and tap.
        field_errors: ids of invalid fields and plays with their errors, in page order.
    """

    text: str
    record: Record | None = None
    problems: list[str] = field(default_factory=list)
    moments: list[dict[str, Any]] = field(default_factory=list)
    players: list[dict[str, Any]] = field(default_factory=list)
    plays: list[dict[str, Any]] = field(default_factory=list)
    answers: list[tuple[str, str, str]] = field(default_factory=list)
    asked: str = ""
    verdict: str = ""
    names: tuple[str, ...] = ()
    game: str = ""
    nearest: list[tuple[str, str]] = field(default_factory=list)
    field_errors: list[tuple[str, str]] = field(default_factory=list)


def build_sheet(text: str, game: str, result: TapResult | None = None, event: Event | None = None) -> Sheet:
    """Return the template context of a record.

    Args:
        text: the record.
        game: slug of the required game; empty for any game with an engine.
        result: the result of the last tap, with text that could not be added.
        event: the event whose interpretations, printings and card file apply by default.
    """
    sheet = Sheet(text)
    try:
        record = parse(text, game=game, versions_by_game={slug: tuple(each.versions) for slug, each in GAMES.items()})
        engine_game = game_for_record(record, game_of_record(record, event))
    except RecordError as error:
        sheet.problems = [str(problem) for problem in error.problems]
        return sheet
    in_full = with_headers(record, interpretation_headers(event))
    problems, played = _check_record(text, event, in_full, engine_game, sheet)
    by_line: dict[int, list[Problem]] = {}
    for problem in problems:
        by_line.setdefault(problem.line, []).append(problem)
    _fill(sheet, engine_game, record, by_line, result or TapResult(record), played)
    sheet.plays = build_plays(engine_game, in_full, played, by_line, is_wrong=bool(problems))
    sheet.problems += [str(problem) for problem in problems if problem.line in by_line]
    if played is not None and not problems:
        _next(sheet, engine_game, played)
        if result is not None and result.wrong and sheet.answers:
            sheet.nearest = [
                (words, f"{TYPED_PLAY}{BAR}{line}") for words, line in nearest(engine_game, result.typed_play, played)
            ]
    sheet.record, sheet.names, sheet.game = record, tuple(engine_game.cards.names), engine_game.slug
    sheet.field_errors = _field_errors(sheet)
    return sheet


def _field_errors(sheet: Sheet) -> list[tuple[str, str]]:
    """Return the ids of invalid elements on the page with their errors."""
    errors = [(moment["error_id"], message) for moment in sheet.moments for message in moment["wrong"]]
    for player in sheet.players:
        errors += [(each["id"], each["error"]) for each in (player["called"], player["list"]) if each["error"]]
        for field_data in (*player["numbers"], *player["zones"]):
            errors += [(field_data["id"], message) for message in field_data["wrong"]]
        for place in (place for zone in player["zones"] for place in zone["places"]):
            amounts = [amount for tile in place["tiles"] for amount in tile["amounts"] if amount["error"]]
            errors += [(amount["id"], amount["error"]) for amount in amounts]
            if place["no_card"]:
                errors.append((place["id"], _("There is no card named %(name)s.") % {"name": place["no_card"]}))
    unread = [play for play in sheet.plays if play["state"] == "unread"]
    return errors + [(play["id"], play["reasons"][0][0]) for play in unread]


def _check_record(
    text: str, event: Event | None, record: Record, engine_game: PlayableGame, sheet: Sheet
) -> tuple[tuple[Problem, ...], Replay | None]:
    """Return the errors of a record, and its replay.

    The replay is ``None`` if it is too long to run during a request.
    """
    try:
        read_record(text, engine_game.slug, event)
        return (), replay(engine_game, record) if len(text) <= MAX_INLINE_RECORD_LENGTH else None
    except RecordError as error:
        return error.problems, _replay_parsed_plays(text, record, engine_game, error.problems)
    except UserError as error:
        sheet.problems.append(str(error))
    except Exception:
        # An engine error must not prevent editing; the worker reports it too.
        logger.exception("The engine crashed on a record in the editor.")
        sheet.problems.append(_("The engine crashed on this record. This is an error of the site and has been logged."))
    return (), None


def _replay_parsed_plays(
    text: str, record: Record, engine_game: PlayableGame, problems: tuple[Problem, ...]
) -> Replay | None:
    """Return the replay of the plays before the first unparsed one.

    ``None`` if the game cannot begin.
    """
    wrong, lines = {problem.line for problem in problems}, {play.place.line for play in record.plays}
    if not wrong <= lines or len(text) > MAX_INLINE_RECORD_LENGTH:
        return None
    plays = tuple(play for play in record.plays if play.place.line < min(wrong))
    try:
        return replay(engine_game, with_fields(record, plays=plays))
    except RecordError:
        return None


def _fill(
    sheet: Sheet,
    game: PlayableGame,
    record: Record,
    wrong: dict[int, list[Problem]],
    result: TapResult,
    played: Replay | None,
) -> None:
    """Add the position to the sheet; errors are moved from ``wrong`` to their fields."""
    position = PositionSheet(game, record)

    def index(seat: int, name: str) -> list[str]:
        lines = {position.lines[place].place.line for place in position.at(seat, name)}
        return [problem.message for line in sorted(lines) for problem in wrong.pop(line, [])]

    form = game.positions
    sheet.moments = [_moment(position, record, moment, result, index(EVERYONE, moment.name)) for moment in form.moments]
    for seat, player in enumerate(record.players):
        numbers = [_number(position, seat, number, played, result, index(seat, number.name)) for number in form.numbers]
        zones = [_zone(position, seat, zone, result) | {"wrong": index(seat, zone.name)} for zone in form.zones]
        says = [
            (saying.label, BAR.join(("say", str(which), str(seat))))
            for which, saying in enumerate(form.sayings)
            if not saying.zones
        ]
        is_wrong = any(field_data["wrong"] for field_data in (*numbers, *zones))
        sheet.players.append({
            "name": player,
            "seat": seat,
            "numbers": numbers,
            "zones": zones,
            "says": says,
            "called": _name_field(seat, player, result),
            "list": _decklist(record, seat, result, wrong, is_wrong=is_wrong),
        })  # fmt: skip


def _name_field(seat: int, player: str, result: TapResult) -> dict[str, Any]:
    """Return the field for the name of a player."""
    typed, error = result.errors.get(f"{NAME}{seat}", (player, ""))
    return {"id": f"name-{seat}", "field": f"{NAME}{seat}", "was": f"{WAS}{NAME}{seat}", "text": typed, "error": error}


def _decklist(
    record: Record, seat: int, result: TapResult, wrong: dict[int, list[Problem]], *, is_wrong: bool
) -> dict[str, Any]:
    """Return whether a decklist exists and is ignored, and the field for the reason."""
    player = record.players[seat]
    deck = record.deck(player)
    reason = next((decklist.reason for decklist in ignored_decklists(record) if decklist.player == player), "")
    lines = {line.place.line for line in deck.lines or ()} if deck else set()
    _typed, error = result.errors.get(f"{REASON}{seat}", ("", ""))
    return {
        "id": f"reason-{seat}",
        "field": f"{REASON}{seat}",
        "exists": bool(lines),
        "reason": reason,
        "error": error,
        "open": bool(error or (lines and (is_wrong or lines & set(wrong)))),
        "without": f"{WITHOUT}{BAR}{seat}",
        "with": f"{WITH}{BAR}{seat}",
    }


def _number(
    position: PositionSheet, seat: int, number: Number, played: Replay | None, result: TapResult, wrong: list[str]
) -> dict[str, Any]:
    """Return a number of a player.

    It is the typed one, else the value that the engine assumes.
    """
    value = position.text(seat, number.name)
    usual = number.usual if value or played is None else _default_number(played, seat, number)
    base = (str(usual),) if usual != number.usual else ()
    number_field = position.number(seat, number.name, usual)
    now = "" if number_field is None else str(number_field)  # A number input cannot contain text.
    field_name = f"{NUMBER}{seat}:{number.name}"
    typed, error = result.errors.get(field_name, (now, ""))

    def steps(sign: str, by: Sequence[int]) -> list[tuple[str, str]]:
        return [(f"{sign}{step}", BAR.join(("number", str(seat), number.name, f"{sign}{step}", *base))) for step in by]

    return {
        "id": f"number-{seat}-{slugify(number.name)}",
        "input": f"number-{seat}-{slugify(number.name)}",
        "field": field_name,
        "was": f"{WAS}{field_name}",
        "name": number.name,
        "most": number.most,
        "now": now,
        "typed": typed,
        "is_typed": bool(value),
        "error": error,
        "wrong": [error, *wrong] if error else wrong,
        "less": steps("-", sorted(number.steps, reverse=True)),
        "more": steps("+", number.steps),
    }


def _default_number(played: Replay, seat: int, number: Number) -> int:
    """Return the initial value of an unstated number.

    It is a total of the player or the size of a pile.
    """
    side = played.board(0, JUDGE).sides[seat]
    piles = {"hand": side.hand, "deck": side.deck, "discard": side.discard}
    if number.name in piles:
        return piles[number.name].count
    return side.totals.get(number.name, number.usual)


def _moment(
    position: PositionSheet, record: Record, moment: Moment, result: TapResult, wrong: list[str]
) -> dict[str, Any]:
    text = position.text(EVERYONE, moment.name).strip()
    player, _space, number = text.rpartition(" ") if moment.kind == "turn" else (text, "", text)
    if moment.kind == "turn" and not number.isdecimal():
        player, number = text, ""
    choices = {"word": moment.words, "number": ()}.get(moment.kind, record.players)
    field_name, now = f"{TURN}{moment.name}", number or str(moment.usual)
    typed, error = result.errors.get(field_name, (now, ""))
    return {
        "id": f"moment-{slugify(moment.name)}",
        "input": f"moment-{slugify(moment.name)}-number",
        "error_id": f"moment-{slugify(moment.name)}{'-number' if error or moment.kind == 'number' else ''}",
        "error": error,
        "most": MAX_TURN,
        "name": moment.name,
        "kind": moment.kind,
        "chosen": player,
        "field": field_name,
        "was": f"{WAS}{field_name}",
        "now": now,
        "typed": typed,
        "wrong": [error, *wrong] if error else wrong,
        "choices": [choice for choice in choices if choice],
        "usual": moment.words[0] if moment.words else "",
        "taps": [(sign, BAR.join(("turn", moment.name, f"{sign}1"))) for sign in ("-", "+")],
    }


def _zone(position: PositionSheet, seat: int, zone: Zone, result: TapResult) -> dict[str, Any]:
    places = []
    names = list(zone.parts) or [""]
    for part, cards in enumerate(position.cards(seat, zone)):
        name = f"{CARD}{seat}:{zone.name}:{part}"
        unknown, guesses = result.unknown.get(name, ("", ()))
        places.append({
            "id": f"add-{seat}-{slugify(zone.name)}-{part}",
            "name": names[part],
            "field": name,
            "typed": unknown or result.waiting.get(name, ""),
            "no_card": unknown,
            "guesses": [(guess, BAR.join(("card", str(seat), zone.name, str(part), guess))) for guess in guesses],
            "unknown": zone.unknown and BAR.join(("card", str(seat), zone.name, str(part), zone.unknown)),
            "full": bool(zone.parts and cards),
            "tiles": [_tile(position, seat, zone, part, cards, index, result) for index in range(len(cards))],
        })  # fmt: skip
    zone_id = f"zone-{seat}-{slugify(zone.name)}"
    return {
        "id": zone_id,
        "name": zone.name,
        "label": zone.label,
        "places": places,
        "is_large": zone.repeated or bool(zone.parts),
    }


def _tile(
    position: PositionSheet, seat: int, zone: Zone, part: int, cards: list[Entry], index: int, result: TapResult
) -> dict[str, Any]:
    entry, remarks = cards[index], remarks_of(zone, part)
    tile_place = BAR.join((str(seat), zone.name, str(part), str(index)))
    says = [
        (saying.label, BAR.join(("say", str(which), tile_place)))
        for which, saying in enumerate(position.game.positions.sayings)
        if zone.name in saying.zones
    ]
    words = [
        (word, word in entry.remarks or (word in remarks.one_of[:1] and not set(remarks.one_of) & set(entry.remarks)))
        for word in (*remarks.one_of, *remarks.flags)
    ]
    amounts = [_amount(tile_place, word, entry.amount(word), result) for word in remarks.amounts]
    lying = position.game.layout.tile_styles
    return {
        "where": tile_place,
        "id": tile_place.replace(BAR, "-").replace(" ", "_"),
        "name": entry.name,
        "called": card_reference(cards, index),
        "count": entry.count,
        "remarks": entry.remarks,
        "classes": " ".join(f"lies-{lying[word]}" for word in entry.remarks if word in lying),
        "says": says,
        "words": [(word, is_set, f"remark{BAR}{tile_place}{BAR}{word}") for word, is_set in words],
        "amounts": amounts,
        "several": not zone.parts,
        "open": result.open == tile_place or any(amount["error"] for amount in amounts),
    }


def _amount(tile_place: str, word: str, amount: int, result: TapResult) -> dict[str, Any]:
    """Return an amount on a card: its form field and the taps that change it by one."""
    field_name = f"{AMOUNT}{tile_place}:{word}"
    typed, error = result.errors.get(field_name, (str(amount), ""))
    name = f"amount-{slugify(tile_place.replace(BAR, '-'))}-{slugify(word)}"
    return {
        "id": name,
        "input": name,
        "field": field_name,
        "was": f"{WAS}{field_name}",
        "word": word,
        "now": amount,
        "typed": typed,
        "error": error,
        "most": MAX_AMOUNT,
        "taps": [(sign, f"remark{BAR}{tile_place}{BAR}{word}{BAR}{sign}1") for sign in ("-", "+")],
    }


def _next(sheet: Sheet, game: PlayableGame, played: Replay) -> None:
    """Add the verdict so far and the legal actions to the sheet."""
    sheet.verdict = str(played.verdict)
    if played.undetermined:
        sheet.problems.append(played.undetermined)
    pending = played.final.pending
    if played.verdict is not Verdict.LEGAL or pending is None:
        return
    sheet.asked = game.views.board(played.final, JUDGE).waiting
    actor = CHANCE_NAME if pending.seat == CHANCE else played.record.players[pending.seat]
    try:
        answers = list(islice(game.engine.legal(played.final), MAX_ANSWERS + 1))
    except UndeterminedError:
        return
    lines = dict.fromkeys(game.notation.render(played.final, answer) for answer in answers)
    sheet.answers = [(actor, line, BAR.join(("answer", actor, line))) for line in lines]
