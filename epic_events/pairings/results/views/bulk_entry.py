"""View for entering many results at once, as text or file, with a preview."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from epic_events.bulk_import.forms import (
    add_saved_message,
    differs_from_preview,
    preview_context,
    with_unix_newlines,
)
from epic_events.bulk_import.tables import decoded
from epic_events.events.models import Event
from epic_events.events.permissions import require_staff, rights
from epic_events.events.views.shared import get_event_or_404, posted_text, signed_in_user
from epic_events.infra.form_errors import ErrorDisplay
from epic_events.infra.limits import check_length
from epic_events.pairings.models import Round
from epic_events.pairings.results.bulk_import import COLUMNS
from epic_events.pairings.results.selectors import get_submitted_round, visible_rounds
from epic_events.pairings.results.services.bulk_entry import (
    MAX_TEXT_LENGTH,
    LinePreview,
    LinesError,
    enter_lines,
    preview_lines,
)

MAX_FILE_SIZE: Final = 4 * MAX_TEXT_LENGTH
"""In bytes; a character takes up to four."""


@dataclass(frozen=True)
class BulkInput:
    """The submitted text with its preview.

    Attributes:
        text: the submitted lines, CSV or JSON.
        looked: the preview of each line or row.
        problem: why nothing can be parsed. Empty if it can.
        another: True if the text or round to save differs from the previewed one.
    """

    text: str = ""
    previews: list[LinePreview] = field(default_factory=list)
    problem: str = ""
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
    if request.method != "POST":
        return _page(request, event, None, BulkInput())
    round_, text = get_submitted_round(request, event), request.POST.get("lines", "")
    confirmed, actor = request.POST.get("save", ""), signed_in_user(request)
    with ErrorDisplay() as refusal:
        text, reason = _submitted_text(request), posted_text(request, "reason")
        looked = preview_lines(actor, round_, text, reason=reason)
        another = bool(confirmed) and differs_from_preview(request, text, round_.pk)
        found = BulkInput(text, looked, problem="" if looked else _empty_message(), another=another)
        if another or not confirmed:
            return _page(request, event, round_, found)
        skip = confirmed == "good" and request.POST.get("wrong") == str(found.wrong)
        new = found.new
        enter_lines(actor, round_, text, reason=reason, skip_wrong=skip)
        words = ngettext("%(count)d result was entered.", "%(count)d results were entered.", new)
        add_saved_message(request, new, words, _("Nothing changed: these results are already recorded."))
        return redirect(_next_url(event, round_))
    if isinstance(refusal.error, LinesError):
        return _page(request, event, round_, BulkInput(text, refusal.error.lines))
    return _page(request, event, round_, BulkInput(text, problem=str(refusal.error)))


def _submitted_text(request: HttpRequest) -> str:
    """Return the submitted text.

    An uploaded file takes precedence over the text field.

    Raises:
        UserError: the text is too long, or the file is not a text file.
    """
    upload = request.FILES.get("file")
    if not upload:
        return check_length(
            with_unix_newlines(request.POST.get("lines", "")).replace("\0", ""), MAX_TEXT_LENGTH, "lines"
        )
    return check_length(
        with_unix_newlines(decoded(upload.read(MAX_FILE_SIZE + 1), MAX_FILE_SIZE)), MAX_TEXT_LENGTH, "file"
    )


def _empty_message() -> str:
    return _("Enter at least one line with a table and its result.")


def _next_url(event: Event, round_: Round) -> str:
    """Return the URL to redirect to: keyboard entry, or the round if it is over."""
    if round_.status == Round.Status.PUBLISHED:
        return reverse("pairings:entry", args=[event.slug])
    name = "pairings:cut_round" if round_.stage.is_elimination else "pairings:round"
    return reverse(name, args=[event.slug, round_.number])


def _page(request: HttpRequest, event: Event, round_: Round | None, found: BulkInput) -> HttpResponse:
    rounds = list(visible_rounds(request, event).exclude(status=Round.Status.DRAFT))
    asked = request.GET.get("round", "")
    if round_ is None and rounds:
        round_ = next((each for each in rounds if str(each.pk) == asked), rounds[-1])
    for each in (*rounds, *([round_] if round_ else ())):
        each.stage.event = event
    context: dict[str, Any] = {
        "event": event,
        "rights": rights(request.user, event),
        "rounds": rounds,
        "round": round_,
        "found": found,
        "reason": request.POST.get("reason", ""),  # as typed, even if it is too long
        "columns": [(titles[0], titles[1:]) for titles in COLUMNS.values()],
        **(preview_context(found.text, round_.pk, another=found.another) if found.previews and round_ else {}),
    }
    return render(request, "pairings/entry_many.html", context, status=400 if found.problem or found.wrong else 200)
