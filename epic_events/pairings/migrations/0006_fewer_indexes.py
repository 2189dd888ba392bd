"""Indexes with which another index begins, or of a word that has only a few values, are kept no longer."""

from django.db import migrations

from epic_events.infra.database.field_indexes import DropFieldIndexes


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0015_fewer_indexes"),
        ("pairings", "0005_avoidances"),
    ]

    operations = [
        DropFieldIndexes(
            ("avoidance", "first"),
            ("podseat", "podding"),
            ("round", "stage"),
            ("seat", "match"),
            ("seat", "round"),
        )
    ]
