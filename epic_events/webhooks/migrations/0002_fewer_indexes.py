"""Indexes with which another index begins, or of a word that has only a few values, are kept no longer."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0015_fewer_indexes"),
        ("webhooks", "0001_initial"),
    ]

    operations = [
        migrations.AlterField(
            model_name="delivery",
            name="webhook",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="deliveries",
                to="webhooks.webhook",
            ),
        ),
        migrations.AlterField(
            model_name="webhook",
            name="event",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="webhooks", to="events.event"
            ),
        ),
    ]
