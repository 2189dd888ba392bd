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
def _unordered_backwards(connection: BaseDatabaseWrapper, **_signal: object) -> None:
    """Reverse unordered SQLite queries to find code relying on implicit order."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA reverse_unordered_selects = ON")


def _on_postgresql() -> bool:
    return django_settings.configured and own.vendor == "postgresql"


def pytest_configure(config: pytest.Config) -> None:
    """Choose the test database; see ``django_db_modify_db_settings``."""
    if "TEST_DATABASE_FILE" in os.environ or _on_postgresql():
        config.option.reuse_db, config.option.create_db = True, False


CHOSEN = ("worker", "browser", "race", "django_db", "sweep")
"""The marks by which ``tools/suite.py`` finds the files of its later parts, without collecting the others."""


def _written_where_they_are(items: list[pytest.Item]) -> None:
    """Fail if a test has such a mark from another file.

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
    """Mark tests that the suite does not repeat on PostgreSQL."""
    if not _on_postgresql() or {"ASKED", "WHOLE_POSTGRESQL"} & set(os.environ):
        return
    spared = postgresql_subset.skipped_tests()
    for item in items:
        if postgresql_subset.strip_parameters(item.nodeid) in spared:
            item.add_marker(pytest.mark.any_database)


ROOMY_PROTOCOL = with_large_stack_chunk(usual_protocol)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run each test with a raised recursion limit, as the site runs each request."""
    return ROOMY_PROTOCOL(item, nextitem)


def pytest_collection_finish() -> None:
    """Freeze collected tests for the garbage collector."""
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip tests that need the shared folder if it is missing."""
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
    """Copy the prepared database for this process if it is a file or on PostgreSQL."""
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
    """Return the shared folder of printed documents, decklists and events."""
    return SHARED_DIR
