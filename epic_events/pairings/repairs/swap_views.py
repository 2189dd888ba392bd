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
from epic_events.pairings.models import Round, Seat
from epic_events.pairings.repairs import services
from epic_events.pairings.repairs.services.kinds import get_round
from epic_events.pairings.repairs.services.seats import SwapPlayers
from epic_events.pairings.rounds.lists import RoundList, parse_list_query


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def swap(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Choose two players of a round and swap their seats.

    Permission: organisers, head judges and scorekeepers. The swap of unpublished pairings is made at once; in a
    published round, the repair with its preview follows.
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
    """Swap unpublished players, or continue to the repair of a published round."""
    if round_.status != Round.Status.DRAFT:
        query = QueryDict(mutable=True)
        query.update({"round": str(round_.pk), "first": str(first.registration_id)})
        query["second"] = str(second.registration_id)
        return redirect(f"{reverse('pairings:repair_new', args=[event.slug, 'exchange'])}?{query.urlencode()}")
    with errors_as_message(request):
        kind = SwapPlayers(round_.pk, first.registration_id, second.registration_id)
        _swap_now(signed_in_user(request), request, event, kind)
    return redirect("pairings:desk", event.slug)


def _swap_now(actor: User, request: HttpRequest, event: Event, kind: SwapPlayers) -> None:
    """Make the swap, which the list of repairs can undo, and show its warnings.

    Raises:
        UserError: the swap is not possible.
    """
    reason = _("Swapped on the desk before the pairings were published.")
    preview = services.preview(actor, event, kind, reason=reason)
    services.repair(actor, event, kind, reason=reason, fingerprint=preview.fingerprint)
    messages.success(request, _("The players were swapped. You can undo it among the repairs."))
    for warning in preview.warnings:
        messages.warning(request, warning)
