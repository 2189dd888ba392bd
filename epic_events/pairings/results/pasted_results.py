"""Results that come as a table or as JSON: each row with its table or its players, and how their match ended.

Which columns are known stands in :data:`COLUMNS`. Ours are those of the files of pairings and results. Those of
melee.gg (``TableNumber``, ``Team1``, ``Team1WinsAndByes``, ``GameDraws``, ``HasResult``, ``ByeReason`` and so on) are
what public programs read in its exports of matches, and its result in words (“… won 2-1-0”) what they read in its
pairings; the site itself publishes neither. Of Tabletop.to, which closed in 2022, no CSV is known: what is read is the
JSON that it gave out at ``/listjuggler``, as public programs read it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext as _

from epic_events.bulk_import.json_data import is_like_json, read_json, tabletop_section
from epic_events.bulk_import.tables import (
    Columns,
    TableError,
    TableRow,
    first_character,
    looks_like_table,
    normalised_title,
    read_table,
    shortened,
    unknown_columns,
)
from epic_events.infra.display_names import isolated, normalised
from epic_events.infra.errors import UserError
from epic_events.pairings.methods.scores import Kind, Score, full_score, kind_of_games
from epic_events.pairings.results.entry_lines import read_line

MOST_ROWS: Final = 6000
MOST_GAMES: Final = 9
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
"""What a table of results may tell, by the titles of its columns."""
_SCORES: Final = (frozenset({"first_wins", "second_wins"}), frozenset({"result"}))
NEEDED: Final = tuple(
    who | score for score in _SCORES for who in (frozenset({"table"}), frozenset({"first", "second"}))
)
"""A table tells the table or both players, and the games of both or the result."""
_NO: Final = frozenset({"", "0", "false", "no", "none", "null", "nein"})
_OPEN: Final = frozenset({"notreported", "-", "\N{EN DASH}", "none", "null"})
_KINDS: Final = {kind.value: kind for kind in Kind}
_SENTENCE: Final = re.compile(
    r"(?:(?P<winner>.+?) won )?(?P<first>[0-9])-(?P<second>[0-9])-(?P<drawn>[0-9])(?P<draw> draw)?", re.IGNORECASE
)
_FORFEIT: Final = re.compile(r"(?P<loser>.+?) forfeited the match\.?", re.IGNORECASE)
_BYE: Final = re.compile(r"(?:.+? was (?:awarded|assigned) a bye\.?|bye)", re.IGNORECASE)


class _RowError(UserError):
    """A row that cannot be read."""


@dataclass(frozen=True, slots=True)
class SaidRow:
    """What one row says.

    Attributes:
        line: where it begins, from 1; of JSON the number of the match.
        text: the row, short, as it was typed.
        table: the number of the table; None where it names none.
        players: what the row calls each of the two, the surest first; empty where it names nobody.
        round: the number of the round; None where it names none.
        stage: the order of the stage; None where it names none.
        eliminates: whether it is a round of an elimination; None where the row does not say.
        score: how the match ended, the player that is named first first; None without a result.
        bye: whether it is a bye.
        problem: why it cannot be read; empty when it can.
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


def read_rows(text: str, best_of: int) -> list[SaidRow] | None:
    """Return the rows of a table or of JSON; None for a text that is neither.

    Args:
        text: what was pasted, or what the file holds.
        best_of: 1, 3 or 5: the length of the matches of the round that is meant.

    Raises:
        TableError: it is a table or JSON, and cannot be read as results.
    """
    if is_like_json(text, "{["):
        return _read_json(text, best_of)
    table = read_table(text, COLUMNS, NEEDED, most_rows=MOST_ROWS)
    if table is not None:
        return [_said(row, best_of, names_players="second" in table.keys) for row in table.rows]
    first = first_character(text)
    if first and not first.isdigit() and looks_like_table(text):
        raise unknown_columns(text, COLUMNS, NEEDED)
    return None


def _said(row: TableRow, best_of: int, *, names_players: bool) -> SaidRow:
    """Return what a row says."""
    said = SaidRow(row.line, row.typed)
    if row.too_many:
        return replace(
            said,
            problem=_(
                "This row has more cells than the first line. Put names that contain a comma in quotation marks."
            ),
        )
    try:
        said = replace(
            said,
            table=_number(row.cell("table"), _("“%(cell)s” is no number of a table.")),
            players=(_names(row, "first"), _names(row, "second")),
            round=_number(row.cell("round"), _("“%(cell)s” is no number of a round.")),
        )
        said = replace(said, **_stage(row.cell("stage")))
        alone = names_players and not row.cell("second") and said.table is None
        if alone or row.cell("bye").casefold() not in _NO or _BYE.fullmatch(row.cell("result")):
            return replace(said, bye=True)
        return replace(said, score=_score(row, said.players, best_of))
    except UserError as error:
        return replace(said, problem=str(error))


def _names(row: TableRow, key: str) -> tuple[str, ...]:
    return tuple(filter(None, map(normalised, row.cells.get(key, ()))))


def _number(cell: str, words: str) -> int | None:
    """Return a whole number; None for an empty cell.

    Raises:
        _RowError: it is none.
    """
    if not cell:
        return None
    if not re.fullmatch(r"[0-9]{1,5}", cell):
        raise _RowError(words % {"cell": isolated(shortened(cell))})
    return int(cell)


def _stage(cell: str) -> dict[str, Any]:
    """Return what a cell says of the stage: its order, or whether it eliminates; a word that says neither is passed."""
    if re.fullmatch(r"[0-9]{1,3}", cell):
        return {"stage": int(cell)}
    word = cell.casefold()
    return {"eliminates": {"swiss": False, "playoff": True, "elimination": True}.get(word)}


def _score(row: TableRow, players: tuple[tuple[str, ...], tuple[str, ...]], best_of: int) -> Score | None:
    """Return how the match ended; None where the row has no result yet.

    Raises:
        UserError: what it says is no result.
    """
    if "has_result" in row.cells and row.cell("has_result").casefold() in _NO:
        return None
    result = row.cell("result")
    wins = (row.cell("first_wins"), row.cell("second_wins"))
    if result and "".join(result.casefold().split()) in _OPEN:
        return None
    if result and result not in _KINDS and not all(wins):
        return _score_of_words(result, players, best_of)
    if not any(wins):
        return None
    return _score_of_games(*wins, row.cell("drawn"), _KINDS.get(result), best_of)


def _score_of_games(first: str, second: str, drawn: str, kind: Kind | None, best_of: int) -> Score:
    """Return a score of numbers of games.

    Raises:
        _RowError: one of them is none.
    """
    numbers = []
    for cell in (first, second, drawn or "0"):
        if not re.fullmatch(r"[0-9](?:[.,]0+)?", cell):
            raise _RowError(_("“%(cell)s” is no number of games.") % {"cell": isolated(shortened(cell))})
        numbers.append(int(cell[0]))
    one, two, level = numbers
    return Score(one, two, level, kind or kind_of_games(one, two, level, best_of))


def _score_of_words(result: str, players: Sequence[Sequence[str]], best_of: int) -> Score:
    """Return the score that words tell: melee.gg's sentence, or the notation of fast entry.

    Raises:
        UserError: they tell none.
    """
    if gone := _FORFEIT.fullmatch(result):
        return full_score(3 - _place(gone["loser"], players), best_of, Kind.CONCEDED)
    said = _SENTENCE.fullmatch(result)
    if said is None or not (said["winner"] or said["draw"]):
        line = read_line(f"1 {result}", best_of)
        if line.drops or line.reason:
            raise _RowError(_("A table tells results only: who leaves, and why a result changes, is told beside it."))
        return line.score
    one, two, drawn = (int(said[name]) for name in ("first", "second", "drawn"))
    if bool(said["winner"]) != (one > two):
        raise _RowError(_("“%(cell)s” is no result.") % {"cell": isolated(shortened(result))})
    if said["winner"] and _place(said["winner"], players) == 2:
        one, two = two, one
    return Score(one, two, drawn, kind_of_games(one, two, drawn, best_of))


def _place(name: str, players: Sequence[Sequence[str]]) -> int:
    """Return at which place of the row somebody stands.

    Raises:
        _RowError: at none.
    """
    wanted = normalised(name).casefold()
    for place, names in enumerate(players, 1):
        if any(wanted == each.casefold() for each in names):
            return place
    raise _RowError(
        _("The result names “%(name)s”, who is no player of this row.") % {"name": isolated(shortened(name))}
    )


def _read_json(text: str, best_of: int) -> list[SaidRow]:
    """Return the matches of JSON.

    Raises:
        TableError: it is no JSON, or none whose matches are known.
    """
    rows = list(_json_rows(read_json(text)))
    if not rows:
        raise TableError(
            _("This JSON has no matches that are known: read are the files of results of this site and of melee.gg, "
              "lists of objects, and that of Tabletop.to, with tournament, rounds and matches.")
        )  # fmt: skip
    if len(rows) > MOST_ROWS:
        raise TableError(_("The table has more than %(most)d rows.") % {"most": MOST_ROWS})
    return [_said(row, best_of, names_players="second" in row.cells) for row in rows]


def _json_rows(data: object) -> Iterator[TableRow]:
    """Yield the matches of JSON as rows of a table."""
    for line, match in enumerate(_json_matches(data), 1):
        values = {normalised_title(str(title)): _text(value) for title, value in match.items()}
        found = {
            key: tuple(values[title] for title in titles if title in values)
            for key, titles in COLUMNS.items()
            if any(title in values for title in titles)
        }
        if any(each <= set(found) for each in NEEDED):
            yield TableRow(line, found, shortened(" · ".join(filter(None, map(_text, match.values())))))


def _json_matches(data: object) -> list[Mapping[str, object]]:
    """Return the matches of JSON, each with its values beside each other."""
    if isinstance(data, Mapping):
        rounds = tabletop_section(data, "rounds")
        if isinstance(rounds, list):
            return list(_of_rounds(rounds))
        data = data.get("data")
    listed = data if isinstance(data, list) else []
    return [_flat(each) for each in listed if isinstance(each, Mapping)]


def _text(value: object) -> str:
    return "" if value is None or isinstance(value, (list, dict)) else normalised(str(value))


def _flat(match: Mapping[str, object]) -> Mapping[str, object]:
    """Return a match of melee.gg's pairings with what it says of its two competitors beside the rest."""
    sides = match.get("Competitors")
    if not isinstance(sides, list):
        return match
    flat = {title: match.get(title) for title in ("TableNumber", "RoundNumber", "HasResult", "GameDraws")}
    sentence = _SENTENCE.fullmatch(_text(match.get("ResultString")))
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


def _of_rounds(rounds: Sequence[object]) -> Iterator[dict[str, object]]:
    """Yield the matches of Tabletop.to's rounds, with what their round is."""
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
