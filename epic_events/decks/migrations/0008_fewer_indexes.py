"""Indexes with which another index begins, or of a word that has only a few values, are kept no longer."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("decks", "0007_deck_rules"),
        ("events", "0015_fewer_indexes"),
    ]

    operations = [
        migrations.AlterField(
            model_name="cardfile",
            name="event",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="card_files",
                to="events.event",
            ),
        ),
        migrations.AlterField(
            model_name="cardfile",
            name="game",
            field=models.SlugField(db_index=False),
        ),
        migrations.AlterField(
            model_name="cardfilechoice",
            name="event",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="card_file_choices",
                to="events.event",
            ),
        ),
        migrations.AlterField(
            model_name="cardpool",
            name="format",
            field=models.SlugField(db_index=False),
        ),
        migrations.AlterField(
            model_name="cardpool",
            name="game",
            field=models.SlugField(db_index=False),
        ),
        migrations.AlterField(
            model_name="cardpool",
            name="registration",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="card_pools",
                to="events.registration",
            ),
        ),
        migrations.AlterField(
            model_name="deckcard",
            name="version",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="cards",
                to="decks.deckversion",
            ),
        ),
        migrations.AlterField(
            model_name="deckrules",
            name="event",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="deck_rules",
                to="events.event",
            ),
        ),
        migrations.AlterField(
            model_name="deckrules",
            name="game",
            field=models.SlugField(db_index=False),
        ),
        migrations.AlterField(
            model_name="deckversion",
            name="format",
            field=models.SlugField(db_index=False),
        ),
        migrations.AlterField(
            model_name="deckversion",
            name="game",
            field=models.SlugField(db_index=False),
        ),
        migrations.AlterField(
            model_name="deckversion",
            name="registration",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="deck_versions",
                to="events.registration",
            ),
        ),
        migrations.AlterField(
            model_name="listwaiver",
            name="registration",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="list_waivers",
                to="events.registration",
            ),
        ),
    ]
