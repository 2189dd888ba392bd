"""Results board: filters, entry, query count."""

from functools import partial

import pytest
from django.urls import reverse

from epic_events.judging.clock import services as clocks
from epic_events.pairings import services
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.rounds.desk import load_tiles
from tests.epic_events.counting import queries_of
from tests.epic_events.pairings.play import first_entry, matches_of, published_round, running_event, users_at

pytestmark = pytest.mark.django_db


def get_board(client, event, **query):
    answer = client.get(reverse("pairings:board", args=[event.slug]), query)
    return [int(line.split('id="t')[1].split('"')[0]) for line in answer.context["tiles"].splitlines()], answer


def test_board_filters_tables_and_enters_score(client):
    event, organiser = running_event(10, stage={"minutes": 40})
    one, two, three, four, five = matches_of(published_round(event, organiser))
    services.enter_result(organiser, one, Score(1, 0))
    services.report_result(users_at(two)[0], two, Score(1, 0))
    for user in users_at(three):
        services.report_result(user, three, Score(1, 0) if user == users_at(three)[0] else Score(0, 1))
    clocks.extend_time(four, 3, "deck check", organiser)
    client.force_login(organiser)
    for show, tables in (
        ("", [1, 2, 3, 4, 5]), ("open", [2, 3, 4, 5]), ("reported", [2]), ("differ", [3]), ("extended", [4]),
        ("in", [1]), ("called", []), ("nonsense", [1, 2, 3, 4, 5]),
    ):  # fmt: skip
        assert get_board(client, event, show=show)[0] == tables
    text = get_board(client, event, tiles="compact", table="5")[1].content.decode()
    assert "4 tables are open" in text
    assert "tiles-compact" in text
    assert reverse("pairings:enter", args=[event.slug, five.pk]) in text
    sent = {"score": "1-0-0-played", "from": "board"}
    back = client.post(reverse("pairings:enter", args=[event.slug, five.pk]), sent)
    assert back.url == reverse("pairings:board", args=[event.slug])
    assert get_board(client, event, show="in")[0] == [1, 5]
    seen = get_board(client, event)[1].context["version_token"]
    assert client.get(reverse("pairings:board", args=[event.slug]), {"expected_version": seen}).status_code == 204


def test_board_query_count_is_constant_and_names_escaped(client):
    asked = []
    for players in (4, 30):
        event, organiser = running_event(players)
        entry = first_entry(event)
        entry.name = "<b>Bo</b>"
        entry.save()
        round_ = published_round(event, organiser)
        client.force_login(organiser)
        asked.append(queries_of(partial(client.get, reverse("pairings:board", args=[event.slug]))))
        assert len(load_tiles(round_)) == players // 2
        assert "<b>Bo" not in get_board(client, event)[1].content.decode()
    assert asked[0] == asked[1]
