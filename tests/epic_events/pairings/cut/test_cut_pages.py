"""Pages of a cut: names of rounds, winner, outdated seeds."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.events import services as entries
from epic_events.events.models import Event
from epic_events.pairings import selectors, services
from epic_events.pairings.cut.selectors import cut_winner
from epic_events.pairings.cut.services import has_outdated_seeds
from epic_events.pairings.methods.scores import Score
from tests.epic_events.factories import make_user
from tests.epic_events.pairings.play import cut, matches_of, played_round, published_round, running_event

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
LOST = "The seeds of the cut no longer match the standings"


def page(client: Client, name: str, event: Event) -> str:
    return " ".join(client.get(reverse(name, args=[event.slug])).content.decode().split())


def press(client: Client, event: Event, action: str, **fields: object) -> str:
    answer = client.post(reverse("pairings:act_on_desk", args=[event.slug, action]), fields, follow=True)
    return " ".join(answer.content.decode().split())


@pytest.fixture
def semis(client):
    event, organiser = running_event(8, cut=4, stage={"rounds": 1})
    swiss_round = played_round(event, organiser)
    round_ = services.publish_round(organiser, services.start_cut(organiser, event))
    client.force_login(organiser)
    return event, organiser, swiss_round, round_


def test_cut_rounds_have_names_on_pages_and_in_audit_log(client, semis):
    event, organiser, _swiss_round, round_ = semis
    for match in matches_of(round_):
        services.enter_result(organiser, match, Score(1, 0))
    desk = page(client, "pairings:desk", event)
    assert "Next: pair <bdi>the final</bdi>" in desk
    assert "Only publish the standings" not in desk
    assert "Final is paired." in press(client, event, "pair")
    final = selectors.load_event_plan(event).latest_round
    assert final is not None
    assert "Final is published" in press(client, event, "publish", round=final.pk)
    log = page(client, "events:audit_log", event)
    for words in ("published the final", "paired the final", "finished the semi-finals", "published round 1"):
        assert words in log
    assert "finished the semi-finals and" not in log


def test_cut_winner_is_shown_on_event_page_and_standings(client, semis):
    event, organiser, _swiss_round, round_ = semis
    assert cut_winner(event) is None
    for match in matches_of(round_):
        services.enter_result(organiser, match, Score(1, 0))
    assert "Winner" not in page(client, "events:detail", event)
    final = matches_of(published_round(event, organiser))[0]
    services.enter_result(organiser, final, Score(0, 1))
    services.finish_event(organiser, event)
    winner = final.seats.get(place=2).registration
    assert cut_winner(event) == winner
    overview = page(client, "events:detail", event)
    assert f"<small>Winner</small><bdi>{winner.name}</bdi>" in overview
    labelled = rf'href="/events/{event.slug}/standings/1/">\s*<span>\s*Swiss standings\s*</span>'
    assert len(re.findall(labelled, overview)) == 1
    response = client.get(reverse("pairings:standings", args=[event.slug]))
    assert response["Location"] == reverse("pairings:final_standings", args=[event.slug])
    swiss = client.get(reverse("pairings:standings_after", args=[event.slug, 1])).content.decode()
    assert re.search(r"<h1>\s*Swiss standings\s*</h1>", swiss)
    assert f"<small>Winner</small><bdi>{winner.name}</bdi>" in swiss
    assert response["Location"] in swiss


def test_correction_changing_cut_seeds_shows_warning(client, semis):
    event, _organiser, swiss_round, _round = semis
    assert not has_outdated_seeds(event)
    assert LOST not in page(client, "pairings:bracket", event)
    match = matches_of(swiss_round)[0]
    fields = {"first": 0, "second": 1, "drawn": 0, "kind": "played", "reason": "Written down the wrong way round."}
    answer = client.post(reverse("pairings:enter", args=[event.slug, match.pk]), fields, follow=True)
    assert "its seeds no longer match the corrected standings" in answer.content.decode()
    assert has_outdated_seeds(event)
    for name in ("pairings:bracket", "pairings:desk"):
        assert LOST in page(client, name, event)


def test_correction_not_changing_cut_seeds_shows_no_warning(semis):
    event, organiser, swiss_round, _round = semis
    seeded = set(cut(event).participations.values_list("registration_id", flat=True))
    entries.drop(organiser, event.registrations.get(pk=min(seeded)))
    for match in matches_of(swiss_round):
        services.enter_result(organiser, match, Score(1, 0, 1), reason="A drawn game was forgotten.")
    assert not has_outdated_seeds(event)


def test_control_page_mentions_unchecked_players_in_every_round(client):
    event, organiser = running_event(4)
    client.force_login(organiser)
    assert "is not checked in" not in page(client, "pairings:desk", event)
    late = entries.add_player(organiser, event, name="Zoe")
    event.registrations.filter(pk=late.pk).update(status="registered")
    published_round(event, organiser)
    assert "1 registered player is not checked in." in page(client, "pairings:desk", event)


def test_my_match_page_without_table_explains_why(client):
    event, _organiser = running_event(4)
    client.force_login(make_user())
    assert "you are not registered for this event" in page(client, "pairings:my_match", event)
    player = event.registrations.select_related("player__user").first()
    assert player is not None
    assert player.player.user is not None
    client.force_login(player.player.user)
    assert "You are checked in. Your table will be shown here" in page(client, "pairings:my_match", event)
