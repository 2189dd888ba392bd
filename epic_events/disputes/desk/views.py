"""The page on which a disputed play is described: by tapping, or by typing the record; two views of one text."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from epic_events.accounts.throttle import throttle
from epic_events.changed_meanwhile import seen_context
from epic_events.disputes import permissions, services
from epic_events.disputes.desk.sheet import sheet_of
from epic_events.disputes.desk.taps import Tapped, tapped
from epic_events.disputes.engines import require_engine
from epic_events.disputes.finding import find_dispute
from epic_events.disputes.models import Dispute
from epic_events.disputes.origins import Origin, origin_of
from epic_events.disputes.records.beginning import record_of_event, record_of_match
from epic_events.disputes.records.reading import LONGEST_RECORD
from epic_events.events.views.shared import person
from epic_events.reference.chosen_game import remembered_game
from epic_events.sizes import check_length
from rules.judge.record import Record, RecordError, parse, write

TAPS_A_MINUTE = 240
LONGEST_TITLE = 160
TYPED = "typed"
"""The tap of whoever types the record itself: its text comes back to nobody's hands."""


@dataclass(frozen=True)
class _Subject:
    """What is described: a new dispute, or the next version of the record of one there is."""

    origin: Origin
    dispute: Dispute | None
    game: str

    def beginning(self, request: HttpRequest) -> str:
        """Return the record as it stands before the first tap."""
        if self.dispute is not None:
            return self.dispute.record.text if self.dispute.record else ""
        if self.origin.match is not None and (text := record_of_match(self.origin.match)):
            return text
        return record_of_event(self.origin.event, self.game or remembered_game(request).slug)


def _subject(request: HttpRequest) -> _Subject:
    """Return what is described, for somebody who may."""
    if slug := request.GET.get("dispute", ""):
        dispute = find_dispute(request.user, slug.replace("\0", ""))
        permissions.require_judge_of(request.user, dispute)
        return _Subject(Origin(dispute.event, dispute.match), dispute, dispute.game)
    origin = origin_of(request)
    permissions.require_open(request.user, origin.event)
    require_engine(origin.event)
    return _Subject(origin, None, origin.event.game if origin.event else "")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def describe(request: HttpRequest) -> HttpResponse:
    """Describe a disputed play by tapping; nothing is stored here. Permission: as opening a dispute, or changing it."""
    person(request)
    subject = _subject(request)
    tap = request.POST.get("tap", "")[:400]
    if request.method == "POST":
        throttle("dispute.desk", request.user.pk, limit=TAPS_A_MINUTE, seconds=60)
        text = check_length(request.POST.get("record", ""), LONGEST_RECORD, "record").replace("\0", "")
    else:
        text = subject.beginning(request)
    text, done = _after(text, subject, request, tap)
    context = {
        "sheet": sheet_of(text, subject.game, done, subject.origin.event),
        "done": done,
        "event": subject.origin.event,
        "match": subject.origin.match,
        "dispute": subject.dispute,
        "only": bool(request.POST.get("only", request.GET.get("only", ""))),
        **_title(request, done.record if done else None),
        "query": request.GET.urlencode(),
        "tapped": bool(tap) and tap != TYPED,
    }
    if subject.dispute is not None:
        context |= seen_context(services.record_stamp(subject.dispute), request)
    part = request.headers.get("HX-Target") == "desk"
    return render(
        request, "disputes/desk/desk.html" if part else "disputes/desk/describe.html", context | {"part": part}
    )


def _after(text: str, subject: _Subject, request: HttpRequest, tap: str) -> tuple[str, Tapped | None]:
    """Return the record after a tap; as it came where it is none, for then nothing can be tapped."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if request.method != "POST":
        return text, None
    try:
        record = parse(text, game=subject.game)
        done = tapped(record, {} if tap == TYPED else request.POST.dict(), tap, subject.origin.event)
    except RecordError:
        return text, None
    return (text if tap == TYPED or done.record == record else write(done.record)), done


def _title(request: HttpRequest, record: Record | None) -> dict[str, Any]:
    """Return what is in question: as typed, else what the last play says, which a later play replaces."""
    typed, before = request.POST.get("title", "")[:LONGEST_TITLE], request.POST.get("suggested", "")
    plays = record.plays if record else ()
    suggested = f"{plays[-1].actor}: {plays[-1].words}"[:LONGEST_TITLE] if plays else ""
    return {"title": suggested if typed in ("", before) else typed, "suggested": suggested}
