"""Warning about missing PostgreSQL statistics."""

import pytest
from django.db import connection
from django.test import Client

from tests.epic_events.factories import make_user

pytestmark = pytest.mark.django_db


def test_status_page_warns_about_missing_postgresql_statistics(client: Client) -> None:
    guesses = False
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT name FROM pg_settings WHERE name IN ('autovacuum', 'track_counts') AND setting = 'off'"
            )
            guesses = bool(cursor.fetchall())
    client.force_login(make_user(is_superuser=True))
    page = client.get("/site/status/").content.decode()
    assert ("collects no statistics" in page, "Set <code>autovacuum</code>" in page) == (guesses, guesses)
