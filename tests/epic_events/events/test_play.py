"""Start, drops, reinstatements and late entries."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from epic_events.audit_log.models import Entry
from epic_events.events import services
from epic_events.events.models import Participation, Registration, Stage
from epic_events.infra.errors import NotAllowedError, StateError
from epic_events.pairings import services as rounds
from epic_events.pairings.models import Round
from tests.epic_events.factories import make_event, make_registration, make_running_event, make_staff, make_user

pytestmark = pytest.mark.django_db


def publish(event, number=None, status="published"):
    stage = services.current_stage(event)
    number = number or services.next_round(event)[1]
    return Round.objects.create(
        stage=stage,
        number=number,
        seed=1,
        status=status,
        published_at=None if status == "draft" else timezone.now(),
        finished_at=timezone.now() if status == "finished" else None,
    )


def rounds_of(entry, upto=6):
    stage = entry.event.stages.get(order=1)
    return [number for number in range(1, upto + 1) if entry in Registration.objects.playing(stage, number)]


def test_start_event_includes_checked_in_players():
    event = make_event()
    here = [make_registration(event, status="checked_in") for _ in range(2)]
    away = make_registration(event)
    staff = make_staff(event, "scorekeeper")
    event = services.start_event(staff, event)
    assert event.status == "running"
    assert set(Registration.objects.playing(event.stages.get(), 1)) == set(here)
    assert Entry.objects.of_event(event.pk)[0].data == {"registrations": [entry.pk for entry in here]}
    with pytest.raises(StateError, match="Only an event that is open"):
        services.start_event(staff, event)
    assert services.check_in(staff, away).status == "checked_in"
    assert rounds_of(away) == [1, 2, 3, 4, 5, 6]


def test_start_event_needs_two_players_and_organiser():
    event = make_event()
    make_registration(event, status="checked_in")
    with pytest.raises(StateError, match=r"^1 player is checked in. At least 2"):
        services.start_event(None, event)
    with pytest.raises(NotAllowedError):
        services.start_event(make_staff(event, "judge"), event)


def test_drop_takes_effect_after_current_round():
    event = make_running_event()
    publish(event, status="finished")
    publish(event)
    publish(event, status="draft", number=3)
    entry = event.registrations.all()[0]
    entry = services.drop(make_staff(event), entry, reason="train")
    assert (entry.status, rounds_of(entry)) == ("dropped", [1, 2])
    line = Entry.objects.about(entry)[0]
    assert (line.verb, line.reason, line.data["after"]) == ("registration.dropped", "train", 2)


def test_withdraw_from_running_event_drops_player():
    event = make_running_event()
    user = make_user()
    entry = make_registration(event, user=user, status="checked_in")
    Participation.objects.create(stage=event.stages.get(), registration=entry)
    assert services.withdraw(user, entry).status == "dropped"
    assert rounds_of(entry) == []
    with pytest.raises(StateError, match="is not playing in this event"):
        services.drop(user, entry)


def test_reinstate_leaves_gap_for_missed_rounds():
    event = make_running_event()
    entry, staff = event.registrations.all()[0], make_staff(event)
    publish(event)
    services.drop(staff, entry)
    publish(event)
    publish(event)
    services.reinstate(staff, entry, reason="missed the train")
    assert rounds_of(entry) == [1, 4, 5, 6]
    services.drop(staff, entry)
    services.reinstate(staff, entry)
    assert rounds_of(entry) == [1, 4, 5, 6]
    assert Entry.objects.about(entry)[1].data["from_round"] == 4


def test_late_entry_participates_from_next_round():
    event = make_running_event()
    publish(event)
    entry = services.add_player(None, event, name="Late")
    assert (entry.status, rounds_of(entry)) == ("checked_in", [2, 3, 4, 5, 6])


def test_add_player_after_cut_begins_is_refused():
    event = make_running_event(cut=2)
    left = event.registrations.all()[0]
    services.drop(None, left)
    cut = event.stages.get(order=2)
    for seed, entry in enumerate(event.registrations.filter(status="checked_in")[:2], start=1):
        Participation.objects.create(stage=cut, registration=entry, seed=seed)
    assert services.current_stage(event) == cut
    for act in (lambda: services.add_player(None, event, name="Late"), lambda: services.reinstate(None, left)):
        with pytest.raises(StateError, match="cut has begun"):
            act()
    assert not event.registrations.filter(name="Late").exists()
    left.refresh_from_db()
    assert left.status == "dropped"


def test_reinstate_before_start_assigns_place_or_waitlist():
    event = make_event(capacity=2)
    gone = make_registration(event, status="withdrawn")
    make_registration(event)
    staff = make_staff(event)
    assert services.reinstate(staff, gone).status == "registered"
    with pytest.raises(StateError, match="has not dropped"):
        services.reinstate(staff, gone)
    second = make_registration(event, status="withdrawn")
    assert services.reinstate(staff, second).status == "waitlisted"


def test_drop_and_reinstate_are_allowed_by_role():
    event = make_running_event()
    entry = event.registrations.all()[0]
    judge = make_staff(event, "judge")
    with pytest.raises(NotAllowedError):
        services.drop(judge, entry)
    services.drop(None, entry)
    with pytest.raises(NotAllowedError):
        services.reinstate(judge, entry)
    rounds.finish_event(None, event, reason="The hall closes.")
    with pytest.raises(StateError, match="over"):
        services.reinstate(None, entry)
    with pytest.raises(StateError, match="running event"):
        services.drop(None, entry)


def test_participation_constraints_are_enforced_by_database():
    event = make_running_event(2)
    stage, entry = event.stages.get(), event.registrations.all()[0]
    for wrong in ({"from_round": 2}, {"from_round": 1, "last_round": 1}, {"from_round": 4, "last_round": 2}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Participation.objects.create(stage=stage, registration=entry, **wrong)
    cut = Stage.objects.create(event=event, order=2, kind="elimination", cut_size=2)
    Participation.objects.create(stage=cut, registration=entry, seed=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Participation.objects.create(stage=cut, registration=event.registrations.all()[1], seed=1)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(st.sampled_from(["drop", "back", "round", "draft"]), max_size=14))
def test_participations_match_any_sequence_of_drops_and_returns(steps):
    """The participations contain exactly the rounds of the player."""
    with transaction.atomic():
        event = make_running_event(2)
        entry = event.registrations.all()[0]
        stage, there, expected = event.stages.get(), True, []
        for step in steps:
            if step == "drop" and there:
                services.drop(None, entry)
                there = False
            elif step == "back" and not there:
                services.reinstate(None, entry)
                there = True
            elif step == "round":
                stage.round_set.filter(status="draft").delete()
                number = publish(event).number
                expected += [number] if there else []
            elif step == "draft" and not stage.round_set.filter(status="draft").exists():
                publish(event, status="draft")
        played = services.next_round(event)[1] - 1
        assert rounds_of(entry, upto=played) == expected
        transaction.set_rollback(True)
