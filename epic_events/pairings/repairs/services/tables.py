"""Manual seating in rounds outside of a bracket.

Every player has one seat, and the reason is public. Every function expects the event to be locked.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.events.models import Registration
from epic_events.infra.errors import StateError, UserError
from epic_events.infra.names import isolated
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match, ResultReport, Round, Seat
from epic_events.pairings.reasons import MANUAL, MANUAL_BYE_AGAIN, MANUAL_REMATCH
from epic_events.pairings.repairs.services.rows import restore_reports
from epic_events.pairings.results.services.reporting import enter_result
from epic_events.pairings.rounds import inputs
from epic_events.pairings.rounds.services.publishing import finalise_bye


@dataclass(frozen=True)
class PlannedTable:
    """The wanted state of a table.

    Attributes:
        match: key of the match to change. `None` for a new one.
        players: registrations by seat. One is a bye, none deletes the match.
        score: the played score, seat 1 first. `None` if not played.
    """

    match: int | None
    players: tuple[int, ...]
    score: Score | None = None


def require_no_bracket(round_: Round) -> None:
    """Raise `StateError` if the round belongs to a cut."""
    if round_.stage.is_elimination:
        raise StateError(_("The bracket determines the pairings of the cut. You cannot change them manually."))


def reseat(actor: User | None, round_: Round, tables: Sequence[PlannedTable], reason: str) -> None:
    """Reseat players of a round, withdraw old reports and enter played results.

    Args:
        actor: who does it.
        round_: a round outside of a bracket, with its stage and event loaded.
        tables: the changed tables. Every player of their matches has exactly one seat in them.
        reason: why. Players can read it.

    Raises:
        StateError: the round belongs to a cut.
        UserError: a player would have no seat or two, or a finished round would lack a result.
    """
    require_no_bracket(round_)
    touched = [table.match for table in tables if table.match is not None]
    _require_one_seat_each(round_, touched, tables)
    if round_.status == Round.Status.FINISHED and any(len(t.players) == 2 and t.score is None for t in tables):
        raise UserError(_("This round is finished. Enter the results of both tables."))
    _withdraw_reports(actor, touched, reason)
    Seat.objects.filter(match__in=touched).delete()
    stored = Match.objects.in_bulk(touched)
    for table in tables:
        match = stored.get(table.match) if table.match is not None else Match(round=round_)
        if match is None:
            raise StateError(_("This table no longer exists: the round was paired again."))
        if not table.players:
            match.delete()
            continue
        _seat(round_, match, table, reason)
    if round_.status != Round.Status.DRAFT:
        _settle(actor, round_, [table.players for table in tables if table.players], tables, reason)


def _require_one_seat_each(round_: Round, touched: Iterable[int], tables: Sequence[PlannedTable]) -> None:
    """Raise `UserError` unless each player of the touched tables has exactly one seat."""
    seated = [player for table in tables for player in table.players]
    before = set(Seat.objects.filter(match__in=touched).values_list("registration_id", flat=True))
    elsewhere = set(round_.seats.exclude(match__in=touched).values_list("registration_id", flat=True))
    once = len(set(seated)) == len(seated) and not elsewhere & set(seated)
    if not once or before - set(seated) or any(len(table.players) > 2 for table in tables):
        raise UserError(_("Choose two different players: each player has one table in a round."))


def _withdraw_reports(actor: User | None, touched: Iterable[int], reason: str) -> None:
    """Withdraw the reports of tables whose players have changed. They stay readable."""
    by_match: dict[int, list[ResultReport]] = {}
    for report in ResultReport.objects.filter(match__in=touched).order_by("pk"):
        by_match.setdefault(report.match_id, []).append(report)
    for reports in by_match.values():
        restore_reports(reports, [], by=actor.pk if actor else None, reason=reason)


def _seat(round_: Round, match: Match, table: PlannedTable, reason: str) -> None:
    """Save a table without a result: match, seats and explanation."""
    match.status, match.result_kind, match.games_drawn = Match.Status.PENDING, Match.ResultKind.NONE, 0
    match.confirmed_at = match.first_player = match.turn_at_time = None
    if len(table.players) == 1:
        match.table = None
    elif match.table is None:
        match.table = (round_.matches.aggregate(last=Max("table"))["last"] or 0) + 1
    match.explanation = build_explanation(round_, table.players, reason)
    match.save()
    Seat.objects.bulk_create(
        Seat(match=match, round=round_, registration_id=player, place=place)
        for place, player in enumerate(table.players, 1)
    )


def build_explanation(round_: Round, players: Sequence[int], reason: str) -> dict[str, Any]:
    """Return the stored explanation of a manual pairing: reason, oddities and points."""
    points = {entrant.id: entrant.points for entrant in inputs.load_entrants(round_.stage, round_.number)}
    reasons: list[dict[str, Any]] = [{"kind": MANUAL, "amount": 0, "text": reason}]
    met = [{first, second} for first, second in inputs.load_history(round_.stage, round_.number)]
    if times := met.count({*players} if len(players) == 2 else {players[0], None}):
        reasons.append({"kind": MANUAL_REMATCH if len(players) == 2 else MANUAL_BYE_AGAIN, "amount": times})
    return {"reasons": reasons, "points": [points.get(player, 0) for player in players]}


def _settle(
    actor: User | None, round_: Round, seated: Iterable[tuple[int, ...]], tables: Sequence[PlannedTable], reason: str
) -> None:
    """Finalise the byes of a published round and enter the played results."""
    scores = {table.players: table.score for table in tables}
    for players in seated:
        match = round_.matches.get(seats__registration=players[0])
        if len(players) == 1:
            finalise_bye(match, match.seats.get(), round_.stage)
        elif (score := scores[players]) is not None:
            enter_result(actor, match, score, reason=reason)


def get_match_of(round_: Round, entry: int) -> Match:
    """Return the match of a registration in a round.

    Raises:
        StateError: the registration has no seat there.
    """
    match = round_.matches.filter(seats__registration=entry).first()
    if match is None:
        name = Registration.objects.filter(pk=entry).values_list("name", flat=True).first() or ""
        raise StateError(_("%(name)s has no table in this round.") % {"name": isolated(name)})
    return match


def registrations_at(match: Match) -> list[int]:
    """Return the registrations at a table, by seat."""
    return list(match.seats.order_by("place").values_list("registration_id", flat=True))
