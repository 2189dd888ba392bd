"""Page that swaps two players of a round with two taps."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from epic_events.accounts.models import User
from epic_events.events.models import Event
from epic_events.events.permissions import require_scorekeeper
from epic_events.events.views.shared import get_event_for_staff, signed_in_user
from epic_events.infra.form_errors import errors_as_message
from epic_events.pairings.models import Match, Round, Seat
from epic_events.pairings.repairs import services
from epic_events.pairings.repairs.services.kinds import get_round
from epic_events.pairings.repairs.services.seats import SwapPlayers
from epic_events.pairings.rounds.lists import RoundList, parse_list_query


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def swap(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Choose two players of a round and swap their seats.

    Permission: organisers, head judges and scorekeepers. The swap is made at once and can be undone. Tables with a
    report or a result are an exception: what was really played must be entered, so the repair with its preview follows.
    """
    event, event_rights = get_event_for_staff(request, slug)
    require_scorekeeper(signed_in_user(request), event)
    round_ = get_round(event, pk)
    round_.stage.event = event
    parameters = request.POST if request.method == "POST" else request.GET
    first = _find_seat(round_, parameters, "first")
    if request.method == "POST":
        second = _find_seat(round_, parameters, "second")
        if first is not None and second is not None:
            return _swap(request, event, round_, first, second)
        messages.error(request, _("Choose two players of this round."))
    listed = RoundList(round_, parse_list_query(request))
    context = {
        "event": event,
        "rights": event_rights,
        "round": round_,
        "first": first,
        "list": listed,
        "asked": listed.asked,
        "rows": listed.rows or [],
    }
    return render(request, "pairings/swap.html", context)


def _find_seat(round_: Round, parameters: QueryDict, name: str) -> Seat | None:
    """Return the seat of the player that a parameter names, or `None`."""
    value = parameters.get(name, "")
    if not value.isascii() or not value.isdecimal() or len(value) > 18:
        return None
    return round_.seats.filter(registration=int(value)).select_related("registration", "match").first()


def _swap(request: HttpRequest, event: Event, round_: Round, first: Seat, second: Seat) -> HttpResponse:
    """Swap players who have not played; otherwise continue to the repair."""
    kind = SwapPlayers(round_.pk, first.registration_id, second.registration_id)
    with errors_as_message(request):
        if not _swap_now(signed_in_user(request), request, event, kind):
            query = QueryDict(mutable=True)
            query.update({"round": str(kind.round), "first": str(kind.first), "second": str(kind.second)})
            return redirect(f"{reverse('pairings:repair_new', args=[event.slug, 'exchange'])}?{query.urlencode()}")
    return redirect("pairings:desk", event.slug)


def _swap_now(actor: User, request: HttpRequest, event: Event, kind: SwapPlayers) -> bool:
    """Make the swap, which the list of repairs can undo, and show its warnings.

    Returns:
        False if the players reported a result or have one; nothing was changed.

    Raises:
        UserError: the swap is not possible.
    """
    if not _is_unplayed(kind):
        return False
    is_draft = Round.objects.filter(pk=kind.round, status=Round.Status.DRAFT).exists()
    reason = (
        _("Swapped on the desk before the pairings were published.")
        if is_draft
        else _("Swapped on the desk before either table reported a result.")
    )
    preview = services.preview(actor, event, kind, reason=reason)
    if not _is_unplayed(kind):  # a report that arrives later makes the preview stale
        return False
    services.repair(actor, event, kind, reason=reason, fingerprint=preview.fingerprint)
    if is_draft:
        messages.success(request, _("The players were swapped. You can undo it among the repairs."))
    else:
        messages.success(request, _("The players were swapped. Tell both tables. You can undo it among the repairs."))
    for warning in preview.warnings:
        messages.warning(request, warning)
    return True


def _is_unplayed(kind: SwapPlayers) -> bool:
    """Return True if neither table has a report or a result; a bye counts as unplayed."""
    matches = Match.objects.filter(round=kind.round, seats__registration__in=(kind.first, kind.second))
    counted = matches.exclude(table=None)
    return not counted.exclude(status=Match.Status.PENDING).exists()
