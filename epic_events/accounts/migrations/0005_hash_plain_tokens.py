"""Tokens that stood in the database as they are sent become digests; the table they stood in goes.

A token in use stays good for what its person may do, under a name that says where it is from, and ends after a while:
until then its owner makes a better one.
"""

import hashlib
from datetime import timedelta
from typing import Any

from django.db import migrations
from django.utils import timezone

PLAIN = "authtoken_token"
DAYS = 90


def hash_plain_tokens(apps: Any, editor: Any) -> None:
    """Carry every plain token over, as its digest and its first four characters."""
    connection = editor.connection
    with connection.cursor() as cursor:
        if PLAIN not in connection.introspection.table_names(cursor):
            return
        cursor.execute('SELECT "key", user_id FROM authtoken_token')
        plain = cursor.fetchall()
    token_model, user_model = apps.get_model("accounts", "AccessToken"), apps.get_model("accounts", "User")
    passwords = dict(user_model.objects.filter(pk__in=[user for _key, user in plain]).values_list("pk", "password"))
    now = timezone.now()
    token_model.objects.bulk_create(
        token_model(
            user_id=user,
            name="API (made before tokens had names)",
            scopes=["read", "results", "decks", "judge", "organise"],
            digest=hashlib.sha256(key.encode()).hexdigest(),
            hint=key[:4],
            password_digest=hashlib.sha256(passwords[user].encode()).hexdigest(),
            made_at=now,
            expires_at=now + timedelta(days=DAYS),
        )
        for key, user in plain
    )
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE authtoken_token")


class Migration(migrations.Migration):
    """Hash what was plain."""

    dependencies = [("accounts", "0004_access_tokens")]
    operations = [migrations.RunPython(hash_plain_tokens, migrations.RunPython.noop)]
