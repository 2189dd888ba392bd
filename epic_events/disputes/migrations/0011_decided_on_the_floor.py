import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("disputes", "0010_decisions_to_the_floor"),
    ]

    operations = [
        migrations.AlterField(
            model_name="dispute",
            name="matter",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="dispute",
                to="floor.matter",
                help_text="What is decided, and how that stands.",
            ),
        ),
        migrations.DeleteModel(name="DecisionVersion"),
        migrations.RemoveField(model_name="dispute", name="decision"),
        migrations.RemoveField(model_name="dispute", name="decided_at"),
        migrations.RemoveField(model_name="dispute", name="decided_by"),
    ]
