"""Preview and execution of repairs by the same code.

The preview runs the repair in a transaction that is rolled back. Execution runs it again and compares the outcome with
the preview. If they differ, for example because a result was entered in between, nothing is changed.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b

from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event
from epic_events.events.permissions import require_scorekeeper
from epic_events.events.selectors import lock_event
from epic_events.infra.errors import StateError, UserError
from epic_events.pairings.models import Repair, Round
from epic_events.pairings.repairs.services.corrections import CorrectResult, DropPairedPlayer, ReinstatePlayer
from epic_events.pairings.repairs.services.event_state import (
    Difference,
    RoundName,
    compute_difference,
    find_inconsistencies,
    load_event_state,
)
from epic_events.pairings.repairs.services.kinds import RepairKind
from epic_events.pairings.repairs.services.rows import (
    Change,
    diff_snapshots,
    find_links,
    find_lost_links,
    take_snapshot,
)
from epic_events.pairings.repairs.services.seats import ChangeTableNumber, PairManually, SwapPlayers
from epic_events.pairings.repairs.services.undo import Reopen, RollBackRound, Undo

KINDS: Mapping[str, type[RepairKind]] = {
    kind.name: kind
    for kind in (
        CorrectResult,
        ReinstatePlayer,
        DropPairedPlayer,
        SwapPlayers,
        PairManually,
        ChangeTableNumber,
        RollBackRound,
        Reopen,
        Undo,
    )
}
"""All kinds of repairs by their stored identifier."""

MAX_REASON_LENGTH = 500


class StalePreviewError(StateError):
    """The effect of the repair differs from the preview because the event has changed."""

    code = "stale_preview"


@dataclass(frozen=True)
class Preview:
    """The effect of a repair.

    Attributes:
        kind: the repair.
        difference: the visible changes.
        warnings: warnings for the user.
        fingerprint: hash of all this. Execution requires it, so that exactly the previewed repair is executed.
    """

    kind: RepairKind
    difference: Difference
    warnings: tuple[str, ...]
    fingerprint: str


@dataclass(frozen=True)
class _Done:
    difference: Difference
    warnings: tuple[str, ...]
    changes: list[Change]
    concerns: list[RoundName]


def preview(actor: User | None, event: Event, kind: RepairKind, *, reason: str) -> Preview:
    """Return the effect of a repair without changing anything.

    Raises:
        NotAllowedError: the user is not an organiser, head judge or scorekeeper.
        UserError: the repair is not possible, or there is no reason; says why.
    """
    require_scorekeeper(actor, event)
    _require_reason(reason)
    with transaction.atomic():
        done = _run(actor, lock_event(event), kind, reason)
        transaction.set_rollback(True)
    return Preview(kind, done.difference, done.warnings, _fingerprint(kind, done))


def repair(actor: User | None, event: Event, kind: RepairKind, *, reason: str, fingerprint: str) -> Repair:
    """Execute a repair as previewed, and store its changes.

    Args:
        actor: who does it. `None` for the command line.
        event: the event.
        kind: the repair.
        reason: why. Shown to players for manual pairings, otherwise to staff.
        fingerprint: the fingerprint of the preview.

    Raises:
        NotAllowedError: the user is not an organiser, head judge or scorekeeper.
        StalePreviewError: the effect differs from the preview.
        UserError: the repair is not possible, or there is no reason; says why.
    """
    require_scorekeeper(actor, event)
    _require_reason(reason)
    with transaction.atomic():
        event = lock_event(event)
        done = _run(actor, event, kind, reason)
        if _fingerprint(kind, done) != fingerprint:
            raise StalePreviewError(
                _("The event has changed since this preview. Nothing was repaired. Check the new preview.")
            )
        stored = Repair.objects.create(
            event=event,
            kind=kind.name,
            parameters=kind.parameters(),
            reason=reason.strip(),
            actor=actor,
            concerns=done.concerns,
            summary=done.difference.as_json(),
            changes=done.changes,
            undo_of_id=kind.repair if isinstance(kind, Undo) else None,
        )
        audit_log.record(
            actor,
            "event.repair_undone" if isinstance(kind, Undo) else "event.repaired",
            event=event,
            subject=stored,
            reason=reason.strip(),
            kind=kind.name,
            rounds=[number for _stage, number in done.concerns],
        )
    return stored


def _require_reason(reason: str) -> None:
    """Raise `UserError` if the reason is empty or too long."""
    if not reason.strip():
        raise UserError(_("Enter a reason for the repair."), fields={"reason": _("Enter a reason.")})
    if len(reason.strip()) > MAX_REASON_LENGTH:
        raise UserError(_("Shorten the reason."), fields={"reason": _("Shorten the reason.")})


def _run(actor: User | None, event: Event, kind: RepairKind, reason: str) -> _Done:
    """Run a repair and return its changes.

    Expects an open transaction with the event locked.

    Raises:
        UserError: the repair is not possible.
    """
    scope = kind.rounds(event)
    existing_rounds = set(Round.objects.filter(stage__event=event).values_list("pk", flat=True))
    concerns = kind.concerns(event)
    before, rows_before, wrong_before = (
        load_event_state(event, scope),
        take_snapshot(event, scope),
        find_inconsistencies(event),
    )
    links_before = find_links(scope)
    kind.perform(actor, event, reason.strip())
    event = Event.objects.get(pk=event.pk)
    scope = scope | (set(Round.objects.filter(stage__event=event).values_list("pk", flat=True)) - existing_rounds)
    changes = diff_snapshots(rows_before, take_snapshot(event, scope))
    if not changes:
        raise StateError(_("Nothing would change."))
    problems = [sentence for sentence in find_inconsistencies(event) if sentence not in wrong_before]
    if problems:
        raise StateError(_("This repair conflicts with later rounds. %(what)s") % {"what": " ".join(problems[:4])})
    differing = compute_difference(event, before, load_event_state(event, scope))
    return _Done(
        differing, tuple(kind.warnings(event, differing)), [*changes, *find_lost_links(links_before)], concerns
    )


def _fingerprint(kind: RepairKind, done: _Done) -> str:
    """Return a hash of a repair, its visible changes and the number of changed rows."""
    touched: dict[str, int] = {}
    for change in done.changes:
        touched[change["model"]] = touched.get(change["model"], 0) + 1
    content = [kind.name, kind.parameters(), repr(done.difference), list(done.warnings), sorted(touched.items())]
    return blake2b(json.dumps(content, sort_keys=True).encode(), digest_size=16).hexdigest()
