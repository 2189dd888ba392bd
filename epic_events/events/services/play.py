"""What happens to entries once play begins: starting, dropping, coming back, the end."""

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.locking import lock_event
from epic_events.events.models import Event, Participation, Registration, Stage
from epic_events.events.permissions import owns_registration, require_scorekeeper, stage_plan_advice
from epic_events.events.services.capacity import assign_spot_or_waitlist, promote_from_waitlist
from epic_events.infra.display_names import isolated
from epic_events.infra.errors import StateError
from epic_events.infra.labels import within_sentence

Status = Registration.Status
FEWEST_PLAYERS = 2


def status_placeholders(entry: Registration) -> dict[str, str]:
    """Return name and state of an entry, for sentences about it."""
    return {"name": isolated(entry.name), "status": within_sentence(entry.get_status_display())}


def current_stage(event: Event) -> Stage:
    """Return the last stage that somebody takes part in; before the start the first stage."""
    stage = event.stages.filter(participations__isnull=False).order_by("-order").first()
    return stage or event.stages.get(order=1)


def last_published(stage: Stage) -> int:
    """Return the number of the last round that players know of; one below its first when there is none."""
    last: int | None = stage.round_set.exclude(status="draft").aggregate(last=Max("number"))["last"]
    return last or stage.first_round - 1


def next_round(event: Event) -> tuple[Stage, int]:
    """Return the stage and number of the first round not published yet: a draft can still be paired anew."""
    stage = current_stage(event)
    return stage, last_published(stage) + 1


def start_event(actor: User | None, event: Event) -> Event:
    """Begin play: everybody checked in takes part from round 1, the waitlist stands still.

    Raises:
        NotAllowedError: for everybody but organisers, head judges and scorekeepers.
        StateError: when the event is not open or fewer than two players are checked in.
    """
    require_scorekeeper(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        if event.status != Event.Status.OPEN:
            raise StateError(_("Only an event that is open for registration can be started."))
        here = list(event.registrations.filter(status=Status.CHECKED_IN))
        if len(here) < FEWEST_PLAYERS:
            raise StateError(
                ngettext(
                    "%(here)d player is checked in. At least %(needed)d are needed to start.",
                    "%(here)d players are checked in. At least %(needed)d are needed to start.",
                    len(here),
                )
                % {"here": len(here), "needed": FEWEST_PLAYERS}
            )
        stage = event.stages.get(order=1)
        _require_fitting(actor, event, stage, len(here))
        Participation.objects.bulk_create(Participation(stage=stage, registration=entry) for entry in here)
        event.status = Event.Status.RUNNING
        event.save(update_fields=["status"])
        audit_log.record(actor, "event.started", event=event, subject=event, registrations=[entry.pk for entry in here])
    return event


def _require_fitting(actor: User | None, event: Event, stage: Stage, players: int) -> None:
    """Stop an event with more players than its first stage holds, while the plan can still change.

    Raises:
        StateError: says how many it holds.
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
    """Let an entry take part from the next round on; expects the event to be locked.

    A stretch that ended with the round before is continued, so that going and coming back between two rounds leaves no
    gap.

    Raises:
        StateError: once the cut is being played.
    """
    stage, number = next_round(entry.event)
    stretches = stage.participations.filter(registration=entry)
    still_open = stretches.filter(last_round=None).first()  # who left while a cut that was discarded since was seeded
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
    """Stop who would come into a stage whose places are given away.

    Raises:
        StateError: once an elimination is seeded, or a round robin is drawn without this player.
    """
    if stage.entered is None and stage.order == 1:
        return
    if stage.is_elimination:
        raise StateError(_("The cut has begun. Players can no longer join."))
    drawn = stage.participations.filter(registration=entry, seed__isnull=False)
    if stage.kind == Stage.Kind.ROUND_ROBIN and not drawn.exists():
        raise StateError(_("Players cannot join a round robin once it has begun."))


def drop(actor: User | None, entry: Registration, *, reason: str = "") -> Registration:
    """Take a player out of a running event after the round being played.

    Before play begins, use :func:`epic_events.events.services.withdraw`, which also comes here once it has begun.

    Raises:
        NotAllowedError: for everybody but the player and the staff who manage entries.
        StateError: when the event is not running or the player is not in it.
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
        last = last_published(stage)
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
    """Bring back a player who dropped or withdrew; during play from the next round on.

    Raises:
        NotAllowedError: for everybody but organisers, head judges and scorekeepers.
        StateError: when the player never left, the event is over or the cut is being played.
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
