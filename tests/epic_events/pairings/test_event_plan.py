"""Stages and rounds of an event, loaded once and passed down."""

from collections.abc import Callable
from typing import Any

import pytest

from epic_events.pairings import services
from epic_events.pairings.selectors import event_plan, load_event_plan
from tests.epic_events.pairings.play import matches_of, played_round, published_round, running_event

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_load_event_plan_without_rounds_has_stages_only() -> None:
    event, _organiser = running_event(4, cut=2)
    plan = load_event_plan(event)
    assert [stage.is_elimination for stage in plan.stages] == [False, True]
    assert plan.counting_stage == plan.stages[0]
    assert plan.cut == plan.stages[1]
    assert plan.latest_round is None
    assert plan.last_finished(plan.counting_stage) == 0


def test_load_event_plan_takes_one_query(django_assert_num_queries: Callable[[int], Any]) -> None:
    event, organiser = running_event(4, cut=2, stage={"rounds": 2})
    first = played_round(event, organiser)
    second = services.pair_round(organiser, event)
    with django_assert_num_queries(1):
        plan = load_event_plan(event)
        assert all(round_.stage.event is event for round_ in plan.rounds)
    assert plan.rounds == (first, second)
    assert (plan.published_rounds, plan.latest_round) == ([first], second)
    assert plan.last_finished(plan.counting_stage) == 1


def test_event_plan_in_cut_counts_stage_before() -> None:
    event, organiser = running_event(4, cut=2, stage={"rounds": 1})
    played_round(event, organiser)
    final = services.start_cut(organiser, event)
    plan = load_event_plan(event)
    assert plan.latest_round == final
    assert plan.counting_stage == plan.stages[0]
    assert plan.next_stage(plan.stages[0]) == plan.cut
    assert plan.next_stage(plan.stages[1]) is None
    assert plan.last_finished(plan.cut) == 0


def test_event_plan_of_one_instance_is_loaded_once(django_assert_num_queries: Callable[[int], Any]) -> None:
    event, organiser = running_event(4)
    assert matches_of(published_round(event, organiser))
    with django_assert_num_queries(1):
        assert event_plan(event) is event_plan(event)
