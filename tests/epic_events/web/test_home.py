"""Home page and "My page"."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event, Registration, StaffRole, Stage
from epic_events.pairings import services
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match, Round, Seat
from epic_events.web.selectors import MyEvents, events_now
from tests.epic_events.factories import (
    make_dispute,
    make_event,
    make_registration,
    make_running_event,
    make_staff,
    make_user,
)
from tests.epic_events.pairings.play import (
    entry_of,
    matches_of,
    played_round,
    published_round,
    running_event,
    user_of,
)

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def seat_at_table(event: Event, first: Registration, second: Registration | None, *, table: int | None = 1) -> Match:
    stage = Stage.objects.get(event=event, order=1)
    played, _ = Round.objects.get_or_create(
        stage=stage, number=1, defaults={"seed": 1, "status": Round.Status.PUBLISHED, "published_at": timezone.now()}
    )
    match = Match.objects.create(round=played, table=table)
    for place, registration in enumerate(filter(None, (first, second)), start=1):
        Seat.objects.create(match=match, round=played, registration=registration, place=place)
    return match


def running_event_of(user, *, opponent: str = "Bo", table: int = 7) -> Event:
    event = make_running_event(players=0)
    mine = make_registration(event, user=user)
    seat_at_table(event, mine, make_registration(event, name=opponent), table=table)
    return event


def test_home_empty_site_shows_message(client: Client):
    page = client.get("/").content.decode()
    assert "No event is open for registration." in page


def test_home_groups_events_by_state_and_hides_drafts():
    organiser = make_user()
    draft = make_event(organiser=organiser, status=Event.Status.DRAFT)
    opened = make_event()
    running = make_running_event(players=2)
    finished = make_event(status=Event.Status.FINISHED)
    make_event(status=Event.Status.CANCELLED)

    seen = {name: list(events) for name, events in events_now(None).items()}
    assert seen == {"running": [running], "upcoming": [opened], "finished": [finished]}
    assert draft in events_now(organiser)["upcoming"]


def test_home_shows_twelve_running_events_and_links_to_all(client: Client):
    running = [make_running_event(players=0) for _each in range(13)]
    assert set(events_now(None)["running"]) < set(running)
    page = client.get("/").content.decode()
    assert len(re.findall(r'href="/events/event-\d+/"', page.partition('id="upcoming"')[0])) == 12
    assert f'<a href="{reverse("events:list")}">All events</a>' in page


def test_home_running_event_shows_latest_published_round():
    event = make_running_event(players=0)
    stage = Stage.objects.get(event=event)
    now = timezone.now()
    Round.objects.create(stage=stage, number=1, seed=1, status="finished", published_at=now, finished_at=now)
    Round.objects.create(stage=stage, number=2, seed=1, status="published", published_at=now)
    Round.objects.create(stage=stage, number=3, seed=1, status="draft")
    running: Any = events_now(None)["running"]
    assert [(one.round_number, one.round_status) for one in running] == [(2, "published")]


def test_home_shows_own_table_and_opponent_first(client: Client):
    user = make_user("Ada")
    event = running_event_of(user, opponent="Bo <b>Bold</b>", table=12)
    match = Match.objects.get()
    client.force_login(user)
    page = client.get("/").content.decode()
    assert '<p class="answer"><small>Table</small>12</p>' in page
    assert "<b><bdi>Bo &lt;b&gt;Bold&lt;/b&gt;</bdi></b>" in page
    assert f'href="{reverse("pairings:match", args=[event.slug, match.pk])}"' in page


def test_home_search_of_seated_player_uses_game_of_event(client: Client):
    user = make_user()
    event = make_running_event(players=0, game="hex", format="standard", rules_version="")
    seat_at_table(event, make_registration(event, user=user), make_registration(event, name="Bo"))
    named = '<input type="hidden" name="game" value="hex">'
    assert named not in client.get("/").content.decode()
    client.force_login(user)
    assert client.get("/").content.decode().count(named) == 1


def test_my_events_bye_has_no_opponent():
    user = make_user()
    event = make_running_event(players=0)
    seat_at_table(event, make_registration(event, user=user), None, table=None)
    (mine,) = MyEvents(user).seats
    assert (mine.is_bye, mine.others, mine.event) == (True, (), event)


def test_my_events_draft_round_has_no_table():
    user = make_user()
    event = running_event_of(user)
    Round.objects.update(status=Round.Status.DRAFT)
    assert MyEvents(user).seats == []
    assert [registration.event for registration in MyEvents(user).registrations] == [event]


def test_my_page_anonymous_redirects_to_sign_in(client: Client):
    response = client.get("/me/")
    assert (response.status_code, response.headers["Location"]) == (302, "/accounts/login/?next=/me/")


def test_my_page_lists_events_played_and_staffed(client: Client):
    user = make_user("Ada")
    make_registration(make_event(name="Spring Open"), user=user)
    make_registration(make_event(name="Autumn Open", status=Event.Status.FINISHED), user=user)
    make_staff(make_event(name="Judged Cup"), StaffRole.Role.JUDGE, user)
    client.force_login(user)
    page = client.get("/me/").content.decode()
    positions = [page.index(name) for name in ("Spring Open", "Judged Cup", "Autumn Open")]
    assert positions == sorted(positions)


def test_my_page_keeps_finished_events_with_final_rank_and_role(client: Client):
    event, organiser = running_event(8, cut=4, stage={"rounds": 1}, name="Cup")
    played_round(event, organiser)
    semis = services.publish_round(organiser, services.start_cut(organiser, event))
    for match in matches_of(semis):
        services.enter_result(organiser, match, Score(1, 0))
    final = matches_of(published_round(event, organiser))[0]
    services.enter_result(organiser, final, Score(0, 1))
    services.finish_event(organiser, event)
    for user, heading, label in (
        (user_of(entry_of(final, 2)), "Past events", "Rank 1 of 8"),
        (user_of(entry_of(final, 1)), "Past events", "Rank 2 of 8"),
        (organiser, "Past events I staffed", "Organiser"),
    ):
        client.force_login(user)
        page = client.get("/me/").content.decode()
        assert ("You have no upcoming events." in page, "You have no events yet." in page) == (True, False)
        section = page.partition(f">{heading}</h2>")[2].partition("</section>")[0]
        assert "Cup" in section
        assert re.findall(r'class="badge">\s*(.*?)\s*</span>', section) == [label]


def test_my_page_without_events_shows_message(client: Client):
    client.force_login(make_user())
    assert "You have no events yet." in client.get("/me/").content.decode()


@pytest.mark.parametrize("signed_in", [False, True])
def test_navigation_contains_rulings_and_disputes(client: Client, signed_in: bool):
    if signed_in:
        client.force_login(make_user())
    bar = client.get("/cards/").content.decode().partition('class="site-nav"')[2].partition("</nav>")[0]
    assert re.findall(r'<a href="([^"?]+)', bar) == [
        "/events/", "/rules/", "/cards/", "/rulings/", "/disputes/", "/me/" if signed_in else "/accounts/login/",
    ]  # fmt: skip


def test_home_shows_published_decisions_only(client: Client):
    judge, event = make_user(), make_event()
    make_dispute("Was the block legal?", event, opened_by=judge)
    make_dispute("May it attack?", event, opened_by=judge, decision="It may not.", published_at=timezone.now())
    page = client.get("/").content.decode()
    assert "May it attack?" in page
    assert "Was the block legal?" not in page


@pytest.mark.parametrize("number", [1, 3])
def test_home_query_count_is_constant(client: Client, number: int, django_assert_num_queries):
    for _ in range(number):
        make_event()
        make_running_event(players=2)
        make_event(status=Event.Status.FINISHED)
    with django_assert_num_queries(6):  # version tokens, is one running, running, upcoming, finished, decisions
        client.get("/")


@pytest.mark.parametrize("number", [1, 3])
def test_home_of_player_query_count_is_constant(client: Client, number: int, django_assert_num_queries):
    user = make_user()
    for _ in range(number):
        running_event_of(user)
        make_registration(make_event(), user=user)
    client.force_login(user)
    # session, user, version tokens, has a role; running, upcoming, finished, decisions; own tables, entries, one runs
    with django_assert_num_queries(11):
        client.get("/")


@pytest.mark.parametrize("number", [1, 3])
def test_my_page_query_count_is_constant(client: Client, number: int, django_assert_num_queries):
    user = make_user()
    for _ in range(number):
        running_event_of(user)
        make_registration(make_event(status=Event.Status.FINISHED), user=user)
    client.force_login(user)
    client.get("/me/")  # caches the final ranks
    with django_assert_num_queries(11):
        client.get("/me/")


@pytest.mark.usefixtures("one_minute")
def test_home_unchanged_returns_304(client: Client):
    make_event()
    first = client.get("/")
    second = client.get("/", headers={"If-None-Match": first.headers["ETag"]})
    assert (second.status_code, second.content) == (304, b"")


def test_home_poll_without_changes_takes_two_queries(client: Client, django_assert_num_queries: Any):
    player = make_user()
    event = running_event_of(player)
    client.force_login(player)
    home = reverse("web:home")
    asks = re.search(r'hx-get="([^"]+)"\s+data-poll="30"', client.get(home).content.decode().partition("<main")[2])
    assert asks is not None
    address = unescape(asks[1])
    with django_assert_num_queries(3):  # session, person, the last line of the log
        assert client.get(address).status_code == 204
    audit_log.record(None, "event.changed", event=event, subject=event)
    assert client.get(address).status_code == 200
    client.logout()
    assert client.get(address).status_code == 200
