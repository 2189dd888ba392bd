"""How far an event has come, in a word, and the server's time: what open pages ask for every few seconds.

Asked for instead of held open: a stream to each phone of a hall would take a thread of the server each, and break with
every network that comes and goes; this is a few bytes, answered from the cache, and the page asks for its parts only
when the word has changed.
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
from epic_events.events.visibility import is_public

KEPT: Final = 1
"""Seconds for which the word is kept: however many ask, the database is asked once in them."""


@require_safe
@never_cache
def stamp(request: HttpRequest, slug: str) -> JsonResponse:
    """Answer with what changes with every line of the event's log, and the time. Permission: who may know the event."""
    key = f"event-stamp:{slug.encode().hex()[:200]}"
    word = cache.get(key)
    if word is None:
        event = Event.objects.filter(is_public(), slug=slug.replace("\0", "")).first()
        word = version_tokens(event or get_event_or_404(request, slug)).latest
        if event is not None:  # what only some may know is looked up for each of them
            cache.set(key, word, KEPT)
    return JsonResponse({"stamp": word, "now": round(timezone.now().timestamp() * 1000)})
