"""Pages that list, show, create, edit, open and cancel events.

Version token polled by open pages.
"""

from typing import Any, Final
from zlib import crc32

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from epic_events.accounts.confirmation import require_confirmed
from epic_events.accounts.idempotency import once
from epic_events.audit_log.services import version_tokens
from epic_events.events import services
from epic_events.events.extensions import EventSubject, event_panels
from epic_events.events.forms import EventForm, ReasonForm, game_from_form
from epic_events.events.models import Event
from epic_events.events.models.event import public_q
from epic_events.events.permissions import can_create_event, require_event_creation, require_organiser, rights
from epic_events.events.selectors import UpcomingThenPast, count_players, load_my_entry, load_versioned_event
from epic_events.events.times import start_for_reader
from epic_events.events.views.shared import get_event_or_404, has_current_version, renewal, signed_in_user
from epic_events.infra.edit_conflicts import expected_version, version_context
from epic_events.infra.form_errors import errors_in_form
from epic_events.page_cache.pages import Page, respond
from epic_events.reference.chosen_game import with_game
from rules.games import GAMES, Game

PAGE_SIZE = 25
PREVIEW = "preview"
"""Name of the preview button."""


@require_safe
def event_list(request: HttpRequest) -> HttpResponse:
    """List upcoming, then past events.

    Permission: everyone; unpublished events for their staff.
    """
    events = Event.objects.visible_to(request.user).with_counts()
    page = Paginator(UpcomingThenPast(events), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "upcoming": [event for event in page if not event.is_over],
        "past": [event for event in page if event.is_over],
        "page_obj": page,
        "may_create": can_create_event(request.user),
    }
    return render(request, "events/list.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
@with_game
def create(request: HttpRequest, game: Game) -> HttpResponse:
    """Create an event.

    Permission: users who may create events and have a confirmed address.

    The URL parameter ``game`` selects the formats and rules versions that the form offers.
    """
    require_event_creation(signed_in_user(request))
    require_confirmed(signed_in_user(request))
    game = game_from_form(request.POST, game)
    if PREVIEW in request.POST:
        form = EventForm(initial=EventForm.initial_from_post(request.POST), game=game)
        context = {"form": form, "game": game, "games": GAMES.values(), "preview": _preview_text(request)}
        return render(request, "events/form.html", {**context, "open_settings": True})
    usual = {"time_zone": signed_in_user(request).time_zone or "UTC"}
    form = EventForm(request.POST if request.method == "POST" else None, game=game, initial=usual)
    if request.method == "POST" and form.is_valid():
        with errors_in_form(form):
            event = services.create_event(signed_in_user(request), form.plan())
            messages.success(request, _("The event is not published yet. Open it when players may register."))
            return redirect(event)
    context = {"form": form, "game": game, "games": GAMES.values(), "open_settings": _has_folded_errors(form)}
    return render(request, "events/form.html", context, status=400 if form.errors else 200)


def _has_folded_errors(form: EventForm) -> bool:
    """Return True if a field among "More settings" has an error."""
    return not form.errors.keys() <= {"name", "livery", "format", "best_of", "starts_at", "time_zone", "place"}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Edit an event. Permission: its organisers."""
    event = get_event_or_404(request, slug)
    require_organiser(signed_in_user(request), event)
    conflict = version_context(services.event_version_token(event), request)
    if PREVIEW in request.POST:
        form = EventForm(initial=EventForm.initial_from_post(request.POST), event=event)
        event_rights = rights(request.user, event)
        context = {"form": form, "event": event, "rights": event_rights, "preview": _preview_text(request), **conflict}
        return render(request, "events/form.html", context)
    data = request.POST if request.method == "POST" else None
    form = EventForm(data, initial=EventForm.initial_for_event(event), event=event)
    if request.method == "POST" and form.is_valid():
        with errors_in_form(form) as refusal:
            services.edit_event(
                signed_in_user(request), event, form.plan(event), expected_version=expected_version(request)
            )
            messages.success(request, _("Saved."))
            return redirect(event)
        if refusal.error:
            conflict = _label_conflicts(form, version_context("", request, refusal.error))
    event_rights = rights(request.user, event)
    context = {"form": form, "event": event, "rights": event_rights, **conflict}
    return render(request, "events/form.html", context, status=400 if form.errors else 200)


def _preview_text(request: HttpRequest) -> str:
    """Return the submitted description for the preview."""
    return request.POST.get("description", "")


def _label_conflicts(form: EventForm, conflict: dict[str, Any]) -> dict[str, Any]:
    """Replace field names of an edit conflict by the labels of the form."""
    stored = conflict.get("meanwhile", [])
    labels = [(form.fields[name].label if name in form.fields else name, text) for name, text in stored]
    return {**conflict, "meanwhile": labels}


@require_safe
def detail(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the event's page. Permission: everyone who may see the event.

    The shared part is cached, and the user's own entry, table and decklist are inserted. The cache key includes which
    of the event's times (check-in, start, decklist times) have passed.
    """
    event, tokens, event_rights = load_versioned_event(request.user, slug)
    subject = EventSubject(event, event_rights, f"{event.salt}.{tokens.lasting}", f"{event.salt}.{tokens.standings}")
    now = timezone.now()
    lists = (event.decks_open_at or event.starts_at, event.decks_due_at or event.starts_at)
    times = repr([now < moment for moment in (event.check_in_opens_at, event.starts_at, *lists)])
    page_version = f"{tokens.latest}.{crc32(times.encode()):x}"
    if has_current_version(request, page_version):
        return HttpResponse(status=204)
    page = Page(
        name=("event",),
        query="",
        version_token=f"{event.salt}.{tokens.latest}",
        shown=lambda shared_request: ("events/detail.html", _shared_context(shared_request, subject)),
        own=lambda: {**_reader_fragments(request, subject), "page_version": page_version},
        own_version_token=times,
        parts=lambda shared_request, _own: event_panels.parts(shared_request, subject),
        frame_version_token=f"{event.salt}.{tokens.lasting}",
        zone=event.zone,
    )
    return respond(request, page, staff=event_rights.staff)


def _shared_context(request: HttpRequest, subject: EventSubject) -> dict[str, Any]:
    """Return the context of the cached part, for everyone or for the staff."""
    event, event_rights = subject.event, subject.rights
    playing, waiting = count_players(event)
    game = GAMES.get(event.game)
    stages = list(event.stages.select_related("event"))
    return {
        "event": event,
        **renewal(event),
        "rights": event_rights,
        "playing": playing,
        "waiting": waiting,
        "stages": stages,
        "lists_after_building": bool(stages) and stages[0].planned_preparation(None)[1] > 0,
        "game": game,
        "format": game.formats.get(stages[0].deck_format) if game and stages else None,
        "team": event.staff.select_related("user").order_by("pk") if event_rights.staff else [],
        "panels": event_panels.of(request, subject, for_all=True),
    }


def _reader_fragments(request: HttpRequest, subject: EventSubject) -> dict[str, str]:
    """Return the HTML fragments that differ between users, by placeholder."""
    event = subject.event
    mine = load_my_entry(request.user, event)
    context: dict[str, Any] = {
        "event": event,
        "rights": subject.rights,
        "mine": mine,
        "panels": event_panels.of(request, subject, for_all=False),
    }
    if mine.may_register:
        context["playing"], context["waiting"] = count_players(event)
    fragments: dict[str, str] = {
        "first": render_to_string("events/partials/my_panels.html", context, request),
        "panels": render_to_string("events/partials/other_panels.html", context, request),
        "start": start_for_reader(event),
    }
    if mine.registration is not None:
        fragments[f"entry-{mine.registration.pk}"] = mark_safe(' class="mine"')
    return fragments


@login_required
@require_POST
def open_event(request: HttpRequest, slug: str) -> HttpResponse:
    """Open registration. Permission: organisers."""
    event = services.open_event(signed_in_user(request), get_event_or_404(request, slug))
    messages.success(request, _("Registration is open."))
    return redirect("web:share", event.slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def cancel(request: HttpRequest, slug: str) -> HttpResponse:
    """Cancel an event with a reason. Permission: organisers."""
    event = get_event_or_404(request, slug)
    require_organiser(signed_in_user(request), event)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    form.fields["reason"].required = True
    if request.method == "POST" and form.is_valid():
        services.cancel_event(signed_in_user(request), event, reason=form.cleaned_data["reason"])
        messages.success(request, _("The event has been cancelled."))
        return redirect(event)
    context = {
        "event": event,
        "rights": rights(request.user, event),
        "form": form,
        "heading": _("Cancel the event"),
        "explanation": _("All data stays readable. You can open the event again if no round has been played."),
        "do": _("Cancel the event"),
    }
    return render(request, "events/reason.html", context, status=400 if form.errors else 200)


CACHE_SECONDS: Final = 1
"""Cache timeout in seconds, so that at most one query per second is needed."""


# Polled, not streamed: a stream for each phone would take a server thread each and break with every change of network.
# The response is a few bytes from the cache, and pages reload their parts only when the token has changed.
@require_safe
@never_cache
def version_token_view(request: HttpRequest, slug: str) -> JsonResponse:
    """Return the version token and the server time.

    Permission: everyone who may see the event.
    """
    key = f"event-version:{slug.encode().hex()[:200]}"
    word = cache.get(key)
    if word is None:
        event = Event.objects.filter(public_q(), slug=slug.replace("\0", "")).first()
        word = version_tokens(event or get_event_or_404(request, slug)).latest
        if event is not None:  # access to other events is checked for each request
            cache.set(key, word, CACHE_SECONDS)
    return JsonResponse({"version": word, "now": round(timezone.now().timestamp() * 1000)})
