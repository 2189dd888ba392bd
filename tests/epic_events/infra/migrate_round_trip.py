"""Migrate a filled database backward and forward and report differences."""

import json
from typing import Any

import django
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import override_settings

SHAPE = {
    "postgresql": """
        SELECT table_name, column_name, data_type || is_nullable || coalesce(character_maximum_length, 0)
            FROM information_schema.columns WHERE table_schema = 'public'
        UNION ALL SELECT conrelid::regclass::text, 'constraint', pg_get_constraintdef(oid)
            FROM pg_constraint WHERE connamespace = 'public'::regnamespace
        UNION ALL SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
        UNION ALL SELECT event_object_table, trigger_name, event_manipulation FROM information_schema.triggers""",
    "sqlite": """
        SELECT t.name, c.name, c.type || c."notnull" || c.pk FROM sqlite_master t, pragma_table_info(t.name) c
            WHERE t.type = 'table'
        UNION ALL SELECT tbl_name, name, sql FROM sqlite_master WHERE type IN ('index', 'trigger')""",
}
COLUMNS = {
    "postgresql": "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'",
    "sqlite": "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table'",
}
DJANGOS = ("django_migrations", "django_content_type", "auth_permission", "sqlite_sequence")


def run_query(statement: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return list(cursor.fetchall())


def schema() -> dict[str, list[str]]:
    """Return columns, constraints, indexes and triggers by table."""
    found: dict[str, list[str]] = {}
    for table, *what in run_query(SHAPE[connection.vendor]):
        found.setdefault(table, []).append(repr(what))
    return {table: sorted(lines) for table, lines in found.items()}


def columns() -> dict[str, list[str]]:
    """Return the columns of every table with own or user data."""
    found: dict[str, list[str]] = {}
    for table, name in sorted(run_query(COLUMNS[connection.vendor])):
        if table not in DJANGOS:
            found.setdefault(table, []).append(name)
    return found


def rows_of(of: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return every row of every table, limited to these columns."""
    found = {}
    for table, names in of.items():
        words = ", ".join(f'"{name}"' for name in names)
        found[table] = sorted(map(repr, run_query(f'SELECT {words} FROM "{table}"')))
    return found


def back_to(firsts: list[tuple[str, str]]) -> None:
    """Migrate each app back to its first migration, latest first."""
    executor = MigrationExecutor(connection)
    undone = {migration for first in firsts for migration, _backwards in executor.migration_plan([first])}
    forwards = executor.migration_plan(executor.loader.graph.leaf_nodes(), clean_start=True)
    executor.migrate(firsts, plan=[(migration, True) for migration, _ in reversed(forwards) if migration in undone])


def main() -> None:
    django.setup()
    call_command("migrate", verbosity=0)
    from tests.epic_events.world import make_world

    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):  # as quick as in tests
        make_world()
    graph = MigrationExecutor(connection).loader.graph
    latest = [(app, name) for app, name in graph.leaf_nodes()]
    ours = sorted({app for (app, _name), each in graph.nodes.items() if each.__module__.startswith("epic_events")})
    before, then, full = schema(), columns(), rows_of(columns())
    back_to([min(key for key in graph.nodes if key[0] == app) for app in ours])
    both = {table: [name for name in names if name in then.get(table, ())] for table, names in columns().items()}
    both = {table: names for table, names in both.items() if names}
    on_the_way = rows_of(both)
    MigrationExecutor(connection).migrate(latest)
    again, data = schema(), rows_of(both)
    output = {
        "apps": ours,
        "rows": sum(map(len, data.values())),
        "fewer": [table for table in both if len(full[table]) != len(data[table])],
        "changed": [table for table in both if on_the_way[table] != data[table]],
        "schema": [table for table in before if again.get(table) != before[table]],
    }
    print(json.dumps(output))


if __name__ == "__main__":
    main()
