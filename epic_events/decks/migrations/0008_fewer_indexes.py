"""Indexes with which another index begins, or of a word that has only a few values, are kept no longer."""

import django.db.models.deletion
from django.db import migrations, models

from epic_events.running.field_indexes import DropFieldIndexes


class Migration(migrations.Migration):
    dependencies = [
        ("decks", "0007_deck_rules"),
        ("events", "0015_fewer_indexes"),
    ]

    operations = [
        DropFieldIndexes(
            [
                (
                    "cardfile",
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="card_files",
                        to="events.event",
                    ),
                ),
                ("cardfile", "game", models.SlugField(db_index=False)),
                (
                    "cardfilechoice",
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="card_file_choices",
                        to="events.event",
                    ),
                ),
                ("cardpool", "format", models.SlugField(db_index=False)),
                ("cardpool", "game", models.SlugField(db_index=False)),
                (
                    "cardpool",
                    "registration",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="card_pools",
                        to="events.registration",
                    ),
                ),
                (
                    "deckcard",
                    "version",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="cards",
                        to="decks.deckversion",
                    ),
                ),
                (
                    "deckrules",
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deck_rules",
                        to="events.event",
                    ),
                ),
                ("deckrules", "game", models.SlugField(db_index=False)),
                ("deckversion", "format", models.SlugField(db_index=False)),
                ("deckversion", "game", models.SlugField(db_index=False)),
                (
                    "deckversion",
                    "registration",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deck_versions",
                        to="events.registration",
                    ),
                ),
                (
                    "listwaiver",
                    "registration",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="list_waivers",
                        to="events.registration",
                    ),
                ),
            ]
        )
    ]
