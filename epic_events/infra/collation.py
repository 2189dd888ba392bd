"""Order of names: the Unicode Collation Algorithm.

It is the same on SQLite, on PostgreSQL and in Python. Letters with marks stand next to their plain letters, and case
only decides between otherwise equal names. The default table is right for English and German (DIN 5007-1), the
languages of the site.
"""

from functools import cache, lru_cache
from typing import Any, Final

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import F
from django.db.models.expressions import OrderBy
from django.db.models.functions import Collate
from django.db.models.sql.compiler import SQLCompiler
from pyuca import Collator

SQLITE_COLLATION: Final = "unicode"
POSTGRESQL_COLLATION: Final = "und-x-icu"
CACHED_NAMES: Final = 20_000
"""Sort keys that a process remembers: the names of the largest events."""

SortKey = tuple[tuple[int, ...], ...]


class NameCollation(Collate):
    """An expression ordered by the collation of names of the database."""

    def __init__(self, expression: Any) -> None:
        super().__init__(expression, SQLITE_COLLATION)

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any
    ) -> tuple[str, list[str | int]]:
        """Return the SQL for PostgreSQL, whose ICU collation follows the same algorithm."""
        quoted = connection.ops.quote_name(POSTGRESQL_COLLATION)
        sql, parameters = super().as_sql(compiler, connection, template=f"%(expressions)s COLLATE {quoted}", **context)
        return sql, list(parameters)


def name_order(field: str) -> OrderBy:
    """Return an ascending argument of ``order_by`` for the names in a field."""
    return NameCollation(F(field)).asc()


@lru_cache(CACHED_NAMES)
def name_sort_key(name: str) -> SortKey:
    """Return the sort key of a name: its primary, secondary and tertiary weights."""
    if not name.isascii():
        return _levels(_collator().sort_key(name))
    elements = _ascii_elements()
    weights = [elements[character] for character in name]
    return tuple(tuple(element[level] for element in weights if element[level]) for level in range(3))


def compare_names(first: str, second: str) -> int:
    """Compare two names for SQLite: negative, zero or positive.

    Different names are never equal.
    """
    if first == second:
        return 0
    one, other = (name_sort_key(first), first), (name_sort_key(second), second)
    return -1 if one < other else 1


@cache
def _collator() -> Collator:
    # Reading the table takes half a second, so it is read when the first names are sorted.
    return Collator()


@cache
def _ascii_elements() -> dict[str, tuple[int, int, int]]:
    """Return the weights of each ASCII character; none of them combines with another."""
    keys = {chr(code): _levels(_collator().sort_key(chr(code))) for code in range(128)}
    return {character: tuple(sum(level) for level in key) for character, key in keys.items()}  # type: ignore[misc]


def _levels(weights: tuple[int, ...]) -> SortKey:
    """Split the weights of a key, which a zero separates, into levels."""
    levels: list[tuple[int, ...]] = []
    level: list[int] = []
    for weight in weights:
        if weight:
            level.append(weight)
        else:
            levels.append(tuple(level))
            level = []
    return tuple([*levels, tuple(level)][:3])
