"""Database triggers that make audit entries append-only.

Installed by a migration. Truncating the table, as test runs do, remains possible on PostgreSQL. SQLite has no
TRUNCATE, so its trigger forbids updates only; deletion is forbidden by the model.
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
    """Return the SQL statements that create the triggers for ``sqlite`` or ``postgresql``."""
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
