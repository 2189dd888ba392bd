"""Template context of the decision on the page of a dispute."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.db.models import prefetch_related_objects
from django.http import QueryDict

from epic_events.disputes.decisions.forms import DisputeDecisionForm
from epic_events.disputes.decisions.guide import build_guide
from epic_events.disputes.decisions.precedents import MAX_QUERY_LENGTH
from epic_events.disputes.decisions.suggested_rules import suggest_rules
from epic_events.disputes.models import Dispute
from epic_events.disputes.records.doubted_play import list_plays
from epic_events.events.permissions import NO_RIGHTS, rights
from epic_events.judging.decisions import selectors
from epic_events.judging.decisions.selectors import DecisionView
from epic_events.judging.rulings.permissions import can_rule


def decision_form(
    user: object,
    dispute: Dispute,
    shown: Mapping[str, Any],
    posted: QueryDict | None = None,
    *,
    prefilled: Mapping[str, Any] = MappingProxyType({}),
) -> DisputeDecisionForm:
    """Return the form of the decision, bound to ``posted`` or with the saved decision.

    Args:
        user: the judge.
        dispute: the dispute.
        shown: the result of ``replay_page``.
        posted: the submitted data; ``None`` for an unbound form.
        prefilled: initial data from the policy guide, which replace saved values.
    """
    held = rights(user, dispute.event) if dispute.event else NO_RIGHTS
    return DisputeDecisionForm(
        posted, dispute=dispute, held=held, cited=suggest_rules(dispute, shown), prefilled=prefilled
    )


def build_judge_context(user: object, dispute: Dispute, shown: Mapping[str, Any], take: str) -> dict[str, Any]:
    """Return the template context of a judge: policy guide, form, plays, and the search text for similar decisions.

    Args:
        user: a judge of the dispute.
        dispute: the dispute with its match and record.
        shown: the result of ``replay_page`` for the staff.
        take: the infraction whose advice fills the form; empty for none.
    """
    guide = build_guide(dispute, shown)
    text = dispute.record.text if dispute.record and not dispute.published_at else ""
    plays = list_plays(text, dispute.game) if text else []
    context = {"guide": guide, "may_rule": can_rule(user, dispute.event), "plays": plays}
    if dispute.is_announced:
        return context
    about = f"{dispute.title} {shown.get('rule', '')} {shown.get('sentence', '')}"
    form = decision_form(user, dispute, shown, prefilled=guide.prefilled(take) if guide else {})
    return {**context, "decision_form": form, "about": about[:MAX_QUERY_LENGTH]}


def unpublished_decision(user: object, dispute: Dispute) -> DecisionView | None:
    """Return the saved decision before the players are notified of it; ``None`` without one."""
    if dispute.is_announced or dispute.decision is None:
        return None
    prefetch_related_objects([dispute.case], selectors.prefetch_appeals())
    return selectors.build_case_view(dispute.case, user, dispute.game).last


def build_decision_context(user: object, dispute: Dispute) -> dict[str, Any]:
    """Return the template context of an announced decision."""
    if not dispute.is_announced:
        return {"decided": None}
    prefetch_related_objects([dispute.case], selectors.prefetch_appeals())
    return {"decided": selectors.build_case_view(dispute.case, user, dispute.game)}
