"""What judges did at an event, as tables for its staff: decisions, deck checks, time given to tables."""

from django.utils.translation import gettext as _

from epic_events.clock.models import TimeExtension
from epic_events.events.models import Event
from epic_events.events.permissions import refused_at
from epic_events.floor.models import Decision, DeckCheck, Matter
from epic_events.floor.permissions import May, can
from epic_events.pairings.round_names import name_of_round
from epic_events.portal.exports.tables import AT_ONCE, Table, moment_of, person_of
from epic_events.table_files import Row


def decisions(event: Event, viewer: object) -> Table:
    """Return every decision that was told, corrected ones too, the oldest first.

    Raises:
        NotAllowedError: for everybody but the event's staff.
    """
    _require(viewer, event, May.SEE_BOARD)
    columns = (
        "decision", "matter", "number", "at", "round", "table", "text", "remedy", "citations", "minutes", "penalty",
        "appeal", "appeal_status", "given_by", "status",
    )  # fmt: skip
    told = Matter.objects.visible_to(viewer).filter(event=event)
    found = Decision.objects.filter(matter__in=told.values("pk")).select_related(
        "matter__match__round__stage", "appeal", "by"
    )
    return Table(columns, map(_decision, found.order_by("at", "pk").iterator(AT_ONCE)))


def _decision(decision: Decision) -> Row:
    matter, appeal = decision.matter, decision.appeal
    return {
        "decision": decision.pk,
        "matter": matter.pk,
        "number": decision.number,
        "at": moment_of(decision.at),
        "round": name_of_round(matter.match.round) if matter.match else None,
        "table": matter.table,
        "text": decision.text,
        "remedy": decision.remedy,
        "citations": " ".join(decision.citations),
        "minutes": decision.minutes,
        "penalty": decision.penalty_id,
        "appeal": appeal.pk if appeal else None,
        "appeal_status": appeal.status if appeal else None,
        "given_by": person_of(decision.by),
        "status": matter.status,
    }


def deck_checks(event: Event, viewer: object) -> Table:
    """Return the deck checks, the oldest first.

    Raises:
        NotAllowedError: for everybody but the event's judges.
    """
    _require(viewer, event, May.CHECK_DECKS)
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
    """Return the time that tables were given, the oldest first; what takes time back names what it takes back.

    Raises:
        NotAllowedError: for everybody but the event's staff.
    """
    _require(viewer, event, May.SEE_BOARD)
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


def _require(viewer: object, event: Event, what: May) -> None:
    if not can(viewer, event, what):
        raise refused_at(viewer, event, _("This page is for the staff of the event."))
