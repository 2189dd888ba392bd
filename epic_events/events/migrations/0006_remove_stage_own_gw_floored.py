from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0005_tie_break_seed_and_own_gw_floor"),
    ]

    operations = [
        migrations.RemoveField(model_name="stage", name="own_gw_floored"),
    ]
