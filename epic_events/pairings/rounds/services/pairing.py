"""Services that pair, publish, discard and finish a round.

Every function expects the event to be locked.
"""

from itertools import groupby
from operator import itemgetter

from django.db import transaction
from django.db.models import Count
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event, Registration, Stage
from epic_events.events.permissions import require_scorekeeper
from epic_events.events.readiness import Waiver
from epic_events.events.selectors import lock_event
from epic_events.events.services import start_event
from epic_events.infra.errors import StateError
from epic_events.infra.names import isolated
from epic_events.pairings import selectors
from epic_events.pairings.cut.services import (
    begin_stage,
    find_next_round,
    require_still_qualified,
    rounds_played_text,
    undo_begin_stage,
)
from epic_events.pairings.lifecycle import (
    MAX_TABLES_LISTED,
    close_round,
    generate_seed,
    lock_and_reload,
    require_players_ready,
    require_running,
    traffic_expected,
)
from epic_events.pairings.methods.scores import Kind, Score
from epic_events.pairings.methods.standings import BYE_GAMES
from epic_events.pairings.models import Match, Podding, ResultReport, Round, Seat
from epic_events.pairings.pods import publish_podding, seat, seat_latecomers
from epic_events.pairings.preparation import load_preparation, require_not_running
from epic_events.pairings.results.services.reporting import enter_result
from epic_events.pairings.round_names import name_of_round, round_facts
from epic_events.pairings.rounds import inputs
from epic_events.pairings.rounds.services.drafts import PlannedRound, compute_pairing, plan_bracket_round, store
from epic_events.pairings.standings.cached_ranking import store_ranking


def require_up_to_date(round_: Round) -> None:
    """Raise `StateError` if players or points have changed since the round was paired."""
    if not round_.stage.is_elimination:
        _require_same_field(round_)
        return
    if round_.number == 1 and round_.stage.order > 1:
        require_still_qualified(round_, round_.stage.entered or 0)
    stored = {
        (match.bracket, match.bracket_position): (
            [seat.registration_id for seat in match.seats.all()],
            match.explanation.get("absent"),
        )
        for match in round_.matches.prefetch_related("seats")
    }
    planned = plan_bracket_round(round_.stage, round_.number).matches
    if stored != {(each.part, each.slot): ([*each.players], each.explanation.get("absent")) for each in planned}:
        raise StateError(
            _("Discard these pairings and pair the round again: a player dropped or returned after it was paired.")
        )


def _require_same_field(round_: Round) -> None:
    """Raise `StateError` with the names of players whose attendance or points changed."""
    explained = dict(round_.matches.order_by().values_list("pk", "explanation"))
    seats = Seat.objects.filter(round=round_).order_by("match_id", "place").values_list("match_id", "registration_id")
    paired_with: dict[int, int] = {}
    for match, players in groupby(seats, key=itemgetter(0)):
        points = explained[match].get("points", [])
        paired_with |= {player: at for (_match, player), at in zip(players, points, strict=False)}
    now = {entrant.id: entrant.points for entrant in inputs.load_entrants(round_.stage, round_.number)}
    stale = sorted({pk for pk, _points in paired_with.items() ^ now.items()})
    if not stale:
        return
    names = dict(Registration.objects.filter(pk__in=stale).values_list("pk", "name"))
    raise StateError(
        _("Pair this round again. The attendance or points of these players changed after it was paired: %(names)s.")
        % {"names": ", ".join(isolated(names[pk]) for pk in stale[:MAX_TABLES_LISTED])}
    )


def finalise_byes(round_: Round) -> None:
    """Finalise all byes of a round in a constant number of queries, like `win_bye`."""
    alone = round_.matches.annotate(players=Count("seats")).filter(players=1).order_by().values_list("pk", flat=True)
    byes = list(alone)
    round_.matches.filter(pk__in=byes).update(
        status=Match.Status.CONFIRMED, result_kind=Match.ResultKind.BYE, confirmed_at=timezone.now()
    )
    Seat.objects.filter(match__in=byes).update(
        game_wins=BYE_GAMES, points=round_.stage.bye_points, outcome=Seat.Outcome.WIN
    )


def finalise_bye(match: Match, seat: Seat, stage: Stage) -> None:
    """Finalise a bye as a match won 2-0 without an opponent."""
    match.status, match.result_kind = Match.Status.CONFIRMED, Match.ResultKind.BYE
    match.confirmed_at = timezone.now()
    match.save(update_fields=["status", "result_kind", "confirmed_at"])
    seat.game_wins, seat.points, seat.outcome = BYE_GAMES, stage.bye_points, Seat.Outcome.WIN
    seat.save(update_fields=["game_wins", "points", "outcome"])


def finalise_absent_matches(actor: User | None, round_: Round) -> None:
    """Finalise elimination matches with dropped players.

    The remaining player advances.
    """
    needed = round_.stage.best_of // 2 + 1
    for match in round_.matches.filter(explanation__has_key="absent").prefetch_related("seats"):
        gone = set(match.explanation["absent"])
        first, second = (seat.registration_id in gone for seat in match.seats.all())
        if first and second:
            _lose_both(actor, match)
        else:
            enter_result(actor, match, Score(0 if first else needed, needed if first else 0, 0, Kind.AWARDED))


def _lose_both(actor: User | None, match: Match) -> None:
    """Finalise an elimination match as a double loss because both players dropped."""
    score = Score(0, 0, 0, Kind.DOUBLE_LOSS)
    match.status, match.result_kind = Match.Status.CONFIRMED, Match.ResultKind.DOUBLE_LOSS
    match.confirmed_at = timezone.now()
    match.save(update_fields=["status", "result_kind", "confirmed_at"])
    for lost in match.seats.all():
        lost.points, lost.outcome = match.round.stage.loss_points, Seat.Outcome.LOSS
        lost.save(update_fields=["points", "outcome"])
    report = ResultReport.objects.create(match=match, kind=ResultReport.Kind.STAFF, by=actor, values=score.values())
    audit_log.record(
        actor,
        "result.entered",
        event=match.round.stage.event,
        subject=match,
        table=match.table,
        report=report,
        **report.values,
    )


def pair_round(actor: User | None, event: Event, *, seed: int | None = None, waiver: Waiver | None = None) -> Round:
    """Pair the next round without publishing it, so that staff can check it.

    Starts an open event, and finishes the current round if all its results are in.

    Args:
        actor: who pairs. `None` for the command line.
        event: the event.
        seed: random seed for equally good pairings. A new one is drawn if not given.
        waiver: players without a valid decklist who may play, and why.

    Raises:
        NotAllowedError: the user is not an organiser, head judge or scorekeeper.
        NotReadyError: a player has no valid decklist and no waiver.
        StateError: a round is already paired, results are missing, or all rounds have been played.
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
        stage, number = find_next_round(event, last)
        stage.event = event
        if last is None or last.stage_id != stage.pk:
            require_not_running(load_preparation(stage, last.stage if last is not None else None))
        seed = generate_seed() if seed is None else seed
        _begin_stage(actor, event, stage, last, seed=seed)
        round_ = save_pairing(actor, event, Round(stage=stage, number=number, seed=seed))
        require_players_ready(actor, round_, waiver)
    return round_


def _begin_stage(actor: User | None, event: Event, stage: Stage, last: Round | None, *, seed: int) -> None:
    """Begin the stage of the next round if needed, and publish its pods.

    Raises:
        StateError: the stage is a cut, which has its own step, or the number of players does not fit.
    """
    if stage.is_elimination and last is not None and last.stage_id != stage.pk:
        raise StateError(_("%(done)s. Start the cut.") % {"done": rounds_played_text(last.stage)})
    if stage.kind == Stage.Kind.PODS:
        podding = Podding.objects.filter(stage=stage).first() or seat(actor, event, stage, last, seed=seed)
        if podding.published_at is None:
            podding.stage = stage
            publish_podding(actor, event, podding)
    elif stage.entered is None:
        begin_stage(actor, event, stage, last, seed=seed)


def save_pairing(actor: User | None, event: Event, round_: Round) -> Round:
    """Pair and store a new round with its matches.

    Raises:
        StateError: fewer than two players.
    """
    draft = _seat_and_pair(round_)
    round_.explanation = draft.explanation
    round_.save()
    store(round_, draft)
    audit_log.record(
        actor, "round.paired", event=event, subject=round_, stage=round_.stage, seed=round_.seed, **round_facts(round_)
    )
    return round_


def _seat_and_pair(round_: Round) -> PlannedRound:
    """Compute the pairing of a round. Late players get a seat in a pod first.

    Raises:
        StateError: fewer than two players.
    """
    if round_.stage.kind == Stage.Kind.PODS:
        seat_latecomers(round_.stage, round_.number)
    return compute_pairing(round_)


def pair_again(actor: User | None, round_: Round, *, seed: int | None = None) -> Round:
    """Pair an unpublished round again with a new random seed and the current players.

    Raises:
        NotAllowedError: the user is not an organiser, head judge or scorekeeper.
        StateError: the round is published, or its pairings follow from a bracket or schedule.
    """
    require_scorekeeper(actor, round_.stage.event)
    with transaction.atomic():
        round_ = lock_and_reload(round_)
        require_unpublished(round_)
        if round_.stage.is_elimination:
            raise StateError(_("The bracket determines the pairings of the cut. You cannot pair it again."))
        if round_.stage.kind == Stage.Kind.ROUND_ROBIN:
            raise StateError(_("The schedule determines the pairings of a round robin. You cannot pair it again."))
        before, round_.seed = round_.seed, generate_seed() if seed is None else seed
        draft = _seat_and_pair(round_)
        round_.matches.all().delete()
        round_.explanation, round_.paired_at = draft.explanation, timezone.now()
        round_.save(update_fields=["seed", "explanation", "paired_at"])
        store(round_, draft)
        audit_log.record(
            actor,
            "round.paired_again",
            event=round_.stage.event,
            subject=round_,
            seed=round_.seed,
            seed_before=before,
            **round_facts(round_),
        )
    return round_


def require_unpublished(round_: Round) -> None:
    """Raise `StateError` if the round is published."""
    if round_.status != Round.Status.DRAFT:
        raise StateError(_("%(round)s is already published.") % {"round": name_of_round(round_)})


def discard_round(actor: User | None, round_: Round) -> None:
    """Delete an unpublished round.

    Raises:
        NotAllowedError: the user is not an organiser, head judge or scorekeeper.
        StateError: the round is published.
    """
    require_scorekeeper(actor, round_.stage.event)
    with transaction.atomic():
        round_ = lock_and_reload(round_)
        require_unpublished(round_)
        stage = round_.stage
        audit_log.record(
            actor,
            "round.discarded",
            event=stage.event,
            subject=round_,
            stage=stage,
            seed=round_.seed,
            **round_facts(round_),
        )
        _date_drops_before(round_)
        round_.delete()
        undo_begin_stage(stage)


def _date_drops_before(round_: Round) -> None:
    """Change drops after a round to drops before it.

    The players are then not paired again in it.
    """
    gone = Registration.objects.filter(status=Registration.Status.DROPPED, event=round_.stage.event_id)
    stretches = round_.stage.participations.filter(registration__in=gone, last_round=round_.number)
    stretches.update(last_round=round_.number - 1)


def publish_round(actor: User | None, round_: Round, *, waiver: Waiver | None = None) -> Round:
    """Publish a round to the players. Its byes become wins.

    Args:
        actor: who publishes. `None` for the command line.
        round_: the unpublished round.
        waiver: players without a valid decklist who may play, and why. Earlier waivers stay valid.

    Raises:
        NotAllowedError: the user is not an organiser, head judge or scorekeeper.
        NotReadyError: a player has no valid decklist and no waiver.
        StateError: the round is already published, or players or points have changed since it was paired.
    """
    require_scorekeeper(actor, round_.stage.event)
    with transaction.atomic():
        round_ = lock_and_reload(round_)
        require_unpublished(round_)
        require_running(round_.stage.event)
        require_up_to_date(round_)
        require_players_ready(actor, round_, waiver)
        now = timezone.now()
        finalise_byes(round_)
        round_.status, round_.published_at = Round.Status.PUBLISHED, now
        round_.save(update_fields=["status", "published_at"])
        if round_.stage.is_elimination:
            finalise_absent_matches(actor, round_)
        audit_log.record(actor, "round.published", event=round_.stage.event, subject=round_, **round_facts(round_))
        traffic_expected.send(Round, event=round_.stage.event)
    return round_


def finish_round(actor: User | None, round_: Round) -> Round:
    """Finish a round whose results are all in. Its standings become public.

    Raises:
        NotAllowedError: the user is not an organiser, head judge or scorekeeper.
        StateError: results are missing, or the round is not in progress.
    """
    require_scorekeeper(actor, round_.stage.event)
    with transaction.atomic():
        round_ = lock_and_reload(round_)
        if round_.status == Round.Status.FINISHED:
            raise StateError(_("%(round)s is already finished.") % {"round": name_of_round(round_)})
        close_round(actor, round_.stage.event, round_)
        if not round_.stage.is_elimination:
            store_ranking(round_.stage.event, round_.number)
        traffic_expected.send(Round, event=round_.stage.event)
    return round_
