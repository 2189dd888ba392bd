"""Indexes with which another index begins, or of a word that has only a few values, are kept no longer."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("prints", "0001_initial"),
    ]

    operations = [
        migrations.AlterField(
            model_name="print",
            name="layout",
            field=models.SlugField(db_index=False),
        ),
    ]
