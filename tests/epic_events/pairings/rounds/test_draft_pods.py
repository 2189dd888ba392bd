"""The first round after a draft pairs opposite seats of a pod."""

from typing import Any

import pytest

from epic_events.events import services as events
from epic_events.events.models import Event
from epic_events.events.stage_plans import StagePlan
from epic_events.pairings import services
from epic_events.pairings.models import PodSeat, Round
from epic_events.pairings.reasons import pairing_priorities
from epic_events.pairings.rounds.services.avoidance import add_avoidance
from tests.epic_events.pairings.stages import planned, play_all

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

DRAFT = StagePlan(kind="pods", rounds=3)


def drafted(players: int, *stages: StagePlan, deck_format: str = "cube-draft") -> tuple[Event, Any]:
    """Return a draft event whose pods are published, and its organiser."""
    event, organiser = planned(players, *(stages or [DRAFT]), format=deck_format)
    services.seat_pods(organiser, event, seed=4)
    services.publish_pods(organiser, event)
    return event, organiser


def seats_that_meet(round_: Round) -> dict[int, list[tuple[int, ...]]]:
    """Return the seats that meet in a round, by pod; a single seat has the bye."""
    seats = {
        seat.registration_id: (seat.pod, seat.seat) for seat in PodSeat.objects.filter(podding__stage=round_.stage)
    }
    by_pod: dict[int, list[tuple[int, ...]]] = {}
    for match in round_.matches.order_by("table", "pk"):
        places = [seats[seat.registration_id] for seat in match.seats.order_by("place")]
        assert len({pod for pod, _seat in places}) == 1
        by_pod.setdefault(places[0][0], []).append(tuple(seat for _pod, seat in places))
    return by_pod


def test_first_round_of_two_draft_pods_pairs_opposite_seats() -> None:
    event, organiser = drafted(16)
    first = services.pair_round(organiser, event)
    assert seats_that_meet(first) == {pod: [(1, 5), (2, 6), (3, 7), (4, 8)] for pod in (1, 2)}
    assert first.explanation["across"] == 2
    assert "seat 1 meets seat 5" in pairing_priorities(first.explanation)
    assert {reason["kind"] for match in first.matches.all() for reason in match.explanation["reasons"]} == {"across"}
    second = services.pair_round(organiser, play_all(organiser, first).stage.event)
    assert "across" not in second.explanation
    assert sorted(len(tables) for tables in seats_that_meet(second).values()) == [4, 4]


def test_first_round_of_constructed_pods_keeps_swiss_pairing() -> None:
    event, organiser = drafted(8, deck_format="full-constructed")
    assert "across" not in services.pair_round(organiser, event).explanation


def test_first_round_of_odd_draft_pod_draws_one_bye() -> None:
    event, organiser = drafted(7)
    first = services.pair_round(organiser, event, seed=3)
    tables = seats_that_meet(first)[1]
    (bye,) = (table[0] for table in tables if len(table) == 1)
    rest = [seat for seat in range(1, 8) if seat != bye]
    assert sorted(table for table in tables if len(table) == 2) == list(zip(rest[:3], rest[3:], strict=True))
    again = services.pair_again(organiser, first, seed=3)
    assert sorted(seats_that_meet(again)[1]) == sorted(tables)


def test_first_round_closes_the_gap_of_a_player_who_dropped_during_the_draft() -> None:
    event, organiser = drafted(8)
    events.drop(organiser, PodSeat.objects.get(seat=2).registration)
    events.drop(organiser, PodSeat.objects.get(seat=7).registration)
    assert seats_that_meet(services.pair_round(organiser, event)) == {1: [(1, 5), (3, 6), (4, 8)]}


def test_first_round_seats_a_late_player_last_in_the_smallest_pod() -> None:
    event, organiser = drafted(7)
    events.add_player(organiser, event, name="Late")
    first = services.pair_round(organiser, event)
    assert PodSeat.objects.get(registration__name="Late").seat == 8
    assert seats_that_meet(first) == {1: [(1, 5), (2, 6), (3, 7), (4, 8)]}


@pytest.mark.parametrize("strength", ["hard", "soft"])
def test_first_round_pairs_by_swiss_rules_if_opposite_players_avoid_each_other(strength: str) -> None:
    event, organiser = drafted(8)
    first, opposite = (PodSeat.objects.get(seat=seat).registration for seat in (1, 5))
    add_avoidance(organiser, event, first, opposite, strength=strength, reason="Siblings")
    round_ = services.pair_round(organiser, event)
    assert "across" not in round_.explanation
    assert (1, 5) not in {tuple(sorted(table)) for table in seats_that_meet(round_)[1]}


def test_second_draft_has_no_rematch_across_the_pod() -> None:
    event, organiser = drafted(8, StagePlan(kind="pods", rounds=1), StagePlan(kind="pods", rounds=1))
    first = play_all(organiser, services.pair_round(organiser, event))
    met = {frozenset(match.seats.values_list("registration", flat=True)) for match in first.matches.all()}
    for seed in range(30):
        services.seat_pods(organiser, event, seed=seed)
        seats = list(PodSeat.objects.filter(podding__stage__order=2).order_by("seat"))
        if any({seats[at].registration_id, seats[at + 4].registration_id} in met for at in range(4)):
            break
    second = services.pair_round(organiser, event)
    assert "across" not in second.explanation
    assert not met & {frozenset(match.seats.values_list("registration", flat=True)) for match in second.matches.all()}
