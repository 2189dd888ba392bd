"""Questions that come with every request, put into SQL once: afterwards only what is told is another.

To word a question takes the ORM several times as long as to send it and to take in the answer, and PostgreSQL longer to
plan it than to answer it. Where one is asked for each look at a page that everybody opens, it is built as any other,
worded the first time it is asked, and sent to PostgreSQL with its values apart: a connection that has asked it before
has its plan.
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


class Told(models.Value):
    """Stands in a question for a value that is told each time it is asked."""

    def __init__(self, name: str, output_field: "models.Field[Any, Any]") -> None:
        super().__init__(name, output_field)

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        """Return a place in the SQL, and itself to be found there by the statement."""
        del compiler, connection  # the same for every database
        return "%s", (self,)


class _Keys(models.BigIntegerField):  # type: ignore[type-arg]  # Django's own takes none as it runs
    """Several keys in one place of a question, so that it is worded the same however many they are."""

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        """Return them as the database takes them: an array, or JSON."""
        del prepared
        keys = [int(key) for key in value]
        return keys if connection.vendor == "postgresql" else json.dumps(keys)


class Among(models.Func):
    """Whether the key in a column is one of those that are told.

    Args:
        column: the column, with the way to it.
        name: under which they are told.
    """

    output_field = models.BooleanField()

    def __init__(self, column: str, name: str) -> None:
        super().__init__(models.F(column), Told(name, _Keys()))

    def as_sql(self, compiler: Any, connection: Any, *_how: Any, **_more: Any) -> tuple[str, tuple[Any, ...]]:
        """Return the condition."""
        within = "%s = ANY(%s)" if connection.vendor == "postgresql" else "%s IN (SELECT value FROM json_each(%s))"
        (column, values), (place, told) = (compiler.compile(each) for each in self.get_source_expressions())
        return within % (column, place), (*values, *told)


class Joined(models.Aggregate):
    """The texts of a column in one, divided by blanks, in one order for the same rows; None for no rows."""

    function = "STRING_AGG"
    arg_joiner = ", ' ' ORDER BY "

    def __init__(self, column: str) -> None:
        super().__init__(column, "pk", output_field=models.TextField())

    def as_sqlite(self, compiler: Any, connection: Any, **_more: Any) -> tuple[str, tuple[Any, ...]]:
        """Return the SQL for SQLite, which takes no order here: it reads rows as they stand in their index."""
        del connection
        sql, values = compiler.compile(self.get_source_expressions()[0])
        return f"GROUP_CONCAT({sql}, ' ')", tuple(values)


class Statement:
    """A question that is worded once.

    Args:
        make: returns the question: the values of rows, as ``values_list`` gives them, with :class:`Told` in them.
    """

    def __init__(self, make: "Callable[[], models.QuerySet[Any, tuple[Any, ...]]]") -> None:
        self._make = make

    @cached_property
    def _worded(self) -> tuple[str, str, Sequence[Any], Sequence[tuple[int, Sequence[Any], Any]]]:
        """The database, the SQL, what stands in its places, and what turns stored values into those of Python."""
        question = self._make()
        compiler = question.query.get_compiler(question.db)
        sql, places = compiler.as_sql()
        converters = compiler.get_converters(expression for expression, _sql, _alias in compiler.select)
        return question.db, sql, places, [(at, found, of) for at, (found, of) in converters.items()]

    def rows(self, **told: object) -> list[list[Any]]:
        """Return the rows of the answer; one query.

        Args:
            **told: the values by name.
        """
        database, sql, places, converters = self._worded
        connection = connections[database]
        values = [
            each.output_field.get_db_prep_value(told[each.value], connection) if isinstance(each, Told) else each
            for each in places
        ]
        rows = _answer(connection, sql, values)
        for row in rows:
            for at, found, of in converters:
                for convert in found:
                    row[at] = convert(row[at], of, connection)
        return rows


def _answer(connection: "BaseDatabaseWrapper", sql: str, values: Sequence[Any]) -> list[list[Any]]:
    """Return the rows of an answer.

    A plan is no good any more once a column is of another type: the processes of the version before a migration meet
    that as it runs. A new connection has no plans.
    """
    try:
        return _asked(connection, sql, values)
    except NotSupportedError:
        if connection.in_atomic_block:
            raise
        connection.close()
    return _asked(connection, sql, values)


def _asked(connection: "BaseDatabaseWrapper", sql: str, values: Sequence[Any]) -> list[list[Any]]:
    with _cursor(connection) as cursor:
        cursor.execute(sql, values)
        return [list(row) for row in cursor.fetchall()]


def _cursor(connection: "BaseDatabaseWrapper") -> "CursorWrapper":
    """Return a cursor; on PostgreSQL one that lets it keep plans (``prepare_threshold`` says from when on).

    Where statements are logged it is the usual one: of those whose values are sent apart Django can log no text.
    """
    if connection.vendor != "postgresql" or connection.queries_logged:
        return connection.cursor()
    connection.close_if_health_check_failed()  # as Django's own cursor() does
    connection.ensure_connection()
    return connection.make_cursor(import_module("psycopg").Cursor(connection.connection))


@cache
def columns_of(model: type[models.Model]) -> tuple[str, ...]:
    """Return the columns of a table: what a question asks for whose rows begin with a stored thing."""
    return tuple(field.attname for field in model._meta.concrete_fields)  # noqa: SLF001 - Django's public _meta


def stored_in(model: type[Stored], row: Sequence[Any]) -> Stored:
    """Return the stored thing with which a row of an answer begins."""
    names = columns_of(model)
    return model.from_db(DEFAULT_DB_ALIAS, names, row[: len(names)])


def columns_along(ways: Mapping[str, type[models.Model]]) -> list[str]:
    """Return the columns of several tables, each with the way to it in front, as ``values_list`` takes them."""
    return [f"{way}{column}" for way, model in ways.items() for column in columns_of(model)]


def stored_together(row: Sequence[Any], *kinds: type[models.Model]) -> list[Any]:
    """Return the stored things of which a row holds the columns, one after the other."""
    found, at = [], 0
    for kind in kinds:
        found.append(stored_in(kind, row[at:]))
        at += len(columns_of(kind))
    return found


def or_none(thing: Stored) -> Stored | None:
    """Return what was read along a way that may lead nowhere: then all its columns are empty."""
    return thing if thing.pk is not None else None


def keep_related(stored: models.Model, **related: "list[Any]") -> None:
    """Have what was read beside a stored thing be found there, as if it had been prefetched.

    Args:
        stored: the thing.
        **related: what belongs to it, by the name under which it is found.
    """
    held = stored.__dict__.setdefault("_prefetched_objects_cache", {})
    for name, things in related.items():
        rows = getattr(stored, name).all()
        rows._result_cache = things  # noqa: SLF001 - as Django's own prefetching does
        rows._prefetch_done = True  # noqa: SLF001 - likewise
        held[name] = rows
