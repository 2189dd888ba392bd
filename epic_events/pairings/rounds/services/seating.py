"""Storage of a computed pairing: matches, seats, tables and explanations.

Every function expects the event to be locked.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from epic_events.events.models import Registration, Stage
from epic_events.pairings.methods.swiss import LEVELS, Entrant, Pairing, Reason, pair
from epic_events.pairings.models import Match, Round, Seat
from epic_events.pairings.reasons import AWARDED_BYE
from epic_events.pairings.rounds import inputs
from epic_events.pairings.rounds.inputs import Avoidances


@dataclass(frozen=True)
class PlannedMatch:
    """A match before it is stored.

    Attributes:
        players: registration keys by seat. One player is a bye.
        explanation: the stored reasons and facts.
        slot: the position in the bracket of an elimination stage, from 0.
        part: the part of the bracket.
    """

    players: tuple[int, ...]
    explanation: dict[str, Any]
    slot: int | None = None
    part: str = ""


@dataclass(frozen=True)
class PlannedRound:
    """A round before it is stored: its matches by table, and how they were computed."""

    matches: list[PlannedMatch]
    explanation: dict[str, Any] = field(default_factory=dict)


def plan_swiss_round(stage: Stage, number: int, seed: int, *, without: Collection[int] = ()) -> PlannedRound:
    """Compute the best pairing of a Swiss round.

    Players with awarded byes get one in each of the first rounds and are not paired there. Players in `without`
    already
    have a table and are left out.
    """
    playing = [entrant for entrant in inputs.load_entrants(stage, number) if entrant.id not in without]
    points = {entrant.id: entrant.points for entrant in playing}
    with_byes = Registration.objects.filter(event=stage.event_id, awarded_byes__gte=number)
    awarded = points.keys() & set(with_byes.values_list("pk", flat=True))
    to_pair = [entrant for entrant in playing if entrant.id not in awarded]
    apart = inputs.load_avoidances(stage.event).restricted_to(entrant.id for entrant in to_pair)
    pairing = pair(
        to_pair,
        inputs.load_history(stage, number),
        seed=seed,
        forbidden=apart.forbidden,
        avoided=apart.avoided,
        floats=inputs.load_floats(stage, number),
        win_points=stage.win_points,
    )
    proven = pairing.proven
    matches = [
        PlannedMatch((p.first, p.second), build_explanation(p.reasons, proven, points[p.first], points[p.second]))
        for p in pairing.pairs
    ]
    if (bye := pairing.bye) is not None:
        matches.append(PlannedMatch((bye.player,), build_explanation(bye.reasons, proven, points[bye.player])))
    matches += [
        PlannedMatch((pk,), {"reasons": [{"kind": AWARDED_BYE, "amount": 0}], "points": [points[pk]]})
        for pk in sorted(awarded)
    ]
    return PlannedRound(matches, _method(pairing, to_pair, apart))


def _method(pairing: Pairing, to_pair: Sequence[Entrant], apart: Avoidances) -> dict[str, Any]:
    """Return how a round was paired: method, cost, lower bound and avoidances."""
    return {
        "players": len(to_pair),
        "whole_field": pairing.whole_field,
        "method": pairing.method.value,
        "rematches": pairing.rematches,
        "cost": dict(zip(LEVELS, pairing.cost.key(), strict=True)),
        "bound": dict(zip(LEVELS, pairing.bound.key(), strict=True)),
        "proven": pairing.proven,
        "gap_excess": pairing.gap_excess,
        **serialise_avoidances(apart),
    }


def serialise_avoidances(apart: Avoidances) -> dict[str, Any]:
    """Return the avoidances as stored in a round's explanation, for staff."""
    reserved = {"forbidden": apart.forbidden, "avoided": apart.avoided}
    return {
        name: [list(player_pair) for player_pair in player_pairs]
        for name, player_pairs in reserved.items()
        if player_pairs
    }


def build_explanation(reasons: Iterable[Reason], proven: int, *points: int) -> dict[str, Any]:
    """Return the stored explanation of a match.

    `proven` is included if another pairing could be better on some criterion.
    """
    explanation: dict[str, Any] = {
        "reasons": [{"kind": reason.kind.value, "amount": reason.amount} for reason in reasons],
        "points": list(points),
    }
    return explanation if proven == len(LEVELS) else {**explanation, "proven": proven}


def store(round_: Round, draft: PlannedRound, *, occupied: Collection[int] = ()) -> None:
    """Store the matches and seats of a round, without using `occupied` tables."""
    tables = _tables(draft.matches, _reserved_tables(round_), occupied)
    matches = Match.objects.bulk_create(
        Match(
            round=round_,
            table=table,
            bracket=planned.part,
            bracket_position=planned.slot,
            explanation=planned.explanation,
        )
        for table, planned in zip(tables, draft.matches, strict=True)
    )
    Seat.objects.bulk_create(
        Seat(match=match, round=round_, registration_id=player, place=place)
        for match, planned in zip(matches, draft.matches, strict=True)
        for place, player in enumerate(planned.players, 1)
    )


def _reserved_tables(round_: Round) -> dict[int, int]:
    """Return the reserved tables of the event's players, by registration key."""
    reserved = Registration.objects.filter(event=round_.stage.event_id, fixed_table__isnull=False)
    return {player: table or 0 for player, table in reserved.values_list("pk", "fixed_table")}


def _tables(
    matches: Sequence[PlannedMatch], reserved: Mapping[int, int], occupied: Collection[int] = ()
) -> Iterator[int | None]:
    """Yield the table number of each match, `None` for a bye.

    A reserved table takes precedence over the next free one. If both players have one, the lower number is used.
    """
    free_for = {player: table for player, table in reserved.items() if table not in occupied}
    requested = [
        min((free_for[p] for p in match.players if p in free_for), default=None) if len(match.players) > 1 else None
        for match in matches
    ]
    used_tables = {*requested, *occupied}
    free = (number for number in range(1, 2 * len(matches) + len(occupied) + 2) if number not in used_tables)
    for match, table in zip(matches, requested, strict=True):
        yield None if len(match.players) == 1 else table or next(free)
