"""Page on which organisers merge two players who are the same person."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from epic_events.accounts.models import Player
from epic_events.events import services
from epic_events.events.models import Event, Registration
from epic_events.events.permissions import require_organiser, rights
from epic_events.events.selectors import get_entry_or_404
from epic_events.events.views.shared import get_event_or_404, posted_text, signed_in_user
from epic_events.infra.errors import MissingError
from epic_events.infra.form_errors import errors_as_message
from epic_events.infra.names import isolated

MAX_QUERY_LENGTH = 80


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def merge_players_page(request: HttpRequest, slug: str, key: int) -> HttpResponse:
    """Search for a duplicate of an entry's player and merge the two.

    Permission: organisers of all affected events, and site administrators.
    """
    event = get_event_or_404(request, slug)
    require_organiser(signed_in_user(request), event)
    entry = get_entry_or_404(event, key)
    if request.method == "POST":
        with errors_as_message(request):
            services.merge_players(
                signed_in_user(request), entry.player, _selected_player(request), reason=posted_text(request, "reason")
            )
            messages.success(request, _("The players have been merged into %(name)s.") % {"name": isolated(entry.name)})
            return redirect("events:player", slug, key)
    words = request.GET.get("q", entry.name)[:MAX_QUERY_LENGTH].replace("\0", "")
    players = list(services.search_merge_candidates(signed_in_user(request), entry, words))
    context = {
        "event": event,
        "rights": rights(request.user, event),
        "entry": entry,
        "words": words,
        "found": [(player, _entries_of(request, player)) for player in players],
        "reason": request.POST.get("reason", ""),
    }
    return render(request, "events/same_person.html", context)


def _selected_player(request: HttpRequest) -> Player:
    """Return the selected player.

    Raises:
        MissingError: there is no such player.
    """
    key = request.POST.get("player", "")
    player = Player.objects.current().filter(pk=int(key)).first() if key.isdecimal() and len(key) < 19 else None
    if player is None:
        raise MissingError(_("There is no such player."))
    return player


def _entries_of(request: HttpRequest, player: Player) -> list[Registration]:
    """Return the entries of a player that the user may see, latest first."""
    known = Event.objects.visible_to(request.user)
    entries = player.registrations.filter(event__in=known).select_related("event")
    return list(entries.order_by("-event__starts_at", "-pk")[:5])
