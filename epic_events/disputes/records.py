"""Records of disputes: card file, limits, validation and plays.

A record is validated before it is stored.
"""

import logging
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.decks.context import current_card_file, load_game_with_cards
from epic_events.decks.models import CardFile
from epic_events.disputes.models import Dispute
from epic_events.disputes.replays.stored_boards import StoredBoard
from epic_events.events.models import Event
from epic_events.infra.errors import UserError
from rules.games import GAMES, Game, PlayableGame, card_file_hash, game_for_record
from rules.judge.board import PUBLIC, Board
from rules.judge.record import Record, RecordError, parse, write
from rules.judge.record.model import Header, Play
from rules.judge.replay.replayer import replay
from rules.judge.setup import interpretations, printings
from rules.judge.setup.initial_state import initial_state

logger = logging.getLogger(__name__)

CARDS = "Cards"
"""The header that names the cards a record is played with."""
MAX_RECORD_LENGTH = 200_000  # characters; a whole game has about 20,000
MAX_INLINE_RECORD_LENGTH = 30_000  # characters, at most one second; plays of longer records are parsed by the worker
MAX_INLINE_PLAYS = 400  # plays; a whole game has about 250, which take 0.1 s
MAX_PLAYS: Final = 2_000
"""Maximum number of plays of a record and its branches; a whole game of two has about 250."""
MAX_BRANCHES: Final = 8
"""Maximum number of branches of a record; two of them are compared."""
MAX_OBJECTS: Final = 100_000
"""Maximum number of cards in play, summed over the boards of all steps; 30 champions through 400 plays are 12,000."""
MAX_BYTES: Final = 4_000_000
"""Maximum size of the boards of a replay in bytes; those of a whole game take about 150,000."""
MAX_QUOTE_LENGTH: Final = 1000  # characters of the words that select a play
_PLAY_NUMBER: Final = re.compile(r"^\s*[0-9]{1,6}\s*[.)]\s*")
_NUMBER: Final = re.compile(r"(?P<what>line|zeile|play|spielzug)?\s*(?P<number>[0-9]{1,6})", re.IGNORECASE)


def current_game(event: Event | None) -> Game | None:
    """Return the game of an event with its current card file.

    ``None`` if there is none.
    """
    file = current_card_file(event) if event is not None else None
    return load_game_with_cards(file.game, file.hash) if file is not None else None


def game_of_record(record: Record, event: Event | None) -> Game | None:
    """Return the game with the card file of a record.

    ``None`` if it needs none or the file is unavailable. A record that names a version of the event's card file is
    replayed with that version.
    """
    card_hash = card_file_hash(record)
    if not card_hash:
        return current_game(event) if record.header("Cards") is None else None
    if event is None:
        return None
    files = CardFile.objects.filter(event=event, game=event.game, hash__startswith=card_hash)
    file_hash = files.order_by("-number").values_list("hash", flat=True).first()
    return load_game_with_cards(event.game, file_hash) if file_hash else None


def cards_header(event: Event | None) -> str:
    """Return the value of the header ``Cards`` for an event.

    Empty without a card file.
    """
    game = current_game(event)
    return game.cards_reference if isinstance(game, PlayableGame) else ""


class TooMuchWorkError(UserError):
    """The record exceeds a limit of replays."""


def _too_much_work(words: str) -> TooMuchWorkError:
    advice = _("Start shortly before the disputed play with a position, and leave out what does not matter.")
    message = f"{words} {advice}"
    return TooMuchWorkError(message, fields={"record": message})


def require_few_plays(record: Record) -> None:
    """Raise ``TooMuchWorkError`` if a record has too many plays or branches.

    Raises:
        TooMuchWorkError: with the number and the limit.
    """
    plays = _plays(record)
    if plays > MAX_PLAYS:
        words = _("The record has %(plays)d plays; the limit is %(most)d.")
        raise _too_much_work(words % {"plays": plays, "most": MAX_PLAYS})
    courses = len(record.branches)
    if courses > MAX_BRANCHES:
        words = _("The record has %(courses)d branches; the limit is %(most)d.")
        raise _too_much_work(words % {"courses": courses, "most": MAX_BRANCHES})


def _plays(record: Record) -> int:
    return len(record.plays) + sum(len(branch.plays) for branch in record.branches)


def require_small_table(record: Record, board: Board) -> None:
    """Raise ``TooMuchWorkError`` if the boards of a replay would take too much space.

    Args:
        record: the record.
        board: the initial board.

    Raises:
        TooMuchWorkError: with the numbers and the limits.
    """
    plays, objects = _plays(record), _count_objects(board)
    if objects * (plays + 1) <= MAX_OBJECTS:
        return
    words = ngettext(
        "%(things)d cards in play with %(plays)d play are too many to replay. The limit is %(few)d cards with this "
        "number of plays, or %(short)d plays with this number of cards.",
        "%(things)d cards in play with %(plays)d plays are too many to replay. The limit is %(few)d cards with this "
        "number of plays, or %(short)d plays with this number of cards.",
        plays,
    )
    few, short = MAX_OBJECTS // (plays + 1), max(MAX_OBJECTS // objects - 1, 0)
    raise _too_much_work(words % {"things": objects, "plays": plays, "few": few, "short": short})


def _count_objects(board: Board) -> int:
    return sum(len(side.pieces) for side in board.sides)


def limit_pieces(boards: Iterable[tuple[Board, ...]]) -> Iterator[tuple[Board, ...]]:
    """Yield the boards of a replay until there are too many pieces on them.

    Raises:
        TooMuchWorkError: with the step at which the limit is exceeded.
    """
    objects = 0
    for step, views in enumerate(boards):
        board = views[0]
        objects += _count_objects(board)
        if objects > MAX_OBJECTS:
            words = _("There are too many cards in play to finish the replay: %(things)d at step %(step)d.")
            raise _too_much_work(words % {"things": _count_objects(board), "step": step})
        yield views


def limit_bytes(rows: Iterable[StoredBoard]) -> Iterator[StoredBoard]:
    """Yield stored boards until they take too much space.

    Raises:
        TooMuchWorkError: with the step at which the limit is exceeded.
    """
    size = 0
    for step, row in enumerate(rows):
        size += row.size
        if size > MAX_BYTES:
            words = _("The boards after step %(step)d cannot be stored because too much changes.")
            raise _too_much_work(words % {"step": step})
        yield row


def interpretation_headers(event: Event | None) -> dict[str, str]:
    """Return the headers with the interpretations and printings of an event."""
    if event is None:
        return {}
    headers = ((interpretations.KEY, event.readings), (printings.KEY, event.printings))
    return {key: value for key, value in headers if value}


def event_headers(event: Event | None) -> dict[str, str]:
    """Return the headers with the interpretations, printings and cards of an event.

    At most one query.
    """
    cards = cards_header(event) if event is not None else ""
    return {**interpretation_headers(event), **({CARDS: cards} if cards else {})}


@lru_cache(maxsize=16)
def parse_stored(text: str, game: str) -> Record:
    """Parse a record that was validated before.

    Cached, because each page of a dispute parses it.

    Raises:
        RecordError: it is of another game, or can no longer be parsed.
    """
    return parse(text, game=game)


def with_headers(record: Record, headers: Mapping[str, str]) -> Record:
    """Return a record with the headers that it lacks.

    Added headers have the place of an existing line, so that errors keep their line numbers.
    """
    place = record.headers[-1].place
    added = [Header(key, value, place=place) for key, value in headers.items() if record.header(key) is None]
    return replace(record, headers=(*record.headers, *added))


class ReadRecord(NamedTuple):
    """The game and rules version of a parsed record."""

    game: str
    version: str


def read_record(text: str, game: str = "", event: Event | None = None) -> ReadRecord:
    """Parse and validate a record, and return its game and rules version.

    Illegal plays are valid, because the verdict is about them. Plays after an illegal one, and the last plays of a very
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
    record = parse(text, game=game, versions_by_game={slug: tuple(each.versions) for slug, each in GAMES.items()})
    record = with_headers(record, event_headers(event))
    require_few_plays(record)
    played = game_for_record(record, game_of_record(record, event))
    begun = initial_state(played, record)
    require_small_table(record, played.views.board(begun, PUBLIC))
    if len(text) <= MAX_INLINE_RECORD_LENGTH:
        _read_plays(played, record)
    return ReadRecord(played.slug, begun.version)


def with_event_headers(text: str, event: Event | None) -> str:
    """Add the event's interpretations, printings and card file to a valid record.

    A record that has its own is returned unchanged.
    """
    headers = event_headers(event)
    if not headers:
        return text
    record = parse(text)
    added = [f"{key}: {value}" for key, value in headers.items() if record.header(key) is None]
    lines, last = text.split("\n"), max(header.place.line for header in record.headers)
    return "\n".join((*lines[:last], *added, *lines[last:])) if added else text


def _read_plays(played: PlayableGame, record: Record) -> None:
    """Replay the start of a record to find plays that cannot be parsed.

    It replays as much as a request can wait for.

    Raises:
        RecordError: a play names an unknown object or is ambiguous.
    """
    try:
        replay(played, replace(record, plays=record.plays[:MAX_INLINE_PLAYS]))
    except RecordError:
        raise
    except Exception:
        # An engine error must not reject the record; the worker stores it as a failure.
        logger.exception("The engine crashed while reading a record.")


def disputed_line(record: Record, text: str) -> int | None:
    """Return the line of the disputed play.

    ``None`` for the last play, if none is given.

    Args:
        record: the record as it was typed.
        text: ``line 19``, ``play 4``, a number if it is unambiguous, or the words of the play.

    Raises:
        UserError: it matches no play or several.
    """
    text = text.strip()
    if not text:
        return None
    number = _NUMBER.fullmatch(text)
    index = _numbered(record.plays, number) if number else _find_by_text(record.plays, text)
    lines = sorted({play.place.line for play in index})
    if len(lines) == 1 and lines[0]:
        return lines[0]
    if not lines:
        message = _("The record has no play “%(said)s”. Enter the text of the play, or “line” and its line number.")
        message %= {"said": text[:MAX_QUOTE_LENGTH]}
    else:
        plays = ", ".join(_("line %(line)d (%(play)s)") % {"line": p.place.line, "play": play_text(p)} for p in index)
        message = _("“%(said)s” matches several plays: %(plays)s. Enter “line” and the line number.")
        message %= {"said": text[:MAX_QUOTE_LENGTH], "plays": plays}
    raise UserError(message, fields={"disputed_play": message})


def play_text(play: Play) -> str:
    """Return a play as text: player and words."""
    return f"{play.actor}: {play.words}" if play.actor else play.words


def list_plays(text: str, game: str) -> list[tuple[int, str]]:
    """Return the line and words of each play of a stored record.

    Empty if it can no longer be parsed.
    """
    try:
        plays = parse_stored(text, game).plays
    except RecordError:
        return []
    lines: dict[int, list[str]] = {}
    for play in plays:
        lines.setdefault(play.place.line, []).append(play_text(play))
    return [(line, " / ".join(words)) for line, words in lines.items() if line]


def play_selector(text: str, game: str, line: int | None) -> str:
    """Return the text that selects the play at a line of a stored record.

    Empty for the last play.
    """
    is_listed = line is not None and any(line == each for each, _words in list_plays(text, game))
    return _("line %(line)d") % {"line": line} if is_listed else ""


def _numbered(plays: Sequence[Play], number: re.Match[str]) -> list[Play]:
    """Return the plays that a number can refer to.

    It may be a line, a number among the plays, or both.
    """
    value, verb = int(number["number"]), (number["what"] or "").lower()
    by_line = [play for play in plays if play.place.line == value]
    by_place = [plays[value - 1]] if 0 < value <= len(plays) else []
    if verb in {"line", "zeile"}:
        return by_line
    return by_place if verb else [*by_line, *by_place]


def _find_by_text(plays: Sequence[Play], text: str) -> list[Play]:
    """Return the plays with these words.

    The words may include the player, its colon and a number before it.
    """
    texts = {_words(text), _words(_PLAY_NUMBER.sub("", text))}
    return [play for play in plays if texts & {_words(play_text(play)), _words(play.words)}]


def _words(text: str) -> tuple[str, ...]:
    """Return the words of a text in order and lower case, without punctuation."""
    return tuple(re.sub(r"[,:;.](?=\s|$)", " ", text.casefold()).split())


def truncate_record(dispute: Dispute, step: int) -> str:
    """Return the record of a dispute up to a step of its replay."""
    text = dispute.record.text if dispute.record else ""
    timeline = (dispute.result or {}).get("timeline", [])
    last = timeline[min(step, len(timeline)) - 1]["line"] if step and timeline else 0
    record = parse(text)
    plays = tuple(play for play in record.plays if play.place.line <= last)
    return write(replace(record, plays=plays, branches=()))


def count_plays_after(record: Record, line: int) -> int:
    """Return the number of plays after a line, counted from 1."""
    return sum(play.place.line > line for play in record.plays)
