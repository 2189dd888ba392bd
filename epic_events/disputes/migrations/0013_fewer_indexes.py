"""Indexes with which another index begins, or of a word that has only a few values, are kept no longer."""

import django.db.models.deletion
from django.db import migrations, models

import epic_events.events.values


class Migration(migrations.Migration):
    dependencies = [
        ("disputes", "0012_releases"),
    ]

    operations = [
        migrations.AlterField(
            model_name="dispute",
            name="game",
            field=models.SlugField(db_index=False, default=epic_events.events.values.usual_game),
        ),
        migrations.AlterField(
            model_name="evidence",
            name="dispute",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="evidence",
                to="disputes.dispute",
            ),
        ),
        migrations.AlterField(
            model_name="recordversion",
            name="dispute",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="records",
                to="disputes.dispute",
            ),
        ),
        migrations.AlterField(
            model_name="replayboard",
            name="verdict",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="boards",
                to="disputes.storedverdict",
            ),
        ),
        migrations.AlterField(
            model_name="storedverdict",
            name="game",
            field=models.SlugField(db_index=False),
        ),
        migrations.AlterField(
            model_name="whatif",
            name="dispute",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="what_ifs",
                to="disputes.dispute",
            ),
        ),
    ]
