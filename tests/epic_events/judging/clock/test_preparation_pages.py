"""Drafting and building on pages, the big screen, in the API, in notices and in the audit log."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone, translation
from rest_framework.test import APIClient

from epic_events.decks.context import DeckContext
from epic_events.decks.requirements import load_readiness_by_entry
from epic_events.events.models import Event
from epic_events.events.services import EventPlan, create_event, edit_event
from epic_events.events.stage_plans import StagePlan
from epic_events.integrations.notices import collecting, sending
from epic_events.integrations.notices.messages import message_of
from epic_events.integrations.notices.models import Kind, Notice
from epic_events.judging.clock import preparation
from epic_events.pairings import services as pairings
from epic_events.pairings.models import PodSeat
from tests.epic_events.judging.clock.test_preparation import (
    BUILDING,
    DRAFTING,
    PODS,
    draft_event,
    entry_of,
    is_open,
    step,
)
from tests.epic_events.pairings.stages import planned

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def text_of(client: Client, event: Event, path: str = "") -> str:
    page = client.get(f"/events/{event.slug}/{path}").content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize(
    ("format_slug", "kind", "pod_size"),
    [("cube-draft", "pods", 8), ("sealed", "swiss", None), ("full-constructed", "swiss", None)],
)
def test_new_event_is_planned_as_its_format_is_played(format_slug: str, kind: str, pod_size: int | None) -> None:
    plan = EventPlan(name="Cup", starts_at=timezone.now() + timedelta(days=1), format=format_slug)
    event = create_event(None, plan)
    stage = event.stages.get()
    assert (stage.kind, stage.pod_size) == (kind, pod_size)
    for other, after in (("full-constructed", "swiss"), ("pack-draft", "pods")):
        edit_event(None, event, EventPlan(name="Cup", starts_at=plan.starts_at, format=other))
        assert event.stages.get().kind == after
    event.stages.update(kind="swiss", pod_size=None, pod_order="")
    edit_event(None, event, EventPlan(name="Other name", starts_at=plan.starts_at, format="pack-draft"))
    assert event.stages.get().kind == "swiss"  # the organiser's own choice


def test_pages_show_pod_seat_and_clock_before_the_first_round() -> None:
    event, organiser = draft_event()
    entry = entry_of(event)
    player, seat = signed_in(entry.player.user), entry.pod_seats.get()
    place = f"Pod {seat.pod}, seat {seat.seat}"
    assert place in text_of(player, event)
    assert place in text_of(player, event, "rounds/mine/")
    assert "Your table will be shown here" in text_of(player, event, "rounds/mine/")
    assert "The clock has not been started" not in text_of(player, event)
    preparation.start(organiser, event, DRAFTING)
    for client in (player, Client()):
        assert re.search(r"Drafting\s+until", text_of(client, event))
    screen = text_of(Client(), event, "screen/")
    assert re.search(rf"{entry.name} {place} ", screen)
    assert "Drafting" in screen
    preparation.end(organiser, event, DRAFTING)
    preparation.start(organiser, event, BUILDING)
    assert "Building" in text_of(Client(), event, "screen/")
    assert "Due at the end of building" in text_of(player, event)
    assert "Submit a decklist" in text_of(player, event)
    assert "cannot be published without one" not in text_of(player, event)
    preparation.end(organiser, event, BUILDING)
    assert "until" not in text_of(Client(), event, "screen/")


def test_registration_page_and_overview_name_the_deadline() -> None:
    event, _organiser = planned(2, PODS, format="cube-draft")
    Event.objects.update(decklists_required=True)
    assert "due at the end of building" in text_of(Client(), event)
    assert "40 minutes, drafting 30 minutes, building 20 minutes" in text_of(Client(), event)
    newcomer = signed_in(entry_of(event).event.created_by)
    assert "You build your deck at the event" in text_of(newcomer, event, "register/")


def test_desk_buttons_follow_the_state() -> None:
    event, organiser = draft_event()
    client = signed_in(organiser)
    address = f"/events/{event.slug}/desk/preparation"
    for action, buttons in (
        (None, ["Start drafting", "Skip drafting"]),
        ("drafting/start", ["End drafting", "Pause", "+1 min", "+5 min"]),
        ("drafting/pause", ["End drafting", "Resume"]),
        ("drafting/end", ["Reopen drafting", "Start building", "Skip building"]),
        ("building/start", ["End building"]),
        ("building/end", ["Reopen building", "Pair the round anyway"]),
    ):
        if action is not None:
            assert client.post(f"{address}/{action}/").status_code == 302
        page = text_of(client, event, "desk/")
        assert [button for button in buttons if button not in page] == []
    log = text_of(client, event, "log/")
    assert "started drafting for “Pods” at 30 minutes" in log
    assert "ended building for “Pods”" in log


def test_desk_refuses_wrong_minutes_and_keeps_the_state() -> None:
    event, organiser = draft_event()
    client = signed_in(organiser)
    for minutes in ("0", "601", "x"):
        page = client.post(
            f"/events/{event.slug}/desk/preparation/drafting/start/", {"minutes": minutes}, follow=True
        ).content.decode()
        assert 'class="message is-error' in page or "is-bad" in page
        assert step(event) == "drafting"
        assert not event.stages.get().preparations.exists()
    client.post(f"/events/{event.slug}/desk/preparation/drafting/start/", {"minutes": "12"})
    current = preparation.load_current(Event.objects.get(pk=event.pk))
    assert current is not None
    assert preparation.load_clock(current, DRAFTING).left_seconds in (719, 720)


def test_list_typed_while_building_ends_is_not_lost() -> None:
    event, organiser = draft_event()
    player = signed_in(entry_of(event).player.user)
    preparation.skip(organiser, event, DRAFTING)
    preparation.start(organiser, event, BUILDING)
    assert player.get(f"/events/{event.slug}/deck/").status_code == 200
    preparation.end(organiser, event, BUILDING)
    response = player.post(f"/events/{event.slug}/deck/", {"text": "30 Kong\n1 Rage"})
    assert response.status_code >= 400
    assert "30 Kong\n1 Rage" in response.content.decode()
    assert "locked" in response.content.decode()


def test_readiness_names_the_deadline_until_building_ends() -> None:
    event, organiser = draft_event(4)
    entry = entry_of(event)

    def words() -> str:
        return str(
            load_readiness_by_entry(DeckContext(Event.objects.get(pk=event.pk)), None, [entry.pk])[entry.pk].words
        )

    assert words() == "Due at the end of building"
    preparation.skip(organiser, event, DRAFTING)
    preparation.start(organiser, event, BUILDING)
    assert words() == "Due at the end of building"
    preparation.end(organiser, event, BUILDING)
    assert words() == "Not submitted"


def test_check_in_does_not_warn_of_decklists_that_are_due_after_building() -> None:
    event, organiser = planned(4, PODS, format="cube-draft")
    Event.objects.filter(pk=event.pk).update(decklists_required=True)
    event.registrations.update(status="registered")
    desk = signed_in(organiser)
    desk.post(f"/events/{event.slug}/players/check-in/")
    shown = text_of(desk, event, "players/")
    assert ("4 players are checked in." in shown, "These players are not ready" in shown) == (True, False)


def test_players_are_asked_for_lists_when_building_starts() -> None:
    event, organiser = draft_event(4)
    collecting.gather()
    assert collecting.remind() == 0
    preparation.skip(organiser, event, DRAFTING)
    preparation.start(organiser, event, BUILDING, 15)
    mail.outbox.clear()
    collecting.gather()
    sending.send_due()
    sent = {one.to[0]: one.body for one in mail.outbox}
    addresses = set(event.registrations.values_list("player__user__email", flat=True))
    assert sent.keys() == addresses
    assert all("Build your deck and submit it within 15 minutes." in body for body in sent.values())


def test_preparation_api_lists_and_controls() -> None:
    event, organiser = draft_event()
    address = f"/api/v1/events/{event.slug}/preparation/"
    anonymous, api = APIClient(), APIClient()
    api.force_authenticate(organiser)
    drafting, building = anonymous.get(address).json()
    assert (drafting["kind"], drafting["state"], drafting["minutes"], drafting["left"]) == (
        "drafting",
        "planned",
        30,
        1800,
    )
    assert (building["kind"], building["clock"], building["started_at"], building["stage"]) == (
        "building",
        "ready",
        None,
        1,
    )
    drafting, _building = api.post(
        address, {"kind": "drafting", "action": "start", "minutes": 10}, format="json"
    ).json()
    assert (drafting["state"], drafting["clock"]) == ("running", "running")
    assert drafting["ends_at"] is not None
    assert api.post(address, {"kind": "drafting", "action": "add"}, format="json").status_code == 400
    assert api.post(address, {"kind": "building", "action": "start"}, format="json").status_code == 409
    assert anonymous.post(address, {"kind": "drafting", "action": "end"}, format="json").status_code == 401
    drafting, _building = api.post(address, {"kind": "drafting", "action": "end"}, format="json").json()
    assert (drafting["state"], drafting["clock"], drafting["ends_at"]) == ("ended", "called", None)
    api.post(address, {"kind": "building", "action": "skip"}, format="json")
    assert is_open(event)
    assert [each["state"] for each in anonymous.get(address).json()] == ["ended", "skipped"]
    constructed, _organiser = planned(2, StagePlan())
    assert anonymous.get(f"/api/v1/events/{constructed.slug}/preparation/").json() == []


def test_desk_and_screen_query_counts_do_not_depend_on_players(django_assert_max_num_queries: Any) -> None:
    for players in (8, 16):
        event, organiser = draft_event(players)
        preparation.start(organiser, event, DRAFTING)
        client = signed_in(organiser)
        client.get(f"/events/{event.slug}/desk/")
        with django_assert_max_num_queries(24):
            client.get(f"/events/{event.slug}/desk/")
        with django_assert_max_num_queries(12):
            Client().get(f"/events/{event.slug}/screen/")


def test_pods_published_notice_names_pod_and_seat() -> None:
    event, organiser = planned(4, PODS, format="cube-draft")
    pairings.seat_pods(organiser, event)
    pairings.publish_pods(organiser, event)
    seat = PodSeat.objects.select_related("registration__player__user").order_by("pod", "seat")[0]
    notice = Notice(
        user=seat.registration.player.user, event=event, kind=Kind.PAIRINGS, facts={"pods": seat.podding.stage_id}
    )
    with translation.override("en"):
        message = message_of(notice)
    assert message is not None
    assert (message.title, message.text) == (f"Pods published · {event.name}", "Pod 1, seat 1.")
