"""Nobody looks for lines by who wrote them: no index of that is written with each."""

from django.conf import settings
from django.db import migrations

from epic_events.infra.database.field_indexes import DropFieldIndexes


class Migration(migrations.Migration):
    dependencies = [
        ("pairings", "0006_fewer_indexes"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        DropFieldIndexes(
            ("resultreport", "by"),
        )
    ]
