"""The database itself refuses to change or remove lines of the log, whoever asks.

Installed by a migration. TRUNCATE stays possible on PostgreSQL: it is how test runs empty a database.
"""

from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TABLE = "journal_entry"
_SQLITE = [
    f"CREATE TRIGGER {TABLE}_no_{verb.lower()} BEFORE {verb} ON {TABLE} "
    f"BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;"
    for verb in ("UPDATE", "DELETE")
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
_SQLITE_UNDO = [f"DROP TRIGGER IF EXISTS {TABLE}_no_{verb};" for verb in ("update", "delete")]
_POSTGRESQL_UNDO = [
    f"DROP TRIGGER IF EXISTS {TABLE}_append_only ON {TABLE};",
    f"DROP FUNCTION IF EXISTS {TABLE}_append_only();",
]


def _run(editor: BaseDatabaseSchemaEditor, sqlite: list[str], postgresql: list[str]) -> None:
    for statement in {"sqlite": sqlite, "postgresql": postgresql}[editor.connection.vendor]:
        editor.execute(statement, params=None)


def install(_apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
    """Make the log append-only in the database."""
    _run(editor, _SQLITE, _POSTGRESQL)


def remove(_apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
    """Undo :func:`install`."""
    _run(editor, _SQLITE_UNDO, _POSTGRESQL_UNDO)
