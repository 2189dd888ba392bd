from django.db import migrations, models

ORDERS = [(1, "The first one, with more early rematches"), (2, "With the fewest early rematches")]


class Migration(migrations.Migration):
    """Stages there are keep the order of their time, in which those that have begun are played and shown.

    One that begins later takes the new one.
    """

    dependencies = [
        ("events", "0006_remove_stage_own_gw_floored"),
    ]

    operations = [
        migrations.AddField(
            model_name="stage",
            name="drop_order",
            field=models.PositiveSmallIntegerField(
                choices=ORDERS,
                default=1,
                help_text="In which order losers come down into the losers' bracket.",
            ),
        ),
        migrations.AlterField(
            model_name="stage",
            name="drop_order",
            field=models.PositiveSmallIntegerField(
                choices=ORDERS,
                default=2,
                help_text="In which order losers come down into the losers' bracket.",
            ),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.CheckConstraint(
                condition=models.Q(("drop_order__in", [1, 2])), name="stage_drop_order_known"
            ),
        ),
    ]
