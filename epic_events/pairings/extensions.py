"""Tabs, panels and audit log labels that pairings add to event pages."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from django.db.models import Count, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.events.extensions import (
    EVENT,
    AuditScope,
    EventSubject,
    Panel,
    Tab,
    audit_action_labels,
    audit_categories,
    audit_rounds,
    audit_scopes,
    audit_subject_names,
    event_panels,
    event_tabs,
)
from epic_events.events.models import Event, Stage
from epic_events.events.permissions import Rights
from epic_events.infra.cached_values import cached
from epic_events.infra.database.compiled_queries import CompiledQuery
from epic_events.infra.names import isolated
from epic_events.page_cache.pages import Placeholders
from epic_events.pairings import selectors
from epic_events.pairings.cut.selectors import cut_winner
from epic_events.pairings.cut.services import outdated_seeds_warning
from epic_events.pairings.models import Match, PodSeat, Round, Seat
from epic_events.pairings.repairs.summaries import get_title
from epic_events.pairings.results.extensions import warning_providers
from epic_events.pairings.results.scores import describe_for_audit_log
from epic_events.pairings.results.selectors import FINAL_COUNT, load_current_table
from epic_events.pairings.round_names import name_of_match, name_of_round, round_name_in_log
from epic_events.pairings.standings.cached_ranking import is_large, load_ranking
from epic_events.pairings.standings.rows import build_cached_rows, standing_rows
from epic_events.pairings.standings.tie_break_labels import tie_break_names_in_log

LEADERS = 5
DASH_BETWEEN = " \N{EN DASH} "


def _round_finished(data: dict[str, object]) -> str:
    bracket = "matches" in data or "double" in data  # an elimination has no standings
    words = _("finished %(round)s") if bracket else _("finished %(round)s and published its standings")
    return words % {"round": round_name_in_log(data)}


def _result(words: Promise) -> Callable[[dict[str, Any]], str]:
    """Return the function that describes an audit entry about a result."""

    def describe(data: dict[str, Any]) -> str:
        line = str(words) % {"score": describe_for_audit_log(data), "table": data.get("table", "?")}
        return _("%(line)s, and drops from the event") % {"line": line} if data.get("drops") else line

    return describe


def _has_cut(event: Event, _rights: Rights) -> bool:
    return event.has_started and not set(_kinds(event)).isdisjoint(kind.value for kind in Stage.ELIMINATIONS)


def _has_pods(event: Event, _rights: Rights) -> bool:
    return event.has_started and Stage.Kind.PODS.value in _kinds(event)


def _has_final(event: Event, _rights: Rights) -> bool:
    return selectors.has_overall_standings(event)


def _kinds(event: Event) -> list[str]:
    """Return the kinds of an event's stages."""
    return [stage.kind for stage in selectors.event_plan(event).stages]


def my_pod_panel(request: HttpRequest, subject: EventSubject) -> Panel | None:
    """Return the panel with the reader's pod seat; None for users without one."""
    event = subject.event
    if not isinstance(request.user, User) or event.status != Event.Status.RUNNING:
        return None
    seat = selectors.current_pod_seat(event, request.user)
    if seat is None:
        return None
    return Panel(_("Your pod"), "pairings/partials/my_pod.html", {"seat": seat, "event": event}, mine=True)


def my_table_panel(request: HttpRequest, subject: EventSubject) -> Panel | None:
    """Return the panel with the reader's table in the current round.

    None for users without one.
    """
    mine = load_current_table(subject.event, request.user)
    if mine is None:
        return None
    context = {"mine": mine, "round": mine.match.round, "event": subject.event}
    return Panel(_("Your table"), "pairings/partials/event_panel.html", context, mine=True)


def current_round_panel(_request: HttpRequest, subject: EventSubject) -> Panel | None:
    """Return the panel with the current round and the leaders.

    None before the first round.
    """
    plan = selectors.event_plan(subject.event)
    if not plan.published_rounds:
        return None
    latest = plan.published_rounds[-1]
    swiss = plan.counting_stage
    after = plan.last_finished(swiss)
    context = {
        "round": latest,
        "after": after,
        "winner": cut_winner(subject.event) if latest.stage.is_elimination else None,
        "leaders": _leaders(subject, swiss, after) if swiss and after else "",
    }
    return Panel(_("Rounds"), "pairings/partials/current_panel.html", context)


def result_count_part(_request: HttpRequest, subject: EventSubject) -> dict[str, str]:
    """Return the number of results of the current round as a page part.

    Empty if no round is in progress.
    """
    counts = _RESULT_COUNT.rows(event=subject.event.pk)
    if not counts or counts[0][0] != Round.Status.PUBLISHED:
        return {}
    _status, played, settled = counts[0]
    context = {"played": played, "settled": settled}
    return {"results_in": render_to_string("pairings/partials/round_results_in.html", context)}


def _result_count_query() -> QuerySet[Round, tuple[Any, ...]]:
    """Return status and result counts of the latest published round.

    The counts are those of matches and of final results.
    """
    tables = Match.objects.filter(round=OuterRef("pk"), table__isnull=False).order_by().values("round")
    counted = tables.annotate(played=Count("pk"), settled=FINAL_COUNT)
    rounds = Round.objects.filter(stage__event_id=EVENT).exclude(status=Round.Status.DRAFT)
    numbers = {name: Coalesce(Subquery(counted.values(name)), 0) for name in ("played", "settled")}
    latest = rounds.order_by("-stage__order", "-number")[:1]
    return latest.values_list("status", *numbers.values())


_RESULT_COUNT: Final = CompiledQuery(_result_count_query)


def _leaders(subject: EventSubject, swiss: Stage, after: int) -> str:
    """Return the table of leaders as cached HTML.

    It has placeholders for per-user marks.
    """

    def render() -> str:
        if is_large(swiss):
            ranking = load_ranking(swiss, after, subject.standings_version_token)
            rows = build_cached_rows(swiss.event_id, ranking, 1, most=LEADERS)
        else:
            rows = standing_rows(swiss, after, part=slice(LEADERS))
        return render_to_string("pairings/partials/leaders.html", {"leaders": rows, "own": Placeholders(None)})

    name = ("leaders", get_language(), swiss.pk, after)
    return cached(name, subject.version_token, render) if subject.version_token else render()


def describe_repair(data: dict[str, object]) -> str:
    """Return the text of an audit entry about a repair."""
    return _("repaired: %(what)s") % {"what": get_title(str(data.get("kind", "")))}


def label_matches(keys: Collection[int]) -> dict[int, str]:
    """Return round and players of matches for the audit log, by primary key.

    Two queries.
    """
    if not keys:
        return {}
    seats = Prefetch("seats", queryset=Seat.objects.select_related("registration").order_by("place"))
    matches = Match.objects.filter(pk__in=keys).select_related("round__stage").prefetch_related(seats)
    players = {
        match.pk: DASH_BETWEEN.join(isolated(seat.registration.name) for seat in match.seats.all()) for match in matches
    }
    return {match.pk: f"{name_of_match(match)}, {players[match.pk]}" for match in matches}


def subjects_in_scope(scope: AuditScope) -> Mapping[str, QuerySet[Any]]:
    """Return the matches and rounds whose audit entries belong to a scope."""
    matches = Match.objects.filter(round__stage__event=scope.event)
    if scope.registrations is not None:
        matches = matches.filter(seats__registration__in=scope.registrations)
    if scope.table is not None:
        matches = matches.filter(table=scope.table)
    if scope.round_id is None:
        return {"pairings.match": matches}
    matches = matches.filter(round=scope.round_id)
    of_the_round = scope.registrations is None and scope.table is None
    rounds = {"pairings.round": Round.objects.filter(pk=scope.round_id)} if of_the_round else {}
    return {"pairings.match": matches, **rounds}


def audit_log_rounds(event: Event) -> Sequence[tuple[int, str]]:
    """Return the rounds by which an event's audit log can be filtered.

    One query.
    """
    rounds = Round.objects.filter(stage__event=event).select_related("stage").order_by("stage__order", "number")
    several = len({round_.stage_id for round_ in rounds}) > 1
    return [
        (each.pk, f"{each.stage.title}, {name_of_round(each)}" if several else name_of_round(each)) for each in rounds
    ]


def register() -> None:
    """Register tabs, panels and audit log labels."""
    audit_scopes.append(subjects_in_scope)
    audit_rounds.append(audit_log_rounds)
    audit_categories.update(
        {
            "round": gettext_lazy("Rounds"),
            "match": gettext_lazy("Tables"),
            "result": gettext_lazy("Results"),
            "results": gettext_lazy("Imported results"),
            "stage": gettext_lazy("Stages: rounds and tie-breakers"),
            "pods": gettext_lazy("Pods"),
            "cut": gettext_lazy("The cut"),
            "pair": gettext_lazy("Players set to “do not pair”"),
        }
    )
    event_tabs.register(
        Tab(30, gettext_lazy("Pairings"), "pairings:rounds", lambda event, rights: event.has_started or rights.staff)
    )
    event_tabs.register(
        Tab(40, gettext_lazy("Standings"), "pairings:standings", lambda event, _rights: event.has_started)
    )
    event_tabs.register(Tab(47, gettext_lazy("Final standings"), "pairings:final_standings", _has_final))
    event_tabs.register(Tab(35, gettext_lazy("Pods"), "pairings:pods", _has_pods))
    event_tabs.register(Tab(45, gettext_lazy("Bracket"), "pairings:bracket", _has_cut))
    event_tabs.register(Tab(57, gettext_lazy("Desk"), "pairings:desk", lambda _event, rights: rights.staff, staff=True))
    event_panels.register(my_pod_panel, rows=lambda: PodSeat.objects.filter(podding__stage__event_id=EVENT))
    event_panels.register(my_table_panel)
    event_panels.register(current_round_panel, for_all=True, parts=result_count_part)
    warning_providers.append(outdated_seeds_warning)
    audit_subject_names["pairings.match"] = label_matches
    audit_action_labels.update(
        {
            "stage.tie_breaks_changed": lambda data: (
                _("changed the tie-breakers to %(names)s") % {"names": tie_break_names_in_log(data)}
            ),
            "stage.table_rules_changed": gettext_lazy("changed the table rules"),
            "stage.rounds_fixed": gettext_lazy("set the number of rounds"),
            "round.paired": lambda data: _("paired %(round)s") % {"round": round_name_in_log(data)},
            "round.paired_again": lambda data: (
                _("paired %(round)s again") % {"round": round_name_in_log(data)}
                if "number" in data
                else _("paired a round again")
            ),
            "round.published": lambda data: _("published %(round)s") % {"round": round_name_in_log(data)},
            "round.discarded": lambda data: (
                _("discarded the unpublished pairings of %(round)s") % {"round": round_name_in_log(data)}
            ),
            "round.finished": _round_finished,
            "round.time_called": lambda data: _("called time in %(round)s") % {"round": round_name_in_log(data)},
            "round.time_call_undone": lambda data: (
                _("undid calling time in %(round)s") % {"round": round_name_in_log(data)}
            ),
            "match.active_player_recorded": gettext_lazy("recorded whose turn it was at table %(table)s"),
            "match.first_player_recorded": gettext_lazy("recorded who plays first at table %(table)s"),
            "result.reported": _result(gettext_lazy("reported a result: %(score)s at table %(table)s")),
            "result.confirmed": _result(gettext_lazy("confirmed a result: %(score)s at table %(table)s")),
            "result.report_undone": _result(gettext_lazy("undid a result report: %(score)s at table %(table)s")),
            "result.entered": _result(gettext_lazy("entered a result: %(score)s at table %(table)s")),
            "result.corrected": _result(gettext_lazy("corrected a result: %(score)s at table %(table)s")),
            "result.entry_undone": _result(gettext_lazy("undid a result entry: %(score)s at table %(table)s")),
            "results.imported": gettext_lazy("imported the results"),
            "avoidance.added": gettext_lazy("set two players to “do not pair”"),
            "avoidance.removed": gettext_lazy("removed “do not pair” from two players"),
            "stage.begun": gettext_lazy("began “%(title)s” with %(players)s players"),
            "pods.seated": gettext_lazy("seated the pods of “%(title)s”"),
            "pods.late_seated": gettext_lazy("gave late players a seat in the pods of “%(title)s”"),
            "pods.published": gettext_lazy("published the pods of “%(title)s”"),
            "pods.discarded": gettext_lazy("discarded the pods of “%(title)s”"),
            "cut.started": gettext_lazy("seeded the cut"),
            "event.repaired": describe_repair,
            "event.repair_undone": gettext_lazy("undid a repair"),
            "event.reopened": gettext_lazy("reopened the event"),
            "round.rolled_back": lambda data: _("reverted %(round)s") % {"round": round_name_in_log(data)},
            "round.players_swapped": lambda data: (
                _("swapped two players in %(round)s") % {"round": round_name_in_log(data)}
            ),
            "round.paired_by_hand": lambda data: (
                _("paired players by hand in %(round)s") % {"round": round_name_in_log(data)}
            ),
            "round.paired_early": lambda data: (
                _("paired %(round)s before all results were in") % {"round": round_name_in_log(data)}
            ),
            "match.table_changed": gettext_lazy("moved a match from table %(before)s to table %(table)s"),
            "event.ended_early": gettext_lazy("finished the event before all planned rounds were played"),
        }
    )
