"""Repairs of seating: swapped players, manual pairings, byes and table numbers.

Every player has one seat, and the reason is public. Every function expects the event to be locked.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django.db.models import Max, Model
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event, Registration
from epic_events.infra.errors import StateError, UserError
from epic_events.infra.names import isolated
from epic_events.pairings.methods.scores import Kind as ScoreKind
from epic_events.pairings.methods.scores import Score, swap_sides
from epic_events.pairings.models import Match, ResultReport, Round, Seat
from epic_events.pairings.reasons import MANUAL, MANUAL_BYE_AGAIN, MANUAL_REMATCH, sentences
from epic_events.pairings.repairs.services.event_state import Difference, RoundName
from epic_events.pairings.repairs.services.kinds import (
    RepairKind,
    UnpublishedChoice,
    discard_unpublished,
    get_match,
    get_round,
    get_round_name,
    pair_discarded_again,
    require_not_final,
    unpublished_round_ids,
)
from epic_events.pairings.repairs.services.rows import restore_reports
from epic_events.pairings.results import table_rows
from epic_events.pairings.results.report_conflicts import ANY_REPORT
from epic_events.pairings.results.services.reporting import enter_result
from epic_events.pairings.rounds import inputs
from epic_events.pairings.rounds.services.pairing import finalise_bye


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
            enter_result(actor, match, score, reason=reason, overrides=ANY_REPORT)


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


Played = tuple[int, int, int, str]
"""Games won by the named player, games won by the opponent, drawn games, kind of result."""


def _score(played: Played | None) -> Score | None:
    """Convert a submitted result to a `Score`, the first player first.

    None if the match was not played.

    Raises:
        UserError: an invalid kind of result.
    """
    if played is None:
        return None
    first, second, drawn, kind = played
    try:
        return Score(first, second, drawn, ScoreKind(kind))
    except ValueError as error:
        raise UserError(_("Select a valid kind of result.")) from error


@dataclass(frozen=True)
class SwapPlayers(RepairKind):
    """Swap two players between their tables.

    Attributes:
        round: key of the round.
        first: key of a registration.
        second: key of the other registration.
        first_played: the score at the first player's new table, from that player's view. `None` if not played.
        second_played: the same for the second player.
        draft: what to do with unpublished pairings of the next round.
    """

    name: ClassVar[str] = "exchange"

    round: int
    first: int
    second: int
    first_played: Played | None = None
    second_played: Played | None = None
    draft: str = UnpublishedChoice.KEEP.value

    def __post_init__(self) -> None:
        """Convert scores from JSON lists to tuples."""
        for name in ("first_played", "second_played"):
            if isinstance(getattr(self, name), list):
                object.__setattr__(self, name, tuple(getattr(self, name)))

    def rounds(self, event: Event) -> set[int]:
        """Return the round and the unpublished round."""
        return {get_round(event, self.round).pk} | unpublished_round_ids(event)

    def concerns(self, event: Event) -> list[RoundName]:
        """Return the round."""
        return [get_round_name(get_round(event, self.round))]

    def subject(self, event: Event) -> Model:
        """Return the round."""
        return get_round(event, self.round)

    def perform(self, actor: User | None, event: Event, reason: str) -> None:
        """Swap the two seats and enter the results that were played.

        Raises:
            StateError: the round belongs to a cut, or a player has no table.
            UserError: both sit at the same table, or a finished round would lack a result.
        """
        require_not_final(event)
        round_ = get_round(event, self.round)
        require_no_bracket(round_)
        here, second_match = get_match_of(round_, self.first), get_match_of(round_, self.second)
        if here == second_match:
            raise UserError(_("These players sit at the same table. Choose players from two different tables."))
        waiting = None if round_.status == Round.Status.DRAFT else discard_unpublished(actor, event, self.draft)
        moved = {self.first: self.second, self.second: self.first}
        seats = {
            match: tuple(moved.get(player, player) for player in registrations_at(match))
            for match in (here, second_match)
        }
        reseat(
            actor,
            round_,
            [
                PlannedTable(here.pk, seats[here], self._with_first_seat(seats[here], self.second, self.second_played)),
                PlannedTable(
                    second_match.pk,
                    seats[second_match],
                    self._with_first_seat(seats[second_match], self.first, self.first_played),
                ),
            ],
            reason,
        )
        audit_log.record(
            actor, "round.players_swapped", event=event, subject=round_, reason=reason,
            entries=[self.first, self.second], number=round_.number,
        )  # fmt: skip
        pair_discarded_again(actor, event, waiting)

    @staticmethod
    def _with_first_seat(players: tuple[int, ...], player: int, played: Played | None) -> Score | None:
        """Return the score with seat 1 first, or `None` for a bye."""
        score = _score(played)
        if score is None or len(players) == 1:
            return None
        return score if players[0] == player else swap_sides(score)

    def warnings(self, event: Event, difference: Difference) -> list[str]:
        """Warn about unusual pairings at the new tables."""
        del difference
        return warn_about_tables(event, self.round, (self.first, self.second))


@dataclass(frozen=True)
class PairManually(RepairKind):
    """Pair two players manually, or assign a bye, at tables without results.

    Attributes:
        round: key of the round, published or not.
        first: key of a registration.
        second: key of the opponent's registration. `None` assigns a bye.
    """

    name: ClassVar[str] = "by_hand"

    round: int
    first: int
    second: int | None = None

    def rounds(self, event: Event) -> set[int]:
        """Return the round."""
        return {get_round(event, self.round).pk}

    def concerns(self, event: Event) -> list[RoundName]:
        """Return the round."""
        return [get_round_name(get_round(event, self.round))]

    def subject(self, event: Event) -> Model:
        """Return the round."""
        return get_round(event, self.round)

    def perform(self, actor: User | None, event: Event, reason: str) -> None:
        """Pair the players. Their former opponents play each other or get the free bye.

        Raises:
            StateError: the round belongs to a cut, or a changed table has a result.
            UserError: they are already paired, or the first player already has the bye.
        """
        require_not_final(event)
        round_ = get_round(event, self.round)
        require_no_bracket(round_)
        tables = self._with_opponent(round_) if self.second is not None else self._with_bye(round_)
        self._require_unplayed([table.match for table in tables if table.match is not None])
        reseat(actor, round_, tables, reason)
        audit_log.record(
            actor, "round.paired_by_hand", event=event, subject=round_, reason=reason,
            entries=[self.first] if self.second is None else [self.first, self.second], number=round_.number,
        )  # fmt: skip

    def _with_opponent(self, round_: Round) -> list[PlannedTable]:
        assert self.second is not None
        here, second_match = get_match_of(round_, self.first), get_match_of(round_, self.second)
        if here == second_match:
            raise UserError(_("These players are already paired. Nothing would change."))
        left = [
            pk
            for match in (here, second_match)
            for pk in registrations_at(match)
            if pk not in (self.first, self.second)
        ]
        occupied, freed = (here, second_match) if here.table is not None else (second_match, here)
        return [PlannedTable(occupied.pk, (self.first, self.second)), PlannedTable(freed.pk, tuple(left))]

    def _with_bye(self, round_: Round) -> list[PlannedTable]:
        here = get_match_of(round_, self.first)
        left = [pk for pk in registrations_at(here) if pk != self.first]
        if not left:
            raise UserError(_("This player already has the bye. Nothing would change."))
        bye = next((row for row in table_rows.tables(round_) if row.is_bye), None)
        if bye is None:
            return [PlannedTable(here.pk, tuple(left)), PlannedTable(None, (self.first,))]
        return [PlannedTable(here.pk, (*left, bye.seats[0].registration_id)), PlannedTable(bye.match.pk, (self.first,))]

    @staticmethod
    def _require_unplayed(matches: list[int]) -> None:
        """Raise `StateError` if one of the matches has a result or a report."""
        played = Match.objects.filter(pk__in=matches, table__isnull=False).exclude(status=Match.Status.PENDING).first()
        if played is not None:
            raise StateError(
                _(
                    "Table %(table)s has a result or a report. If its players sat at the wrong tables, swap them "
                    "instead."
                )
                % {"table": played.table}
            )

    def warnings(self, event: Event, difference: Difference) -> list[str]:
        """Warn about unusual pairings at the new tables and about several byes."""
        del difference
        messages = warn_about_tables(event, self.round, (self.first, self.second) if self.second else (self.first,))
        byes = sum(row.is_bye for row in table_rows.tables(get_round(event, self.round)))
        if self.second is None and byes > 1:
            messages.append(_("%(byes)d players have a bye in this round.") % {"byes": byes})
        return messages


def warn_about_tables(event: Event, round_pk: int, entries: tuple[int | None, ...]) -> list[str]:
    """Return warnings about rematches, second byes and score differences.

    Only tables that were paired manually are included.
    """
    round_, messages = get_round(event, round_pk), []
    for row in table_rows.tables(round_):
        if not row.match.explanation.get("reasons") or row.match.explanation["reasons"][0].get("kind") != "manual":
            continue
        names = ", ".join(isolated(seat.registration.name) for seat in row.seats)
        points = row.match.explanation["points"]
        messages += [f"{names}: {text}" for text in sentences(row.match.explanation)[1:]]
        if len(points) == 2 and abs(points[0] - points[1]) >= round_.stage.win_points:
            messages.append(
                _("%(names)s: their scores differ by %(gap)d match points.")
                % {"names": names, "gap": abs(points[0] - points[1])}
            )
    del entries
    return messages


@dataclass(frozen=True)
class ChangeTableNumber(RepairKind):
    """Change the table number of a match. A match already there gets the old number.

    Attributes:
        match: key of the match.
        table: the new number.
    """

    name: ClassVar[str] = "table"

    match: int
    table: int

    def rounds(self, event: Event) -> set[int]:
        """Return the round of the match."""
        return {get_match(event, self.match).round_id}

    def concerns(self, event: Event) -> list[RoundName]:
        """Return the round of the match."""
        return [get_round_name(get_match(event, self.match).round)]

    def subject(self, event: Event) -> Model:
        """Return the match."""
        return get_match(event, self.match)

    def perform(self, actor: User | None, event: Event, reason: str) -> None:
        """Swap the table numbers.

        Raises:
            StateError: the round is finished, or the match is a bye.
            UserError: the match is already at this table.
        """
        require_not_final(event)
        match = get_match(event, self.match)
        if match.table is None:
            raise StateError(_("A bye has no table."))
        if match.round.status == Round.Status.FINISHED:
            raise StateError(_("This round is finished. Its table numbers cannot be changed."))
        if match.table == self.table:
            raise UserError(_("The match is already at this table."), fields={"table": _("Choose another table.")})
        before, occupied = match.table, match.round.matches.filter(table=self.table).first()
        Match.objects.filter(pk=match.pk).update(table=None)
        if occupied is not None:
            Match.objects.filter(pk=occupied.pk).update(table=before)
        Match.objects.filter(pk=match.pk).update(table=self.table)
        audit_log.record(
            actor, "match.table_changed", event=event, subject=match, reason=reason, table=self.table, before=before
        )

    def warnings(self, event: Event, difference: Difference) -> list[str]:
        """Warn about players who no longer sit at their reserved table."""
        match = get_match(event, self.match)
        fixed = Registration.objects.filter(event=event, fixed_table__isnull=False, seats__round=match.round)
        messages = []
        for entry in fixed.filter(pk__in=difference.registration_ids()).distinct():
            table = get_match_of(match.round, entry.pk).table
            if table not in (None, entry.fixed_table):
                messages.append(
                    _("Table %(table)s is reserved for %(name)s, who would sit elsewhere.")
                    % {"name": isolated(entry.name), "table": entry.fixed_table}
                )
        return messages
