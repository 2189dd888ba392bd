"""Views of the clock: the page on which staff control it, and the big screen."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from epic_events.accounts.idempotency import once as sent_once
from epic_events.accounts.models import User
from epic_events.audit_log.services import version_tokens
from epic_events.events.models import Event, Registration, Stage
from epic_events.events.permissions import require_staff, rights
from epic_events.events.views.shared import get_event_or_404, new_version_token, posted_text, signed_in_user
from epic_events.infra.collation import name_order
from epic_events.infra.errors import MissingError
from epic_events.infra.form_errors import errors_as_message, errors_in_form
from epic_events.judging.clock import preparation, selectors, services
from epic_events.judging.clock.forms import AddMinutesForm, ExtensionForm, PreparationForm, StartForm
from epic_events.judging.clock.models import ClockMove, TimeExtension
from epic_events.pairings.cut.selectors import has_final_standings, load_final_ranks
from epic_events.pairings.models import Match, PodSeat, Preparation, Round
from epic_events.pairings.preparation import load_next_preparation
from epic_events.pairings.printouts import qr_svg
from epic_events.pairings.results import match_state, table_rows
from epic_events.pairings.results.selectors import get_submitted_round
from epic_events.pairings.round_names import name_of_round
from epic_events.pairings.selectors import event_plan

_MAX_KEY_DIGITS = 19
_RETURN_URLS: Final = {"desk": "pairings:desk", "clock": "clock:page"}


@require_safe
@login_required
@never_cache
def clock_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the clock of the current round with its controls.

    Permission: event staff. An open page polls with its version token and gets 204 if nothing has changed.
    """
    event = get_event_or_404(request, slug)
    require_staff(signed_in_user(request), event)
    token = new_version_token(request, version_tokens(event))
    if token is None:
        return HttpResponse(status=204)
    return _render_page(request, event, version_token=token)


def get_current_round(event: Event) -> Round | None:
    """Return the latest round if it is in progress, otherwise None."""
    last = event_plan(event).latest_round
    if last is None or last.status != Round.Status.PUBLISHED:
        return None
    last.stage.event = event
    return last


def _render_page(
    request: HttpRequest,
    event: Event,
    *,
    status: int = 200,
    version_token: str = "",
    typed: Mapping[str, forms.Form] | None = None,
) -> HttpResponse:
    """Render the clock page; invalid forms are shown again with their input."""
    bound_forms = typed or {}
    context: dict[str, Any] = {"event": event, "rights": rights(request.user, event), "version_token": version_token}
    round_ = get_current_round(event)
    context |= {"round": round_, "calls_time": selectors.calls_time(event)}
    if round_ is not None:
        round_clock = selectors.get_round_clock(round_)
        tables = selectors.open_tables(round_clock)
        context |= {
            "shown": round_clock,
            "open_tables": [(table, table_rows.build_table_row(table.match)) for table in _load_seats(round_, tables)],
            "extensions": TimeExtension.objects.active()
            .filter(match__round=round_)
            .select_related("by", "match")
            .order_by("-pk"),
            "moves": ClockMove.objects.filter(round=round_).select_related("by").order_by("pk"),
            "start_form": bound_forms.get("start") or _start_form(round_),
            "add_form": bound_forms.get("add") or AddMinutesForm(auto_id="add-%s"),
            "extend_form": bound_forms.get("extend")
            or ExtensionForm(auto_id="extend-%s", initial=_initial_table(request)),
        }
    return render(request, "clock/page.html", context, status=status)


def _start_form(round_: Round) -> StartForm:
    return StartForm(initial={"minutes": round_.stage.minutes}, auto_id="start-%s")


def _initial_table(request: HttpRequest) -> dict[str, str]:
    """Return initial form data from the ``table`` query parameter."""
    table = request.GET.get("table", "")
    return {"table": table} if table.isdecimal() and len(table) < 7 else {}


def _load_seats(round_: Round, tables: list[selectors.OpenTable]) -> list[selectors.OpenTable]:
    """Return the tables with the seats of their matches loaded. Four queries."""
    matches = {match.pk: match for match in match_state.with_seats(round_.matches.open())}
    return [selectors.OpenTable(matches[t.match.pk], t.minutes, t.ends_at) for t in tables if t.match.pk in matches]


FormData = dict[str, Any]
ActionHandler = Callable[[HttpRequest, User, Event, FormData], str]


def _start(request: HttpRequest, actor: User, event: Event, data: FormData) -> str:
    round_clock = services.start_clock(actor, get_submitted_round(request, event), data["minutes"])
    return _("%(round)s: the clock is running.") % {"round": name_of_round(round_clock.round)}


def _pause(request: HttpRequest, actor: User, event: Event, _data: FormData) -> str:
    services.pause_clock(actor, get_submitted_round(request, event), posted_text(request, "reason"))
    return _("The clock is paused.")


def _resume(request: HttpRequest, actor: User, event: Event, _data: FormData) -> str:
    services.resume_clock(actor, get_submitted_round(request, event))
    return _("The clock is running again.")


def _add(request: HttpRequest, actor: User, event: Event, data: FormData) -> str:
    services.add_minutes(actor, get_submitted_round(request, event), data["minutes"], data["reason"])
    return _("Round clock changed by %(minutes)+d minutes.") % {"minutes": data["minutes"]}


def _reset(request: HttpRequest, actor: User, event: Event, _data: FormData) -> str:
    services.reset_clock(actor, get_submitted_round(request, event), posted_text(request, "reason"))
    return _("The clock has been reset. Start it when the round begins.")


def _extend(request: HttpRequest, actor: User, event: Event, data: FormData) -> str:
    table = data["table"]
    match = Match.objects.filter(round=get_submitted_round(request, event), table=table).first()
    if match is None:
        message = _("No match is played at this table.")
        raise MissingError(message, fields={"table": message})
    services.extend_time(match, data["minutes"], data["reason"], actor)
    return _("Table %(table)s: time extension of %(minutes)d minutes given.") % {
        "table": table,
        "minutes": data["minutes"],
    }


def _undo_extension(request: HttpRequest, actor: User, event: Event, _data: FormData) -> str:
    key = request.POST.get("extension", "")
    extensions = TimeExtension.objects.filter(match__round__stage__event=event).select_related("match")
    extension = extensions.filter(pk=key).first() if key.isdecimal() and len(key) < _MAX_KEY_DIGITS else None
    if extension is None:
        raise MissingError(_("This time extension does not exist."))
    services.undo_extension(actor, extension, posted_text(request, "reason"))
    return _("Table %(table)s: time extension undone.") % {"table": extension.match.table}


def _configure(request: HttpRequest, actor: User, event: Event, _data: FormData) -> str:
    settings = services.configure_clock(actor, event, calls_time=request.POST.get("calls_time") == "on")
    if settings.calls_time:
        return _("Saved. The clock calls time automatically when it reaches zero.")
    return _("Saved. The clock shows when the time is up, and the staff calls time.")


ACTIONS: Final[dict[str, ActionHandler]] = {
    "start": _start,
    "pause": _pause,
    "resume": _resume,
    "add": _add,
    "reset": _reset,
    "extend": _extend,
    "undo-extension": _undo_extension,
    "choose": _configure,
}
FORMS: Final[dict[str, type[forms.Form]]] = {"start": StartForm, "add": AddMinutesForm, "extend": ExtensionForm}


@require_POST
@login_required
@sent_once
def apply_action(request: HttpRequest, slug: str, action: str) -> HttpResponse:
    """Apply an action to the clock.

    Permission: event staff; settings need an organiser, head judge or scorekeeper. Checked by the service. Invalid
    forms are shown again on the clock page.
    """
    event = get_event_or_404(request, slug)
    actor = signed_in_user(request)
    handler, form_type = ACTIONS.get(action), FORMS.get(action)
    if handler is None:
        raise MissingError(_("This clock action does not exist."))
    require_staff(actor, event)
    form = form_type(request.POST, auto_id=f"{action}-%s") if form_type else None
    if form is not None and not form.is_valid():
        return _render_page(request, event, status=400, typed={action: form})
    with errors_in_form(form) if form is not None else errors_as_message(request) as caught:
        messages.success(request, handler(request, actor, event, form.cleaned_data if form is not None else {}))
    if caught.error and form is not None:
        return _render_page(request, event, status=caught.error.status, typed={action: form})
    return_to = request.POST.get("from", "")
    if return_to.isdecimal() and len(return_to) < _MAX_KEY_DIGITS:
        return redirect("pairings:match", event.slug, int(return_to))
    return redirect(_RETURN_URLS.get(return_to, "clock:page"), event.slug)


@require_POST
@login_required
@sent_once
def prepare(request: HttpRequest, slug: str, kind: str, action: str) -> HttpResponse:
    """Start, skip, pause, resume, extend, end or reopen drafting or building.

    Permission: event staff; to start, skip, end and reopen organisers, head judges and scorekeepers. Checked by the
    services.
    """
    event = get_event_or_404(request, slug)
    actor = signed_in_user(request)
    if kind not in Preparation.Kind.values or action not in preparation.ACTIONS:
        raise MissingError(_("This clock action does not exist."))
    require_staff(actor, event)
    form = {"start": PreparationForm, "add": AddMinutesForm}.get(action, forms.Form)(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(str(error) for errors in form.errors.values() for error in errors))
        return redirect("pairings:desk", event.slug)
    with errors_as_message(request):
        data = form.cleaned_data
        preparation.apply(actor, event, kind, action, data.get("minutes"), posted_text(request, "reason"))
        messages.success(request, str(_PREPARED[kind, action]))
    return redirect("pairings:desk", event.slug)


_DRAFTING, _BUILDING = Preparation.Kind.DRAFTING.value, Preparation.Kind.BUILDING.value
_PREPARED: Final = {
    (_DRAFTING, "start"): gettext_lazy("Drafting has started. Players see the clock."),
    (_BUILDING, "start"): gettext_lazy("Building has started. Players see the clock and can submit their decklists."),
    (_DRAFTING, "skip"): gettext_lazy("Drafting was skipped."),
    (_BUILDING, "skip"): gettext_lazy("Building was skipped."),
    (_DRAFTING, "end"): gettext_lazy("Drafting has ended."),
    (_BUILDING, "end"): gettext_lazy("Building has ended. Decklists are closed."),
    (_DRAFTING, "reopen"): gettext_lazy("Drafting was reopened."),
    (_BUILDING, "reopen"): gettext_lazy("Building was reopened. Players can submit their decklists."),
    **{(kind, "pause"): gettext_lazy("The clock is paused.") for kind in Preparation.Kind.values},
    **{(kind, "resume"): gettext_lazy("The clock is running again.") for kind in Preparation.Kind.values},
    **{(kind, "add"): gettext_lazy("The clock was changed.") for kind in Preparation.Kind.values},
}


NAMES_PER_PAGE: Final = 36
"""Names per page: three columns of twelve, readable from the back of a hall."""
SECONDS_PER_PAGE: Final = 12
"""Display time of one page of names."""


@require_safe
@never_cache
def big_screen(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the current round, or the final standings, for a projector.

    Permission: users who can see the event. Unpublished pairings are never shown.
    """
    event = get_event_or_404(request, slug)
    token = version_tokens(event).latest
    published_rounds = (
        Round.objects.filter(stage__event=event).exclude(status=Round.Status.DRAFT).select_related("stage")
    )
    round_ = published_rounds.order_by("stage__order", "number").last()
    shown, pods = _get_preparation(event)
    is_final = has_final_standings(event)
    sheets: list[Sequence[Any]]
    if is_final:
        sheets = _paginate_final_ranks(event)
    else:
        sheets = pods if pods or not round_ or shown else _paginate_names(round_)
    number = _get_page_number(request, len(sheets))
    address = request.build_absolute_uri(event.get_absolute_url())
    context: dict[str, Any] = {
        "event": event,
        "round": round_,
        "preparation": shown,
        "in_pods": bool(pods),
        "is_final": is_final,
        "clock": shown or _get_clock(event, round_),
        "sheets": sheets,
        "number": number,
        "following": number % max(1, len(sheets)) + 1,
        "seconds": SECONDS_PER_PAGE,
        "version_token": token,
        "address": address.partition("://")[2].rstrip("/"),
        "code": qr_svg(address),
        "here": reverse("clock:screen", args=[slug]),
    }
    return render(request, "clock/screen.html", context)


def _get_preparation(event: Event) -> tuple[preparation.PreparationClock | None, list[Sequence[PodSeat]]]:
    """Return the clock of drafting or building, and the pod seats by name.

    None and no seats unless they are shown before the first round.
    """
    coming = load_next_preparation(event_plan(event))
    if coming is None:
        return None, []
    clock = preparation.load_clock(coming, coming.running) if coming.running else None
    if coming.stage.kind != Stage.Kind.PODS:
        return clock, []
    published = PodSeat.objects.filter(podding__stage=coming.stage, podding__published_at__isnull=False)
    here = published.exclude(registration__status=Registration.Status.DROPPED).select_related("registration")
    seats = list(here.order_by(name_order("registration__name"), "pk"))
    return clock, [seats[at : at + NAMES_PER_PAGE] for at in range(0, len(seats), NAMES_PER_PAGE)]


def _get_clock(event: Event, round_: Round | None) -> selectors.RoundClock | None:
    """Return the clock of a round in progress, or None if the round has no clock."""
    if round_ is None or round_.status != Round.Status.PUBLISHED:
        return None
    round_.stage.event = event
    clock = selectors.get_round_clock(round_)
    return None if clock.state is selectors.ClockState.READY and not round_.stage.minutes else clock


def _paginate_names(round_: Round) -> list[Sequence[table_rows.NameRow]]:
    """Return the seating by name, split into pages."""
    names = table_rows.by_name(table_rows.tables(round_))
    return [names[at : at + NAMES_PER_PAGE] for at in range(0, len(names), NAMES_PER_PAGE)]


def _paginate_final_ranks(event: Event) -> list[Sequence[tuple[int, Registration]]]:
    """Return the final ranks with their players, best first, split into pages."""
    ranks = load_final_ranks([event])[event.pk]
    players = event.registrations.in_bulk(ranks)
    rows = [(rank, players[entry]) for entry, rank in ranks.items()]
    return [rows[at : at + NAMES_PER_PAGE] for at in range(0, len(rows), NAMES_PER_PAGE)]


def _get_page_number(request: HttpRequest, sheets: int) -> int:
    """Return the requested page number, from 1."""
    parameter = request.GET.get("page", "")
    number = int(parameter) if parameter.isdecimal() and len(parameter) < 5 else 1
    return number if 1 <= number <= sheets else 1
