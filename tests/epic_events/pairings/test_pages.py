"""Pairing pages: visibility, content, query counts."""

import re

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from epic_events.events.models import Event, StaffRole
from epic_events.events.services import drop, edit_entry
from epic_events.pairings import services
from epic_events.pairings.methods.scores import DASH, Kind, Score
from epic_events.pairings.models import Match, Round
from epic_events.pairings.rounds import desk as rounds_desk
from epic_events.pairings.rounds import lists
from epic_events.pairings.standings import views as standings
from epic_events.pairings.standings.rows import standing_rows
from tests.epic_events.factories import make_event, make_staff, make_user
from tests.epic_events.pairings.play import (
    entry_of,
    first_entry,
    matches_of,
    played_round,
    published_round,
    running_event,
    users_at,
)

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def page(client: Client, name: str, event: Event, *args: object, status: int = 200, query: str = "") -> str:
    response = client.get(reverse(f"pairings:{name}", args=[event.slug, *args]) + query)
    assert response.status_code == status, response.content.decode()[:2000]
    return re.sub(r"\s+", " ", response.content.decode())


def post(client: Client, name: str, event: Event, *args: object, **data: object) -> str:
    response = client.post(reverse(f"pairings:{name}", args=[event.slug, *args]), data, follow=True)
    return re.sub(r"\s+", " ", response.content.decode())


def signed_in(user: object) -> Client:
    client = Client()
    client.force_login(user)  # type: ignore[arg-type]
    return client


# --- rounds ---------------------------------------------------------------------------------------------------------


def test_rounds_and_standings_pages_before_first_round_show_message(client):
    event, _organiser = running_event(4)
    assert "No round has been published yet" in page(client, "rounds", event)
    assert "Standings are published when a round is finished" in page(client, "standings", event)


def test_rounds_page_lists_pairings_by_table_and_name(client):
    event, organiser = running_event(5)
    round_ = published_round(event, organiser)
    html = page(client, "rounds", event)
    names = [entry.name for entry in event.registrations.all()]
    assert all(html.count(name) == 1 for name in names)
    by_name = page(client, "round", event, 1, query="?by=name")
    twice = [name for match in matches_of(round_) for name in match.seats.values_list("registration__name", flat=True)]
    assert {by_name.count(name) for name in twice} == {2}
    assert re.findall(r'class="title">\s*<bdi>(Player \d+)</bdi>\s*<', by_name) == sorted(names, key=str.casefold)


def test_rounds_page_marks_own_row_and_shows_own_table_first():
    event, organiser = running_event(4)
    match = matches_of(published_round(event, organiser))[1]
    first, _second = users_at(match)
    html = page(signed_in(first), "rounds", event)
    assert html.count('class="mine"') == 1
    assert re.search(r"Your table</small>\s*2\s*</p>", html)
    assert 'class="mine"' not in page(Client(), "rounds", event)


def test_rounds_page_draft_round_is_visible_to_staff_only():
    event, organiser = running_event(4)
    services.pair_round(organiser, event)
    assert "Only staff can see this" in page(signed_in(organiser), "round", event, 1)
    player = users_at(matches_of(Round.objects.get())[0])[0]
    for client in (Client(), signed_in(player)):
        page(client, "round", event, 1, status=404)
        assert "No round has been published yet" in page(client, "rounds", event)
        page(client, "match", event, Match.objects.all()[0].pk, status=404)


def test_pairing_pages_of_draft_event_are_404(client):
    event = make_event(status=Event.Status.DRAFT, organiser=make_user())
    for name in ("rounds", "standings", "bracket"):
        page(client, name, event, status=404)


def test_pairing_pages_escape_names(client):
    event, organiser = running_event(2)
    event.registrations.filter(pk=first_entry(event).pk).update(name="<script>alert(1)</script>")
    played_round(event, organiser)
    for name in ("rounds", "standings"):
        html = page(client, name, event)
        assert "<script>alert" not in html
        assert "&lt;script&gt;alert(1)" in html


@pytest.mark.usefixtures("one_minute")
def test_rounds_page_unchanged_returns_304(client):
    event, organiser = running_event(4)
    published_round(event, organiser)
    url = reverse("pairings:rounds", args=[event.slug])
    tag = client.get(url)["ETag"]
    assert client.get(url, headers={"if-none-match": tag}).status_code == 304
    services.enter_result(organiser, matches_of(Round.objects.get())[0], Score(1, 0))
    assert client.get(url, headers={"if-none-match": tag}).status_code == 200


def test_rounds_page_poll_announces_changes(client):
    event, organiser = running_event(4)
    url = reverse("pairings:rounds", args=[event.slug])
    nothing = version_token_of(client.get(url))
    assert nothing.startswith("none.")
    assert client.get(url, {"expected_version": nothing}).status_code == 204
    round_ = published_round(event, organiser)
    first = client.get(url, {"expected_version": nothing})
    assert "Round 1 is published." in first.content.decode()
    seen = version_token_of(first)
    assert client.get(url, {"expected_version": seen}).status_code == 204
    services.enter_result(organiser, matches_of(round_)[0], Score(1, 0))
    second = client.get(url, {"expected_version": seen})
    assert "1 of 2 results are in" in second.content.decode()
    assert "is published" not in second.content.decode()
    assert client.get(url, {"expected_version": version_token_of(second)}).status_code == 204


def version_token_of(response: HttpResponse) -> str:
    """Return the version token with which an open page polls."""
    found = re.search(r"expected_version=([^\"&]+)", response.content.decode())
    assert found is not None
    return found[1]


def test_rounds_page_shows_unusual_reasons_next_to_table(client):
    event, organiser = running_event(3, stage={"rounds": 5})
    for seed in range(3):
        played_round(event, organiser, seed)
    round_ = published_round(event, organiser)
    html = page(client, "rounds", event)
    assert "unavoidable rematch" in html
    assert "second bye" in html
    assert "has at least as many rematches" in page(client, "match", event, matches_of(round_)[0].pk)


# --- standings ------------------------------------------------------------------------------------------------------


def test_standings_page_rows_expand_to_breakdowns(client):
    event, organiser = running_event(4)
    played_round(event, organiser)
    html = page(client, "standings", event)
    assert html.count("<details>") == 4
    assert "After round 1 of 3" in html
    assert re.search(r"mean of\s+<bdi>Player \d+</bdi> 0/3\s*<span class=\"quiet\">\(counts 33\.33\)", html)
    page(client, "standings_after", event, 2, status=404)


def test_standings_page_large_field_loads_breakdowns_on_demand(client, monkeypatch):
    monkeypatch.setattr(standings, "MAX_OPEN_ROWS", 3)
    event, organiser = running_event(4)
    played_round(event, organiser)
    row = standing_rows(event.stages.get(order=1), 1)[3]
    address = reverse("pairings:breakdown", args=[event.slug, 1, row.registration.pk])
    html = page(client, "standings", event)
    assert html.count("Show the calculation") == 4
    assert html.count(f'href="{address}"') == 1
    assert "mean of" not in html

    alone = client.get(address).content.decode()
    fragment = client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert row.registration.name in alone
    assert "mean of" in alone
    assert fragment.lstrip().startswith("<dl")
    assert fragment.strip() in alone
    for missing in ((2, row.registration.pk), (1, 0)):
        assert client.get(reverse("pairings:breakdown", args=[event.slug, *missing])).status_code == 404


def test_standings_page_large_field_caches_rows_by_content(client, monkeypatch):
    event, organiser = running_event(4, cut=2)
    played_round(event, organiser)
    leader = standing_rows(event.stages.get(order=1), 1)[0].registration
    monkeypatch.setattr(standings, "MAX_OPEN_ROWS", 3)

    def places() -> list[str]:
        """Return the rows as shown, from the cache and fresh."""
        stored = re.findall(r"<tr .*?</tr>", page(client, "standings", event), re.DOTALL)
        cache.clear()
        assert stored == re.findall(r"<tr .*?</tr>", page(client, "standings", event), re.DOTALL)
        return [" ".join(strip_tags(row).split()) for row in stored]

    before = places()
    assert [row.split(" ", 1)[0] for row in before] == ["1", "2", "3", "4"]
    edit_entry(organiser, leader, name="Zoë <b>", fixed_table=None, awarded_byes=0)
    drop(organiser, leader)
    after = places()
    assert after[0] == before[0].replace(leader.name, "Zoë &lt;b&gt; Dropped")
    assert after[1:] == before[1:]
    assert 'class=" cut"' in page(client, "standings", event)


def test_standings_page_cut_line_excludes_dropped_players(client):
    event, organiser = running_event(4, cut=2)
    played_round(event, organiser)
    leader = standing_rows(event.stages.get(order=1), 1)[0].registration
    drop(organiser, leader)
    rows = standing_rows(event.stages.get(order=1), 1, None, 2)
    assert [(row.has_dropped, row.last_in_cut) for row in rows] == [
        (True, False),
        (False, False),
        (False, True),
        (False, False),
    ]
    assert "Dropped" in page(client, "standings", event)


# --- one table ------------------------------------------------------------------------------------------------------


@pytest.fixture
def table():
    event, organiser = running_event(4, stage={"best_of": 3})
    match = matches_of(published_round(event, organiser))[0]
    first, second = (signed_in(user) for user in users_at(match))
    return event, match, first, second, signed_in(organiser)


def test_match_page_report_and_confirm_by_both_players(table):
    event, match, first, second, _desk = table
    assert "Your opponent must confirm it" in post(first, "report", event, match.pk, score="2-1-0-played")
    name = entry_of(match, 1).name
    mine, theirs = page(first, "match", event, match.pk), page(second, "match", event, match.pk)
    assert f"You reported: you won 2{DASH}1." in mine
    assert "Confirm:" not in mine
    assert f"<bdi>{name}</bdi> reported: you lost 1{DASH}2. Is that right?" in theirs
    assert f"Confirm: you lost 1{DASH}2" in theirs
    assert "The result is confirmed" in post(second, "confirm", event, match.pk)
    match.refresh_from_db()
    assert match.status == "confirmed"


def test_match_page_lost_match_is_confirmed_with_name_of_winner(table):
    event, match, first, second, desk = table
    post(second, "report", event, match.pk, score="2-0-0-played")
    winner = entry_of(match, 2).name
    assert f"<bdi>{winner}</bdi> reported: you lost 0{DASH}2. Is that right?" in page(first, "match", event, match.pk)
    assert f"{winner} won 2{DASH}0" in page(desk, "desk", event)


def test_match_page_second_player_reports_from_own_perspective(table):
    event, match, _first, second, _desk = table
    post(second, "report", event, match.pk, score="2-0-0-played")
    assert match.reports.get().values["game_wins"] == [0, 2]


def test_match_page_conflicting_reports_ask_to_call_judge(table):
    event, match, first, second, _desk = table
    post(first, "report", event, match.pk, score="2-0-0-played")
    html = post(second, "report", event, match.pk, score="2-0-0-played")
    assert "Call a judge" in html


def test_match_page_invalid_score_is_refused(table):
    event, match, first, _second, _desk = table
    for wrong in ("9-0-0-played", "x", "", "0-0-0-double_loss"):
        response = first.post(reverse("pairings:report", args=[event.slug, match.pk]), {"score": wrong})
        assert response.status_code == 400
    assert not match.reports.exists()


def test_match_page_outsider_has_no_form_and_is_refused(table):
    event, match, _first, _second, _desk = table
    stranger = signed_in(make_user())
    html = page(stranger, "match", event, match.pk)
    assert "How did it end?" not in html
    assert "Report history" not in html
    for name in ("report", "enter"):
        response = stranger.post(reverse(f"pairings:{name}", args=[event.slug, match.pk]), {"score": "2-0-0-played"})
        assert response.status_code in {400, 403}
    assert stranger.post(reverse("pairings:confirm", args=[event.slug, match.pk])).status_code == 403
    assert not match.reports.exists()


def test_match_page_actions_redirect_anonymous_to_sign_in(client, table):
    event, match, *_people = table
    for name, args in (
        ("report", [match.pk]),
        ("confirm", [match.pk]),
        ("enter", [match.pk]),
        ("act_on_desk", ["pair"]),
    ):
        response = client.post(reverse(f"pairings:{name}", args=[event.slug, *args]))
        assert response.status_code == 302
        assert "login" in response["Location"]
    for name in ("my_match", "desk"):
        assert client.get(reverse(f"pairings:{name}", args=[event.slug])).status_code == 302


def test_my_match_redirects_to_own_table(table):
    event, match, first, _second, desk = table
    response = first.get(reverse("pairings:my_match", args=[event.slug]))
    assert response["Location"] == reverse("pairings:match", args=[event.slug, match.pk])
    page(desk, "my_match", event, status=200)


def test_match_page_staff_enter_and_correct_with_reason(table):
    event, match, _first, _second, desk = table
    values = {"first": 2, "second": 1, "drawn": 0, "kind": "played"}
    assert f"The result of table {match.table} was entered" in post(desk, "enter", event, match.pk, **values)
    wrong_way = {**values, "first": 1, "second": 2}
    assert "Enter a reason for the change" in post(desk, "enter", event, match.pk, **wrong_way)
    post(desk, "enter", event, match.pk, **wrong_way, reason="Slip misread.")
    assert "Slip misread." in page(desk, "match", event, match.pk)
    assert match.seats.get(place=2).outcome == "win"


def test_match_page_of_other_event_is_404(table):
    _event, match, *_people = table
    other, _organiser = running_event(2)
    page(Client(), "match", other, match.pk, status=404)


# --- the desk -------------------------------------------------------------------------------------------------------


def test_control_page_runs_event_to_its_end():
    event, organiser = running_event(4, cut=2, stage={"rounds": 1})
    desk = signed_in(organiser)
    assert "Next: pair <bdi>round 1</bdi>" in page(desk, "desk", event)
    assert "is paired but not published" in post(desk, "act_on_desk", event, "pair")
    round_ = Round.objects.get()
    post(desk, "act_on_desk", event, "pair-again", round=round_.pk)
    assert "is being played" in post(desk, "act_on_desk", event, "publish", round=round_.pk)
    for match in matches_of(round_):
        post(desk, "enter", event, match.pk, **{"score": "1-0-0-played", "from": "desk"})
    assert "Next: the cut" in page(desk, "desk", event)
    assert "The standings after it are published" in post(desk, "act_on_desk", event, "finish-round", round=round_.pk)
    assert "is paired but not published" in post(desk, "act_on_desk", event, "start-cut", size=2)
    final = Round.objects.get(stage__kind="elimination")
    post(desk, "act_on_desk", event, "publish", round=final.pk)
    post(desk, "enter", event, matches_of(final)[0].pk, **{"score": "1-0-0-played", "from": "desk"})
    assert "Winner" in page(Client(), "bracket", event)
    assert "Final" in page(Client(), "cut_round", event, 1)
    assert "Its results are final" in post(desk, "act_on_desk", event, "finish-event")
    event.refresh_from_db()
    assert event.status == "finished"


def test_control_page_pair_with_missing_results_lists_tables():
    event, organiser = running_event(4)
    published_round(event, organiser)
    assert "the results of 2 tables are missing: 1, 2." in post(signed_in(organiser), "act_on_desk", event, "pair")


def test_control_page_outdated_button_does_not_affect_newer_round():
    event, organiser = running_event(4)
    desk = signed_in(organiser)
    old = services.pair_round(organiser, event)
    services.discard_round(organiser, old)
    services.pair_round(organiser, event)
    assert "This round no longer exists" in post(desk, "act_on_desk", event, "publish", round=old.pk)
    assert Round.objects.get().status == "draft"
    assert "This round no longer exists" in post(desk, "act_on_desk", event, "publish", round="nonsense")


def test_control_page_is_for_staff_and_actions_for_pairing_roles():
    event, organiser = running_event(4)
    services.pair_round(organiser, event)
    judge = signed_in(make_staff(event, StaffRole.Role.JUDGE))
    assert "Publish</button>" not in page(judge, "desk", event)
    assert "Only organisers, head judges and scorekeepers" in post(
        judge, "act_on_desk", event, "publish", round=Round.objects.get().pk
    )
    player = signed_in(users_at(matches_of(Round.objects.get())[0])[0])
    page(player, "desk", event, status=403)
    assert player.post(reverse("pairings:act_on_desk", args=[event.slug, "publish"])).status_code == 403
    assert Round.objects.get().status == "draft"


def test_control_page_unknown_action_is_404():
    event, organiser = running_event(4)
    response = signed_in(organiser).post(reverse("pairings:act_on_desk", args=[event.slug, "explode"]))
    assert response.status_code == 404


def test_control_page_finish_event_early_asks_for_reason():
    event, organiser = running_event(4, stage={"rounds": 3})
    played_round(event, organiser)
    desk = signed_in(organiser)
    assert "Enter a reason for ending the event now" in post(desk, "act_on_desk", event, "finish-event")
    post(desk, "act_on_desk", event, "finish-event", reason="Power cut.")
    event.refresh_from_db()
    assert event.status == "finished"


def test_control_page_actions_need_post(client):
    event, _organiser = running_event(2)
    assert client.get(reverse("pairings:act_on_desk", args=[event.slug, "pair"])).status_code == 405


def test_control_page_large_round_shows_tables_needing_attention_first(monkeypatch):
    monkeypatch.setattr(rounds_desk, "MAX_SHOWN", 2)
    event, organiser = running_event(12)
    round_ = published_round(event, organiser)
    *_others, fifth, sixth = matches_of(round_)
    for place, user in enumerate(users_at(sixth)):
        services.report_result(user, sixth, (Score(1, 0), Score(0, 1))[place])
    services.report_result(users_at(fifth)[0], fifth, Score(1, 0))
    desk = rounds_desk.DeskRound(round_)
    assert [row.match.table for row in desk.waiting] == [fifth.table, sixth.table]
    assert (desk.played, desk.done, desk.more_waiting, desk.more_settled) == (6, 0, 4, 0)
    shown = page(signed_in(organiser), "desk", event)
    assert "4 more tables are open." in shown
    assert "<small>Open tables</small>6" in shown
    first, second, third, *_rest = matches_of(round_)
    for match in (third, second, first):
        services.enter_result(organiser, match, Score(1, 0))
    desk = rounds_desk.DeskRound(round_)
    assert [row.match.table for row in desk.settled] == [first.table, second.table]
    assert (desk.done, desk.more_settled) == (3, 1)
    shown = page(signed_in(organiser), "desk", event)
    assert "<small>Open tables</small>3" in shown
    assert re.search(r'<progress max="6"\s+value="3"', shown)


def test_control_page_large_draft_is_paginated(monkeypatch):
    monkeypatch.setattr(lists, "TABLES_PER_PAGE", 2)
    event, organiser = running_event(6)
    services.pair_round(organiser, event)
    desk = signed_in(organiser)
    shown = [page(desk, "desk", event, query=query) for query in ("", "?page=2")]
    tables = [re.findall(r"</span> (\d+)</a>", text) for text in shown]
    assert tables == [["1", "2"], ["3"]]
    assert "Page 1 of 2" in shown[0]
    assert "page=2" in shown[1].partition('id="desk"')[2].partition(" data-poll")[0]
    assert "Find a table or a name" in shown[0]


# --- the event's first page -----------------------------------------------------------------------------------------


def test_event_page_shows_own_table_and_progress_of_round():
    event, organiser = running_event(4)
    played_round(event, organiser)
    match = matches_of(published_round(event, organiser))[0]
    html = signed_in(users_at(match)[0]).get(event.get_absolute_url()).content.decode()
    assert "Report the result" in html
    assert "0 of 2 results are in" in html
    assert "Your table" not in Client().get(event.get_absolute_url()).content.decode()


# --- queries --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 8, 16])
@pytest.mark.parametrize(
    ("name", "query", "queries"),
    [("rounds", "", 13), ("rounds", "?by=name", 13), ("standings", "", 10), ("desk", "", 13)],
)
def test_pairing_pages_query_count_is_constant(players, name, query, queries, django_assert_num_queries):
    event, organiser = running_event(players, stage={"rounds": 3})
    played_round(event, organiser)
    round_ = published_round(event, organiser)
    services.enter_result(organiser, matches_of(round_)[0], Score(0, 0, 0, Kind.AGREED_DRAW))
    client = signed_in(organiser)
    with django_assert_num_queries(queries):
        page(client, name, event, query=query)


@pytest.mark.parametrize("cut", [2, 4, 8])
def test_bracket_page_query_count_is_independent_of_matches(cut, django_assert_max_num_queries):
    event, organiser = running_event(8, cut=cut, stage={"rounds": 1})
    played_round(event, organiser)
    services.publish_round(organiser, services.start_cut(organiser, event))
    with django_assert_max_num_queries(15):
        page(Client(), "bracket", event)
