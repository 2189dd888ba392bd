"""Copy of a site's whole database to another database.

Both may be of the same kind or of different kinds. All tables are copied except caches, which are computed again.
Primary keys stay the same, and so do the keys that the next rows get: entries of the audit log name deleted rows by
their keys.
"""

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final

import dj_database_url
from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ImproperlyConfigured
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, models, transaction
from django.db.migrations.executor import MigrationExecutor

from epic_events.infra.errors import StateError, UserError
from epic_events.integrations.notices.models import PushKey
from epic_events.settings.databases import complete_settings

TARGET: Final = "target"
BATCH: Final = 500
"""Rows that are read and written at once."""
_MADE_BY_MIGRATIONS: Final = (Permission, ContentType, PushKey)
"""Models whose rows exist in every migrated database; those of the target are replaced."""


class CopyError(UserError):
    """The database could not be copied; the target is empty and the source unchanged."""


def copy_database(url: str) -> dict[str, int]:
    """Copy the database of this site to an empty one, and compare both row by row.

    Stop the site first: what is written during the copy is not copied.

    Args:
        url: URL of the target, as in ``DATABASE_URL``.

    Returns:
        The number of rows by table.

    Raises:
        CopyError: the target cannot be used, a value does not fit, or the copy differs.
        StateError: the source is not migrated, or the target is not empty.
    """
    if MigrationExecutor(source := connections[DEFAULT_DB_ALIAS]).migration_plan(_newest_migrations(source)):
        raise StateError("The database is of an older version: run manage.py migrate first.")
    with _target(url):
        _migrate(url)
        for model in _models():
            if model not in _MADE_BY_MIGRATIONS and _stored(model, TARGET).exists():
                raise StateError("The target holds something already: name an empty database.")
        with _snapshot(), transaction.atomic(using=TARGET):
            for model in _MADE_BY_MIGRATIONS:
                _stored(model, TARGET).all().delete()
            counts = {_options(model).db_table: _copy_table(model) for model in _models()}
            _copy_last_keys()
            differing = [_options(model).db_table for model in _models() if not have_same_rows(model)]
            if differing:
                raise CopyError(f"The copy differs from the database in: {', '.join(differing)}.")
    return counts


def have_same_rows(model: type[models.Model]) -> bool:
    """Return True if a table has equal rows in the site's database and the target."""
    pairs = zip(_rows(model, DEFAULT_DB_ALIAS), _rows(model, TARGET), strict=True)
    try:
        return all(row == copied for row, copied in pairs)
    except ValueError:  # one of them is longer
        return False


def _options(model: type[models.Model]) -> Any:
    return model._meta  # noqa: SLF001 - Django's public _meta


def _stored(model: type[models.Model], alias: str) -> models.QuerySet[models.Model]:
    """Return all rows of a table; other managers may hide some."""
    return model._base_manager.using(alias)  # noqa: SLF001 - documented by Django


def _models() -> list[type[models.Model]]:
    """Return the models of all tables, with those of many-to-many relations."""
    return [model for model in apps.get_models(include_auto_created=True) if _options(model).managed]


def _newest_migrations(connection: Any) -> list[tuple[str, str]]:
    return list(MigrationExecutor(connection).loader.graph.leaf_nodes())


@contextmanager
def _target(url: str) -> Iterator[None]:
    """Add the connection of the target.

    Raises:
        CopyError: the URL is invalid, or the database cannot be reached.
    """
    try:
        parsed = complete_settings(dict(dj_database_url.parse(url)))
    except (ImproperlyConfigured, ValueError, KeyError) as error:
        raise CopyError("Name the target as in DATABASE_URL: postgresql://… or sqlite:///….") from error
    both = {DEFAULT_DB_ALIAS: connections.settings[DEFAULT_DB_ALIAS], TARGET: parsed}
    connections.settings[TARGET] = connections.configure_settings(both)[TARGET]
    try:
        connections[TARGET].ensure_connection()
        yield
    except DatabaseError as error:
        raise CopyError(f"The database was not copied: {str(error).strip().splitlines()[0]}.") from error
    finally:
        connections[TARGET].close()
        del connections[TARGET]
        del connections.settings[TARGET]


def _migrate(url: str) -> None:
    """Create the tables of the target in a separate process.

    The target is the only database there.

    Raises:
        CopyError: a migration failed.
    """
    command = [sys.executable, "-m", "django", "migrate", "--noinput", "--verbosity=0"]
    done = subprocess.run(  # noqa: S603 - a command of our own
        command, env={**os.environ, "DATABASE_URL": url}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise CopyError(f"The tables of the target could not be created: {last}")


@contextmanager
def _snapshot() -> Iterator[None]:
    """Read all tables as of the same moment."""
    with transaction.atomic():
        connection = connections[DEFAULT_DB_ALIAS]
        if connection.vendor == "postgresql":  # on SQLite the transaction has the write lock
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def _copy_table(model: type[models.Model]) -> int:
    """Copy the rows of a table as they are stored; return their number.

    Raises:
        CopyError: a value does not fit into the column of the target.
    """
    fields = _options(model).local_concrete_fields
    instances = _stored(model, DEFAULT_DB_ALIAS).order_by("pk").iterator(chunk_size=BATCH)
    count = 0
    try:
        while batch := list(islice(instances, _batch_size(fields))):
            _stored(model, TARGET)._insert(batch, fields=fields, raw=True, using=TARGET)  # type: ignore[attr-defined]  # noqa: SLF001 - as Django's loaddata, without computed values
            count += len(batch)
    except (DatabaseError, ValueError) as error:
        reason = str(error).strip().splitlines()[0]
        raise CopyError(f"{_options(model).db_table}: a row cannot be stored in the target: {reason}.") from error
    return count


def _batch_size(fields: Iterable[Any]) -> int:
    """Return how many rows one statement can insert; SQLite limits its parameters."""
    names = list(fields)
    return min(BATCH, connections[TARGET].ops.bulk_batch_size(names, [None] * BATCH) or 1)


def _rows(model: type[models.Model], alias: str) -> Iterator[tuple[Any, ...]]:
    """Return the rows of a table, ordered by primary key."""
    names = [field.attname for field in _options(model).local_concrete_fields]
    rows = _stored(model, alias).order_by("pk").values_list(*names)
    if isinstance(_options(model).pk, models.CharField):  # databases sort text differently
        at = names.index(_options(model).pk.attname)
        return iter(sorted(rows, key=lambda row: str(row[at])))
    return rows.iterator(chunk_size=BATCH)


def _copy_last_keys() -> None:
    """Let the target continue the keys of each table where the source would."""
    with connections[TARGET].cursor() as cursor:
        for statement in connections[TARGET].ops.sequence_reset_sql(no_style(), _models()):
            cursor.execute(statement)
    for model in _models():
        if isinstance(_options(model).pk, models.AutoField | models.BigAutoField):
            last = _last_key(_options(model).db_table, str(_options(model).pk.column))
            if last:
                _set_last_key(_options(model).db_table, str(_options(model).pk.column), last)


def _last_key(table: str, column: str) -> int:
    """Return the last key that the source assigned in a table; 0 if none."""
    connection = connections[DEFAULT_DB_ALIAS]
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
            row = cursor.fetchone()
            return int(row[0]) if row else 0
        cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [f'"{table}"', column])
        sequence = cursor.fetchone()[0]
        cursor.execute(f"SELECT last_value, is_called FROM {sequence}")  # noqa: S608 - the name comes from PostgreSQL
        last, is_called = cursor.fetchone()
        return int(last) if is_called else 0


def _set_last_key(table: str, column: str, last: int) -> None:
    connection = connections[TARGET]
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last])
        else:
            cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", [f'"{table}"', column, last])
