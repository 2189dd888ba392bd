"""The page of replays for site judges: queue, failures and outdated verdicts."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from epic_events.accounts.permissions import require_site_judge
from epic_events.disputes import permissions
from epic_events.disputes.administration import rejudging
from epic_events.disputes.administration.failures import replay_failed_again
from epic_events.disputes.models import Dispute
from epic_events.disputes.queue import Urgency
from epic_events.disputes.replays.stages import progress_of
from epic_events.events.views.shared import signed_in_user
from epic_events.infra.form_errors import errors_as_message
from epic_events.jobs.models import UNFINISHED

MAX_SHOWN = 50


@login_required
@require_safe
@never_cache
def queue(request: HttpRequest) -> HttpResponse:
    """Show queued, failed and outdated replays of visible disputes. Permission: site judges."""
    user = signed_in_user(request)
    require_site_judge(user)
    visible = Dispute.objects.visible_to(user).select_related("event")
    waiting = visible.filter(status__in=UNFINISHED).order_by("-status", "priority", "enqueued_at")
    failed = visible.filter(status=Dispute.Status.FAILED).order_by("-finished_at")
    changed = rejudging.list_changed_verdicts().filter(pk__in=visible.values("pk")).select_related("event", "stored")
    number = Dispute.objects.filter(status__in=UNFINISHED).count()
    shown = list(waiting[:MAX_SHOWN])
    context = {
        "waiting": [(each, progress_of(each), each.priority == Urgency.ROUND) for each in shown],
        "further": number - len(shown),
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
    """Judge outdated records again in the background. Permission: site judges, checked by the service."""
    with errors_as_message(request):
        number = rejudging.rejudge_outdated(signed_in_user(request))
        words = ngettext(
            "%(number)d record is queued to be judged again.",
            ("%(number)d records are queued to be judged again."),
            number,
        )
        messages.success(request, f"{words % {'number': number}} {_('What differs will be listed here.')}")
    return redirect("disputes:queue")
