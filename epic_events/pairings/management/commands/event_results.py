"""``manage.py event_results SLUG "12 21" …``: enter results of the current round."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from epic_events.bulk_import.tables import decoded
from epic_events.events.management import load_event
from epic_events.infra.errors import UserError
from epic_events.infra.management_commands import SiteCommand
from epic_events.infra.names import plain
from epic_events.pairings import selectors
from epic_events.pairings.results import match_state
from epic_events.pairings.results.report_conflicts import ANY_REPORT
from epic_events.pairings.results.services.bulk_entry import MAX_TEXT_LENGTH, LinePreview, enter_lines, preview_lines


class Command(SiteCommand):
    """Enter results in the notation of the fast entry page and list open tables."""

    help = (
        "Enter results of the current round, all lines or none: the table and its result, such as '12 2-1', '3 id',"
        " '5 ns2'. --file reads such lines, CSV or JSON. Afterwards, list the tables without a result."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments for the event and the result lines."""
        parser.add_argument("slug", help="slug of the event")
        parser.add_argument("lines", nargs="*", metavar="LINE", help="table and result, in quotes")
        parser.add_argument("--file", type=Path, help="file with lines, CSV or JSON, in UTF-8")
        parser.add_argument("--look", action="store_true", help="show what would be entered, without entering it")
        parser.add_argument(
            "--override-reports",
            action="store_true",
            help="enter results although they differ from players' unconfirmed reports",
        )
        parser.add_argument("--reason", default="", help="reason; required to change a final result")

    def handle(self, *_args: Any, slug: str, lines: list[str], **options: Any) -> None:
        """Enter the results, then print the open tables.

        Raises:
            CommandError: lines are invalid; nothing is entered.
        """
        event = load_event(slug)
        round_ = selectors.load_event_plan(event).latest_round
        if round_ is None:
            raise CommandError("No round has been paired yet.")
        if lines and options["file"]:
            raise CommandError("Use either lines or --file, not both.")
        overrides = ANY_REPORT if options["override_reports"] else ()
        try:
            text = _read(options["file"]) if options["file"] else "\n".join(lines)
            if options["look"]:
                for line in preview_lines(None, round_, text, reason=options["reason"], overrides=overrides):
                    self.stdout.write(f"{line.number:>5}  {_format_line(line)}")
                return
            if text:
                entered = enter_lines(None, round_, text, reason=options["reason"], overrides=overrides)
                same = sum(line.same for line in entered)
                stand = f", {same} were entered already" if same else ""
                self.stdout.write(f"{len(entered) - same} results were entered{stand}")
        except UserError as error:
            raise CommandError(plain(str(error))) from error
        for match in match_state.with_seats(
            round_.matches.filter(pk__in=[table.pk for table in selectors.open_tables(round_)])
        ):
            names = " - ".join(seat.registration.name for seat in match.seats.all())
            self.stdout.write(f"{match.table or '-':>5}  {names}")


def _format_line(line: LinePreview) -> str:
    """Return the effect of a result line as text."""
    if line.problem or line.left_out:
        return plain(f"not entered: {line.problem}" if line.problem else f"left out: {line.left_out}")
    return plain(
        f"{'stands already: ' if line.same else 'changes to: ' if line.current_result else ''}{line.description}"
    )


def _read(file: Path) -> str:
    """Read a text file.

    Raises:
        CommandError: the file cannot be read.
        UserError: the file is not UTF-8 or too large.
    """
    try:
        with file.open("rb") as opened:
            return decoded(opened.read(4 * MAX_TEXT_LENGTH + 1), 4 * MAX_TEXT_LENGTH)
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error
