"""``manage.py project_rulebooks``: store the rules documents by version."""

from typing import Any

from epic_events.infra.management_commands import SiteCommand
from epic_events.reference.rules.projection import project_rulebooks


class Command(SiteCommand):
    """Update the stored versions of the rules documents; idempotent."""

    help = "Store the rules documents by version, so that decisions can point at a rule as it stood."

    def handle(self, *args: Any, **options: Any) -> None:
        """Update the stored versions and print what changed."""
        del args, options
        result = project_rulebooks()
        self.stdout.write(f"{result.added} rules added, {result.changed} changed, {result.gone} gone.")
