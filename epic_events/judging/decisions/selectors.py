"""Queries of cases, decisions and appeals."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import BigIntegerField, Prefetch, QuerySet

from epic_events.accounts.models import User
from epic_events.events.models import Event, Registration
from epic_events.events.selectors import load_altered_rules
from epic_events.infra.database.compiled_queries import CompiledQuery, Parameter
from epic_events.judging.decisions.services import can_appeal, can_correct
from epic_events.judging.models import Appeal, Case, Decision
from epic_events.judging.permissions import Permission, has_permission
from epic_events.pairings.models import Match
from epic_events.reference.rules import selectors
from epic_events.reference.rules.selectors import Cited, changed_citations

MAX_SHOWN = 50


@dataclass(frozen=True)
class DecisionView:
    """A decision with its cited rules.

    Attributes:
        decision: the decision.
        cited: the cited rules.
        changed: labels of cited rules whose text has changed since the decision.
    """

    decision: Decision
    cited: tuple[Cited, ...]
    changed: tuple[str, ...] = ()


@dataclass(frozen=True)
class CaseView:
    """A case with the actions available to one user.

    Attributes:
        case: the case.
        decisions: all decisions, the current one first.
        appeals: all appeals, newest first.
        open_appeal: the appeal to be decided, or None.
        can_appeal: True if the user can appeal now.
        is_own_appeal: True if the open appeal was made by the user.
        can_correct: True if the user can correct the current decision now.
        can_decide_appeal: True if the user can decide the open appeal.
    """

    case: Case
    decisions: tuple[DecisionView, ...]
    appeals: tuple[Appeal, ...]
    open_appeal: Appeal | None
    can_appeal: bool
    is_own_appeal: bool
    can_correct: bool
    can_decide_appeal: bool

    @property
    def last(self) -> DecisionView:
        """The current decision."""
        return self.decisions[0]


def with_decisions_and_appeals(cases: QuerySet[Case]) -> QuerySet[Case]:
    """Prefetch decisions and appeals of cases. Three queries in total."""
    return cases.select_related("event", "match__round__stage").prefetch_related(
        Prefetch("decisions", queryset=Decision.objects.select_related("by", "penalty").order_by("-number")),
        prefetch_appeals(),
    )


def prefetch_appeals() -> "Prefetch[str]":
    """Return the prefetch of appeals with their players, for :func:`build_case_view`."""
    return Prefetch("appeals", queryset=Appeal.objects.select_related("registration__player", "by").order_by("-pk"))


def build_case_view(case: Case, viewer: object, game: str) -> CaseView:
    """Return a case as shown to a user, with citations resolved in a game's rules.

    The case comes from :func:`with_decisions_and_appeals`.
    """
    stored_decisions = list(case.decisions.all())
    altered = load_altered_rules(case.event, game) if any(one.text_hashes for one in stored_decisions) else {}
    decisions = tuple(_build_decision_view(one, game, altered) for one in stored_decisions)
    appeals = tuple(case.appeals.all())
    waiting = next((appeal for appeal in appeals if appeal.status == Appeal.Status.OPEN), None)
    user = viewer if isinstance(viewer, User) else None
    appealing = waiting.registration if waiting is not None else None
    return CaseView(
        case=case,
        decisions=decisions,
        appeals=appeals,
        open_appeal=waiting,
        can_appeal=can_appeal(viewer, case),
        is_own_appeal=appealing is not None and user is not None and appealing.player.user_id == user.pk,
        can_correct=user is not None and bool(decisions) and can_correct(user, case, decisions[0].decision),
        can_decide_appeal=waiting is not None
        and user is not None
        and case.event is not None
        and has_permission(user, case.event, Permission.DECIDE_APPEALS),
    )


def _build_decision_view(one: Decision, game: str, altered: Mapping[str, str]) -> DecisionView:
    cited = tuple(cited_rule for number in one.citations if (cited_rule := selectors.cited(number, game)))
    changed = changed_citations(game, one.text_hashes, altered)
    labels = (
        cited_rule.label if (cited_rule := selectors.cited(number, game)) else number for number in sorted(changed)
    )
    return DecisionView(one, cited, tuple(labels))


def list_announced_cases(match: Match) -> list[Case]:
    """Return the announced cases at a match, newest first.

    One query, or three if there are any.
    """
    if not _SELECT_ANNOUNCED_CASES.rows(match=match.pk):
        return []
    announced = (
        Case.objects.filter(match=match)
        .exclude(status=Case.Status.DRAFT)
        .prefetch_related(Prefetch("decisions", queryset=Decision.objects.select_related("by").order_by("-number")))
    )
    return list(announced.order_by("-pk")[:MAX_SHOWN])


def _select_announced_cases() -> QuerySet[Case, tuple[int]]:
    announced = Case.objects.filter(match_id=Parameter("match", BigIntegerField())).exclude(status=Case.Status.DRAFT)
    return announced.order_by().values_list("pk")[:1]


_SELECT_ANNOUNCED_CASES: Final = CompiledQuery(_select_announced_cases)


def list_player_cases(user: object, event: Event) -> list[Case]:
    """Return the announced cases at a player's own matches of an event, newest first."""
    if not isinstance(user, User):
        return []
    own = Registration.objects.of_user(user).filter(event=event).values("pk")
    announced = Case.objects.filter(event=event, match__seats__registration__in=own).exclude(status=Case.Status.DRAFT)
    decisions = Prefetch("decisions", queryset=Decision.objects.select_related("by").order_by("-number"))
    return list(announced.prefetch_related(decisions).order_by("-pk")[:MAX_SHOWN])


def list_appealed_cases(event: Event) -> list[Case]:
    """Return the cases with an open appeal, oldest first. One query."""
    return list(Case.objects.filter(event=event, status=Case.Status.APPEALED).order_by("pk"))
