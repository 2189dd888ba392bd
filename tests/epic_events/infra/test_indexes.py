"""Database indexes are needed and documented."""

import re
from typing import Any

from django.apps import apps
from django.db.models import ForeignKey, Index, Model, UniqueConstraint

from tests.conftest import ROOT


def whole_indexes(model: type[Model]) -> dict[str, list[tuple[str, ...]]]:
    """Return the fields of unconditional multi-column indexes by their first field."""
    found: dict[str, list[tuple[str, ...]]] = {}
    stored = [*model._meta.constraints, *model._meta.indexes]
    for each in stored:
        if isinstance(each, UniqueConstraint | Index) and not each.condition and each.fields:
            fields = tuple(field.lstrip("-") for field in each.fields)
            found.setdefault(fields[0], []).append(fields)
    return found


def ours() -> list[type[Model]]:
    return [model for model in apps.get_models(include_auto_created=True) if model.__module__.startswith("epic_events")]


def own_index(field: Any) -> bool:
    """Return True if a field has a non-unique index of its own."""
    return field.db_index and not field.unique and not field.primary_key


def test_indexes_are_no_prefix_of_another_index() -> None:
    """A longer index also serves queries by its first field."""
    doubled = [
        f"{model._meta.label}.{field.name}"
        for model in ours()
        for field in model._meta.local_fields
        if own_index(field) and field.name in whole_indexes(model)
    ]
    assert doubled == []


def test_foreign_keys_are_indexed() -> None:
    """Deleting a row searches all rows that refer to it."""
    bare = [
        f"{model._meta.label}.{field.name}"
        for model in ours()
        for field in model._meta.local_fields
        if isinstance(field, ForeignKey)
        and field.db_constraint  # type: ignore[attr-defined]
        and not (field.unique or own_index(field) or field.name in whole_indexes(model))
    ]
    assert bare == []


def test_operation_guide_documents_every_named_index() -> None:
    guide = (ROOT / "docs" / "operation.md").read_text(encoding="utf-8").partition("**Indexes.**")[2]
    output = set(re.findall(r"`([a-z_]+)`", guide.partition("```sql")[0]))
    named = {index.name for model in ours() for index in model._meta.indexes}
    assert output == named
