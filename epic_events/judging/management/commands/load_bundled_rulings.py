"""``manage.py load_bundled_rulings``: import rulings and flag outdated ones."""

from typing import Any

from epic_events.infra.management_commands import SiteCommand
from epic_events.judging.rulings.services import flag_outdated_rulings, import_bundled_rulings


class Command(SiteCommand):
    """Imports bundled rulings and flags outdated ones.

    Idempotent. Run it after every update, after ``project_rulebooks``.
    """

    help = "Import the rulings bundled with each game and flag rulings whose cited rules have changed."

    def handle(self, *_args: Any, **options: Any) -> None:
        """Import the rulings and print what changed."""
        summary = import_bundled_rulings()
        flagged = flag_outdated_rulings()
        if options["verbosity"]:
            self.stdout.write(f"rulings: {summary.added} added, {summary.reworded} reworded, {flagged} to check again")
