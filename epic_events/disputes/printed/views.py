"""The PDF of a verdict: the page that has it made and waits, and the file."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from epic_events.disputes.deciding.page import decided
from epic_events.disputes.finding import find_dispute
from epic_events.disputes.imagined.pages import replay_shown
from epic_events.disputes.models import Dispute
from epic_events.disputes.printed.paper import verdict_paper
from epic_events.disputes.replays.cited_rules import opened_rules
from epic_events.prints import answers
from epic_events.prints.papers import Paper


def _paper(request: HttpRequest, dispute: Dispute) -> Paper:
    """Return what the page shows to whoever asks, as a paper."""
    shown: dict[str, Any] = replay_shown(request, dispute)
    shown = {**shown, **opened_rules(request.user, dispute, shown), **decided(request.user, dispute)}
    return verdict_paper(dispute, shown, request.build_absolute_uri(dispute.get_absolute_url()))


@require_http_methods(["GET", "HEAD", "POST"])
def pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """Have the PDF of what is shown made, and wait for it. Permission: as the page, with what its reader may see."""
    dispute = find_dispute(request.user, slug)
    waits = answers.still_waits(request)
    if waits is not None:
        return waits
    file = answers.asking_the_same(request, reverse("disputes:pdf_file", args=[dispute.slug]))
    back = answers.asking_the_same(request, dispute.get_absolute_url())
    holds = _("A PDF holds what the page shows to you: the verdict, the decision, the board and every step.")
    return answers.page(request, _paper(request, dispute), back=back, file=file, holds=holds)


@require_safe
def pdf_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the PDF of what is shown. Permission: as the page, with what its reader may see."""
    dispute = find_dispute(request.user, slug)
    page = answers.asking_the_same(request, reverse("disputes:pdf", args=[dispute.slug]))
    return answers.file(_paper(request, dispute), name=dispute.slug, page=page)
