"""Results of a whole round from the keyboard: many lines at once, looked over before anything is written."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.accounts.models import User
from epic_events.errors import UserError
from epic_events.events.permissions import can_score, require_staff
from epic_events.pairings.locking import fresh
from epic_events.pairings.models import Round
from epic_events.pairings.results import table_rows
from epic_events.pairings.results.entry_lines import EntryLine, read_line
from epic_events.pairings.results.services import settling
from epic_events.pairings.results.services.writing_down import Wanted, write_down
from epic_events.pairings.results.table_rows import TableRow

MOST_LINES = 6000


class LinesError(UserError):
    """Lines of which some cannot be entered.

    Attributes:
        lines: every line with what was found about it.
    """

    code = "bad_lines"

    def __init__(self, lines: list["Looked"]) -> None:
        self.lines = lines
        wrong = [line for line in lines if line.problem]
        summary = ngettext(
            "%(count)d line cannot be entered: %(first)s",
            "%(count)d lines cannot be entered; the first: %(first)s",
            len(wrong),
        ) % {"count": len(wrong), "first": wrong[0].told if wrong else ""}
        super().__init__(summary, fields={f"line {line.number}": line.problem for line in wrong})


@dataclass(frozen=True)
class Looked:
    """A line and what was found about it.

    Attributes:
        number: of the line in what was typed, from 1.
        text: as it was typed.
        entry: what it says; None when it cannot be read.
        row: the table it is about; None when there is none.
        problem: why it cannot be entered; empty when it can.
        stands: the result that it would change, in words; empty when none stands.
    """

    number: int
    text: str
    entry: EntryLine | None = None
    row: TableRow | None = None
    problem: str = ""
    stands: str = ""

    @property
    def told(self) -> str:
        """What would be entered, in words, or the problem."""
        if self.problem or self.entry is None or self.row is None:
            return _("line %(number)d: %(problem)s") % {"number": self.number, "problem": self.problem}
        return self.row.told(self.entry.score.values())

    @property
    def leaving(self) -> list[str]:
        """The names of those who leave the event with it."""
        if self.entry is None or self.row is None:
            return []
        return [seat.registration.name for seat in self.row.seats if seat.place in self.entry.drops]

    @property
    def same(self) -> bool:
        """Whether exactly this stands already, so that entering it changes nothing."""
        score = self.row.score if self.row else None
        return self.entry is not None and score is not None and settling.same_result(score, self.entry.score)


def look_over(actor: User | None, round_: Round, text: str, *, reason: str = "") -> list[Looked]:
    """Return every line that is not empty with what would happen to it; nothing is written.

    Args:
        actor: who would enter them.
        round_: the round whose tables are meant.
        text: the lines.
        reason: why results change, for every line without a reason of its own.

    Raises:
        UserError: for more lines than a round has.
    """
    typed = text.splitlines()
    if len(typed) > MOST_LINES:
        raise UserError(_("That is more than a round: at most %(most)d lines.") % {"most": MOST_LINES})
    rows = {row.match.table: row for row in table_rows.tables(round_) if not row.is_bye}
    may_drop = actor is None or can_score(actor, round_.stage.event)
    lines = [
        _looked(number, line.strip(), rows, round_, reason.strip(), may_drop=may_drop)
        for number, line in enumerate(typed, 1)
        if line.strip()
    ]
    return _without_doubles(lines)


def _looked(
    number: int, text: str, rows: dict[int | None, TableRow], round_: Round, reason: str, *, may_drop: bool
) -> Looked:
    """Return one line with what was found about it."""
    try:
        entry = read_line(text, round_.stage.best_of)
    except UserError as error:
        return Looked(number, text, problem=str(error))
    entry = replace(entry, reason=entry.reason or reason)
    row = rows.get(entry.table)
    if row is None:
        return Looked(number, text, entry, problem=_("Nobody plays at table %(table)d.") % {"table": entry.table})
    looked = Looked(number, text, entry, row, stands=row.result_words)
    try:
        settling.check(row, entry.score)
    except UserError as error:
        return replace(looked, problem=str(error))
    if entry.drops and not may_drop:
        return replace(looked, problem=_("Only organisers, head judges and scorekeepers let players drop."))
    if looked.stands and not looked.same and not entry.reason:
        problem = _("Table %(table)d stands: %(result)s. Say why it changes.")
        return replace(looked, problem=problem % {"table": entry.table, "result": looked.stands})
    return looked


def _without_doubles(lines: list[Looked]) -> list[Looked]:
    """Return the lines with a problem at each table that is named twice."""
    named = Counter(line.entry.table for line in lines if line.entry)
    return [
        replace(line, problem=_("Table %(table)d is named more than once.") % {"table": line.entry.table})
        if line.entry and named[line.entry.table] > 1 and not line.problem
        else line
        for line in lines
    ]


def enter_lines(
    actor: User | None, round_: Round, text: str, *, reason: str = "", skip_wrong: bool = False
) -> list[Looked]:
    """Enter lines as staff, all of them or none; with ``skip_wrong`` those that can be entered.

    Args:
        actor: who enters them; None for the site's own command line.
        round_: the round whose tables are meant.
        text: the lines, in the notation of :mod:`epic_events.pairings.results.entry_lines`.
        reason: why results change, for every line without a reason of its own.
        skip_wrong: whether to leave out what cannot be entered; somebody has seen which lines these are.

    Returns:
        The lines that were entered.

    Raises:
        LinesError: for lines that cannot be entered; nothing is written then.
        NotAllowedError: for everybody without a role at the event.
        StateError: when the round is not published, or the event is over.
        UserError: without a single line.
    """
    require_staff(actor, round_.stage.event)
    with transaction.atomic():
        round_ = fresh(round_)
        lines = look_over(actor, round_, text, reason=reason)
        good = [line for line in lines if not line.problem]
        if len(good) < len(lines) and not skip_wrong:
            raise LinesError(lines)
        if not good:
            raise LinesError(lines) if lines else UserError(_("Write at least one line: a table and its result."))
        write_down(actor, _wanted(round_, good))
    return good


def _wanted(round_: Round, lines: Iterable[Looked]) -> list[Wanted]:
    """Return what lines without a problem are to write; expects the event to be locked.

    Raises:
        StateError: names the line, when the round is not published, the event is over, or the cut rests on a result.
        UserError: names the line, for a correction without a reason.
    """
    paired_from = settling.is_paired_from(round_)
    results = []
    for line in lines:
        assert line.entry is not None
        assert line.row is not None
        wanted = Wanted(line.row, line.entry.score, line.entry.reason.strip(), frozenset(line.entry.drops))
        try:
            wanted.require_possible(paired_from=paired_from)
        except UserError as error:
            raise type(error)(_("Line %(number)d: %(problem)s") % {"number": line.number, "problem": error}) from error
        results.append(wanted)
    return results
