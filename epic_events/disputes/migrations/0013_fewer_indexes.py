"""Indexes with which another index begins, or of a word that has only a few values, are kept no longer."""

import django.db.models.deletion
from django.db import migrations, models

import epic_events.events.values
from epic_events.running.field_indexes import DropFieldIndexes


class Migration(migrations.Migration):
    dependencies = [
        ("disputes", "0012_releases"),
    ]

    operations = [
        DropFieldIndexes(
            [
                ("dispute", "game", models.SlugField(db_index=False, default=epic_events.events.values.usual_game)),
                (
                    "evidence",
                    "dispute",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="evidence",
                        to="disputes.dispute",
                    ),
                ),
                (
                    "recordversion",
                    "dispute",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="records",
                        to="disputes.dispute",
                    ),
                ),
                (
                    "replayboard",
                    "verdict",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="boards",
                        to="disputes.storedverdict",
                    ),
                ),
                ("storedverdict", "game", models.SlugField(db_index=False)),
                (
                    "whatif",
                    "dispute",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="what_ifs",
                        to="disputes.dispute",
                    ),
                ),
            ]
        )
    ]
