"""Indexes with which another index begins, or of a word that has only a few values, are kept no longer."""

import django.db.models.deletion
from django.db import migrations, models

import epic_events.events.values
from epic_events.running.field_indexes import DropFieldIndexes


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0014_decklist_window"),
    ]

    operations = [
        DropFieldIndexes(
            [
                (
                    "event",
                    "format",
                    models.SlugField(
                        db_index=False, default=epic_events.events.values.usual_format, verbose_name="format"
                    ),
                ),
                (
                    "event",
                    "game",
                    models.SlugField(db_index=False, default=epic_events.events.values.usual_game, verbose_name="game"),
                ),
                (
                    "invitation",
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="events.event",
                    ),
                ),
                (
                    "participation",
                    "stage",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="participations",
                        to="events.stage",
                    ),
                ),
                (
                    "registration",
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="registrations",
                        to="events.event",
                    ),
                ),
                (
                    "staffrole",
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="staff",
                        to="events.event",
                    ),
                ),
                (
                    "stage",
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stages",
                        to="events.event",
                    ),
                ),
                (
                    "stage",
                    "format",
                    models.SlugField(blank=True, db_index=False, help_text="Empty: the event's format."),
                ),
            ]
        )
    ]
