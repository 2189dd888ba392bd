"""Full events: the waitlist, and how staff admit latecomers during play."""

from dataclasses import replace

import pytest
from django.urls import reverse

from epic_events.events import services
from epic_events.events.models import Registration
from epic_events.events.services import EventPlan
from epic_events.infra.errors import StateError, UserError
from tests.epic_events.factories import make_event, make_registration, make_running_event, make_staff, make_user

pytestmark = pytest.mark.django_db
Status = Registration.Status


def page(client, name, *args):
    return " ".join(client.get(reverse(f"events:{name}", args=args)).content.decode().split())


def test_capacity_may_rise_during_play_but_not_below_taken_places():
    event = make_running_event(3, capacity=3)
    late = services.add_player(None, event, name="Zoe")
    with pytest.raises(StateError, match="An organiser can raise the capacity"):
        services.admit(None, late)
    with pytest.raises(UserError) as caught:
        services.edit_event(None, event, replace(EventPlan.of(event), capacity=2))
    assert caught.value.fields == {
        "capacity": "3 players are in the event. The capacity cannot be lower than this during play."
    }
    services.edit_event(None, event, replace(EventPlan.of(event), capacity=4))
    late.refresh_from_db()
    assert late.status == Status.WAITLISTED
    services.admit(None, late)
    services.check_in(None, late)
    assert late.participations.get().from_round == 1


def test_add_player_to_full_running_event_warns_about_waitlist(client):
    event = make_running_event(2, capacity=2)
    client.force_login(make_staff(event))
    assert "joins the end of the waitlist" in page(client, "players", event.slug)
    answer = client.post(reverse("events:add_player", args=[event.slug]), {"name": "Zoe"}, follow=True)
    assert "The event is full. Zoe is number 1 on the waitlist" in answer.content.decode()


def test_players_page_admitted_late_player_must_check_in(client):
    event = make_running_event(2, capacity=3)
    late = make_registration(event, status=Status.WAITLISTED, name="Zoe")
    client.force_login(make_staff(event))
    answer = client.post(reverse("events:act_on_player", args=[event.slug, late.pk, "admit"]), follow=True)
    assert "Check in Zoe as well. Only players who are checked in are paired." in answer.content.decode()
    assert "1 registered player is not checked in and is not paired." in page(client, "players", event.slug)
    client.post(reverse("events:act_on_player", args=[event.slug, late.pk, "check-in"]))
    assert "is not checked in" not in page(client, "players", event.slug)


def test_reinstate_beyond_capacity_shows_warning(client):
    event = make_running_event(2, capacity=2)
    gone = services.drop(None, event.registrations.order_by("pk")[0])
    make_registration(event, status=Status.CHECKED_IN)
    client.force_login(make_staff(event))
    answer = client.post(reverse("events:act_on_player", args=[event.slug, gone.pk, "reinstate"]), follow=True)
    assert "The event now has 3 players, more than its capacity of 2." in answer.content.decode()
    assert "More than the capacity of 2" in page(client, "players", event.slug)


def test_register_page_full_event_announces_waitlist(client):
    event = make_event(capacity=2)
    client.force_login(make_user())
    assert "Join the waitlist" not in page(client, "register", event.slug)
    for _number in range(2):
        make_registration(event)
    shown = page(client, "register", event.slug)
    assert "You will join the waitlist" in shown
    assert "Join the waitlist</button>" in shown


def test_register_duplicate_name_asks_for_initial(client):
    event = make_event()
    services.register(make_user("Ana"), event, consent=True)
    with pytest.raises(UserError) as caught:
        services.register(make_user(), event, name="ana", consent=True)
    assert caught.value.fields == {"name": "This event already has a player named “Ana”. Add an initial or a surname."}
    services.register(make_user(), event, name="Ana K.", consent=True)


def test_edit_entry_with_existing_duplicate_name_is_allowed():
    event = make_event()
    first, second = (make_registration(event, name="Ana") for _number in range(2))
    services.edit_entry(None, first, name="Ana", fixed_table=3, awarded_byes=0)
    services.edit_entry(None, second, name="Ana K.", fixed_table=None, awarded_byes=0)
    assert list(event.registrations.values_list("name", "fixed_table")) == [("Ana", 3), ("Ana K.", None)]


def test_check_in_address_redirects_to_event(client):
    event = make_event()
    client.force_login(make_user())
    answer = client.get(reverse("events:check_in", args=[event.slug]))
    assert (answer.status_code, answer["Location"]) == (302, event.get_absolute_url())
