"""A step of a migration after which fields have no index of their own any longer."""

from collections.abc import Iterator
from typing import Any

from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import Model


class DropFieldIndexes(Operation):
    """Drop the indexes of fields of one application, of which nothing else changes.

    Django's own step for one field copies the whole table on SQLite, and reads nearly all models anew.
    """

    reduces_to_sql = True
    reversible = True

    def __init__(self, *fields: tuple[str, str]) -> None:
        """Say which: the name of a model in small letters, and the name of one of its fields."""
        self.fields = fields

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Alter what the models of the project are taken to be."""
        state.__dict__.pop("apps", None)  # made anew when it is asked for next, and not after each field
        for model, name in self.fields:
            field = state.models[app_label, model].fields[name].clone()
            field.db_index = False
            state.alter_field(app_label, model, name, field, preserve_default=True)

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Drop the indexes, by the names that Django gives them; PostgreSQL has a second one for how texts begin."""
        del from_state
        for model, field in self._altered(app_label, schema_editor, to_state):
            table = model._meta.db_table  # noqa: SLF001  documented for others to use
            for suffix in ("", "_like"):
                name = schema_editor._create_index_name(table, [field.column], suffix)  # noqa: SLF001  the one there is
                schema_editor.execute(f"DROP INDEX IF EXISTS {schema_editor.quote_name(name)}")

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Make the indexes again."""
        del from_state
        for model, field in self._altered(app_label, schema_editor, to_state):
            for statement in schema_editor._field_indexes_sql(model, field):  # noqa: SLF001  as where a field is added
                schema_editor.execute(statement)

    def describe(self) -> str:
        """Return what ``migrate --plan`` prints."""
        return f"Drop the indexes of {', '.join(f'{model}.{name}' for model, name in self.fields)}"

    def _altered(self, app_label: str, schema_editor: Any, state: ProjectState) -> Iterator[tuple[type[Model], Any]]:
        """Yield the models and fields that this database has, as they are in a state."""
        for name_of_model, name in self.fields:
            model = state.apps.get_model(app_label, name_of_model)
            if self.allow_migrate_model(schema_editor.connection.alias, model):
                yield model, model._meta.get_field(name)  # noqa: SLF001  documented for others to use
