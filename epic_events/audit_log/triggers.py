"""The database itself refuses to alter lines of the log, whoever asks.

Installed by a migration. Emptying a whole database, as test runs do, stays possible: by TRUNCATE on PostgreSQL; SQLite
knows no other way than to delete rows, so there only changes are refused here and removal by the model alone.
"""

from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor

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
    """Return the statements that make the log append-only in a database of this kind (``sqlite``, ``postgresql``)."""
    return {"sqlite": _SQLITE, "postgresql": _POSTGRESQL}[vendor]


def removing(vendor: str) -> list[str]:
    """Return the statements that undo :func:`installing`."""
    return {"sqlite": _SQLITE_UNDO, "postgresql": _POSTGRESQL_UNDO}[vendor]


def install(_apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
    """Make the log append-only; a step of a migration."""
    for statement in installing(editor.connection.vendor):
        editor.execute(statement, params=None)


def remove(_apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
    """Undo :func:`install`; a step of a migration."""
    for statement in removing(editor.connection.vendor):
        editor.execute(statement, params=None)
