"""Frequent queries whose SQL is compiled once and then executed with parameters.

Compiling a query takes the ORM several times as long as sending it and reading the result, and PostgreSQL needs longer
to plan it than to execute it. The queries of the most visited pages are therefore built once as querysets, compiled on
first use, and sent as prepared statements, whose plans PostgreSQL caches per connection.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, NotSupportedError, connections, models

if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper
    from django.db.backends.utils import CursorWrapper

Stored = TypeVar("Stored", bound=models.Model)


class Parameter(models.Value):
    """A named parameter of a compiled query."""

    def __init__(self, name: str, output_field: "models.Field[Any, Any]") -> None:
        super().__init__(name, output_field)

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        """Return a placeholder, with the parameter itself as its value."""
        del compiler, connection  # the same for every database
        return "%s", (self,)


class _Keys(models.BigIntegerField):  # type: ignore[type-arg]  # Django's own takes none as it runs
    """A parameter that holds several keys.

    The SQL does not depend on their number.
    """

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        """Return the keys as an array (PostgreSQL) or JSON (SQLite)."""
        del prepared
        keys = [int(key) for key in value]
        return keys if connection.vendor == "postgresql" else json.dumps(keys)


class KeyIn(models.Func):
    """Condition that the key in a column is one of several.

    They are one parameter of the SQL.

    Args:
        column: lookup path of the column.
        keys: the keys, or the name of the parameter of a compiled query.
    """

    output_field = models.BooleanField()

    def __init__(self, column: str, keys: str | Sequence[int]) -> None:
        values = Parameter(keys, _Keys()) if isinstance(keys, str) else models.Value(list(keys), _Keys())
        super().__init__(models.F(column), values)

    def as_sql(self, compiler: Any, connection: Any, *_how: Any, **_more: Any) -> tuple[str, tuple[Any, ...]]:
        """Return the condition as SQL."""
        within = "%s = ANY(%s)" if connection.vendor == "postgresql" else "%s IN (SELECT value FROM json_each(%s))"
        (column, values), (place, parameters) = (compiler.compile(each) for each in self.get_source_expressions())
        return within % (column, place), (*values, *parameters)


class ConcatenatedText(models.Aggregate):
    """Aggregate that concatenates texts with blanks in a stable order.

    None without rows.
    """

    function = "STRING_AGG"
    arg_joiner = ", ' ' ORDER BY "

    def __init__(self, column: str) -> None:
        super().__init__(column, "pk", output_field=models.TextField())

    def as_sqlite(self, compiler: Any, connection: Any, **_more: Any) -> tuple[str, tuple[Any, ...]]:
        """Return the SQL for SQLite.

        ``group_concat`` takes no order there and uses that of the index.
        """
        del connection
        sql, values = compiler.compile(self.get_source_expressions()[0])
        return f"GROUP_CONCAT({sql}, ' ')", tuple(values)


class CompiledQuery:
    """A query that is compiled once.

    Args:
        make: returns the queryset of a ``values_list``, with parameters in it.
    """

    def __init__(self, make: "Callable[[], models.QuerySet[Any, tuple[Any, ...]]]") -> None:
        self._make = make

    @cached_property
    def _compile(self) -> tuple[str, str, Sequence[Any], Sequence[tuple[int, Sequence[Any], Any]]]:
        """Return database alias, SQL, parameters and converters."""
        question = self._make()
        compiler = question.query.get_compiler(question.db)
        sql, places = compiler.as_sql()
        converters = compiler.get_converters(expression for expression, _sql, _alias in compiler.select)
        return question.db, sql, places, [(at, converter, convert) for at, (converter, convert) in converters.items()]

    def rows(self, **parameters: object) -> list[list[Any]]:
        """Execute the query and return its rows.

        Args:
            **parameters: the parameters by name.
        """
        database, sql, places, converters = self._compile
        connection = connections[database]
        values = [
            place.output_field.get_db_prep_value(parameters[place.value], connection)
            if isinstance(place, Parameter)
            else place
            for place in places
        ]
        rows = _answer(connection, sql, values)
        for row in rows:
            for at, converter, convert_value in converters:
                for convert in converter:
                    row[at] = convert(row[at], convert_value, connection)
        return rows


def _answer(connection: "BaseDatabaseWrapper", sql: str, values: Sequence[Any]) -> list[list[Any]]:
    """Return the rows of a query.

    A cached plan becomes invalid when a migration changes the type of a column, which processes of the previous
    version meet during an upgrade; then the query is repeated on a new connection.
    """
    try:
        return _fetch_rows(connection, sql, values)
    except NotSupportedError:
        if connection.in_atomic_block:
            raise
        connection.close()
    return _fetch_rows(connection, sql, values)


def _fetch_rows(connection: "BaseDatabaseWrapper", sql: str, values: Sequence[Any]) -> list[list[Any]]:
    with _cursor(connection) as cursor:
        cursor.execute(sql, values)
        return [list(row) for row in cursor.fetchall()]


def _cursor(connection: "BaseDatabaseWrapper") -> "CursorWrapper":
    """Return a cursor; on PostgreSQL one that prepares statements.

    If queries are logged, it is Django's own cursor, because Django cannot log statements with separate parameters.
    """
    if connection.vendor != "postgresql" or connection.queries_logged:
        return connection.cursor()
    connection.close_if_health_check_failed()  # as Django's own cursor() does
    connection.ensure_connection()
    return connection.make_cursor(import_module("psycopg").Cursor(connection.connection))


@cache
def columns_of(model: type[models.Model]) -> tuple[str, ...]:
    """Return the columns of a model, in the order of :func:`instance_from`."""
    return tuple(field.attname for field in model._meta.concrete_fields)  # noqa: SLF001 - Django's public _meta


def instance_from(model: type[Stored], row: Sequence[Any]) -> Stored:
    """Return the model instance that the first columns of a row describe."""
    names = columns_of(model)
    return model.from_db(DEFAULT_DB_ALIAS, names, row[: len(names)])


def loaded_instance(model: type[Stored], names: Sequence[str], values: Sequence[Any]) -> Stored:
    """Return the model instance with these columns loaded and all others deferred.

    Does what ``from_db`` does without signals, in a fifth of the time; for thousands of rows.
    """
    instance = model.__new__(model)
    instance._state = models.base.ModelState()  # noqa: SLF001 - as from_db does
    instance._state.adding, instance._state.db = False, DEFAULT_DB_ALIAS  # noqa: SLF001 - likewise
    instance.__dict__.update(zip(names, values, strict=True))
    return instance


def prefixed_columns(ways: Mapping[str, type[models.Model]]) -> list[str]:
    """Return the columns of several models, each with its lookup path as prefix."""
    return [f"{way}{column}" for way, model in ways.items() for column in columns_of(model)]


def instances_from(row: Sequence[Any], *kinds: type[models.Model]) -> list[Any]:
    """Return the model instances whose columns follow each other in a row."""
    instances, at = [], 0
    for kind in kinds:
        instances.append(instance_from(kind, row[at:]))
        at += len(columns_of(kind))
    return instances


def or_none(thing: Stored) -> Stored | None:
    """Return an instance from an outer join, or None if all its columns are null."""
    return thing if thing.pk is not None else None


def set_prefetched(stored: models.Model, **related: "list[Any]") -> None:
    """Store related objects on an instance, as ``prefetch_related`` does.

    Args:
        stored: the instance.
        **related: lists of related objects by accessor name.
    """
    held = stored.__dict__.setdefault("_prefetched_objects_cache", {})
    for name, things in related.items():
        rows = getattr(stored, name).all()
        rows._result_cache = things  # noqa: SLF001 - as Django's own prefetching does
        rows._prefetch_done = True  # noqa: SLF001 - likewise
        held[name] = rows
