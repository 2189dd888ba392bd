"""Indexes that no statement asks for are kept no longer."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("rulings", "0004_fewer_indexes"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="rulingcard",
            name="ruling_card_name",
        ),
    ]
