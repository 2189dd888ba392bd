"""Dump the state of an event that repairs can change, and apply repairs."""

from typing import Any

from epic_events.accounts.models import User
from epic_events.events.models import Event
from epic_events.pairings.models import Match, Repair, Round
from epic_events.pairings.repairs import services as repairing
from epic_events.pairings.repairs.services import Preview
from epic_events.pairings.repairs.services.event_state import (
    Difference,
    EventState,
    compute_difference,
    load_event_state,
)
from epic_events.pairings.repairs.services.kinds import RepairKind
from epic_events.pairings.repairs.services.rows import REPORT, take_snapshot
from epic_events.pairings.repairs.services.undo import Undo
from epic_events.pairings.results.match_state import current_staff_entries, with_seats
from epic_events.pairings.results.table_rows import build_table_row


def all_rounds(event: Event) -> set[int]:
    return set(Round.objects.filter(stage__event=event).values_list("pk", flat=True))


def dump(event: Event) -> dict[str, Any]:
    """Return every row of the event; of append-only reports only the current ones."""
    rows: dict[str, Any] = dict(take_snapshot(event, all_rounds(event)))
    del rows[REPORT]
    matches = with_seats(Match.objects.filter(round__stage__event=event)).order_by("pk")
    rows["reports"] = {
        match.pk: [
            sorted((report.kind, report.registration_id or 0, str(report.values)) for report in reports)
            for reports in (build_table_row(match).reports, current_staff_entries(match.reports.all()))
        ]
        for match in matches
    }
    return rows


def load_state(event: Event) -> EventState:
    event.refresh_from_db()
    return load_event_state(event, all_rounds(event))


def differs(event: Event, before: EventState) -> Difference:
    return compute_difference(event, before, load_state(event))


def apply_repair(
    actor: User | None, event: Event, kind: RepairKind, reason: str = "The slip was read wrongly."
) -> Repair:
    """Preview a repair and apply it."""
    preview = repairing.preview(actor, event, kind, reason=reason)
    return repairing.repair(actor, event, kind, reason=reason, fingerprint=preview.fingerprint)


def preview_repair(
    actor: User | None, event: Event, kind: RepairKind, reason: str = "The slip was read wrongly."
) -> Preview:
    return repairing.preview(actor, event, kind, reason=reason)


def undo_repair(actor: User | None, event: Event, repair: Repair) -> Repair:
    return apply_repair(actor, event, Undo(repair.pk), "It was right before.")
