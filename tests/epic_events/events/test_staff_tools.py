"""Staff tools are listed in a separate menu below the tabs."""

import re

import pytest
from django.test import Client

from tests.epic_events.factories import make_running_event, make_staff, make_user

pytestmark = pytest.mark.django_db


def menus(page: str) -> tuple[list[str], list[str]]:
    """Return the labels of the tabs and of the staff tools."""
    found = [re.search(rf"<nav {mark}.*?</nav>", page, re.DOTALL) for mark in ('aria-label="Event"', 'class="tools"')]
    return tuple(re.findall(r"<a [^>]*>([^<]+)</a>", each[0]) if each else [] for each in found)  # type: ignore[return-value]


def test_staff_tools_are_separate_from_player_tabs() -> None:
    event = make_running_event()
    shown = {}
    for who, user in (("organiser", make_staff(event)), ("judge", make_staff(event, "judge")), ("player", make_user())):
        client = Client()
        client.force_login(user)
        shown[who] = menus(client.get(f"/events/{event.slug}/players/").content.decode())
    tabs = ["Overview", "Players", "Pairings", "Standings", "Disputes"]
    assert shown["player"] == (tabs, [])
    tools = ["Desk", "Judges", "Big screen", "Staff", "Share", "Files", "Audit log"]
    assert shown["judge"] == (tabs, tools)
    tabs.insert(4, "Cards")  # whose file the organiser may choose
    assert shown["organiser"] == (
        tabs,
        ["Desk", "Judges", "Big screen", "Staff", "Share", "Files", "Audit log", "Webhooks"],
    )


def test_staff_tools_mark_current_page() -> None:
    event = make_running_event()
    client = Client()
    client.force_login(make_staff(event))
    page = client.get(f"/events/{event.slug}/log/").content.decode()
    assert re.findall(r'aria-current="page">([^<]+)</a>', page[page.index('class="tools"') :])[0] == "Audit log"
