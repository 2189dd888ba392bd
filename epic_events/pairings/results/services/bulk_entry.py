"""Entry of many results of a round at once, as lines, CSV or JSON, with a preview."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.accounts.models import User
from epic_events.bulk_import.tables import TableError, shortened
from epic_events.events.permissions import can_score, require_staff
from epic_events.infra.errors import UserError
from epic_events.infra.names import isolated, normalised
from epic_events.pairings.lifecycle import lock_and_reload
from epic_events.pairings.methods.scores import swap_sides
from epic_events.pairings.models import Round
from epic_events.pairings.results.entry_lines import EntryLine, parse_line, parse_named_line
from epic_events.pairings.results.parsers import ImportedRow, parse_rows
from epic_events.pairings.results.report_conflicts import ReportConflictError, find_conflict
from epic_events.pairings.results.services import finalisation
from epic_events.pairings.results.services.finalisation import StaffResult, save_staff_results
from epic_events.pairings.results.table_rows import TableRow, tables_for_entry
from epic_events.pairings.round_names import name_of_round
from rules.decks.names import nearest

MAX_SUGGESTIONS: Final = 25
"""Unknown names for which a similar name is suggested. Each is compared with every name of the round."""
_BOTH: Final = (False, True)


class TableNotFoundError(UserError):
    """A row that matches no table of the round. The message says why."""

    code = "no_table"


class TableIndex:
    """Index of the tables of a round by number and by player name.

    Args:
        rows: every table of the round, byes included. If only numbers are looked up, the tables with these numbers
            are enough.
    """

    def __init__(self, rows: Iterable[TableRow]) -> None:
        self._rows = list(rows)
        self._guesses = MAX_SUGGESTIONS

    @cached_property
    def by_number(self) -> dict[int, TableRow]:
        """The tables by number, without byes."""
        return {row.match.table: row for row in self._rows if not row.is_bye and row.match.table is not None}

    @cached_property
    def _by_name(self) -> dict[str, list[TableRow]]:
        rows_by_name: defaultdict[str, list[TableRow]] = defaultdict(list)
        for row in self._rows:
            for seat in row.seats:
                rows_by_name[_normalise(seat.registration.name)].append(row)
        return rows_by_name

    def find_table(self, imported: ImportedRow) -> tuple[TableRow, bool]:
        """Return the table of a row, and True if the row names the player at seat 2 first.

        Raises:
            NotMeantError: no table matches, or several do.
        """
        if imported.table is None:
            return self._find_by_players(imported.players)
        row = self.by_number.get(imported.table)
        if row is None:
            raise TableNotFoundError(_("There is no match at table %(table)d.") % {"table": imported.table})
        for turned in _BOTH:
            if _is_seated_at(row, imported.players, turned=turned):
                return row, turned
        for names in filter(None, imported.players):
            self._find_by_name(names)
        sitting = [isolated(seat.registration.name) for seat in row.seats]
        words = _("%(first)s and %(second)s play at table %(table)d.")
        raise TableNotFoundError(words % {"table": imported.table, "first": sitting[0], "second": sitting[1]})

    def _find_by_players(self, players: Sequence[Sequence[str]]) -> tuple[TableRow, bool]:
        """Return the table of two players, and True if they sit there in reverse order.

        Raises:
            NotMeantError: no table matches, or several do.
        """
        if not all(players):
            raise TableNotFoundError(_("The row has neither a table number nor two players."))
        tables = [self._find_by_name(names) for names in players]
        matches = [(row, turned) for row in tables[0] for turned in _BOTH if _is_seated_at(row, players, turned=turned)]
        names = {"first": isolated(shortened(players[0][0])), "second": isolated(shortened(players[1][0]))}
        if not matches:
            raise TableNotFoundError(_("%(first)s and %(second)s do not play each other in this round.") % names)
        if len({row.match.pk for row, _turned in matches}) > 1:
            words = _("%(first)s and %(second)s play at several tables. Add the table number.")
            raise TableNotFoundError(words % names)
        return matches[0]

    def _find_by_name(self, names: Sequence[str]) -> list[TableRow]:
        """Return the tables of the players with one of these names.

        Raises:
            NotMeantError: no player of the round has such a name.
        """
        rows = [row for name in names for way in _spellings(name) for row in self._by_name.get(way, ())]
        if rows:
            return rows
        words = _("No player named “%(name)s” plays in this round.") % {"name": isolated(shortened(names[0]))}
        self._guesses -= 1
        near = (
            nearest(names[0], [seat.registration.name for row in self._rows for seat in row.seats])
            if self._guesses >= 0
            else None
        )
        hint = " " + _("Did you mean %(name)s?") % {"name": isolated(near)} if near else ""
        raise TableNotFoundError(words + hint)


def _is_seated_at(row: TableRow, players: Sequence[Sequence[str]], *, turned: bool) -> bool:
    """Return True if all named players sit at the table, in this or reverse order."""
    if row.is_bye or (turned and not any(players)):
        return False
    seats = row.seats[::-1] if turned else row.seats
    return all(
        not names or any(_normalise(seat.registration.name) in _spellings(name) for name in names)
        for seat, names in zip(seats, players, strict=True)
    )


def _normalise(name: str) -> str:
    return normalised(name).casefold()


def _spellings(name: str) -> tuple[str, ...]:
    """Return the spellings of a name to compare: "Last, First" also as "First Last"."""
    last, comma, first = _normalise(name).partition(",")
    return (_normalise(name), f"{first.strip()} {last.strip()}") if comma and first.strip() else (_normalise(name),)


MAX_LINES = 6000
MAX_TEXT_LENGTH = 1_000_000
"""In characters. CSV of 6,000 rows has about 900,000."""


class LinesError(UserError):
    """Some lines cannot be entered.

    Attributes:
        lines: all lines with their preview.
    """

    code = "bad_lines"

    def __init__(self, lines: list["LinePreview"]) -> None:
        self.lines = lines
        invalid_lines = [line for line in lines if line.problem]
        summary = ngettext(
            "%(count)d line cannot be entered: %(first)s",
            "%(count)d lines cannot be entered; the first: %(first)s",
            len(invalid_lines),
        ) % {"count": len(invalid_lines), "first": invalid_lines[0].description if invalid_lines else ""}
        super().__init__(summary, fields={f"line {line.number}": line.problem for line in invalid_lines})
        conflicts = [line.conflict for line in invalid_lines if line.conflict]
        if len(conflicts) == len(invalid_lines):
            self.status, self.code = ReportConflictError.status, ReportConflictError.code
        if conflicts:
            self.details = {"reports": [report for conflict in conflicts for report in conflict.details["reports"]]}


@dataclass(frozen=True)
class LinePreview:
    """A line with its preview.

    Attributes:
        number: the line number in the input, from 1.
        text: the line as typed.
        entry: the parsed line. `None` if it cannot be parsed.
        row: its table. `None` if there is none.
        problem: why it cannot be entered. Empty if it can.
        left_out: why the row is skipped: another round, a bye, or no result yet. Empty otherwise.
        stands: the current result that it would change, as text. Empty without one.
        same: True if the table already has this result.
        conflict: the error if only a player's report contradicts it. `None` otherwise.
    """

    number: int
    text: str
    entry: EntryLine | None = None
    row: TableRow | None = None
    problem: str = ""
    left_out: str = ""
    current_result: str = ""
    same: bool = False
    conflict: ReportConflictError | None = None

    @property
    def good(self) -> bool:
        """True if it can be entered."""
        return not (self.problem or self.left_out)

    @property
    def description(self) -> str:
        """The result that would be entered, as text, or the error."""
        if self.problem or self.entry is None or self.row is None:
            return _("line %(number)d: %(problem)s") % {"number": self.number, "problem": self.problem}
        return self.result

    @property
    def result(self) -> str:
        """The result of the line as text. Empty without a table."""
        return self.row.describe(self.entry.score.values()) if self.row and self.entry else ""

    @property
    def leaving(self) -> list[str]:
        """The names of the players who drop with it."""
        if self.entry is None or self.row is None:
            return []
        return [seat.registration.name for seat in self.row.seats if seat.place in self.entry.drops]


def preview_lines(
    actor: User | None, round_: Round, text: str, *, reason: str = "", overrides: Container[int] = ()
) -> list[LinePreview]:
    """Preview every non-empty line. Nothing is written.

    Args:
        actor: who would enter the lines.
        round_: the round of the tables.
        text: lines in the notation of `entry_lines`, or CSV or JSON in the formats of `bulk_import`.
        reason: why results change, for lines without their own reason.
        overrides: the keys of the unconfirmed reports that the results may contradict.

    Raises:
        TableError: CSV or JSON that cannot be parsed or has no row of this round.
        UserError: too many lines.
    """
    imported = parse_rows(text, round_.stage.best_of)
    typed = [] if imported is not None else text.splitlines()
    if len(typed) > MAX_LINES:
        raise UserError(_("Too many lines. Enter at most %(most)d.") % {"most": MAX_LINES})
    if imported is None:
        lines = [
            _preview_line(number, line.strip(), round_.stage.best_of)
            for number, line in enumerate(typed, 1)
            if line.strip()
        ]
        names = any(line.problem and _is_named(line.text, round_.stage.best_of) for line in lines)
        wanted = None if names else {line.entry.table for line in lines if line.entry}
        tables = TableIndex(tables_for_entry(round_, wanted) if wanted is not None else tables_for_entry(round_))
        lines = [_preview_named_line(line, round_.stage.best_of, tables) if line.problem else line for line in lines]
    else:
        tables = TableIndex(tables_for_entry(round_))
        lines = _preview_imported(imported, tables, round_)
    may_drop = actor is None or can_score(actor, round_.stage.event)
    lines = [_complete_preview(line, tables, reason.strip(), may_drop=may_drop) for line in lines]
    return [_mark_conflict(line, overrides) for line in _mark_duplicates(lines)]


def _preview_line(number: int, text: str, best_of: int) -> LinePreview:
    try:
        return LinePreview(number, text, parse_line(text, best_of))
    except UserError as error:
        return LinePreview(number, text, problem=str(error))


def _is_named(text: str, best_of: int) -> bool:
    """Return True for a line with two names instead of a table number."""
    try:
        parse_named_line(text, best_of)
    except UserError:
        return False
    return True


def _preview_named_line(looked: LinePreview, best_of: int, tables: TableIndex) -> LinePreview:
    """Return the preview of a line with two names; an invalid line stays as it is."""
    if not _is_named(looked.text, best_of):
        return looked
    first, second, score = parse_named_line(looked.text, best_of)
    row = ImportedRow(looked.number, looked.text, players=((first,), (second,)), score=score)
    return _preview_row(row, tables)


def _preview_imported(imported: Sequence[ImportedRow], tables: TableIndex, round_: Round) -> list[LinePreview]:
    """Return the previews of imported rows for a round.

    Raises:
        TableError: every row belongs to another round.
    """
    other = [_is_of_other_round(row, round_) for row in imported]
    if all(other):
        message = _("No row belongs to this round: %(round)s.")
        raise TableError(message % {"round": name_of_round(round_)})
    return [
        LinePreview(row.line, row.text, left_out=_("from another round")) if elsewhere else _preview_row(row, tables)
        for row, elsewhere in zip(imported, other, strict=True)
    ]


def _is_of_other_round(row: ImportedRow, round_: Round) -> bool:
    stage = round_.stage
    return (
        row.round not in (None, round_.number)
        or row.stage not in (None, stage.order)
        or row.eliminates not in (None, stage.is_elimination)
    )


def _preview_row(imported: ImportedRow, tables: TableIndex) -> LinePreview:
    """Return the preview of an imported row, its score in the order of the seats."""
    looked = LinePreview(imported.line, imported.text, problem=imported.problem)
    if imported.problem:
        return looked
    if imported.bye:
        return replace(looked, left_out=_("a bye"))
    try:
        row, other_way_round = tables.find_table(imported)
    except UserError as error:
        return replace(looked, problem=str(error))
    if imported.score is None:
        return replace(looked, left_out=_("without a result"))
    assert row.match.table is not None
    score = swap_sides(imported.score) if other_way_round else imported.score
    return replace(looked, entry=EntryLine(row.match.table, score))


def _complete_preview(looked: LinePreview, tables: TableIndex, reason: str, *, may_drop: bool) -> LinePreview:
    """Complete the preview of a line with its table and the validation of its result."""
    if looked.entry is None:
        return looked
    entry = looked.entry if looked.entry.reason or not reason else replace(looked.entry, reason=reason)
    row = tables.by_number.get(entry.table)
    if row is None:
        return replace(looked, entry=entry, problem=_("There is no match at table %(table)d.") % {"table": entry.table})
    same = row.score is not None and finalisation.is_same_result(row.score, entry.score)
    looked = replace(looked, entry=entry, row=row, current_result=row.result_words, same=same)
    try:
        finalisation.validate_score(row, entry.score)
    except UserError as error:
        return replace(looked, problem=str(error))
    if entry.drops and not may_drop:
        return replace(looked, problem=_("Only organisers, head judges and scorekeepers can drop players."))
    if looked.current_result and not looked.same and not entry.reason:
        problem = _("Table %(table)d already has a result: %(result)s. Enter a reason for the change.")
        return replace(looked, problem=problem % {"table": entry.table, "result": looked.current_result})
    return looked


def _mark_duplicates(lines: list[LinePreview]) -> list[LinePreview]:
    """Add an error to each line whose table is listed more than once."""
    counts = Counter(line.entry.table for line in lines if line.entry)
    return [
        replace(line, problem=_("Table %(table)d is listed more than once.") % {"table": line.entry.table})
        if line.entry and counts[line.entry.table] > 1 and not line.problem
        else line
        for line in lines
    ]


def _mark_conflict(line: LinePreview, overrides: Container[int]) -> LinePreview:
    """Add an error to a valid line that differs from a report of a player."""
    if not line.good or line.row is None or line.entry is None:
        return line
    conflict = find_conflict(line.row, line.entry.score, overrides)
    return replace(line, problem=str(conflict), conflict=conflict) if conflict else line


def enter_lines(
    actor: User | None,
    round_: Round,
    text: str,
    *,
    reason: str = "",
    skip_wrong: bool = False,
    overrides: Container[int] = (),
) -> list[LinePreview]:
    """Enter many results as staff: all lines, or the valid ones with `skip_wrong`.

    Args:
        actor: who enters them. `None` for the command line.
        round_: the round of the tables.
        text: lines, CSV or JSON, as for `preview_lines`.
        reason: why results change, for lines without their own reason.
        skip_wrong: skip invalid lines. The user has seen which ones they are.
        overrides: the keys of the unconfirmed reports that the results may contradict.

    Returns:
        The lines that were entered.

    Raises:
        LinesError: some lines are invalid. Nothing is written.
        NotAllowedError: the user has no role at the event.
        StateError: the round is not published, or the event is over.
        TableError: CSV or JSON that cannot be parsed or has no row of this round.
        UserError: there is no line to enter.
    """
    require_staff(actor, round_.stage.event)
    with transaction.atomic():
        round_ = lock_and_reload(round_)
        lines = preview_lines(actor, round_, text, reason=reason, overrides=overrides)
        good = [line for line in lines if line.good]
        if any(line.problem for line in lines) and not (skip_wrong and good):
            raise LinesError(lines)
        if not good and lines:
            raise UserError(_("No row has a result for this round."))
        if not good:
            raise UserError(_("Enter at least one line with a table and its result."))
        save_staff_results(actor, _staff_results(round_, good, overrides))
    return good


def _staff_results(round_: Round, lines: Iterable[LinePreview], overrides: Container[int]) -> list[StaffResult]:
    """Return the results to write for valid lines. Expects the event to be locked.

    Raises:
        StateError: names the line; the round is not published, the event is over, or the cut depends on a result.
        UserError: names the line; a correction without a reason.
    """
    later_round_paired = finalisation.has_later_round(round_)
    results = []
    for line in lines:
        assert line.entry is not None
        assert line.row is not None
        drops = frozenset(line.entry.drops)
        result = StaffResult(line.row, line.entry.score, line.entry.reason.strip(), drops, overrides)
        try:
            result.require_possible(later_round_paired=later_round_paired, is_valid=True)
        except UserError as error:
            raise type(error)(_("Line %(number)d: %(problem)s") % {"number": line.number, "problem": error}) from error
        results.append(result)
    return results
