"""The table in which computed standings of large events are cached."""

from typing import Any

from django.core.management import call_command
from django.db import migrations


def create_table(_apps: Any, editor: Any) -> None:
    """Create the table of the cache ``rankings``; nothing happens if it exists."""
    call_command("createcachetable", database=editor.connection.alias, verbosity=0)


class Migration(migrations.Migration):
    dependencies = [("pairings", "0001_initial")]

    operations = [migrations.RunPython(create_table, migrations.RunPython.noop)]
