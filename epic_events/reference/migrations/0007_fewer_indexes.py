"""Indexes with which another index begins, or of a word that has only a few values, are kept no longer."""

from django.conf import settings
from django.db import migrations

from epic_events.infra.database.field_indexes import DropFieldIndexes


class Migration(migrations.Migration):
    dependencies = [
        ("reference", "0006_filled_symbols"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        DropFieldIndexes(
            ("documentreading", "game"),
            ("documentreading", "owner"),
            ("documentreading", "profile"),
            ("documentstep", "version"),
            ("documentunit", "version"),
            ("documentversion", "document"),
            ("filledsymbol", "document"),
            ("openedinstead", "question"),
            ("openedinstead", "rulebook"),
            ("rulebookversion", "game"),
            ("rulebookversion", "slug"),
            ("ruleunit", "rulebook"),
            ("unansweredquestion", "rulebook"),
            ("uploadeddocument", "game"),
            ("uploadeddocument", "owner"),
            ("uploadeddocument", "profile"),
            ("uploadeddocument", "rulebook"),
        )
    ]
