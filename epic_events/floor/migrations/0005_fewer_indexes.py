"""Indexes with which another index begins, or of a word that has only a few values, are kept no longer."""

import django.db.models.deletion
from django.db import migrations, models

from epic_events.running.field_indexes import DropFieldIndexes


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0015_fewer_indexes"),
        ("floor", "0004_checks"),
    ]

    operations = [
        DropFieldIndexes(
            [
                (
                    "call",
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calls",
                        to="events.event",
                    ),
                ),
                (
                    "decision",
                    "matter",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="decisions",
                        to="floor.matter",
                    ),
                ),
                (
                    "matter",
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="matters",
                        to="events.event",
                    ),
                ),
                ("penalty", "infraction", models.SlugField(db_index=False)),
                ("penalty", "level", models.SlugField(db_index=False)),
            ]
        )
    ]
