"""Pages on which players register, cancel or drop, check in and claim entries."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from epic_events.accounts.models import display_name
from epic_events.accounts.services import player_from_claim
from epic_events.events import services
from epic_events.events.forms import ReasonForm, RegisterForm
from epic_events.events.models import Registration
from epic_events.events.permissions import rights
from epic_events.events.readiness import load_readiness
from epic_events.events.selectors import count_players, load_my_entry, waitlist_position
from epic_events.events.services.play import must_join_waitlist
from epic_events.events.views.shared import get_event_or_404, signed_in_user
from epic_events.infra.errors import MissingError, StateError
from epic_events.infra.form_errors import errors_in_form
from epic_events.infra.names import within_sentence


def _own_entry(request: HttpRequest, slug: str) -> Registration:
    """Return the user's own entry.

    Raises:
        MissingError: the user has no entry in the event.
    """
    mine = load_my_entry(request.user, get_event_or_404(request, slug))
    if mine.registration is None:
        raise MissingError(_("You are not registered for this event."))
    return mine.registration


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def register(request: HttpRequest, slug: str) -> HttpResponse:
    """Register for the event. Permission: signed-in users."""
    event = get_event_or_404(request, slug)
    mine = load_my_entry(request.user, event)
    if request.method != "POST" and not mine.may_register:
        return redirect(event)
    form = RegisterForm(
        request.POST if request.method == "POST" else None, event=event, initial={"name": display_name(request.user)}
    )
    if request.method == "POST" and form.is_valid():
        with errors_in_form(form):
            entry = services.register(signed_in_user(request), event, **form.cleaned_data)
            if entry.status == Registration.Status.WAITLISTED:
                place = waitlist_position(entry)
                messages.info(
                    request, _("The event is full. Your position on the waitlist: %(place)d.") % {"place": place}
                )
            else:
                messages.success(request, _("You are registered."))
            return redirect(event)
    context = {
        "event": event,
        "rights": rights(request.user, event),
        "form": form,
        "waits": must_join_waitlist(event),
        "waiting": count_players(event)[1],
    }
    return render(request, "events/register.html", context, status=400 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Cancel one's registration, or drop once play has begun. Permission: the player."""
    entry = _own_entry(request, slug)
    event = entry.event
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        entry = services.withdraw(signed_in_user(request), entry, reason=form.cleaned_data["reason"])
        gone = entry.status == Registration.Status.DROPPED
        messages.success(
            request, _("You have dropped from the event.") if gone else _("Your registration has been cancelled.")
        )
        return redirect(event)
    if not load_my_entry(request.user, event).may_leave:
        raise StateError(_("You are not registered for this event."))
    context = {
        "event": event,
        "rights": rights(request.user, event),
        "form": form,
        "heading": _("Drop from the event") if event.has_started else _("Cancel registration"),
        "explanation": _("You finish the current round and will not be paired again.")
        if event.has_started
        else _(
            "Your spot goes to the next player on the waitlist. If you register again, you join the end of the "
            "waitlist."
        ),
        "do": _("Drop") if event.has_started else _("Cancel registration"),
    }
    return render(request, "events/reason.html", context, status=400 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def check_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Check in; other methods than POST redirect to the event's page.

    Permission: the player.
    """
    if request.method != "POST":
        return redirect(get_event_or_404(request, slug))
    entry = services.check_in(signed_in_user(request), _own_entry(request, slug))
    messages.success(request, _("You are checked in."))
    for one in load_readiness(entry.event, None, [entry.pk])[entry.pk]:
        if one.blocks:
            text = _("Still missing, and the first round waits for it: %(subject)s (%(state)s).")
            messages.warning(request, text % {"subject": one.subject, "state": within_sentence(one.words)})
    return redirect(entry.event)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest, token: str) -> HttpResponse:
    """Claim an entry created by an organiser.

    Permission: signed-in users with the signed link.
    """
    if request.method == "POST":
        player = services.claim(signed_in_user(request), token)
        messages.success(request, _("You have claimed the entry."))
        entry = player.registrations.select_related("event").order_by("-registered_at", "-pk").first()
        return redirect(entry.event) if entry else redirect("events:list")
    player = player_from_claim(token)
    entries = player.registrations.select_related("event").order_by("-event__starts_at")
    return render(request, "events/claim.html", {"player": player, "entries": entries})
