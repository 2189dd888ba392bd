import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("disputes", "0005_evidence")]

    operations = [
        migrations.CreateModel(
            name="StoredVerdict",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.SlugField()),
                ("record", models.CharField(help_text="Hash of the record's text.", max_length=32)),
                (
                    "ground",
                    models.CharField(help_text="Hash of what it was judged by: engine, rules, cards.", max_length=32),
                ),
                (
                    "verdict",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "No verdict"),
                            ("legal", "Legal"),
                            ("illegal", "Illegal"),
                            ("undetermined", "Undetermined"),
                        ],
                        default="",
                        max_length=12,
                    ),
                ),
                ("result", models.JSONField(help_text="Reasons and timeline.", null=True)),
                (
                    "engine",
                    models.JSONField(default=dict, help_text="Versions and hashes of engine, rules, cards and record."),
                ),
                (
                    "failure",
                    models.TextField(
                        blank=True, help_text="Why there is no verdict and never will be one by that ground."
                    ),
                ),
                (
                    "digest",
                    models.CharField(
                        help_text="Hash of verdict, result and boards: equal ones say the same.", max_length=32
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                "ordering": ("pk",),
                "constraints": [
                    models.UniqueConstraint(fields=("record", "ground"), name="stored_verdict_once"),
                    models.CheckConstraint(
                        condition=Q(
                            Q(
                                ("verdict__in", ["legal", "illegal", "undetermined"]),
                                ("result__isnull", False),
                                ("failure", ""),
                            ),
                            Q(("result__isnull", True), ("verdict", ""), Q(("failure", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="stored_verdict_says_something",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="dispute",
            name="stored",
            field=models.ForeignKey(
                blank=True,
                help_text="What the engine said of the record.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="disputes",
                to="disputes.storedverdict",
            ),
        ),
        migrations.AddField(
            model_name="dispute",
            name="sent_at",
            field=models.DateTimeField(blank=True, help_text="When it was last given to the queue.", null=True),
        ),
        migrations.AddField(
            model_name="dispute",
            name="priority",
            field=models.PositiveSmallIntegerField(default=6, help_text="Its place in the queue; 0 is served first."),
        ),
        migrations.AddField(
            model_name="dispute",
            name="stage",
            field=models.PositiveSmallIntegerField(default=0, help_text="How far the replay under way is."),
        ),
        migrations.AddField(
            model_name="dispute",
            name="task",
            field=models.CharField(
                blank=True, default="", help_text="Which task of the queue has the lease.", max_length=64
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="replayboard",
            name="verdict",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="boards",
                to="disputes.storedverdict",
            ),
        ),
        migrations.AlterField(
            model_name="replayboard",
            name="dispute",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="boards",
                to="disputes.dispute",
            ),
        ),
        migrations.RemoveConstraint(model_name="dispute", name="dispute_done_has_verdict"),
        migrations.RemoveConstraint(model_name="replayboard", name="replay_board_step_once"),
    ]
