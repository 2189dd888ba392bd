"""Rows that are history: written once, never changed, never removed one by one.

A correction adds a row. What removes a whole event removes its history with it through the database's own cascade.
"""

from collections.abc import Iterable
from typing import Any, NoReturn, TypeVar

from django.db import models

Row = TypeVar("Row", bound=models.Model)


class AppendOnlyError(TypeError):
    """Code of ours tried to change or remove a row that is history; that is a bug, not a user's mistake."""


class AppendOnlyQuerySet(models.QuerySet[Row]):
    """Reads and adds; every way to change or remove rows in bulk is closed."""

    def update(self, **_values: Any) -> NoReturn:
        """Refuse.

        Raises:
            AppendOnlyError: always.
        """
        raise AppendOnlyError(f"{self.model.__name__} rows are history: add a row instead of changing one.")

    def delete(self) -> NoReturn:
        """Refuse.

        Raises:
            AppendOnlyError: always.
        """
        raise AppendOnlyError(f"{self.model.__name__} rows are history: they are not removed.")

    def bulk_update(self, objs: Iterable[Row], fields: Iterable[str], batch_size: int | None = None) -> NoReturn:
        """Refuse.

        Raises:
            AppendOnlyError: always.
        """
        del objs, fields, batch_size
        raise AppendOnlyError(f"{self.model.__name__} rows are history: add a row instead of changing one.")


class AppendOnly(models.Model):
    """A row that can be inserted and read."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the row.

        Raises:
            AppendOnlyError: when the row is already stored.
        """
        if not self._state.adding:
            raise AppendOnlyError(f"{type(self).__name__} rows are history: add a row instead of changing one.")
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, using: Any = None, keep_parents: bool = False) -> NoReturn:
        """Refuse.

        Raises:
            AppendOnlyError: always.
        """
        del using, keep_parents
        raise AppendOnlyError(f"{type(self).__name__} rows are history: they are not removed.")
