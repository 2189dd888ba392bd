"""Parsers for an imported event: results, round names and ``meta.json``."""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from itertools import groupby

from django.utils.translation import gettext as _

from epic_events.infra.errors import UserError
from epic_events.pairings.methods.brackets import Part
from epic_events.pairings.methods.scores import Kind

FINAL, SEMI, QUARTER = 2, 4, 8
MAX_PLAYERS = 64

SWISS_WORDS = frozenset({"swiss", "swiss round", "swiss rounds", "swiss stage", "main event"})
PLAYOFF_WORDS = frozenset(
    {
        "playoff", "playoffs", "play off", "play offs", "cut", "top cut", "elimination", "single elimination",
        "knockout", "knock out", "bracket", "finals stage", "final stage", "elimination rounds",
    }
)  # fmt: skip

_THIRD = re.compile(
    r"(match for |match |play ?off )?(for )?(the )?(3rd|third|3)( ?(and|/|&)? ?(4th|fourth|4))?( places?)"
    r"( match| game| play ?offs?| final)?|bronze( medal)?( match| game| final)?"
    r"|(small|little|petite|consolation) finals?|consolation( match| game)?|3/4"
    r"|kleines finale|spiel um (den )?(platz 3|3 platz|dritten platz)"
)
_FINAL = re.compile(
    r"(the |grand )?final[se]?( match| round)?|(1st|first) place( match)?|championship( match| round| final)?"
    r"|endspiel|f"
)
_ITS_MATCH = r"(?: ?(?:match |game |table )?#?[1-4a-d])?"
"""Number of the match within the round, ignored."""
_SEMI = re.compile(r"(?:(the )?semis?( ?finals?)?( round)?|sf|1/2 ?finals?|half ?finals?|halbfinale)" + _ITS_MATCH)
_QUARTER = re.compile(r"(?:(the )?quarters?( ?finals?)?( round)?|qf|1/4 ?finals?|viertelfinale)" + _ITS_MATCH)
_EIGHTH = re.compile(r"(eighth|octo|8th)s?( ?finals?)|1/8 ?finals?|achtelfinale")
_OF = re.compile(r"(?:top|round of|last|best|ro|t|final|elite|sweet) ?([0-9]{1,3})")
_WITHIN = re.compile(
    r"(?:top [0-9]{1,3}|top cut|cut|play ?offs?|knock ?out|elimination|bracket)(?: stage)?"
    r"[-:,\u2010-\u2015 ]+(?=[^\W\d])"
)
"""Prefixes of a round name without further meaning."""
_NUMBERS = {"two": "2", "four": "4", "eight": "8", "sixteen": "16"}
_SIZED = ((_FINAL, FINAL), (_SEMI, SEMI), (_QUARTER, QUARTER), (_EIGHTH, 2 * QUARTER))
_NUMBERED = re.compile(
    r"(?:(?P<kind>swiss|play ?off|elimination|single elimination|knock ?out|cut|bracket)s? )?"
    r"(?:round|rd|r|runde)? ?(?P<number>[0-9]{1,2})"
)


@dataclass(frozen=True, slots=True)
class RoundName:
    """A parsed round name; exactly one of the first three attributes is set.

    Attributes:
        number: number of the round in its stage, from 1; else 0.
        players: number of players left in the round, a power of two from 2; else 0.
        third: True for the third-place match.
        stage: ``swiss`` or ``playoff`` if the name says so, else empty.
    """

    number: int = 0
    players: int = 0
    third: bool = False
    stage: str = ""


def normalize_name(text: str) -> str:
    """Return a name in lower case without accents, words separated by single spaces."""
    bare = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    return " ".join(re.sub(r"(?<=\w)[-_.:\u2010-\u2015]+", " ", bare.casefold()).split())


def parse_stage(text: str) -> str:
    """Return ``swiss`` or ``playoff`` for a stage name; empty for anything else."""
    words = normalize_name(text)
    if words in SWISS_WORDS:
        return "swiss"
    return "playoff" if words in PLAYOFF_WORDS else ""


def parse_round(text: str) -> RoundName | None:
    """Parse a round name; return None if it is unknown.

    >>> parse_round("Semi-Finals").players, parse_round("Top 8").players, parse_round("Round 3").number
    (4, 8, 3)
    """
    words = " ".join(_NUMBERS.get(word, word) for word in normalize_name(text).split())
    round_name = _parse_named_round(words) or _parse_named_round(_WITHIN.sub("", words))
    if round_name:
        return round_name
    if match := _OF.fullmatch(words):
        left = int(match[1])
        return RoundName(players=1 << (left - 1).bit_length(), stage="playoff") if 2 <= left <= MAX_PLAYERS else None
    if (numbered := _NUMBERED.fullmatch(words)) and int(numbered["number"]) >= 1:
        kind = numbered["kind"] or ""
        stage = {"": "", "swiss": "swiss"}.get(kind, "playoff")
        return RoundName(number=int(numbered["number"]), stage=stage)
    return None


def _parse_named_round(words: str) -> RoundName | None:
    """Return the round of a name such as "quarterfinals" or "finals"."""
    if _THIRD.fullmatch(words):
        return RoundName(third=True, stage="playoff")
    return next(
        (RoundName(players=players, stage="playoff") for pattern, players in _SIZED if pattern.fullmatch(words)), None
    )


COLUMNS = ("stage", "round", "player1", "player2", "p1_game_wins", "p2_game_wins", "games_drawn", "is_bye")
MAX_SHOWN_ERRORS = 25
MAX_GAMES = 20
MAX_NAME_LENGTH = 80


@dataclass(frozen=True, slots=True)
class FileRow:
    """One match of the file.

    Attributes:
        line: line number in the file.
        stage: ``swiss`` or ``playoff``.
        round: number of the round in its stage, from 1.
        first: a player.
        second: the opponent; empty for a bye.
        first_wins: games won by the first player.
        second_wins: games won by the second player.
        drawn: games drawn.
        third: True for the third-place match.
        kind: how the result came about; games that decide nothing count as played.
        part: part of a double elimination; empty for the winners' bracket.
    """

    line: int
    stage: str
    round: int
    first: str
    second: str
    first_wins: int
    second_wins: int
    drawn: int
    third: bool = False
    kind: Kind = Kind.PLAYED
    part: Part = Part.MAIN

    @property
    def players(self) -> tuple[str, ...]:
        """The players of the match."""
        return (self.first, self.second) if self.second else (self.first,)


class FileError(UserError):
    """A file of results with errors; the message has one line per error."""

    code = "bad_file"

    def __init__(self, errors: list[str]) -> None:
        messages = errors[:MAX_SHOWN_ERRORS]
        if len(errors) > len(messages):
            messages.append(_("… and %(count)d more.") % {"count": len(errors) - len(messages)})
        super().__init__("\n".join(messages))
        self.errors = tuple(errors)


def finish_rows(read: list[tuple[RoundName, FileRow]], errors: list[str]) -> list[FileRow]:
    """Return the rows with numbered rounds.

    Raises:
        FileError: there are errors, or the rows contradict each other.
    """
    rows: list[FileRow] = []
    if not errors:
        rows = _number_rounds(read, errors)
    if not rows and not errors:
        errors.append(_("The file has no results. Add one line per match after the header."))
    if not errors:
        errors += [*_duplicate_player_errors(rows), *_missing_round_errors(rows)]
    if errors:
        raise FileError(errors)
    return rows


def parse_row(line: int, values: Mapping[str, str], read: list[tuple[RoundName, FileRow]], errors: list[str]) -> None:
    """Append the parsed row to `read`, or its errors to `errors`.

    `values` has all of :data:`COLUMNS`.
    """
    row_errors = list(_row_errors(values))
    errors += [_("line %(line)d: %(error)s") % {"line": line, "error": error} for error in row_errors]
    if not row_errors:
        first, second, drawn = (int(values[name]) for name in ("p1_game_wins", "p2_game_wins", "games_drawn"))
        names = (values["player1"], values["player2"])
        stage, round_name = _parse_stage_and_round(values)
        read.append(
            (round_name, FileRow(line, stage, round_name.number, *names, first, second, drawn, round_name.third))
        )


def _parse_stage_and_round(values: Mapping[str, str]) -> tuple[str, RoundName]:
    """Return stage and round name of a row without errors.

    A round name takes precedence over a number: ``Quarterfinals,1`` and ``playoff,Quarterfinals`` are the same round.
    """
    by_stage, by_round = parse_round(values["stage"]), parse_round(values["round"])
    round_name = next((each for each in (by_round, by_stage) if each is not None and each.stage == "playoff"), None)
    round_name = round_name or by_round or RoundName()
    return (round_name.stage or parse_stage(values["stage"])), round_name


def _number_rounds(read: list[tuple[RoundName, FileRow]], errors: list[str]) -> list[FileRow]:
    """Return the rows with round numbers instead of round names.

    The largest named playoff round becomes round 1. Numbers that continue those of the Swiss rounds restart at 1.
    """
    playoff = [(round_name, row) for round_name, row in read if row.stage == "playoff"]
    largest = max((round_name.players for round_name, _row in playoff), default=0)
    numbers = {round_name.number for round_name, _row in playoff if round_name.number}
    if largest and numbers:
        errors.append(_("Some playoff rounds have names and others have numbers. Use one or the other."))
        return []
    swiss = max((row.round for _named, row in read if row.stage == "swiss"), default=0)
    skip = swiss if numbers and min(numbers) == swiss + 1 else 0
    last = largest.bit_length() - 1 if largest else max(numbers, default=skip + 1) - skip
    rows = []
    for round_name, row in read:
        number = round_name.number
        if row.stage == "playoff":
            counted = (
                largest.bit_length() - round_name.players.bit_length() + 1 if round_name.players else number - skip
            )
            number = last if round_name.third else counted
        rows.append(replace(row, round=number))
    return rows


def _row_errors(values: Mapping[str, str]) -> Iterator[str]:
    round_names = [each for each in (parse_round(values["stage"]), parse_round(values["round"])) if each is not None]
    of_playoff = any(each.stage == "playoff" for each in round_names)
    if not parse_stage(values["stage"]) and not of_playoff and not (round_names and round_names[-1].stage):
        yield _("stage is “%(value)s”. Use swiss, playoff or the name of a round such as Quarterfinals.") % {
            "value": values["stage"]
        }
    if parse_round(values["round"]) is None and not of_playoff:
        yield _("round is “%(value)s”. Use a number from 1 or, in a playoff, a name such as Semifinals or Top 8.") % {
            "value": values["round"]
        }
    for name in ("p1_game_wins", "p2_game_wins", "games_drawn"):
        if not _is_number(values[name], 0, MAX_GAMES):
            yield _("%(name)s is “%(value)s”. Enter a number of games, 0 or more.") % {
                "name": name,
                "value": values[name],
            }
    yield from _player_errors(values)


def _player_errors(values: Mapping[str, str]) -> Iterator[str]:
    if not values["player1"]:
        yield _("player1 is empty. Enter a player.")
    for name in ("player1", "player2"):
        if len(values[name]) > MAX_NAME_LENGTH:
            yield _("%(name)s is longer than %(most)d characters.") % {"name": name, "most": MAX_NAME_LENGTH}
    if values["is_bye"] not in {"0", "1"}:
        yield _("is_bye is “%(value)s”. Use 1 for a bye and 0 for a match.") % {"value": values["is_bye"]}
    elif values["is_bye"] == "1" and values["player2"]:
        yield _("a bye has no second player. Leave player2 empty or set is_bye to 0.")
    elif values["is_bye"] == "0" and not values["player2"]:
        yield _("player2 is empty. Enter the opponent or set is_bye to 1.")
    if values["player1"] and values["player1"] == values["player2"]:
        yield _("%(name)s is both player1 and player2. Enter two different players.") % {"name": values["player1"]}


def _is_number(text: str, least: int, most: int) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 3 and least <= int(text) <= most


def _duplicate_player_errors(rows: list[FileRow]) -> Iterator[str]:
    """Yield an error for each player who plays twice in a round."""
    first_lines: dict[tuple[str, int, str], int] = {}
    for row in rows:
        for player in row.players:
            before = first_lines.setdefault((row.stage, row.round, player), row.line)
            if before != row.line:
                yield _("line %(line)d: %(name)s already plays in round %(round)d (line %(before)d).") % {
                    "line": row.line,
                    "name": player,
                    "round": row.round,
                    "before": before,
                }


def _missing_round_errors(rows: list[FileRow]) -> Iterator[str]:
    """Yield an error for each gap in the round numbers."""
    if any(row.part for row in rows):
        return  # byes leave rounds of a double elimination without matches
    for stage, group in groupby(sorted((row.stage, row.round) for row in rows), key=lambda pair: pair[0]):
        numbers = sorted({number for _stage, number in group})
        gaps = [number for number in range(1, numbers[-1]) if number not in numbers]
        if gaps:
            yield _("%(stage)s: round %(round)d has no rows. Number the rounds from 1 without gaps.") % {
                "stage": stage,
                "round": gaps[0],
            }
    players = {player for row in rows for player in row.players}
    if not any(row.stage == "swiss" for row in rows) and len(players) > MAX_PLAYERS:
        yield _("An elimination without Swiss rounds can have at most %(most)d players. This one has %(count)d.") % {
            "most": MAX_PLAYERS,
            "count": len(players),
        }


FILE_NAME = "meta.json"
MAX_EVENT_NAME_LENGTH = 120
_RAW = ("unfloored", "not floored", "raw")


@dataclass(frozen=True, slots=True)
class EventFacts:
    """Facts about a finished event.

    Attributes:
        name: its name; empty if unknown.
        starts_at: its day, as midnight UTC; None if unknown.
        own_gw_floored: True if its published standings raise the player's own GW% to at least one third; None if
        unknown.
    """

    name: str = ""
    starts_at: datetime | None = None
    own_gw_floored: bool | None = None

    @classmethod
    def of(cls, name: str, day: date | None) -> "EventFacts":
        """Return the facts of a file with a name and a day."""
        starts_at = datetime.combine(day, time(), tzinfo=UTC) if day else None
        return cls(name[:MAX_EVENT_NAME_LENGTH], starts_at)


UNKNOWN = EventFacts()


def parse_event_facts(text: str) -> EventFacts:
    """Parse a ``meta.json`` with the keys ``event``, ``date`` and ``own_gw_column``.

    Raises:
        UserError: the text is not a JSON object, or a value is invalid.
    """
    try:
        facts = json.loads(text)
    except ValueError as error:
        raise UserError(_("%(file)s is not valid JSON: %(error)s.") % {"file": FILE_NAME, "error": error}) from error
    if not isinstance(facts, dict):
        raise UserError(_("%(file)s must contain a JSON object.") % {"file": FILE_NAME})
    column = facts.get("own_gw_column")
    floored = None if not isinstance(column, str) else not any(word in column for word in _RAW)
    return EventFacts(
        str(facts.get("event") or "").strip()[:MAX_EVENT_NAME_LENGTH], _parse_day(facts.get("date")), floored
    )


def _parse_day(value: object) -> datetime | None:
    if value is None:
        return None
    try:
        return datetime.combine(date.fromisoformat(str(value)), time(), tzinfo=UTC)
    except ValueError as error:
        message = _("%(file)s: “%(value)s” is not a valid date. Use the format 2026-03-29.")
        raise UserError(message % {"file": FILE_NAME, "value": value}) from error
