"""Writing the log."""

from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Protocol

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db import models

from epic_events.journal.models import Entry


class HasKey(Protocol):
    """Whatever is stored under a key."""

    pk: Any


def _plain(value: Any) -> Any:
    """Return ``value`` as JSON: a stored thing becomes its id, so that no name enters the log.

    Raises:
        TypeError: for what has no plain form.
    """
    if isinstance(value, models.Model):
        return value.pk
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, str | int | float | bool):
        return value
    raise TypeError(f"The log cannot hold a {type(value).__name__}.")


def record(
    actor: AbstractBaseUser | AnonymousUser | None,
    verb: str,
    *,
    event: HasKey | None = None,
    subject: models.Model,
    reason: str = "",
    **data: Any,
) -> Entry:
    """Add one line to the log; call it inside the transaction of the change it tells of.

    Args:
        actor: who did it; None or an anonymous visitor for the system itself.
        verb: dotted name of what was done, for example ``registration.dropped``.
        event: the event it belongs to, when it belongs to one.
        subject: the stored thing it happened to.
        reason: why, in the actor's words.
        **data: facts worth keeping; stored things are kept as their ids. No names, no e-mail addresses.

    Returns:
        The stored line.
    """
    entry = line(actor, verb, event=event, subject=subject, reason=reason, **data)
    entry.save()
    return entry


def line(
    actor: AbstractBaseUser | AnonymousUser | None,
    verb: str,
    *,
    event: HasKey | None = None,
    subject: models.Model,
    reason: str = "",
    **data: Any,
) -> Entry:
    """Return a line for :func:`record_all`, not stored yet; what it says as in :func:`record`."""
    return Entry(
        actor_id=actor.pk if isinstance(actor, AbstractBaseUser) else None,
        verb=verb,
        event_id=event.pk if event is not None else None,
        subject_type=subject._meta.label_lower,  # noqa: SLF001 - Django's public _meta
        subject_id=subject.pk,
        reason=reason,
        data=_plain(data),
    )


def last_line(event: HasKey | None = None) -> int:
    """Return the key of the last line of the log, of one event or of all; 0 before the first.

    Every change of what pages show writes a line: an open page that has seen this key is up to date. One query.
    """
    lines = Entry.objects.all() if event is None else Entry.objects.filter(event_id=event.pk)
    return lines.order_by("-pk").values_list("pk", flat=True).first() or 0


def record_all(lines: Iterable[Entry]) -> list[Entry]:
    """Add many lines to the log in their order, with one query; call it inside the transaction of the changes."""
    return Entry.objects.bulk_create(lines)
