"""Computation of a round by the method of its stage, and storage of the pairing.

Every function expects the event to be locked.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from epic_events.events.models import Registration, Stage
from epic_events.infra import metrics
from epic_events.infra.errors import StateError
from epic_events.pairings.cut.selectors import Elimination
from epic_events.pairings.methods.brackets import playable_ties
from epic_events.pairings.methods.pods import pair_across
from epic_events.pairings.methods.power_pairing import power_pair
from epic_events.pairings.methods.schedules import schedule
from epic_events.pairings.methods.swiss import (
    LEVELS,
    Entrant,
    Pairing,
    PlayerPair,
    Reason,
    ReasonKind,
    pair,
    random_bits,
)
from epic_events.pairings.models import Match, PodSeat, Round, Seat
from epic_events.pairings.reasons import ABSENT, ACROSS, ACROSS_BYE, AWARDED_BYE, BY_STANDING, CIRCLE, FREE, SEEDS
from epic_events.pairings.rounds import inputs
from epic_events.pairings.rounds.inputs import Avoidances
from epic_events.pairings.standings import ranking


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

    Players with awarded byes get one in each of the first rounds and are not paired there. Players in `without` already
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


def compute_pairing(round_: Round) -> PlannedRound:
    """Compute the pairing of a round.

    Raises:
        StateError: fewer than two players.
    """
    with metrics.pairings.labels(round_.stage.kind).time():
        return _compute_pairing(round_)


def _compute_pairing(round_: Round) -> PlannedRound:
    stage, number = round_.stage, round_.number
    if stage.is_elimination:
        return plan_bracket_round(stage, number)
    if stage.kind == Stage.Kind.PODS:
        draft = _pods(stage, number, round_.seed)
    elif stage.kind == Stage.Kind.ROUND_ROBIN:
        draft = _round_robin(stage, number)
    elif stage.power_from is not None and number - stage.first_round + 1 >= stage.power_from:
        draft = _power_pairing(stage, number, round_.seed)
    else:
        draft = plan_swiss_round(stage, number, round_.seed)
    if sum(len(match.players) for match in draft.matches) < 2:
        raise StateError(_("A round needs at least two players. Reinstate a player or finish the event."))
    return draft


def _reason(kind: str, amount: int = 0) -> dict[str, Any]:
    return {"kind": kind, "amount": amount}


def _power_pairing(stage: Stage, number: int, seed: int) -> PlannedRound:
    """Pair by power pairing: first against second in the standings, and so on."""
    points = {entrant.id: entrant.points for entrant in inputs.load_entrants(stage, number)}
    ranks = {row.player: row.rank for row in ranking.standings(stage, number - 1)}
    line = sorted(points, key=lambda player: (ranks.get(player, len(points)), random_bits(seed, player)))
    apart = inputs.load_avoidances(stage.event).restricted_to(line)
    pairing = power_pair(
        line, inputs.load_history(stage, number), seed=seed, forbidden=apart.forbidden, avoided=apart.avoided
    )
    proven = pairing.found.proven
    matches = []
    for player_pair in pairing.pairs:
        at = (points[player_pair.first], points[player_pair.second])
        matches.append(
            PlannedMatch((player_pair.first, player_pair.second), build_explanation(player_pair.reasons, proven, *at))
        )
    if (bye := pairing.bye) is not None:
        above = points[bye.player] - min(points.values())
        kind = Reason(ReasonKind.BYE_ABOVE_LOWEST, above) if above else Reason(ReasonKind.BYE_LOWEST)
        matches.append(PlannedMatch((bye.player,), build_explanation([kind, *bye.reasons], proven, points[bye.player])))
    explanation = {
        "players": len(line),
        "method": BY_STANDING,
        "found": pairing.found.method.value,
        "whole_field": pairing.found.whole_field,
        "proven": proven,
        "rematches": pairing.found.rematches,
        **serialise_avoidances(apart),
    }
    return PlannedRound(matches, explanation)


def _pods(stage: Stage, number: int, seed: int) -> PlannedRound:
    """Pair each pod by Swiss rules among its own players.

    In the first round after a draft, opposite seats meet.
    """
    entrants = {entrant.id: entrant for entrant in inputs.load_entrants(stage, number)}
    seated: dict[int, list[Entrant]] = {}
    seats = PodSeat.objects.filter(podding__stage=stage).order_by("pod", "seat").values_list("registration_id", "pod")
    for player, pod in seats:
        seated.setdefault(pod, [])
        if player in entrants:
            seated[pod].append(entrants[player])
    history, apart = inputs.load_history(stage, number), inputs.load_avoidances(stage.event)
    after_draft = number == stage.first_round and stage.is_drafted
    matches: list[PlannedMatch] = []
    across = 0
    for pod, players in sorted(seated.items()):
        pod_seed = random_bits(seed, pod)
        near = apart.restricted_to(entrant.id for entrant in players)
        tables = _across_pod([entrant.id for entrant in players], history, near, pod_seed) if after_draft else []
        across += bool(tables)
        if not tables:
            pairing = pair(
                players,
                history,
                seed=pod_seed,
                forbidden=near.forbidden,
                avoided=near.avoided,
                win_points=stage.win_points,
            )
            tables = [
                ((p.first, p.second), [_reason(each.kind.value, each.amount) for each in p.reasons])
                for p in pairing.pairs
            ]
            if (bye := pairing.bye) is not None:
                tables.append(((bye.player,), [_reason(each.kind.value, each.amount) for each in bye.reasons]))
        points = {entrant.id: entrant.points for entrant in players}
        matches += [
            PlannedMatch(ids, {"reasons": reasons, "points": [points[i] for i in ids], "pod": pod})
            for ids, reasons in tables
        ]
    facts = {"players": len(entrants), "method": "pods", "pods": len(seated)}
    return PlannedRound(matches, {**facts, "across": across} if across else facts)


def _across_pod(
    line: Sequence[int], history: Collection[PlayerPair], near: Avoidances, seed: int
) -> list[tuple[tuple[int, ...], list[dict[str, Any]]]]:
    """Return the tables of a draft pod's first round with their reasons.

    Empty if opposite players must not meet.
    """
    met = [frozenset(pair) for pair in history if None not in pair]
    paired = pair_across(
        line,
        byes_before={first for first, second in history if second is None},
        apart={*met, *map(frozenset, near.forbidden), *map(frozenset, near.avoided)},
        bye_order=sorted(line, key=lambda player: random_bits(seed, player)),
    )
    if paired is None:
        return []
    pairs, bye = paired
    byes = [] if bye is None else [((bye,), [_reason(ACROSS_BYE)])]
    return [*((each, [_reason(ACROSS)]) for each in pairs), *byes]


def _round_robin(stage: Stage, number: int) -> PlannedRound:
    """Return the round of the round-robin schedule.

    A player whose opponent has dropped gets a bye.
    """
    points = {entrant.id: entrant.points for entrant in inputs.load_entrants(stage, number)}
    seeded = stage.participations.filter(seed__isnull=False).order_by("seed")
    players = list(seeded.values_list("registration_id", flat=True))
    matches = []
    for first, second in schedule(players, legs=stage.legs)[number - stage.first_round]:
        here = tuple(player for player in (first, second) if player in points)
        if here:
            kind = CIRCLE if len(here) == 2 or second is None else ABSENT
            matches.append(
                PlannedMatch(here, {"reasons": [_reason(kind)], "points": [points[player] for player in here]})
            )
    matches.sort(key=lambda match: -len(match.players))
    return PlannedRound(matches, {"players": len(points), "method": CIRCLE})


def plan_bracket_round(stage: Stage, number: int) -> PlannedRound:
    """Return a round of an elimination stage from its bracket.

    A dropped player is still paired and loses without playing.
    """
    state = Elimination(stage, before=number)
    seeds = {player: seed for seed, player in enumerate(state.seeded, 1)}
    gone = find_dropped(state.seeded)
    matches = []
    for tie in playable_ties(state.ties, number):
        kind = FREE if len(tie.players) == 1 else ABSENT if gone & set(tie.players) else SEEDS
        explanation: dict[str, Any] = {"reasons": [_reason(kind)], "seeds": [seeds[player] for player in tie.players]}
        if kind == ABSENT:
            explanation["absent"] = sorted(gone & set(tie.players))
        matches.append(PlannedMatch(tie.players, explanation, tie.place.slot, tie.place.part.value))
    return PlannedRound(matches, {"players": sum(len(match.players) for match in matches), "method": SEEDS})


def find_dropped(players: Sequence[int]) -> set[int]:
    """Return the players of an elimination stage who have dropped."""
    entries = Registration.objects.filter(pk__in=players).exclude(status=Registration.Status.CHECKED_IN)
    return set(entries.values_list("pk", flat=True))
