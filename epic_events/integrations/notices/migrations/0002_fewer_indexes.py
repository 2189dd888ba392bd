"""Indexes with which another index begins, or of a word that has only a few values, are kept no longer."""

from django.conf import settings
from django.db import migrations

from epic_events.infra.database.field_indexes import DropFieldIndexes


class Migration(migrations.Migration):
    dependencies = [
        ("notices", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        DropFieldIndexes(
            ("choice", "user"),
        )
    ]
