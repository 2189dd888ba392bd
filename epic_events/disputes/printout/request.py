"""The paper of what somebody asks to see of a dispute; one for the page and the API."""

from django.http import HttpRequest

from epic_events.disputes.models import Dispute
from epic_events.disputes.printout.document import verdict_paper
from epic_events.disputes.visibility import all_shown
from epic_events.documents.content import Document


def paper_asked_for(request: HttpRequest, dispute: Dispute) -> Document:
    """Return what the page shows to whoever asks, as a paper; arguments and errors as of ``all_shown``."""
    address = request.build_absolute_uri(dispute.get_absolute_url())
    return verdict_paper(dispute, all_shown(request, dispute), address)
