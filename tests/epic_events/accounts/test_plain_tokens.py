"""Tokens that an earlier version kept as they are sent: the migration hashes them, and their table goes."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from epic_events.accounts.access.tokens import Scope, token_for
from tests.epic_events.factories import make_user

pytestmark = pytest.mark.django_db
migration = import_module("epic_events.accounts.migrations.0005_hash_plain_tokens")
OLD = "0123456789abcdef0123456789abcdef01234567"


def test_plain_tokens_are_hashed_and_their_table_goes() -> None:
    user = make_user()
    with connection.cursor() as cursor:
        cursor.execute('CREATE TABLE authtoken_token ("key" varchar(40) PRIMARY KEY, user_id bigint NOT NULL)')
        cursor.execute("INSERT INTO authtoken_token VALUES (%s, %s)", [OLD, user.pk])
    migration.hash_plain_tokens(apps, SimpleNamespace(connection=connection))
    token = token_for(OLD)
    assert token is not None
    assert (token.user, token.scopes, token.hint) == (user, Scope.values, "0123")
    assert (token.expires_at - token.made_at).days == migration.DAYS
    assert migration.PLAIN not in connection.introspection.table_names()
    migration.hash_plain_tokens(apps, SimpleNamespace(connection=connection))  # where there never were any
