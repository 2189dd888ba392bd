"""Views for entering results by keyboard, one line at a time or many at once."""

from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from epic_events.accounts.idempotency import is_from_outbox
from epic_events.bulk_import.forms import (
    add_saved_message,
    differs_from_preview,
    preview_context,
)
from epic_events.events.models import Event
from epic_events.events.permissions import require_staff, rights
from epic_events.events.views.shared import get_event_or_404, posted_text, run_form_once, signed_in_user
from epic_events.infra.errors import UserError
from epic_events.infra.form_errors import ErrorDisplay, show_error
from epic_events.pairings import selectors
from epic_events.pairings.models import Match, ResultReport, Round
from epic_events.pairings.results import match_state, table_rows
from epic_events.pairings.results.forms import ResultListForm
from epic_events.pairings.results.match_state import current_staff_entries
from epic_events.pairings.results.parsers import COLUMNS
from epic_events.pairings.results.report_conflicts import ReportConflictError, parse_report_keys
from epic_events.pairings.results.selectors import get_submitted_round, visible_rounds
from epic_events.pairings.results.services.bulk_entry import (
    LinePreview,
    LinesError,
    enter_lines,
    preview_lines,
)
from epic_events.pairings.results.table_rows import TableList, TableLoader

MAX_RECENT_ENTRIES = 8
MISSING_A_PAGE = 100
"""Number of tables without a result that a page lists."""
REPORTS_A_QUERY = 64
"""Number of newest reports among which recent entries are searched at a time."""


@dataclass(frozen=True)
class RejectedLine:
    """A line that could not be saved.

    Attributes:
        line: the line as typed.
        problem: why it cannot be entered. Empty if it was only previewed.
        asks_reason: True if only a reason is missing.
        overrides: the keys of the reports that it contradicts, if that is the only problem.
    """

    line: str = ""
    problem: str = ""
    asks_reason: bool = False
    overrides: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def entry(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter results line by line. Permission: everyone with a role at the event."""
    event = get_event_or_404(request, slug)
    require_staff(signed_in_user(request), event)
    if request.method != "POST":
        return _page(request, event, RejectedLine())
    round_, line = get_submitted_round(request, event), posted_text(request, "line", 1000)
    with ErrorDisplay() as refusal:
        entered_texts = _enter_line(request, round_, line)
        if is_from_outbox(request):
            return JsonResponse({"messages": entered_texts})
        for text in entered_texts:
            messages.success(request, text)
        return redirect("pairings:entry", event.slug)
    return _respond_rejected(request, event, _reject_line(line, refusal.error))


def _reject_line(line: str, error: UserError | None) -> RejectedLine:
    """Return a rejected line with its error."""
    if isinstance(error, LinesError):
        looked = next(one for one in error.lines if one.problem)
        overrides = looked.conflict.keys if looked.conflict else ""
        return RejectedLine(line, looked.problem, asks_reason=_asks_reason(looked), overrides=overrides)
    return RejectedLine(line=line, problem=str(error))


def _enter_line(request: HttpRequest, round_: Round, line: str) -> list[str]:
    """Enter a line once per idempotency key and return the entered results as text.

    Raises:
        UserError: the line cannot be entered.
    """
    actor, reason = signed_in_user(request), posted_text(request, "reason")
    overrides = parse_report_keys(request.POST.get("overrides_reports", ""))

    def enter() -> dict[str, Any]:
        lines = enter_lines(actor, round_, line, reason=reason, overrides=overrides)
        return {"lines": [[one.entry.table, one.entry.score.values()] for one in lines if one.entry]}

    done, _before = run_form_once(request, enter)
    values = dict(done["lines"])
    rows = [
        table_rows.build_table_row(match) for match in match_state.with_seats(round_.matches.filter(table__in=values))
    ]
    text = _("Table %(table)s: %(result)s.")
    return [text % {"table": row.match.table, "result": row.describe(values[row.match.table])} for row in rows]


def _respond_rejected(request: HttpRequest, event: Event, typed: RejectedLine) -> HttpResponse:
    """Respond to a rejected line: JSON for the outbox script, otherwise the page."""
    if is_from_outbox(request):
        values = {"problem": typed.problem, "asks_reason": typed.asks_reason, "overrides": typed.overrides}
        return JsonResponse(values, status=400)
    return _page(request, event, typed)


def _asks_reason(looked: LinePreview) -> bool:
    """Return True if the line is valid except for a missing reason."""
    return bool(looked.entry and looked.current_result and not looked.entry.reason and not looked.same)


def _page(request: HttpRequest, event: Event, typed: RejectedLine) -> HttpResponse:
    last = selectors.event_plan(event).latest_round
    round_ = last if last is not None and last.status == Round.Status.PUBLISHED else None
    context: dict[str, Any] = {
        "event": event,
        "rights": rights(request.user, event),
        "round": round_,
        "typed": typed,
    }
    if round_ is not None:
        round_.stage.event = event
        tables = round_.matches.filter(table__isnull=False)
        open_tables = tables.open().order_by("table").values_list("pk", flat=True)
        page = Paginator(open_tables, MISSING_A_PAGE).get_page(request.GET.get("page"))
        missing = list(page)
        context["page_obj"], context["missing"] = page, TableList(TableLoader(round_, missing), missing)
        context["played"] = tables.count()
        context["settled"] = context["played"] - page.paginator.count
        context["last_entries"] = _last_entries(round_)
    refused = bool(typed.problem) and not getattr(request, "htmx", False)
    return render(request, "pairings/entry.html", context, status=400 if refused else 200)


def _last_entries(round_: Round) -> list[tuple[table_rows.TableRow, ResultReport]]:
    """Return the latest current staff entries, newest first.

    Only their tables are loaded completely.
    """
    last = _latest_staff_entries(round_)
    matches = match_state.with_seats(round_.matches.filter(pk__in=[word.match_id for word in last]))
    rows = {match.pk: table_rows.build_table_row(match) for match in matches}
    return [
        (rows[word.match_id], report)
        for word in last
        if word.match_id in rows
        for report in rows[word.match_id].all_reports
        if report.pk == word.pk
    ]


def _latest_staff_entries(round_: Round) -> list[ResultReport]:
    """Return the latest staff entries of tables with a final result.

    Newest first. Only current entries count. Reads the newest reports first, because a round of 10,000 players has
    5,000 tables.
    """
    settled = round_.matches.filter(table__isnull=False, status=Match.Status.CONFIRMED).order_by()
    entries = ResultReport.objects.filter(match__in=settled).exclude(kind=ResultReport.Kind.PLAYER)
    current: dict[int, ResultReport | None] = {}
    newest = entries.order_by("-pk").values_list("pk", "match_id")
    while True:
        reports = list(newest[:REPORTS_A_QUERY])
        tables = {match for _pk, match in reports} - current.keys()
        latest_entries = (
            entries.filter(match__in=tables).order_by("match_id", "pk").only("match_id", "kind", "withdraws")
        )
        for match, of_match in groupby(latest_entries, key=attrgetter("match_id")):
            current[match] = next(iter(current_staff_entries(of_match)[-1:]), None)
        last = sorted(filter(None, current.values()), key=attrgetter("pk"), reverse=True)[:MAX_RECENT_ENTRIES]
        # Entries of the tables that were not read are older than every report that was.
        complete = len(last) == MAX_RECENT_ENTRIES and last[-1].pk >= reports[-1][0]
        if complete or len(reports) < REPORTS_A_QUERY:
            return last
        newest = newest.filter(pk__lt=reports[-1][0])


@dataclass(frozen=True)
class BulkPreview:
    """The preview of many submitted results.

    Attributes:
        previews: the preview of each line or row.
        another: True if the text or round to save differs from the previewed one.
    """

    previews: list[LinePreview] = field(default_factory=list)
    another: bool = False

    @property
    def visible_lines(self) -> list[LinePreview]:
        """The lines that belong to the round."""
        return [line for line in self.previews if not line.left_out]

    @property
    def good(self) -> int:
        """The number of lines that can be entered."""
        return sum(line.good for line in self.previews)

    @property
    def new(self) -> int:
        """The number of lines that would change a result."""
        return sum(line.good and not line.same for line in self.previews)

    @property
    def wrong(self) -> int:
        """The number of lines with an error."""
        return sum(bool(line.problem) for line in self.previews)

    @property
    def conflicts(self) -> list[ReportConflictError]:
        """The errors of lines that only contradict a report of a player."""
        return [line.conflict for line in self.previews if line.conflict]

    @property
    def override_value(self) -> str:
        """The value of the button that also overrides the reports that differ."""
        keys = ",".join(conflict.keys for conflict in self.conflicts)
        return f"{self.wrong - len(self.conflicts)}-valid-override-{keys}"

    @property
    def new_with_overrides(self) -> int:
        """The number of lines that would change a result with overrides."""
        return self.new + len(self.conflicts)

    @property
    def left_out(self) -> list[tuple[str, int]]:
        """The reasons for skipped rows, each with its number of rows."""
        return Counter(line.left_out for line in self.previews if line.left_out).most_common()


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def enter_many(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter many results after a preview.

    Permission: everyone with a role at the event.
    """
    event = get_event_or_404(request, slug)
    require_staff(signed_in_user(request), event)
    rounds = list(visible_rounds(request, event).exclude(status=Round.Status.DRAFT))
    for each in rounds:
        each.stage.event = event
    named = (request.GET if request.method != "POST" else request.POST).get("round", "")
    round_ = next((each for each in rounds if str(each.pk) == named), None)
    if request.method != "POST":
        round_ = round_ or next(iter(rounds[-1:]), None)
        form = ResultListForm(rounds=rounds, initial={"round": round_.pk if round_ else None})
        return _bulk_page(request, event, round_, form)
    if round_ is None:
        round_ = get_submitted_round(request, event)
        rounds.append(round_)
    form = ResultListForm.sent(request, rounds=rounds)
    with ErrorDisplay() as refusal:
        if form.is_valid():
            return _preview_or_enter(request, event, round_, form)
    if isinstance(refusal.error, LinesError):
        return _bulk_page(request, event, round_, form, BulkPreview(refusal.error.lines))
    if refusal.error:
        show_error(form, refusal.error)
    return _bulk_page(request, event, round_, form)


def _preview_or_enter(request: HttpRequest, event: Event, round_: Round, form: ResultListForm) -> HttpResponse:
    """Enter the results if their preview was confirmed, else show the preview.

    Raises:
        UserError: the text cannot be parsed or entered.
    """
    confirmed, actor = request.POST.get("save", ""), signed_in_user(request)
    text, reason = form.cleaned_data["text"], form.cleaned_data["reason"]
    save, _mark, keys = confirmed.partition("-override-")
    overrides = parse_report_keys(keys)
    preview = BulkPreview(preview_lines(actor, round_, text, reason=reason, overrides=overrides))
    if not preview.previews:
        raise UserError(message := _("Enter at least one line with a table and its result."), fields={"text": message})
    another = bool(confirmed) and differs_from_preview(request, text, round_.pk)
    if another or not confirmed:
        return _bulk_page(request, event, round_, form, replace(preview, another=another))
    skip_wrong = save == f"{preview.wrong}-valid"
    enter_lines(actor, round_, text, reason=reason, skip_wrong=skip_wrong, overrides=overrides)
    words = ngettext("%(count)d result was entered.", "%(count)d results were entered.", preview.new)
    add_saved_message(request, preview.new, words, _("Nothing changed: these results are already recorded."))
    return redirect(_next_url(event, round_))


def _next_url(event: Event, round_: Round) -> str:
    """Return the URL to redirect to: keyboard entry, or the round if it is over."""
    if round_.status == Round.Status.PUBLISHED:
        return reverse("pairings:entry", args=[event.slug])
    name = "pairings:cut_round" if round_.stage.is_elimination else "pairings:round"
    return reverse(name, args=[event.slug, round_.number])


def _bulk_page(
    request: HttpRequest, event: Event, round_: Round | None, form: ResultListForm, preview: BulkPreview | None = None
) -> HttpResponse:
    found = preview or BulkPreview()
    context: dict[str, Any] = {
        "event": event,
        "rights": rights(request.user, event),
        "round": round_,
        "form": form,
        "found": found,
        "columns": [(titles[0], titles[1:]) for titles in COLUMNS.values()],
    }
    if found.previews and round_:
        context |= preview_context(form.data["text"], round_.pk, another=found.another)
    return render(request, "pairings/bulk_entry.html", context, status=400 if form.errors or found.wrong else 200)
