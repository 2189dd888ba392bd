"""Page that shares an event: its link, QR code and a poster to print."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from epic_events.events.permissions import require_staff, rights
from epic_events.events.views.shared import get_event_or_404, signed_in_user
from epic_events.pairings.printouts import qr_svg
from rules.games import GAMES


@require_safe
@login_required
@never_cache
def share(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the link to an event, its QR code and a poster.

    Printing the page prints only the poster. Permission: everyone with a role at the event.
    """
    event = get_event_or_404(request, slug)
    require_staff(signed_in_user(request), event)
    game = GAMES.get(event.game)
    address = request.build_absolute_uri(event.get_absolute_url())
    context = {
        "event": event,
        "rights": rights(request.user, event),
        "game": game,
        "format": game.formats.get(event.format) if game else None,
        "address": address,
        "short_address": address.partition("://")[2].rstrip("/"),
        "code": qr_svg(address),
    }
    return render(request, "web/share.html", context)
