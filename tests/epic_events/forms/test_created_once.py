"""Forms submitted twice create one object."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from epic_events.disputes import services as disputes
from epic_events.disputes.models import Dispute
from epic_events.disputes.replays import worker
from epic_events.events.models import Event, Registration
from epic_events.judging.rulings.models import Ruling
from tests.epic_events.disputes.records import LEGAL
from tests.epic_events.factories import make_site_judge, make_user
from tests.epic_events.permissions.requests import PLAN
from tests.epic_events.world import make_world

pytestmark = pytest.mark.django_db

RULING = {"title": "T", "question": "Q?", "answer": "A.", "status": "provisional", "rules": "5.2.1"}
FORMS: dict[str, tuple[type[Model], str, str, dict[str, Any], str]] = {
    "event": (Event, "events:create", "events:create", PLAN, "name"),
    "ruling": (Ruling, "rulings:new", "rulings:new", RULING, "title"),
    "dispute": (Dispute, "disputes:new", "disputes:new", {"title": "Is it?", "record": LEGAL}, "title"),
    "player": (Registration, "events:players", "events:add_player", {"name": "Zed"}, "name"),
}


def key_in(html: str) -> str:
    found = re.search(r'name="request_key" value="([0-9a-f]+)"', html)
    assert found
    return found[1]


@pytest.mark.parametrize("what", FORMS)
def test_form_sent_twice_creates_one_object(what: str):
    model, shown, sent, fields, name = FORMS[what]
    world, client = make_world(), Client()
    organiser = world.people["organiser"]
    assert organiser is not None
    make_site_judge(organiser)
    client.force_login(organiser)
    args = [world.hidden.slug] if what == "player" else []
    page, address = reverse(shown, args=args), reverse(sent, args=args)
    count = model._default_manager.count
    before, key = count(), key_in(client.get(page).content.decode())

    refused = client.post(address, {**fields, name: "", "request_key": key})
    assert (refused.status_code, count()) == (400, before)
    first, second = (client.post(address, {**fields, "request_key": key}) for _tap in range(2))
    assert (first.status_code, second.status_code) == (302, 302)
    assert first["Location"] == second["Location"]
    assert count() == before + 1

    other = client.post(address, {**fields, name: "Another", "request_key": key})  # the page after Back, changed
    assert (other.status_code, count()) == (302, before + 2)
    if what != "player":  # two players of one name cannot be told apart
        again = {**fields, name: "Another", "request_key": key_in(client.get(page).content.decode())}
        assert (client.post(address, again).status_code, count()) == (302, before + 3)


def test_form_with_another_file_creates_another_object():
    world, client = make_world(), Client()
    organiser = world.people["organiser"]
    assert organiser is not None
    make_site_judge(organiser)
    client.force_login(organiser)
    before = Dispute.objects.count()
    for record in (LEGAL, LEGAL, LEGAL + "\n"):
        file = SimpleUploadedFile("play.rec", record.encode())
        sent = {"title": "Is it?", "record": "", "upload": file, "request_key": "k"}
        assert client.post(reverse("disputes:new"), sent).status_code == 302
    assert Dispute.objects.count() == before + 2


def test_version_sent_twice_is_stored_once():
    client, user = Client(), make_user()
    make_site_judge(user)
    client.force_login(user)
    dispute = disputes.open_dispute(user, title="Is it?", record=LEGAL)
    assert worker.run(dispute.pk)
    page, record = reverse("disputes:detail", args=[dispute.slug]), reverse("disputes:record", args=[dispute.slug])
    decide, ruled = reverse("disputes:decide", args=[dispute.slug]), reverse("rulings:new")
    assert client.post(ruled, RULING).status_code == 302
    ruling = Ruling.objects.get(title=RULING["title"])
    edit = reverse("rulings:edit", args=[ruling.slug])
    for shown, sent, fields, versions in (
        (page, decide, {"text": "It stands."}, dispute.case.decisions),
        (record, record, {"record": LEGAL + "# more\n"}, dispute.records),
        (edit, edit, {**RULING, "answer": "Another.", "reason": "clearer"}, ruling.versions),
    ):
        before, html = versions.count(), client.get(shown).content.decode()
        seen = dict(re.findall(r'name="(expected_version)" value="([^"]*)"', html))
        form = {**fields, **seen, "request_key": key_in(html)}
        first, second = (client.post(sent, form) for _tap in range(2))
        assert (first.status_code, second.status_code, versions.count()) == (302, 302, before + 1)
        assert first["Location"] == second["Location"]
