"""Fixtures and collection hooks of all tests."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from _pytest.runner import pytest_runtest_protocol as usual_protocol
from django.conf import settings as django_settings
from django.db import connection as own
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.dispatch import receiver
from hypothesis import settings

from rules.call_stack import with_large_stack_chunk
from tests.examples import PROFILE, draw_fewer_examples
from tools import artifacts, postgresql_subset

ROOT = Path(__file__).resolve().parent.parent
SHARED_DIR = Path(os.environ.get("SHARED_DIR", ROOT.parent / "shared")).resolve()

# Ten thousand collected tests are looked through at every turn: rarely is enough. (New objects between two turns.)
gc.set_threshold(50_000)

# Examples are the same in every run; `make fuzz` draws new ones.
settings.load_profile(PROFILE)


@receiver(connection_created)
def _unordered_backwards(connection: BaseDatabaseWrapper, **_told: object) -> None:
    """Have SQLite turn around what nobody asked to be ordered: what relies on an order says so, or fails here."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA reverse_unordered_selects = ON")


def _on_postgresql() -> bool:
    return django_settings.configured and own.vendor == "postgresql"


def pytest_configure(config: pytest.Config) -> None:
    """Take a database in a file, or on PostgreSQL, as it is prepared: see ``django_db_modify_db_settings``."""
    if "TEST_DATABASE_FILE" in os.environ or _on_postgresql():
        config.option.reuse_db, config.option.create_db = True, False


CHOSEN = ("worker", "browser", "race", "django_db", "sweep")
"""The marks by which ``tools/suite.py`` finds the files of its later parts, without collecting the others."""


def _written_where_they_are(items: list[pytest.Item]) -> None:
    """Stop where a test has such a mark from elsewhere than its own file: no part of the suite would run it.

    Raises:
        pytest.UsageError: naming the test.
    """
    texts: dict[Path, str] = {}
    for item in items:
        if item.path not in texts:
            texts[item.path] = item.path.read_text(encoding="utf-8")
        missed = [mark for mark in CHOSEN if item.get_closest_marker(mark) and f"mark.{mark}" not in texts[item.path]]
        if missed:
            raise pytest.UsageError(f"{item.nodeid} is marked {', '.join(missed)} elsewhere than in its file")


def _spare_postgresql(items: list[pytest.Item]) -> None:
    """Mark what PostgreSQL was asked by another test already, so that the suite does not run it there again."""
    if not _on_postgresql() or {"ASKED", "WHOLE_POSTGRESQL"} & set(os.environ):
        return
    spared = postgresql_subset.skipped_tests()
    for item in items:
        if postgresql_subset.strip_parameters(item.nodeid) in spared:
            item.add_marker(pytest.mark.any_database)


ROOMY_PROTOCOL = with_large_stack_chunk(usual_protocol)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run each test with room for its calls, as the site runs each request."""
    return ROOMY_PROTOCOL(item, nextitem)


def pytest_collection_finish() -> None:
    """Leave what was collected out of every later turn: it stays until the end."""
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip, with one clear reason, what reads the shared folder where there is none."""
    _written_where_they_are(items)
    _spare_postgresql(items)
    draw_fewer_examples(items)
    if SHARED_DIR.is_dir():
        return
    skip = pytest.mark.skip(reason=f"no folder of printed documents and real events at {SHARED_DIR} (set SHARED_DIR)")
    for item in items:
        if "shared" in item.keywords:
            item.add_marker(skip)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> Iterator[None]:
    """Put a copy of the prepared database where this process has its own, if that is in a file or on PostgreSQL."""
    del django_db_modify_db_settings_parallel_suffix
    if "TEST_DATABASE_FILE" in os.environ:
        place = Path(own.settings_dict["TEST"]["NAME"])
        place.unlink(missing_ok=True)
        artifacts.copy_migrated_sqlite(place)
        yield
    elif _on_postgresql():
        output = own.settings_dict
        server, name = os.environ["DATABASE_URL"], output["TEST"]["NAME"] or f"test_{output['NAME']}"
        artifacts.create_migrated_database(server, name)
        yield
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f'drop database if exists "{name}" with (force)'.encode())
    else:
        yield


@pytest.fixture(scope="session")
def shared_dir() -> Path:
    """Return the folder of printed documents, real decklists and real events; tests using it are marked ``shared``."""
    return SHARED_DIR
