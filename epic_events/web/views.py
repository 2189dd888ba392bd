"""Pages of the site, of players, of finished events and for offline use.

The offline tables and the code scanner are public and contain no user data: the service worker requests them without a
session.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from epic_events.accounts.access.sign_ins import recent_sign_in_required
from epic_events.accounts.idempotency import once, owner_key
from epic_events.accounts.models import User
from epic_events.audit_log.services import version_tokens
from epic_events.events.models import Event
from epic_events.events.permissions import Rights, can_create_event, has_any_staff_role, require_organiser, rights
from epic_events.events.selectors import load_my_entry, load_versioned_event
from epic_events.events.services import close_account
from epic_events.events.views.shared import get_event_or_404, signed_in_user
from epic_events.infra.errors import MissingError
from epic_events.infra.form_errors import errors_in_form
from epic_events.integrations.calendars import feed_address
from epic_events.judging.clock.selectors import RoundClock, extension_minutes_by_match, get_round_clock
from epic_events.judging.models import MAX_REASON_LENGTH
from epic_events.page_cache.pages import Page, respond
from epic_events.pairings.cut.selectors import Elimination, bracket_sections, final_rows, require_ended
from epic_events.pairings.models import Round
from epic_events.pairings.results.forms import list_score_choices
from epic_events.pairings.results.table_rows import TableRow, tables
from epic_events.pairings.selectors import event_plan
from epic_events.web import players
from epic_events.web.charts import chart_of
from epic_events.web.forms import CloseForm, DuplicateForm, TableNumberForm
from epic_events.web.selectors import MyEvents, events_now, has_running_event, latest_decisions, load_event_result
from epic_events.web.services import duplicate_event

OWN_PARTS: Final = ("head", "now", "mine")
"""Templates of the user's parts of the home page."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show current and finished events and the user's own. Permission: public.

    An open page polls with the ``expected_version`` and gets 204 if nothing has changed. The events are cached, except
    for staff, who may see unpublished events. The user's part is inserted.
    """
    tokens = version_tokens()
    version_token = f"{tokens.latest}.{timezone.now():%y%j}.{owner_key(request.user)}"
    if request.GET.get("expected_version") == version_token:
        return HttpResponse(status=204)
    staff = isinstance(request.user, User) and (request.user.is_superuser or has_any_staff_role(request.user))
    page = Page(
        name=("home",),
        query="",
        version_token=tokens.lasting,
        shown=lambda shared_request: (
            "web/home.html",
            {**events_now(shared_request.user), "decisions": latest_decisions()},
        ),
        own=lambda: _own_home(request, version_token, staff=staff),
        own_version_token=version_token,
    )
    return respond(request, page, staff=staff)


def _own_home(request: HttpRequest, version_token: str, *, staff: bool) -> dict[str, str]:
    """Return the user's part of the home page and its heading."""
    mine = MyEvents(request.user, works=staff) if isinstance(request.user, User) else None
    events = Event.objects.visible_to(request.user) if staff else None
    running = events.filter(status=Event.Status.RUNNING).exists() if events is not None else has_running_event()
    may_create = can_create_event(request.user)
    context = {"mine": mine, "running": running, "version_token": version_token, "may_create": may_create}
    parts: dict[str, str] = {
        name: render_to_string(f"web/partials/own_{name}.html", context, request) for name in OWN_PARTS
    }
    if not (mine and mine.seats):
        parts["running"] = mark_safe(' class="sr-only"')
    return parts


@require_safe
@login_required
def me(request: HttpRequest) -> HttpResponse:
    """Show the events of the user. Permission: signed-in users."""
    assert isinstance(request.user, User)
    mine = MyEvents(request.user)
    context = {"mine": mine, "played": players.played_events(mine.past), "calendar": feed_address(request.user)}
    return render(request, "web/my_page.html", {**context, "may_create": can_create_event(request.user)})


@require_safe
@never_cache
def device(request: HttpRequest) -> HttpResponse:
    """Return owner key and CSRF token as JSON. Permission: public.

    A page that only checks the connection and its session gets no more than that.
    """
    if getattr(request, "htmx", False):
        return HttpResponse(status=204)
    return JsonResponse({"owner": owner_key(request.user), "token": get_token(request)})


@require_safe
def no_connection(request: HttpRequest) -> HttpResponse:
    """Show the fallback page for missing offline copies. Permission: public."""
    return render(request, "web/no_connection.html")


MAX_RANKS: Final = 32
"""Rows on the page; the final standings have all."""


@require_safe
def result(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the result of a finished event. Permission: users who may see the event.

    The page is cached for all users; the user's own row is highlighted.
    """
    event, tokens, rights = load_versioned_event(request.user, slug)
    page = Page(
        name=("result",),
        query="",
        version_token=f"{event.salt}.{tokens.latest}",
        shown=lambda _asked: ("web/result.html", _result_context(event, rights)),
        own=lambda: _own_row(request, event),
        zone=event.zone,
    )
    require_ended(event)
    return respond(request, page, staff=rights.staff)


def _result_context(event: Event, rights: Rights) -> dict[str, Any]:
    event_result = load_event_result(event)
    cut = event_plan(event).cut
    sections = []
    if cut is not None:
        rounds = list(Round.objects.visible_to(None).filter(stage=cut).order_by("number"))
        for round_ in rounds:
            round_.stage = cut
        sections = bracket_sections(Elimination(cut), rounds) if rounds else []
    played = event_result.played
    rows = final_rows(event, event_result.final_standings[:MAX_RANKS])
    return {
        "event": event,
        "rights": rights,
        "shared_at": reverse("web:result", args=[event.slug]),
        "event_result": event_result,
        "rows": [(row, played.by_entry.get(row.registration.pk)) for row in rows],
        "more": len(event_result.final_standings) > MAX_RANKS,
        "cut": cut,
        "sections": sections,
        "words": chart_of(((word.word, word.percent) for word in played.words), coloured=True),
    }


def _own_row(request: HttpRequest, event: Event) -> dict[str, str]:
    mine = load_my_entry(request.user, event).registration
    return {} if mine is None else {f"entry-{mine.pk}": mark_safe(' class="mine"')}


@require_safe
def player(request: HttpRequest, key: int) -> HttpResponse:
    """Show the public profile of a player. Permission: public.

    The page is not cached; only ranks of finished events are. Search engines may index it only if the player consented
    at every event.
    """
    public_player = players.find_public_player(key)
    if public_player.player.pk != key:
        return redirect("web:player", public_player.player.pk, permanent=False)
    page, played_events = players.history(public_player, request.GET.get("page"))
    context = {
        "known": public_player,
        "played": played_events,
        "page_obj": page,
        "record": players.record_of(public_player),
        "met": players.opponents(public_player),
    }
    response = render(request, "web/player.html", context)
    if not public_player.findable:
        response["X-Robots-Tag"] = "noindex"
    patch_cache_control(response, private=True, no_cache=True)
    return response


@dataclass(frozen=True)
class OfflineTable:
    """A table of the round.

    Attributes:
        row: the table with its players and result.
        minutes: time extension in minutes.
        ends_at: end of its time; None if unknown.
    """

    row: TableRow
    minutes: int
    ends_at: datetime | None

    @property
    def is_open(self) -> bool:
        """True if a result can be entered."""
        published = self.row.match.round.status == Round.Status.PUBLISHED
        return published and not self.row.is_bye and self.row.score is None


@require_safe
def offline_tables(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the offline copy of the round. Permission: users who may see the event.

    The page is the same for all users, including staff.
    """
    event, tokens, _held = load_versioned_event(request.user, slug)
    page = Page(
        name=("offline tables",),
        query="",
        version_token=f"{event.salt}.{tokens.latest}",
        shown=lambda _asked: ("web/offline_tables.html", _offline_context(event)),
        zone=event.zone,
    )
    _current_round(event)
    return respond(request, page)


def _current_round(event: Event) -> Round:
    """Return the running round, or the last finished one.

    Raises:
        MissingError: no round is published.
    """
    rounds = Round.objects.visible_to(None).filter(stage__event=event).select_related("stage")
    latest = rounds.exclude(status=Round.Status.DRAFT).order_by("stage__order", "number").last()
    if latest is None:
        raise MissingError(_("No round is published yet."))
    latest.stage.event = event
    return latest


def _offline_context(event: Event) -> dict[str, Any]:
    latest = _current_round(event)
    clock: RoundClock = get_round_clock(latest)
    extensions = extension_minutes_by_match(latest)
    rows = [
        OfflineTable(row, extensions.get(row.match.pk, 0), clock.end_for_table(extensions.get(row.match.pk, 0)))
        for row in tables(latest)
    ]
    stage = latest.stage
    return {
        "event": event,
        "round": latest,
        "rows": rows,
        "ends_at": clock.end_for_table(),
        "scores": list_score_choices(stage.best_of, needs_winner=stage.is_elimination),
        "longest_reason": MAX_REASON_LENGTH,
    }


@require_safe
def scan(request: HttpRequest, slug: str) -> HttpResponse:
    """Find a table by its code or number. Permission: users who may see the event."""
    event = get_event_or_404(request, slug)
    form = TableNumberForm(request.GET if request.GET.get("table") else None)
    if form.is_valid():
        return redirect("pairings:table", event.slug, int(form.cleaned_data["table"]))
    return render(request, "web/scan.html", {"event": event, "form": form}, status=400 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def duplicate(request: HttpRequest, slug: str) -> HttpResponse:
    """Duplicate an event. Permission: its organisers who may create events."""
    event = get_event_or_404(request, slug)
    require_organiser(signed_in_user(request), event)
    form = DuplicateForm(request.POST if request.method == "POST" else None, event=event)
    if request.method == "POST" and form.is_valid():
        with errors_in_form(form):
            copy = duplicate_event(signed_in_user(request), event, **form.cleaned_data)
            messages.success(request, _("Event copied. It is not published: open it when players may register."))
            return redirect(copy)
    context = {"event": event, "rights": rights(request.user, event), "form": form}
    return render(request, "web/duplicate.html", context, status=400 if form.errors else 200)


@login_required
@recent_sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest) -> HttpResponse:
    """Close the own account. Permission: its user, after reauthentication."""
    assert isinstance(request.user, User)
    form = CloseForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with errors_in_form(form):
            close_account(request.user, request.user)
            logout(request)
            messages.success(request, _("Your account is closed. Your results are kept without your name."))
            return redirect("web:home")
    return render(request, "web/close_account.html", {"form": form}, status=400 if form.errors else 200)
