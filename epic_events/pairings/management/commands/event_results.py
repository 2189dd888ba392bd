"""``manage.py event_results SLUG "12 21" …``: results of the round that is played, without its pages."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from epic_events.errors import UserError
from epic_events.events.models import Event
from epic_events.pairings import reads
from epic_events.pairings.results import table_rows
from epic_events.pairings.results.services.whole_round import enter_lines


class Command(BaseCommand):
    """Enters lines as the page of fast entry reads them; tells which tables are open."""

    help = (
        "Enter results of the round that is played, all lines or none: the table and what stands on its slip, such as"
        " '12 2-1', '3 id', '5 ns2'. Then list the tables without a result."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name the event and the lines."""
        parser.add_argument("slug", help="address of the event")
        parser.add_argument("lines", nargs="*", metavar="LINE", help="table and result, in quotes")
        parser.add_argument("--reason", default="", help="why; needed where a result that stands changes")

    def handle(self, *_args: Any, slug: str, lines: list[str], reason: str, **_options: Any) -> None:
        """Enter them, then tell what is open.

        Raises:
            CommandError: names every line that is wrong; nothing is entered then.
        """
        event = Event.objects.filter(slug=slug).first()
        if event is None:
            raise CommandError(f"There is no event at the address {slug}.")
        round_ = reads.latest_round(event)
        if round_ is None:
            raise CommandError("No round is paired yet.")
        if lines:
            try:
                entered = enter_lines(None, round_, "\n".join(lines), reason=reason)
            except UserError as error:
                raise CommandError(str(error)) from error
            self.stdout.write(f"{len(entered)} results are entered")
        for match in table_rows.with_seats(round_.matches.filter(pk__in=[one.pk for one in reads.open_tables(round_)])):
            names = " - ".join(seat.registration.name for seat in match.seats.all())
            self.stdout.write(f"{match.table or '-':>5}  {names}")
