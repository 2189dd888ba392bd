"""Card-file page for other games: format, errors, versions, deck check."""

import html
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from epic_events.decks.card_files import services
from epic_events.events.models import Event
from rules.games import GAMES
from tests.epic_events.factories import make_event, make_user

pytestmark = pytest.mark.django_db

CHAMPIONS = """{"format": "champions-cards 1", "title": "City event", "cards": [
 {"name": "Ford Watch", "type": "action", "category": "unit", "alliance": "Order"},
 {"name": "Orruk Boss", "cost": %s}]}
"""
HEX = (
    'file = 1\ngame = "hex"\nset = "City event"\n'
    '[[card]]\nname = "Icy Troop"\nset = "Frostheart"\nrarity = "common"\ntypes = ["troop"]\nsockets = []\n'
    '[[card]]\nname = "Turbulence"\ncost = %s\n'
)
FORMATS = {"epic": "full-constructed", "hex": "constructed-1-2", "epic-tcg": "designed", "champions": "constructed"}


def create_event(game: str) -> Event:
    return make_event(game=game, format=FORMATS[game], organiser=make_user("Olga"), decklists_required=True)


def address(event: Event) -> str:
    return f"/events/{event.slug}/cards/files/"


def words(response) -> str:
    return " ".join(response.content.decode().split())


def signed_in(client: Client, event: Event) -> Client:
    client.force_login(event.staff.get(role="organiser").user)
    return client


@pytest.mark.parametrize("slug", list(FORMATS))
def test_card_file_page_shows_format_and_accepts_its_example(client, slug):
    event = create_event(slug)
    page = signed_in(client, event).get(address(event)).content.decode()
    form = GAMES[slug].card_files
    assert form
    shown = re.search(r'<pre class="code" tabindex="0">(.*?)</pre>', page, re.DOTALL)
    assert shown
    assert html.unescape(shown[1]) == form.example
    assert re.findall(r"<dt>\s*<code>(.*?)</code>", page) == [
        *(word for words in form.words.values() for word in map(html.escape, words)),
        *form.head,
        *form.fields,
    ]
    assert re.findall(r'<span class="quiet">([^<]*)</span>\s*</dd>', page) == [
        html.escape(values) for _meaning, values in form.fields.values()
    ]
    assert re.sub("`([^`]+)`", r"<code>\1</code>", html.escape(form.effects)) in page
    answer = client.post(address(event), {"text": html.unescape(shown[1]).replace("\n", "\r\n")}, follow=True)
    assert "Version 1 is now in use." in words(answer)
    assert event.card_files.get().cards == len(form.read(form.example).sources)


@pytest.mark.parametrize(
    ("slug", "file", "wrong", "line", "output"),
    [
        (
            "hex",
            HEX,
            '"two"',
            "12:1",
            "<bdi>Turbulence</bdi></strong>: <bdi>cost &#x27;two&#x27;: expected a whole number",
        ),
        (
            "champions",
            CHAMPIONS,
            "21",
            "3:25",
            "<bdi>Orruk Boss</bdi></strong>: <bdi>cost 21: expected a whole number from 0",
        ),
    ],
)
def test_upload_card_file_lists_errors_by_line_and_marks_cards(client, slug, file, wrong, line, output):
    event = create_event(slug)
    signed_in(client, event)
    refused = client.post(address(event), {"text": "", "file": SimpleUploadedFile("cards", (file % wrong).encode())})
    assert refused.status_code == 400
    assert f'<td class="n">{line}</td> <td><strong>{output}' in words(refused)
    assert refused.context["form"]["text"].value() == file % wrong
    assert not event.card_files.exists()
    for cost in "34":
        client.post(address(event), {"text": "", "file": SimpleUploadedFile("cards", (file % cost).encode())})
    page = words(client.get(f"{address(event)}2/"))
    assert "Changed from version 1" in page
    assert page.count('<span class="quiet">changed</span>') == 1
    cards = words(Client().get(f"/events/{event.slug}/cards/"))
    assert cards.count("organisers' card</span>") == 1
    assert cards.count("changed by the organisers</span>") == 1


@pytest.mark.parametrize(
    ("slug", "file", "text", "found"),
    [
        ("hex", HEX % 3, "4 Icy Troop\n", {"not-in-format", "too-few-cards"}),
        ("champions", CHAMPIONS % 4, "3 Ford Watch\n3 Big Stabbas\n", {"alliance"}),
    ],
)
def test_deck_check_uses_card_file_of_its_event_only(client, slug, file, text, found):
    event, other = (
        create_event(slug),
        make_event(slug="other", game=slug, format=FORMATS[slug], decklists_required=True),
    )
    services.upload(event.staff.get(role="organiser").user, event, file)
    codes = {}
    for each in (event, other):
        live = client.post(f"/events/{each.slug}/deck/check/", {"text": text})
        codes[each.slug] = {problem.code for problem in live.context["checked"].report.problems}
        marked = "organisers' card</span>" in words(live)
        assert marked == (each == event)
    assert codes[event.slug] - codes["other"] == found
