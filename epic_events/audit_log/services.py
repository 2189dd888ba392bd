"""Writing the log, and reading the stamps that change with it."""

import hashlib
from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final, NamedTuple, Protocol

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db import models, transaction

from epic_events.audit_log.models import Entry, Stamp
from epic_events.audit_log.version_tokens import SITE
from epic_events.infra.database.compiled_queries import Joined, Statement


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
    with transaction.atomic(savepoint=False):  # what is said of a line ends with its transaction: ``order.py``
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


def last_line() -> int:
    """Return the key of the last line of the log; 0 before the first. A lower one may still follow: ``order.py``."""
    last = Entry.objects.order_by("-pk").values_list("pk", flat=True).first()
    return last or 0


def record_all(lines: Iterable[Entry]) -> list[Entry]:
    """Add many lines to the log in their order, with one query; call it inside the transaction of the changes."""
    with transaction.atomic(savepoint=False):
        return Entry.objects.bulk_create(lines)


class Stamps(NamedTuple):
    """Words that are others as soon as something of an event, or of the whole site, has changed; see ``stamps.py``.

    Attributes:
        latest: changes with everything.
        lasting: stays while results come in and lists are submitted.
    """

    latest: str
    lasting: str


def stamps_of(event: HasKey | models.QuerySet[Any] | None = None) -> Stamps:
    """Return the stamps of an event, or of the whole site; read them before what is kept under them. One query.

    What belongs to no event, such as an official text, changes the stamps of every event too.

    Args:
        event: the event, or what finds its key; None for the whole site.
    """
    if event is None:
        of_site = _OF_SITE.rows()
        return Stamps(_short([row[0] for row in of_site]), _short([row[1] for row in of_site]))
    scope = models.Q(event_id=SITE)
    if isinstance(event, models.QuerySet):
        scope |= models.Q(event_id__in=event)
    else:
        scope |= models.Q(event_id=event.pk)
    found = Stamp.objects.filter(scope).order_by("pk")
    rows = list(found.values_list("event_id", "latest", "lasting", "general"))
    general = [row[3] for row in rows if row[0] == SITE]
    own = [row for row in rows if row[0] != SITE]
    return Stamps(_short([general, [row[1] for row in own]]), _short([general, [row[2] for row in own]]))


_OF_SITE: Final = Statement(lambda: Stamp.objects.filter(event_id=SITE).order_by("pk").values_list("latest", "lasting"))


def stamp_columns(event: models.expressions.Combinable) -> dict[str, models.Subquery]:
    """Return the columns from which :func:`stamps_from` reads an event's stamps, for a question that asks for more.

    A statement sees the database at one moment: what is asked for along with the stamps is as new as they say.

    Args:
        event: leads from the rows of the question to the key of the event.
    """
    scopes = {"general": models.Value(SITE), "latest": event, "lasting": event}
    return {
        f"stamps_{column}": models.Subquery(
            Stamp.objects.filter(event_id=scope)
            .order_by()
            .values("event_id")
            .annotate(all=Joined(column))
            .values("all")
        )
        for column, scope in scopes.items()
    }


def stamps_from(general: str | None, latest: str | None, lasting: str | None) -> Stamps:
    """Return the stamps of an event, of what stands in the columns of :func:`stamp_columns`."""
    of_site, of_all, of_lasting = ((found or "").split() for found in (general, latest, lasting))
    return Stamps(_short([of_site, of_all]), _short([of_site, of_lasting]))


def stamps_of_each(events: Iterable[HasKey]) -> dict[int, Stamps]:
    """Return the stamps of each of several events by its key; one query, however many there are."""
    keys = [event.pk for event in events]
    found = Stamp.objects.filter(event_id__in=[SITE, *keys]).order_by("pk")
    rows = list(found.values_list("event_id", "latest", "lasting", "general"))
    general = [row[3] for row in rows if row[0] == SITE]
    own = {key: [row for row in rows if row[0] == key] for key in keys}
    return {
        key: Stamps(_short([general, [row[1] for row in of]]), _short([general, [row[2] for row in of]]))
        for key, of in own.items()
    }


def _short(values: list[Any]) -> str:
    return hashlib.blake2b(repr(values).encode(), digest_size=10).hexdigest()
