"""Database triggers that keep audit entries from being changed."""

from django.db import migrations

from epic_events.audit_log import append_only


class Migration(migrations.Migration):
    dependencies = [("audit_log", "0001_initial")]

    operations = [migrations.RunPython(append_only.install, append_only.remove)]
