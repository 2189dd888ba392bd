"""Concurrent pairing, results and publication."""

import pytest
from django.db import connection

from epic_events.events.services import drop
from epic_events.infra.errors import StateError
from epic_events.pairings import services
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match, Round
from tests.epic_events.events.test_races import at_once
from tests.epic_events.pairings.play import (
    first_entry,
    line,
    matches_of,
    played_round,
    published_round,
    running_event,
    users_at,
)

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _two_connections():
    if connection.vendor != "postgresql":
        pytest.skip("two connections at once need PostgreSQL")


def test_pair_round_concurrently_creates_one_round():
    event, organiser = running_event(9)
    results = at_once(*[lambda: services.pair_round(organiser, event)] * 4)
    assert sum(isinstance(result, Round) for result in results) == 1
    assert sum(isinstance(result, StateError) for result in results) == 3
    round_ = Round.objects.get()
    assert (round_.number, round_.matches.count(), round_.seats.count()) == (1, 5, 9)


def test_pair_second_round_concurrently_creates_one_round():
    event, organiser = running_event(8, stage={"rounds": 3})
    played_round(event, organiser)
    at_once(*[lambda: services.pair_round(organiser, event)] * 3)
    assert list(Round.objects.order_by("number").values_list("number", flat=True)) == [1, 2]


def test_publish_and_pair_again_concurrently_leave_complete_round():
    event, organiser = running_event(9)
    round_ = services.pair_round(organiser, event)
    at_once(lambda: services.publish_round(organiser, round_), lambda: services.pair_again(organiser, round_))
    round_.refresh_from_db()
    assert (round_.status, round_.matches.count(), round_.seats.count()) == ("published", 5, 9)


def test_drop_during_publication_is_seated_or_blocks_it():
    event, organiser = running_event(8)
    round_ = services.pair_round(organiser, event)
    entry = first_entry(event)
    published, _dropped = at_once(lambda: services.publish_round(organiser, round_), lambda: drop(organiser, entry))
    entry.refresh_from_db()
    stretch = entry.participations.get()
    assert entry.status == "dropped"
    assert stretch.last_round == (0 if isinstance(published, StateError) else 1)


@pytest.mark.parametrize(("second_says", "status"), [(Score(2, 1), "confirmed"), (Score(1, 2), "disputed")])
def test_report_result_by_both_players_concurrently_is_consistent(second_says, status):
    event, organiser = running_event(4, stage={"best_of": 3})
    match = matches_of(published_round(event, organiser))[0]
    first, second = users_at(match)
    at_once(
        lambda: services.report_result(first, match, Score(2, 1)),
        lambda: services.report_result(second, match, second_says),
    )
    match.refresh_from_db()
    assert (match.status, match.reports.count()) == (status, 2)
    settled = [(2, 3, "win"), (1, 0, "loss")]
    assert line(match) == (settled if status == "confirmed" else [(0, None, ""), (0, None, "")])


def test_report_result_same_player_concurrently_confirms_nothing():
    event, organiser = running_event(4)
    match = matches_of(published_round(event, organiser))[0]
    first, _second = users_at(match)
    at_once(*[lambda: services.report_result(first, match, Score(1, 0))] * 3)
    assert Match.objects.get(pk=match.pk).status == "reported"


def test_confirm_result_three_times_concurrently_confirms_once():
    event, organiser = running_event(4)
    match = matches_of(published_round(event, organiser))[0]
    first, second = users_at(match)
    services.report_result(first, match, Score(1, 0))
    results = at_once(*[lambda: services.confirm_result(second, match, drops=True)] * 3)
    assert all(isinstance(result, Match) for result in results)
    assert (line(match), match.reports.count()) == ([(1, 3, "win"), (0, 0, "loss")], 2)
    assert match.seats.get(place=2).registration.status == "dropped"


def test_undo_report_during_confirmation_has_one_consistent_outcome():
    event, organiser = running_event(4)
    match = matches_of(published_round(event, organiser))[0]
    first, second = users_at(match)
    services.report_result(first, match, Score(1, 0))
    at_once(lambda: services.undo_report(first, match), lambda: services.confirm_result(second, match))
    match.refresh_from_db()
    settled, open_ = [(1, 3, "win"), (0, 0, "loss")], [(0, None, ""), (0, None, "")]
    assert (match.status, line(match)) in [("confirmed", settled), ("pending", open_)]


def test_enter_lines_concurrently_enters_each_result_once():
    event, organiser = running_event(8)
    round_ = published_round(event, organiser)
    at_once(*[lambda: services.enter_lines(organiser, round_, "1 1\n2 2\n3 0\n4 id")] * 3)
    assert [match.reports.count() for match in matches_of(round_)] == [1, 1, 1, 1]
    assert not round_.matches.open().exists()


def test_undo_staff_entry_concurrently_undoes_once():
    event, organiser = running_event(4)
    match = matches_of(published_round(event, organiser))[0]
    services.enter_result(organiser, match, Score(1, 0))
    results = at_once(*[lambda: services.undo_staff_entry(organiser, match)] * 3)
    assert sum(isinstance(result, Match) for result in results) == 1
    assert Match.objects.get(pk=match.pk).status == "pending"


def test_call_time_concurrently_calls_once():
    event, organiser = running_event(4)
    round_ = published_round(event, organiser)
    times = {
        getattr(called, "time_called_at", None)
        for called in at_once(*[lambda: services.call_time(organiser, round_)] * 3)
    }
    assert times == {Round.objects.get(pk=round_.pk).time_called_at}


def test_enter_last_results_and_pair_round_concurrently_is_consistent():
    event, organiser = running_event(4, stage={"rounds": 3})
    one, two = matches_of(published_round(event, organiser))
    services.enter_result(organiser, one, Score(1, 0))
    at_once(lambda: services.enter_result(organiser, two, Score(1, 0)), lambda: services.pair_round(organiser, event))
    assert not Match.objects.filter(round__number=1).exclude(status="confirmed").exists()
    second = Round.objects.filter(number=2).first()
    assert second is None or second.seats.count() == 4


def test_start_cut_concurrently_starts_once():
    event, organiser = running_event(8, cut=4, stage={"rounds": 1})
    played_round(event, organiser)
    at_once(*[lambda: services.start_cut(organiser, event)] * 3)
    assert Round.objects.filter(stage__kind="elimination").count() == 1
    assert event.stages.get(order=2).participations.count() == 4
