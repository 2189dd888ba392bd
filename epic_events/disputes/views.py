"""Pages of disputes.

List, new dispute, detail, record, what-ifs, evidence, PDF and queue.
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from epic_events.accounts.idempotency import once
from epic_events.accounts.models import User
from epic_events.accounts.permissions import SITE_JUDGES_ONLY, require_site_judge
from epic_events.accounts.rate_limits import limit_rate
from epic_events.disputes import permissions, rejudging, services
from epic_events.disputes.decisions import services as deciding
from epic_events.disputes.decisions.page import build_judge_context, unpublished_decision
from epic_events.disputes.decisions.services import decision_version_token
from epic_events.disputes.editor.views import (
    MAX_STEP_DIGITS,
    Origin,
    Subject,
    is_first_game,
    is_from_editor,
    origin_of,
    submit,
)
from epic_events.disputes.forms import EvidenceForm, OpenForm, RecordForm, WhatIfForm
from epic_events.disputes.initial_state import InitialRecord, initial_record_of_match, sample_record
from epic_events.disputes.models import Dispute
from epic_events.disputes.permissions import has_engine, no_engine_message, require_engine
from epic_events.disputes.printout import build_requested_printout
from epic_events.disputes.queue import Urgency, cancel, progress_of
from epic_events.disputes.records import play_selector, read_record
from epic_events.disputes.rejudging import replay_failed_again
from epic_events.disputes.replays.page import build_dispute_context
from epic_events.disputes.replays.plain_text import as_text
from epic_events.disputes.selectors import find_dispute
from epic_events.documents import responses
from epic_events.events.models import Event
from epic_events.events.permissions import list_judged_events
from epic_events.events.views.shared import get_event_or_404, signed_in_user
from epic_events.infra.edit_conflicts import expected_version, version_context
from epic_events.infra.errors import MissingError, NotAllowedError, UserError
from epic_events.infra.form_errors import errors_as_message, errors_in_form
from epic_events.jobs.models import UNFINISHED
from epic_events.reference.chosen_game import preferred_game
from rules.judge.record import RecordError

PAGE_SIZE = 25
CHECKS_A_MINUTE = 60
MAX_LINE_DIGITS = 7


@require_safe
def dispute_list(request: HttpRequest, event: str = "") -> HttpResponse:
    """List the visible disputes of one event or all events.

    Permission: everyone; published ones unless staff.
    """
    disputes = Dispute.objects.visible_to(request.user).select_related("event")
    held_at = get_event_or_404(request, event) if event else None
    if held_at:
        disputes = disputes.filter(event=held_at)
    page = Paginator(disputes, PAGE_SIZE).get_page(request.GET.get("page"))
    may_open = has_engine(held_at) and permissions.can_open(request.user, held_at)
    context = {
        "page_obj": page,
        "event": held_at,
        "may_open": may_open,
        "no_engine": "" if held_at is None or has_engine(held_at) else no_engine_message(held_at),
        "judged": []
        if may_open or held_at
        else [each for each in list_judged_events(request.user) if has_engine(each)],
        "ask_for_the_role": SITE_JUDGES_ONLY,
    }
    return render(request, "disputes/list.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def open_dispute(request: HttpRequest) -> HttpResponse:
    """Open a dispute at a match, an event or neither.

    Permission: judges of the event; without one, site judges.
    """
    user = signed_in_user(request)
    origin = origin_of(request)
    permissions.require_open(user, origin.event)
    require_engine(origin.event)
    if request.method == "POST" and is_from_editor(request):
        subject = Subject(origin, None, origin.event.game if origin.event else "")
        return submit(request, subject, OpenForm, lambda form: _open_from_form(user, form, origin))
    first_game = is_first_game(request)
    begun = initial_record_of_match(origin.match, user, first_game=first_game) if origin.match else InitialRecord("")
    initial = {"record": begun.text} if origin.match else {}
    form = OpenForm(request.POST or None, request.FILES or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        with errors_in_form(form):
            return redirect(_open_from_form(user, form, origin))
    status = 400 if form.is_bound else 200
    game = origin.event.game if origin.event else preferred_game(request).slug
    context = {
        "form": form, "event": origin.event, "match": origin.match, "sample": sample_record(game), "begun": begun,
    }  # fmt: skip
    return render(request, "disputes/open.html", context, status=status)


def _open_from_form(user: User, form: OpenForm, origin: Origin) -> Dispute:
    """Open the dispute of a valid form."""
    data = form.cleaned_data
    return services.open_dispute(
        user,
        title=data["title"],
        record=data["record"],
        event=origin.event,
        match=origin.match,
        evidence=form.validate_evidence(user),
        disputed_play=data["disputed_play"],
    )


def _reading(text: str, game: str, event: Event | None) -> dict[str, Any]:
    """Return the template context of the errors of a record."""
    try:
        read_record(text, game, event)
    except RecordError as error:
        lines = text.splitlines()
        return {
            "problems": [
                (problem, lines[problem.line - 1] if 0 < problem.line <= len(lines) else "")
                for problem in error.problems
            ]
        }
    except UserError as error:
        return {"refusals": [str(error)]}
    return {"readable": True}


@login_required
@require_POST
def check_record(request: HttpRequest) -> HttpResponse:
    """Render the errors of a typed or uploaded record as a fragment.

    Permission: as the form.
    """
    if slug := request.GET.get("dispute", ""):
        dispute = find_dispute(request.user, slug.replace("\0", ""))
        permissions.require_judge_of(request.user, dispute)
        game, event = dispute.game, dispute.event
    else:
        event = origin_of(request).event
        permissions.require_open(request.user, event)
        game = event.game if event else ""
    limit_rate("dispute.check", request.user.pk, limit=CHECKS_A_MINUTE, seconds=60)
    form = RecordForm(request.POST, request.FILES)
    if form.is_valid():
        context = _reading(form.cleaned_data["record"], game, event)
    else:
        typed = request.FILES or request.POST.get("record", "").strip()  # An empty form has no errors yet.
        context = {"refusals": [words for errors in form.errors.values() for words in errors] if typed else []}
    return render(request, "disputes/partials/check.html", context)


def dispute_page(request: HttpRequest, dispute: Dispute) -> dict[str, Any]:
    """Return the template context of the page.

    The view of a player has no judge's part.
    """
    context = build_dispute_context(request, dispute)
    at_the_desk = not context.get("imagined", {}).get("by_player")
    may_judge = at_the_desk and permissions.can_judge_dispute(request.user, dispute)
    return {
        **context,
        "dispute": dispute,
        "event": dispute.event,
        "permalink": request.build_absolute_uri(dispute.get_absolute_url()),
        "may_judge": may_judge,
        "unpublished": unpublished_decision(request.user, dispute) if may_judge else None,
        "may_publish": at_the_desk and permissions.can_publish(request.user, dispute),
        "ask_for_the_role": SITE_JUDGES_ONLY,
        "may_release": at_the_desk and permissions.can_release(request.user, dispute),
        "waiting": dispute.is_open,
        "progress": progress_of(dispute),
        "evidence": dispute.evidence.defer("photo"),
        "evidence_form": EvidenceForm(),
    }


@require_safe
def detail(request: HttpRequest, slug: str) -> HttpResponse:
    """Show verdict, timeline, board and decision.

    Permission: everyone once published, else the event's staff.
    """
    dispute = find_dispute(request.user, slug)
    context = dispute_page(request, dispute)
    if context["may_judge"]:
        context |= build_judge_context(request.user, dispute, context, request.GET.get("take", "")[:80])
        context |= version_context(deciding.decision_version_token(dispute), request)
    fragment = request.headers.get("HX-Target") == "viewer"
    context["fragment"] = fragment
    response = render(request, "disputes/partials/viewer.html" if fragment else "disputes/detail.html", context)
    if context.get("in_full") and context["in_full"].official:
        patch_cache_control(response, private=True, no_store=True)
    return response


@require_safe
def text(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the page as plain text.

    Permission: as the page, with the same information.
    """
    dispute = find_dispute(request.user, slug)
    context = build_dispute_context(request, dispute)
    response = HttpResponse(as_text(dispute, context), content_type="text/plain; charset=utf-8")
    if context.get("in_full") and context["in_full"].official:
        patch_cache_control(response, private=True, no_store=True)
    return response


@require_safe
def state(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the progress or the finished replay as a fragment.

    204 if unchanged. Permission: as the page.
    """
    dispute = find_dispute(request.user, slug)
    if request.GET.get("expected_version") == progress_of(dispute).version_token:
        return HttpResponse(status=204)
    context = {**dispute_page(request, dispute), "fragment": True}
    if context["may_judge"] and not context["waiting"]:
        context |= build_judge_context(request.user, dispute, context, "")
    return render(request, "disputes/partials/replay.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def change_record(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a new version of the record. Permission: judges of the dispute."""
    dispute = find_dispute(request.user, slug)
    permissions.require_judge_of(request.user, dispute)
    if request.method == "POST" and is_from_editor(request):
        return submit(request, Subject.of(dispute), RecordForm, lambda form: _change(request, dispute, form))
    text = dispute.record.text if dispute.record else ""
    initial = {"record": text, "disputed_play": play_selector(text, dispute.game, dispute.disputed_line)}
    form = RecordForm(request.POST or None, request.FILES or None, initial=initial)
    conflict = version_context(services.record_version_token(dispute), request)
    if request.method == "POST" and form.is_valid():
        with errors_in_form(form) as refusal:
            return redirect(_change(request, dispute, form))
        if refusal.error:
            conflict = version_context(services.record_version_token(dispute), request, refusal.error)
    status = 400 if form.is_bound else 200
    context = {"form": form, "dispute": dispute, "sample": sample_record(dispute.game), **conflict}
    return render(request, "disputes/record.html", context, status=status)


def _change(request: HttpRequest, dispute: Dispute, form: RecordForm) -> Dispute:
    """Add the record of a valid form."""
    data = form.cleaned_data
    services.change_record(
        signed_in_user(request),
        dispute,
        data["record"],
        expected_version=expected_version(request),
        disputed_play=data["disputed_play"],
    )
    return dispute


@login_required
@require_POST
def replay_again(request: HttpRequest, slug: str) -> HttpResponse:
    """Queue the replay again.

    Permission: judges of the dispute, checked by the service.
    """
    dispute = find_dispute(request.user, slug)
    with errors_as_message(request):
        services.replay_again(signed_in_user(request), dispute)
        messages.success(request, _("The replay is queued."))
    return redirect(dispute)


@login_required
@require_POST
def choose_disputed_play(request: HttpRequest, slug: str) -> HttpResponse:
    """Set the disputed play.

    Permission: judges of the dispute, checked by the service.
    """
    dispute = find_dispute(request.user, slug)
    line = request.POST.get("disputed_play", "")
    if line and not (line.isascii() and line.isdecimal() and len(line) < MAX_LINE_DIGITS):
        raise UserError(_("Select one of the plays."))
    with errors_as_message(request):
        services.choose_disputed_play(signed_in_user(request), dispute, int(line) if line else None)
        messages.success(request, _("The verdict is now about this play."))
    return redirect(dispute)


@login_required
@require_POST
def cancel_replay(request: HttpRequest, slug: str) -> HttpResponse:
    """Cancel a queued or running replay.

    Permission: judges of the dispute, checked by the service.
    """
    dispute = find_dispute(request.user, slug)
    with errors_as_message(request):
        cancel(signed_in_user(request), dispute)
        messages.success(request, _("The replay is cancelled."))
    return redirect(dispute)


@require_safe
def record_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the record as a file. Permission: readers of the full record."""
    dispute = find_dispute(request.user, slug)
    if not permissions.can_see_record(request.user, dispute) or dispute.record is None:
        raise NotAllowedError(_("Only the staff can read the full record until the head judge releases it."))
    response = HttpResponse(dispute.record.text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{dispute.slug}.rec"'
    return response


@login_required
@require_POST
@once
def save_what_if(request: HttpRequest, slug: str) -> HttpResponse:
    """Save a what-if of the editor. Permission: judges of the dispute."""
    dispute = find_dispute(request.user, slug)
    permissions.require_judge_of(request.user, dispute)
    query_text = request.GET.get("from", "")
    step = int(query_text) if query_text.isdecimal() and len(query_text) < MAX_STEP_DIGITS else 0

    def store(form: WhatIfForm) -> str:
        data = form.cleaned_data
        what_if = services.save_what_if(
            signed_in_user(request), dispute, name=data["title"], step=step, text=data["record"]
        )
        return f"{dispute.get_absolute_url()}?branch={what_if.number}"

    return submit(request, Subject.of(dispute, step), WhatIfForm, store)


@login_required
@require_POST
def publish_what_if(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Publish a what-if.

    Permission: those who may publish the dispute, checked by the service.
    """
    dispute = find_dispute(request.user, slug)
    with errors_as_message(request):
        services.publish_what_if(signed_in_user(request), dispute, number)
        messages.success(request, _("What-if published."))
    return redirect(f"{dispute.get_absolute_url()}?branch={number}")


@login_required
@require_POST
@once
def add_evidence(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a statement or photo. Permission: judges of the dispute."""
    dispute = find_dispute(request.user, slug)
    permissions.require_judge_of(request.user, dispute)
    form = EvidenceForm(request.POST, request.FILES)
    if form.is_valid():
        data = form.cleaned_data
        content = data["photo"].read() if data["photo"] else None
        with errors_in_form(form):
            services.add_evidence(
                signed_in_user(request), dispute, author=data["who"], statement=data["statement"], photo=content
            )
            messages.success(request, _("Added to the dispute."))
            return redirect(f"{dispute.get_absolute_url()}#evidence")
    page = dispute_page(request, dispute)
    page |= {
        **build_judge_context(request.user, dispute, page, ""),
        **version_context(decision_version_token(dispute), request),
    }
    return render(request, "disputes/detail.html", {**page, "evidence_form": form}, status=400)


@require_safe
def photo(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return a photo. Permission: readers of the full record."""
    dispute = find_dispute(request.user, slug)
    if not permissions.can_see_record(request.user, dispute):
        raise NotAllowedError(
            _("Only the staff can see statements and photos until the head judge releases the record.")
        )
    photo_row = dispute.evidence.filter(number=number, photo__isnull=False).first()
    if photo_row is None or photo_row.photo is None:
        raise MissingError(_("This photo does not exist."))
    response = HttpResponse(bytes(photo_row.photo), content_type="image/jpeg")
    response["Content-Disposition"] = f'inline; filename="{dispute.slug}-{number}.jpg"'
    patch_cache_control(response, private=True, no_store=True)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """Queue the PDF and wait for it.

    Permission: as the page, with the same information.
    """
    dispute = find_dispute(request.user, slug)
    waits = responses.poll_response(request)
    if waits is not None:
        return waits
    file = responses.url_with_query(request, reverse("disputes:pdf_file", args=[dispute.slug]))
    back = responses.url_with_query(request, dispute.get_absolute_url())
    holds = _("The PDF contains what this page shows you: the verdict, the decision, the board and every step.")
    return responses.page(request, build_requested_printout(request, dispute), back=back, file=file, holds=holds)


@require_safe
def pdf_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the PDF. Permission: as the page, with the same information."""
    dispute = find_dispute(request.user, slug)
    page = responses.url_with_query(request, reverse("disputes:pdf", args=[dispute.slug]))
    return responses.file(build_requested_printout(request, dispute), name=dispute.slug, page=page)


MAX_SHOWN = 50


@login_required
@require_safe
@never_cache
def queue(request: HttpRequest) -> HttpResponse:
    """Show queued, failed and outdated replays of visible disputes.

    Permission: site judges.
    """
    user = signed_in_user(request)
    require_site_judge(user)
    visible = Dispute.objects.visible_to(user).select_related("event")
    waiting = visible.filter(status__in=UNFINISHED).order_by("-status", "priority", "enqueued_at")
    failed = visible.filter(status=Dispute.Status.FAILED).order_by("-finished_at")
    changed = rejudging.list_changed_verdicts().filter(pk__in=visible.values("pk")).select_related("event", "stored")
    number = Dispute.objects.filter(status__in=UNFINISHED).count()
    page_items = list(waiting[:MAX_SHOWN])
    context = {
        "waiting": [(each, progress_of(each), each.priority == Urgency.ROUND) for each in page_items],
        "further": number - len(page_items),
        "failed": [(each, permissions.can_judge_dispute(user, each)) for each in failed[:MAX_SHOWN]],
        "failures": failed.count(),
        "outdated": rejudging.outdated().count(),
        "not_rejudged": rejudging.list_not_rejudged().count(),
        "changed": rejudging.with_differences(changed[:MAX_SHOWN]),
        "differing": changed.count(),
    }
    return render(request, "disputes/oversight/queue.html", context)


@login_required
@require_POST
def restart_failed(request: HttpRequest) -> HttpResponse:
    """Restart all failed replays. Permission: site judges, checked by the service."""
    with errors_as_message(request):
        number = replay_failed_again(signed_in_user(request))
        words = ngettext("%(number)d replay is queued again.", "%(number)d replays are queued again.", number)
        messages.success(request, words % {"number": number})
    return redirect("disputes:queue")


@login_required
@require_POST
def rejudge_outdated(request: HttpRequest) -> HttpResponse:
    """Judge outdated records again in the background.

    Permission: site judges, checked by the service.
    """
    with errors_as_message(request):
        number = rejudging.rejudge_outdated(signed_in_user(request))
        words = ngettext(
            "%(number)d record is queued to be judged again.",
            ("%(number)d records are queued to be judged again."),
            number,
        )
        messages.success(request, f"{words % {'number': number}} {_('Differences will be listed here.')}")
    return redirect("disputes:queue")
