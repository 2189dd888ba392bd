"""Card-file pages and API."""

import json
from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from epic_events.decks import services as lists
from epic_events.decks.card_files import services
from epic_events.events.models import Event
from rules.games import EPIC, GAMES
from tests.epic_events.counting import queries_of
from tests.epic_events.decks.card_files.files import FILE, FREE, HEAD, LIST, card
from tests.epic_events.factories import make_event, make_registration, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

WRONG = HEAD + card("Frog", cost="gold") + card("Toad", cost="<b>")


@pytest.fixture
def olga():
    return make_user("Olga")


@pytest.fixture
def event(olga):
    return make_event(game="epic-tcg", format="designed", organiser=olga, decklists_required=True)


def words(response) -> str:
    return " ".join(response.content.decode().split())


def test_card_file_entered_or_uploaded_becomes_current(client, event, olga):
    client.force_login(olga)
    address = f"/events/{event.slug}/cards/files/"
    assert "No card file uploaded." in words(client.get(address))
    answer = client.post(address, {"text": FILE}, follow=True)
    assert answer.redirect_chain == [(f"{address}1/", 302)]
    assert "Version 1 is now in use." in words(answer)
    upload = SimpleUploadedFile("cards.toml", ("\ufeff" + FREE).encode())
    page = words(client.post(address, {"text": "", "file": upload}, follow=True))
    assert "Changed from version 1" in page
    assert page.count('<span class="quiet">changed</span>') == 20
    assert page.count('<span class="quiet">removed</span>') == 1
    page = words(client.get(address))
    assert page.count('<span class="badge is-ok">current</span>') == 1
    assert page.count("<bdi>Olga</bdi>") == 4, "two versions, two choices"


def test_card_file_invalid_lists_errors_by_line_and_keeps_input(client, event, olga):
    client.force_login(olga)
    answer = client.post(f"/events/{event.slug}/cards/files/", {"text": WRONG})
    page = words(answer)
    assert answer.status_code == 400
    assert "The card file has 2 errors. Nothing was saved." in page
    assert (
        '<td class="n">15:1</td> <td><strong><bdi>Toad</bdi></strong>: '
        "<bdi>cost &#x27;&lt;b&gt;&#x27;: expected action or free</bdi></td>"
    ) in page
    assert answer.context["form"]["text"].value() == WRONG
    assert not event.card_files.exists()


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        ({"text": ""}, "The card file is empty."),
        ({"file": SimpleUploadedFile("cards.toml", b"file = \xff")}, "The file is not valid UTF-8 (at byte 8)"),
        ({"text": "a" * 500_001}, "at most 500,000 characters"),
    ],
)
def test_card_file_form_invalid_input_is_rejected(client, event, olga, sent, message):
    client.force_login(olga)
    answer = client.post(f"/events/{event.slug}/cards/files/", sent)
    assert answer.status_code == 400
    assert message.replace(",", "") in words(answer).replace(",", "")


def test_card_file_version_is_chosen_and_unset(client, event, olga):
    services.upload(olga, event, FILE)
    services.upload(olga, event, FREE)
    client.force_login(olga)
    choose = f"/events/{event.slug}/cards/files/choose/"
    assert "Version 1 is now in use." in words(client.post(choose, {"number": "1"}, follow=True))
    assert "uses only the cards of this site" in words(client.post(choose, {"number": ""}, follow=True))
    for number in ("3", "x", "-1", "9" * 30):
        page = words(client.post(choose, {"number": number}, follow=True))
        assert "This version of the card file does not exist." in page
    assert client.get(f"/events/{event.slug}/cards/files/99999999999999999999/").status_code == 404


def test_card_file_and_its_cards_are_public(client, event, olga):
    assert "Card file" not in words(client.get(f"/events/{event.slug}/"))
    services.upload(olga, event, FILE)
    page = words(client.get(f"/events/{event.slug}/cards/"))
    assert page.count("organisers' card</span>") == 20
    assert page.count("changed by the organisers</span>") == 1
    found = words(client.get(f"/events/{event.slug}/cards/", {"q": "frog b"}))
    assert found.count('<section class="panel"') == 1
    assert "The card file has no card with this name" in words(client.get(f"/events/{event.slug}/cards/", {"q": "zzz"}))
    assert client.get(f"/events/{event.slug}/cards/files/").status_code == 302
    services.upload(olga, event, HEAD + 'source = "invented"\n' + card("Toad"))
    assert words(client.get(f"/events/{event.slug}/cards/")).count(">invented</span>") == 1


def test_deck_check_with_card_file_accepts_and_marks_its_cards(client, event, olga):
    ada = make_user("Ada")
    entry = make_registration(event, user=ada)
    services.upload(olga, event, FILE)
    live = words(client.post(f"/events/{event.slug}/deck/check/", {"text": "3 Frog a\n1 Rescue\n1 Nobody\n"}))
    assert live.count("organisers' card</span>") == 1
    assert live.count("changed by the organisers</span>") == 1
    lists.submit(ada, entry, LIST)
    client.force_login(ada)
    page = words(client.get(f"/events/{event.slug}/decks/{entry.pk}/"))
    assert "with version 1 of the event's card file" in page or "with version 1 of the event&#x27;s card file" in page
    assert page.count("organisers' card</span>") == 20
    assert f'href="/events/{event.slug}/cards/?q=Frog+a"' in page
    services.upload(olga, event, FREE)
    page = words(client.get(f"/events/{event.slug}/decks/{entry.pk}/"))
    assert "Under the current rules, the decklist is not legal:" in page
    assert "with version 1 of" in page


def test_event_cards_page_query_count_is_constant(client, event, olga):
    services.upload(olga, event, HEAD + card("Frog"))
    address = f"/events/{event.slug}/cards/"
    client.get(address)
    few = queries_of(lambda: client.get(address))
    services.upload(olga, event, FILE)
    client.get(address)
    assert queries_of(lambda: client.get(address)) == few


def test_card_file_game_without_card_files_is_rejected(client, olga, monkeypatch):
    monkeypatch.setitem(GAMES, "epic", replace(EPIC, card_files=None))
    event = make_event(organiser=olga)
    client.force_login(olga)
    answer = client.get(f"/events/{event.slug}/cards/files/")
    assert answer.status_code == 409
    assert "Epic Card Game does not support card files" in words(answer)
    assert "/cards/files/" not in words(client.get(f"/events/{event.slug}/cards/"))


def test_card_file_finished_event_is_read_only(client, event, olga):
    services.upload(olga, event, FILE)
    Event.objects.filter(pk=event.pk).update(status=Event.Status.FINISHED)
    client.force_login(olga)
    page = words(client.get(f"/events/{event.slug}/cards/files/"))
    assert "Its card file can no longer be changed" in page
    assert 'enctype="multipart/form-data"' not in page
    assert client.post(f"/events/{event.slug}/cards/files/", {"text": FREE}).status_code == 400


def test_card_files_api_uploads_lists_and_chooses(client, event, olga):
    def send(address: str, **body):
        return client.post(f"/api/v1/events/{event.slug}/{address}", json.dumps(body), content_type="application/json")

    client.force_login(olga)
    refused = send("card-files/", text=WRONG)
    assert refused.status_code == 400
    assert refused.json() == {
        "code": "invalid",
        "message": "The card file has 2 errors. Nothing was saved.",
        "fields": {
            "text": "line 6, column 1 · Frog: cost 'gold': expected action or free\n"
            "line 15, column 1 · Toad: cost '<b>': expected action or free"
        },
    }
    stored = send("card-files/", text=FILE)
    assert stored.status_code == 201
    assert {name: stored.json()[name] for name in ("number", "cards", "counts", "uploaded_by")} == {
        "number": 1,
        "cards": 21,
        "counts": True,
        "uploaded_by": "Olga",
    }
    send("card-files/", text=FREE)
    assert [row["counts"] for row in send("card-files/choice/", number=1).json()] == [False, True]
    assert client.get(f"/api/v1/events/{event.slug}/card-files/2/").json()["text"] == FREE
    assert client.get(f"/api/v1/events/{event.slug}/card-files/3/").status_code == 404
    cards = client.get(f"/api/v1/events/{event.slug}/cards/").json()
    assert [(each["name"], each["card_file"], each["cost"]) for each in cards[-2:]] == [
        ("Frog t", "added", 1),
        ("Rescue", "overridden", 1),
    ]
    check = {"text": "3 Frog a\n1 Kong", "format": "designed", "event": event.slug}
    lines = client.post("/api/v1/decklists/check/", json.dumps(check), content_type="application/json").json()["lines"]
    assert [(line["card"], line["card_file"]) for line in lines] == [("Frog a", "added"), (None, None)]
    assert send("card-files/choice/", number=None).json()[0]["counts"] is False
    assert client.get(f"/api/v1/events/{event.slug}/cards/").json() == []
