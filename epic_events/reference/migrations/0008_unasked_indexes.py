"""Indexes that no statement asks for are kept no longer."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("reference", "0007_fewer_indexes"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="documentunit",
            name="document_unit_citation",
        ),
        migrations.RemoveIndex(
            model_name="ruleunit",
            name="rule_unit_slug",
        ),
    ]
