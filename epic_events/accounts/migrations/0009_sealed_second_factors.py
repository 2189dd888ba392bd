"""Second factors that were kept as they are come under the seal."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from epic_events.accounts.access.encryption import resealed, unseal


def seal_all(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    for each in apps.get_model("mfa", "Authenticator").objects.exclude(type="webauthn").iterator():
        each.data = resealed(each.data)
        each.save(update_fields=["data"])


def unseal_all(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    for each in apps.get_model("mfa", "Authenticator").objects.exclude(type="webauthn").iterator():
        each.data = {name: unseal(value) if isinstance(value, str) else value for name, value in each.data.items()}
        each.save(update_fields=["data"])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0008_language"), ("mfa", "0003_authenticator_type_uniq")]

    operations = [migrations.RunPython(seal_all, unseal_all)]
