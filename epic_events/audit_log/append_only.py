"""Append-only models, enforced by database triggers.

Rows are inserted and never changed. A correction adds a row. Deleting an event deletes its history through the
database's cascade.

Installed by a migration. Truncating the table, as test runs do, remains possible on PostgreSQL. SQLite has no
TRUNCATE, so its trigger forbids updates only; deletion is forbidden by the model.
"""

from collections.abc import Iterable
from typing import Any, NoReturn, TypeVar

from django.db import models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

Row = TypeVar("Row", bound=models.Model)


class AppendOnlyError(TypeError):
    """Code tried to change or delete an append-only row; a programming error."""


class AppendOnlyQuerySet(models.QuerySet[Row]):
    """Queryset without bulk updates and deletes."""

    def update(self, **_values: Any) -> NoReturn:
        """Raise ``AppendOnlyError``."""
        raise AppendOnlyError(f"{self.model.__name__} rows are history: add a row instead of changing one.")

    def delete(self) -> NoReturn:
        """Raise ``AppendOnlyError``."""
        raise AppendOnlyError(f"{self.model.__name__} rows are history: they are not removed.")

    def bulk_update(self, objs: Iterable[Row], fields: Iterable[str], batch_size: int | None = None) -> NoReturn:
        """Raise ``AppendOnlyError``."""
        del objs, fields, batch_size
        raise AppendOnlyError(f"{self.model.__name__} rows are history: add a row instead of changing one.")


class AppendOnly(models.Model):
    """Abstract model whose rows can only be inserted and read."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the row.

        Raises:
            AppendOnlyError: the row already exists.
        """
        if not self._state.adding:
            raise AppendOnlyError(f"{type(self).__name__} rows are history: add a row instead of changing one.")
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, using: Any = None, keep_parents: bool = False) -> NoReturn:
        """Raise ``AppendOnlyError``."""
        del using, keep_parents
        raise AppendOnlyError(f"{type(self).__name__} rows are history: they are not removed.")


TABLE = "audit_log_entry"
_SQLITE = [
    (
        f"CREATE TRIGGER {TABLE}_no_update BEFORE UPDATE ON {TABLE} "
        "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;"
    ),
]
_POSTGRESQL = [
    (
        f"CREATE OR REPLACE FUNCTION {TABLE}_append_only() RETURNS trigger AS "
        "$$ BEGIN RAISE EXCEPTION 'the log is append-only'; END; $$ LANGUAGE plpgsql;"
    ),
    (
        f"CREATE TRIGGER {TABLE}_append_only BEFORE UPDATE OR DELETE ON {TABLE} "
        f"FOR EACH ROW EXECUTE FUNCTION {TABLE}_append_only();"
    ),
]
_SQLITE_UNDO = [f"DROP TRIGGER IF EXISTS {TABLE}_no_update;"]
_POSTGRESQL_UNDO = [
    f"DROP TRIGGER IF EXISTS {TABLE}_append_only ON {TABLE};",
    f"DROP FUNCTION IF EXISTS {TABLE}_append_only();",
]


def installing(vendor: str) -> list[str]:
    """Return the SQL that creates the triggers for ``sqlite`` or ``postgresql``."""
    return {"sqlite": _SQLITE, "postgresql": _POSTGRESQL}[vendor]


def removing(vendor: str) -> list[str]:
    """Return the SQL statements that drop the triggers."""
    return {"sqlite": _SQLITE_UNDO, "postgresql": _POSTGRESQL_UNDO}[vendor]


def install(_apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
    """Create the triggers; a migration operation."""
    for statement in installing(editor.connection.vendor):
        editor.execute(statement, params=None)


def remove(_apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
    """Drop the triggers; a migration operation."""
    for statement in removing(editor.connection.vendor):
        editor.execute(statement, params=None)
