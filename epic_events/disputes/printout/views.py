"""Views that generate the PDF of a dispute and return it."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from epic_events.disputes.printout.request import build_requested_printout
from epic_events.disputes.selectors import find_dispute
from epic_events.documents import responses


@require_http_methods(["GET", "HEAD", "POST"])
def pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """Queue the PDF and wait for it. Permission: as the page, with the same information."""
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
