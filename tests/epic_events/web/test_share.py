"""Page that shares an event."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.events.models import Event
from tests.epic_events.factories import make_event, make_running_event, make_staff, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_open_registration_leads_to_link_code_and_poster(client: Client) -> None:
    organiser = make_user("Olga")
    event = make_event(organiser=organiser, status=Event.Status.DRAFT, name="Spring Open", place="Town hall")
    client.force_login(organiser)
    response = client.post(reverse("events:open", args=[event.slug]))
    assert response["Location"] == reverse("web:share", args=[event.slug])
    page = client.get(response["Location"]).content.decode()
    assert re.findall(r'data-copy="([^"]+)"', page) == [f"http://testserver/events/{event.slug}/"]
    poster = page[page.index('class="poster"') :]
    assert re.search(r"<bdi>Spring Open</bdi>.*<bdi>Town hall</bdi>.*<svg[^>]*qr", poster, re.DOTALL)
    assert f">testserver/events/{event.slug}<" in poster


@pytest.mark.parametrize("name", ["events:detail", "events:players", "web:share", "web:files", "pairings:desk"])
def test_staff_pages_link_big_screen_and_share(client: Client, name: str) -> None:
    event = make_running_event(4)
    client.force_login(make_staff(event, "scorekeeper"))
    page = client.get(reverse(name, args=[event.slug])).content.decode()
    tools = page[page.index('class="tools"') :].partition("</nav>")[0]
    assert [url for url in re.findall(r'href="([^"]+)"', tools) if url.endswith(("/screen/", "/share/"))] == [
        reverse("clock:screen", args=[event.slug]),
        reverse("web:share", args=[event.slug]),
    ]
    client.force_login(make_user())
    assert "/share/" not in client.get(event.get_absolute_url()).content.decode()
