"""Extensions of event pages by disputes.

A tab, panels of matches and cases, and audit log labels.
"""

from collections.abc import Collection, Mapping
from typing import Any, Final

from django.db.models import BigIntegerField, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from epic_events.disputes.decisions import as_ruling
from epic_events.disputes.models import Dispute
from epic_events.disputes.permissions import can_see_record, has_engine, no_engine_message
from epic_events.disputes.replays.plain_text import position_only_sentence
from epic_events.events.extensions import (
    AuditScope,
    Panel,
    Tab,
    audit_action_labels,
    audit_categories,
    audit_scopes,
    audit_subject_names,
    event_tabs,
)
from epic_events.events.models import Event
from epic_events.events.permissions import Rights, rights
from epic_events.infra.database.compiled_queries import CompiledQuery, Parameter
from epic_events.judging.panels import CaseSubject, TableSubject, case_panels, table_panels
from epic_events.judging.rulings.forms import initial_data_sources
from epic_events.pairings.results.extensions import MatchSubject, match_panels

LOG_WORDS = {
    "dispute.opened": gettext_lazy("opened a dispute"),
    "dispute.record_changed": gettext_lazy("changed the record of a dispute"),
    "dispute.decklist_set_aside": gettext_lazy("set a decklist aside for a dispute"),
    "dispute.disputed_play_chosen": gettext_lazy("chose the disputed play of a dispute"),
    "dispute.replay_asked": gettext_lazy("restarted the replay of a dispute"),
    "dispute.replay_cancelled": gettext_lazy("cancelled the replay of a dispute"),
    "dispute.replayed": gettext_lazy("replayed a dispute"),
    "dispute.replay_failed": gettext_lazy("could not replay a dispute"),
    "dispute.decided": gettext_lazy("wrote the decision on a dispute"),
    "dispute.published": gettext_lazy("published the decision on a dispute"),
    "dispute.evidence_added": gettext_lazy("added a statement or photo to a dispute"),
    "dispute.what_if_kept": gettext_lazy("saved a what-if of a dispute"),
    "dispute.what_if_published": gettext_lazy("published a what-if of a dispute"),
    "dispute.record_released": gettext_lazy("released the full record of a dispute"),
}


def _tab_is_shown(event: Event, rights_there: Rights) -> bool:
    """Return True if the event shows the tab.

    Judges always see it, others once the event has begun.
    """
    return rights_there.judge or event.has_started


def match_disputes(request: HttpRequest, subject: MatchSubject) -> Panel | None:
    """Return the panel with a match's disputes, with a link to open one for judges."""
    counts = _AT_MATCH.rows(match=subject.match.pk)
    # The permission query is slow, and most matches have no disputes.
    disputes = list(Dispute.objects.visible_to(request.user).filter(match=subject.match)) if counts else []
    event = subject.match.round.stage.event
    may_open = rights(request.user, event).judge
    if not disputes and not may_open:
        return None
    offered = has_engine(event)
    context = {
        "disputes": disputes,
        "match": subject.match,
        "may_open": may_open and offered,
        "no_engine": "" if offered else no_engine_message(event),
    }
    return Panel(_("Disputes"), "disputes/partials/match_panel.html", context)


def _at_match() -> QuerySet[Dispute, tuple[int]]:
    return Dispute.objects.filter(match_id=Parameter("match", BigIntegerField())).order_by().values_list("pk")[:1]


_AT_MATCH: Final = CompiledQuery(_at_match)


def table_disputes(request: HttpRequest, subject: TableSubject) -> Panel | None:
    """Return the same panel for a table."""
    return match_disputes(request, MatchSubject(subject.match))


def disputed_play(request: HttpRequest, subject: CaseSubject) -> Panel | None:
    """Return the panel with the disputed play of a case.

    ``None`` for a decision at a table.
    """
    dispute = Dispute.objects.visible_to(request.user).filter(case=subject.case).first()
    if dispute is None:
        return None
    full = can_see_record(request.user, dispute)
    sentence = (dispute.result or {}).get("sentence" if full else "public_sentence", "")
    if dispute.verdict == Dispute.Verdict.POSITION:
        sentence = position_only_sentence()
    return Panel(
        _("The disputed play"), "disputes/partials/case_panel.html", {"dispute": dispute, "sentence": sentence}
    )


def load_titles(keys: Collection[int]) -> dict[int, str]:
    """Return the titles of disputes by key, for the audit log; at most one query."""
    return dict(Dispute.objects.filter(pk__in=keys).values_list("pk", "title")) if keys else {}


def select_in_scope(scope: AuditScope) -> Mapping[str, QuerySet[Any]]:
    """Return the disputes of the audit entries in a scope."""
    disputes = Dispute.objects.filter(event=scope.event)
    if scope.registrations is not None:
        disputes = disputes.filter(match__seats__registration__in=scope.registrations)
    if scope.round_id is not None:
        disputes = disputes.filter(match__round=scope.round_id)
    return {"disputes.dispute": disputes if scope.table is None else disputes.filter(match__table=scope.table)}


def register() -> None:
    """Register all extensions."""
    audit_categories["dispute"] = gettext_lazy("Disputes")
    audit_subject_names["disputes.dispute"] = load_titles
    audit_scopes.append(select_in_scope)
    event_tabs.register(Tab(55, gettext_lazy("Disputes"), "disputes:of_event", _tab_is_shown))
    match_panels.register(match_disputes)
    case_panels.register(disputed_play)
    initial_data_sources["dispute"] = as_ruling.beginning
    table_panels.register(table_disputes)
    audit_action_labels.update(LOG_WORDS)
