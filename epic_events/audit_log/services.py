"""Writing audit entries and reading version tokens."""

import hashlib
from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final, NamedTuple, Protocol

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db import models, transaction

from epic_events.audit_log.models import Entry, VersionToken
from epic_events.audit_log.version_tokens import SITE, renew
from epic_events.infra.database.bulk_insert import bulk_insert
from epic_events.infra.database.compiled_queries import CompiledQuery, ConcatenatedText


class HasKey(Protocol):
    """Object with a primary key."""

    pk: Any


def _to_json(value: Any) -> Any:
    """Return a value as JSON data; model instances become their ids.

    Raises:
        TypeError: the value has no JSON form.
    """
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if isinstance(value, dict):
        return {str(key): _to_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_to_json(item) for item in value]
    if isinstance(value, models.Model):
        return value.pk
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return str(value)
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
    """Add an audit entry, inside the transaction of the change it describes.

    Args:
        actor: the user; None or an anonymous user for the system.
        verb: dotted kind of the action, for example ``registration.dropped``.
        event: the event, if any.
        subject: the object that was changed.
        reason: the reason given by the actor.
        **data: further facts; model instances are stored as ids. No names, no e-mail addresses.

    Returns:
        The stored entry.
    """
    entry = unsaved_entry(actor, verb, event=event, subject=subject, reason=reason, **data)
    with transaction.atomic(savepoint=False):  # the lock ends with the transaction, see ``version_tokens.py``
        entry.save()
    return entry


def unsaved_entry(
    actor: AbstractBaseUser | AnonymousUser | None,
    verb: str,
    *,
    event: HasKey | None = None,
    subject: models.Model,
    reason: str = "",
    **data: Any,
) -> Entry:
    """Return an unsaved entry for :func:`record_all`; arguments as in :func:`record`."""
    return Entry(
        actor_id=actor.pk if isinstance(actor, AbstractBaseUser) else None,
        verb=verb,
        event_id=event.pk if event is not None else None,
        subject_type=subject._meta.label_lower,  # noqa: SLF001 - Django's public _meta
        subject_id=subject.pk,
        reason=reason,
        data=_to_json(data),
    )


def last_key() -> int:
    """Return the key of the newest entry, or 0.

    A lower key may still appear, see ``version_tokens.py``.
    """
    last = Entry.objects.order_by("-pk").values_list("pk", flat=True).first()
    return last or 0


def record_all(lines: Iterable[Entry]) -> list[Entry]:
    """Add several entries in order with one query.

    Call it inside the transaction of their changes.
    """
    entries = list(lines)
    with transaction.atomic(savepoint=False):
        renew((entry.event_id, entry.verb) for entry in entries)
        bulk_insert(entries)
    return entries


class VersionTokens(NamedTuple):
    """Version tokens of an event or of the site; see ``version_tokens.py``.

    Attributes:
        latest: changes with every entry.
        lasting: does not change for results and submitted decklists.
        standings: changes with entries that may change the standings after a finished round. Empty for the site.
    """

    latest: str
    lasting: str
    standings: str = ""


def version_tokens(event: HasKey | models.QuerySet[Any] | None = None) -> VersionTokens:
    """Return the version tokens of an event or of the site with one query.

    Read them before the data. Changes that belong to no event, such as official texts, renew the tokens of every
    event.

    Args:
        event: the event, or a queryset of its key; None for the site.
    """
    if event is None:
        of_site = _OF_SITE.rows()
        return VersionTokens(_join_shortened([row[0] for row in of_site]), _join_shortened([row[1] for row in of_site]))
    scope = models.Q(event_id=SITE)
    if isinstance(event, models.QuerySet):
        scope |= models.Q(event_id__in=event)
    else:
        scope |= models.Q(event_id=event.pk)
    tokens = VersionToken.objects.filter(scope).order_by("pk")
    rows = list(tokens.values_list("event_id", "latest", "lasting", "standings", "general"))
    general = [row[4] for row in rows if row[0] == SITE]
    own = [row for row in rows if row[0] != SITE]
    return VersionTokens(
        _join_shortened([general, [row[1] for row in own]]),
        _join_shortened([general, [row[2] for row in own]]),
        _join_shortened([row[3] for row in own if row[3]]),
    )


_OF_SITE: Final = CompiledQuery(
    lambda: VersionToken.objects.filter(event_id=SITE).order_by("pk").values_list("latest", "lasting")
)


def version_token_columns(event: models.expressions.Combinable) -> dict[str, models.Subquery]:
    """Return annotations with an event's version tokens, for use in a larger query.

    A single statement sees one snapshot, so its other columns are as recent as the tokens.

    Args:
        event: expression for the key of the event.
    """
    scopes = {"general": models.Value(SITE), "latest": event, "lasting": event, "standings": event}
    return {
        f"stamps_{column}": models.Subquery(
            VersionToken.objects.filter(event_id=scope)
            .order_by()
            .values("event_id")
            .annotate(all=ConcatenatedText(column))
            .values("all")
        )
        for column, scope in scopes.items()
    }


def version_tokens_from(
    general: str | None, latest: str | None, lasting: str | None, standings: str | None
) -> VersionTokens:
    """Return version tokens from the columns of :func:`version_token_columns`."""
    of_site, of_all, of_lasting = ((tokens_text or "").split() for tokens_text in (general, latest, lasting))
    of_standings = (standings or "").split()
    return VersionTokens(
        _join_shortened([of_site, of_all]), _join_shortened([of_site, of_lasting]), _join_shortened(of_standings)
    )


def version_tokens_of_each(events: Iterable[HasKey]) -> dict[int, VersionTokens]:
    """Return the version tokens of several events by key, with one query."""
    keys = [event.pk for event in events]
    tokens = VersionToken.objects.filter(event_id__in=[SITE, *keys]).order_by("pk")
    rows = list(tokens.values_list("event_id", "latest", "lasting", "general"))
    general = [row[3] for row in rows if row[0] == SITE]
    own = {key: [row for row in rows if row[0] == key] for key in keys}
    return {
        key: VersionTokens(
            _join_shortened([general, [row[1] for row in event_tokens]]),
            _join_shortened([general, [row[2] for row in event_tokens]]),
        )
        for key, event_tokens in own.items()
    }


def _join_shortened(values: list[Any]) -> str:
    return hashlib.blake2b(repr(values).encode(), digest_size=10).hexdigest()
