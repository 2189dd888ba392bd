"""The printout for a request, shared by page and API."""

from django.http import HttpRequest

from epic_events.disputes.models import Dispute
from epic_events.disputes.printout.document import build_verdict_printout
from epic_events.disputes.visibility import build_dispute_context
from epic_events.documents.content import Document


def build_requested_printout(request: HttpRequest, dispute: Dispute) -> Document:
    """Return the printout of what the page shows; arguments and errors as ``build_dispute_context``."""
    address = request.build_absolute_uri(dispute.get_absolute_url())
    return build_verdict_printout(dispute, build_dispute_context(request, dispute), address)
