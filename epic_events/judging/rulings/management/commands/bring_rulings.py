"""``manage.py bring_rulings``: store the rulings that come with each game, and mark those to be looked at again."""

from typing import Any

from epic_events.infra.management_commands import SiteCommand
from epic_events.judging.rulings.bundled import bring_packaged_rulings
from epic_events.judging.rulings.services import look_again


class Command(SiteCommand):
    """Safe to run again at any time; run it after every update, once the rulebooks are projected."""

    help = "Store the rulings that come with each game; mark the rulings whose rules read otherwise by now."

    def handle(self, *_args: Any, **options: Any) -> None:
        """Bring them and say what changed."""
        brought = bring_packaged_rulings()
        marked = look_again()
        if options["verbosity"]:
            self.stdout.write(f"rulings: {brought.added} added, {brought.reworded} reworded, {marked} to check again")
