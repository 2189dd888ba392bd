"""Taps that change the plays of a record, and typed plays."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _

from epic_events.disputes.editor.position import PositionSheet, card_reference
from epic_events.disputes.editor.result import TYPED_PLAY_INDEX, TapResult, parse_number
from epic_events.disputes.records import MAX_INLINE_RECORD_LENGTH
from rules.games import PlayableGame
from rules.judge.analysis.missing_passes import missing_passes
from rules.judge.record import CHANCE_NAME, Play, Record, RecordError, parse, write
from rules.judge.record.model import UNNAMED
from rules.judge.replay.replayer import replay

INSERT: Final = "passes"
"""Action that inserts missing passes."""


def _add_claim(result: TapResult, game: PlayableGame, words: list[str], *, only: bool) -> None:
    """Add a suggested play, with or without a card.

    Handles ``say|which|seat|zone|part|index``.
    """
    record, sayings = result.record, game.positions.sayings
    which, seat = parse_number(words[0]), parse_number(words[1])
    if not words[0] or which >= len(sayings) or not words[1] or not 0 <= seat < len(record.players):
        return
    saying, name = sayings[which], ""
    if saying.zones:
        zone = game.positions.zone(words[2])
        cards = PositionSheet(game, record).cards(seat, zone) if zone and zone.name in saying.zones else []
        part, index = parse_number(words[3]), parse_number(words[4])
        if part >= len(cards) or index >= len(cards[part]):
            return
        name = card_reference(cards[part], index)
    line, actor = saying.words.format(name), record.players[seat]
    last = record.plays[-1] if record.plays else None
    begins = saying.words.partition("{}")[0]
    if saying.several and last and last.actor == actor and last.words.startswith(begins):
        if name not in last.words[len(begins) :].split(", "):
            longer = replace(last, words=f"{last.words}, {name}")
            result.record = replace(record, plays=(*record.plays[:-1], longer))
        return
    result.record = _with_play(record, Play(actor, line), only=only)


def _with_play(record: Record, play: Play, *, only: bool) -> Record:
    return replace(record, plays=(*(() if only else record.plays), play))


def _answer(result: TapResult, _game: PlayableGame, words: list[str], *, only: bool) -> None:
    """Handle ``answer|actor|words``: add a legal action."""
    actor, line = words[0], words[1]
    if actor in (*result.record.players, CHANCE_NAME) and line.strip() and "\n" not in line:
        result.record = _with_play(result.record, Play(actor, line.strip()), only=only)


def _undo(result: TapResult, _game: PlayableGame, words: list[str], *, only: bool) -> None:
    """Handle ``back|index``: undo a play and all plays after it."""
    del only
    if words[0].isdecimal():
        result.record = replace(result.record, plays=result.record.plays[: int(words[0])])


def _edit(result: TapResult, _game: PlayableGame, words: list[str], *, only: bool) -> None:
    """Handle ``edit|index``: move a play into the text box.

    It stays if the text box contains other text.
    """
    del only
    plays = result.record.plays
    if result.typed_play or not words[0].isdecimal() or int(words[0]) >= len(plays):
        return
    index = int(words[0])
    result.typed_play, result.typed_play_index = format_play(plays[index]), index
    result.record = replace(result.record, plays=(*plays[:index], *plays[index + 1 :]))


def _choose_meaning(result: TapResult, _game: PlayableGame, words: list[str], *, only: bool) -> None:
    """Handle ``mean|index|line``: replace an ambiguous play by one of its meanings."""
    del only
    plays = result.record.plays
    if not words[0].isdecimal() or int(words[0]) >= len(plays):
        return
    index = int(words[0])
    meant = parse_line(result.record, words[1])
    if meant:
        play = replace(meant[0], notes=plays[index].notes)
        result.record = replace(result.record, plays=(*plays[:index], play, *meant[1:], *plays[index + 1 :]))


def _insert_passes(result: TapResult, game: PlayableGame, _words: list[str], *, only: bool) -> None:
    """Handle ``passes``: insert the passes that make an illegal play legal."""
    del only
    try:
        missing = missing_passes(replay(game, result.in_full(result.record)))
    except RecordError:
        return
    if missing is not None:
        result.record = replace(result.record, plays=parse(missing.record).plays)


IN_PLAYS: Final[Mapping[str, Callable[..., None]]] = {
    "say": _add_claim,
    "answer": _answer,
    "back": _undo,
    "edit": _edit,
    "mean": _choose_meaning,
    INSERT: _insert_passes,
}
"""Handlers of actions on a play, by first word."""


def format_play(play: Play) -> str:
    """Return a play as it is typed, with its player if it has one."""
    return f"{play.actor}: {play.as_written}" if play.actor != UNNAMED else play.as_written


def parse_line(record: Record, line: str) -> tuple[Play, ...]:
    """Return the plays of a line for the players of a record.

    Empty if the line contains anything else.

    Raises:
        RecordError: the line cannot be parsed.
    """
    empty = replace(record, decks=(), position=None, plays=(), branches=(), tail=())
    parsed = parse(f"{write(empty).rstrip()}\n\nPlays\n{line}\n")
    return () if parsed.branches or parsed.decks or parsed.position else parsed.plays


def apply_typed_play(
    result: TapResult, game: PlayableGame, form_data: Mapping[str, str], text: str, *, only: bool
) -> None:
    """Add a typed play to the record, or keep its text with the error."""
    if not text:
        return
    at = form_data.get(TYPED_PLAY_INDEX, "")
    plays = () if only else result.record.plays
    index = min(int(at), len(plays)) if at.isdecimal() and len(at) < 6 else len(plays)
    try:
        parsed = parse_line(result.record, text)
    except RecordError as error:
        result.wrong, parsed = error.problems[0].message, ()
    else:
        result.wrong = "" if parsed else _("This is not a play. Enter who plays and what they play.")
    record = replace(result.record, plays=(*plays[:index], *parsed, *plays[index:]))
    if parsed and parsed[0].actor == UNNAMED:
        result.wrong = _find_parse_error(result, game, record, index)
    if parsed and not result.wrong:
        result.record = record
    else:
        result.typed_play, result.typed_play_index = text, index if at else None


def _find_parse_error(result: TapResult, game: PlayableGame, record: Record, index: int) -> str:
    """Return why a play without a player cannot be parsed.

    Empty if it can, or if it is ambiguous.
    """
    text = write(record)
    if len(text) > MAX_INLINE_RECORD_LENGTH:
        return ""
    parsed = parse(text)
    try:
        replay(game, result.in_full(parsed))
    except RecordError as error:
        problem = error.problems[0]
        is_here = problem.line == parsed.plays[index].place.line
        return problem.message if is_here and not problem.expected else ""
    return ""
