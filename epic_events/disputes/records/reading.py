"""Parsing and validation of a submitted record, before it is stored."""

import logging
from collections.abc import Mapping
from dataclasses import replace as with_fields
from typing import NamedTuple

from django.utils.translation import gettext as _

from epic_events.disputes.records.card_files import cards_header, game_of_record
from epic_events.disputes.replays.limits import require_few_plays, require_small_table
from epic_events.events.models import Event
from epic_events.infra.errors import UserError
from rules.games import GAMES, PlayableGame, game_for_record
from rules.judge.board import PUBLIC
from rules.judge.record import Record, RecordError, parse
from rules.judge.record.model import Header
from rules.judge.replay.replayer import replay
from rules.judge.setup import interpretations, printings
from rules.judge.setup.initial_state import initial_state

logger = logging.getLogger(__name__)

CARDS = "Cards"
"""The header that names the cards a record is played with."""
MAX_RECORD_LENGTH = 200_000  # characters; a whole game has about 20,000
MAX_INLINE_RECORD_LENGTH = 30_000  # characters, at most one second; plays of longer records are parsed by the worker
MAX_INLINE_PLAYS = 400  # plays; a whole game has about 250, which take 0.1 s


def interpretation_headers(event: Event | None) -> dict[str, str]:
    """Return the headers with the interpretations and printings of an event."""
    if event is None:
        return {}
    headers = ((interpretations.KEY, event.readings), (printings.KEY, event.printings))
    return {key: value for key, value in headers if value}


def event_headers(event: Event | None) -> dict[str, str]:
    """Return the headers with the interpretations, printings and cards of an event; at most one query."""
    cards = cards_header(event) if event is not None else ""
    return {**interpretation_headers(event), **({CARDS: cards} if cards else {})}


def with_headers(record: Record, headers: Mapping[str, str]) -> Record:
    """Return a record with the headers that it lacks.

    Added headers have the place of an existing line, so that errors keep their line numbers.
    """
    place = record.headers[-1].place
    added = [Header(key, value, place=place) for key, value in headers.items() if record.header(key) is None]
    return with_fields(record, headers=(*record.headers, *added))


class ReadRecord(NamedTuple):
    """The game and rules version of a parsed record."""

    game: str
    version: str


def read_record(text: str, game: str = "", event: Event | None = None) -> ReadRecord:
    """Parse and validate a record, and return its game and rules version.

    Illegal plays are valid, because the verdict is about them. Plays after an illegal one, and the last plays of a
    very
    long record, are not parsed here; the worker reports their errors.

    Args:
        text: the record as typed.
        game: slug of the required game; empty for any game with an engine.
        event: the event whose interpretations, printings and card file apply by default.

    Raises:
        UserError: it is empty, too long, or too expensive to replay.
        RecordError: it cannot be parsed, names an unknown game, rules version or card, or has an impossible
        position; each
            error has its line and column.
    """
    if not text.strip():
        message = _("The record is empty. Enter who did what, one play per line.")
        raise UserError(message, fields={"record": message})
    if len(text) > MAX_RECORD_LENGTH:
        words = _("The record has %(length)d characters; the limit is %(most)d.")
        raise UserError(words % {"length": len(text), "most": MAX_RECORD_LENGTH})
    record = parse(text, game=game, known={slug: tuple(each.versions) for slug, each in GAMES.items()})
    record = with_headers(record, event_headers(event))
    require_few_plays(record)
    played = game_for_record(record, game_of_record(record, event))
    begun = initial_state(played, record)
    require_small_table(record, played.views.board(begun, PUBLIC))
    if len(text) <= MAX_INLINE_RECORD_LENGTH:
        _read_plays(played, record)
    return ReadRecord(played.slug, begun.version)


def with_event_headers(text: str, event: Event | None) -> str:
    """Return a valid record with the interpretations, printings and card file of the event, unless it has its own."""
    headers = event_headers(event)
    if not headers:
        return text
    record = parse(text)
    added = [f"{key}: {value}" for key, value in headers.items() if record.header(key) is None]
    lines, last = text.split("\n"), max(header.place.line for header in record.headers)
    return "\n".join((*lines[:last], *added, *lines[last:])) if added else text


def _read_plays(played: PlayableGame, record: Record) -> None:
    """Replay as much of a record as a request can wait for, to find plays that cannot be parsed.

    Raises:
        RecordError: a play names an unknown object or is ambiguous.
    """
    try:
        replay(played, with_fields(record, plays=record.plays[:MAX_INLINE_PLAYS]))
    except RecordError:
        raise
    except Exception:
        # An engine error must not reject the record; the worker stores it as a failure.
        logger.exception("The engine crashed while reading a record.")
