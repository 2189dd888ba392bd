"""Read-only access to stored rows for site administrators.

Rows of an event depend on each other, and services keep them consistent (rounds, results, append-only versions, audit
log). A generic edit form would break them, so changes are made on the linked pages or by commands.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.apps import apps
from django.db.models import (
    BinaryField,
    CharField,
    Field,
    ForeignKey,
    JSONField,
    Manager,
    Model,
    Q,
    QuerySet,
    SlugField,
    TextField,
)
from django.urls import reverse
from django.utils.translation import gettext as _

from epic_events.audit_log.models import Entry
from epic_events.infra.errors import MissingError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.db.models.options import Options

SHOWN: Final = (
    "accounts.User", "accounts.Player", "accounts.SiteRole",
    "events.Event", "events.Stage", "events.Registration", "events.Participation", "events.StaffRole",
    "pairings.Round", "pairings.Match", "pairings.Seat", "pairings.ResultReport", "pairings.Repair",
    "pairings.Avoidance", "pairings.Podding", "pairings.PodSeat", "pairings.Preparation",
    "clock.ClockMove", "clock.TimeExtension",
    "decks.DeckVersion", "decks.DeckLock", "decks.ListWaiver", "decks.CardPool", "decks.CardFile", "decks.DeckRules",
    "judging.Call", "judging.Penalty", "judging.CheckDraw", "judging.DeckCheck", "judging.Case", "judging.Appeal",
    "judging.Decision",
    "rulings.Ruling", "rulings.RulingVersion",
    "disputes.Dispute", "disputes.RecordVersion", "disputes.StoredVerdict", "disputes.WhatIf",
    "reference.UploadedDocument", "reference.DocumentVersion", "reference.DocumentStep",
    "notices.Notice", "webhooks.Webhook", "webhooks.Delivery",
    "audit_log.Entry",
)  # fmt: skip
"""Tables in display order; internal tables are omitted."""
SECRET: Final = frozenset({"password", "secret", "salt", "digest", "lease", "key", "task"})
"""Fields with credentials or secrets; never shown."""
COLUMNS: Final = 5
PAGE_SIZE: Final = 50


@dataclass(frozen=True)
class Cell:
    """Value of one field of a row.

    Attributes:
        name: label of the field.
        value: its value.
        url: address of the related row; empty for plain values.
        long: True if it needs a section of its own.
    """

    name: str
    value: Any
    url: str = ""
    long: bool = False


def model_meta(model: type[Model]) -> "Options[Any]":
    """Return the ``_meta`` of a model."""
    return model._meta  # noqa: SLF001 - Django's public _meta


def manager_of(model: type[Model]) -> Manager[Model]:
    """Return the default manager of a model."""
    return model._default_manager


def get_model(label: str) -> type[Model]:
    """Return the model with a label such as ``decks.deckversion``.

    Raises:
        MissingError: there is no such table, or it is not shown.
    """
    for shown_model in SHOWN:
        if shown_model.lower() == label:
            return apps.get_model(shown_model)
    raise MissingError(_("This table does not exist."))


def tables() -> list[tuple[type[Model], int]]:
    """Return all tables that are shown, with their number of rows."""
    models = [apps.get_model(label) for label in SHOWN]
    return [(model, manager_of(model).count()) for model in models]


def build_standing_rows(model: type[Model], search_text: str) -> QuerySet[Model]:
    """Return rows, newest first.

    Args:
        model: the table.
        search_text: a key, or a part of any short text field; empty for all rows.
    """
    rows = manager_of(model).order_by("-pk")
    if not search_text:
        return rows
    condition = (
        Q(pk=int(search_text))
        if search_text.isascii() and search_text.isdigit() and len(search_text) < 19
        else Q(pk__in=[])
    )
    for field in _fields(model):
        if isinstance(field, CharField | SlugField) and not field.choices:
            condition |= Q(**{f"{field.name}__icontains": search_text})
    return rows.filter(condition)


def get_row(model: type[Model], key: int) -> Model:
    """Return a row.

    Raises:
        MissingError: there is none.
    """
    row = manager_of(model).filter(pk=key).first()
    if row is None:
        raise MissingError(_("This row does not exist."))
    return row


def short(row: Model) -> list[Cell]:
    """Return the cells of a row for the list of its table, without queries."""
    fields = [field for field in _fields(type(row)) if not isinstance(field, TextField | JSONField)]
    return [_cell(row, field) for field in fields if not field.primary_key][:COLUMNS]


def whole(row: Model) -> list[Cell]:
    """Return all cells of a row, without queries."""
    return [_cell(row, field) for field in _fields(type(row))]


def audit_entries(row: Model) -> QuerySet[Entry]:
    """Return the audit entries of a row, newest first."""
    return Entry.objects.about(row).order_by("-pk")


def url_of(model: type[Model], key: Any) -> str:
    """Return the address of a row; empty if its table is not shown."""
    if model_meta(model).label not in SHOWN:
        return ""
    return reverse("site_admin:record", args=[model_meta(model).label_lower, key])


def _fields(model: type[Model]) -> "Iterator[Field[Any, Any]]":
    """Yield the fields that are shown, in order."""
    for field in model_meta(model).concrete_fields:
        if field.name not in SECRET and not isinstance(field, BinaryField):
            yield field


def _cell(row: Model, field: "Field[Any, Any]") -> Cell:
    value = field.value_from_object(row)
    to = field.remote_field.model if isinstance(field, ForeignKey) and value is not None else None
    return Cell(
        name=field.name,
        value=value,
        url=url_of(to, value) if to is not None else "",
        long=isinstance(field, TextField | JSONField),
    )
