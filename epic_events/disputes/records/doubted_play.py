"""The disputed play of a record, given by its line, its number or its words."""

import re
from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _

from epic_events.infra.errors import UserError
from rules.judge.record import Record, RecordError, parse
from rules.judge.record.model import Play
from rules.judge.replay.result import normalized_words

MAX_QUOTE_LENGTH: Final = 1000  # characters of the words that select a play
_NUMBER: Final = re.compile(r"(?P<what>line|zeile|play|spielzug)?\s*(?P<number>[0-9]{1,6})", re.IGNORECASE)


def doubted_line(record: Record, text: str) -> int | None:
    """Return the line of the disputed play; ``None`` for the last play, if none is given.

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
    found = _numbered(record.plays, number) if number else _find_by_text(record.plays, text)
    lines = sorted({play.place.line for play in found})
    if len(lines) == 1 and lines[0]:
        return lines[0]
    if not lines:
        message = _("The record has no play “%(said)s”. Enter the words of the play, or “line” and its line number.")
        message %= {"said": text[:MAX_QUOTE_LENGTH]}
    else:
        plays = ", ".join(_("line %(line)d (%(play)s)") % {"line": p.place.line, "play": play_text(p)} for p in found)
        message = _("“%(said)s” matches several plays: %(plays)s. Enter “line” and the line number.")
        message %= {"said": text[:MAX_QUOTE_LENGTH], "plays": plays}
    raise UserError(message, fields={"doubted": message})


def play_text(play: Play) -> str:
    """Return a play as text: player and words."""
    return f"{play.actor}: {play.words}"


def list_plays(text: str, game: str) -> list[tuple[int, str]]:
    """Return the line and words of each play of a stored record; empty if it can no longer be parsed."""
    try:
        plays = parse(text, game=game).plays
    except RecordError:
        return []
    lines: dict[int, list[str]] = {}
    for play in plays:
        lines.setdefault(play.place.line, []).append(play_text(play))
    return [(line, " / ".join(words)) for line, words in lines.items() if line]


def play_selector(text: str, game: str, line: int | None) -> str:
    """Return the text that selects the play at a line of a stored record; empty for the last play."""
    known = line is not None and any(line == each for each, _words in list_plays(text, game))
    return _("line %(line)d") % {"line": line} if known else ""


def _numbered(plays: Sequence[Play], number: re.Match[str]) -> list[Play]:
    """Return the plays that a number can refer to: by line, by number among the plays, or both."""
    value, what = int(number["number"]), (number["what"] or "").lower()
    by_line = [play for play in plays if play.place.line == value]
    by_place = [plays[value - 1]] if 0 < value <= len(plays) else []
    if what in {"line", "zeile"}:
        return by_line
    return by_place if what else [*by_line, *by_place]


def _find_by_text(plays: Sequence[Play], text: str) -> list[Play]:
    """Return the plays with these words, with or without the player."""
    wanted = normalized_words(text)
    return [play for play in plays if wanted in (normalized_words(play_text(play)), normalized_words(play.words))]
