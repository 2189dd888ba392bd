"""The printout for a request, shared by page and API."""

from django.http import HttpRequest

from epic_events.disputes.models import Dispute
from epic_events.disputes.printout.document import verdict_paper
from epic_events.disputes.visibility import all_shown
from epic_events.documents.content import Document


def paper_asked_for(request: HttpRequest, dispute: Dispute) -> Document:
    """Return the printout of what the page shows; arguments and errors as ``all_shown``."""
    address = request.build_absolute_uri(dispute.get_absolute_url())
    return verdict_paper(dispute, all_shown(request, dispute), address)
