"""Indexes with which another index begins, or of a word that has only a few values, are kept no longer."""

import django.db.models.deletion
from django.db import migrations, models

from epic_events.running.field_indexes import DropFieldIndexes


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0015_fewer_indexes"),
        ("webhooks", "0001_initial"),
    ]

    operations = [
        DropFieldIndexes(
            [
                (
                    "delivery",
                    "webhook",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="webhooks.webhook",
                    ),
                ),
                (
                    "webhook",
                    "event",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="events.event",
                    ),
                ),
            ]
        )
    ]
