"""Finding the dispute an address names, for the person who asks: pages and API alike."""

from django.utils.translation import gettext as _

from epic_events.disputes.models import Dispute
from epic_events.errors import MissingError


def find_dispute(viewer: object, slug: str) -> Dispute:
    """Return the dispute at an address, with its event, match, record and people.

    Raises:
        MissingError: there is none this visitor may know of.
    """
    known = Dispute.objects.visible_to(viewer)
    whole = known.with_decisions().select_related(
        "event", "match__round__stage__event", "record", "stored", "opened_by"
    )
    dispute = whole.select_related("opened_by").filter(slug=slug).first()
    if dispute is None:
        raise MissingError(_("There is no such dispute, or its decision is not published."))
    return dispute
