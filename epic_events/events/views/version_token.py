"""Endpoint with the version token of an event, polled by open pages.

Polled, not streamed: a stream for each phone would take a server thread each and break with every change of network.
The
response is a few bytes from the cache, and pages reload their parts only when the token has changed.
"""

from typing import Final

from django.core.cache import cache
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from epic_events.audit_log.services import version_tokens
from epic_events.events.models import Event
from epic_events.events.views.shared import get_event_or_404
from epic_events.events.visibility import public_q

CACHE_SECONDS: Final = 1
"""Cache timeout in seconds, so that at most one query per second is needed."""


@require_safe
@never_cache
def version_token_view(request: HttpRequest, slug: str) -> JsonResponse:
    """Return the version token and the server time.

    Permission: everyone who may see the event.
    """
    key = f"event-stamp:{slug.encode().hex()[:200]}"
    word = cache.get(key)
    if word is None:
        event = Event.objects.filter(public_q(), slug=slug.replace("\0", "")).first()
        word = version_tokens(event or get_event_or_404(request, slug)).latest
        if event is not None:  # access to other events is checked for each request
            cache.set(key, word, CACHE_SECONDS)
    return JsonResponse({"stamp": word, "now": round(timezone.now().timestamp() * 1000)})
