"""What is shown of a dispute to whoever asks; one for the page, the text and the PDF."""

from typing import Any

from django.http import HttpRequest

from epic_events.disputes.decisions.page import decided
from epic_events.disputes.models import Dispute
from epic_events.disputes.replays.cited_rules import opened_rules
from epic_events.disputes.what_if.pages import replay_shown


def all_shown(request: HttpRequest, dispute: Dispute) -> dict[str, Any]:
    """Return replay, rules and decision as the reader may see them, or what is asked for in place of the replay.

    Args:
        request: whose address says which step, what-if, reading or player's view.
        dispute: that the reader may see.

    Raises:
        MissingError: there is no such what-if, reading or player. NotAllowedError: what is asked for is the staff's.
        UserError: it cannot be replayed while somebody waits. TooOftenError: asked too often.
    """
    shown = replay_shown(request, dispute)
    return {**shown, **opened_rules(request.user, dispute, shown), **decided(request.user, dispute)}
