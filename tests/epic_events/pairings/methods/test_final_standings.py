"""Final standings over all stages."""

from functools import partial

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from epic_events.events import services as events
from epic_events.events.models import Event, Registration
from epic_events.events.stage_plans import StagePlan
from epic_events.pairings import selectors, services
from epic_events.pairings.cut.selectors import compute_final_standings, cut_placings
from epic_events.pairings.methods.standings import FinalStanding, final_standings, winner
from epic_events.pairings.models import Round
from epic_events.pairings.standings import ranking
from tests.epic_events.counting import queries_of
from tests.epic_events.pairings.play import played_round, running_event
from tests.epic_events.pairings.stages import CHAMPIONSHIP, planned, play_all, played, strength

TOP_EIGHT = [(1, 11), (2, 12), (3, 13), (3, 14), (5, 15), (5, 16), (5, 17), (5, 18)]


def test_final_standings_place_cut_above_swiss():
    swiss = [(1, 18), (2, 21), (3, 22), (3, 23), (5, 11), (6, 24)]
    ended = final_standings([(2, TOP_EIGHT), (1, swiss)])
    assert [(row.rank, row.player, row.stage) for row in ended] == [
        *((rank, player, 2) for rank, player in TOP_EIGHT), (9, 21, 1), (10, 22, 1), (10, 23, 1), (12, 24, 1)
    ]  # fmt: skip
    assert winner(ended) == 11


def test_winner_without_players_or_with_shared_first_place_is_none():
    assert winner([]) is None
    assert winner([FinalStanding(1, 7, 1)]) == 7
    assert winner([FinalStanding(1, 7, 1), FinalStanding(1, 8, 1)]) is None


rankings = st.lists(st.tuples(st.integers(1, 5), st.integers(1, 12)), max_size=12, unique_by=lambda row: row[1])


@given(st.lists(rankings.map(sorted), max_size=4))
def test_final_standings_list_each_player_once_by_last_stage(stages):
    counted = list(enumerate(stages, 1))[::-1]
    ended = final_standings(counted)
    reached = {player: order for order, ranking in reversed(counted) for _, player in ranking}
    assert {row.player: row.stage for row in ended} == reached
    assert len(ended) == len(reached)
    assert [row.stage for row in ended] == sorted((row.stage for row in ended), reverse=True)
    ranks = dict(counted)
    for row in ended:
        own = {player: rank for rank, player in ranks[row.stage]}
        better = [
            other
            for other in ended
            if other.stage > row.stage or (other.stage == row.stage and own[other.player] < own[row.player])
        ]
        assert row.rank == len(better) + 1


def latest(event: Event) -> Round:
    found = selectors.load_event_plan(event).latest_round
    assert found is not None
    return found


def names(event: Event) -> list[tuple[int, int, int]]:
    return [
        (row.rank, strength(Registration.objects.get(pk=row.player)), row.stage)
        for row in compute_final_standings(event)
    ]


@pytest.mark.django_db
def test_championship_final_standings_list_all_players():
    event, organiser = planned(24, *CHAMPIONSHIP)
    services.seat_pods(organiser, event, seed=16)
    played(organiser, event, 2)
    services.seat_pods(organiser, event, seed=17)
    played(organiser, event, 5)
    services.start_cut(organiser, event)
    for _ in range(3):
        play_all(organiser, latest(event), best_of=5)
        if latest(event).number < 3:
            services.finish_round(organiser, latest(event))
            services.pair_round(organiser, event)
    for path in (f"/events/{event.slug}/standings/final/", f"/api/v1/events/{event.slug}/standings/final/"):
        assert Client().get(path).status_code == 404
    assert "Final standings" not in Client().get(f"/events/{event.slug}/").content.decode()
    services.finish_event(organiser, event)
    event.refresh_from_db()
    found = names(event)
    # Who meets whom in the cut depends on lots; the best wins it all the same.
    assert found[0] == (1, 1, 4)
    assert [(rank, stage) for rank, _, stage in found[:8]] == [(rank, 4) for rank in (1, 2, 3, 3, 5, 5, 5, 5)]
    placed = cut_placings(event.stages.get(order=4))
    assert [(row.rank, row.player) for row in compute_final_standings(event)[:8]] == [
        (row.rank, row.player) for row, _ in placed
    ]
    swiss = [row.player for row in ranking.standings(event.stages.get(order=3))]
    through = {row.player for row in compute_final_standings(event)[:8]}
    assert [row.player for row in compute_final_standings(event)[8:]] == [
        player for player in swiss if player not in through
    ]
    assert sorted(player for _, player, _ in found) == list(range(1, 25))
    assert {stage for _, _, stage in found[8:]} == {3}
    page = Client().get(f"/events/{event.slug}/standings/final/").content.decode()
    assert page.count("<tr") == 25
    assert page.count(">Winner<") == 1
    assert "Final standings" in Client().get(f"/events/{event.slug}/").content.decode()
    body = Client().get(f"/api/v1/events/{event.slug}/standings/final/").json()
    assert [(row["rank"], int(row["player"][-2:]), row["stage"]) for row in body] == found


@pytest.mark.django_db
def test_final_standings_qualified_players_are_above_others():
    first = StagePlan(kind="swiss", rounds=2, minutes=40)
    second = StagePlan(kind="swiss", rounds=1, minutes=40, cut_size=4, carries=True)
    event, organiser = planned(8, first, second)
    played(organiser, event, 3)
    services.finish_round(organiser, latest(event))
    services.finish_event(organiser, event)
    event.refresh_from_db()
    stage = event.stages.get(order=2)
    through = set(stage.participations.values_list("registration_id", flat=True))
    ended = compute_final_standings(event)
    assert len(through) == 4
    assert {row.player for row in ended[:4]} == through
    assert [row.stage for row in ended] == [2] * 4 + [1] * 4
    together = [row.player for row in ranking.standings(stage)]
    assert [row.player for row in ended[:4]] == [player for player in together if player in through]
    assert [row.player for row in ended[4:]] == [player for player in together if player not in through]


def finished_swiss(players: int) -> tuple[Event, Client]:
    event, organiser = running_event(players, stage={"rounds": 1})
    played_round(event, organiser)
    services.finish_event(organiser, event)
    event.refresh_from_db()
    reader = Client()
    user = event.registrations.order_by("pk")[0].player.user
    assert user is not None
    reader.force_login(user)
    return event, reader


@pytest.mark.django_db
def test_final_standings_page_query_count_is_constant_and_marks_own_row():
    asked = []
    for players in (2, 12):
        event, reader = finished_swiss(players)
        path = f"/events/{event.slug}/standings/final/"
        assert reader.get(path).content.decode().count('class="mine"') == 1
        assert "Your rank" in reader.get(path).content.decode()
        assert "Your rank" not in Client().get(path).content.decode()
        asked.append(queries_of(partial(reader.get, path)))
    assert asked[0] == asked[1]


@pytest.mark.django_db
def test_final_standings_of_single_stage_have_no_tab_and_rank_dropped_player():
    event, organiser = running_event(4, stage={"rounds": 2})
    round_ = played_round(event, organiser)
    won = round_.matches.order_by("table")[0].seats.get(place=1).registration
    events.drop(organiser, won)
    played_round(event, organiser, 2)
    services.finish_event(organiser, event)
    event.refresh_from_db()
    assert [(row.rank, row.player) for row in compute_final_standings(event)] == [
        (row.rank, row.player) for row in ranking.standings(event.stages.get())
    ]
    assert won.pk in {row.player for row in compute_final_standings(event)}
    assert "standings/final/" not in Client().get(f"/events/{event.slug}/").content.decode()
