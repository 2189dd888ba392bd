"""Template context of a dispute, shared by page, text and PDF."""

from typing import Any

from django.http import HttpRequest

from epic_events.disputes.decisions.page import build_decision_context
from epic_events.disputes.models import Dispute
from epic_events.disputes.replays.cited_rules import build_rules_context
from epic_events.disputes.what_if.pages import build_replay_context


def build_dispute_context(request: HttpRequest, dispute: Dispute) -> dict[str, Any]:
    """Return the replay or a requested alternative, its rules and the decision, filtered for the reader.

    Args:
        request: its query string selects the step, what-if, interpretation or player's view.
        dispute: a dispute that the reader may see.

    Raises:
        MissingError: no such what-if, interpretation or player. NotAllowedError: it is for staff only.
        UserError: the record is too long to replay during a request. TooOftenError: too many requests.
    """
    shown = build_replay_context(request, dispute)
    return {
        **shown,
        **build_rules_context(request.user, dispute, shown),
        **build_decision_context(request.user, dispute),
    }
