"""Embeds of pairings and standings in other sites."""

import re
from typing import Any

import pytest
from django.test import Client

from epic_events.events.models import Event
from epic_events.pairings import services
from epic_events.pairings.cut.selectors import compute_final_standings
from epic_events.pairings.methods.scores import Score
from tests.epic_events.factories import make_event, make_running_event, make_staff
from tests.epic_events.pairings.play import entry_of, matches_of, played_round, published_round, running_event
from tests.epic_events.world import make_world

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

WHAT = ("pairings", "standings", "final-standings", "bracket")


def framed(event: Event, what: str) -> Any:
    return Client().get(f"/events/{event.slug}/embed/{what}/")


def opened() -> Event:
    world = make_world()
    Event.objects.filter(pk=world.playing.pk).update(embeddable=True)
    return world.playing


@pytest.mark.parametrize("what", WHAT)
def test_embed_needs_permission_of_organisers(what: str) -> None:
    event = make_running_event()
    assert framed(event, what).status_code == 404
    Event.objects.filter(pk=event.pk).update(embeddable=True)
    assert framed(event, what).status_code == 200
    Event.objects.filter(pk=event.pk).update(status="draft")
    assert framed(event, what).status_code == 404


@pytest.mark.parametrize("what", WHAT)
def test_embed_csp_allows_framing_but_no_scripts(what: str) -> None:
    event = make_running_event(embeddable=True)
    answer = framed(event, what)
    policy = dict(part.strip().split(" ", 1) for part in answer["Content-Security-Policy"].split(";"))
    assert (policy["frame-ancestors"], policy["script-src"], policy["form-action"]) == ("*", "'none'", "'none'")
    assert "X-Frame-Options" not in answer
    assert answer.cookies == {}
    assert "Cookie" not in answer.get("Vary", "")
    page = Client().get(f"/events/{event.slug}/")
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "DENY"


def test_embed_shows_staff_same_content_as_public() -> None:
    event = opened()
    staff = Client()
    staff.force_login(make_staff(event))
    for what in WHAT:
        path = f"/events/{event.slug}/embed/{what}/"
        assert staff.get(path).content == Client().get(path).content


def test_embed_shows_pairings() -> None:
    event = opened()
    text = framed(event, "pairings").content.decode()
    names = event.registrations.filter(seats__match__round__stage__event=event).distinct()
    assert names.count() > 0
    assert all(entry.name in text for entry in names if entry.status == "checked_in")


def test_embed_without_round_shows_message() -> None:
    event = make_event(embeddable=True)
    assert "No round is published yet." in framed(event, "pairings").content.decode()
    assert "No round is finished yet." in framed(event, "standings").content.decode()


def test_files_page_shows_embed_code() -> None:
    event = make_event(embeddable=True, slug="cup", name='Cup "one"')
    staff = Client()
    staff.force_login(make_staff(event))
    page = staff.get("/events/cup/files/").content.decode()
    assert "src=&quot;http://localhost:8000/events/cup/embed/pairings/&quot;" in page
    assert "&amp;quot;one&amp;quot;" in page


def test_embed_of_event_with_cut_shows_swiss_standings_then_final_standings_and_bracket() -> None:
    event, organiser = running_event(8, cut=4, stage={"rounds": 1}, embeddable=True)
    assert "The bracket is shown when its first round is published." in text_of(event, "bracket")
    played_round(event, organiser)
    assert "Swiss standings after round 1" in text_of(event, "standings")
    assert "The final standings are shown when the event is finished." in text_of(event, "final-standings")
    semis = services.publish_round(organiser, services.start_cut(organiser, event))
    for match in matches_of(semis):
        services.enter_result(organiser, match, Score(1, 0))
    final = matches_of(published_round(event, organiser))[0]
    bracket = text_of(event, "bracket")
    assert "Final" in bracket
    assert all(bracket.count(f"<bdi>{entry_of(match, 1).name}</bdi>") >= 1 for match in matches_of(semis))
    assert '<base target="_blank">' in bracket  # a page that forbids frames cannot open within one
    services.enter_result(organiser, final, Score(0, 1))
    services.finish_event(organiser, event)
    for what in ("standings", "final-standings"):
        rows = re.findall(r'class="lead">(\d+)</th>\s*<td class="full">\s*<bdi>(.*?)</bdi>', text_of(event, what))
        assert rows == [(str(row.rank), names(event)[row.player]) for row in compute_final_standings(event)]
        assert rows[:2] == [("1", entry_of(final, 2).name), ("2", entry_of(final, 1).name)]


def text_of(event: Event, what: str) -> str:
    event.refresh_from_db()
    return str(framed(event, what).content.decode())


def names(event: Event) -> dict[int, str]:
    return dict(event.registrations.values_list("pk", "name"))


def test_files_page_offers_embed_of_bracket_only_with_a_cut() -> None:
    plain, organiser = running_event(4, embeddable=True)
    with_cut, other = running_event(8, cut=4, embeddable=True)
    for event, user, offered in ((plain, organiser, False), (with_cut, other, True)):
        client = Client()
        client.force_login(user)
        page = client.get(f"/events/{event.slug}/files/").content.decode()
        assert (f"/events/{event.slug}/embed/bracket/" in page) is offered
        assert f"/events/{event.slug}/embed/final-standings/" in page
