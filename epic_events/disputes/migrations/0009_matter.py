import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("disputes", "0008_verdicts_once"),
        ("floor", "0004_checks"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="dispute", name="dispute_published_has_decision"),
        migrations.AddField(
            model_name="dispute",
            name="matter",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="dispute",
                to="floor.matter",
                help_text="What is decided, and how that stands.",
            ),
        ),
    ]
