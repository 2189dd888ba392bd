"""Inputs of the pairing algorithm: points, opponents, floats and avoidances."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Sum
from django.db.models.fields.json import KT

from epic_events.events.models import Event, Registration, Stage
from epic_events.pairings import selectors
from epic_events.pairings.methods.swiss import Entrant, Float, PlayerPair
from epic_events.pairings.methods.swiss.field import Field, PairingHistory
from epic_events.pairings.models import Avoidance, Match, Round, Seat
from epic_events.pairings.reasons import AWARDED_BYE


def load_floats(stage: Stage, number: int) -> list[tuple[int, Float]]:
    """Return the floats (pair-downs and pair-ups) of earlier rounds.

    They are computed from the points that players had when they were paired.
    """
    uneven = (
        Match.objects.filter(
            round__stage__in=selectors.combined_stages(stage), round__number__lt=number, table__isnull=False
        )
        .annotate(first_had=KT("explanation__points__0"), second_had=KT("explanation__points__1"))
        .filter(first_had__isnull=False, second_had__isnull=False)
        .exclude(first_had=F("second_had"))
    )
    seats = Seat.objects.filter(match__in=uneven, place__lte=2).order_by("match_id", "place")
    rows = seats.values_list("registration_id", "place", "match__explanation")
    return [(player, _direction(explanation["points"], place)) for player, place, explanation in rows]


def _direction(points: list[int], place: int) -> Float:
    own, other = points[place - 1], points[2 - place]
    return Float.DOWN if own > other else Float.UP


@dataclass(frozen=True)
class Avoidances:
    """The avoidances of an event as pairs of registration keys."""

    forbidden: list[PlayerPair]
    avoided: list[PlayerPair]

    def restricted_to(self, players: Iterable[int]) -> "Avoidances":
        """Return the avoidances among these players."""
        here = set(players)
        forbidden = [player_pair for player_pair in self.forbidden if here.issuperset(player_pair)]
        return Avoidances(forbidden, [player_pair for player_pair in self.avoided if here.issuperset(player_pair)])


def load_avoidances(event: Event) -> Avoidances:
    """Load the current avoidances of an event."""
    rows = list(Avoidance.objects.filter(event=event).order_by("first", "second"))
    hard = [(row.first_id, row.second_id) for row in rows if row.strength == Avoidance.Strength.HARD]
    soft = [(row.first_id, row.second_id) for row in rows if row.strength == Avoidance.Strength.SOFT]
    return Avoidances([*hard], [*soft])


@dataclass(frozen=True)
class PairingInputs:
    """The inputs and pairs of a stored round.

    Attributes:
        field: the players, with the points they had when they were paired.
        made: the pairs, awarded byes excluded.
    """

    field: Field
    made: list[PlayerPair]


def load_pairing_inputs(round_: Round) -> PairingInputs | None:
    """Return the inputs from which a Swiss round was paired, or `None`.

    Other rounds, and rounds without stored points, have none. Avoidances are taken from the round's own explanation.
    """
    if round_.stage.kind != Stage.Kind.SWISS or "cost" not in round_.explanation:
        return None
    tables: dict[int, tuple[dict[str, Any], list[int]]] = {}
    seats = Seat.objects.filter(round=round_).order_by("match_id", "place")
    for match_id, player, explanation in seats.values_list("match_id", "registration_id", "match__explanation"):
        tables.setdefault(match_id, (explanation, []))[1].append(player)
    entrants: list[Entrant] = []
    pairs: list[PlayerPair] = []
    for explanation, players in tables.values():
        if any(reason.get("kind") == AWARDED_BYE for reason in explanation.get("reasons", [])):
            continue
        points = explanation.get("points", [])
        if len(points) != len(players):
            return None
        entrants += [Entrant(player, had) for player, had in zip(players, points, strict=True)]
        pairs.append((players[0], players[1] if len(players) == 2 else None))
    past = PairingHistory(
        load_history(round_.stage, round_.number),
        load_floats(round_.stage, round_.number),
        [(a, b) for a, b in round_.explanation.get("forbidden", [])],
        [(a, b) for a, b in round_.explanation.get("avoided", [])],
    )
    return PairingInputs(Field.read(entrants, past, seed=round_.seed, win_points=round_.stage.win_points), pairs)


def load_entrants(stage: Stage, number: int) -> list[Entrant]:
    """Return the participants of a round with their match points from earlier rounds."""
    earned = dict(
        Seat.objects.filter(
            round__stage__in=selectors.combined_stages(stage), round__number__lt=number, points__isnull=False
        )
        .order_by()
        .values_list("registration_id")
        .annotate(Sum("points"))
    )
    playing = Registration.objects.playing(stage, number).order_by("pk").values_list("pk", flat=True)
    return [Entrant(pk, earned.get(pk, 0)) for pk in playing]


def load_history(stage: Stage, number: int) -> list[tuple[int, int | None]]:
    """Return the pairs of earlier rounds and continued stages.

    A bye is ``(player, None)``.
    """
    seats = Seat.objects.filter(round__stage__in=selectors.combined_stages(stage), round__number__lt=number).order_by(
        "match_id", "place"
    )
    tables: defaultdict[int, list[int]] = defaultdict(list)
    for match_id, registration_id in seats.values_list("match_id", "registration_id"):
        tables[match_id].append(registration_id)
    return [(table[0], table[1] if len(table) == 2 else None) for table in tables.values()]
