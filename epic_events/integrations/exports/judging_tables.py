"""Export tables of decisions, appeals, deck checks, clocks and time extensions."""

from epic_events.events.models import Event
from epic_events.infra.responses import Row
from epic_events.integrations.exports.tables import AT_ONCE, Table, moment_of, person_of, require
from epic_events.judging.clock.models import ClockMove, TimeExtension
from epic_events.judging.models import Appeal, Case, CheckDraw, Decision, DeckCheck
from epic_events.judging.permissions import Permission
from epic_events.pairings.round_names import name_of_round


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
    found = Decision.objects.filter(case__in=cases.values("pk")).select_related(
        "case__match__round__stage", "appeal", "by"
    )
    return Table(columns, map(_decision, found.order_by("at", "pk").iterator(AT_ONCE)))


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
    found = Appeal.objects.filter(case__in=cases.values("pk")).select_related(
        "case__match__round__stage", "registration", "by"
    )
    return Table(columns, map(_appeal, found.order_by("at", "pk").iterator(AT_ONCE)))


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
    found = CheckDraw.objects.filter(event=event).select_related("round__stage", "by")
    return Table(columns, map(_check_draw, found.order_by("at", "pk").iterator(AT_ONCE)))


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
    found = DeckCheck.objects.filter(event=event).select_related("registration", "match__round__stage", "by")
    return Table(columns, map(_deck_check, found.order_by("at", "pk").iterator(AT_ONCE)))


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
    found = TimeExtension.objects.filter(match__round__stage__event=event).select_related("match__round__stage", "by")
    return Table(columns, map(_time_extension, found.order_by("at", "pk").iterator(AT_ONCE)))


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
    """Return the actions on the round clocks, oldest first; added time is in seconds.

    Raises:
        NotAllowedError: the viewer is not staff of the event.
    """
    require(viewer, event, Permission.SEE_BOARD)
    columns = ("step", "at", "round", "kind", "seconds", "reason", "by")
    found = ClockMove.objects.filter(round__stage__event=event).select_related("round__stage", "by")
    return Table(columns, map(_clock_step, found.order_by("at", "pk").iterator(AT_ONCE)))


def _clock_step(move: ClockMove) -> Row:
    return {
        "step": move.pk,
        "at": moment_of(move.at),
        "round": name_of_round(move.round),
        "kind": move.kind,
        "seconds": move.seconds,
        "reason": move.reason,
        "by": person_of(move.by),
    }
