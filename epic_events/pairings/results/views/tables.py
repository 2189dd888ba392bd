"""Views for one table: match page, first and active player, table rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from epic_events.events.models import Event, Stage
from epic_events.events.permissions import require_organiser, rights
from epic_events.events.selectors import load_my_entry
from epic_events.events.views.shared import get_event_or_404, signed_in_user
from epic_events.infra.edit_conflicts import EditConflictError, expected_version, version_context
from epic_events.infra.errors import MissingError
from epic_events.infra.form_errors import errors_as_message, show_error
from epic_events.infra.names import isolated
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match, ResultReport, Round, Seat
from epic_events.pairings.results import table_rows
from epic_events.pairings.results.extensions import (
    LivePart,
    LiveSubject,
    MatchSubject,
    load_live_parts,
    match_panels,
)
from epic_events.pairings.results.forms import (
    EnterForm,
    ReportForm,
    TableRulesForm,
    build_enter_form,
    build_report_form,
)
from epic_events.pairings.results.match_state import current_staff_entries, get_match_or_404
from epic_events.pairings.results.report_conflicts import ReportConflictError
from epic_events.pairings.results.scores import describe_to_player
from epic_events.pairings.results.services.tables import (
    SeatRecorder,
    change_table_rules,
    record_active_player,
    record_first_player,
    table_rules_version,
)
from epic_events.pairings.results.table_rows import TableRow, first_turn, time_rule, time_steps
from epic_events.pairings.selectors import current_pod_seat
from rules.games import GAMES

TOKEN_PARTS = ("status", "report", "time", "turn", "first", "round", "parts")
"""The parts of a table's version token, in order."""


@dataclass(frozen=True)
class ReportState:
    """The reports of a match from the view of one of its players.

    Attributes:
        own: the player's report, or `None`.
        theirs: the opponent's report, or `None`.
        own_words: the player's report as text. Empty without one.
        their_words: the opponent's report as text. Empty without one.
        opponent: the opponent's name.
        opponent_has_account: True if the opponent can report and confirm.
    """

    own: ResultReport | None
    theirs: ResultReport | None
    own_words: str
    their_words: str
    opponent: str
    opponent_has_account: bool


@dataclass(frozen=True)
class OverrideQuestion:
    """The question whether a staff entry should override reports of players.

    Attributes:
        error: the error that names the reports.
        fields: the names and values of the form to send again.
    """

    error: ReportConflictError
    fields: list[tuple[str, str]]

    @property
    def reports(self) -> list[ResultReport]:
        """The reports that differ."""
        return [report for _seat, report in self.error.state.claims if report.pk in self.error.reports]


def get_report_state(row: TableRow) -> ReportState | None:
    """Return the reports from the user's view, or `None` for other users."""
    if row.mine is None or len(row.seats) != 2:
        return None
    mine, own, theirs = row.mine, row.own_report, row.their_report

    def describe(report: ResultReport | None) -> str:
        return describe_to_player(Score.from_values(report.values), mine.place) if report else ""

    return ReportState(
        own, theirs, describe(own), describe(theirs), row.others[0].registration.name, row.has_account_against(mine)
    )


def build_version_token(row: TableRow, parts: Sequence[LivePart] = ()) -> str:
    """Return the version token of everything the page shows about the result."""
    match = row.match
    last = max((report.pk for report in match.reports.all()), default=0)
    called = int(match.round.time_called_at is not None)
    noted = f"{match.turn_at_time or 0}-{match.first_player or 0}"
    return (
        f"{match.status}-{last}-{called}-{noted}-{match.round.status}-{'.'.join(part.version_token for part in parts)}"
    )


def news(row: TableRow, stand: ReportState | None, shown: str, live: Sequence[LivePart] = ()) -> str:
    """Describe what has changed since a version of the page. Empty if nothing has.

    Args:
        row: the table as it is now.
        stand: the reports from the user's view.
        shown: the version token of the displayed page.
        live: the current live parts of other apps.
    """
    parts, now = shown.split("-"), build_version_token(row, live).split("-")
    if len(parts) != len(now) or parts == now:
        return ""
    before, after = dict(zip(TOKEN_PARTS, parts, strict=True)), dict(zip(TOKEN_PARTS, now, strict=True))
    changed = {name for name in TOKEN_PARTS if before[name] != after[name]}
    sentences = []
    if changed & {"status", "report"}:
        sentences.append(_result_news(row, stand))
    if "time" in changed and row.match.round.time_called_at:
        sentences.append(_("Time was called."))
    if "first" in changed and row.match.first_player:
        name = row.seats[row.match.first_player - 1].registration.name
        sentences.append(_("%(name)s plays first.") % {"name": isolated(name)})
    sentences += _part_news(before["parts"], live)
    return " ".join(sentences) or _("This table has changed.")


def _part_news(shown: str, live: Sequence[LivePart]) -> list[str]:
    """Return the announcements of live parts that have changed."""
    before = set(shown.split("."))
    return [part.news for part in live if part.news and part.version_token not in before]


def _result_news(row: TableRow, stand: ReportState | None) -> str:
    """Describe the state of the result to the user."""
    match = row.match
    if match.status == Match.Status.CONFIRMED and row.score is not None:
        text = describe_to_player(row.score, row.mine.place) if row.mine else row.result_words
        return _("The result is confirmed: %(result)s.") % {"result": text}
    if stand is None or not stand.theirs:
        return _("The report for this table has changed.")
    text = _("%(name)s reported: %(result)s.") % {"name": isolated(stand.opponent), "result": stand.their_words}
    return f"{text} {_('Your reports differ.')}" if match.status == Match.Status.DISPUTED else text


def render_match(
    request: HttpRequest,
    event: Event,
    match: Match,
    *,
    report_form: ReportForm | None = None,
    enter_form: EnterForm | None = None,
    conflict: OverrideQuestion | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the match page, with rejected forms or a question if given."""
    match.round.stage.event = event
    event_rights = rights(request.user, event)
    row = table_rows.build_table_row(match, request.user)
    live = load_live_parts(request, LiveSubject(row, event_rights))
    token = build_version_token(row, live)
    if request.method == "GET" and request.GET.get("expected_version") == token:
        return HttpResponse(status=204)
    stand = get_report_state(row)
    context: dict[str, Any] = {
        "event": event,
        "round": match.round,
        "row": row,
        "conflict": conflict,
        "rights": event_rights,
        "version_token": token,
        "open": row.is_open,
        "stand": stand,
        "news": news(row, stand, request.GET.get("shown") or request.GET.get("expected_version", ""), live),
        "live_parts": live,
        "first_turn": first_turn(row),
        "time_steps": [] if any(part.plays_on for part in live) or not match.round.time_called_at else time_steps(row),
        "time_rule": time_rule(event),
        "report_form": report_form or build_report_form(row, row.mine),
        "enter_form": (enter_form or build_enter_form(row, event_rights)) if event_rights.enter_results else None,
        "last_entry": next(reversed(current_staff_entries(match.reports.all())), None)
        if event_rights.enter_results
        else None,
        "panels": match_panels.of(request, MatchSubject(match)),
    }
    return render(request, "pairings/match.html", context, status=status)


@require_safe
@login_required
@never_cache
def my_match(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect players to their table in the current round.

    Before the first round of a stage in pods, show the player's seat. Permission: signed in.
    """
    event = get_event_or_404(request, slug)
    seat = (
        Seat.objects.filter(registration__player__user=signed_in_user(request), round__stage__event=event)
        .exclude(round__status=Round.Status.DRAFT)
        .order_by("round__stage__order", "round__number")
        .select_related("round")
        .last()
    )
    pod = current_pod_seat(event, signed_in_user(request)) if event.status == Event.Status.RUNNING else None
    if seat is None or (pod is not None and pod.podding.stage_id != seat.round.stage_id):
        context = {
            "event": event,
            "pod": pod,
            "mine": load_my_entry(request.user, event),
            "rights": rights(request.user, event),
        }
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
    return render_match(request, event, get_match_or_404(request, event, pk))


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


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def table_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and change the table rules of the stages.

    Permission: the organisers of the event.
    """
    event = get_event_or_404(request, slug)
    require_organiser(signed_in_user(request), event)
    invalid_form, changed = None, None
    if request.method == "POST":
        stage = event.stages.filter(order=_order(request)).first()
        if stage is None:
            raise MissingError(_("This stage does not exist in this event."))
        stage.event = event
        invalid_form = _form(stage, request.POST)
        if invalid_form.is_valid():
            try:
                change_table_rules(
                    signed_in_user(request),
                    stage,
                    **invalid_form.cleaned_data,
                    expected_version=expected_version(request),
                )
            except EditConflictError as error:
                show_error(invalid_form, error)
                changed = error
            else:
                messages.success(request, _("Saved."))
                return redirect("pairings:table_rules", event.slug)
    return _page(request, event, invalid_form, changed)


def _order(request: HttpRequest) -> int:
    """Return the order of the stage that the form names, or 0."""
    text = request.POST.get("stage", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0


def _form(stage: Stage, data: Any = None) -> TableRulesForm:
    initial = {"play_first": stage.play_first, "records_health": stage.records_health}
    return TableRulesForm(data, initial=initial, auto_id=f"id_{stage.order}_%s")


def _page(
    request: HttpRequest, event: Event, invalid_form: TableRulesForm | None, changed: EditConflictError | None
) -> HttpResponse:
    """Render the page. A rejected form replaces the form of its stage."""
    order = _order(request)
    stages: list[tuple[Stage, TableRulesForm, dict[str, object]]] = []
    for stage in event.stages.all():
        version_token = table_rules_version(stage)
        if invalid_form and stage.order == order:
            stages.append((stage, invalid_form, version_context(version_token, request, changed)))
        else:
            stages.append((stage, _form(stage), {"expected_version": version_token}))
    game = GAMES.get(event.game)
    context = {
        "event": event,
        "rights": rights(request.user, event),
        "stages": stages,
        "play_first": game.play_first if game else "",
    }
    return render(request, "pairings/table_rules.html", context, status=400 if invalid_form else 200)
