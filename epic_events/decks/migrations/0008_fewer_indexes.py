"""Indexes with which another index begins, or of a word that has only a few values, are kept no longer."""

from django.db import migrations

from epic_events.infra.database.field_indexes import DropFieldIndexes


class Migration(migrations.Migration):
    dependencies = [
        ("decks", "0007_deck_rules"),
        ("events", "0015_fewer_indexes"),
    ]

    operations = [
        DropFieldIndexes(
            ("cardfile", "event"),
            ("cardfile", "game"),
            ("cardfilechoice", "event"),
            ("cardpool", "format"),
            ("cardpool", "game"),
            ("cardpool", "registration"),
            ("deckcard", "version"),
            ("deckrules", "event"),
            ("deckrules", "game"),
            ("deckversion", "format"),
            ("deckversion", "game"),
            ("deckversion", "registration"),
            ("listwaiver", "registration"),
        )
    ]
