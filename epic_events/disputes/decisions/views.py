"""Views for the decision on a dispute."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from epic_events.accounts.idempotency import once
from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.disputes import permissions
from epic_events.disputes.decisions import services
from epic_events.disputes.decisions.page import build_judge_context, decision_form
from epic_events.disputes.decisions.precedents import MAX_QUERY_LENGTH, similar
from epic_events.disputes.editor.views import MAX_DIGITS
from epic_events.disputes.models import Dispute
from epic_events.disputes.records import truncate_record
from epic_events.disputes.selectors import find_dispute
from epic_events.disputes.views import dispute_page
from epic_events.events.views.shared import signed_in_user
from epic_events.infra.edit_conflicts import expected_version, version_context
from epic_events.infra.errors import NotAllowedError, StateError
from epic_events.infra.form_errors import errors_as_message, errors_in_form
from epic_events.judging.rulings import selectors as ruling_selectors

LOOKS_A_MINUTE = 120


@login_required
@require_POST
@once
def decide(request: HttpRequest, slug: str) -> HttpResponse:
    """Save the decision, and notify the players if asked to.

    Permission: judges of the dispute.
    """
    dispute = find_dispute(request.user, slug)
    permissions.require_judge_of(request.user, dispute)
    page = dispute_page(request, dispute)
    form = decision_form(request.user, dispute, page, request.POST)
    tells = "tell" in request.POST
    conflict = version_context(services.decision_version_token(dispute), request)
    if form.is_valid() and form.new_penalty is not None and not tells:
        form.add_error(
            "fined", _("A penalty can be given only when the players are notified. Leave it empty until then.")
        )
    if form.is_valid():
        with errors_in_form(form) as refusal:
            if tells:
                services.announce(
                    signed_in_user(request),
                    dispute,
                    form.content,
                    new_penalty=form.new_penalty,
                    expected_version=expected_version(request),
                )
                messages.success(request, _("Decision saved. The players at the table are notified."))
            else:
                services.decide(
                    signed_in_user(request), dispute, form.content, expected_version=expected_version(request)
                )
                messages.success(request, _("Decision saved. It is not published yet."))
            # Without a fragment in the URL, browsers keep the one of the form and scroll past the message.
            return redirect(f"{dispute.get_absolute_url()}#main")
        if refusal.error:
            conflict = version_context(services.decision_version_token(dispute), request, refusal.error)
    page |= {**build_judge_context(request.user, dispute, page, ""), "decision_form": form}
    return render(request, "disputes/detail.html", {**page, **conflict}, status=400)


@require_safe
def rewind(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the legal part of the record as a file.

    Permission: readers of the full record.
    """
    dispute = find_dispute(request.user, slug)
    if not permissions.can_see_record(request.user, dispute) or dispute.record is None:
        raise NotAllowedError(_("Only the staff can read the full record until the head judge releases it."))
    if dispute.result is None:
        raise StateError(_("There is no verdict yet. Wait for the replay to finish, or start it again."))
    text = truncate_record(dispute, len(dispute.result["timeline"]))
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{dispute.slug}-rewind.rec"'
    return response


@login_required
@require_safe
def precedents(request: HttpRequest) -> HttpResponse:
    """Render similar earlier decisions as a fragment.

    Permission: signed-in users; each decision as its page.
    """
    user = signed_in_user(request)
    limit_rate("dispute.precedents", user.pk, limit=LOOKS_A_MINUTE, seconds=60)
    parameters = {name: request.GET.get(name, "").replace("\0", "") for name in ("game", "about", "text", "but")}
    words = f"{parameters['text'][:MAX_QUERY_LENGTH]} {parameters['about']}".strip()
    but = int(parameters["but"]) if parameters["but"].isdecimal() and len(parameters["but"]) < MAX_DIGITS else None
    cases = similar(user, parameters["game"], words, but=but)
    rulings = ruling_selectors.find_similar(user, parameters["game"], words) if words else []
    return render(request, "disputes/partials/precedents.html", {"decisions": cases, "rulings": rulings})


def _act(request: HttpRequest, slug: str, service: Callable[[User, Dispute], object], done: str) -> HttpResponse:
    """Call a service and redirect to the page, with success or error as a message."""
    dispute = find_dispute(request.user, slug)
    with errors_as_message(request):
        service(signed_in_user(request), dispute)
        messages.success(request, done)
    return redirect(dispute)


@login_required
@require_POST
def publish(request: HttpRequest, slug: str) -> HttpResponse:
    """Publish the decision. Permission: judges of the dispute, checked by the service."""
    return _act(request, slug, services.publish, _("The decision is published."))


@login_required
@require_POST
def release(request: HttpRequest, slug: str) -> HttpResponse:
    """Release the full record. Permission: the head judge, checked by the service."""
    return _act(request, slug, services.release_record, _("The full record is released."))
