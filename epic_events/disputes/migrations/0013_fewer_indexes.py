"""Indexes with which another index begins, or of a word that has only a few values, are kept no longer."""

from django.db import migrations

from epic_events.infra.database.field_indexes import DropFieldIndexes


class Migration(migrations.Migration):
    dependencies = [
        ("disputes", "0012_releases"),
    ]

    operations = [
        DropFieldIndexes(
            ("dispute", "game"),
            ("evidence", "dispute"),
            ("recordversion", "dispute"),
            ("replayboard", "verdict"),
            ("storedverdict", "game"),
            ("whatif", "dispute"),
        )
    ]
