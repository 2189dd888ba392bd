"""Indexes with which another index begins, or of a word that has only a few values, are kept no longer."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("reference", "0006_filled_symbols"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name="documentreading",
            name="game",
            field=models.SlugField(db_index=False),
        ),
        migrations.AlterField(
            model_name="documentreading",
            name="owner",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="documentreading",
            name="profile",
            field=models.SlugField(db_index=False),
        ),
        migrations.AlterField(
            model_name="documentstep",
            name="version",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="steps",
                to="reference.documentversion",
            ),
        ),
        migrations.AlterField(
            model_name="documentunit",
            name="version",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="units",
                to="reference.documentversion",
            ),
        ),
        migrations.AlterField(
            model_name="documentversion",
            name="document",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="versions",
                to="reference.uploadeddocument",
            ),
        ),
        migrations.AlterField(
            model_name="filledsymbol",
            name="document",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="symbols",
                to="reference.uploadeddocument",
            ),
        ),
        migrations.AlterField(
            model_name="openedinstead",
            name="question",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="opened",
                to="reference.unansweredquestion",
            ),
        ),
        migrations.AlterField(
            model_name="openedinstead",
            name="rulebook",
            field=models.SlugField(db_index=False),
        ),
        migrations.AlterField(
            model_name="rulebookversion",
            name="game",
            field=models.SlugField(db_index=False),
        ),
        migrations.AlterField(
            model_name="rulebookversion",
            name="slug",
            field=models.SlugField(db_index=False),
        ),
        migrations.AlterField(
            model_name="ruleunit",
            name="rulebook",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="units",
                to="reference.rulebookversion",
            ),
        ),
        migrations.AlterField(
            model_name="unansweredquestion",
            name="rulebook",
            field=models.SlugField(db_index=False),
        ),
        migrations.AlterField(
            model_name="uploadeddocument",
            name="game",
            field=models.SlugField(db_index=False),
        ),
        migrations.AlterField(
            model_name="uploadeddocument",
            name="owner",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="uploadeddocument",
            name="profile",
            field=models.SlugField(db_index=False, help_text="How it is printed: the profile of the importer."),
        ),
        migrations.AlterField(
            model_name="uploadeddocument",
            name="rulebook",
            field=models.SlugField(
                blank=True, db_index=False, help_text="Our document that it stands beside; empty for none."
            ),
        ),
    ]
