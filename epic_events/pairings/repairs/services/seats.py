"""Repairs of seating: swapped players, manual pairings, byes and table numbers."""

from dataclasses import dataclass
from typing import ClassVar

from django.db.models import Model
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event, Registration
from epic_events.infra.errors import StateError, UserError
from epic_events.infra.names import isolated
from epic_events.pairings.methods.scores import Kind as ScoreKind
from epic_events.pairings.methods.scores import Score, swap_sides
from epic_events.pairings.models import Match, Round
from epic_events.pairings.reasons import sentences
from epic_events.pairings.repairs.services.differences import Difference, RoundName
from epic_events.pairings.repairs.services.drafts import (
    UnpublishedChoice,
    discard_unpublished,
    pair_discarded_again,
    unpublished_round_ids,
)
from epic_events.pairings.repairs.services.kinds import (
    RepairKind,
    get_match,
    get_round,
    get_round_name,
    require_not_final,
)
from epic_events.pairings.repairs.services.tables import (
    PlannedTable,
    get_match_of,
    registrations_at,
    require_no_bracket,
    reseat,
)
from epic_events.pairings.results import table_rows

Played = tuple[int, int, int, str]
"""Games won by the named player, games won by the opponent, drawn games, kind of result."""


def _score(played: Played | None) -> Score | None:
    """Convert a submitted result to a `Score`, the first player first; None if the match was not played.

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
        here, there = get_match_of(round_, self.first), get_match_of(round_, self.second)
        if here == there:
            raise UserError(_("These players sit at the same table. Choose players from two different tables."))
        waiting = None if round_.status == Round.Status.DRAFT else discard_unpublished(actor, event, self.draft)
        moved = {self.first: self.second, self.second: self.first}
        seats = {
            match: tuple(moved.get(player, player) for player in registrations_at(match)) for match in (here, there)
        }
        reseat(
            actor,
            round_,
            [
                PlannedTable(here.pk, seats[here], self._with_first_seat(seats[here], self.second, self.second_played)),
                PlannedTable(
                    there.pk, seats[there], self._with_first_seat(seats[there], self.first, self.first_played)
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
        here, there = get_match_of(round_, self.first), get_match_of(round_, self.second)
        if here == there:
            raise UserError(_("These players are already paired. Nothing would change."))
        left = [pk for match in (here, there) for pk in registrations_at(match) if pk not in (self.first, self.second)]
        occupied, freed = (here, there) if here.table is not None else (there, here)
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
        before, there = match.table, match.round.matches.filter(table=self.table).first()
        Match.objects.filter(pk=match.pk).update(table=None)
        if there is not None:
            Match.objects.filter(pk=there.pk).update(table=before)
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
