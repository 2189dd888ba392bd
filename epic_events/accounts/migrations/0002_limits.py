"""The table in which rate limits are counted while Redis is unavailable."""

from typing import Any

from django.core.management import call_command
from django.db import migrations


def create_table(_apps: Any, editor: Any) -> None:
    """Create the table of the cache ``limits``; nothing happens if it exists."""
    call_command("createcachetable", database=editor.connection.alias, verbosity=0)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [migrations.RunPython(create_table, migrations.RunPython.noop)]
