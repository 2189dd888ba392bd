"""Reading a record that somebody hands in, its plays too, before anything of it is stored."""

import logging
from collections.abc import Mapping
from dataclasses import replace as with_fields
from typing import NamedTuple

from django.utils.translation import gettext as _

from epic_events.disputes.records.card_files import game_named, name_of_cards
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
LONGEST_RECORD = 200_000  # characters; a whole game is about twenty thousand
LONGEST_PLAYED = 30_000  # characters, at worst a second; the plays of a longer record wait for the worker
MOST_PLAYED = 400  # plays; a whole game has about 250, which take about a tenth of a second


def readings_of(event: Event | None) -> dict[str, str]:
    """Return the headers that tell readings and printings of an event, for records without their own."""
    if event is None:
        return {}
    told = ((interpretations.KEY, event.readings), (printings.KEY, event.printings))
    return {key: value for key, value in told if value}


def headers_of(event: Event | None) -> dict[str, str]:
    """Return the headers that tell readings, printings and cards of an event; one query for an event with cards."""
    cards = name_of_cards(event) if event is not None else ""
    return {**readings_of(event), **({CARDS: cards} if cards else {})}


def with_headers(record: Record, headers: Mapping[str, str]) -> Record:
    """Return a record with those of the headers that it has not.

    They stand at the place of a line that there is, so that every mistake is told where it was typed.
    """
    place = record.headers[-1].place
    added = [Header(key, value, place=place) for key, value in headers.items() if record.header(key) is None]
    return with_fields(record, headers=(*record.headers, *added))


class ReadRecord(NamedTuple):
    """A record that can be read: the slug of its game, and the version of the rules that it names."""

    game: str
    version: str


def read_record(text: str, game: str = "", event: Event | None = None) -> ReadRecord:
    """Return what a record is of, refusing one that cannot be read.

    Plays that are merely illegal are read: the verdict is about them. Nothing is known of what comes after an illegal
    play, nor, in a very long record, of the plays at its end; what cannot be read there the worker says.

    Args:
        text: the record as typed.
        game: slug of the game it must be of; empty for any that an engine plays.
        event: whose readings, printings and card file it is read with, unless it chooses its own.

    Raises:
        UserError: when it is empty or too long, or would cost a worker too much.
        RecordError: with line and column, when it cannot be understood, is of a game that no engine plays or of rules
            that nobody printed, begins with what cannot be, or a play names what does not exist.
    """
    if not text.strip():
        message = _("The record is empty. Enter who did what, one play per line.")
        raise UserError(message, fields={"record": message})
    if len(text) > LONGEST_RECORD:
        words = _("The record has %(length)d characters; the limit is %(most)d.")
        raise UserError(words % {"length": len(text), "most": LONGEST_RECORD})
    record = parse(text, game=game, known={slug: tuple(each.versions) for slug, each in GAMES.items()})
    record = with_headers(record, headers_of(event))
    require_few_plays(record)
    played = game_for_record(record, game_named(record, event))
    begun = initial_state(played, record)
    require_small_table(record, played.views.board(begun, PUBLIC))
    if len(text) <= LONGEST_PLAYED:
        _read_plays(played, record)
    return ReadRecord(played.slug, begun.version)


def with_readings(text: str, event: Event | None) -> str:
    """Return a record that can be read with readings, printings and card file of an event, unless it has its own."""
    told = headers_of(event)
    if not told:
        return text
    record = parse(text)
    added = [f"{key}: {value}" for key, value in told.items() if record.header(key) is None]
    lines, last = text.split("\n"), max(header.place.line for header in record.headers)
    return "\n".join((*lines[:last], *added, *lines[last:])) if added else text


def _read_plays(played: PlayableGame, record: Record) -> None:
    """Play as much of a record as a visitor can wait for, for the plays that cannot be read.

    Raises:
        RecordError: a play that names what does not exist or fits several things.
    """
    try:
        replay(played, with_fields(record, plays=record.plays[:MOST_PLAYED]))
    except RecordError:
        raise
    except Exception:
        # A fault of ours must not keep the record from the worker, who stores it as such.
        logger.exception("The engine stumbled while reading a record.")
