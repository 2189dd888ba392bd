"""Base classes of append-only models: rows are inserted and never changed.

A correction adds a row. Deleting an event deletes its history through the database's cascade.
"""

from collections.abc import Iterable
from typing import Any, NoReturn, TypeVar

from django.db import models

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
