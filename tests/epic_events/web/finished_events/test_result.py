"""Result page of a finished event, and its API."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from epic_events.accounts.models import User
from epic_events.decks import services as decks
from epic_events.events.models import Event
from epic_events.events.services import remove_person
from epic_events.pairings.cut.selectors import compute_final_standings
from epic_events.web.charts import chart_of
from tests.epic_events.counting import queries_of
from tests.epic_events.decks.lists import legal_text
from tests.epic_events.factories import make_registration
from tests.epic_events.pairings.play import played_round, running_event, user_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def ended_event(players: int = 4, **fields: Any) -> tuple[Event, User]:
    """Return a finished event of one round, with a different decklist per player."""
    event, organiser = running_event(players, stage={"rounds": 1}, decklists_required=True, **fields)
    for number, entry in enumerate(event.registrations.order_by("pk")):
        decks.submit(organiser, entry, legal_text(number % 10), reason="On paper.")
    played_round(event, organiser)
    Event.objects.filter(pk=event.pk).update(status=Event.Status.FINISHED)
    return Event.objects.get(pk=event.pk), organiser


def text_of(client: Client, event: Event) -> str:
    answer: Any = client.get(f"/events/{event.slug}/result/")
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_result_page_shows_places_lists_and_metagame():
    event, _organiser = ended_event()
    text = text_of(Client(), event)
    names = dict(event.registrations.values_list("pk", "name"))
    rows = re.findall(r'<th scope="row" class="title"><a href="/players/(\d+)/"><bdi>([^<]*)</bdi>', text)
    assert [name for _key, name in rows] == [names[row.player] for row in compute_final_standings(event)]
    lists = re.findall(rf'<a href="/events/{event.slug}/decks/(\d+)/"', text)
    assert sorted(map(int, lists)) == sorted(names)
    assert "Based on the 4 of 4 decklists that are public" in text
    output = Client().get(f"/api/v1/events/{event.slug}/result/").json()
    assert (output["players"], output["lists"], output["lists_of"], output["word"]) == (4, 4, 4, "alignment")
    bars = re.findall(r'<rect class="fill align-([a-z]+)"[^>]* width="(\d+)%"', text)
    assert bars == [(each["word"].lower(), str(each["percent"])) for each in output["words"]]
    cells = re.findall(r'<span class="align align-([a-z]+)">[^<]*</span>\s*</th>\s*<td class="n">(\d+)</td>', text)
    assert cells == [(each["word"].lower(), str(each["lists"])) for each in output["words"]]


def test_result_page_hides_closed_lists():
    event, organiser = ended_event(deck_visibility="staff")
    reader = Client()
    reader.force_login(user_of(event.registrations.earliest("pk")))
    staff = Client()
    staff.force_login(organiser)
    for client in (Client(), reader, staff):
        text = text_of(client, event)
        assert "not public, so there are no card statistics" in text
        assert [line[2:] for line in legal_text().splitlines() if line[2:] in text] == []
        output = client.get(f"/api/v1/events/{event.slug}/result/").json()
        assert (output["lists"], output["lists_of"], output["words"], output["cards"]) == (0, 4, [], [])


def test_result_page_before_end_or_of_draft_is_404():
    event, organiser = running_event(4)
    for client in (Client(), Client()):
        assert client.get(f"/events/{event.slug}/result/").status_code == 404
        assert client.get(f"/api/v1/events/{event.slug}/result/").status_code == 404
    staff = Client()
    staff.force_login(organiser)
    assert "Final result" not in staff.get(f"/events/{event.slug}/").content.decode()


@pytest.mark.usefixtures("one_minute")
def test_result_page_is_cached_and_never_stale():
    event, organiser = ended_event()
    entry = event.registrations.earliest("pk")
    mine = Client()
    mine.force_login(user_of(entry))
    for client in (Client(), mine):
        before: Any = client.get(f"/events/{event.slug}/result/")
        again: Any = client.get(f"/events/{event.slug}/result/", headers={"if-none-match": before["ETag"]})
        assert again.status_code == 304
    assert text_of(mine, event).count('class="mine"') == 1
    remove_person(organiser, entry)
    for client in (Client(), mine):
        text = text_of(client, event)
        assert entry.name not in text
        cache.clear()
        assert text_of(client, event).count("<tr") == text.count("<tr")
    assert f"Player {entry.pk}" in text_of(Client(), event)


def test_result_page_link_preview_names_champion():
    event, _organiser = ended_event(players=2)
    text = text_of(Client(), event)
    output = dict(re.findall(r'<meta property="og:([a-z:_]+)"\s+content="([^"]*)"', text))
    champion = Client().get(f"/api/v1/events/{event.slug}/result/").json()["champion"]["player"]
    assert output["url"] == f"http://localhost:8000/events/{event.slug}/result/"
    assert output["description"].startswith(f"Champion: {champion} · ")


def test_result_page_query_count_is_constant():
    few, many = ended_event(4)[0], ended_event(8)[0]
    make_registration(few)

    def asked(event: Event) -> int:
        cache.clear()
        return queries_of(lambda: text_of(Client(), event))

    asked(few)
    assert asked(few) == asked(many)


def test_chart_bar_width_equals_share():
    chart = chart_of([("evil", 60), ("good", 40)], coloured=True)
    assert [(bar.label, bar.width, bar.look, bar.figure) for bar in chart.bars] == [
        ("evil", "60%", "evil", "60\N{NARROW NO-BREAK SPACE}%"),
        ("good", "40%", "good", "40\N{NARROW NO-BREAK SPACE}%"),
    ]
    assert chart.height == "5.00em"
