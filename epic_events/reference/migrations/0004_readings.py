"""Uploaded files on their way through a worker."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("reference", "0003_words_of_a_unit"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="DocumentReading",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.SlugField()),
                ("profile", models.SlugField()),
                ("title", models.CharField(blank=True, max_length=120)),
                (
                    "source",
                    models.TextField(blank=True, help_text="The text as uploaded; empty once a version holds it."),
                ),
                ("source_hash", models.CharField(max_length=64)),
                ("lines", models.PositiveIntegerField()),
                ("lines_read", models.PositiveIntegerField(default=0)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("queued", "Waits for a worker"),
                            ("reading", "Being read"),
                            ("done", "Read"),
                            ("failed", "Could not be read"),
                        ],
                        default="queued",
                        max_length=10,
                    ),
                ),
                ("failure", models.TextField(blank=True)),
                ("is_new", models.BooleanField(default=False, help_text="Whether the file was not known before.")),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("lease", models.UUIDField(help_text="Which worker's run may store its end.", null=True)),
                ("received_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("started_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="reference.documentversion",
                    ),
                ),
            ],
            options={
                "ordering": ("-pk",),
                "indexes": [models.Index(fields=["owner", "state"], name="document_reading_owner")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["queued", "reading", "done", "failed"])),
                        name="document_reading_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state", "reading"), ("lease", None), _connector="OR"),
                        name="document_reading_lease",
                    ),
                ],
            },
        ),
    ]
