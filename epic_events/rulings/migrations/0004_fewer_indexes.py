"""Indexes with which another index begins, or of a word that has only a few values, are kept no longer."""

import django.db.models.deletion
from django.db import migrations, models

import epic_events.events.values
from epic_events.running.field_indexes import DropFieldIndexes


class Migration(migrations.Migration):
    dependencies = [
        ("rulings", "0003_usual_game"),
    ]

    operations = [
        DropFieldIndexes(
            [
                ("ruling", "game", models.SlugField(db_index=False, default=epic_events.events.values.usual_game)),
                (
                    "rulingcard",
                    "ruling",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="cards",
                        to="rulings.ruling",
                    ),
                ),
                ("rulingrule", "rulebook", models.SlugField(db_index=False)),
                (
                    "rulingrule",
                    "ruling",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rules",
                        to="rulings.ruling",
                    ),
                ),
                (
                    "rulingversion",
                    "ruling",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="versions",
                        to="rulings.ruling",
                    ),
                ),
            ]
        )
    ]
