"""State of an event before and after a repair: consistency checks and differences.

A repair that would add an inconsistency is rejected. Every function expects the event to be locked.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q
from django.utils.translation import gettext as _

from epic_events.events.models import Event, Participation, Registration, Stage
from epic_events.infra.names import isolated
from epic_events.pairings import selectors
from epic_events.pairings.cut.selectors import Elimination, position_of
from epic_events.pairings.methods.brackets import playable_ties
from epic_events.pairings.methods.swiss import random_bits
from epic_events.pairings.models import Match, Round, Seat
from epic_events.pairings.round_names import name_of
from epic_events.pairings.standings import ranking

MAX_STORED_MOVES = 200
"""Changed rows of the standings that are stored with a repair, in addition to the total number."""

RoundName = tuple[int, int]
"""Order of the stage and number of the round."""


@dataclass(frozen=True, slots=True)
class RankedRow:
    """A row of the standings: rank, match points, and tie-breakers as exact text."""

    rank: int
    points: int
    ties: str


@dataclass(frozen=True, slots=True)
class TableState:
    """The state of a table.

    Attributes:
        players: registrations by seat.
        table: the table number. `None` for a bye.
        status: the match status.
        games: games won by seat.
        drawn: drawn games.
        result: the kind of result.
    """

    players: tuple[int, ...]
    table: int | None
    status: str
    games: tuple[int, ...]
    drawn: int
    result: str

    @property
    def is_final(self) -> bool:
        """True if a match was played here and its result is final. False for a bye."""
        return self.status == Match.Status.CONFIRMED and len(self.players) > 1


@dataclass(frozen=True)
class EventState:
    """The public state of an event.

    Attributes:
        status: the event status.
        standings: by order of the stage, then by registration.
        rounds: status and tables of the inspected rounds.
        entries: status of every registration, and the rounds in which it participates, as text.
        line_up: the players who would advance to the cut by the current standings, best first.
        seeded: the players in the cut, by seed. Empty before it starts.
    """

    status: str
    standings: Mapping[int, Mapping[int, RankedRow]]
    rounds: Mapping[RoundName, tuple[str, tuple[TableState, ...]]]
    entries: Mapping[int, tuple[str, str]]
    line_up: tuple[int, ...]
    seeded: tuple[int, ...]


def load_event_state(event: Event, rounds: Collection[int]) -> EventState:
    """Load the public state of an event, with the tables of these rounds."""
    swiss = selectors.load_event_plan(event).counting_stage
    cut = (
        event.stages.filter(order__gt=swiss.order, cut_size__isnull=False).order_by("order").first() if swiss else None
    )
    seeded = cut.participations.filter(seed__isnull=False).order_by("seed") if cut else Participation.objects.none()
    return EventState(
        status=event.status,
        standings={stage.order: _places(stage) for stage in _with_standings(event)},
        rounds=_rounds(event, rounds),
        entries=_entries(event),
        line_up=_line_up(event, swiss, cut) if swiss and cut else (),
        seeded=tuple(seeded.values_list("registration_id", flat=True)),
    )


def _with_standings(event: Event) -> list[Stage]:
    """Return the started stages whose standings no later stage continues."""
    begun = event.stages.exclude(kind__in=Stage.ELIMINATIONS).filter(participations__isnull=False).distinct()
    carried_form: set[int] = set()
    changed_stages = []
    for stage in begun.order_by("-order"):
        if stage.pk not in carried_form:
            changed_stages.append(stage)
            carried_form |= {before.pk for before in selectors.combined_stages(stage)}
    return changed_stages[::-1]


def _places(stage: Stage) -> dict[int, RankedRow]:
    return {
        row.player: RankedRow(row.rank, row.match_points, " ".join(map(str, row.key()[1:])))
        for row in ranking.standings(stage)
    }


def _rounds(event: Event, rounds: Collection[int]) -> dict[RoundName, tuple[str, tuple[TableState, ...]]]:
    seats = Prefetch("seats", queryset=Seat.objects.order_by("place"))
    tables = Prefetch("matches", queryset=Match.objects.prefetch_related(seats).order_by("pk"))
    round_rows = (
        Round.objects.filter(stage__event=event, pk__in=rounds).select_related("stage").prefetch_related(tables)
    )
    return {
        (round_.stage.order, round_.number): (
            round_.status,
            tuple(sorted(map(_table, round_.matches.all()), key=_order)),
        )
        for round_ in round_rows
    }


def _table(match: Match) -> TableState:
    seats = list(match.seats.all())
    return TableState(
        players=tuple(seat.registration_id for seat in seats),
        table=match.table,
        status=match.status,
        games=tuple(seat.game_wins for seat in seats),
        drawn=match.games_drawn,
        result=match.result_kind,
    )


def _order(table: TableState) -> tuple[bool, int, tuple[int, ...]]:
    return (table.table is None, table.table or 0, table.players)


def _entries(event: Event) -> dict[int, tuple[str, str]]:
    stretches: dict[int, list[str]] = {}
    taken = Participation.objects.filter(stage__event=event).order_by("stage__order", "from_round")
    for pk, order, first, last in taken.values_list("registration_id", "stage__order", "from_round", "last_round"):
        if last is None or last >= first:
            stretches.setdefault(pk, []).append(f"{order}:{first}-{'' if last is None else last}")
    statuses = Registration.objects.filter(event=event).values_list("pk", "status")
    return {pk: (status, " ".join(stretches.get(pk, []))) for pk, status in statuses}


def _line_up(event: Event, swiss: Stage, cut: Stage) -> tuple[int, ...]:
    """Return the players who would advance to the cut.

    Tied players are ordered by the random seed that seeded the cut.
    """
    first = cut.round_set.order_by("number").first()
    here = Registration.objects.filter(event=event, status=Registration.Status.CHECKED_IN)
    still_in = set(here.values_list("pk", flat=True))
    rows = [row for row in ranking.standings(swiss) if row.player in still_in]
    rows.sort(key=lambda row: (row.rank, random_bits(first.seed, row.player) if first else row.player))
    return tuple(row.player for row in rows[: cut.cut_size or 0])


@dataclass(frozen=True, slots=True)
class Move:
    """A changed row of the standings. `None` if the registration is not in them."""

    stage: int
    entry: int
    rank_before: int | None
    rank_after: int | None
    points_before: int | None
    points_after: int | None

    @property
    def moves(self) -> bool:
        """True if rank or points change, not only tie-breakers."""
        return (self.rank_before, self.points_before) != (self.rank_after, self.points_after)


@dataclass(frozen=True, slots=True)
class TableChange:
    """A table that is removed, added or changed."""

    before: TableState | None
    after: TableState | None

    @property
    def discards_result(self) -> bool:
        """True if a played result no longer counts because its table is removed."""
        return self.before is not None and self.before.is_final and self.after is None


@dataclass(frozen=True, slots=True)
class RoundChange:
    """A changed round. A status is empty if the round does not exist."""

    name: RoundName
    status_before: str
    status_after: str
    tables: tuple[TableChange, ...]


@dataclass(frozen=True, slots=True)
class EntryChange:
    """A changed registration: status and rounds, before and after."""

    entry: int
    status_before: str
    status_after: str
    rounds_before: str
    rounds_after: str


@dataclass(frozen=True, slots=True)
class UnchangedRound:
    """A published round that stays as played although points of its players changed."""

    name: RoundName
    entries: tuple[int, ...]


@dataclass(frozen=True)
class Difference:
    """The visible changes of a repair, with primary keys instead of names.

    Attributes:
        status: the event status before and after, if it changes.
        moves: changed rows of the standings in their new order, rows with changed points first.
        ties: the number of further rows where only tie-breakers change.
        rounds: changed rounds.
        entries: changed registrations.
        line_up: the players who would advance to the cut before and after, if that changes.
        seeded: the players in the cut before and after, if that changes.
        played_on: published rounds that stay as played.
    """

    status: tuple[str, str] | None = None
    moves: tuple[Move, ...] = ()
    ties: int = 0
    rounds: tuple[RoundChange, ...] = ()
    entries: tuple[EntryChange, ...] = ()
    line_up: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    seeded: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    played_on: tuple[UnchangedRound, ...] = field(default=())

    def as_json(self) -> dict[str, Any]:
        """Return the stored form, with at most `MAX_STORED_MOVES` moves."""
        return {
            **asdict(self),
            "moves": [asdict(move) for move in self.moves[:MAX_STORED_MOVES]],
            "moved": len(self.moves),
        }

    def registration_ids(self) -> set[int]:
        """Return the keys of all registrations in it."""
        ids = {move.entry for move in self.moves} | {change.entry for change in self.entries}
        for pair in (self.line_up, self.seeded):
            ids |= {pk for side in pair or () for pk in side}
        for round_ in self.rounds:
            for change in round_.tables:
                ids |= {pk for side in (change.before, change.after) if side for pk in side.players}
        return ids | {pk for played in self.played_on for pk in played.entries}


def compute_difference(event: Event, before: EventState, after: EventState) -> Difference:
    """Return the difference between two states of an event."""
    moves, ties = _moves(before, after)
    rounds = tuple(_round_changes(before, after))
    return Difference(
        status=(before.status, after.status) if before.status != after.status else None,
        moves=moves,
        ties=ties,
        rounds=rounds,
        entries=tuple(
            EntryChange(pk, before.entries[pk][0], now[0], before.entries[pk][1], now[1])
            for pk, now in sorted(after.entries.items())
            if before.entries[pk] != now
        ),
        line_up=(before.line_up, after.line_up) if before.line_up != after.line_up else None,
        seeded=(before.seeded, after.seeded) if before.seeded != after.seeded else None,
        played_on=_find_unchanged_rounds(event, moves, rounds),
    )


def _moves(before: EventState, after: EventState) -> tuple[tuple[Move, ...], int]:
    moves_found, ties = [], 0
    for stage, now in after.standings.items():
        was = before.standings.get(stage, {})
        for entry in sorted({*was, *now}):
            old, new = was.get(entry), now.get(entry)
            if old == new:
                continue
            move = Move(
                stage,
                entry,
                old.rank if old else None,
                new.rank if new else None,
                old.points if old else None,
                new.points if new else None,
            )
            if move.moves:
                moves_found.append(move)
            else:
                ties += 1
    moves_found.sort(
        key=lambda m: (m.stage, m.points_before == m.points_after, m.rank_after or m.rank_before or 0, m.entry)
    )
    return tuple(moves_found), ties


def _round_changes(before: EventState, after: EventState) -> Iterable[RoundChange]:
    for name in sorted({*before.rounds, *after.rounds}):
        status_before, was = before.rounds.get(name, ("", ()))
        status_after, now = after.rounds.get(name, ("", ()))
        old = {frozenset(table.players): table for table in was}
        new = {frozenset(table.players): table for table in now}
        changes = [TableChange(table, new.get(key)) for key, table in old.items() if new.get(key) != table]
        changes += [TableChange(None, table) for key, table in new.items() if key not in old]
        changes.sort(key=lambda change: _order(change.after or change.before or was[0]))
        if changes or status_before != status_after:
            yield RoundChange(name, status_before, status_after, tuple(changes))


def _find_unchanged_rounds(
    event: Event, moves: Iterable[Move], rounds: Iterable[RoundChange]
) -> tuple[UnchangedRound, ...]:
    """Return later published rounds with players whose points have changed."""
    changed = {move.entry for move in moves if move.points_before != move.points_after}
    since = min((change.name for change in rounds), default=None)
    if not changed or since is None:
        return ()
    touched = {change.name for change in rounds}
    seats = Seat.objects.filter(round__stage__event=event, registration__in=changed)
    seats = seats.exclude(round__status=Round.Status.DRAFT).order_by("round__stage__order", "round__number", "pk")
    unchanged: dict[RoundName, list[int]] = {}
    for order, number, entry in seats.values_list("round__stage__order", "round__number", "registration_id"):
        if (order, number) > since and (order, number) not in touched and order == since[0]:
            unchanged.setdefault((order, number), []).append(entry)
    return tuple(UnchangedRound(name, tuple(sorted(entries))) for name, entries in unchanged.items())


def find_inconsistencies(event: Event) -> list[str]:
    """Return one sentence per inconsistency of an event."""
    errors = [*_seated_without_participation(event), *_without_result(event)]
    for stage in event.stages.filter(kind__in=Stage.ELIMINATIONS):
        seats = Seat.objects.filter(round__stage=stage).select_related("match", "round", "registration")
        inconsistent = list(seats.order_by("round__number", "pk"))
        placed = all(seat.match.bracket_position is not None for seat in inconsistent)
        errors += _against_bracket(stage, inconsistent) if placed else _losers_playing_on(stage, inconsistent)
    return errors


def _seated_without_participation(event: Event) -> Iterator[str]:
    """Yield players who sit in a published round without participating in it.

    Elimination stages are excluded because a bracket also seats players who dropped.
    """
    stretches = Participation.objects.filter(
        Q(last_round=None) | Q(last_round__gte=OuterRef("round__number")),
        registration=OuterRef("registration"),
        stage=OuterRef("round__stage"),
        from_round__lte=OuterRef("round__number"),
    )
    seats = Seat.objects.filter(round__stage__event=event).exclude(round__stage__kind__in=Stage.ELIMINATIONS)
    outside = seats.exclude(round__status=Round.Status.DRAFT).filter(~Exists(stretches))
    for seat in outside.select_related("registration", "round__stage").order_by("round", "pk"):
        yield _("%(name)s is paired in %(round)s but would not take part in it.") % {
            "name": isolated(seat.registration.name),
            "round": name_of(seat.round.stage, seat.round.number),
        }


def _without_result(event: Event) -> Iterator[str]:
    """Yield tables of finished rounds that have no result."""
    finished = Match.objects.filter(round__stage__event=event, round__status=Round.Status.FINISHED)
    for match in finished.open().select_related("round__stage").order_by("round", "pk"):
        yield _("%(round)s is finished, but its table %(table)s would have no result.") % {
            "round": name_of(match.round.stage, match.round.number),
            "table": match.table,
        }


def _against_bracket(stage: Stage, seats: list[Seat]) -> Iterator[str]:
    """Yield players whose seat in an elimination round contradicts the results."""
    state = Elimination(stage)
    seated = {(position_of(seat.match, seat.round.number), seat.registration_id): seat.registration for seat in seats}
    steps = sorted({seat.round.number for seat in seats})
    led = {
        (tie.place, player): state.entries[player]
        for step in steps
        for tie in playable_ties(state.ties, step)
        for player in tie.players
    }
    for at in sorted(seated.keys() | led.keys()):
        if at in seated and at in led:
            continue
        sentence = (
            _("The earlier results would not put %(name)s at this table of %(round)s.")
            if at in seated
            else _("%(name)s should play in %(round)s but is not paired there.")
        )
        entry = seated.get(at) or led[at]
        yield sentence % {"name": isolated(entry.name), "round": name_of(stage, at[0].step)}


def _losers_playing_on(stage: Stage, seats: list[Seat]) -> Iterator[str]:
    """Yield players who play on after elimination, in a bracket without positions.

    The match for third place is exempt.
    """
    allowed = 1 if stage.kind == Stage.Kind.DOUBLE_ELIMINATION else 0
    lost: Counter[int] = Counter()
    for seat in seats:
        if seat.match.bracket == Match.Bracket.THIRD:
            continue
        if lost[seat.registration_id] > allowed:
            yield _("%(name)s plays in %(round)s but would already be eliminated.") % {
                "name": isolated(seat.registration.name),
                "round": name_of(stage, seat.round.number),
            }
        lost[seat.registration_id] += seat.outcome == Seat.Outcome.LOSS
