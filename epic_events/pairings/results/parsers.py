"""Parsers for results: lines typed by keyboard, CSV and JSON.

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

In CSV and JSON, known column titles are listed in :data:`COLUMNS`. Supported are the pairing and result files of this
site, the match export of melee.gg (``TableNumber``, ``Team1``, ``Team1WinsAndByes``, ``GameDraws``, ``HasResult``,
``ByeReason`` …), its pairings with a result sentence ("… won 2-1-0"), and the JSON of Tabletop.to (``/listjuggler``),
which closed in 2022. The formats of both sites are not documented. They are taken from public programs that parse
them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext as _

from epic_events.bulk_import.tables import (
    Columns,
    TableError,
    TableRow,
    first_character,
    is_like_json,
    looks_like_table,
    normalise_title,
    read_json,
    read_table,
    shortened,
    tabletop_section,
    unknown_columns,
)
from epic_events.infra.errors import UserError
from epic_events.infra.names import isolated, normalised
from epic_events.pairings.methods.scores import NO_HEALTH, Health, Kind, Score, full_score, games_needed, kind_of_games

MAX_TABLE = 99_999
MAX_LINE_LENGTH = 600
_DASHES: Final = str.maketrans("\N{EN DASH}\N{MINUS SIGN}\N{NON-BREAKING HYPHEN}", "---")
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
    content, _mark, reason = text.partition("#")
    match = _TABLE.fullmatch(content.translate(_DASHES).strip().lower())
    if match is None:
        raise LineError(_("Start the line with the table number, for example 12 21."))
    table, rest = int(match[1]), re.split(r"[\s*+/.,;]+", (match[2] or "").strip(" \t*+/.,;"))
    if not rest[0]:
        raise LineError(_("Table %(table)d: the result is missing.") % {"table": table})
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


MAX_ROWS: Final = 6000
MAX_GAMES: Final = 9
COLUMNS: Final[Columns] = {
    "table": ("table", "tablenumber", "tableno", "tisch", "tischnummer"),
    "first": ("player1name", "player1", "team1", "player1namelastfirst", "spieler1"),
    "second": ("player2name", "player2", "team2", "player2namelastfirst", "opponent", "spieler2"),
    "first_wins": ("player1games", "player1wins", "team1winsandbyes", "team1wins", "p1gamewins", "spiele1"),
    "second_wins": ("player2games", "player2wins", "team2winsandbyes", "team2wins", "p2gamewins", "spiele2"),
    "drawn": ("gamesdrawn", "gamedraws", "draws", "unentschieden"),
    "result": ("result", "score", "resultstring", "adminresultstring", "ergebnis"),
    "round": ("round", "roundnumber", "runde"),
    "stage": ("stage",),
    "bye": ("isbye", "byereason"),
    "has_result": ("hasresult",),
}
"""The known columns, each with its titles."""
_SCORES: Final = (frozenset({"first_wins", "second_wins"}), frozenset({"result"}))
NEEDED: Final = tuple(
    who | score for score in _SCORES for who in (frozenset({"table"}), frozenset({"first", "second"}))
)
"""Required columns: the table or both players, and the games of both or the result."""
_NO: Final = frozenset({"", "0", "false", "no", "none", "null", "nein"})
_OPEN: Final = frozenset({"notreported", "-", "\N{EN DASH}", "none", "null"})
_KINDS: Final = {kind.value: kind for kind in Kind}
_SENTENCE: Final = re.compile(
    r"(?:(?P<winner>.+?) won )?(?P<first>[0-9])-(?P<second>[0-9])-(?P<drawn>[0-9])(?P<draw> draw)?", re.IGNORECASE
)
_FORFEIT: Final = re.compile(r"(?P<loser>.+?) forfeited the match\.?", re.IGNORECASE)
_BYE: Final = re.compile(r"(?:.+? was (?:awarded|assigned) a bye\.?|bye)", re.IGNORECASE)


class _RowError(UserError):
    """A row that cannot be parsed."""


@dataclass(frozen=True, slots=True)
class ImportedRow:
    """A parsed row.

    Attributes:
        line: the line number where the row begins, from 1. In JSON the number of the match.
        text: the row as typed, shortened.
        table: the table number, or `None`.
        players: possible names of each of the two players, the most reliable first. Empty if the row names none.
        round: the round number, or `None`.
        stage: the order of the stage, or `None`.
        eliminates: True for an elimination round. `None` if the row does not say.
        score: the score, the player named first first. `None` without a result.
        bye: True for a bye.
        problem: why the row cannot be parsed. Empty if it can.
    """

    line: int
    text: str
    table: int | None = None
    players: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    round: int | None = None
    stage: int | None = None
    eliminates: bool | None = None
    score: Score | None = None
    bye: bool = False
    problem: str = ""


def parse_rows(text: str, best_of: int) -> list[ImportedRow] | None:
    """Parse CSV or JSON into rows. Return `None` for a text that is neither.

    Args:
        text: the pasted text or the content of the uploaded file.
        best_of: length of the matches of the round: 1, 3 or 5 games.

    Raises:
        TableError: the text is CSV or JSON but has no usable results.
    """
    if is_like_json(text, "{["):
        return _parse_json(text, best_of)
    table = read_table(text, COLUMNS, NEEDED, most_rows=MAX_ROWS)
    if table is not None:
        return [_parse_row(row, best_of, names_players="second" in table.keys) for row in table.rows]
    first = first_character(text)
    if first and not first.isdigit() and looks_like_table(text):
        raise unknown_columns(text, COLUMNS, NEEDED)
    return None


def _parse_row(row: TableRow, best_of: int, *, names_players: bool) -> ImportedRow:
    parsed = ImportedRow(row.line, row.typed)
    if row.too_many:
        return replace(
            parsed,
            problem=_("This row has more cells than the header row. Put names with a comma in quotation marks."),
        )
    try:
        parsed = replace(
            parsed,
            table=_parse_number(row.cell("table"), _("“%(cell)s” is not a table number.")),
            players=(_parse_names(row, "first"), _parse_names(row, "second")),
            round=_parse_number(row.cell("round"), _("“%(cell)s” is not a round number.")),
        )
        parsed = replace(parsed, **_parse_stage(row.cell("stage")))
        alone = names_players and not row.cell("second") and parsed.table is None
        if alone or row.cell("bye").casefold() not in _NO or _BYE.fullmatch(row.cell("result")):
            return replace(parsed, bye=True)
        return replace(parsed, score=_parse_score(row, parsed.players, best_of))
    except UserError as error:
        return replace(parsed, problem=str(error))


def _parse_names(row: TableRow, key: str) -> tuple[str, ...]:
    return tuple(filter(None, map(normalised, row.cells.get(key, ()))))


def _parse_number(cell: str, words: str) -> int | None:
    """Parse a whole number. Return `None` for an empty cell.

    Raises:
        _RowError: the cell is not a number. `words` is the message.
    """
    if not cell:
        return None
    if not re.fullmatch(r"[0-9]{1,5}", cell):
        raise _RowError(words % {"cell": isolated(shortened(cell))})
    return int(cell)


def _parse_stage(cell: str) -> dict[str, Any]:
    """Parse the stage cell: an order, or whether it is an elimination.

    Ignore other words.
    """
    if re.fullmatch(r"[0-9]{1,3}", cell):
        return {"stage": int(cell)}
    word = cell.casefold()
    return {"eliminates": {"swiss": False, "playoff": True, "elimination": True}.get(word)}


def _parse_score(row: TableRow, players: tuple[tuple[str, ...], tuple[str, ...]], best_of: int) -> Score | None:
    """Parse the score of a row. Return `None` if the row has no result yet.

    Raises:
        UserError: the row has an invalid result.
    """
    if "has_result" in row.cells and row.cell("has_result").casefold() in _NO:
        return None
    result = row.cell("result")
    wins = (row.cell("first_wins"), row.cell("second_wins"))
    if result and "".join(result.casefold().split()) in _OPEN:
        return None
    if result and result not in _KINDS and not all(wins):
        return _score_from_text(result, players, best_of)
    if not any(wins):
        return None
    return _score_from_games(*wins, row.cell("drawn"), _KINDS.get(result), best_of)


def _score_from_games(first: str, second: str, drawn: str, kind: Kind | None, best_of: int) -> Score:
    """Build a score from the cells with game counts.

    Raises:
        _RowError: a cell is not a number of games.
    """
    numbers = []
    for cell in (first, second, drawn or "0"):
        if not re.fullmatch(r"[0-9](?:[.,]0+)?", cell):
            raise _RowError(_("“%(cell)s” is not a number of games.") % {"cell": isolated(shortened(cell))})
        numbers.append(int(cell[0]))
    one, two, level = numbers
    return Score(one, two, level, kind or kind_of_games(one, two, level, best_of))


def _score_from_text(result: str, players: Sequence[Sequence[str]], best_of: int) -> Score:
    """Parse a result text: a sentence of melee.gg, or the notation of keyboard entry.

    Raises:
        UserError: the text is not a result.
    """
    if gone := _FORFEIT.fullmatch(result):
        return full_score(3 - _find_player(gone["loser"], players), best_of, Kind.CONCEDED)
    parsed = _SENTENCE.fullmatch(result)
    if parsed is None or not (parsed["winner"] or parsed["draw"]):
        line = parse_line(f"1 {result}", best_of)
        if line.drops or line.reason:
            raise _RowError(_("Result cells can contain only results. Enter drops and reasons for changes separately."))
        return line.score
    one, two, drawn = (int(parsed[name]) for name in ("first", "second", "drawn"))
    if bool(parsed["winner"]) != (one > two):
        raise _RowError(_("“%(cell)s” is not a result.") % {"cell": isolated(shortened(result))})
    if parsed["winner"] and _find_player(parsed["winner"], players) == 2:
        one, two = two, one
    return Score(one, two, drawn, kind_of_games(one, two, drawn, best_of))


def _find_player(name: str, players: Sequence[Sequence[str]]) -> int:
    """Return the position (1 or 2) of a named player in the row.

    Raises:
        _RowError: the row does not name this player.
    """
    folded = normalised(name).casefold()
    for place, names in enumerate(players, 1):
        if any(folded == each.casefold() for each in names):
            return place
    raise _RowError(
        _("The result names “%(name)s”, who is not a player in this row.") % {"name": isolated(shortened(name))}
    )


def _parse_json(text: str, best_of: int) -> list[ImportedRow]:
    """Parse the matches of a JSON text.

    Raises:
        TableError: the text is not JSON, or has no known matches.
    """
    rows = list(_json_rows(read_json(text)))
    if not rows:
        raise TableError(
            _(
                "No matches found in this JSON. Supported formats: result files of this site and of melee.gg, lists "
                "of objects, and Tabletop.to files with tournament, rounds and matches."
            )
        )  # fmt: skip
    if len(rows) > MAX_ROWS:
        raise TableError(_("The table has more than %(most)d rows.") % {"most": MAX_ROWS})
    return [_parse_row(row, best_of, names_players="second" in row.cells) for row in rows]


def _json_rows(data: object) -> Iterator[TableRow]:
    """Yield the matches of JSON data as table rows."""
    for line, match in enumerate(_json_matches(data), 1):
        values = {normalise_title(str(title)): _to_text(value) for title, value in match.items()}
        cells = {
            key: tuple(values[title] for title in titles if title in values)
            for key, titles in COLUMNS.items()
            if any(title in values for title in titles)
        }
        if any(each <= set(cells) for each in NEEDED):
            yield TableRow(line, cells, shortened(" · ".join(filter(None, map(_to_text, match.values())))))


def _json_matches(data: object) -> list[Mapping[str, object]]:
    """Return the matches of JSON data, each as a flat mapping."""
    if isinstance(data, Mapping):
        rounds = tabletop_section(data, "rounds")
        if isinstance(rounds, list):
            return list(_tabletop_matches(rounds))
        data = data.get("data")
    listed = data if isinstance(data, list) else []
    return [_flatten_match(each) for each in listed if isinstance(each, Mapping)]


def _to_text(value: object) -> str:
    return "" if value is None or isinstance(value, (list, dict)) else normalised(str(value))


def _flatten_match(match: Mapping[str, object]) -> Mapping[str, object]:
    """Flatten a match of melee.gg's pairings, which nests its two competitors."""
    sides = match.get("Competitors")
    if not isinstance(sides, list):
        return match
    flat = {title: match.get(title) for title in ("TableNumber", "RoundNumber", "HasResult", "GameDraws")}
    sentence = _SENTENCE.fullmatch(_to_text(match.get("ResultString")))
    if flat["GameDraws"] is None and sentence:
        flat["GameDraws"] = sentence["drawn"]
    flat["ByeReason"] = match.get("ByeReasonDescription")
    for place in (1, 2):
        side = sides[place - 1] if len(sides) >= place else None
        side = side if isinstance(side, Mapping) else {}
        flat |= {f"Player{place}": _first_player(side.get("Team")), f"Player{place}Games": side.get("GameWins")}
    return flat


def _first_player(team: object) -> object:
    players = team.get("Players") if isinstance(team, Mapping) else None
    first = players[0] if isinstance(players, list) and players else None
    return (first.get("DisplayName") or first.get("Username")) if isinstance(first, Mapping) else None


def _tabletop_matches(rounds: Sequence[object]) -> Iterator[dict[str, object]]:
    """Yield the matches of Tabletop.to's rounds, each with its round number and type."""
    for each in rounds:
        if not isinstance(each, Mapping):
            continue
        matches = each.get("matches")
        for match in matches if isinstance(matches, list) else ():
            if isinstance(match, Mapping):
                yield {
                    "round": each.get("round-number"),
                    "stage": each.get("round-type"),
                    "player1": match.get("player1"),
                    "player2": match.get("player2"),
                    "player1games": match.get("player1points"),
                    "player2games": match.get("player2points"),
                    "isbye": "1" if match.get("result") == "bye" or not match.get("player2") else "",
                }
