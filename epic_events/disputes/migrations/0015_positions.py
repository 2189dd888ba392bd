"""A verdict of its own for records without plays, which were stored as legal."""

from typing import Any

from django.db import migrations, models


def mark_positions(apps: Any, _schema_editor: Any) -> None:
    """Mark the disputes that were judged legal although their record has no plays."""
    judged = apps.get_model("disputes", "Dispute").objects.filter(verdict="legal", stored__result__timeline=[])
    judged.update(verdict="position")


def mark_legal(apps: Any, _schema_editor: Any) -> None:
    """Mark them legal again."""
    apps.get_model("disputes", "Dispute").objects.filter(verdict="position").update(verdict="legal")


class Migration(migrations.Migration):
    dependencies = [
        ("disputes", "0014_doubted_play"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="dispute",
            name="dispute_done_has_verdict",
        ),
        migrations.RemoveConstraint(
            model_name="storedverdict",
            name="stored_verdict_says_something",
        ),
        migrations.AlterField(
            model_name="dispute",
            name="verdict",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "No verdict"),
                    ("legal", "Legal"),
                    ("illegal", "Illegal"),
                    ("undetermined", "Undetermined"),
                    ("position", "Position only"),
                ],
                default="",
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="storedverdict",
            name="verdict",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "No verdict"),
                    ("legal", "Legal"),
                    ("illegal", "Illegal"),
                    ("undetermined", "Undetermined"),
                    ("position", "Position only"),
                ],
                default="",
                max_length=12,
            ),
        ),
        migrations.AddConstraint(
            model_name="dispute",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("status", "done"), _negated=True),
                    models.Q(
                        ("verdict__in", ["legal", "illegal", "undetermined", "position"]), ("stored__isnull", False)
                    ),
                    _connector="OR",
                ),
                name="dispute_done_has_verdict",
            ),
        ),
        migrations.AddConstraint(
            model_name="storedverdict",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("verdict__in", ["legal", "illegal", "undetermined", "position"]),
                        ("result__isnull", False),
                        ("failure", ""),
                    ),
                    models.Q(("result__isnull", True), ("verdict", ""), models.Q(("failure", ""), _negated=True)),
                    _connector="OR",
                ),
                name="stored_verdict_says_something",
            ),
        ),
        migrations.RunPython(mark_positions, mark_legal),
    ]
