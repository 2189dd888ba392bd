"""Export of an event archive."""

from datetime import date, datetime
from typing import Any

from django.db import models, transaction

from epic_events.accounts.models import User
from epic_events.events.models import Event, Registration
from epic_events.events.permissions import require_organiser
from epic_events.integrations.archives.tables import BY_MODEL, FORMAT, TABLES, VERSION, Table, renumbered

Numbers = dict[type[models.Model], dict[int, int]]


def export_event(actor: User | None, event: Event) -> dict[str, Any]:
    """Return an event archive as a JSON object, with one query per table.

    Args:
        actor: an organiser of the event; None for the command line.
        event: the event.

    Raises:
        NotAllowedError: the actor is not an organiser; the archive contains decklists and judges' notes.
    """
    require_organiser(actor, event)
    numbers: Numbers = {}
    archive: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    with transaction.atomic():
        for table in TABLES:
            found = table.model._default_manager.filter(**{table.path: event.pk}).order_by("pk").distinct()
            rows = list(found)
            numbers[table.model] = {row.pk: number for number, row in enumerate(rows, 1)}
            archive[table.name] = [_row(table, row, numbers) for row in rows]
    return archive


def _row(table: Table, row: models.Model, numbers: Numbers) -> dict[str, Any]:
    return {one.name: _value(table, row, one, numbers) for one in table.fields}


def _value(table: Table, row: models.Model, one: "models.Field[Any, Any]", numbers: Numbers) -> Any:
    value = getattr(row, one.attname)
    if one.related_model in BY_MODEL:
        return numbers[one.related_model].get(value)
    if one.name in table.entries_in:
        return renumbered(value, table.entries_in[one.name], numbers[Registration])
    return value.isoformat() if isinstance(value, datetime | date) else value
