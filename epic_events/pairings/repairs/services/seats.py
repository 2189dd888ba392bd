"""A mis-seated pair, a pairing by hand, a bye, a table number."""

from dataclasses import dataclass
from typing import ClassVar

from django.db.models import Model
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event, Registration
from epic_events.infra.display_names import isolated
from epic_events.infra.errors import StateError, UserError
from epic_events.pairings.methods.scores import Kind as ScoreKind
from epic_events.pairings.methods.scores import Score, turned
from epic_events.pairings.models import Match, Round
from epic_events.pairings.reasons import sentences
from epic_events.pairings.repairs.services.differences import Difference, RoundName
from epic_events.pairings.repairs.services.drafts import Draft, draft_rounds, pair_anew, set_aside
from epic_events.pairings.repairs.services.kinds import Kind, match_of, name_of, require_not_final, round_of
from epic_events.pairings.repairs.services.tables import Table, players_at, rearrange, require_no_bracket, table_of
from epic_events.pairings.results import table_rows

Played = tuple[int, int, int, str]
"""Games won by the player named, by the opponent, drawn, and how it came about."""


def _score(played: Played | None) -> Score | None:
    """Return a score as the player named saw it.

    Raises:
        UserError: no result comes about that way.
    """
    if played is None:
        return None
    first, second, drawn, kind = played
    try:
        return Score(first, second, drawn, ScoreKind(kind))
    except ValueError as error:
        raise UserError(_("Select a valid kind of result.")) from error


@dataclass(frozen=True)
class ExchangePlayers(Kind):
    """Two players of a round sat at each other's table, or shall.

    Attributes:
        round: key of the round.
        first: key of an entry.
        second: key of the entry whose seat it takes, and the other way round.
        first_played: what was played where the first sits then, as the first saw it; None while nothing was.
        second_played: the same for the second.
        draft: what to do with a draft of the next round.
    """

    name: ClassVar[str] = "exchange"

    round: int
    first: int
    second: int
    first_played: Played | None = None
    second_played: Played | None = None
    draft: str = Draft.KEEP.value

    def __post_init__(self) -> None:
        """Take the scores as JSON has them."""
        for name in ("first_played", "second_played"):
            if isinstance(getattr(self, name), list):
                object.__setattr__(self, name, tuple(getattr(self, name)))

    def rounds(self, event: Event) -> set[int]:
        """The round, and the draft."""
        return {round_of(event, self.round).pk} | draft_rounds(event)

    def concerns(self, event: Event) -> list[RoundName]:
        """The round."""
        return [name_of(round_of(event, self.round))]

    def subject(self, event: Event) -> Model:
        """The round."""
        return round_of(event, self.round)

    def perform(self, actor: User | None, event: Event, reason: str) -> None:
        """Exchange the two seats; the tables have the results that were played there.

        Raises:
            StateError: in a cut, or when one of them has no table.
            UserError: they sit at the same table, or a finished round would lack a result.
        """
        require_not_final(event)
        round_ = round_of(event, self.round)
        require_no_bracket(round_)
        here, there = table_of(round_, self.first), table_of(round_, self.second)
        if here == there:
            raise UserError(_("These players sit at the same table. Choose players from two different tables."))
        waiting = None if round_.status == Round.Status.DRAFT else set_aside(actor, event, self.draft)
        moved = {self.first: self.second, self.second: self.first}
        seats = {match: tuple(moved.get(player, player) for player in players_at(match)) for match in (here, there)}
        rearrange(
            actor,
            round_,
            [
                Table(here.pk, seats[here], self._seen(seats[here], self.second, self.second_played)),
                Table(there.pk, seats[there], self._seen(seats[there], self.first, self.first_played)),
            ],
            reason,
        )
        audit_log.record(
            actor, "round.seats_exchanged", event=event, subject=round_, reason=reason,
            entries=[self.first, self.second], number=round_.number,
        )  # fmt: skip
        pair_anew(actor, event, waiting)

    @staticmethod
    def _seen(players: tuple[int, ...], player: int, played: Played | None) -> Score | None:
        """Return a score with place 1 first; a bye has none."""
        score = _score(played)
        if score is None or len(players) == 1:
            return None
        return score if players[0] == player else turned(score)

    def warnings(self, event: Event, difference: Difference) -> list[str]:
        """Say what is out of the ordinary about the new tables."""
        del difference
        return odd_tables(event, self.round, (self.first, self.second))


@dataclass(frozen=True)
class PairByHand(Kind):
    """Two players of a round without results shall meet, or one shall have the bye.

    Attributes:
        round: key of the round, a draft or published.
        first: key of an entry.
        second: key of the entry it meets; None gives the first a bye.
    """

    name: ClassVar[str] = "by_hand"

    round: int
    first: int
    second: int | None = None

    def rounds(self, event: Event) -> set[int]:
        """The round."""
        return {round_of(event, self.round).pk}

    def concerns(self, event: Event) -> list[RoundName]:
        """The round."""
        return [name_of(round_of(event, self.round))]

    def subject(self, event: Event) -> Model:
        """The round."""
        return round_of(event, self.round)

    def perform(self, actor: User | None, event: Event, reason: str) -> None:
        """Seat them; their former opponents meet each other, or have the bye that becomes free.

        Raises:
            StateError: in a cut, or when a result stands at a table that would change.
            UserError: they meet already, or the first has the bye already.
        """
        require_not_final(event)
        round_ = round_of(event, self.round)
        require_no_bracket(round_)
        tables = self._with_opponent(round_) if self.second is not None else self._with_bye(round_)
        self._require_unplayed([table.match for table in tables if table.match is not None])
        rearrange(actor, round_, tables, reason)
        audit_log.record(
            actor, "round.paired_by_hand", event=event, subject=round_, reason=reason,
            entries=[self.first] if self.second is None else [self.first, self.second], number=round_.number,
        )  # fmt: skip

    def _with_opponent(self, round_: Round) -> list[Table]:
        assert self.second is not None
        here, there = table_of(round_, self.first), table_of(round_, self.second)
        if here == there:
            raise UserError(_("These players are already paired. Nothing would change."))
        left = [pk for match in (here, there) for pk in players_at(match) if pk not in (self.first, self.second)]
        kept, freed = (here, there) if here.table is not None else (there, here)
        return [Table(kept.pk, (self.first, self.second)), Table(freed.pk, tuple(left))]

    def _with_bye(self, round_: Round) -> list[Table]:
        here = table_of(round_, self.first)
        left = [pk for pk in players_at(here) if pk != self.first]
        if not left:
            raise UserError(_("This player already has the bye. Nothing would change."))
        bye = next((row for row in table_rows.tables(round_) if row.is_bye), None)
        if bye is None:
            return [Table(here.pk, tuple(left)), Table(None, (self.first,))]
        return [Table(here.pk, (*left, bye.seats[0].registration_id)), Table(bye.match.pk, (self.first,))]

    @staticmethod
    def _require_unplayed(matches: list[int]) -> None:
        """Stop what would separate players who have played.

        Raises:
            StateError: names the table.
        """
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
        """Say what is out of the ordinary about the new tables, and when nobody is left to play."""
        del difference
        said = odd_tables(event, self.round, (self.first, self.second) if self.second else (self.first,))
        byes = sum(row.is_bye for row in table_rows.tables(round_of(event, self.round)))
        if self.second is None and byes > 1:
            said.append(_("%(byes)d players have a bye in this round.") % {"byes": byes})
        return said


def odd_tables(event: Event, round_pk: int, entries: tuple[int | None, ...]) -> list[str]:
    """Return sentences on rematches, second byes and gaps at the tables that a repair by hand has changed."""
    round_, said = round_of(event, round_pk), []
    for row in table_rows.tables(round_):
        if not row.match.explanation.get("reasons") or row.match.explanation["reasons"][0].get("kind") != "manual":
            continue
        names = ", ".join(isolated(seat.registration.name) for seat in row.seats)
        points = row.match.explanation["points"]
        said += [f"{names}: {text}" for text in sentences(row.match.explanation)[1:]]
        if len(points) == 2 and abs(points[0] - points[1]) >= round_.stage.win_points:
            said.append(
                _("%(names)s: their scores differ by %(gap)d match points.")
                % {"names": names, "gap": abs(points[0] - points[1])}
            )
    del entries
    return said


@dataclass(frozen=True)
class FixTable(Kind):
    """A match is played at another table; who is there comes to its own.

    Attributes:
        match: key of the match.
        table: the number it gets.
    """

    name: ClassVar[str] = "table"

    match: int
    table: int

    def rounds(self, event: Event) -> set[int]:
        """The round of the match."""
        return {match_of(event, self.match).round_id}

    def concerns(self, event: Event) -> list[RoundName]:
        """The round of the match."""
        return [name_of(match_of(event, self.match).round)]

    def subject(self, event: Event) -> Model:
        """The match."""
        return match_of(event, self.match)

    def perform(self, actor: User | None, event: Event, reason: str) -> None:
        """Exchange the numbers.

        Raises:
            StateError: the round is finished, or the match is a bye.
            UserError: it is there already.
        """
        require_not_final(event)
        match = match_of(event, self.match)
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
        """Say whose own table it leaves or takes."""
        match = match_of(event, self.match)
        fixed = Registration.objects.filter(event=event, fixed_table__isnull=False, seats__round=match.round)
        said = []
        for entry in fixed.filter(pk__in=difference.everybody()).distinct():
            table = table_of(match.round, entry.pk).table
            if table not in (None, entry.fixed_table):
                said.append(
                    _("Table %(table)s is reserved for %(name)s, who would sit elsewhere.")
                    % {"name": isolated(entry.name), "table": entry.fixed_table}
                )
        return said
