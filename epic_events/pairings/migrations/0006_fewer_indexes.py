"""Indexes with which another index begins, or of a word that has only a few values, are kept no longer."""

import django.db.models.deletion
from django.db import migrations, models

from epic_events.running.field_indexes import DropFieldIndexes


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0015_fewer_indexes"),
        ("pairings", "0005_avoidances"),
    ]

    operations = [
        DropFieldIndexes(
            [
                (
                    "avoidance",
                    "first",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="events.registration",
                    ),
                ),
                (
                    "podseat",
                    "podding",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="pairings.podding",
                    ),
                ),
                (
                    "round",
                    "stage",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="round_set",
                        to="events.stage",
                    ),
                ),
                (
                    "seat",
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="pairings.match",
                    ),
                ),
                (
                    "seat",
                    "round",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="pairings.round",
                    ),
                ),
            ]
        )
    ]
