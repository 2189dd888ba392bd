"""Export tables of events and judging.

Those of stages, rounds, staff, repairs, decisions, deck checks and clocks.
"""

from typing import Final

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from epic_events.disputes.models import Dispute
from epic_events.events.models import Event, Participation, StaffRole, Stage
from epic_events.events.permissions import build_permission_error, can_score, is_staff_of
from epic_events.infra.collation import name_order
from epic_events.infra.responses import Row
from epic_events.integrations.exports.tables import AT_ONCE, Table, moment_of, person_of, require
from epic_events.judging.clock.models import ClockMove, TimeExtension
from epic_events.judging.models import Appeal, Case, CheckDraw, Decision, DeckCheck
from epic_events.judging.permissions import Permission
from epic_events.pairings.models import Avoidance, Match, PodSeat, Repair, Round
from epic_events.pairings.pods import poddings
from epic_events.pairings.repairs.summaries import get_title, round_title
from epic_events.pairings.round_names import name_of_round

_OF_A_STAGE: Final = (
    "kind", "name", "best_of", "minutes", "rounds", "first_round", "cut_size", "entered", "carries", "power_from",
    "pod_size", "pod_order", "legs", "third_place", "final_reset",
)  # fmt: skip


def stages(event: Event, _viewer: object) -> Table:
    """Return the stages in order, with plan and status."""
    columns = ("stage", *_OF_A_STAGE, "format", "tie_breaks")
    return Table(columns, map(_stage, event.stages.select_related("event").order_by("order")))


def _stage(stage: Stage) -> Row:
    return {
        "stage": stage.order,
        **{name: getattr(stage, name) for name in _OF_A_STAGE},
        "format": stage.deck_format,
        "tie_breaks": " ".join(stage.tie_break_names),
    }


def rounds(event: Event, viewer: object) -> Table:
    """Return the rounds visible to the viewer, with match, bye and open counts."""
    columns = (
        "stage", "round", "round_name", "status", "seed", "tables", "byes", "open", "paired_at", "published_at",
        "time_called_at", "finished_at",
    )  # fmt: skip
    visible = Round.objects.visible_to(viewer).filter(stage__event=event)
    counted = visible.annotate(
        tables=Count("matches", filter=Q(matches__table__isnull=False)),
        byes=Count("matches", filter=Q(matches__table=None)),
        lacking=Count("matches", filter=Q(matches__table__isnull=False) & ~Q(matches__status=Match.Status.CONFIRMED)),
    )
    numbers = {pk: tuple(row) for pk, *row in counted.values_list("pk", "tables", "byes", "lacking")}

    def to_row(round_: Round) -> Row:
        tables, byes, lacking = numbers.get(round_.pk, (0, 0, 0))
        return {
            "stage": round_.stage.order,
            "round": round_.number,
            "round_name": name_of_round(round_),
            "status": round_.status,
            "seed": round_.seed,
            "tables": tables,
            "byes": byes,
            "open": lacking,
            "paired_at": moment_of(round_.paired_at),
            "published_at": moment_of(round_.published_at),
            "time_called_at": moment_of(round_.time_called_at),
            "finished_at": moment_of(round_.finished_at),
        }

    row = visible.select_related("stage").defer("explanation").order_by("stage__order", "number")
    return Table(columns, map(to_row, row.iterator(AT_ONCE)))


def pods(event: Event, viewer: object) -> Table:
    """Return the seats of the pods of all stages; unpublished pods only for staff."""
    plans = poddings(event, drafts=is_staff_of(viewer, event))
    seats = PodSeat.objects.filter(podding__in=plans).select_related("podding__stage", "registration")
    columns = ("stage", "pod", "seat", "id", "name")
    return Table(columns, map(_pod_seat, seats.order_by("podding__stage__order", "pod", "seat").iterator(AT_ONCE)))


def _pod_seat(seat: PodSeat) -> Row:
    return {
        "stage": seat.podding.stage.order,
        "pod": seat.pod,
        "seat": seat.seat,
        "id": seat.registration_id,
        "name": seat.registration.name,
    }


def participations(event: Event, viewer: object) -> Table:
    """Return the first and last round of each player in each stage.

    Covers late entries, drops and places in a cut. The last round is null while the player is active. If it is lower
    than the first, the player played no round.

    Raises:
        NotAllowedError: the viewer is not staff of the event.
    """
    require(viewer, event, Permission.SEE_BOARD)
    participations = Participation.objects.filter(stage__event=event).select_related("stage", "registration")
    ordered = participations.order_by("stage__order", name_order("registration__name"), "registration", "from_round")
    columns = ("stage", "id", "name", "from_round", "last_round", "seed")
    return Table(columns, map(_participation, ordered.iterator(AT_ONCE)))


def _participation(stretch: Participation) -> Row:
    return {
        "stage": stretch.stage.order,
        "id": stretch.registration_id,
        "name": stretch.registration.name,
        "from_round": stretch.from_round,
        "last_round": stretch.last_round,
        "seed": stretch.seed,
    }


def staff(event: Event, viewer: object) -> Table:
    """Return the event's staff, one row per role, without pending invitations.

    Raises:
        NotAllowedError: the viewer is not staff of the event.
    """
    require(viewer, event, Permission.SEE_BOARD)
    roles = event.staff.select_related("user").order_by("role", "pk")
    return Table(("name", "role", "given_at"), map(_role, roles.iterator(AT_ONCE)))


def _role(staff_role: StaffRole) -> Row:
    return {"name": person_of(staff_role.user), "role": staff_role.role, "given_at": moment_of(staff_role.given_at)}


def avoidances(event: Event, viewer: object) -> Table:
    """Return the pairs of players that are not to be paired, with reasons.

    Raises:
        NotAllowedError: the viewer is not an organiser, head judge or scorekeeper.
    """
    if not can_score(viewer, event):
        words = _("Only organisers, head judges and scorekeepers of this event may do this.")
        raise build_permission_error(viewer, event, words)
    columns = ("pair", "at", "first_id", "first_name", "second_id", "second_name", "strength", "reason", "by")
    avoidances = event.avoidances.select_related("first", "second", "by").order_by(name_order("first__name"), "pk")
    return Table(columns, map(_pair, avoidances.iterator(AT_ONCE)))


def _pair(pair: Avoidance) -> Row:
    return {
        "pair": pair.pk,
        "at": moment_of(pair.at),
        "first_id": pair.first_id,
        "first_name": pair.first.name,
        "second_id": pair.second_id,
        "second_name": pair.second.name,
        "strength": pair.strength,
        "reason": pair.reason,
        "by": person_of(pair.by),
    }


def repairs(event: Event, viewer: object) -> Table:
    """Return the repairs, oldest first; a repair that undoes another one refers to it.

    Raises:
        NotAllowedError: the viewer is not staff of the event.
    """
    require(viewer, event, Permission.SEE_BOARD)
    stages_by_pk = {stage.order: stage for stage in event.stages.all()}

    def to_row(repair: Repair) -> Row:
        return {
            "repair": repair.pk,
            "at": moment_of(repair.at),
            "kind": repair.kind,
            "what": get_title(repair.kind),
            "rounds": ", ".join(round_title(stages_by_pk, name) for name in repair.concerns),
            "parameters": repair.parameters,
            "reason": repair.reason,
            "by": person_of(repair.actor),
            "takes_back": repair.undo_of_id,
        }

    columns = ("repair", "at", "kind", "what", "rounds", "parameters", "reason", "by", "takes_back")
    repairs = Repair.objects.filter(event=event).select_related("actor").defer("changes", "summary").order_by("pk")
    return Table(columns, map(to_row, repairs.iterator(AT_ONCE)))


def disputes(event: Event, viewer: object) -> Table:
    """Return the disputes visible to the viewer, oldest first."""
    visible = Dispute.objects.visible_to(viewer).filter(event=event).order_by("opened_at", "pk")
    columns = ("dispute", "opened_at", "title", "rules_version", "status", "verdict", "published_at")
    return Table(columns, map(_dispute, visible.iterator(AT_ONCE)))


def _dispute(dispute: Dispute) -> Row:
    return {
        "dispute": dispute.slug,
        "opened_at": moment_of(dispute.opened_at),
        "title": dispute.title,
        "rules_version": dispute.rules_version,
        "status": dispute.status,
        "verdict": dispute.verdict,
        "published_at": moment_of(dispute.published_at),
    }


def decisions(event: Event, viewer: object) -> Table:
    """Return the announced decisions, oldest first, including corrected ones.

    Raises:
        NotAllowedError: the viewer is not staff of the event.
    """
    require(viewer, event, Permission.SEE_BOARD)
    columns = (
        "decision", "case", "number", "at", "round", "table", "text", "remedy", "citations", "minutes", "penalty",
        "appeal", "appeal_status", "given_by", "status",
    )  # fmt: skip
    cases = Case.objects.visible_to(viewer).filter(event=event)
    decisions = Decision.objects.filter(case__in=cases.values("pk")).select_related(
        "case__match__round__stage", "appeal", "by"
    )
    return Table(columns, map(_decision, decisions.order_by("at", "pk").iterator(AT_ONCE)))


def _decision(decision: Decision) -> Row:
    case, appeal = decision.case, decision.appeal
    return {
        "decision": decision.pk,
        "case": case.pk,
        "number": decision.number,
        "at": moment_of(decision.at),
        "round": name_of_round(case.match.round) if case.match else None,
        "table": case.table,
        "text": decision.text,
        "remedy": decision.remedy,
        "citations": " ".join(decision.citations),
        "minutes": decision.minutes,
        "penalty": decision.penalty_id,
        "appeal": appeal.pk if appeal else None,
        "appeal_status": appeal.status if appeal else None,
        "given_by": person_of(decision.by),
        "status": case.status,
    }


def appeals(event: Event, viewer: object) -> Table:
    """Return the appeals to the head judge, oldest first.

    Their outcome is in the table of decisions.

    Raises:
        NotAllowedError: the viewer is not staff of the event.
    """
    require(viewer, event, Permission.SEE_BOARD)
    columns = ("appeal", "case", "at", "round", "table", "id", "name", "reason", "status", "by", "ended_at")
    cases = Case.objects.visible_to(viewer).filter(event=event)
    appeals = Appeal.objects.filter(case__in=cases.values("pk")).select_related(
        "case__match__round__stage", "registration", "by"
    )
    return Table(columns, map(_appeal, appeals.order_by("at", "pk").iterator(AT_ONCE)))


def _appeal(appeal: Appeal) -> Row:
    case, entry = appeal.case, appeal.registration
    return {
        "appeal": appeal.pk,
        "case": case.pk,
        "at": moment_of(appeal.at),
        "round": name_of_round(case.match.round) if case.match else None,
        "table": case.table,
        "id": entry.pk if entry else None,
        "name": entry.name if entry else None,
        "reason": appeal.reason,
        "status": appeal.status,
        "by": person_of(appeal.by),
        "ended_at": moment_of(appeal.ended_at),
    }


def check_draws(event: Event, viewer: object) -> Table:
    """Return the random draws of tables for deck checks, oldest first.

    Raises:
        NotAllowedError: the viewer is not a judge of the event.
    """
    require(viewer, event, Permission.CHECK_DECKS)
    columns = ("draw", "at", "round", "tables", "candidates", "prefer_leaders", "prefer_unchecked", "seed", "by")
    draws = CheckDraw.objects.filter(event=event).select_related("round__stage", "by")
    return Table(columns, map(_check_draw, draws.order_by("at", "pk").iterator(AT_ONCE)))


def _check_draw(draw: CheckDraw) -> Row:
    return {
        "draw": draw.pk,
        "at": moment_of(draw.at),
        "round": name_of_round(draw.round),
        "tables": " ".join(map(str, draw.tables)),
        "candidates": len(draw.candidates),
        "prefer_leaders": draw.prefer_leaders,
        "prefer_unchecked": draw.prefer_unchecked,
        "seed": draw.seed,
        "by": person_of(draw.by),
    }


def deck_checks(event: Event, viewer: object) -> Table:
    """Return the deck checks, oldest first.

    Raises:
        NotAllowedError: the viewer is not a judge of the event.
    """
    require(viewer, event, Permission.CHECK_DECKS)
    columns = ("check", "at", "id", "name", "round", "table", "list", "outcome", "note", "minutes", "by", "ended_at")
    checks = DeckCheck.objects.filter(event=event).select_related("registration", "match__round__stage", "by")
    return Table(columns, map(_deck_check, checks.order_by("at", "pk").iterator(AT_ONCE)))


def _deck_check(check: DeckCheck) -> Row:
    return {
        "check": check.pk,
        "at": moment_of(check.at),
        "id": check.registration_id,
        "name": check.registration.name,
        "round": name_of_round(check.match.round) if check.match else None,
        "table": check.table,
        "list": check.list_id,
        "outcome": check.outcome,
        "note": check.note,
        "minutes": check.minutes,
        "by": person_of(check.by),
        "ended_at": moment_of(check.ended_at),
    }


def time_extensions(event: Event, viewer: object) -> Table:
    """Return the time extensions, oldest first; one that revokes another refers to it.

    Raises:
        NotAllowedError: the viewer is not staff of the event.
    """
    require(viewer, event, Permission.SEE_BOARD)
    columns = ("extension", "at", "round", "table", "minutes", "reason", "by", "takes_back")
    extensions = TimeExtension.objects.filter(match__round__stage__event=event).select_related(
        "match__round__stage", "by"
    )
    return Table(columns, map(_time_extension, extensions.order_by("at", "pk").iterator(AT_ONCE)))


def _time_extension(extension: TimeExtension) -> Row:
    return {
        "extension": extension.pk,
        "at": moment_of(extension.at),
        "round": name_of_round(extension.match.round),
        "table": extension.match.table,
        "minutes": extension.minutes,
        "reason": extension.reason,
        "by": person_of(extension.by),
        "takes_back": extension.takes_back_id,
    }


def clock_steps(event: Event, viewer: object) -> Table:
    """Return the actions on the clocks, oldest first; added time is in seconds.

    The round of the clock of drafting or building is its name.

    Raises:
        NotAllowedError: the viewer is not staff of the event.
    """
    require(viewer, event, Permission.SEE_BOARD)
    columns = ("step", "at", "round", "kind", "seconds", "reason", "by")
    own = Q(round__stage__event=event) | Q(preparation__stage__event=event)
    moves = ClockMove.objects.filter(own).select_related("round__stage", "preparation", "by")
    return Table(columns, map(_clock_step, moves.order_by("at", "pk").iterator(AT_ONCE)))


def _clock_name(move: ClockMove) -> str:
    if move.round is not None:
        return name_of_round(move.round)
    return move.preparation.get_kind_display() if move.preparation is not None else ""


def _clock_step(move: ClockMove) -> Row:
    return {
        "step": move.pk,
        "at": moment_of(move.at),
        "round": _clock_name(move),
        "kind": move.kind,
        "seconds": move.seconds,
        "reason": move.reason,
        "by": person_of(move.by),
    }
