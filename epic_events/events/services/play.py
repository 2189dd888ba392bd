"""Places and waitlist of an event.

Start, drop, reinstatement and participation intervals. The functions on places and the waitlist expect the event to be
locked.
"""

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event, Participation, Registration, Stage
from epic_events.events.permissions import owns_registration, require_scorekeeper, stage_plan_advice
from epic_events.events.selectors import lock_event
from epic_events.infra.errors import StateError
from epic_events.infra.names import isolated, within_sentence


def count_taken_spots(event: Event) -> int:
    """Return the number of active entries.

    It can exceed the capacity when staff reinstate players during play.
    """
    return event.registrations.with_active_status().count()


def count_free_spots(event: Event) -> int | None:
    """Return the number of free spots, or None if there is no limit."""
    if event.capacity is None:
        return None
    return max(0, event.capacity - count_taken_spots(event))


def is_waitlist_advancing(event: Event) -> bool:
    """Return True until the start, while free spots go to the waitlist automatically."""
    return event.status == Event.Status.OPEN and timezone.now() < event.starts_at


def must_join_waitlist(event: Event) -> bool:
    """Return True if the event is full or has a waitlist."""
    left = count_free_spots(event)
    if left is None:
        return False
    return left == 0 or event.registrations.filter(status=Registration.Status.WAITLISTED).exists()


def assign_spot_or_waitlist(event: Event, entry: Registration, status: str = Registration.Status.REGISTERED) -> None:
    """Give an entry a spot, or put it at the end of the waitlist; does not save it.

    Players who are already on the waitlist come first.
    """
    if not must_join_waitlist(event):
        entry.status, entry.waitlist_order = status, None
    else:
        entry.status, entry.waitlist_order = Registration.Status.WAITLISTED, _end_of_waitlist(event)


def _end_of_waitlist(event: Event) -> int:
    last: int | None = event.registrations.aggregate(last=Max("waitlist_order"))["last"]
    return (last or 0) + 1


def promote_from_waitlist(actor: User | None, event: Event) -> list[Registration]:
    """Fill free spots from the waitlist in order; return the promoted entries."""
    if not is_waitlist_advancing(event):
        return []
    left = count_free_spots(event)
    waiting = event.registrations.filter(status=Registration.Status.WAITLISTED).order_by("waitlist_order")
    promoted = list(waiting if left is None else waiting[:left])
    for entry in promoted:
        entry.status, entry.waitlist_order = Registration.Status.REGISTERED, None
        entry.save(update_fields=["status", "waitlist_order"])
        audit_log.record(actor, "registration.promoted", event=event, subject=entry)
    return promoted


Status = Registration.Status
MIN_PLAYERS = 2


def status_placeholders(entry: Registration) -> dict[str, str]:
    """Return the placeholders `name` and `status` for messages about an entry."""
    return {"name": isolated(entry.name), "status": within_sentence(entry.get_status_display())}


def current_stage(event: Event) -> Stage:
    """Return the last stage with participants, or the first stage before the start."""
    stage = event.stages.filter(participations__isnull=False).order_by("-order").first()
    return stage or event.stages.get(order=1)


def last_published_round(stage: Stage) -> int:
    """Return the number of the last published round.

    If no round is published, it is one below the first round of the stage.
    """
    last: int | None = stage.round_set.exclude(status="draft").aggregate(last=Max("number"))["last"]
    return last or stage.first_round - 1


def next_round(event: Event) -> tuple[Stage, int]:
    """Return the stage and number of the first round that is not published."""
    stage = current_stage(event)
    return stage, last_published_round(stage) + 1


def start_event(actor: User | None, event: Event) -> Event:
    """Start an event: players who are checked in take part from round 1.

    The waitlist is frozen from then on.

    Raises:
        NotAllowedError: the user is not an organiser, head judge or scorekeeper.
        StateError: the event is not open for registration, or fewer than two players are checked in.
    """
    require_scorekeeper(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        if event.status != Event.Status.OPEN:
            raise StateError(_("Only an event that is open for registration can be started."))
        here = list(event.registrations.filter(status=Status.CHECKED_IN))
        if len(here) < MIN_PLAYERS:
            raise StateError(
                ngettext(
                    "%(here)d player is checked in. At least %(needed)d are needed to start.",
                    "%(here)d players are checked in. At least %(needed)d are needed to start.",
                    len(here),
                )
                % {"here": len(here), "needed": MIN_PLAYERS}
            )
        stage = event.stages.get(order=1)
        _require_stage_capacity(actor, event, stage, len(here))
        Participation.objects.bulk_create(Participation(stage=stage, registration=entry) for entry in here)
        event.status = Event.Status.RUNNING
        event.save(update_fields=["status"])
        audit_log.record(actor, "event.started", event=event, subject=event, registrations=[entry.pk for entry in here])
    return event


def _require_stage_capacity(actor: User | None, event: Event, stage: Stage, players: int) -> None:
    """Raise if more players are checked in than the first stage allows.

    Checked before the start, while the stage plan can still change.

    Raises:
        StateError: there are too many players.
    """
    most = stage.most_players
    if most is not None and players > most:
        raise StateError(
            _("%(kind)s allows at most %(most)d players, but %(players)d are checked in: %(advice)s.")
            % {
                "kind": stage.get_kind_display(),
                "most": most,
                "players": players,
                "advice": stage_plan_advice(actor, event, _("change the stage plan")),
            }
        )


def open_participation(entry: Registration) -> Participation:
    """Let an entry take part from the next round; the event must be locked.

    An interval that ended with the previous round is continued, so that dropping and returning between two rounds
    leaves no gap.

    Raises:
        StateError: players can no longer join the stage.
    """
    stage, number = next_round(entry.event)
    stretches = stage.participations.filter(registration=entry)
    # dropped while a cut was seeded that has been discarded since
    still_open = stretches.filter(last_round=None).first()
    if still_open is not None:
        return still_open
    ended = stretches.filter(last_round__gte=number - 1).order_by("-from_round").first()
    if ended is None:
        _require_open_to_join(stage, entry)
        return Participation.objects.create(stage=stage, registration=entry, from_round=number)
    ended.last_round = None
    ended.save(update_fields=["last_round"])
    return ended


def _require_open_to_join(stage: Stage, entry: Registration) -> None:
    """Raise if the entry can no longer join the stage.

    Raises:
        StateError: the bracket is seeded, or the round robin has been drawn without this player.
    """
    if stage.entered is None and stage.order == 1:
        return
    if stage.is_elimination:
        raise StateError(_("The cut has begun. Players can no longer join."))
    drawn = stage.participations.filter(registration=entry, seed__isnull=False)
    if stage.kind == Stage.Kind.ROUND_ROBIN and not drawn.exists():
        raise StateError(_("Players cannot join a round robin once it has begun."))


def drop(actor: User | None, entry: Registration, *, reason: str = "") -> Registration:
    """Drop a player from a running event after the current round.

    Before the start use :func:`epic_events.events.services.withdraw`, which calls this function once play has begun.

    Raises:
        NotAllowedError: the user is neither the player nor may manage entries.
        StateError: the event is not running, or the player is not playing in it.
    """
    if not owns_registration(actor, entry):
        require_scorekeeper(actor, entry.event)
    with transaction.atomic():
        event = lock_event(entry.event)
        entry = Registration.objects.select_related("player").get(pk=entry.pk)
        if event.status != Event.Status.RUNNING:
            raise StateError(
                _("Players can only drop from a running event. Before the start, cancel the registration instead.")
            )
        if entry.status != Status.CHECKED_IN:
            raise StateError(
                _("%(name)s is not playing in this event (status: %(status)s).") % status_placeholders(entry)
            )
        stage = current_stage(event)
        last = last_published_round(stage)
        for stretch in stage.participations.filter(registration=entry, last_round=None):
            stretch.last_round = max(last, stretch.from_round - 1)
            stretch.save(update_fields=["last_round"])
        entry.status = Status.DROPPED
        entry.save(update_fields=["status"])
        audit_log.record(
            actor, "registration.dropped", event=event, subject=entry, reason=reason, stage=stage, after=last
        )
    return entry


def reinstate(actor: User | None, entry: Registration, *, reason: str = "") -> Registration:
    """Reinstate a player who dropped or cancelled; during play from the next round.

    Raises:
        NotAllowedError: the user is not an organiser, head judge or scorekeeper.
        StateError: the player has not dropped, the event is over, or the cut has begun.
    """
    require_scorekeeper(actor, entry.event)
    with transaction.atomic():
        event = lock_event(entry.event)
        entry = Registration.objects.select_related("player").get(pk=entry.pk)
        entry.event = event
        if entry.status not in (Status.DROPPED, Status.WITHDRAWN):
            raise StateError(_("%(name)s has not dropped from this event.") % {"name": isolated(entry.name)})
        if event.is_over:
            raise StateError(_("This event is over. Players can no longer be reinstated."))
        facts: dict[str, object] = {}
        if event.has_started:
            entry.status, entry.checked_in_at = Status.CHECKED_IN, timezone.now()
            facts["from_round"] = next_round(event)[1]
            open_participation(entry)
        else:
            assign_spot_or_waitlist(event, entry)
        entry.save()
        audit_log.record(
            actor, "registration.reinstated", event=event, subject=entry, reason=reason, status=entry.status, **facts
        )
        promote_from_waitlist(actor, event)
    return entry
