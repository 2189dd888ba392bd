"""Decklists on the page of a card."""

import re

import pytest
from django.test import Client

from epic_events.decks import services
from epic_events.decks.models import DeckCard
from epic_events.events.models import Event
from epic_events.reference.cards.catalogue import card_url
from rules.games import EPIC
from tests.epic_events.counting import queries_of
from tests.epic_events.decks.lists import legal_text
from tests.epic_events.factories import make_event, make_registration, make_staff, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

CARD = legal_text().splitlines()[0].removeprefix("3 ")


def submitted(name: str, *, status: str = "finished", visibility: str = "after", text: str = "", **facts):
    """Return a registration whose decklist was submitted while the event was open."""
    event = make_event(deck_visibility=visibility, **facts)
    entry = make_registration(event, user=make_user(name), name=name)
    services.submit(entry.player.user, entry, text or legal_text())
    Event.objects.filter(pk=event.pk).update(status=status)
    event.refresh_from_db()
    return entry


def listed_players(client: Client, card: str = CARD) -> list[str]:
    html = client.get(card_url(EPIC, card)).content.decode()
    return re.findall(r'<a href="/events/[^"]+/decks/[0-9]+/">\s*<span><bdi>([^<]+)</bdi> <span', html)


def test_card_page_lists_open_decklists(client):
    submitted("Ada")
    submitted("Bea", text=legal_text(1))
    assert listed_players(client) == ["Ada"]


@pytest.mark.parametrize(("status", "visibility"), [("running", "after"), ("finished", "staff"), ("open", "always")])
def test_card_page_hidden_decklist_is_not_counted(client, status, visibility):
    entry = submitted("Ada", status=status, visibility=visibility)
    assert listed_players(client) == []
    assert "Decks with this card" not in client.get("/cards/kong/").content.decode()
    client.force_login(make_staff(entry.event))
    assert listed_players(client) == ["Ada"]
    client.force_login(entry.player.user)
    assert listed_players(client) == ["Ada"]


def test_card_page_lists_current_version_only(client):
    entry = submitted("Ada", status="open")
    services.submit(entry.player.user, entry, legal_text(1))
    Event.objects.filter(pk=entry.event.pk).update(status="finished")
    assert listed_players(client) == []
    assert listed_players(client, legal_text(1).splitlines()[-1].removeprefix("3 ")) == ["Ada"]


def test_submit_repeated_card_lines_are_summed():
    entry = submitted("Ada", text=f"1 {CARD}\n2 {CARD}\n" + legal_text().partition("\n")[2])
    assert DeckCard.objects.get(version__registration=entry, name=CARD).quantity == 3


def test_card_page_query_count_is_constant(client):
    submitted("Ada")
    page = card_url(EPIC, CARD)
    client.get(page)
    few = queries_of(lambda: client.get(page))
    for name in ("Bea", "Cal", "Dee"):
        submitted(name)
    assert queries_of(lambda: client.get(page)) == few
