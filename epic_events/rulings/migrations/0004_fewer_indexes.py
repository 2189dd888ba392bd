"""Indexes with which another index begins, or of a word that has only a few values, are kept no longer."""

import django.db.models.deletion
from django.db import migrations, models

import epic_events.events.values


class Migration(migrations.Migration):
    dependencies = [
        ("rulings", "0003_usual_game"),
    ]

    operations = [
        migrations.AlterField(
            model_name="ruling",
            name="game",
            field=models.SlugField(db_index=False, default=epic_events.events.values.usual_game),
        ),
        migrations.AlterField(
            model_name="rulingcard",
            name="ruling",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="cards", to="rulings.ruling"
            ),
        ),
        migrations.AlterField(
            model_name="rulingrule",
            name="rulebook",
            field=models.SlugField(db_index=False),
        ),
        migrations.AlterField(
            model_name="rulingrule",
            name="ruling",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="rules", to="rulings.ruling"
            ),
        ),
        migrations.AlterField(
            model_name="rulingversion",
            name="ruling",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="versions",
                to="rulings.ruling",
            ),
        ),
    ]
