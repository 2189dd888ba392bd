"""Stages keep the seed of their lot; whether a player's own GW has a floor becomes a setting of that tie-breaker."""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import epic_events.events.defaults

UNFLOORED = {"name": "gw", "floor": "0"}


def fold(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    stage_model: Any = apps.get_model("events", "Stage")
    for stage in stage_model.objects.filter(own_gw_floored=False).iterator():
        stage.tie_breaks = [UNFLOORED if item == "gw" else item for item in stage.tie_breaks]
        stage.save(update_fields=["tie_breaks"])


def unfold(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    stage_model: Any = apps.get_model("events", "Stage")
    for stage in stage_model.objects.iterator():
        names = [item if isinstance(item, str) else item["name"] for item in stage.tie_breaks]
        stage.own_gw_floored = not any(
            isinstance(item, dict) and item["name"] == "gw" and item.get("floor") == "0" for item in stage.tie_breaks
        )
        stage.tie_breaks = [name for name in names if name in {"omw", "gw", "ogw"}]
        stage.save(update_fields=["tie_breaks", "own_gw_floored"])


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0004_plan_of_stages"),
    ]

    operations = [
        migrations.AddField(
            model_name="stage",
            name="tie_break_seed",
            field=models.BigIntegerField(
                default=epic_events.events.defaults.new_lot_seed,
                help_text="What the lot is drawn from when nothing else tells players apart.",
            ),
        ),
        migrations.AlterField(
            model_name="stage",
            name="tie_breaks",
            field=models.JSONField(
                default=epic_events.events.defaults.default_tie_breaks,
                help_text="In order: names of tie-breakers, or objects with a name and its settings.",
            ),
        ),
        migrations.RunPython(fold, unfold),
    ]
