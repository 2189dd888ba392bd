"""Import of finished events by page and API."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from epic_events.audit_log.models import Entry
from epic_events.events.models import Event
from tests.epic_events.factories import make_user
from tests.epic_events.pairings.imports.test_event_files import TRF

pytestmark = pytest.mark.django_db

TEXT = "round,player1,player2,score\n1,Ana,Ben,2:1\n1,Cy,BYE,\n2,Ana,Cy,2-0\n2,Ben,BYE,\n"


def test_page_previews_file_then_imports_it(client: Client) -> None:
    user = make_user()
    client.force_login(user)
    address = reverse("web:import_event")
    upload = SimpleUploadedFile("results.csv", TEXT.encode("utf-16"))
    looked = client.post(address, {"file": upload}).content.decode()
    assert [words in looked for words in ("The file can be imported", "<bdi>Cy</bdi>", 'name="save"')] == [True] * 3
    assert not Event.objects.exists()
    answer = client.post(address, {"text": TEXT, "slug": "club", "tie_breaks": "pokemon", "save": "1"}, follow=True)
    event = Event.objects.get()
    assert answer.redirect_chain == [(event.get_absolute_url(), 302)]
    assert (event.slug, event.status, event.registrations.count()) == ("club", "finished", 3)
    assert Entry.objects.filter(event_id=event.pk, verb="results.imported", actor=user).count() == 1


def test_preview_counts_what_is_not_imported(client: Client) -> None:
    client.force_login(make_user())
    shown = client.post(reverse("web:import_event"), {"text": TRF}).content.decode()
    assert re.findall(r"<dt>Not imported</dt>\s*<dd>\s*(.*?)\s*</dd>", shown) == ["rounds without a game: 1"]


def test_new_address_is_made_of_the_name_of_the_event(client: Client) -> None:
    client.force_login(make_user())
    for _time in range(2):
        client.post(reverse("web:import_event"), {"text": "Club night\n\nRound 1\nAna 2-1 Ben\n", "save": "1"})
    assert list(Event.objects.order_by("pk").values_list("name", "slug")) == [
        ("Club night", "club-night"),
        ("Club night", "club-night-2"),
    ]


def test_page_names_errors_and_imports_nothing(client: Client) -> None:
    client.force_login(make_user())
    refused = client.post(reverse("web:import_event"), {"text": TEXT.replace("2:1", "much"), "save": "1"})
    assert refused.status_code == 400
    assert "line 2: “much” is not a result." in refused.content.decode()
    assert not Event.objects.exists()


def test_page_asks_again_if_the_text_was_changed_after_the_preview(client: Client) -> None:
    client.force_login(make_user())
    answer = client.post(reverse("web:import_event"), {"text": TEXT, "shown": "other", "save": "1"})
    assert "The text has changed since you checked it." in answer.content.decode()
    assert not Event.objects.exists()


def test_page_does_not_replace_the_import_of_another_user(client: Client) -> None:
    client.force_login(make_user())
    address = reverse("web:import_event")
    client.post(address, {"text": TEXT, "slug": "club", "save": "1"})
    client.force_login(make_user())
    assert client.post(address, {"text": TEXT, "slug": "club", "save": "1"}).status_code in (400, 403)
    assert Event.objects.count() == 1


def test_api_previews_then_imports() -> None:
    client = APIClient()
    client.force_authenticate(make_user())
    looked = client.post("/api/v1/imports/", {"text": TEXT, "only_look": True}, format="json")
    right = {
        "slug": "", "name": "", "program": "", "players": ["Ana", "Ben", "Cy"], "rounds": {"swiss": 2, "playoff": 0},
        "matches": 4, "ignored": {}, "stored": False,
    }  # fmt: skip
    assert (looked.status_code, looked.json()) == (201, right)
    assert not Event.objects.exists()
    stored = client.post("/api/v1/imports/", {"text": TEXT, "slug": "club"}, format="json").json()
    assert (stored["slug"], stored["stored"]) == ("club", True)
    new = client.post("/api/v1/imports/", {"text": TEXT}, format="json").json()
    assert new["slug"] not in ("", "club")
    refused = client.post("/api/v1/imports/", {"text": "colour,shape"}, format="json")
    assert (refused.status_code, Event.objects.count()) == (400, 2)
