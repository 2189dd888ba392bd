"""Tells of each official unit whether its words changed, those stored before too."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from rules.rulebooks.importer import RULING
from rules.rulebooks.text_hashes import words_hash


def hash_the_words(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Fill the column from the passages that are stored."""
    units = apps.get_model("reference", "DocumentUnit").objects
    ruling = {kind.value for kind in RULING}
    batch = []
    for unit in units.only("passages").iterator(500):
        unit.words_hash = words_hash(passage["text"] for passage in unit.passages if passage["kind"] in ruling)
        batch.append(unit)
    units.bulk_update(batch, ["words_hash"], batch_size=500)


class Migration(migrations.Migration):
    """Adds the column and fills it."""

    dependencies = [("reference", "0002_uploaded_documents")]

    operations = [
        migrations.AddField(
            model_name="documentunit",
            name="words_hash",
            field=models.CharField(
                blank=True,
                default="",
                help_text="Hash of the words that rule, without examples.",
                max_length=12,
            ),
            preserve_default=False,
        ),
        migrations.RunPython(hash_the_words, migrations.RunPython.noop),
    ]
