"""Indexes with which another index begins, or of a word that has only a few values, are kept no longer."""

from django.db import migrations

from epic_events.infra.database.field_indexes import DropFieldIndexes


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0014_decklist_window"),
    ]

    operations = [
        DropFieldIndexes(
            ("event", "format"),
            ("event", "game"),
            ("invitation", "event"),
            ("participation", "stage"),
            ("registration", "event"),
            ("staffrole", "event"),
            ("stage", "event"),
            ("stage", "format"),
        )
    ]
