"""Final results of rounds as input of standings."""

import pytest
from django.utils import timezone

from epic_events.events.models import Stage
from epic_events.pairings import services
from epic_events.pairings.methods.scores import Kind, Score
from epic_events.pairings.methods.standings import Result
from epic_events.pairings.models import Match, Round
from epic_events.pairings.results.selectors import load_final_results
from tests.epic_events.pairings.play import cut, matches_of, played_round, published_round, running_event, swiss

pytestmark = pytest.mark.django_db


def ended(number: int, match: Match, *points_and_games: int) -> Result:
    first, second = match.seats.order_by("place").values_list("registration_id", flat=True)
    return Result._make([number, first, second, *points_and_games, *Result(0, 0, 0, 0)[3 + len(points_and_games) :]])


def bye(match: Match) -> Result:
    (player,) = match.seats.values_list("registration_id", flat=True)
    return Result(1, player, None, 3, 0, 2, 0)


def bye_of(round_: Round) -> Match:
    return round_.matches.get(table=None)


def in_order(found: dict[Match, Result]) -> list[Result]:
    return [found[match] for match in sorted(found, key=lambda match: match.pk)]


def test_final_results_are_ordered_by_match_with_byes(django_assert_num_queries):
    event, organiser = running_event(7, stage={"best_of": 3})
    round_ = published_round(event, organiser)
    won, level, lost = matches_of(round_)
    services.enter_result(organiser, won, Score(1, 2))
    services.enter_result(organiser, level, Score(1, 1, 1))
    services.enter_result(organiser, lost, Score(0, 0, 0, Kind.DOUBLE_LOSS))
    expected = {
        won: ended(1, won, 0, 3, 1, 2, 0),
        level: ended(1, level, 1, 1, 1, 1, 1),
        lost: ended(1, lost, 0, 0, 0, 0, 0, True),
        bye_of(round_): bye(bye_of(round_)),
    }
    stage = swiss(event)
    with django_assert_num_queries(2):
        found = load_final_results([stage])
    assert found == in_order(expected)


def test_final_results_include_consecutive_and_last_byes():
    event, organiser = running_event(5)
    event.registrations.filter(pk__in=event.registrations.order_by("pk").values_list("pk")[:2]).update(awarded_byes=1)
    round_ = published_round(event, organiser)
    byes = sorted(round_.matches.filter(table=None), key=lambda match: match.pk)
    assert len(byes) == 3
    assert load_final_results([swiss(event)]) == [bye(match) for match in byes]


def test_final_results_exclude_open_match_with_points():
    event, organiser = running_event(7)
    round_ = published_round(event, organiser)
    open_, other, last = matches_of(round_)
    for match in (open_, other, last):
        services.enter_result(organiser, match, Score(1, 0))
    Match.objects.filter(pk=open_.pk).update(status=Match.Status.DISPUTED)
    settled = {match: ended(1, match, 3, 0, 1, 0) for match in (other, last)}
    settled[bye_of(round_)] = bye(bye_of(round_))
    assert load_final_results([swiss(event)]) == in_order(settled)


def test_final_results_bye_has_its_recorded_games():
    event, organiser = running_event(3)
    match = bye_of(published_round(event, organiser))
    match.seats.update(game_wins=3)
    assert load_final_results([swiss(event)]) == [bye(match)._replace(first_wins=3)]


def test_final_results_stop_at_round_and_skip_unpublished():
    event, organiser = running_event(4, stage={"rounds": 3})
    first, second = (played_round(event, organiser, seed) for seed in (1, 2))
    draft = services.pair_round(organiser, event, seed=3)
    for match in draft.matches.all():
        match.seats.update(points=3, outcome="win")
    # No one does this; a draft is left out all the same.
    draft.matches.update(status=Match.Status.CONFIRMED, result_kind="played", confirmed_at=timezone.now())
    by_round = {
        number: [ended(number, match, 3, 0, 1, 0) for match in sorted(matches_of(round_), key=lambda m: m.pk)]
        for number, round_ in ((1, first), (2, second))
    }
    stage = swiss(event)
    assert load_final_results([stage], 0) == []
    assert load_final_results([stage], 1) == by_round[1]
    assert load_final_results([stage], 2) == load_final_results([stage]) == by_round[1] + by_round[2]
    assert load_final_results([]) == []


def test_final_results_include_recorded_health():
    event, organiser = running_event(2, cut=2)
    (match,) = matches_of(published_round(event, organiser))
    services.enter_result(organiser, match, Score(1, 0))
    for place, health in ((1, 12), (2, 0)):
        match.seats.filter(place=place).update(health=health)
    stage = swiss(event)
    played = ended(1, match, 3, 0, 1, 0)
    assert load_final_results([stage]) == [played]
    Stage.objects.filter(pk=stage.pk).update(records_health=True)
    stage.refresh_from_db()
    noted = [played._replace(first_health=12, second_health=0)]
    assert load_final_results([stage]) == load_final_results([stage, cut(event)]) == noted
