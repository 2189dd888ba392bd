"""The table in which limits are counted while Redis is away."""

from typing import Any

from django.core.management import call_command
from django.db import migrations


def make_table(_apps: Any, editor: Any) -> None:
    """Make what the cache called limits stands in; where it is, nothing happens."""
    call_command("createcachetable", database=editor.connection.alias, verbosity=0)


class Migration(migrations.Migration):
    """Make room for limits."""

    dependencies = [("accounts", "0005_hash_plain_tokens")]
    operations = [migrations.RunPython(make_table, migrations.RunPython.noop)]
