"""Clock on match, desk, event and clock pages, and its API."""

import re
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
import time_machine
from django.core.cache import cache
from django.urls import reverse

from epic_events.events.models import StaffRole
from epic_events.judging.clock import selectors, services
from epic_events.judging.clock.models import TimeExtension
from epic_events.pairings import services as pairings
from epic_events.pairings.cut.selectors import compute_final_standings
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.results.services.tables import call_time
from tests.epic_events.counting import queries_of
from tests.epic_events.factories import make_staff
from tests.epic_events.pairings.play import matches_of, published_round, running_event, users_at

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

NOON = datetime(2030, 5, 1, 12, tzinfo=UTC)  # two hours later in the hall
MILLISECONDS = round(NOON.timestamp() * 1000)


@pytest.fixture
def hall():
    with time_machine.travel(NOON, tick=False) as traveller:
        event, organiser = running_event(6, stage={"minutes": 40})
        judge = make_staff(event, StaffRole.Role.JUDGE)
        yield event, organiser, judge, published_round(event, organiser), traveller


def test_event_page_shows_player_end_of_own_table(client, hall):
    event, organiser, judge, round_, clock = hall
    match, other = matches_of(round_)[:2]
    services.start_clock(organiser, round_)
    services.extend_time(match, 5, "deck check", judge)

    def ends(user):
        client.force_login(user)
        text = client.get(reverse("events:detail", args=[event.slug])).content.decode()
        found = re.search(r'data-ends="(\d+)"', text)
        return found and int(found[1]) - MILLISECONDS, "This table has a time extension of 5 minutes." in text

    assert [ends(users_at(table)[0]) for table in (match, other)] == [(2_700_000, True), (2_400_000, False)]
    clock.shift(timedelta(minutes=41))
    call_time(organiser, round_)
    assert [ends(users_at(table)[0])[1] for table in (match, other)] == [True, False]
    pairings.enter_result(organiser, match, Score(1, 0))
    assert ends(users_at(match)[0]) == (None, False)


def page_of(client, user, match, **query):
    if user is not None:
        client.force_login(user)
    return client.get(reverse("pairings:match", args=[match.round.stage.event.slug, match.pk]), query)


def test_match_page_shows_own_end_and_reason_to_players(client, hall):
    _event, organiser, judge, round_, clock = hall
    match = matches_of(round_)[0]
    player = users_at(match)[0]
    text = page_of(client, player, match).content.decode()
    assert "The clock has not been started." in text
    assert "40:00" in text
    services.start_clock(organiser, round_)
    text = page_of(client, player, match).content.decode()
    assert f'data-now="{MILLISECONDS}"' in text
    assert f'data-ends="{MILLISECONDS + 2_400_000}"' in text
    assert "until 14:40 CEST" in text
    services.extend_time(match, 5, "deck <check>", judge)
    text = page_of(client, player, match).content.decode()
    assert f'data-ends="{MILLISECONDS + 2_700_000}"' in text
    assert "This table has a time extension of 5 minutes." in text
    assert "deck &lt;check&gt;" in text
    client.logout()
    assert "deck &lt;check&gt;" not in page_of(client, None, match).content.decode()
    call_time(organiser, round_)
    clock.shift(timedelta(minutes=4))
    text = page_of(client, player, match).content.decode()
    assert "Time was called for the other tables." in text
    assert "The active player finishes" not in text
    clock.shift(timedelta(minutes=1))
    text = page_of(client, player, match).content.decode()
    assert "This table has a time extension of 5 minutes." not in text
    assert "The active player finishes" in text


def test_match_page_poll_announces_clock_changes(client, hall):
    _event, organiser, judge, round_, clock = hall
    match = matches_of(round_)[0]
    player = users_at(match)[0]

    def version_token():
        return page_of(client, player, match).context["version_token"]

    before = version_token()
    assert page_of(client, player, match, expected_version=before).status_code == 204
    services.start_clock(organiser, round_)
    assert page_of(client, player, match, expected_version=before).context["news"] == "The clock is running."
    before = version_token()
    services.pause_clock(judge, round_)
    assert page_of(client, player, match, expected_version=before).context["news"] == "The clock is paused."
    services.resume_clock(judge, round_)
    before = version_token()
    given = services.extend_time(match, 1, "ruling", judge)
    assert (
        page_of(client, player, match, expected_version=before).context["news"]
        == "This table has a time extension of 1 minute."
    )
    services.undo_extension(judge, given)
    before = version_token()
    clock.shift(timedelta(minutes=40))
    assert page_of(client, player, match, expected_version=before).status_code == 200
    assert page_of(client, player, match, expected_version=version_token()).status_code == 204


def act(client, event, action, **sent):
    return client.post(reverse("clock:act", args=[event.slug, action]), sent)


def test_clock_page_actions_and_invalid_forms_keep_input(client, hall):
    event, organiser, judge, round_, _clock = hall
    named = {"round": round_.pk}
    client.force_login(judge)
    assert act(client, event, "start", minutes="", **{"from": "desk"}, **named).url == f"/events/{event.slug}/desk/"
    assert act(client, event, "add", minutes="5", **named).url == f"/events/{event.slug}/desk/clock/"
    act(client, event, "pause", **named)
    assert selectors.get_round_clock(round_).left_seconds == 2700
    act(client, event, "resume", **named)
    for sent in ({"minutes": "0"}, {"minutes": "much"}, {"minutes": "-50"}):
        assert act(client, event, "add", **sent, **named).status_code == 400
    match = matches_of(round_)[1]
    back = act(client, event, "extend", table="2", minutes="3", reason="deck check", **{"from": match.pk}, **named)
    assert back.url == reverse("pairings:match", args=[event.slug, match.pk])
    refused = act(client, event, "extend", table="99", minutes="3", reason="spilt coffee", **named)
    assert refused.status_code == 404
    assert "No match is played at this table." in refused.content.decode()
    assert 'value="spilt coffee"' in refused.content.decode()
    text = client.get(reverse("clock:page", args=[event.slug])).content.decode()
    assert "Table 2: +3 min" in text
    assert "deck check" in text
    act(client, event, "undo-extension", extension=TimeExtension.objects.get().pk)
    assert selectors.extension_minutes_by_match(round_) == {}
    act(client, event, "reset", **named)
    client.force_login(organiser)
    act(client, event, "choose", calls_time="on")
    assert selectors.calls_time(event)


def test_clock_is_shown_on_desk_event_and_clock_page(client, hall):
    event, organiser, _judge, round_, _clock = hall
    client.force_login(organiser)
    desk, own, overview = (
        reverse(name, args=[event.slug]) for name in ("pairings:desk", "clock:page", "events:detail")
    )
    assert "Start the clock" in client.get(desk).content.decode()
    services.start_clock(organiser, round_)
    for address in (desk, own, overview):
        assert f'data-ends="{MILLISECONDS + 2_400_000}"' in client.get(address).content.decode()
    assert "data-now" not in client.get(overview).content.decode()  # that page may be cached
    seen = client.get(own).context["version_token"]
    assert client.get(own, {"expected_version": seen}).status_code == 204


def test_clock_page_number_of_queries_is_constant(client):
    asked = []
    for players in (4, 12):
        event, organiser = running_event(players, stage={"minutes": 40})
        round_ = published_round(event, organiser)
        services.start_clock(organiser, round_)
        for match in matches_of(round_):
            services.extend_time(match, 2, "spilt coffee", organiser)
        client.force_login(organiser)
        asked.append(queries_of(partial(client.get, reverse("clock:page", args=[event.slug]))))
    assert asked[0] == asked[1]


def test_clock_api_reads_and_controls_the_clock(client, hall):
    event, organiser, judge, round_, _clock = hall
    match = matches_of(round_)[0]
    client.force_login(judge)
    address = reverse("api:round-clock", args=[round_.pk])
    body = client.post(address, {"action": "start"}, content_type="application/json").json()
    open_now = [
        {"match": one.pk, "table": one.table, "extension": 0, "ends_at": "2030-05-01T12:40:00Z"}
        for one in matches_of(round_)
    ]
    assert body == {
        "round": round_.pk,
        "now": "2030-05-01T12:00:00Z",
        "state": "running",
        "started_at": "2030-05-01T12:00:00Z",
        "paused_at": None,
        "ends_at": "2030-05-01T12:40:00Z",
        "left": 2400,
        "time_called_at": None,
        "open_tables": open_now,
    }
    assert client.post(address, {"action": "add"}, content_type="application/json").status_code == 400
    extensions = reverse("api:extensions", args=[match.pk])
    given = {"minutes": 4, "reason": "deck check"}
    made = client.post(extensions, given, content_type="application/json").json()
    assert made == {"id": made["id"], "match": match.pk, **given, "at": "2030-05-01T12:00:00Z"}
    assert client.get(extensions).json() == [made]
    client.logout()
    assert client.get(extensions).json() == [{**made, "reason": ""}]
    client.force_login(judge)
    client.post(reverse("api:extension-undo", args=[made["id"]]), {}, content_type="application/json")
    assert client.get(extensions).json() == []
    for action, state in (("pause", "paused"), ("resume", "running"), ("set_back", "ready")):
        assert client.post(address, {"action": action}, content_type="application/json").json()["state"] == state
    client.force_login(organiser)
    choice = reverse("api:event-clocks", args=[event.slug])
    assert client.post(choice, {"calls_time": True}, content_type="application/json").json() == {"calls_time": True}
    assert client.get(choice).json() == {"calls_time": True}


def test_big_screen_shows_all_names_but_no_unpublished_pairings(client):
    event, organiser = running_event(40, stage={"minutes": 40})
    client.force_login(organiser)
    address = reverse("clock:screen", args=[event.slug])
    assert "when the first round is published" in client.get(address).content.decode()
    pairings.pair_round(organiser, event)
    assert "when the first round is published" in client.get(address).content.decode()
    round_ = pairings.publish_round(organiser, event.stages.get().round_set.get())
    services.start_clock(organiser, round_)
    for page, hidden in ((1, [False, True]), (2, [True, False]), (3, [False, True])):
        answer = client.get(address, {"page": page})
        tables = re.findall(r"<table (hidden)?", answer.content.decode())
        assert [bool(one) for one in tables] == hidden
    names = [name.seat.registration.name for sheet in answer.context["sheets"] for name in sheet]
    assert len(names) == len(set(names)) == 40
    few = queries_of(partial(client.get, address))
    other, host = running_event(4, stage={"minutes": 40})
    services.start_clock(host, published_round(other, host))
    assert queries_of(partial(client.get, reverse("clock:screen", args=[other.slug]))) == few


def test_big_screen_of_finished_event_shows_final_standings(client):
    event, organiser = running_event(4, stage={"rounds": 1})
    for match in matches_of(published_round(event, organiser)):
        pairings.enter_result(organiser, match, Score(1, 0))
    pairings.finish_event(organiser, event)
    answer = client.get(reverse("clock:screen", args=[event.slug]))
    event.refresh_from_db()
    ranking = [(row.rank, row.player) for row in compute_final_standings(event)]
    assert [(rank, player.pk) for sheet in answer.context["sheets"] for rank, player in sheet] == ranking
    shown = answer.content.decode()
    assert [words in shown for words in ("Final standings", "finished", "Tables by name")] == [True, False, False]


def test_version_token_is_cached_for_one_second(client, hall):
    event, organiser, _judge, round_, _clock = hall
    address = reverse("events:version", args=[event.slug])
    before = client.get(address).json()
    assert queries_of(partial(client.get, address)) == 0
    services.start_clock(organiser, round_)
    cache.clear()
    after = client.get(address).json()
    assert after["version"] != before["version"]
    assert after["now"] == MILLISECONDS
