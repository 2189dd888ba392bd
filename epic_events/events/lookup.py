"""Loads an event with its version tokens and the user's rights in one query."""

from functools import cache
from typing import Any, NamedTuple

from django.conf import settings
from django.db import models
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log.services import VersionTokens, version_token_columns, version_tokens_from
from epic_events.events.models import Event, StaffRole
from epic_events.events.permissions import Rights, rights_from_roles
from epic_events.infra.database.compiled_queries import (
    CompiledQuery,
    ConcatenatedText,
    Parameter,
    columns_of,
    instance_from,
)
from epic_events.infra.errors import MissingError

_SLUG = Parameter("slug", models.TextField())
_VIEWER = Parameter("viewer", models.BigIntegerField())
_ANONYMOUS = 0
"""Primary key used for anonymous visitors."""


class VersionedEvent(NamedTuple):
    """An event with its version tokens and the rights of a user.

    Attributes:
        event: the event, at least as new as its version tokens.
        stamps: version tokens that change when data of the event changes.
        rights: the rights of the user at the event.
    """

    event: Event
    stamps: VersionTokens
    rights: Rights


def load_versioned_event(viewer: object, slug: str) -> VersionedEvent:
    """Return an event with its version tokens and the viewer's rights; one query.

    Args:
        viewer: the user of the request; anyone but a `User` sees only public events.
        slug: the slug of the event.

    Raises:
        MissingError: there is no such event, or the viewer may not see it.
    """
    key, site_admin = (viewer.pk, viewer.is_superuser) if isinstance(viewer, User) else (_ANONYMOUS, False)
    query = _event_query(site_admin=site_admin, demo=settings.DEMO)
    rows = query.rows(slug=slug.replace("\0", ""), viewer=key)
    if not rows:
        raise MissingError(_("There is no such event."))
    *_columns, general, latest, lasting, standings, roles = rows[0]
    event = instance_from(Event, rows[0])
    return VersionedEvent(
        event,
        version_tokens_from(general, latest, lasting, standings),
        rights_from_roles(viewer, event, (roles or "").split()),
    )


@cache
def _event_query(*, site_admin: bool, demo: bool) -> CompiledQuery:
    """Return the compiled query; site administrators see all events."""
    del demo  # part of the cache key: `Event.objects.visible_to_key` reads the setting
    known = Event.objects.all() if site_admin else Event.objects.visible_to_key(_VIEWER)
    held = StaffRole.objects.filter(event_id=models.OuterRef("pk"), user_id=_VIEWER).order_by().values("event_id")
    further: dict[str, Any] = {
        **version_token_columns(models.OuterRef("pk")),
        "roles": models.Subquery(held.annotate(all=ConcatenatedText("role")).values("all")),
    }
    found = known.filter(slug=_SLUG).annotate(**further).values_list(*columns_of(Event), *further)
    return CompiledQuery(lambda: found)
