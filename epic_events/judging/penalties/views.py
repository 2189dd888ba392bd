"""Views of penalties."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from epic_events.accounts.idempotency import once
from epic_events.events.models import Registration
from epic_events.events.selectors import get_entry_or_404
from epic_events.events.views.shared import get_event_for_staff, posted_text, signed_in_user
from epic_events.infra.errors import MissingError
from epic_events.infra.form_errors import errors_as_message, errors_in_form
from epic_events.judging.models import MAX_NOTE_LENGTH, Penalty
from epic_events.judging.penalties import selectors, services
from epic_events.judging.penalties.forms import PenaltyForm
from epic_events.judging.permissions import Permission, grants, require_permission
from epic_events.pairings.models import Match, Round

PAGE_SIZE = 50


@require_safe
@login_required
@never_cache
def penalties(request: HttpRequest, slug: str) -> HttpResponse:
    """List the penalties of an event.

    Permission: any role at the event.
    """
    event, event_rights = get_event_for_staff(request, slug)
    require_permission(signed_in_user(request), event, Permission.SEE_PENALTIES)
    event_penalties = event.penalties.with_names().order_by("-at", "-pk")
    page = Paginator(event_penalties, PAGE_SIZE).get_page(request.GET.get("page"))
    return render(request, "judging/penalties.html", {"event": event, "rights": event_rights, "page_obj": page})


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@once
def player(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Render a player's penalties at all events and the form to give one.

    Permission: event staff; only judges give penalties.
    """
    event, event_rights = get_event_for_staff(request, slug)
    actor = signed_in_user(request)
    require_permission(actor, event, Permission.SEE_PENALTIES)
    entry = get_entry_or_404(event, pk)
    history = selectors.list_penalty_history(entry)
    guides = selectors.list_infraction_guides(event, history)
    gives = grants(event_rights, Permission.GIVE_PENALTIES)
    match = _get_match(request, entry)
    posted = request.POST if request.method == "POST" else None
    if posted is not None:
        require_permission(actor, event, Permission.GIVE_PENALTIES)
    disqualifies = grants(event_rights, Permission.DISQUALIFY)
    form = PenaltyForm(selectors.get_event_policy(event), guides, disqualifies=disqualifies, data=posted)
    if posted is not None and form.is_valid():
        with errors_in_form(form):
            penalty = services.give_penalty(actor, entry, match=match, **form.cleaned_data)
            _add_messages(request, penalty)
            return redirect("judging:player", event.slug, entry.pk)
    context = {
        "event": event,
        "rights": event_rights,
        "entry": entry,
        "history": history,
        "guides": guides,
        "policy": selectors.get_event_policy(event),
        "form": form if gives else None,
        "match": match,
        "actor": actor,
        "revokes": {one.pk for one in history if one.event_id == event.pk and services.can_revoke(actor, one)}
        if gives
        else set(),
    }
    return render(request, "judging/player.html", context, status=400 if form.errors else 200)


@require_POST
@login_required
def revoke(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Revoke a penalty.

    Permission: head judges and the judge who gave it, checked by the service.
    """
    event, _held = get_event_for_staff(request, slug)
    penalty = Penalty.objects.filter(event=event, pk=pk).first()
    if penalty is None:
        raise MissingError(_("This penalty does not exist."))
    penalty.event = event
    with errors_as_message(request):
        services.revoke_penalty(
            signed_in_user(request), penalty, reason=posted_text(request, "reason", MAX_NOTE_LENGTH)
        )
        messages.success(
            request,
            _("Penalty revoked. Any match loss or drop that it caused remains. Correct it at the table if needed."),
        )
    return redirect("judging:player", event.slug, penalty.registration_id)


def _get_match(request: HttpRequest, entry: Registration) -> Match | None:
    """Return the player's match from the query string, by default the current match.

    Raises:
        MissingError: the player does not play in that match.
    """
    played = Match.objects.filter(seats__registration=entry).exclude(round__status=Round.Status.DRAFT)
    played = played.select_related("round__stage__event")
    key = request.GET.get("match", "")
    if not key:
        return played.filter(round__status=Round.Status.PUBLISHED).order_by("-pk").first()
    match = played.filter(pk=int(key)).first() if key.isascii() and key.isdecimal() and len(key) < 19 else None
    if match is None:
        raise MissingError(_("This player does not play in that match."))
    return match


def _add_messages(request: HttpRequest, penalty: Penalty) -> None:
    """Report the penalty and what remains to be done by hand."""
    messages.success(request, _("Penalty given: %(penalty)s.") % {"penalty": str(penalty)})
    if penalty.effect and not penalty.applied:
        messages.warning(request, _("Results and drops are unchanged. Enter the effect of the penalty at the table."))
