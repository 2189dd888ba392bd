"""Indexes with which another index begins, or of a word that has only a few values, are kept no longer."""

from django.db import migrations

from epic_events.infra.database.field_indexes import DropFieldIndexes


class Migration(migrations.Migration):
    dependencies = [
        ("rulings", "0003_usual_game"),
    ]

    operations = [
        DropFieldIndexes(
            ("ruling", "game"),
            ("rulingcard", "ruling"),
            ("rulingrule", "rulebook"),
            ("rulingrule", "ruling"),
            ("rulingversion", "ruling"),
        )
    ]
