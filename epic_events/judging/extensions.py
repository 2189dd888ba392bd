"""The judges' tab, panels of penalties and decisions, and audit log labels."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from epic_events.events.extensions import (
    EVENT,
    READER,
    AuditScope,
    EventSubject,
    Panel,
    Tab,
    audit_action_labels,
    audit_categories,
    audit_scopes,
    audit_subject_names,
    event_panels,
    event_tabs,
)
from epic_events.events.models import Event
from epic_events.events.permissions import Rights, is_staff_of
from epic_events.judging.calls.views import call_panel
from epic_events.judging.decisions.selectors import list_announced_cases, list_appealed_cases, list_player_cases
from epic_events.judging.models import Call, Case, CheckDraw, DeckCheck, Penalty, PenaltyQuerySet
from epic_events.judging.panels import board_panels
from epic_events.judging.penalties.selectors import list_own_penalties
from epic_events.judging.permissions import Permission, grants
from epic_events.pairings.models import Round
from epic_events.pairings.results.extensions import MatchSubject, match_panels
from epic_events.pairings.rounds.desk import table_marks
from epic_events.pairings.selectors import own_seat


def penalties_event_panel(request: HttpRequest, subject: EventSubject) -> Panel | None:
    """Return the panel with the user's penalties at an event, or None without any."""
    return _build_penalties_panel(request, subject.event)


def select_penalties_event_rows() -> PenaltyQuerySet:
    """Return the rows that make the event panel non-empty."""
    return Penalty.objects.active().filter(event_id=EVENT, registration__player__user_id=READER)


def penalties_match_panel(request: HttpRequest, subject: MatchSubject) -> Panel | None:
    """Return the panel with the user's penalties for the page of an unfinished match."""
    return _build_penalties_panel(request, subject.match.round.stage.event)


def _build_penalties_panel(request: HttpRequest, event: Event) -> Panel | None:
    penalties = list_own_penalties(request.user, event) if event.has_started else []
    if not penalties:
        return None
    return Panel(_("Your penalties"), "judging/partials/own_penalties.html", {"penalties": penalties, "event": event})


MAX_TABLES_NAMED: Final = 5
"""Maximum number of tables named in the update message."""


def decisions_match_panel(request: HttpRequest, subject: MatchSubject) -> Panel | None:
    """Return the panel with the decisions at a match, or None without any.

    Permission: players of the match and event staff.
    """
    cases = list_announced_cases(subject.match)
    event = subject.match.round.stage.event
    if not cases or not (own_seat(request.user, subject.match) or is_staff_of(request.user, event)):
        return None
    return _build_decisions_panel(cases, event)


def decisions_event_panel(request: HttpRequest, subject: EventSubject) -> Panel | None:
    """Return the panel with the decisions at the user's own matches, or None."""
    cases = list_player_cases(request.user, subject.event) if subject.event.has_started else []
    return _build_decisions_panel(cases, subject.event) if cases else None


def select_decisions_event_rows() -> QuerySet[Case]:
    """Return the rows that make the event panel non-empty."""
    return Case.objects.filter(event_id=EVENT, match__seats__registration__player__user_id=READER)


def appeals_board_panel(_request: HttpRequest, subject: EventSubject) -> Panel | None:
    """Return the panel with open appeals, highlighted for head judges."""
    cases = list_appealed_cases(subject.event)
    if not cases:
        return None
    mine = grants(subject.rights, Permission.DECIDE_APPEALS)
    tables = ", ".join(str(case.table or "-") for case in cases[:MAX_TABLES_NAMED])
    words = ngettext(
        "%(count)d appeal is waiting: table %(tables)s.",
        "%(count)d appeals are waiting: tables %(tables)s.",
        len(cases),
    )
    news = words % {"count": len(cases), "tables": tables}
    context = {"cases": cases, "event": subject.event, "news": news}
    return Panel(_("Appeals to the head judge"), "judging/partials/appeals.html", context, mine=mine)


def _build_decisions_panel(cases: list[Case], event: Event) -> Panel:
    rows = [(case, next(iter(case.decisions.all()), None)) for case in cases]
    return Panel(_("Judges' decisions"), "judging/partials/decisions.html", {"rows": rows, "event": event})


def _with_level(words: Promise) -> Callable[[dict[str, object]], str]:
    """Return a formatter of audit entries that inserts the translated level."""
    return lambda data: str(words) % {"level": _(str(data["level"])) if data.get("level") else ""}


def _describe_check_end(data: dict[str, object]) -> str:
    """Return the label of the audit entry for the end of a deck check.

    Older entries contain the outcome as text.
    """
    outcome = str(data.get("outcome", ""))
    return _("ended a deck check: %(outcome)s") % {"outcome": dict(DeckCheck.Outcome.choices).get(outcome, outcome)}


LOG_WORDS: Final[dict[str, str | Promise | Callable[[dict[str, object]], str]]] = {
    "call.opened": gettext_lazy("called a judge"),
    "call.reason_added": gettext_lazy("gave a reason for the judge call"),
    "call.taken": gettext_lazy("took a call"),
    "call.handed_over": gettext_lazy("handed a call over"),
    "call.put_back": gettext_lazy("put a call back into the queue"),
    "call.done": gettext_lazy("finished a call"),
    "call.withdrawn": gettext_lazy("cancelled a call"),
    "penalty.given": _with_level(gettext_lazy("gave a penalty: %(level)s")),
    "penalty.revoked": _with_level(gettext_lazy("revoked a penalty: %(level)s")),
    "check.drawn": gettext_lazy("drew tables for a deck check: %(tables)s"),
    "check.begun": gettext_lazy("began a deck check"),
    "check.ended": _describe_check_end,
    "decision.given": gettext_lazy("gave a decision"),
    "decision.corrected": gettext_lazy("corrected a decision"),
    "appeal.made": gettext_lazy("appealed to the head judge"),
    "appeal.withdrawn": gettext_lazy("withdrew an appeal"),
    "appeal.decided": gettext_lazy("decided an appeal"),
}


def _is_board_visible(event: Event, event_rights: Rights) -> bool:
    return grants(event_rights, Permission.SEE_BOARD) and event.has_started


def label_calls(keys: Collection[int]) -> dict[int, str]:
    """Return labels of calls for the audit log by id. One query, none without ids."""
    if not keys:
        return {}
    calls = Call.objects.filter(pk__in=keys).values_list("pk", "table")
    return {key: _("table %(table)s") % {"table": table} for key, table in calls}


def select_log_subjects(scope: AuditScope) -> Mapping[str, QuerySet[Any]]:
    """Return the judging objects whose audit entries belong to a scope."""
    narrowed: dict[str, Any] = {"event": scope.event}
    if scope.registrations is not None:
        narrowed["match__seats__registration__in"] = scope.registrations
    if scope.round_id is not None:
        narrowed["match__round"] = scope.round_id
    if scope.table is not None:
        narrowed["table"] = scope.table
    calls, cases = Call.objects.filter(**narrowed), Case.objects.filter(**narrowed)
    return {"judging.call": calls, "judging.case": cases, **_select_player_subjects(scope)}


def _select_player_subjects(scope: AuditScope) -> Mapping[str, QuerySet[Any]]:
    """Return the penalties, deck checks and draws in a scope."""
    narrowed: dict[str, Any] = {"event": scope.event}
    draws = CheckDraw.objects.filter(event=scope.event)
    if scope.round_id is not None:
        narrowed["match__round"], draws = scope.round_id, draws.filter(round=scope.round_id)
    if scope.table is not None:
        narrowed["table"] = scope.table
        drawn = [key for key, tables in draws.values_list("pk", "tables") if scope.table in tables]
        draws = CheckDraw.objects.filter(pk__in=drawn)
    if scope.registrations is not None:
        narrowed["registration__in"], draws = scope.registrations, CheckDraw.objects.none()
    return {
        "judging.penalty": Penalty.objects.filter(**narrowed),
        "judging.deckcheck": DeckCheck.objects.filter(**narrowed),
        "judging.checkdraw": draws,
    }


def _label_by_player(model: type[Penalty | DeckCheck]) -> Callable[[Collection[int]], Mapping[int, str]]:
    """Return a function that labels penalties or deck checks by player and table.

    The function uses one query, none without ids.
    """

    def label_rows(keys: Collection[int]) -> dict[int, str]:
        if not keys:
            return {}
        rows = model._default_manager.filter(pk__in=keys)
        labels = rows.values_list("pk", "registration__name", "table")
        words = _("%(name)s, table %(table)s")
        return {key: words % {"name": name, "table": table} if table else name for key, name, table in labels}

    return label_rows


def label_cases(keys: Collection[int]) -> dict[int, str]:
    """Return labels of cases for the audit log by id. One query, none without ids."""
    if not keys:
        return {}
    cases = Case.objects.filter(pk__in=keys, table__isnull=False).values_list("pk", "table")
    return {key: _("table %(table)s") % {"table": table} for key, table in cases}


def mark_called_tables(round_: Round) -> dict[int, str]:
    """Return a mark for each match with an open call by match id. One query."""
    waiting = Call.objects.waiting().filter(match__round=round_).values_list("match__pk", flat=True)
    return dict.fromkeys(waiting, _("Judge called"))


def register() -> None:
    """Register tab, panels and audit labels."""
    audit_categories["call"] = gettext_lazy("Calls")
    audit_categories["penalty"] = gettext_lazy("Penalties")
    audit_categories["decision"] = gettext_lazy("Judges' decisions")
    audit_categories["check"] = gettext_lazy("Deck checks")
    audit_categories["appeal"] = gettext_lazy("Appeals")
    audit_scopes.append(select_log_subjects)
    event_tabs.register(
        Tab(59, gettext_lazy("Big screen"), "clock:screen", lambda _event, held: held.staff, staff=True)
    )
    event_tabs.register(Tab(58, gettext_lazy("Judges"), "judging:board", _is_board_visible, staff=True))
    match_panels.register(call_panel)
    match_panels.register(penalties_match_panel)
    event_panels.register(penalties_event_panel, rows=select_penalties_event_rows)
    match_panels.register(decisions_match_panel)
    event_panels.register(decisions_event_panel, rows=select_decisions_event_rows)
    board_panels.register(appeals_board_panel)
    table_marks["called"] = mark_called_tables
    audit_subject_names["judging.call"] = label_calls
    audit_subject_names["judging.case"] = label_cases
    audit_subject_names["judging.penalty"] = _label_by_player(Penalty)
    audit_subject_names["judging.deckcheck"] = _label_by_player(DeckCheck)
    audit_action_labels.update(LOG_WORDS)
