"""What the page of a dispute shows about its decision."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.db.models import prefetch_related_objects
from django.http import QueryDict

from epic_events.disputes.decisions.forms import DisputeDecisionForm
from epic_events.disputes.decisions.guide import guide_to
from epic_events.disputes.decisions.precedents import LONGEST_ASKED
from epic_events.disputes.decisions.suggested_rules import suggested
from epic_events.disputes.models import Dispute
from epic_events.disputes.records.doubted_play import plays_of
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
    taken: Mapping[str, Any] = MappingProxyType({}),
) -> DisputeDecisionForm:
    """Return the form of the decision, with what was written so far.

    Args:
        user: the judge.
        dispute: on which is decided.
        shown: what ``replay_page`` says of it.
        posted: what was sent; None for an empty one.
        taken: what was taken from the guide, in the place of what was written.
    """
    held = rights(user, dispute.event) if dispute.event else NO_RIGHTS
    return DisputeDecisionForm(posted, dispute=dispute, held=held, cited=suggested(dispute, shown), taken=taken)


def desk(user: object, dispute: Dispute, shown: Mapping[str, Any], take: str) -> dict[str, Any]:
    """Return what helps a judge to decide: the guide of the policy, the form, where earlier decisions are looked for.

    Args:
        user: a judge of the dispute.
        dispute: with its match and record.
        shown: what ``replay_page`` says of it to the staff.
        take: the infraction whose advice is taken into the form; empty for none.
    """
    guide = guide_to(dispute, shown)
    text = dispute.record.text if dispute.record and not dispute.published_at else ""
    plays = plays_of(text, dispute.game) if text else []
    told = {"guide": guide, "may_rule": can_rule(user, dispute.event), "plays": plays}
    if dispute.is_told:
        return told
    about = f"{dispute.title} {shown.get('rule', '')} {shown.get('sentence', '')}"
    form = decision_form(user, dispute, shown, taken=guide.taken(take) if guide else {})
    return {**told, "decision_form": form, "about": about[:LONGEST_ASKED]}


def draft_decision(user: object, dispute: Dispute) -> DecisionView | None:
    """Return the decision that a judge has saved and nobody was notified of; ``None`` without one."""
    if dispute.is_told or dispute.decision is None:
        return None
    prefetch_related_objects([dispute.case], selectors.prefetch_appeals())
    return selectors.build_case_view(dispute.case, user, dispute.game).last


def decided(user: object, dispute: Dispute) -> dict[str, Any]:
    """Return what is shown of the decision: for everybody who may see the dispute, once it is told."""
    if not dispute.is_told:
        return {"decided": None}
    prefetch_related_objects([dispute.case], selectors.prefetch_appeals())
    return {"decided": selectors.build_case_view(dispute.case, user, dispute.game)}
