"""The notation of keyboard entry: a table number, a result and additions.

A typed line has the table number, the result and additions, in upper or lower case. They are separated by spaces or by
characters of a number pad: ``*`` ``+`` ``/`` ``.`` ``,``. Seat 1 is the player named first.

========================  ==========================================================================================
``21`` ``2-1`` ``101``    games won by seat 1, by seat 2, drawn games; an undecided score means time was called
``1`` ``2`` ``0``         in a match of one game: seat 1 won, seat 2 won, the game was drawn
``d``                     a draw played to its end: 1-1-1 in a best of three
``id``                    an agreed draw
``c1`` ``c2``             seat 1, seat 2 conceded
``ns1`` ``ns2`` ``ns``    seat 1, seat 2, both did not show up
``aw1`` ``aw2``           awarded to seat 1, to seat 2
``dl``                    a double loss
``20 c`` ``20 aw``        a score and how the match ended: ``c`` ``aw`` ``id``, and ``t`` for time
``x1`` ``x2`` ``x12``     after the result: seat 1, seat 2, both drop
``h17-0``                 after the result: remaining health, ``?`` if unknown
``# text``                at the end: the reason, required to change a recorded result
========================  ==========================================================================================

Scores may also be written as in :mod:`epic_events.pairings.results.score_text`: ``12: 2:1``, ``T12 W/L``.
"""

import re
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext as _

from epic_events.infra.errors import UserError
from epic_events.pairings.methods.scores import NO_HEALTH, Health, Kind, Score, full_score, games_needed, kind_of_games
from epic_events.pairings.results.score_text import plain_text, split_named_line, split_table, to_notation

MAX_TABLE = 99_999
MAX_LINE_LENGTH = 600
_TABLE = re.compile(r"([0-9]{1,5})(?:[\s*+/.,;]+(.*))?")
_GAMES = re.compile(r"([0-9])-?([0-9])(?:-?([0-9]))?")
_HEALTH = re.compile(r"h([0-9]{1,3}|\?)-([0-9]{1,3}|\?)")
_SUFFIXES: Final = {"t": Kind.TIME, "c": Kind.CONCEDED, "aw": Kind.AWARDED, "id": Kind.AGREED_DRAW}
_WHOLE: Final = {
    "id": Score(0, 0, 0, Kind.AGREED_DRAW),
    "dl": Score(0, 0, 0, Kind.DOUBLE_LOSS),
    "ns": Score(0, 0, 0, Kind.NO_SHOW),
}


class LineError(UserError):
    """A line that cannot be parsed. The message says what would be valid."""

    code = "bad_line"


@dataclass(frozen=True, slots=True)
class EntryLine:
    """A parsed line.

    Attributes:
        table: the table number.
        score: the score, seat 1 first, not yet validated against the stage.
        drops: the seats (1 or 2) of players who drop, in order.
        reason: the reason for changing a recorded result. Empty if none was given.
    """

    table: int
    score: Score
    drops: tuple[int, ...] = ()
    reason: str = ""


def parse_line(text: str, best_of: int) -> EntryLine:
    """Parse a line of the notation.

    >>> parse_line("12 21", 3).score.games, parse_line("12*101", 3).score.kind.value
    ((2, 1, 0), 'time')

    Args:
        text: one line.
        best_of: length of the matches of the round: 1, 3 or 5 games.

    Raises:
        LineError: names the part that cannot be parsed.
    """
    if len(text) > MAX_LINE_LENGTH:
        raise LineError(_("The line is too long."))
    content, _mark, reason = text.strip().removeprefix("#").partition("#")
    numbered = _split_table(content)
    if numbered is None:
        raise LineError(_("Start the line with the table number, for example 12 21."))
    table, rest = numbered[0], re.split(r"[\s*+/.,;]+", to_notation(numbered[1]).strip(" \t*+/.,;"))
    if not rest[0]:
        raise LineError(_("Table %(table)d: the result is missing.") % {"table": table})
    rest[0] = to_notation(rest[0])
    score = _parse_result(rest[0], best_of)
    drops: tuple[int, ...] = ()
    for word in rest[1:]:
        if word in _SUFFIXES:
            score = replace(score, kind=_SUFFIXES[word])
        elif word in {"x1", "x2", "x12", "x21"}:
            drops = tuple(sorted({*drops, *map(int, word[1:])}))
        elif _HEALTH.fullmatch(word):
            score = replace(score, health=_parse_health(word))
        else:
            raise LineError(_("Unknown text “%(word)s” after the result.") % {"word": word[:20]})
    return EntryLine(table, score, drops, reason.strip()[:500])


def _split_table(content: str) -> tuple[int, str] | None:
    """Return the table number and the text after it; None without a number in front."""
    if "\n" in content.strip():
        return None
    line = plain_text(content).lower()
    match = _TABLE.fullmatch(line)
    return (int(match[1]), match[2] or "") if match else split_table(line)


def parse_named_line(text: str, best_of: int) -> tuple[str, str, Score]:
    """Parse a line with two names: "Ana 2-1 Ben", "Ana beat Ben".

    Such a line has no table number.

    Returns:
        Both names and the score, the first name first.

    Raises:
        LineError: the line does not have two names and a result.
    """
    numbered = split_table(text.strip()) if len(text) <= MAX_LINE_LENGTH else None
    named = split_named_line(numbered[1] if numbered else text) if len(text) <= MAX_LINE_LENGTH else None
    if named is None:
        raise LineError(_("Start the line with the table number, for example 12 21."))
    return named.first, named.second, _parse_result(named.result, best_of)


def _parse_result(word: str, best_of: int) -> Score:
    """Return the score for the word that follows the table number.

    Raises:
        LineError: the word is not a result.
    """
    if word in _WHOLE:
        return _WHOLE[word]
    if word == "d":
        most = games_needed(best_of) - 1
        return Score(most, most, best_of - 2 * most)
    code, seat = word[:-1], word[-1:]
    if word in {"w1", "w2"}:
        return full_score(int(seat), best_of, Kind.PLAYED)
    if seat in {"1", "2"} and code in {"c", "ns", "aw"}:
        kind = {"c": Kind.CONCEDED, "ns": Kind.NO_SHOW, "aw": Kind.AWARDED}[code]
        winner = int(seat) if kind is Kind.AWARDED else 3 - int(seat)
        return full_score(winner, best_of, kind)
    if best_of == 1 and word in {"0", "1", "2"}:
        return (Score(0, 0, 1), Score(1, 0), Score(0, 1))[int(word)]
    games = _GAMES.fullmatch(word)
    if games is None:
        raise LineError(
            _("“%(word)s” is not a result. Enter the games won, such as 21 or 2-1, or d, id, c1, ns1, dl or aw1.")
            % {"word": word[:20]}
        )
    first, second, drawn = (int(number or 0) for number in games.groups())
    return Score(first, second, drawn, kind_of_games(first, second, drawn, best_of))


def _parse_health(word: str) -> Health:
    one, two = (None if number == "?" else int(number) for number in word[1:].split("-"))
    return (one, two)


def format_line(line: EntryLine, best_of: int) -> str:
    """Format a line that `parse_line` parses back to the same values.

    >>> format_line(EntryLine(12, Score(2, 0, 0, Kind.CONCEDED), (2,)), 3)
    '12 2-0 c x2'
    """
    words = [str(line.table), *_format_result(line.score, best_of)]
    if line.drops:
        words.append("x" + "".join(map(str, line.drops)))
    if line.score.health != NO_HEALTH:
        words.append("h" + "-".join("?" if health is None else str(health) for health in line.score.health))
    if line.reason:
        words += ["#", line.reason]
    return " ".join(words)


def _format_result(score: Score, best_of: int) -> list[str]:
    if score.kind is Kind.NO_SHOW:
        return [f"ns{3 - score.winner}" if score.winner else "ns"]
    if score.kind is Kind.DOUBLE_LOSS:
        return ["dl"]
    if score.kind is Kind.AGREED_DRAW and not any(score.games):
        return ["id"]
    games = "-".join(str(number) for number in (score.games if score.drawn else score.games[:2]))
    suffix = next((word for word, kind in _SUFFIXES.items() if kind is score.kind), "")
    return [games] if score.kind is kind_of_games(*score.games, best_of) else [games, suffix]
