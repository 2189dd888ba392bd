"""Services and clock of drafting and building before the first round of a stage.

Each service runs in one transaction with the event locked and writes one audit entry.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event
from epic_events.events.permissions import require_scorekeeper, require_staff
from epic_events.events.selectors import lock_event
from epic_events.events.services import start_event
from epic_events.infra.errors import StateError, UserError
from epic_events.judging.clock.models import MAX_EXTENSION_MINUTES, ClockMove
from epic_events.judging.clock.selectors import ClockState
from epic_events.judging.clock.services import MAX_REASON_LENGTH, MAX_ROUND_MINUTES
from epic_events.judging.clock.timing import ZERO, Clock, Kind, Move, replay_moves
from epic_events.pairings import selectors
from epic_events.pairings.lifecycle import close_round
from epic_events.pairings.models import Podding, Preparation
from epic_events.pairings.preparation import PreparationState, StagePreparation, load_next_preparation


@dataclass(frozen=True)
class PreparationClock:
    """The clock of drafting or building at one moment.

    It has the attributes of a round clock.

    Attributes:
        kind: drafting or building.
        state_of_step: whether it is planned, running, ended or skipped.
        minutes: planned minutes; 0 if none are planned.
        clock: the clock after all moves.
        now: server time of the reading.
        row: the stored step; None before it begins.
    """

    kind: Preparation.Kind
    state_of_step: PreparationState
    minutes: int
    clock: Clock
    now: datetime
    row: Preparation | None = None

    @property
    def state(self) -> ClockState:
        """The state of the clock at ``now``."""
        if self.state_of_step is PreparationState.PLANNED:
            return ClockState.READY
        if self.state_of_step is not PreparationState.RUNNING:
            return ClockState.CALLED
        if self.clock.paused_at is not None:
            return ClockState.PAUSED
        return ClockState.UP if self.left_seconds <= 0 else ClockState.RUNNING

    @property
    def left_seconds(self) -> int:
        """Seconds left, rounded up; 0 after the end, the planned length before the start."""
        left = self.clock.time_left(self.now)
        if left is None:
            return 60 * self.minutes
        return max(0, -(-left // timedelta(seconds=1)))

    @property
    def end_for_table(self) -> datetime | None:
        """The end time, the same for all players; None if the clock is not running."""
        return self.clock.ends_at


def load_clock(preparation: StagePreparation, kind: str, now: datetime | None = None) -> PreparationClock:
    """Return the clock of drafting or building; one query once it has begun."""
    row = preparation.rows.get(kind)
    stored = ClockMove.objects.filter(preparation=row).order_by("pk") if row is not None else ClockMove.objects.none()
    moves = [Move(Kind(move), at, seconds) for move, at, seconds in stored.values_list("kind", "at", "seconds")]
    return PreparationClock(
        Preparation.Kind(kind),
        preparation.state_of(kind),
        preparation.minutes.get(kind, 0),
        replay_moves(moves),
        now or timezone.now(),
        row,
    )


def load_current(event: Event) -> StagePreparation | None:
    """Return drafting and building before the next round.

    None if the event has neither now.

    No query for events without them, if the event plan is loaded.
    """
    preparation = load_next_preparation(selectors.event_plan(event))
    return preparation if preparation is not None and preparation.kinds else None


def start(actor: User | None, event: Event, kind: str, minutes: int | None = None) -> PreparationClock:
    """Start drafting or building with its clock; does nothing if it is in progress.

    Starts an open event, and finishes the current round if all its results are in.

    Args:
        actor: the user; None for the command line.
        event: the event.
        kind: a value of :class:`~epic_events.pairings.models.Preparation.Kind`.
        minutes: length; None for the planned one.

    Raises:
        NotAllowedError: the user is not an organiser, head judge or scorekeeper.
        StateError: another step is in progress, the pods are not published, or a round of the stage is paired.
        UserError: no length is given or planned, or it is out of range.
    """
    require_scorekeeper(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        preparation = _load_locked(event)
        state, name = preparation.state_of(kind), Preparation.Kind(kind).label
        if state is PreparationState.RUNNING:
            return load_clock(preparation, kind)
        if state is not PreparationState.PLANNED:
            raise StateError(_("%(preparation)s is over. Reopen it to continue.") % {"preparation": name})
        if preparation.running is not None:
            other = Preparation.Kind(preparation.running).label
            raise StateError(_("%(preparation)s is in progress. End it first.") % {"preparation": other})
        if preparation.state_of(Preparation.Kind.BUILDING) is not PreparationState.PLANNED:
            raise StateError(_("%(preparation)s comes before building.") % {"preparation": name})
        length = preparation.minutes.get(kind) if minutes is None else minutes
        if length is None or not 1 <= length <= MAX_ROUND_MINUTES:
            message = _("Enter 1 to %(most)d minutes.") % {"most": MAX_ROUND_MINUTES}
            raise UserError(message, fields={"minutes": message})
        if event.status == Event.Status.OPEN:
            event = start_event(actor, event)
        last = selectors.load_event_plan(event).latest_round
        if last is not None:
            close_round(actor, event, last)
        _require_pods_published(preparation)
        now = timezone.now()
        row = Preparation.objects.create(stage=preparation.stage, kind=kind, started_at=now)
        _move(actor, row, ClockMove.Kind.START, now, seconds=60 * length)
        _record(actor, event, row, "started", minutes=length)
        return _reload(event, kind, now)


def skip(actor: User | None, event: Event, kind: str) -> PreparationClock:
    """Skip drafting or building that has not begun; does nothing if it is over.

    Raises:
        NotAllowedError: the user is not an organiser, head judge or scorekeeper.
        StateError: it is in progress, does not come next, or a round of the stage is paired.
    """
    require_scorekeeper(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        preparation = _load_locked(event)
        state = preparation.state_of(kind)
        if state in (PreparationState.ENDED, PreparationState.SKIPPED):
            return load_clock(preparation, kind)
        name = Preparation.Kind(kind).label
        if state is PreparationState.RUNNING:
            raise StateError(_("%(preparation)s is in progress. End it first.") % {"preparation": name})
        if preparation.next != kind:
            raise StateError(_("%(preparation)s does not come next.") % {"preparation": name})
        row = Preparation.objects.create(stage=preparation.stage, kind=kind, ended_at=timezone.now())
        _record(actor, event, row, "skipped")
        return _reload(event, kind)


def pause(actor: User | None, event: Event, kind: str, reason: str = "") -> PreparationClock:
    """Pause the clock; does nothing if it is paused.

    Raises:
        NotAllowedError: the user has no role at the event.
        StateError: drafting or building is not in progress, or its time is up.
    """
    require_staff(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        shown, row = _load_running(event, kind)
        if shown.clock.paused_at is not None:
            return shown
        if (shown.clock.time_left(shown.now) or ZERO) <= ZERO:
            raise StateError(_("The clock cannot be paused: the time is up. Add minutes or end it."))
        _move(actor, row, ClockMove.Kind.PAUSE, shown.now, reason)
        _record(actor, event, row, "paused", reason)
        return _reload(event, kind, shown.now)


def resume(actor: User | None, event: Event, kind: str) -> PreparationClock:
    """Resume the clock; does nothing if it is running.

    Raises:
        NotAllowedError: the user has no role at the event.
        StateError: drafting or building is not in progress.
    """
    require_staff(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        shown, row = _load_running(event, kind)
        if shown.clock.paused_at is None:
            return shown
        _move(actor, row, ClockMove.Kind.RESUME, shown.now)
        _record(actor, event, row, "resumed")
        return _reload(event, kind, shown.now)


def add_minutes(actor: User | None, event: Event, kind: str, minutes: int, reason: str = "") -> PreparationClock:
    """Add minutes; a negative number removes minutes.

    Minutes added after the end count from now.

    Raises:
        NotAllowedError: the user has no role at the event.
        StateError: drafting or building is not in progress.
        UserError: the number is zero, too large, or removes more than is left.
    """
    require_staff(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        shown, row = _load_running(event, kind)
        message = ""
        if not minutes or abs(minutes) > MAX_EXTENSION_MINUTES:
            message = _("Enter 1 to %(most)d minutes, or a negative number to remove minutes.") % {
                "most": MAX_EXTENSION_MINUTES
            }
        elif minutes < 0 and (shown.clock.time_left(shown.now) or ZERO) < timedelta(minutes=-minutes):
            message = _("You cannot remove more minutes than are left.")
        if message:
            raise UserError(message, fields={"minutes": message})
        _move(actor, row, ClockMove.Kind.ADD, shown.now, reason, seconds=60 * minutes)
        _record(actor, event, row, "added", reason, minutes=minutes)
        return _reload(event, kind, shown.now)


def end(actor: User | None, event: Event, kind: str) -> PreparationClock:
    """End drafting or building; does nothing if it is over.

    The end of building closes the decklists.

    Raises:
        NotAllowedError: the user is not an organiser, head judge or scorekeeper.
        StateError: it has not begun, or a round of the stage is paired.
    """
    require_scorekeeper(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        preparation = _load_locked(event)
        if preparation.state_of(kind) in (PreparationState.ENDED, PreparationState.SKIPPED):
            return load_clock(preparation, kind)
        shown, row = _load_running(event, kind)
        if shown.clock.paused_at is None:
            _move(actor, row, ClockMove.Kind.PAUSE, shown.now)
        row.ended_at = shown.now
        row.save(update_fields=["ended_at"])
        _record(actor, event, row, "ended")
        return _reload(event, kind, shown.now)


def reopen(actor: User | None, event: Event, kind: str) -> PreparationClock:
    """Continue drafting or building that was ended.

    If it was skipped, it is planned again. Does nothing if it is in progress.

    Raises:
        NotAllowedError: the user is not an organiser, head judge or scorekeeper.
        StateError: it has not begun, another step followed, or a round of the stage is paired.
    """
    require_scorekeeper(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        preparation = _load_locked(event)
        state, name = preparation.state_of(kind), Preparation.Kind(kind).label
        if state is PreparationState.RUNNING:
            return load_clock(preparation, kind)
        if state is PreparationState.PLANNED:
            raise StateError(_("%(preparation)s has not been started.") % {"preparation": name})
        if preparation.last_done != kind or preparation.running is not None:
            raise StateError(_("%(preparation)s cannot be reopened: building has begun.") % {"preparation": name})
        row, now = preparation.rows[kind], timezone.now()
        _record(actor, event, row, "reopened")
        if row.started_at is None:
            row.delete()
        else:
            row.ended_at = None
            row.save(update_fields=["ended_at"])
            _move(actor, row, ClockMove.Kind.RESUME, now)
        return _reload(event, kind, now)


def _load_locked(event: Event) -> StagePreparation:
    """Return drafting and building that come next, at the locked event.

    Raises:
        StateError: the next round is not the first one of a stage with drafting or building.
    """
    preparation = load_next_preparation(selectors.load_event_plan(event))
    if preparation is None or not preparation.kinds:
        raise StateError(_("There is nothing to draft or build now."))
    return preparation


def _load_running(event: Event, kind: str) -> tuple[PreparationClock, Preparation]:
    """Return the clock and the row of a step in progress.

    Raises:
        StateError: it is not in progress.
    """
    preparation = _load_locked(event)
    if preparation.state_of(kind) is not PreparationState.RUNNING:
        message = _("%(preparation)s is not in progress.") % {"preparation": Preparation.Kind(kind).label}
        raise StateError(message)
    return load_clock(preparation, kind), preparation.rows[kind]


def _reload(event: Event, kind: str, now: datetime | None = None) -> PreparationClock:
    return load_clock(_load_locked(event), kind, now)


def _require_pods_published(preparation: StagePreparation) -> None:
    """Raise ``StateError`` if the players of a stage in pods do not know their seats."""
    stage = preparation.stage
    in_pods = stage.kind == stage.Kind.PODS
    if in_pods and not Podding.objects.filter(stage=stage, published_at__isnull=False).exists():
        raise StateError(_("Seat the pods and publish them first."))


def _move(
    actor: User | None, row: Preparation, kind: ClockMove.Kind, at: datetime, reason: str = "", *, seconds: int = 0
) -> None:
    cleaned = reason.strip()[:MAX_REASON_LENGTH]
    ClockMove.objects.create(preparation=row, kind=kind, seconds=seconds, reason=cleaned, by=actor, at=at)


def _record(
    actor: User | None, event: Event, row: Preparation, action: str, reason: str = "", *, minutes: int = 0
) -> None:
    facts = {"preparation": row.kind, "title": row.stage.title, **({"minutes": minutes} if minutes else {})}
    cleaned = reason.strip()[:MAX_REASON_LENGTH]
    audit_log.record(actor, f"preparation.{action}", event=event, subject=row.stage, reason=cleaned, **facts)


ACTIONS: Final = ("start", "skip", "pause", "resume", "add", "end", "reopen")
"""Actions on drafting and building, as named by pages and API."""


def apply(
    actor: User | None, event: Event, kind: str, action: str, minutes: int | None = None, reason: str = ""
) -> PreparationClock:
    """Apply one of :data:`ACTIONS`; errors as raised by its service."""
    if action == "start":
        return start(actor, event, kind, minutes)
    if action == "pause":
        return pause(actor, event, kind, reason)
    if action == "add":
        return add_minutes(actor, event, kind, minutes or 0, reason)
    return {"skip": skip, "resume": resume, "end": end, "reopen": reopen}[action](actor, event, kind)
