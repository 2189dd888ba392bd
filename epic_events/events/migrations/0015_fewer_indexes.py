"""Indexes with which another index begins, or of a word that has only a few values, are kept no longer."""

import django.db.models.deletion
from django.db import migrations, models

import epic_events.events.values


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0014_decklist_window"),
    ]

    operations = [
        migrations.AlterField(
            model_name="event",
            name="format",
            field=models.SlugField(
                db_index=False, default=epic_events.events.values.usual_format, verbose_name="format"
            ),
        ),
        migrations.AlterField(
            model_name="event",
            name="game",
            field=models.SlugField(db_index=False, default=epic_events.events.values.usual_game, verbose_name="game"),
        ),
        migrations.AlterField(
            model_name="invitation",
            name="event",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="invitations",
                to="events.event",
            ),
        ),
        migrations.AlterField(
            model_name="participation",
            name="stage",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="participations",
                to="events.stage",
            ),
        ),
        migrations.AlterField(
            model_name="registration",
            name="event",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="registrations",
                to="events.event",
            ),
        ),
        migrations.AlterField(
            model_name="staffrole",
            name="event",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="staff", to="events.event"
            ),
        ),
        migrations.AlterField(
            model_name="stage",
            name="event",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="stages", to="events.event"
            ),
        ),
        migrations.AlterField(
            model_name="stage",
            name="format",
            field=models.SlugField(blank=True, db_index=False, help_text="Empty: the event's format."),
        ),
    ]
