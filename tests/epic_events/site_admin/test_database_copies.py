"""Copy of a whole site from SQLite to PostgreSQL and back."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

from tests.epic_events.site_admin.test_backups import Installation
from tools import artifacts, services

pytestmark = pytest.mark.worker  # databases and processes of their own

FILL = """
from django.conf import settings
from epic_events.web import demo
from tests.epic_events.factories import make_key, make_user
from tests.epic_events.integrations.archives.test_archives import event_with_everything
settings.DEMO = True
demo.load()
event_with_everything()
make_key(make_user("Zoë 佐藤 🂡", email="zoe@example.org"))
gone = make_user("Gone")
gone.delete()
"""
READ = """
import hashlib, json
from django.apps import apps
def rows(model):
    names = [field.attname for field in model._meta.local_concrete_fields]
    found = sorted(model._base_manager.values_list(*names), key=lambda row: (str(type(row[0])), row[0]))
    text = json.dumps(found, default=repr, sort_keys=True)  # PostgreSQL sorts the keys of JSON
    return [len(found), hashlib.sha256(text.encode()).hexdigest()]
print(json.dumps({model._meta.db_table: rows(model) for model in apps.get_models(include_auto_created=True)}))
"""
NEXT = """
from tests.epic_events.factories import make_user
print(make_user("Next", email="next@example.org").pk)
"""
REFUSE = """
import sys
from django.core.management import CommandError, call_command
try:
    call_command("copy_database", sys.argv[1])
except CommandError as error:
    print(error)
"""


def test_copy_database_to_postgresql_and_back_has_same_rows(tmp_path: Path) -> None:
    with services.cluster() as cluster:
        with psycopg.connect(cluster.url, autocommit=True) as connection:
            connection.execute("create database site")
        urls = [
            f"sqlite:///{tmp_path}/one/epic.sqlite3",
            artifacts.database_url(cluster.url, "site"),
            f"sqlite:///{tmp_path}/three/epic.sqlite3",
        ]
        one, two, three = (
            Installation(url, tmp_path / name) for url, name in zip(urls, ("one", "two", "three"), strict=True)
        )
        artifacts.copy_migrated_sqlite(tmp_path / "one" / "epic.sqlite3")
        one.does(FILL)
        before = json.loads(one.does(READ))
        assert sum(count > 0 for count, _rows in before.values()) > 30

        total = sum(count for count, _rows in before.values())
        done = f"{total:,} rows of {len(before)} tables copied and compared.\n"
        assert one.manages("copy_database", urls[1]) == done
        assert json.loads(two.does(READ)) == before
        assert two.manages("copy_database", urls[2]) == done
        assert json.loads(three.does(READ)) == before
        assert json.loads(one.does(READ)) == before

        next_key = one.does(NEXT)  # not the key of a deleted account
        assert [two.does(NEXT), three.does(NEXT)] == [next_key, next_key]
        assert "holds something already" in one.does(REFUSE, urls[1])
        assert json.loads(two.does(READ)) != before


def test_copy_database_value_that_does_not_fit_leaves_target_empty(tmp_path: Path) -> None:
    with services.cluster() as cluster:
        url = f"sqlite:///{tmp_path}/one/epic.sqlite3"
        one = Installation(url, tmp_path / "one")
        artifacts.copy_migrated_sqlite(tmp_path / "one" / "epic.sqlite3")
        one.does(NEXT)
        with closing(sqlite3.connect(tmp_path / "one" / "epic.sqlite3")) as connection, connection:
            connection.execute("update accounts_user set name = ?", ["x" * 200])  # SQLite enforces no length
        assert "accounts_user: a row cannot be stored in the target" in one.does(REFUSE, cluster.url)
        two = Installation(cluster.url, tmp_path / "two")
        counts = {table: count for table, (count, _rows) in json.loads(two.does(READ)).items() if count}
        assert set(counts) == {"auth_permission", "django_content_type", "notices_pushkey"}


def test_copy_database_invalid_target_is_refused(tmp_path: Path) -> None:
    one = Installation(f"sqlite:///{tmp_path}/one/epic.sqlite3", tmp_path / "one")
    assert "older version: run manage.py migrate first" in one.does(REFUSE, f"sqlite:///{tmp_path}/two.sqlite3")
    artifacts.copy_migrated_sqlite(tmp_path / "one" / "epic.sqlite3")
    assert "Name the target as in DATABASE_URL" in one.does(REFUSE, "mysql://localhost/site")
    assert "Name the target as in DATABASE_URL" in one.does(REFUSE, "nonsense")
    no_server = f"postgresql://postgres@{quote(str(tmp_path), safe='')}/site"
    assert "The database was not copied" in one.does(REFUSE, no_server)
