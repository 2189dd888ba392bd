"""Offline copy of a round: public data only."""

import re
from typing import Any

import pytest
from django.test import Client

from epic_events.judging.clock import services as clocks
from epic_events.pairings import services
from tests.epic_events.counting import queries_of
from tests.epic_events.factories import make_event
from tests.epic_events.pairings.play import matches_of, published_round, running_event, user_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def text_of(client: Client, slug: str) -> str:
    answer: Any = client.get(f"/events/{slug}/offline-tables/")
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_offline_round_shows_players_results_and_extensions_without_reasons() -> None:
    event, organiser = running_event(5)
    first = matches_of(published_round(event, organiser))[0]
    clocks.extend_time(first, 7, "A judge was slow.", organiser)
    text = text_of(Client(), event.slug)
    assert all(entry.name in text for entry in event.registrations.all())
    assert (text.count('id="table-'), text.count("+7 min"), text.count("Bye")) == (2, 1, 1)
    staff = Client()
    staff.force_login(organiser)
    assert "A judge was slow." not in text + text_of(staff, event.slug)


def test_offline_round_omits_draft_even_for_staff() -> None:
    event, organiser = running_event(4)
    staff = Client()
    staff.force_login(organiser)
    services.pair_round(organiser, event, seed=1)
    for client in (Client(), staff):
        assert client.get(f"/events/{event.slug}/offline-tables/").status_code == 404
    hidden = make_event(status="draft")
    assert [Client().get(f"/events/{hidden.slug}/{page}/").status_code for page in ("offline-tables", "scan")] == [
        404,
        404,
    ]


@pytest.mark.usefixtures("one_minute")
def test_offline_round_unchanged_returns_304() -> None:
    event, organiser = running_event(4)
    match = matches_of(published_round(event, organiser))[0]
    before: Any = Client().get(f"/events/{event.slug}/offline-tables/")
    same: Any = Client().get(f"/events/{event.slug}/offline-tables/", headers={"if-none-match": before["ETag"]})
    assert same.status_code == 304
    clocks.extend_time(match, 3, "A spill.", organiser)
    after: Any = Client().get(f"/events/{event.slug}/offline-tables/", headers={"if-none-match": before["ETag"]})
    assert (after.status_code, "+3 min" in after.content.decode()) == (200, True)


def test_offline_round_query_count_is_constant() -> None:
    (few, by_few), (many, by_many) = running_event(4), running_event(12)
    published_round(few, by_few)
    published_round(many, by_many)
    for event in (few, many):
        Client().get(f"/events/{event.slug}/")  # what a process reads once
    assert queries_of(lambda: text_of(Client(), few.slug)) == queries_of(lambda: text_of(Client(), many.slug))


def test_scan_table_number_redirects_to_table() -> None:
    event, organiser = running_event(4)
    published_round(event, organiser)
    client = Client()
    client.force_login(user_of(event.registrations.earliest("pk")))
    there: Any = client.get(f"/events/{event.slug}/scan/?table=2")
    assert (there.status_code, there["Location"]) == (302, f"/events/{event.slug}/t/2/")
    for wrong in ("x", "-1", "9" * 30, "²"):
        answer = client.get(f"/events/{event.slug}/scan/", {"table": wrong})
        assert answer.status_code == 400
        page = answer.content.decode()
        errors = re.findall(r'<ul class="errors" id="id_table_error">\s*<li>(.*?)</li>', page)
        assert errors == ["Enter a table number, such as 12."]
        assert re.findall(r'<input [^>]*name="table"[^>]*aria-describedby="([^"]*)"', page) == ["id_table_error"]
