from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0007_stage_drop_order"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="printings",
            field=models.TextField(
                blank=True,
                editable=False,
                help_text="Cards that are taken as an older printing has them, as records tell it; the newest without.",
                verbose_name="chosen printings",
            ),
        ),
    ]
