"""Parsers for results in CSV and JSON.

Typed lines are in :mod:`epic_events.pairings.results.entry_lines`. In CSV and JSON, known column titles are listed in
:data:`COLUMNS`. Supported are the pairing and result files of this site, the match export of melee.gg
(``TableNumber``, ``Team1``, ``Team1WinsAndByes``, ``GameDraws``, ``HasResult``, ``ByeReason`` …), its pairings with a
result sentence ("… won 2-1-0"), and the JSON of Tabletop.to (``/listjuggler``), which closed in 2022. The formats of
both sites are not documented. They are taken from public programs that parse them.
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
from epic_events.pairings.methods.scores import Kind, Score, full_score, kind_of_games, swap_sides
from epic_events.pairings.results.entry_lines import MAX_LINE_LENGTH, parse_line
from epic_events.pairings.results.score_text import plain_text, split_named_line, to_notation, winner_of

MAX_ROWS: Final = 6000
MAX_GAMES: Final = 9
COLUMNS: Final[Columns] = {
    "table": ("table", "tablenumber", "tableno", "tisch", "tischnummer"),
    "first": (
        *("player1name", "player1", "team1", "player1namelastfirst", "spieler1", "playera", "home", "heim", "spielera"),
        *("player", "name1", "p1"),
    ),
    "second": (
        *("player2name", "player2", "team2", "player2namelastfirst", "opponent", "spieler2", "playerb", "away", "gast"),
        *("spielerb", "guest", "name2", "p2", "gegner"),
    ),
    "first_wins": (
        *("player1games", "player1wins", "team1winsandbyes", "team1wins", "p1gamewins", "spiele1", "scorea", "score1"),
        *("player1score", "p1score", "p1wins", "games1", "wins1"),
    ),
    "second_wins": (
        *("player2games", "player2wins", "team2winsandbyes", "team2wins", "p2gamewins", "spiele2", "scoreb", "score2"),
        *("player2score", "p2score", "p2wins", "games2", "wins2"),
    ),
    "drawn": ("gamesdrawn", "gamedraws", "draws", "unentschieden"),
    "result": ("result", "score", "resultstring", "adminresultstring", "ergebnis", "w/l", "wl", "winloss", "resultat"),
    "first_result": ("player1result", "p1result", "result1"),
    "winner": ("winner", "winnername", "sieger", "gewinner", "matchwinner"),
    "loser": ("loser", "losername", "verlierer"),
    "round": ("round", "roundnumber", "runde"),
    "round_name": ("roundname",),
    "stage": ("stage",),
    "bye": ("isbye", "byereason"),
    "has_result": ("hasresult",),
}
"""The known columns, each with its titles."""
_SCORES: Final = tuple(map(frozenset, ({"first_wins", "second_wins"}, {"result"}, {"winner"}, {"first_result"})))
NEEDED: Final = (
    *(who | score for score in _SCORES for who in (frozenset({"table"}), frozenset({"first", "second"}))),
    frozenset({"winner", "loser"}),
)
"""Required columns: the table or both players, and the games of both, the result or the winner; or winner and loser."""
_NO: Final = frozenset({"", "0", "false", "no", "none", "null", "nein"})
_OPEN: Final = frozenset({"notreported", "-", "\N{EN DASH}", "none", "null"})
_KINDS: Final = {kind.value: kind for kind in Kind}
_SENTENCE: Final = re.compile(
    r"(?:(?P<winner>.+?) won )?(?P<first>[0-9])-(?P<second>[0-9])-(?P<drawn>[0-9])(?P<draw> draw)?", re.IGNORECASE
)
_FORFEIT: Final = re.compile(r"(?P<loser>.+?) forfeited the match\.?", re.IGNORECASE)
_BYE: Final = re.compile(r"(?:.+? was (?:awarded|assigned) a bye\.?|bye)", re.IGNORECASE)
_BYE_NAME: Final = re.compile(r"[\W_]*(?:bye|freilos|spielfrei|no opponent|exempt|none)[\W_]*", re.IGNORECASE)
_NAME_AND_SCORE: Final = re.compile(
    r"(?P<name>\S.*?)(?P<won>\s+(?:won|wins|win|gewinnt|gewann|siegt))?[\s:]+(?P<score>[0-9]\s*[-:]\s*[0-9](?:\s*[-:]\s*[0-9])?)"
    r"|(?P<before>[0-9]\s*[-:]\s*[0-9](?:\s*[-:]\s*[0-9])?)\s+(?P<after>\S.*)",
    re.IGNORECASE,
)


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
            players=_parse_players(row),
            round=_parse_number(row.cell("round"), _("“%(cell)s” is not a round number.")),
        )
        parsed = replace(parsed, **_parse_stage(row.cell("stage")))
        alone = names_players and not parsed.players[1] and parsed.table is None
        if alone or row.cell("bye").casefold() not in _NO or _BYE.fullmatch(row.cell("result")):
            return replace(parsed, bye=True)
        return replace(parsed, score=_parse_score(row, parsed.players, best_of))
    except UserError as error:
        return replace(parsed, problem=str(error))


def _parse_players(row: TableRow) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the possible names of both players; the second has none in a bye."""
    keys = ("first", "second") if row.cell("first") or row.cell("second") else ("winner", "loser")
    if keys == ("winner", "loser") and not row.cell("loser"):
        return (), ()
    first, second = (tuple(name for name in _parse_names(row, key) if not _BYE_NAME.fullmatch(name)) for key in keys)
    return (first, second) if first else (second, first)


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
    score = _parse_games(row, players, best_of)
    cell = row.cell("winner")
    if not cell or "".join(cell.casefold().split()) in _OPEN:
        return score
    named = not (row.cell("first") or row.cell("second"))
    winner = 1 if named else winner_of(cell)
    winner = _find_player(cell, players) if winner is None else winner
    if score is None:
        return full_score(winner, best_of, Kind.PLAYED) if winner else parse_line("1 d", best_of).score
    return swap_sides(score) if winner and score.winner not in (None, winner) else score


def _parse_games(row: TableRow, players: tuple[tuple[str, ...], tuple[str, ...]], best_of: int) -> Score | None:
    """Parse the result or the games of a row. Return `None` without them.

    Raises:
        UserError: the row has an invalid result.
    """
    result = row.cell("result")
    wins = (row.cell("first_wins"), row.cell("second_wins"))
    if result and "".join(result.casefold().split()) in _OPEN:
        return None
    if result and result not in _KINDS and not all(wins):
        return _score_from_text(result, players, best_of)
    if any(wins):
        return _score_from_games(*wins, row.cell("drawn"), _KINDS.get(result), best_of)
    if row.cell("first_result"):
        return _score_from_text(row.cell("first_result"), players, best_of)
    return None


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
    if len(result) > MAX_LINE_LENGTH:
        raise _RowError(_("“%(cell)s” is not a result.") % {"cell": isolated(shortened(result))})
    if gone := _FORFEIT.fullmatch(result):
        return full_score(3 - _find_player(gone["loser"], players), best_of, Kind.CONCEDED)
    parsed = _SENTENCE.fullmatch(result)
    if parsed is None or not (parsed["winner"] or parsed["draw"]):
        side, notation = _split_names(result, players)
        line = parse_line(f"1 {notation}", best_of)
        if side == 2:
            return swap_sides(line.score)
        if line.drops or line.reason:
            raise _RowError(_("Result cells can contain only results. Enter drops and reasons for changes separately."))
        return line.score
    one, two, drawn = (int(parsed[name]) for name in ("first", "second", "drawn"))
    if bool(parsed["winner"]) != (one > two):
        raise _RowError(_("“%(cell)s” is not a result.") % {"cell": isolated(shortened(result))})
    if parsed["winner"] and _find_player(parsed["winner"], players) == 2:
        one, two = two, one
    return Score(one, two, drawn, kind_of_games(one, two, drawn, best_of))


def _split_names(result: str, players: Sequence[Sequence[str]]) -> tuple[int, str]:
    """Return the first player's position in a result, and the text without names.

    The first player is the one named first.

    Raises:
        _RowError: the result names another player.
    """
    folded = [{each.casefold() for each in names} for names in players]
    if any(normalised(result).casefold() in names for names in folded):
        return _find_player(result, players), "w1"
    if named := split_named_line(result):
        return _find_player(named.first, players), named.result
    match = _NAME_AND_SCORE.fullmatch(plain_text(result))
    name = (match["name"] or match["after"]) if match else ""
    if match is None or not any(map(str.isalpha, name)) or not any(name.casefold() in names for names in folded):
        return 1, result
    games = to_notation(match["score"] or match["before"]).split("-")
    if match["won"] and games[0] < games[1]:
        games[:2] = games[1::-1]
    return _find_player(name, players), "-".join(games)


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


def parse_json_rows(text: str) -> list[TableRow]:
    """Return the matches of a JSON text as table rows.

    Empty if it has no known matches.

    Raises:
        TableError: the text is not JSON.
    """
    return list(_json_rows(read_json(text)))


def score_of(row: TableRow, best_of: int) -> tuple[Score | None, str]:
    """Return the score of a row, and why it cannot be read.

    The player named first is the first player.
    """
    try:
        return _parse_score(row, _parse_players(row), best_of), ""
    except UserError as error:
        return None, str(error)


def _parse_json(text: str, best_of: int) -> list[ImportedRow]:
    """Parse the matches of a JSON text.

    Raises:
        TableError: the text is not JSON, or has no known matches.
    """
    rows = parse_json_rows(text)
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
