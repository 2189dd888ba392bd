"""Checks before publication of a round, and results that follow from it.

Every function expects the event to be locked.
"""

from itertools import groupby
from operator import itemgetter

from django.db.models import Count
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Registration, Stage
from epic_events.infra.errors import StateError
from epic_events.infra.names import isolated
from epic_events.pairings.cut.services import require_still_qualified
from epic_events.pairings.lifecycle import MAX_TABLES_LISTED
from epic_events.pairings.methods.scores import Kind, Score
from epic_events.pairings.methods.standings import BYE_GAMES
from epic_events.pairings.models import Match, ResultReport, Round, Seat
from epic_events.pairings.results.services.reporting import enter_result
from epic_events.pairings.rounds import inputs
from epic_events.pairings.rounds.services.drafts import plan_bracket_round


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
