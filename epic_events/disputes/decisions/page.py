"""Form and template context of the decision on a dispute.

The context has the policy's advice on an illegal play.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from django import forms
from django.db.models import prefetch_related_objects
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from epic_events.disputes.decisions.precedents import MAX_QUERY_LENGTH
from epic_events.disputes.models import Dispute
from epic_events.disputes.records import count_plays_after, list_plays
from epic_events.disputes.replays.cited_rules import suggest_rules
from epic_events.disputes.replays.stored_boards import boards_of
from epic_events.events.models import Registration
from epic_events.events.permissions import NO_RIGHTS, Rights, rights
from epic_events.judging.decisions import selectors
from epic_events.judging.decisions.forms import DecisionForm, get_initial_data, get_penalty_choices
from epic_events.judging.decisions.selectors import DecisionView
from epic_events.judging.decisions.validation import DecisionContent
from epic_events.judging.penalties.policy import Infraction, Level, PlayError, get_policy
from epic_events.judging.penalties.selectors import get_usual_level
from epic_events.judging.rulings.permissions import can_rule
from epic_events.reference.rules.selectors import Cited
from rules.judge.record import parse


@dataclass(frozen=True)
class Advice:
    """An infraction that fits the illegal play.

    Attributes:
        infraction: the infraction of the policy.
        remedy: how to repair the game; depends on whether play has continued.
        level: the usual penalty level for the player; ``None`` if the policy no longer has it.
    """

    infraction: Infraction
    remedy: str
    level: Level | None


@dataclass(frozen=True)
class Guide:
    """Advice of the tournament policy on a verdict.

    Attributes:
        policy: the name of the policy.
        advice: the infractions that fit, most likely first.
        step: the last legal step, 0 for the start; its position is to be restored.
        since: the number of plays in the record after the illegal one.
        actor: the player of the illegal play, as the record names them.
        player: the registration of that player; ``None`` if no player of the match has this name.
    """

    policy: str
    advice: tuple[Advice, ...]
    step: int
    since: int
    actor: str
    player: Registration | None

    def prefilled(self, slug: str) -> dict[str, Any]:
        """Return the initial data of the decision form for the advice on an infraction."""
        advice = next((one for one in self.advice if one.infraction.slug == slug), None)
        if advice is None:
            return {}
        level = advice.level.slug if advice.level else ""
        return {"remedy": advice.remedy, "fined": self.player, "infraction": slug, "level": level}


def build_guide(dispute: Dispute, context: Mapping[str, Any]) -> Guide | None:
    """Return the advice of the policy on a verdict.

    ``None`` if the disputed play is legal.

    Args:
        dispute: the dispute with its match and record.
        context: the result of ``replay_page`` for the staff.
    """
    illegal = context.get("illegal")
    if not illegal or context.get("stops_later"):
        return None
    actor = illegal["actor"] or ""
    line = illegal["line"] or 0
    since = count_plays_after(parse(dispute.record.text), line) if dispute.record and line else 0
    policy, step = get_policy(dispute.game), len(context["steps"])
    player = _player(dispute, actor)
    advice = tuple(
        Advice(
            one,
            one.late_remedy if since and one.late_remedy else one.remedy,
            policy.level(_recommended_level(dispute, player, one)),
        )
        for one in policy.infractions_for(classify_errors(boards_of(dispute, step, step, full=True).get(step, {})))
    )
    return Guide(policy.name, advice, step, since, actor, player)


def classify_errors(board: Mapping[str, Any]) -> list[PlayError]:
    """Return the kinds of error of an illegal play, most likely first.

    A pending trigger means that it was missed.

    Args:
        board: the stored board before the play.
    """
    return [PlayError.MISSED_TRIGGER, PlayError.ILLEGAL_PLAY] if board.get("triggers") else [PlayError.ILLEGAL_PLAY]


def _player(dispute: Dispute, actor: str) -> Registration | None:
    """Return the registration of a player in the record.

    It is found by full name or by a unique prefix of it.
    """
    if dispute.match is None or not actor:
        return None
    seats = dispute.match.seats.select_related("registration__player")
    folded = actor.casefold()
    names = {seat.registration: seat.registration.name.casefold() for seat in seats}
    matching_seats = [one for one, name in names.items() if name == folded]
    matching_seats = matching_seats or [one for one, name in names.items() if name.startswith(folded)]
    return matching_seats[0] if len(matching_seats) == 1 else None


def _recommended_level(dispute: Dispute, player: Registration | None, infraction: Infraction) -> str:
    if dispute.event is None or player is None:
        return infraction.first_level
    return get_usual_level(dispute.event, player, infraction.slug)


class DisputeDecisionForm(DecisionForm):
    """A decision on a dispute, with the rules of the verdict as checkboxes."""

    suggested = forms.MultipleChoiceField(
        label=gettext_lazy("Rules of the verdict"), required=False, widget=forms.CheckboxSelectMultiple
    )

    field_order = ("text", "remedy", "suggested", "citations", "minutes", "fined", "infraction", "level")

    def __init__(
        self,
        *args: Any,
        dispute: Dispute,
        event_rights: Rights,
        cited: Sequence[tuple[str, Cited]],
        prefilled: Mapping[str, Any],
        **more: Any,
    ) -> None:
        written = get_initial_data(dispute.decision) if dispute.decision else {}
        super().__init__(
            *args, initial={**written, **prefilled}, **get_penalty_choices(dispute.match, event_rights), **more
        )
        if dispute.match is None:
            del self.fields["minutes"]
        field = self.fields["suggested"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(citation, _name_rule(choice)) for citation, choice in cited]
        if not cited:
            del self.fields["suggested"]

    @property
    def content(self) -> DecisionContent:
        """The decision with the selected rules of the verdict."""
        content_data = super().content
        return replace(content_data, citations=(*self.cleaned_data.get("suggested", ()), *content_data.citations))


def _name_rule(rule: Cited) -> str:
    return rule.label if rule.heading in ("", rule.label) else f"{rule.label} {rule.heading}"


def decision_form(
    user: object,
    dispute: Dispute,
    context: Mapping[str, Any],
    posted: QueryDict | None = None,
    *,
    prefilled: Mapping[str, Any] = MappingProxyType({}),
) -> DisputeDecisionForm:
    """Return the form of the decision, bound to ``posted`` or with the saved decision.

    Args:
        user: the judge.
        dispute: the dispute.
        context: the result of ``replay_page``.
        posted: the submitted data; ``None`` for an unbound form.
        prefilled: initial data from the policy guide, which replace saved values.
    """
    event_rights = rights(user, dispute.event) if dispute.event else NO_RIGHTS
    return DisputeDecisionForm(
        posted, dispute=dispute, event_rights=event_rights, cited=suggest_rules(dispute, context), prefilled=prefilled
    )


def build_judge_context(user: object, dispute: Dispute, page_context: Mapping[str, Any], take: str) -> dict[str, Any]:
    """Return the template context of a judge.

    It has the policy guide, form, plays, and the search text for similar decisions.

    Args:
        user: a judge of the dispute.
        dispute: the dispute with its match and record.
        page_context: the result of ``replay_page`` for the staff.
        take: the infraction whose advice fills the form; empty for none.
    """
    guide = build_guide(dispute, page_context)
    text = dispute.record.text if dispute.record and not dispute.published_at else ""
    plays = list_plays(text, dispute.game) if text else []
    context = {"guide": guide, "may_rule": can_rule(user, dispute.event), "plays": plays}
    if dispute.is_announced:
        return context
    about = f"{dispute.title} {page_context.get('rule', '')} {page_context.get('sentence', '')}"
    form = decision_form(user, dispute, page_context, prefilled=guide.prefilled(take) if guide else {})
    return {**context, "decision_form": form, "about": about[:MAX_QUERY_LENGTH]}


def unpublished_decision(user: object, dispute: Dispute) -> DecisionView | None:
    """Return the saved decision before the players are notified of it.

    ``None`` if there is none.
    """
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
