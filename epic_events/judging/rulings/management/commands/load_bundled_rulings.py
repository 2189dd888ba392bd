"""``manage.py bring_rulings``: store the rulings that come with each game, and mark those to be looked at again."""

from typing import Any

from epic_events.infra.management_commands import SiteCommand
from epic_events.judging.rulings.bundled import import_bundled_rulings
from epic_events.judging.rulings.services import flag_outdated_rulings


class Command(SiteCommand):
    """Safe to run again at any time; run it after every update, once the rulebooks are projected."""

    help = "Store the rulings that come with each game; mark the rulings whose rules read otherwise by now."

    def handle(self, *_args: Any, **options: Any) -> None:
        """Bring them and say what changed."""
        summary = import_bundled_rulings()
        flagged = flag_outdated_rulings()
        if options["verbosity"]:
            self.stdout.write(f"rulings: {summary.added} added, {summary.reworded} reworded, {flagged} to check again")
