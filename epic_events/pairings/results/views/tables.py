"""Views for one table: its match page, the first player and the active player."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from epic_events.events.permissions import rights
from epic_events.events.selectors import load_my_entry
from epic_events.events.views.shared import get_event_or_404, signed_in_user
from epic_events.infra.form_errors import errors_as_message
from epic_events.pairings.models import Match, Round, Seat
from epic_events.pairings.results.selectors import get_match_or_404
from epic_events.pairings.results.services.table_actions import SeatRecorder, record_active_player, record_first_player
from epic_events.pairings.results.views import match_page


@require_safe
@login_required
@never_cache
def my_match(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect players to their table in the current round. Permission: signed in."""
    event = get_event_or_404(request, slug)
    seat = (
        Seat.objects.filter(registration__player__user=signed_in_user(request), round__stage__event=event)
        .exclude(round__status=Round.Status.DRAFT)
        .order_by("round__stage__order", "round__number")
        .last()
    )
    if seat is None:
        context = {"event": event, "mine": load_my_entry(request.user, event), "rights": rights(request.user, event)}
        return render(request, "pairings/no_table.html", context)
    return redirect("pairings:match", event.slug, seat.match_id)


@require_safe
@never_cache
def at_table(request: HttpRequest, slug: str, table: int) -> HttpResponse:
    """Redirect from a table's QR code to the match played there now.

    Permission: everyone.
    """
    event = get_event_or_404(request, slug)
    played = Match.objects.filter(round__stage__event=event, table=table).exclude(round__status=Round.Status.DRAFT)
    latest = played.order_by(
        F("round__finished_at").desc(nulls_first=True), "-round__stage__order", "-round__number"
    ).first()
    if latest is not None and latest.round.status == Round.Status.PUBLISHED:
        return redirect("pairings:match", event.slug, latest.pk)
    context = {"event": event, "table": table, "last": latest, "rights": rights(request.user, event)}
    return render(request, "pairings/empty_table.html", context)


@require_safe
@never_cache
def match(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show a match.

    Permission: everyone for published rounds; forms for its players and staff.
    """
    event = get_event_or_404(request, slug)
    return match_page.render_match(request, event, get_match_or_404(request, event, pk))


def _parse_seat(request: HttpRequest) -> int | None:
    """Return the seat that a button names, or `None`."""
    return {"1": 1, "2": 2}.get(request.POST.get("place", ""))


@require_POST
@login_required
def first_player(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Record who plays first.

    Permission: the two players and staff, checked by the service.
    """
    event = get_event_or_404(request, slug)
    return _record_seat(request, record_first_player, get_match_or_404(request, event, pk), slug)


@require_POST
@login_required
def turn(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Record the active player when time was called.

    Permission: everyone with a role at the event.
    """
    event = get_event_or_404(request, slug)
    return _record_seat(request, record_active_player, get_match_or_404(request, event, pk), slug)


def _record_seat(request: HttpRequest, note: SeatRecorder, match: Match, slug: str) -> HttpResponse:
    """Record a seat and redirect to the match page."""
    with errors_as_message(request):
        note(signed_in_user(request), match, _parse_seat(request))
        messages.success(request, _("Saved."))
    return redirect("pairings:match", slug, match.pk)
