"""Template context of a dispute, shared by page, text and PDF."""

from typing import Any

from django.http import HttpRequest

from epic_events.disputes.decisions.page import decided
from epic_events.disputes.models import Dispute
from epic_events.disputes.replays.cited_rules import opened_rules
from epic_events.disputes.what_if.pages import replay_shown


def all_shown(request: HttpRequest, dispute: Dispute) -> dict[str, Any]:
    """Return the replay or a requested alternative, its rules and the decision, filtered for the reader.

    Args:
        request: its query string selects the step, what-if, interpretation or player's view.
        dispute: a dispute that the reader may see.

    Raises:
        MissingError: no such what-if, interpretation or player. NotAllowedError: it is for staff only.
        UserError: the record is too long to replay during a request. TooOftenError: too many requests.
    """
    shown = replay_shown(request, dispute)
    return {**shown, **opened_rules(request.user, dispute, shown), **decided(request.user, dispute)}
