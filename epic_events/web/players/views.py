"""Profile page of a player."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from epic_events.web.players import selectors


@require_safe
def player(request: HttpRequest, key: int) -> HttpResponse:
    """Show the public profile of a player. Permission: public.

    The page is not cached; only ranks of finished events are. Search engines may index it only if the player consented
    at every event.
    """
    known = selectors.find_public_player(key)
    if known.player.pk != key:
        return redirect("web:player", known.player.pk, permanent=False)
    page, played_events = selectors.history(known, request.GET.get("page"))
    context = {
        "known": known,
        "played": played_events,
        "page_obj": page,
        "record": selectors.record_of(known),
        "met": selectors.opponents(known),
    }
    response = render(request, "web/player.html", context)
    if not known.findable:
        response["X-Robots-Tag"] = "noindex"
    patch_cache_control(response, private=True, no_cache=True)
    return response
