"""Stage plans: validation, page, API, and started stages."""

from dataclasses import replace

import pytest
from django.test import Client
from rest_framework.test import APIClient

from epic_events.audit_log.models import Entry
from epic_events.events import services
from epic_events.events.models import Event
from epic_events.events.stage_plans import StagePlan, find_plan_errors, fits_event_form, plan_of, with_defaults
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from tests.epic_events.factories import make_event, make_user
from tests.epic_events.pairings.stages import CHAMPIONSHIP, planned, played

pytestmark = pytest.mark.django_db


def wrong(*plans: StagePlan, capacity: int | None = None) -> set[str]:
    return set(find_plan_errors(with_defaults(plans), game="epic", capacity=capacity))


def test_championship_stage_plan_is_valid_but_does_not_fit_simple_form():
    assert wrong(*CHAMPIONSHIP) == set()
    assert not fits_event_form(with_defaults(CHAMPIONSHIP))
    assert fits_event_form(with_defaults([StagePlan(), StagePlan(kind="elimination", cut_size=8)]))


def test_plan_errors_are_all_reported_at_once():
    plans = (
        StagePlan(kind="pods", pod_size=12, pod_order="snake", cut_size=8, minutes=2, power_from=1),
        StagePlan(kind="elimination", rounds=3, cut_size=65, third_place=True, carries=True, format="chess"),
        StagePlan(kind="swiss", rounds=2, power_from=3, legs=2, final_reset=True, best_of=2),
    )
    assert wrong(*plans) == {
        "stages.1.pod_size", "stages.1.pod_order", "stages.1.cut_size", "stages.1.minutes", "stages.1.power_from",
        "stages.2.kind", "stages.2.rounds", "stages.2.cut_size", "stages.2.carries", "stages.2.format",
        "stages.3.power_from", "stages.3.legs", "stages.3.final_reset", "stages.3.best_of",
    }  # fmt: skip
    assert wrong() == {"stages"}
    assert wrong(*[StagePlan()] * 13) == {"stages"}
    assert wrong(StagePlan(kind="round_robin"), capacity=33) == {"stages.1.cut_size"}
    assert wrong(StagePlan(), StagePlan(kind="double", cut_size=16), capacity=8) == {"stages.2.cut_size"}


def test_stages_page_adds_moves_removes_and_saves_stages():
    organiser = make_user()
    event = make_event(organiser=organiser)
    client = Client()
    client.force_login(organiser)
    path = f"/events/{event.slug}/stages/"
    assert client.get(path).status_code == 200
    pk = event.stages.get().pk
    sent = {"count": "1", "stage-1-id": str(pk), "stage-1-kind": "swiss", "stage-1-best_of": "1"}
    added = client.post(path, {**sent, "do": "add:elimination"})
    assert added.status_code == 200
    assert 'name="stage-2-cut_size"' in added.content.decode()
    assert event.stages.count() == 1
    sent |= {"count": "2", "stage-2-kind": "elimination", "stage-2-best_of": "3", "stage-2-cut_size": "6"}
    bad = client.post(path, {**sent, "stage-1-rounds": "99"})
    assert (bad.status_code, "1 to 20 rounds" in bad.content.decode()) == (400, True)
    assert client.post(path, sent).status_code == 302
    assert [(stage.kind, stage.cut_size, stage.best_of) for stage in event.stages.all()] == [
        ("swiss", None, 1), ("elimination", 6, 3),
    ]  # fmt: skip
    assert Entry.objects.filter(verb="stages.planned").count() == 1
    edit = client.get(f"/events/{event.slug}/edit/").content.decode()
    assert ('name="cut"' in edit, "stages/" in edit) == (False, True)


def test_edit_event_keeps_own_stage_plan():
    event, organiser = planned(2, *CHAMPIONSHIP)
    before = plan_of(event)
    services.edit_event(organiser, event, replace(services.EventPlan.of(event), name="Another name"))
    assert plan_of(Event.objects.get(pk=event.pk)) == before
    with pytest.raises(StateError, match="its own stage plan"):
        services.edit_event(organiser, event, replace(services.EventPlan.of(event), rounds=9))


def test_plan_stages_started_stage_is_frozen_and_later_ones_may_change():
    event, organiser = planned(4, StagePlan(rounds=2), StagePlan(kind="elimination", cut_size=4))
    played(organiser, event, 1)
    first, second = plan_of(event)
    with pytest.raises(StateError, match="once a stage has begun") as stopped:
        services.plan_stages(organiser, event, [replace(first, rounds=3), second])
    assert set(stopped.value.fields) == {"stages.1.rounds"}
    with pytest.raises(StateError, match="once a stage has begun"):
        services.plan_stages(organiser, event, [second])
    services.plan_stages(organiser, event, [replace(first, name="Day 1"), replace(second, cut_size=2)])
    assert [stage.title for stage in event.stages.all()] == ["Day 1", "Single elimination"]
    with pytest.raises(NotAllowedError):
        services.plan_stages(make_user(), event, plan_of(event))
    with pytest.raises(UserError, match="stage plan was not saved"):
        services.plan_stages(organiser, event, [*plan_of(event), replace(second, id=10**9)])


def test_stages_api_reads_and_writes_plan():
    organiser = make_user()
    event = make_event(organiser=organiser)
    client = APIClient()
    client.force_authenticate(organiser)
    path = f"/api/v1/events/{event.slug}/stages/"
    stages = [{"id": event.stages.get().pk, "kind": "swiss", "rounds": 3}, {"kind": "double", "cut_size": 12}]
    written = client.post(path, {"stages": stages}, format="json")
    assert written.status_code == 200
    assert written.json() == APIClient().get(path).json()
    assert [(row["kind"], row["cut_size"], row["final_reset"]) for row in written.json()] == [
        ("swiss", None, False), ("double", 12, True),
    ]  # fmt: skip
    refused = client.post(path, {"stages": [{"kind": "double", "rounds": 3}]}, format="json")
    assert refused.status_code == 400
    assert APIClient().post(path, {"stages": stages}, format="json").status_code == 401
