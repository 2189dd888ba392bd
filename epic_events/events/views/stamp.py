"""How far an event has come, in a word, and the server's time: what an open page asks for."""

from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from epic_events.events.views.shared import known_event
from epic_events.journal.services import last_line


@require_safe
@never_cache
def stamp(request: HttpRequest, slug: str) -> JsonResponse:
    """Answer with what changes with every line of the event's log, and the time. Permission: who may know the event."""
    event = known_event(request, slug)
    return JsonResponse({"stamp": str(last_line(event)), "now": round(timezone.now().timestamp() * 1000)})
