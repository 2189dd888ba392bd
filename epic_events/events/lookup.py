"""What every look at an event asks: the event, what has changed there, and what its reader may do."""

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
_NOBODY = 0
"""The key of no person."""


class VersionedEvent(NamedTuple):
    """An event as it is shown to one reader.

    Attributes:
        event: the event, at least as new as its stamps.
        stamps: words that are others as soon as something of it has changed.
        rights: what the reader may do there.
    """

    event: Event
    stamps: VersionTokens
    rights: Rights


def load_versioned_event(viewer: object, slug: str) -> VersionedEvent:
    """Return the event at an address with its stamps and the reader's rights; one query for all of them.

    Args:
        viewer: who reads; whoever is no person of the site may know of what everybody knows of.
        slug: the address.

    Raises:
        MissingError: there is none, or the viewer may not know of it.
    """
    key, keeper = (viewer.pk, viewer.is_superuser) if isinstance(viewer, User) else (_NOBODY, False)
    asked = _statement(keeper=keeper, demo=settings.DEMO)
    rows = asked.rows(slug=slug.replace("\0", ""), viewer=key)
    if not rows:
        raise MissingError(_("There is no such event."))
    *_columns, general, latest, lasting, roles = rows[0]
    event = instance_from(Event, rows[0])
    return VersionedEvent(
        event, version_tokens_from(general, latest, lasting), rights_from_roles(viewer, event, (roles or "").split())
    )


@cache
def _statement(*, keeper: bool, demo: bool) -> CompiledQuery:
    """Return the question: of who looks after the site, or of everybody else; on a site that shows the demo, or not."""
    del demo  # the condition under which an event is public reads it
    known = Event.objects.all() if keeper else Event.objects.visible_to_key(_VIEWER)
    held = StaffRole.objects.filter(event_id=models.OuterRef("pk"), user_id=_VIEWER).order_by().values("event_id")
    further: dict[str, Any] = {
        **version_token_columns(models.OuterRef("pk")),
        "roles": models.Subquery(held.annotate(all=ConcatenatedText("role")).values("all")),
    }
    found = known.filter(slug=_SLUG).annotate(**further).values_list(*columns_of(Event), *further)
    return CompiledQuery(lambda: found)
