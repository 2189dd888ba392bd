"""Limits of a replay, checked before it starts if possible, else while it runs.

Each line costs time, and each board costs space for every piece on it.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.disputes.replays.stored_boards import StoredBoard
from epic_events.infra.errors import UserError
from rules.judge.board import Board
from rules.judge.record.model import Record

MAX_PLAYS: Final = 2_000
"""Plays of a record with those of its courses; a whole game of two has about 250."""
MAX_BRANCHES: Final = 8
"""Maximum number of branches of a record; two of them are compared."""
MAX_OBJECTS: Final = 100_000
"""Things in play, added up over the boards of all steps; 30 champions through 400 plays are 12,000."""
MAX_BYTES: Final = 4_000_000
"""Bytes that the boards of a replay take; those of a whole game take about 150,000."""


class TooMuchWorkError(UserError):
    """The record exceeds a limit of replays."""


def _refusal(words: str) -> TooMuchWorkError:
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
        raise _refusal(words % {"plays": plays, "most": MAX_PLAYS})
    courses = len(record.branches)
    if courses > MAX_BRANCHES:
        words = _("The record has %(courses)d branches; the limit is %(most)d.")
        raise _refusal(words % {"courses": courses, "most": MAX_BRANCHES})


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
    plays, things = _plays(record), _things(board)
    if things * (plays + 1) <= MAX_OBJECTS:
        return
    words = ngettext(
        "%(things)d cards in play with %(plays)d play are too many to replay. The limit is %(few)d cards with this "
        "number of plays, or %(short)d plays with this number of cards.",
        "%(things)d cards in play with %(plays)d plays are too many to replay. The limit is %(few)d cards with this "
        "number of plays, or %(short)d plays with this number of cards.",
        plays,
    )
    few, short = MAX_OBJECTS // (plays + 1), max(MAX_OBJECTS // things - 1, 0)
    raise _refusal(words % {"things": things, "plays": plays, "few": few, "short": short})


def _things(board: Board) -> int:
    return sum(len(side.pieces) for side in board.sides)


def limit_pieces(boards: Iterable[tuple[Board, ...]]) -> Iterator[tuple[Board, ...]]:
    """Yield the boards of a replay until there are too many pieces on them.

    Raises:
        TooMuchWorkError: with the step at which the limit is exceeded.
    """
    things = 0
    for step, seen in enumerate(boards):
        board = seen[0]
        things += _things(board)
        if things > MAX_OBJECTS:
            words = _("There are too many cards in play to finish the replay: %(things)d at step %(step)d.")
            raise _refusal(words % {"things": _things(board), "step": step})
        yield seen


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
            raise _refusal(words % {"step": step})
        yield row
