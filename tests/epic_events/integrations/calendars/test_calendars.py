"""Calendar files and feeds, parsed again."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from icalendar import Calendar

from epic_events.accounts.access.sessions import revoke_access
from epic_events.accounts.models import Player, User
from epic_events.events.models import Event, Registration
from epic_events.events.services import cancel_event
from epic_events.integrations.calendars import feed_address, reader_of
from epic_events.pairings.cut.selectors import compute_final_standings
from tests.epic_events.factories import at, make_event, make_registration, make_running_event, make_staff, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def read(path: str) -> list[dict[str, object]]:
    answer = Client().get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    found = Calendar.from_ical(answer.content).walk("VEVENT")
    return [{name: each.decoded(name) for name in each} for each in found]


def names(path: str) -> list[str]:
    return [str(entry["SUMMARY"]) for entry in read(path)]


def path_of(user: User) -> str:
    return feed_address(user).removeprefix("http://localhost:8000")


def test_event_calendar_has_time_place_and_planned_duration() -> None:
    event = make_event(
        name="Cup, the; “big”\none",
        slug="cup",
        starts_at=at("2026-03-01 10:00"),
        cut=8,
        stage={"rounds": 5, "minutes": 50},
    )
    event.stages.filter(order=2).update(minutes=60)
    [entry] = read("/events/cup/calendar.ics")
    assert entry["SUMMARY"] == "Cup, the; “big”\none"
    assert (entry["DTSTART"], entry["DURATION"]) == (event.starts_at, timedelta(minutes=5 * 60 + 3 * 70))
    assert (entry["LOCATION"], entry["STATUS"]) == ("Hall 3, Leipzig", "CONFIRMED")
    assert entry["URL"] == "http://localhost:8000/events/cup/"
    assert "1 Mar 2026, 11:00 CET" in str(entry["DESCRIPTION"])


def test_event_calendar_without_rounds_has_no_end() -> None:
    event = make_event(slug="cup")
    [entry] = read("/events/cup/calendar.ics")
    assert "DURATION" not in entry
    assert "DTEND" not in entry
    assert Event.objects.get() == event


def test_event_calendar_change_increases_sequence_and_cancellation_is_marked() -> None:
    organiser = make_user()
    event = make_event(organiser=organiser, slug="cup")
    [before] = read("/events/cup/calendar.ics")
    cancel_event(organiser, event, reason="Snow.")
    [after] = read("/events/cup/calendar.ics")
    assert (before["UID"], before["STATUS"], after["STATUS"]) == (after["UID"], "CONFIRMED", "CANCELLED")
    assert after["SEQUENCE"] > before["SEQUENCE"]  # type: ignore[operator]


def test_calendar_feed_contains_played_and_staffed_events() -> None:
    user, other = make_user(), make_user()
    for name, status in (("Played", "registered"), ("Waited for", "waitlisted"), ("Left", "withdrawn")):
        make_registration(make_event(name=name), user=user, status=Registration.Status(status))
    make_staff(make_event(name="Worked at", status="draft"), "judge", user)
    make_event(name="Somebody else's")
    assert sorted(names(path_of(user))) == ["Played", "Waited for", "Worked at"]
    assert names(path_of(other)) == []


def test_calendar_feed_address_is_secret_and_changes_with_password() -> None:
    user = make_user()
    path = path_of(user)
    assert Client().get(path[:-5] + "x.ics").status_code == 404
    assert Client().get("/calendar/nothing.ics").status_code == 404
    revoke_access(None, user)
    assert Client().get(path).status_code == 404
    assert Client().get(path_of(user)).status_code == 200
    user.is_active = False
    user.save()
    assert Client().get(path_of(user)).status_code == 404


def test_calendar_links_are_on_my_page_and_event_page(client: Client) -> None:
    user = make_user()
    event = make_event(slug="cup")
    make_registration(event, user=user)
    client.force_login(user)
    # An address says in which second it was given: the one on the page is identified by its owner.
    page = client.get("/me/").content.decode()
    (token,) = re.findall(r'value="http://localhost:8000/calendar/(.+?)\.ics"', page)
    assert reader_of(token) == user
    assert 'href="/events/cup/calendar.ics"' in client.get("/events/cup/").content.decode()


def test_calendar_of_finished_event_shows_champion_and_own_rank() -> None:
    event = make_running_event(4, slug="cup")
    Event.objects.filter(pk=event.pk).update(status=Event.Status.FINISHED)
    event.refresh_from_db()
    ranked = {row.player: row.rank for row in compute_final_standings(event)}
    (first,) = (entry for entry, rank in ranked.items() if rank == 1)
    (third,) = (entry for entry, rank in ranked.items() if rank == 3)
    user = make_user()
    Player.objects.filter(pk=event.registrations.get(pk=third).player_id).update(user=user)
    champion = f"Champion: {event.registrations.get(pk=first).name}"
    [public] = read("/events/cup/calendar.ics")
    assert (str(public["DESCRIPTION"]).split("\n")[0], public["STATUS"]) == (champion, "CONFIRMED")
    assert "Your rank" not in str(public["DESCRIPTION"])
    [own] = read(path_of(user))
    assert str(own["DESCRIPTION"]).split("\n")[:2] == [champion, "Your rank: 3 of 4"]


def test_calendar_of_running_event_shows_no_champion() -> None:
    make_running_event(4, slug="cup")
    [entry] = read("/events/cup/calendar.ics")
    assert "Champion" not in str(entry["DESCRIPTION"])


def test_draft_event_calendar_is_404() -> None:
    make_event(slug="cup", status="draft")
    assert Client().get("/events/cup/calendar.ics").status_code == 404
