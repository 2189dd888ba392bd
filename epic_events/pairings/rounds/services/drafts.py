"""Pairing of a round by the method of its stage.

Every function expects the event to be locked.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from epic_events.events.models import Registration, Stage
from epic_events.infra import metrics
from epic_events.infra.errors import StateError
from epic_events.pairings.cut.selectors import Elimination
from epic_events.pairings.methods.brackets import playable_ties
from epic_events.pairings.methods.power_pairing import power_pair
from epic_events.pairings.methods.schedules import schedule
from epic_events.pairings.methods.swiss import Entrant, Reason, ReasonKind, pair, random_bits
from epic_events.pairings.models import PodSeat, Round
from epic_events.pairings.reasons import ABSENT, BY_STANDING, CIRCLE, FREE, SEEDS
from epic_events.pairings.rounds import inputs
from epic_events.pairings.rounds.services.seating import (
    PlannedMatch,
    PlannedRound,
    build_explanation,
    plan_swiss_round,
    serialise_avoidances,
)
from epic_events.pairings.standings import ranking


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
    found = power_pair(
        line, inputs.load_history(stage, number), seed=seed, forbidden=apart.forbidden, avoided=apart.avoided
    )
    proven = found.found.proven
    matches = []
    for player_pair in found.pairs:
        at = (points[player_pair.first], points[player_pair.second])
        matches.append(
            PlannedMatch((player_pair.first, player_pair.second), build_explanation(player_pair.reasons, proven, *at))
        )
    if (bye := found.bye) is not None:
        above = points[bye.player] - min(points.values())
        kind = Reason(ReasonKind.BYE_ABOVE_LOWEST, above) if above else Reason(ReasonKind.BYE_LOWEST)
        matches.append(PlannedMatch((bye.player,), build_explanation([kind, *bye.reasons], proven, points[bye.player])))
    explanation = {
        "players": len(line),
        "method": BY_STANDING,
        "found": found.found.method.value,
        "whole_field": found.found.whole_field,
        "proven": proven,
        "rematches": found.found.rematches,
        **serialise_avoidances(apart),
    }
    return PlannedRound(matches, explanation)


def _pods(stage: Stage, number: int, seed: int) -> PlannedRound:
    """Pair each pod by Swiss rules among its own players."""
    entrants = {entrant.id: entrant for entrant in inputs.load_entrants(stage, number)}
    seated: dict[int, list[Entrant]] = {}
    for player, pod in PodSeat.objects.filter(podding__stage=stage).values_list("registration_id", "pod"):
        seated.setdefault(pod, [])
        if player in entrants:
            seated[pod].append(entrants[player])
    history, apart = inputs.load_history(stage, number), inputs.load_avoidances(stage.event)
    matches: list[PlannedMatch] = []
    for pod, players in sorted(seated.items()):
        near = apart.restricted_to(entrant.id for entrant in players)
        found = pair(
            players,
            history,
            seed=random_bits(seed, pod),
            forbidden=near.forbidden,
            avoided=near.avoided,
            win_points=stage.win_points,
        )
        points = {entrant.id: entrant.points for entrant in players}
        tables: list[tuple[tuple[int, ...], Iterable[Reason]]] = [((p.first, p.second), p.reasons) for p in found.pairs]
        if found.bye is not None:
            tables.append(((found.bye.player,), found.bye.reasons))
        for ids, why in tables:
            reasons = [_reason(reason.kind.value, reason.amount) for reason in why]
            matches.append(PlannedMatch(ids, {"reasons": reasons, "points": [points[i] for i in ids], "pod": pod}))
    return PlannedRound(matches, {"players": len(entrants), "method": "pods", "pods": len(seated)})


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
