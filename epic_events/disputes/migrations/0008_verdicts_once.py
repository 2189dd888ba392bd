import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("disputes", "0007_verdicts_moved")]

    operations = [
        migrations.RemoveConstraint(model_name="dispute", name="dispute_status_known"),
        migrations.RemoveIndex(model_name="dispute", name="dispute_queue"),
        migrations.AlterModelOptions(name="replayboard", options={"ordering": ("verdict", "step")}),
        migrations.RemoveField(model_name="replayboard", name="dispute"),
        migrations.RemoveField(model_name="dispute", name="result"),
        migrations.RemoveField(model_name="dispute", name="engine"),
        migrations.AlterField(
            model_name="dispute",
            name="status",
            field=models.CharField(
                choices=[
                    ("draft", "Draft"),
                    ("queued", "Queued"),
                    ("running", "Running"),
                    ("done", "Done"),
                    ("failed", "Failed"),
                    ("cancelled", "Cancelled"),
                ],
                default="draft",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="replayboard",
            name="verdict",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="boards", to="disputes.storedverdict"
            ),
        ),
        migrations.AddConstraint(
            model_name="replayboard",
            constraint=models.UniqueConstraint(fields=("verdict", "step"), name="replay_board_step_once"),
        ),
        migrations.AddConstraint(
            model_name="dispute",
            constraint=models.CheckConstraint(
                condition=Q(("status__in", ["draft", "queued", "running", "done", "failed", "cancelled"])),
                name="dispute_status_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="dispute",
            constraint=models.CheckConstraint(
                condition=Q(
                    Q(("status", "done"), _negated=True),
                    Q(("verdict__in", ["legal", "illegal", "undetermined"]), ("stored__isnull", False)),
                    _connector="OR",
                ),
                name="dispute_done_has_verdict",
            ),
        ),
        migrations.AddIndex(
            model_name="dispute",
            index=models.Index(fields=["status", "priority", "enqueued_at"], name="dispute_queue"),
        ),
    ]
