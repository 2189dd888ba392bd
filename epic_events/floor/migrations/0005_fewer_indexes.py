"""Indexes with which another index begins, or of a word that has only a few values, are kept no longer."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0015_fewer_indexes"),
        ("floor", "0004_checks"),
    ]

    operations = [
        migrations.AlterField(
            model_name="call",
            name="event",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="calls", to="events.event"
            ),
        ),
        migrations.AlterField(
            model_name="decision",
            name="matter",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="decisions", to="floor.matter"
            ),
        ),
        migrations.AlterField(
            model_name="matter",
            name="event",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="matters",
                to="events.event",
            ),
        ),
        migrations.AlterField(
            model_name="penalty",
            name="infraction",
            field=models.SlugField(db_index=False),
        ),
        migrations.AlterField(
            model_name="penalty",
            name="level",
            field=models.SlugField(db_index=False),
        ),
    ]
