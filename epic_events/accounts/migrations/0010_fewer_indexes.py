"""Indexes with which another index begins, or of a word that has only a few values, are kept no longer."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from epic_events.running.field_indexes import DropFieldIndexes


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0009_sealed_second_factors"),
    ]

    operations = [
        DropFieldIndexes(
            [
                (
                    "sentform",
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "siterole",
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="site_roles",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ]
        )
    ]
