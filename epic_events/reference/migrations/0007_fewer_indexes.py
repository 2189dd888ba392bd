"""Indexes with which another index begins, or of a word that has only a few values, are kept no longer."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from epic_events.running.field_indexes import DropFieldIndexes


class Migration(migrations.Migration):
    dependencies = [
        ("reference", "0006_filled_symbols"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        DropFieldIndexes(
            [
                ("documentreading", "game", models.SlugField(db_index=False)),
                (
                    "documentreading",
                    "owner",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("documentreading", "profile", models.SlugField(db_index=False)),
                (
                    "documentstep",
                    "version",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="steps",
                        to="reference.documentversion",
                    ),
                ),
                (
                    "documentunit",
                    "version",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="units",
                        to="reference.documentversion",
                    ),
                ),
                (
                    "documentversion",
                    "document",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="versions",
                        to="reference.uploadeddocument",
                    ),
                ),
                (
                    "filledsymbol",
                    "document",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="symbols",
                        to="reference.uploadeddocument",
                    ),
                ),
                (
                    "openedinstead",
                    "question",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="opened",
                        to="reference.unansweredquestion",
                    ),
                ),
                ("openedinstead", "rulebook", models.SlugField(db_index=False)),
                ("rulebookversion", "game", models.SlugField(db_index=False)),
                ("rulebookversion", "slug", models.SlugField(db_index=False)),
                (
                    "ruleunit",
                    "rulebook",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="units",
                        to="reference.rulebookversion",
                    ),
                ),
                ("unansweredquestion", "rulebook", models.SlugField(db_index=False)),
                ("uploadeddocument", "game", models.SlugField(db_index=False)),
                (
                    "uploadeddocument",
                    "owner",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "uploadeddocument",
                    "profile",
                    models.SlugField(db_index=False, help_text="How it is printed: the profile of the importer."),
                ),
                (
                    "uploadeddocument",
                    "rulebook",
                    models.SlugField(
                        blank=True, db_index=False, help_text="Our document that it stands beside; empty for none."
                    ),
                ),
            ]
        )
    ]
