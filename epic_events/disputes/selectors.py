"""Query of a dispute by its slug, for pages and API.

The query spans ten tables, and compiling it takes longer than running it. Only the permission query is built for each
request; the others are compiled once and run by key.
"""

from typing import Any, Final

from django.db import models
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.disputes.models import Dispute, RecordVersion, StoredVerdict
from epic_events.events.models import Event, Stage
from epic_events.infra.database.compiled_queries import (
    CompiledQuery,
    Parameter,
    instances_from,
    or_none,
    prefixed_columns,
    set_prefetched,
)
from epic_events.infra.errors import MissingError
from epic_events.judging.models import Case, Decision, Penalty
from epic_events.pairings.models import Match, Round

_WHOLE: Final[dict[str, type[models.Model]]] = {
    "": Dispute,
    "event__": Event,
    "match__": Match,
    "match__round__": Round,
    "match__round__stage__": Stage,
    "match__round__stage__event__": Event,
    "record__": RecordVersion,
    "stored__": StoredVerdict,
    "opened_by__": User,
    "case__": Case,
    "case__event__": Event,
    "case__match__": Match,
}
_DECIDED: Final[dict[str, type[models.Model]]] = {"": Decision, "by__": User, "penalty__": Penalty}
_KEY: Final = Parameter("key", models.BigIntegerField())


def find_dispute(viewer: object, slug: str) -> Dispute:
    """Return the dispute with a slug.

    Three queries. Its event, match, record, users and decisions are loaded.

    Raises:
        MissingError: there is none that the viewer may see.
    """
    key = Dispute.objects.visible_to(viewer).filter(slug=slug).order_by().values_list("pk", flat=True).first()
    rows = _BY_KEY.rows(key=key) if key is not None else []
    if not rows:
        raise MissingError(_("This dispute does not exist, or its decision is not published."))
    return _dispute(rows[0])


def _dispute(row: list[Any]) -> Dispute:
    dispute: Dispute
    dispute, event, match, round_, stage, of_match, record, stored, by, case, of_case, decided_at = instances_from(
        row, *_WHOLE.values()
    )
    dispute.event, dispute.match, dispute.record = or_none(event), or_none(match), or_none(record)
    dispute.stored, dispute.opened_by, dispute.case = or_none(stored), or_none(by), case
    case.dispute, case.event, case.match = dispute, or_none(of_case), or_none(decided_at)
    if dispute.match is not None:
        match.round, round_.stage, stage.event = round_, stage, of_match
    set_prefetched(case, decisions=[_decision(each, case) for each in _DECISIONS.rows(key=case.pk)])
    return dispute


def _decision(row: list[Any], case: Case) -> Decision:
    decision: Decision
    decision, by, penalty = instances_from(row, *_DECIDED.values())
    decision.by, decision.penalty, decision.case = or_none(by), or_none(penalty), case
    return decision


def _dispute_query() -> models.QuerySet[Dispute, tuple[Any, ...]]:
    return Dispute.objects.filter(pk=_KEY).order_by().values_list(*prefixed_columns(_WHOLE))


def _decisions() -> models.QuerySet[Decision, tuple[Any, ...]]:
    """Return the decisions of a case, latest first."""
    return Decision.objects.filter(case_id=_KEY).order_by("-number").values_list(*prefixed_columns(_DECIDED))


_BY_KEY: Final = CompiledQuery(_dispute_query)
_DECISIONS: Final = CompiledQuery(_decisions)
