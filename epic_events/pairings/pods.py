"""Pods: their seats, and the services that seat, publish and discard them."""

from collections import Counter
from dataclasses import dataclass
from itertools import groupby

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event, Registration, RegistrationQuerySet, Stage
from epic_events.events.permissions import require_scorekeeper
from epic_events.events.selectors import lock_event
from epic_events.events.services import current_stage, start_event
from epic_events.infra.collation import name_order
from epic_events.infra.errors import StateError
from epic_events.infra.names import isolated
from epic_events.pairings import selectors
from epic_events.pairings.cut.services import begin_stage, find_next_round, undo_begin_stage
from epic_events.pairings.lifecycle import close_round, generate_seed, require_running
from epic_events.pairings.methods.pods import draw_pods
from epic_events.pairings.methods.swiss import random_bits
from epic_events.pairings.models import Podding, PodSeat, Round


@dataclass(frozen=True)
class PodRow:
    """A pod with its players in seat order; `mine` is the viewer's seat in it."""

    number: int
    seats: tuple[PodSeat, ...]
    mine: PodSeat | None


def pod_rows(stage: Stage, viewer: object = None) -> list[PodRow]:
    """Return the pods of a stage by number."""
    seats = PodSeat.objects.filter(podding__stage=stage).select_related("registration__player").order_by("pod", "seat")
    viewer_id = getattr(viewer, "pk", None)
    rows = []
    for number, group in groupby(seats, key=lambda seat: seat.pod):
        group_rows = tuple(group)
        mine = next(
            (s for s in group_rows if viewer_id is not None and s.registration.player.user_id == viewer_id), None
        )
        rows.append(PodRow(number, group_rows, mine))
    return rows


def poddings(event: Event, *, drafts: bool) -> list[Podding]:
    """Return the poddings of an event by stage; unpublished ones only if `drafts`."""
    rows = Podding.objects.filter(stage__event=event).select_related("stage").order_by("stage__order")
    return list(rows if drafts else rows.filter(published_at__isnull=False))


def seat_pods(actor: User | None, event: Event, *, seed: int | None = None) -> Podding:
    """Divide the players of the next stage into pods, unpublished.

    Starts an open event and begins the stage. Until the first round of the stage is paired, seating again replaces the
    pods and includes players who joined since.

    Args:
        actor: the user who seats the pods; None for the command line.
        event: the event.
        seed: random seed where standings do not decide; drawn if not given.

    Raises:
        NotAllowedError: the user is no organiser, head judge or scorekeeper.
        StateError: the next stage is not played in pods, or its rounds have started.
    """
    require_scorekeeper(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        if event.status == Event.Status.OPEN:
            event = start_event(actor, event)
        require_running(event)
        last = selectors.load_event_plan(event).latest_round
        if last is not None:
            close_round(actor, event, last)
        stage, _number = find_next_round(event, last)
        if stage.kind != Stage.Kind.PODS:
            raise StateError(_("The next stage is not played in pods: %(stage)s.") % {"stage": stage.title})
        if stage.round_set.exists():
            raise StateError(_("The rounds of these pods have started. Their seats can no longer change."))
        if stage.preparations.filter(started_at__isnull=False).exists():
            raise StateError(_("The players of these pods have started to draft or build. Their seats stay."))
        Podding.objects.filter(stage=stage).delete()
        undo_begin_stage(Stage.objects.get(pk=stage.pk))
        return seat(actor, event, Stage.objects.get(pk=stage.pk), last, seed=generate_seed() if seed is None else seed)


def seat(actor: User | None, event: Event, stage: Stage, last: Round | None, *, seed: int) -> Podding:
    """Begin a stage of pods and seat its players. Callers lock the event."""
    stage.event = event
    players = begin_stage(actor, event, stage, last, seed=seed)
    podding = Podding.objects.create(stage=stage, seed=seed)
    order = stage.pod_order if last is not None else Stage.PodOrder.CHANCE
    pods = draw_pods(players, stage.pod_size or Stage.MAX_POD_SIZE, order, seed, random_bits)
    PodSeat.objects.bulk_create(
        PodSeat(podding=podding, registration_id=player, pod=number, seat=place)
        for number, pod in enumerate(pods, 1)
        for place, player in enumerate(pod, 1)
    )
    sizes = [len(pod) for pod in pods]
    audit_log.record(actor, "pods.seated", event=event, subject=stage, title=stage.title, seed=seed, sizes=sizes)
    return podding


def publish_pods(actor: User | None, event: Event) -> Podding:
    """Publish the pods of the current stage.

    Raises:
        NotAllowedError: the user is no organiser, head judge or scorekeeper.
        StateError: there are no unpublished pods, or players joined or dropped since they were seated.
    """
    require_scorekeeper(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        require_running(event)
        podding = _get_unpublished_podding(event)
        _require_up_to_date(podding)
        publish_podding(actor, event, podding)
    return podding


def publish_podding(actor: User | None, event: Event, podding: Podding) -> None:
    """Publish unpublished pods. Callers lock the event."""
    podding.published_at = timezone.now()
    podding.save(update_fields=["published_at"])
    audit_log.record(actor, "pods.published", event=event, subject=podding.stage, title=podding.stage.title)


def discard_pods(actor: User | None, event: Event) -> None:
    """Delete unpublished pods and undo the start of their stage.

    Raises:
        NotAllowedError: the user is no organiser, head judge or scorekeeper.
        StateError: there are no unpublished pods.
    """
    require_scorekeeper(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        podding = _get_unpublished_podding(event)
        stage = podding.stage
        audit_log.record(actor, "pods.discarded", event=event, subject=stage, title=stage.title, seed=podding.seed)
        podding.delete()
        undo_begin_stage(Stage.objects.get(pk=stage.pk))


def _get_unpublished_podding(event: Event) -> Podding:
    """Return the unpublished pods of the current stage, or raise `StateError`."""
    podding = Podding.objects.filter(stage=current_stage(event), published_at=None).select_related("stage").first()
    if podding is None:
        raise StateError(_("There are no unpublished pods."))
    return podding


def _require_up_to_date(podding: Podding) -> None:
    """Raise `StateError` if players joined or dropped since the pods were seated."""
    seated = set(podding.seats.values_list("registration_id", flat=True))
    playing = Registration.objects.playing(podding.stage, podding.stage.first_round)
    stale = seated ^ set(playing.values_list("pk", flat=True))
    if stale:
        names = Registration.objects.filter(pk__in=stale).order_by(name_order("name")).values_list("name", flat=True)
        raise StateError(
            _("Seat the pods again. Joined or dropped since they were seated: %(names)s.")
            % {"names": ", ".join(map(isolated, names))}
        )


def unseated_players(stage: Stage) -> RegistrationQuerySet:
    """Return the players of the first round of a stage without a pod seat."""
    playing = Registration.objects.playing(stage, stage.first_round)
    return playing.exclude(pk__in=PodSeat.objects.filter(podding__stage=stage).values("registration_id"))


def seat_late_players(actor: User | None, event: Event) -> int:
    """Give late players a seat in the published pods before the first round.

    Returns:
        Number of players who got a seat.

    Raises:
        NotAllowedError: the user is no organiser, head judge or scorekeeper.
        StateError: there are no published pods, or their rounds have started.
    """
    require_scorekeeper(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        require_running(event)
        stage = current_stage(event)
        podding = Podding.objects.filter(stage=stage, published_at__isnull=False).first()
        if podding is None or stage.round_set.exists():
            raise StateError(_("Late players get a seat in published pods before the first round."))
        stage.event = event
        late = list(unseated_players(stage).order_by("pk").values_list("pk", flat=True))
        if late:
            seat_latecomers(stage, stage.first_round)
            audit_log.record(
                actor, "pods.late_seated", event=event, subject=stage, title=stage.title, registrations=late
            )
    return len(late)


def seat_latecomers(stage: Stage, number: int) -> None:
    """Seat players of a round who have no pod seat in the smallest pod.

    Callers lock the event.
    """
    podding = stage.podding
    here = set(Registration.objects.playing(stage, number).values_list("pk", flat=True))
    seats = list(podding.seats.all())
    sizes = Counter({seat.pod: 0 for seat in seats})
    sizes.update(seat.pod for seat in seats if seat.registration_id in here)
    for player in sorted(here - {seat.registration_id for seat in seats}):
        pod = min(sizes, key=lambda pod: (sizes[pod], pod))
        place = max(seat.seat for seat in seats if seat.pod == pod) + 1
        seats.append(PodSeat.objects.create(podding=podding, registration_id=player, pod=pod, seat=place))
        sizes[pod] += 1
