"""The site's own push key: creation, rotation of the secret key, replacement."""

import os
import sqlite3
import subprocess
import sys
from contextlib import ExitStack, closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, connections

from epic_events.integrations.notices import push_keys, services
from epic_events.integrations.notices.models import Device, PushKey
from tests.conftest import ROOT
from tests.epic_events.events.test_races import at_once
from tests.epic_events.factories import make_user
from tests.epic_events.integrations.notices.push_service import SITE_KEY, push_service
from tools import artifacts

START = """
import django; django.setup()
from epic_events.integrations.notices import push_keys
print("ready", flush=True)
input()
push_keys.ensure_key()
print(push_keys.load_key())
"""
OLD, NEW = "an old secret key of this site", "the new secret key of this site"


@pytest.fixture
def no_key() -> None:
    """Delete the key that the test database got from ``migrate``."""
    PushKey.objects.all().delete()


def migrate() -> None:
    call_command("migrate", verbosity=0, interactive=False)


@pytest.mark.django_db
@pytest.mark.usefixtures("no_key")
class TestKey:
    """The stored key."""

    def test_migrate_creates_key_once_and_stores_it_encrypted(self) -> None:
        assert push_keys.load_key() == ""
        migrate()
        key = push_keys.load_key()
        migrate()
        assert push_keys.load_key() == key
        assert len(push_keys.public_key(key)) == 87  # 65 bytes, base64url
        assert key not in PushKey.objects.get().encrypted

    def test_configured_key_takes_precedence(self, settings: Any) -> None:
        push_keys.ensure_key()
        settings.VAPID_PRIVATE_KEY = SITE_KEY
        assert push_keys.load_key() == SITE_KEY

    def test_key_survives_change_of_secret_key(self, settings: Any) -> None:
        settings.SECRET_KEY = OLD
        push_keys.ensure_key()
        key = push_keys.load_key()
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEW, [OLD]
        assert push_keys.load_key() == key
        migrate()
        settings.SECRET_KEY_FALLBACKS = []
        assert push_keys.load_key() == key

    def test_key_of_lost_secret_key_is_reported_and_retained(self, settings: Any) -> None:
        settings.SECRET_KEY = OLD
        push_keys.ensure_key()
        key = push_keys.load_key()
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEW, ["another secret key of this site"]
        migrate()
        assert (push_keys.load_key(), push_keys.has_unreadable_key()) == ("", True)
        settings.SECRET_KEY = OLD
        assert (push_keys.load_key(), push_keys.has_unreadable_key()) == (key, False)

    def test_push_key_command_replaces_key_and_deletes_subscriptions(self, settings: Any) -> None:
        settings.PRIVATE_ADDRESSES = True
        push_keys.ensure_key()
        key = push_keys.load_key()
        with push_service() as service:
            services.add_device(make_user(), **service.subscription, name="Phone")
        output = StringIO()
        call_command("push_key", "--replace", stdout=output)
        assert "1 subscription" in output.getvalue()
        assert push_keys.load_key() not in {"", key}
        assert not Device.objects.exists()

    def test_push_key_command_prints_setting_and_stores_nothing(self, settings: Any) -> None:
        output = StringIO()
        call_command("push_key", stdout=output)
        name, _equals, value = output.getvalue().strip().partition("=")
        assert name == "VAPID_PRIVATE_KEY"
        settings.VAPID_PRIVATE_KEY = value
        assert len(push_keys.public_key(push_keys.load_key())) == 87
        assert not PushKey.objects.exists()


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_key")
def test_key_created_by_several_connections_at_once_is_one() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("several connections at once need PostgreSQL")

    def start() -> str:
        push_keys.ensure_key()
        return push_keys.load_key()

    keys = at_once(*[start] * 8)
    connections.close_all()
    assert set(keys) == {push_keys.load_key()}
    assert keys[0]


@pytest.mark.worker
def test_key_created_by_two_processes_on_sqlite_is_one(tmp_path: Path) -> None:
    place = tmp_path / "epic.sqlite3"
    artifacts.copy_migrated_sqlite(place)
    with closing(sqlite3.connect(place)) as database, database:
        database.execute("DELETE FROM notices_pushkey")
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{place}",
        "VAR_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "epic_events.settings",
    }
    command = [sys.executable, "-c", START]
    with ExitStack() as stack:
        processes = [
            stack.enter_context(
                subprocess.Popen(
                    command, cwd=ROOT, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
                )
            )
            for _process in range(2)
        ]
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("\n")
            process.stdin.flush()
        keys = [process.communicate()[0].strip() for process in processes]
    assert len(set(keys)) == 1
    assert len(keys[0]) == 43  # 32 bytes, base64url
