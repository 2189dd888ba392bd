"""Reading of finished events.

Tables and JSON use the results reader of the pages; files of other programs have their own.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.bulk_import.foreign import ForeignEvent, ForeignMatch, read_foreign_event
from epic_events.bulk_import.foreign.model import surname_last
from epic_events.bulk_import.people import strip_address
from epic_events.bulk_import.tables import Columns, TableError, TableRow, is_like_json, read_table, unknown_columns
from epic_events.pairings.imports.parsers import (
    MAX_PLAYERS,
    EventFacts,
    FileError,
    FileRow,
    RoundName,
    finish_rows,
    parse_round,
    parse_row,
)
from epic_events.pairings.imports.plain_text import read_plain_event
from epic_events.pairings.methods.brackets import Part, double_elimination
from epic_events.pairings.methods.scores import Kind, Score
from epic_events.pairings.results import parsers as results

MAX_ROWS: Final = 20_000
_BEST_OF: Final = 1
"""Match length for results without games, such as W."""
COLUMNS: Final[Columns] = {
    **{key: titles for key, titles in results.COLUMNS.items() if key not in {"round", "stage"}},
    "stage": ("stage", "phase", "bracket"),
    "round": ("round", "roundnumber", "runde"),
    "round_name": ("roundname", "rundenname"),
}
NEEDED: Final = tuple(
    who | score | {round_}
    for who in (frozenset({"first", "second"}), frozenset({"winner", "loser"}))
    for score in (*map(frozenset, ({"first_wins", "second_wins"}, {"result"}, {"winner"}, {"first_result"})),)
    for round_ in ("round", "round_name", "stage")
)
_USUAL: Final = frozenset({"first", "second", "result", "round"})
"""The columns to name in a message about a table without any known column."""
_YES: Final = frozenset({"1", "true", "yes", "ja", "y", "x", "wahr", "bye"})
_NO: Final = frozenset({"0", "false", "no", "nein", "n", "falsch"})
_BYE_NAME: Final = re.compile(
    r"[-\N{EN DASH}\N{EM DASH}]{1,3}|[\W_]*(?:bye|freilos|spielfrei|no opponent|exempt|none)[\W_]*", re.IGNORECASE
)
_SPECIAL: Final = frozenset({Kind.DOUBLE_LOSS, Kind.NO_SHOW, Kind.CONCEDED, Kind.AWARDED, Kind.AGREED_DRAW})
_TIE_BREAKS: Final = {"TOM": "pokemon", "NRTM": "netrunner", "Cobra": "netrunner"}


@dataclass(frozen=True)
class EventFile:
    """A finished event in a file.

    Attributes:
        rows: the matches.
        facts: name and day of the event.
        program: the program that wrote the file; empty for a table.
        without_match: players without a match.
        ignored: what cannot be imported, with the number of times.
        seeds: players in the order of the program's list; empty for a table.
        double: True if the elimination is a double one.
    """

    rows: list[FileRow]
    facts: EventFacts = field(default_factory=EventFacts)
    program: str = ""
    without_match: tuple[str, ...] = ()
    ignored: Counter[str] = field(default_factory=Counter)
    seeds: tuple[str, ...] = ()
    double: bool = False

    @property
    def tie_breaks(self) -> str:
        """The preset of tie-breakers that the program uses; empty if it is unknown."""
        return _TIE_BREAKS.get(self.program, "")

    @property
    def ignored_counts(self) -> list[tuple[str, int]]:
        """What cannot be imported, with the number of times.

        Templates would look up a key of the counter.
        """
        return list(self.ignored.items())

    @property
    def players(self) -> list[str]:
        """The names of the players in the order of the file."""
        return list(dict.fromkeys([name for row in self.rows for name in row.players] + list(self.without_match)))

    @property
    def rounds(self) -> dict[str, int]:
        """The number of rounds by stage."""
        return {
            stage: max((row.round for row in self.rows if row.stage == stage), default=0)
            for stage in ("swiss", "playoff")
        }


def read_event_file(text: str) -> EventFile:
    """Return the finished event in a file.

    Raises:
        FileError: with every error and its line.
    """
    if "\0" in text:
        raise FileError([_("This is not a text file. Save the table as CSV in UTF-8.")])
    file = _read_file(text)
    playoff = [row for row in file.rows if row.stage == "playoff"]
    if len({player for row in playoff for player in row.players}) > MAX_PLAYERS:
        file.ignored[_("matches of an elimination with more than %(most)d players") % {"most": MAX_PLAYERS}] += len(
            playoff
        )
    return file


def _read_file(text: str) -> EventFile:
    """Return the event in a file of a program, in JSON, as lines or as a table.

    Raises:
        FileError: with every error and its line.
    """
    try:
        if is_like_json(text, "{["):
            rows = results.parse_json_rows(text)
            if rows:
                return EventFile(_finish(rows, dict.fromkeys(("stage", "round"), "")))
        event = read_foreign_event(text)
        if event is not None:
            return _from_foreign(event)
        if (plain := read_plain_event(text)) is not None:
            return EventFile(_finish(plain.rows, frozenset({"round"})), EventFacts(plain.name))
        table = read_table(text, COLUMNS, NEEDED, most_rows=MAX_ROWS)
    except TableError as error:
        raise FileError([str(error)]) from error
    if table is None:
        first = next((line for line in text.splitlines() if line.strip()), "")
        raise FileError([str(unknown_columns(first, COLUMNS, (_USUAL,)))])
    ignored: Counter[str] = Counter()
    if table.unknown:
        ignored[_("columns: %(titles)s") % {"titles": ", ".join(table.unknown)}] = len(table.unknown)
    return EventFile(_finish(table.rows, table.keys), ignored=ignored)


def _finish(table_rows: list[TableRow], keys: Mapping[str, str] | frozenset[str]) -> list[FileRow]:
    """Return the matches of table rows.

    Raises:
        FileError: with every error and its line.
    """
    names: dict[str, str] = {}
    orders = _offsets(table_rows)
    read: list[tuple[RoundName, FileRow]] = []
    errors: list[str] = []
    for row in table_rows:
        values, score, problem = _canonical(row, names, orders, has_stage="stage" in keys)
        if problem:
            errors.append(_("line %(line)d: %(error)s") % {"line": row.line, "error": problem})
        else:
            parse_row(row.line, values, read, errors)
            if score is not None and read and read[-1][1].line == row.line:
                read[-1] = (read[-1][0], replace(read[-1][1], kind=score.kind))
    return finish_rows(_without_mirrored(read), errors)


def _without_mirrored(read: list[tuple[RoundName, FileRow]]) -> list[tuple[RoundName, FileRow]]:
    """Return the rows; a match that is listed once more for the opponent counts once."""
    seen: set[tuple[object, ...]] = set()
    unique = []
    for name, row in read:
        if (name, row.stage, row.second, row.first, row.second_wins, row.first_wins, row.drawn) in seen and row.second:
            continue
        seen.add((name, row.stage, row.first, row.second, row.first_wins, row.second_wins, row.drawn))
        unique.append((name, row))
    return unique


def _offsets(rows: list[TableRow]) -> dict[str, int]:
    """Return by stage order the number of Swiss rounds in earlier stages.

    Rounds are numbered as in this site's own files.
    """
    longest: dict[int, int] = {}
    for row in rows:
        stage, round_ = row.cell("stage"), row.cell("round")
        if stage.isdigit() and round_.isdigit() and _playoff_name(row) is None:
            longest[int(stage)] = max(longest.get(int(stage), 0), int(round_))
    return {str(order): sum(rounds for before, rounds in longest.items() if before < order) for order in longest}


def _playoff_name(row: TableRow) -> str | None:
    """Return the name of an elimination round; None for other rounds."""
    name = row.cell("round_name")
    parsed = parse_round(name) if name else None
    return name if parsed is not None and parsed.stage == "playoff" else None


def _canonical(
    row: TableRow, names: dict[str, str], orders: Mapping[str, int], *, has_stage: bool
) -> tuple[dict[str, str], Score | None, str]:
    """Return the values of a row, its score, and why it cannot be read.

    The keys are the titles of the event file.
    """
    stage, round_ = row.cell("stage"), row.cell("round") or row.cell("round_name")
    if playoff := _playoff_name(row):
        stage, round_ = "playoff", playoff
    elif stage.isdigit():
        round_ = str(int(round_) + orders.get(stage, 0)) if round_.isdigit() else round_
        stage = "swiss"
    elif not has_stage:
        named = parse_round(round_)
        stage = named.stage if named is not None and named.stage else "swiss"
    pair = ("first", "second") if row.cell("first") or row.cell("second") else ("winner", "loser")
    first, second = (_canonical_name(row.cell(key), names) for key in pair)
    bye = row.cell("bye").casefold()
    is_bye = _BYE_NAME.fullmatch(second) is not None or row.cell("result").casefold() == "bye"
    if _BYE_NAME.fullmatch(first) and second:
        first, second, is_bye = second, "", True
    if is_bye and (not bye or bye in _YES):
        second, bye = "", "1"
    values = {
        "stage": stage,
        "round": round_,
        "player1": first,
        "player2": second,
        "is_bye": "1" if bye in _YES else "0" if bye in _NO else bye or str(int(not second)),
    }
    games, score, problem = _games(row, values)
    return values | games, score, problem


def _games(row: TableRow, values: Mapping[str, str]) -> tuple[dict[str, str], Score | None, str]:
    """Return the games of a row, its special score, and why it cannot be read.

    Games are text. The score is `None` unless it has a special kind.
    """
    wins = (row.cell("first_wins"), row.cell("second_wins"))
    result = row.cell("result")
    titles = ("p1_game_wins", "p2_game_wins", "games_drawn")
    if values["is_bye"] == "1":
        return dict.fromkeys(titles, "0"), None, ""
    if any(wins) and not row.cell("winner"):
        kind = next((each for each in _SPECIAL if each.value == result), None)
        games = dict(zip(titles, (*(cell or "0" for cell in wins), row.cell("drawn") or "0"), strict=True))
        return games, Score(0, 0, 0, kind) if kind else None, ""
    score, problem = results.score_of(row, _BEST_OF)
    if problem or score is None:
        return {}, None, problem or _("This match has no result. Enter one or remove the row.")
    games = dict(zip(titles, map(str, score.games), strict=True))
    return games, score if score.kind in _SPECIAL else None, ""


def _canonical_name(cell: str, names: dict[str, str]) -> str:
    """Return the first spelling of a name.

    Case, blanks and the order "Last, First" do not tell players apart.
    """
    name = strip_address(cell)[0]
    return names.setdefault(surname_last(name).casefold(), name) if name else ""


def _from_foreign(event: ForeignEvent) -> EventFile:
    """Return the event of another program.

    Raises:
        FileError: the event has no Swiss rounds or open matches.
    """
    names = _unique_names(event)
    ignored: Counter[str] = Counter(event.ignored)
    rows: list[tuple[RoundName, FileRow]] = []
    open_matches = [match for match in event.matches if match.kind == "open"]
    if open_matches:
        count = len(open_matches)
        words = ngettext("%(count)d match has no result.", "%(count)d matches have no result.", count)
        raise FileError([f"{words % {'count': count}} {_('Only finished events can be imported.')}"])
    matches = _numbered_as_here(event.matches) if event.double else event.matches
    for line, match in enumerate(matches, 1):
        if not match.second and match.kind != "bye":
            ignored[_("losses without an opponent")] += 1
        else:
            round_name = RoundName(0 if match.third else match.round, third=match.third, stage=match.stage)
            rows.append((round_name, _foreign_row(line, match, names)))
    matched = {name for _round, row in rows for name in row.players}
    facts = EventFacts.of(event.name, event.day)
    without = tuple(name for name in names.values() if name not in matched)
    seeds = tuple(name for name in names.values() if name in matched)
    return EventFile(finish_rows(rows, []), facts, event.program, without, ignored, seeds, event.double)


def _numbered_as_here(matches: Sequence[ForeignMatch]) -> list[ForeignMatch]:
    """Return the matches of a double elimination with the round numbers used here.

    Raises:
        FileError: the bracket has other rounds.
    """
    playoff = [match for match in matches if match.stage == "playoff"]
    players = {key for match in playoff for key in (match.first, match.second) if key}
    steps: dict[str, list[int]] = {}
    if 2 <= len(players) <= MAX_PLAYERS:
        for node in double_elimination(len(players)).nodes:
            rounds = steps.setdefault(node.place.part.value, [])
            rounds += [node.place.step] if node.place.step not in rounds else []
    most = {part: max(match.round for match in playoff if match.part == part) for part in {m.part for m in playoff}}
    if any(number > len(steps.get(part, ())) for part, number in most.items()):
        raise FileError([
            _("The rounds of this double elimination do not fit %(count)d players. Import Swiss rounds, a single "
              "elimination, or a double elimination of 2 to %(most)d players.")
            % {"count": len(players), "most": MAX_PLAYERS}
        ])  # fmt: skip
    # Byes leave the first rounds empty, so rounds are counted from the last one; the reset may not have been played.
    return [
        replace(match, round=steps[match.part][match.round - 1 - (0 if match.part == "final" else most[match.part])])
        if match.stage == "playoff"
        else match
        for match in matches
    ]


def _unique_names(event: ForeignEvent) -> dict[str, str]:
    """Return the names by key; two players with the same name get numbers."""
    counts: Counter[str] = Counter()
    names = {}
    for player in event.players:
        name = strip_address(player.name)[0] or player.key
        counts[name.casefold()] += 1
        number = counts[name.casefold()]
        names[player.key] = name if number == 1 else f"{name} ({number})"
    return names


def _foreign_row(line: int, match: ForeignMatch, names: Mapping[str, str]) -> FileRow:
    kind = Kind(match.kind) if match.kind in {each.value for each in Kind} else Kind.PLAYED
    second = names[match.second] if match.second else ""
    part = Part(match.part)
    return FileRow(line, match.stage, match.round, names[match.first], second, *match.games, match.third, kind, part)


def found_rounds(rows: list[FileRow]) -> Iterator[tuple[str, int, list[FileRow]]]:
    """Yield stage, number and matches of each round, in order."""
    for stage in ("swiss", "playoff"):
        for number in sorted({row.round for row in rows if row.stage == stage}):
            yield stage, number, [row for row in rows if (row.stage, row.round) == (stage, number)]
