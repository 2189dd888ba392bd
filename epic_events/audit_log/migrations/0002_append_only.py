from django.db import migrations

from epic_events.audit_log import triggers


class Migration(migrations.Migration):
    dependencies = [("journal", "0001_initial")]

    operations = [migrations.RunPython(triggers.install, triggers.remove)]
