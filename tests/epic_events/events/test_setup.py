"""Creating, editing, opening and cancelling events, staff roles and rights."""

from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from epic_events.accounts.rate_limits import RateLimitError
from epic_events.audit_log.models import Entry
from epic_events.events import services
from epic_events.events.defaults import check_slug
from epic_events.events.models import Event, Registration, StaffRole, Stage
from epic_events.events.permissions import (
    can_judge,
    can_organise,
    can_score,
    is_staff_of,
    require_judge,
    require_staff,
    rights,
)
from epic_events.events.selectors import count_players
from epic_events.events.services import EventPlan
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.infra.time_zones import check_time_zone
from epic_events.pairings import services as rounds
from tests.epic_events.factories import at, make_event, make_registration, make_running_event, make_staff, make_user

pytestmark = pytest.mark.django_db
PLAN = EventPlan(name="Spring Cup", starts_at=at("2017-08-01T22:30"), time_zone="Europe/Berlin", cut=4, rounds=5)


def test_create_event_is_draft_with_creator_as_organiser():
    user = make_user()
    event = services.create_event(user, PLAN)
    assert (event.slug, event.status, event.created_by) == ("spring-cup", "draft", user)
    assert [(stage.order, stage.kind, stage.rounds, stage.cut_size) for stage in event.stages.all()] == [
        (1, "swiss", 5, None),
        (2, "elimination", None, 4),
    ]
    assert [(role.user, role.role) for role in event.staff.all()] == [(user, "organiser")]
    assert [line.verb for line in Entry.objects.of_event(event.pk)] == ["event.created"]
    assert EventPlan.of(event) == PLAN


def test_event_local_date_uses_time_zone_of_venue():
    event = services.create_event(None, PLAN)
    assert event.local_date == date(2017, 8, 2)
    assert event.local_start.isoformat() == "2017-08-02T00:30:00+02:00"
    assert event.check_in_opens_at == at("2017-08-01T21:30")


def test_event_slug_is_unique_and_not_reserved():
    names = ["Spring Cup", "Spring Cup", "Create", "黒の杯", "x" * 120]
    slugs = [services.create_event(None, replace(PLAN, name=name)).slug for name in names]
    assert slugs == ["spring-cup", "spring-cup-2", "create-2", "event", "x" * 70]
    with pytest.raises(UserError, match="already an event at this address"):
        services.create_event(None, PLAN, slug="spring-cup")
    with pytest.raises(UserError, match="already an event at this address"):
        services.create_event(None, PLAN, slug="create")
    with pytest.raises(IntegrityError), transaction.atomic():
        make_event(slug="create")
    with pytest.raises(ValidationError):
        check_slug("create")


def test_check_time_zone_unknown_raises():
    check_time_zone("Europe/Berlin")
    with pytest.raises(ValidationError):
        check_time_zone("Europe/Atlantis")


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        ({"name": "  "}, {"name"}),
        ({"cut": 3}, {"cut"}),
        ({"capacity": 3}, {"capacity"}),
        ({"capacity": 1, "cut": 0}, {"capacity"}),
        ({"starts_at": datetime(2017, 8, 1, 10)}, {"starts_at"}),  # noqa: DTZ001 - the mistake under test
        ({"decks_due_at": at("2017-08-02T00:00"), "name": ""}, {"decks_due_at", "name"}),
    ],
)
def test_create_event_contradictory_plan_names_every_field(change, fields):
    with pytest.raises(UserError) as caught:
        services.create_event(None, replace(PLAN, **change))
    assert set(caught.value.fields) == fields
    assert Event.objects.count() == 0


def test_create_event_anonymous_or_throttled_is_refused(monkeypatch):
    with pytest.raises(NotAllowedError):
        services.create_event(AnonymousUser(), PLAN)  # type: ignore[arg-type]  # what a view without a login would pass
    monkeypatch.setattr("epic_events.events.services.setup.EVENTS_PER_DAY", 1)
    user = make_user()
    services.create_event(user, PLAN)
    with pytest.raises(RateLimitError):
        services.create_event(user, PLAN)


def test_edit_event_changes_stages_and_logs_changed_fields():
    user = make_user()
    event = services.create_event(user, PLAN)
    plan = replace(PLAN, cut=0, rounds=None, best_of=3, place="Hall 3")
    event = services.edit_event(user, event, plan)
    assert EventPlan.of(event) == plan
    line = Entry.objects.of_event(event.pk)[0]
    assert (line.verb, sorted(line.data["fields"])) == ("event.changed", ["best_of", "cut", "place", "rounds"])
    services.edit_event(user, event, plan)
    assert Entry.objects.of_event(event.pk).count() == 2


def test_edit_event_after_start_frozen_fields_raise():
    event = make_running_event()
    plan = EventPlan.of(event)
    with pytest.raises(StateError) as caught:
        services.edit_event(None, event, replace(plan, best_of=3, format="cube-draft", place="Elsewhere"))
    assert set(caught.value.fields) == {"best_of", "format"}
    assert services.edit_event(None, event, replace(plan, place="Elsewhere")).place == "Elsewhere"
    rounds.finish_event(None, event, reason="The hall closes.")
    with pytest.raises(StateError, match="over"):
        services.edit_event(None, event, plan)


def test_edit_event_higher_capacity_promotes_waitlist():
    event = make_event(capacity=2)
    for _ in range(2):
        make_registration(event)
    waiting = [make_registration(event, status="waitlisted") for _ in range(2)]
    services.edit_event(None, event, replace(EventPlan.of(event), capacity=3))
    assert [
        entry.status for entry in Registration.objects.filter(pk__in=[entry.pk for entry in waiting]).order_by("pk")
    ] == [
        "registered",
        "waitlisted",
    ]


def test_cancelled_event_can_be_reopened_before_start():
    user = make_user()
    event = services.create_event(user, PLAN)
    assert services.open_event(user, event).status == "open"
    with pytest.raises(StateError):
        services.open_event(user, event)
    with pytest.raises(UserError, match="Enter a reason"):
        services.cancel_event(user, event, reason=" ")
    assert services.cancel_event(user, event, reason="Storm").status == "cancelled"
    assert Entry.objects.of_event(event.pk)[0].reason == "Storm"
    with pytest.raises(StateError):
        services.cancel_event(user, event, reason="Storm")
    assert services.open_event(user, event).status == "open"


def test_event_cancelled_during_play_cannot_be_reopened():
    event = make_running_event()
    services.cancel_event(None, event, reason="Fire alarm")
    with pytest.raises(StateError):
        services.open_event(None, event)


@pytest.mark.parametrize("role", [None, "judge", "head_judge", "scorekeeper"])
def test_event_services_non_organiser_is_refused(role):
    event = make_event()
    user = make_staff(event, role) if role else make_user()
    for act in (
        lambda: services.edit_event(user, event, EventPlan.of(event)),
        lambda: services.open_event(user, event),
        lambda: services.cancel_event(user, event, reason="no"),
        lambda: services.assign_role(user, event, email=user.email, role="organiser"),
    ):
        with pytest.raises(NotAllowedError):
            act()


@pytest.mark.parametrize(
    ("role", "organise", "judge", "head_judge", "score"),
    [
        ("organiser", True, True, True, True),
        ("head_judge", False, True, True, True),
        ("judge", False, True, False, False),
        ("scorekeeper", False, False, False, True),
    ],
)
def test_permissions_match_staff_role(role, organise, judge, head_judge, score):
    event = make_event(status="draft")
    user = make_staff(event, role)
    held = rights(user, event)
    assert (held.organise, held.judge, held.head_judge, held.score) == (organise, judge, head_judge, score)
    assert (held.staff, held.enter_results) == (True, True)
    assert (can_organise(user, event), can_judge(user, event), can_score(user, event)) == (organise, judge, score)
    other = make_event()
    assert not is_staff_of(user, other)
    assert set(Event.objects.visible_to(user)) == {event, other}


def test_permissions_without_role_are_none():
    event = make_event(status="draft")
    root = make_user(is_superuser=True)
    retired = make_staff(event)
    retired.is_active = False
    for user in (AnonymousUser(), make_user(), retired, None):
        assert not rights(user, event).staff
    for user in (AnonymousUser(), make_user(), None):
        assert not Event.objects.visible_to(user).exists()
    assert rights(root, event).organise
    with pytest.raises(NotAllowedError):
        require_judge(make_user(), event)
    with pytest.raises(NotAllowedError):
        require_staff(make_user(), event)


def test_draft_events_are_visible_to_staff_only():
    draft, public = make_event(status="draft"), make_event()
    organiser = make_staff(draft)
    assert list(Event.objects.visible_to(AnonymousUser())) == [public]
    assert list(Event.objects.visible_to(make_user())) == [public]
    assert set(Event.objects.visible_to(organiser)) == {draft, public}
    assert set(Event.objects.visible_to(make_user(is_superuser=True))) == {draft, public}


def test_assign_and_revoke_role_change_permissions():
    organiser, judge = make_user(), make_user()
    event = make_event(organiser=organiser)
    held = services.assign_role(organiser, event, email=f" {judge.email.upper()}", role="judge")
    assert isinstance(held, StaffRole)
    assert services.assign_role(organiser, event, email=judge.email, role="judge") == held
    services.assign_role(organiser, event, email=judge.email, role="scorekeeper")
    assert rights(judge, event).roles == {"judge", "scorekeeper"}
    services.revoke_role(organiser, held)
    assert rights(judge, event).roles == {"scorekeeper"}
    assert [(line.verb, line.data["user"]) for line in Entry.objects.of_event(event.pk)] == [
        ("staff.revoked", judge.pk),
        ("staff.assigned", judge.pk),
        ("staff.assigned", judge.pk),
    ]
    with pytest.raises(UserError, match="No account has confirmed this address"):
        services.assign_role(organiser, event, email="who@example.com", role="judge")
    with pytest.raises(UserError, match="valid role"):
        services.assign_role(organiser, event, email=judge.email, role="king")


def test_revoke_role_of_last_organiser_raises():
    organiser = make_user()
    event = make_event(organiser=organiser)
    with pytest.raises(StateError, match="needs an organiser"):
        services.revoke_role(organiser, event.staff.get())
    second = services.assign_role(organiser, event, email=make_user().email, role="organiser")
    assert isinstance(second, StaffRole)
    services.revoke_role(organiser, second)
    assert event.staff.count() == 1


def test_events_are_listed_as_upcoming_and_past_with_counts():
    soon = make_event(starts_at=timezone.now() + timedelta(days=1), capacity=2)
    later = make_event(starts_at=timezone.now() + timedelta(days=2))
    past = make_event(status="finished", starts_at=timezone.now() - timedelta(days=2))
    make_registration(soon)
    make_registration(soon, status="checked_in")
    make_registration(soon, status="waitlisted")
    make_registration(soon, status="withdrawn")
    events = Event.objects.with_counts()
    counts = list(events.upcoming().values_list("pk", "playing", "waiting"))  # type: ignore[misc]  # annotated
    assert counts == [(soon.pk, 2, 1), (later.pk, 0, 0)]
    assert (count_players(soon), count_players(later)) == ((2, 1), (0, 0))
    assert list(events.past()) == [past]


@pytest.mark.parametrize(("status", "playing"), [("running", 4), ("finished", 3)])
def test_dropped_participant_counts_as_player(status, playing):
    event = make_running_event(3)
    leaver, never = event.registrations.order_by("pk")[:2]
    leaver.participations.update(last_round=2)
    never.participations.update(last_round=0)
    event.registrations.filter(pk__in=[leaver.pk, never.pk]).update(status="dropped")
    make_registration(event, status="checked_in")
    for other in ("registered", "waitlisted", "withdrawn"):
        make_registration(event, status=other)
    Event.objects.filter(pk=event.pk).update(status=status)
    listed = Event.objects.with_counts().values_list("playing", "waiting")  # type: ignore[misc]  # annotated
    assert listed.get(pk=event.pk) == count_players(event) == (playing, 1)


def test_stage_and_staff_constraints_are_enforced_by_database():
    event = make_event(cut=4)
    for wrong in (
        {"order": 1, "kind": "swiss"},
        {"order": 3, "kind": "swiss", "cut_size": 1},
        {"order": 3, "kind": "elimination", "cut_size": 1},
        {"order": 3, "kind": "elimination", "cut_size": 65},
        {"order": 3, "kind": "elimination", "carries": True},
        {"order": 3, "kind": "elimination", "final_reset": True},
        {"order": 3, "kind": "elimination", "power_from": 1},
        {"order": 3, "kind": "double", "third_place": True},
        {"order": 3, "kind": "swiss", "legs": 2},
        {"order": 3, "kind": "swiss", "pod_size": 8},
        {"order": 3, "kind": "swiss", "first_round": 0},
        {"order": 3, "kind": "pods"},
        {"order": 3, "kind": "pods", "pod_size": 3, "pod_order": "chance"},
        {"order": 3, "kind": "pods", "pod_size": 8, "pod_order": "age"},
        {"order": 3, "kind": "swiss", "best_of": 2},
        {"order": 3, "kind": "swiss", "rounds": 0},
        {"order": 3, "kind": "ladder"},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Stage.objects.create(event=event, **wrong)
    with pytest.raises(IntegrityError), transaction.atomic():
        StaffRole.objects.create(event=event, user=make_user(), role="king")
    assert event.stages.get(order=1).deck_format == "full-constructed"
