"""Cached pages equal fresh ones for every user."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory
from django.urls import reverse

from epic_events.accounts.languages import choose
from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.audit_log.services import version_tokens
from epic_events.disputes.queue import cancel
from epic_events.disputes.services import open_dispute, replay_again
from epic_events.page_cache.pages import SharedRequest
from epic_events.pairings import services
from epic_events.pairings.methods.scores import Score
from tests.epic_events.counting import queries_of
from tests.epic_events.disputes.records import LEGAL
from tests.epic_events.factories import make_staff
from tests.epic_events.page_cache.pages import cached_page_urls, shown
from tests.epic_events.pairings.play import matches_of, played_round, published_round, running_event, users_at

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_cached_page_equals_a_fresh_page_for_each_user():
    event, organiser = running_event(6, stage={"rounds": 4})
    played_round(event, organiser)
    first, second, _third = matches_of(published_round(event, organiser))
    people = [*users_at(first), users_at(second)[0], organiser]
    readers = [signed_in(user) for user in people]
    paths = cached_page_urls(event)
    stored = [[shown(reader, path) for path in paths] for reader in [Client(), *readers] for _twice in range(2)]
    fresh = []
    for reader in [Client(), *readers]:
        for _twice in range(2):
            cache.clear()
            fresh.append([shown(reader, path) for path in paths])
    assert stored == fresh
    owners = [re.findall(r'data-owner="(\w*)"', pages[0])[0] for pages in stored]
    assert [owners.count(owner) for owner in owners] == [2] * 10
    tables = reverse("pairings:rounds", args=[event.slug])
    assert [shown(reader, tables).count('<tr class="mine">') for reader in [Client(), *readers]] == [0, 1, 1, 1, 0]


def test_cached_page_is_in_the_language_of_the_user():
    event, organiser = running_event(6, stage={"rounds": 4})
    played_round(event, organiser)
    first, second, _third = matches_of(published_round(event, organiser))
    english, german = users_at(first)
    choose(german, language="de", time_zone="Asia/Tokyo")
    readers = [
        Client(headers={"Accept-Language": "en"}),
        Client(headers={"Accept-Language": "de"}),
        *map(signed_in, (english, german, users_at(second)[0], organiser)),
    ]
    paths = cached_page_urls(event)
    stored = [[shown(reader, path) for path in paths] for _twice in range(2) for reader in readers]
    fresh = []
    for reader in readers * 2:
        cache.clear()
        fresh.append([shown(reader, path) for path in paths])
    assert stored == fresh
    spoken = [re.findall(r'<html lang="(\w+)"', page) for pages in stored[: len(readers)] for page in pages]
    assert spoken == [[language] for language in ("en", "de", "en", "de", "en", "en") for _each in paths]


def test_etag_in_another_language_does_not_match():
    event, organiser = running_event(4)
    match = matches_of(published_round(event, organiser))[0]
    player = users_at(match)[0]
    for path in [*cached_page_urls(event), "/rules/offline/epic.json", "/manifest.webmanifest", "/api/v1/events/"]:
        for reader in (Client(), signed_in(player)):
            for here, there in (("en", "de"), ("de", "en")):
                tag = reader.get(path, headers={"Accept-Language": here}).get("ETag", "")
                again = reader.get(path, headers={"Accept-Language": there, "If-None-Match": tag or '"none"'})
                assert again["Content-Language"] == there
                if "<html" in again.content.decode():
                    assert (again.status_code, f'lang="{there}"' in again.content.decode()) == (200, True)


@pytest.mark.usefixtures("one_minute")
def test_conditional_request_with_a_current_etag_returns_304():
    event, organiser = running_event(4)
    match = matches_of(published_round(event, organiser))[0]
    url = reverse("pairings:rounds", args=[event.slug])
    player, other = map(signed_in, users_at(match))
    for reader in (Client(), player):
        tag = reader.get(url)["ETag"]
        again = reader.get(url, headers={"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b"")
        assert other.get(url, headers={"If-None-Match": tag}).status_code == 200
    tag = player.get(url)["ETag"]
    services.enter_result(organiser, match, Score(1, 0))
    assert player.get(url, headers={"If-None-Match": tag}).status_code == 200


def test_cached_page_for_anonymous_visitors_is_compressed():
    event, organiser = running_event(8)
    published_round(event, organiser)
    url = reverse("pairings:rounds", args=[event.slug])
    plain, packed = Client().get(url), Client(headers={"Accept-Encoding": "br, gzip"}).get(url)
    assert packed["Content-Encoding"] == "gzip"
    assert len(packed.content) * 3 < len(plain.content)
    assert plain.headers.get("Content-Encoding") is None


@pytest.mark.usefixtures("one_minute")
def test_cached_page_queries_only_user_and_version():
    event, organiser = running_event(8)
    match = matches_of(published_round(event, organiser))[0]
    url, player = reverse("pairings:rounds", args=[event.slug]), signed_in(users_at(match)[0])
    Client().get(url)
    player.get(url)
    assert queries_of(lambda: Client().get(url)) == 1  # the event with its version tokens
    assert queries_of(lambda: player.get(url)) == 3  # and the roles; session, person


def test_cached_row_for_staff_is_not_shown_to_others():
    event, organiser = running_event(4)
    first, second = matches_of(published_round(event, organiser))
    first.explanation = {"reasons": [{"kind": "forbidden", "amount": 1}], "proven": 0}
    first.save()
    url, player = reverse("pairings:rounds", args=[event.slug]), signed_in(users_at(second)[0])
    output = [
        ">do not pair<" in reader.get(url).content.decode() for reader in (signed_in(organiser), Client(), player)
    ]
    assert output == [True, False, False]


def test_change_of_one_table_renders_only_its_row_again():
    event, organiser = running_event(8)
    first, *_others = matches_of(published_round(event, organiser))
    readers = {
        signed_in(organiser): reverse("pairings:desk", args=[event.slug]),
        Client(): reverse("pairings:rounds", args=[event.slug]) + "?by=name",
    }
    made: list[int] = []
    for change in (lambda: None, lambda: services.enter_result(organiser, first, Score(1, 0))):
        change()
        for reader, path in readers.items():
            answer: Any = reader.get(path)
            made.append(sum("partials/rows/" in (template.name or "") for template in answer.templates))
    # Four open tables, eight names; then the one table that has a result, and the two names at it.
    assert made == [4, 8, 1, 2]


def test_cached_list_is_shared_by_visitors_and_signed_in_users():
    event, organiser = running_event(8)
    first, second, *_others = matches_of(published_round(event, organiser))
    readers = [Client(), *map(signed_in, (*users_at(first), users_at(second)[0], organiser))]
    url = reverse("pairings:rounds", args=[event.slug])
    for path, of_all in ((url, 4), (f"{url}?by=name", 8)):
        answers: list[Any] = [reader.get(path) for reader in readers]
        made = [sum("partials/rows/" in (each.name or "") for each in answer.templates) for answer in answers]
        assert made == [of_all, 0, 0, 0, of_all]  # the staff gets rows of its own
        marked = [re.findall(r'<tr class="mine">(.*?)</tr>', answer.content.decode(), re.DOTALL) for answer in answers]
        assert [len(rows) for rows in marked] == [0, 1, 1, 1, 0]
        assert (marked[1] == marked[2]) == (path == url)  # one table, two names
        assert marked[1] != marked[3]


def test_new_result_renders_only_the_fragments_that_show_it():
    event, organiser = running_event(8)
    first, second, *_others = matches_of(published_round(event, organiser))
    readers = [Client(), signed_in(users_at(first)[0])]
    url = reverse("pairings:rounds", args=[event.slug])
    for reader in readers:
        reader.get(url)
    services.enter_result(organiser, second, Score(1, 0))
    answers: list[Any] = [reader.get(url) for reader in readers]
    parts = ("pairings/round.html", "pairings/partials/round_list.html")
    assert [[sum(each.name == name for each in answer.templates) for name in parts] for answer in answers] == [
        [0, 1],
        [0, 0],
    ]
    texts = [answer.content.decode() for answer in answers]
    assert ["1 of 4 results are in" in " ".join(text.split()) for text in texts] == [True, True]
    assert [re.findall(r'<progress max="4"\s+value="(\d)"', text) for text in texts] == [["1"], ["1"]]
    seen = [re.findall(r"expected_version=([\w.]+)", text)[0] for text in texts]
    assert seen[0] == seen[1]
    assert [reader.get(url, {"expected_version": seen[0]}).status_code for reader in readers] == [204, 204]


def test_new_result_keeps_the_cached_leaders():
    event, organiser = running_event(6, stage={"rounds": 4})
    played_round(event, organiser)
    first, *_others = matches_of(published_round(event, organiser))
    url, leader = event.get_absolute_url(), signed_in(users_at(first)[0])
    leader.get(url)
    made, shown = [], []
    for change in (
        lambda: services.enter_result(organiser, first, Score(1, 0)),
        lambda: audit_log.record(organiser, "round.time_called", event=event, subject=first.round),
    ):
        change()
        answer: Any = leader.get(url)
        made.append(sum((each.name or "").endswith("partials/leaders.html") for each in answer.templates))
        shown.append(answer.content.decode().partition("Leaders</caption>")[2].partition("</table>")[0])
    assert made == [0, 1]
    assert shown[0] == shown[1]
    assert (shown[0].count('<tr class="mine">'), shown[0].count("<tr")) == (1, 6)


def test_new_result_renders_only_the_result_count_of_the_event_page():
    event, organiser = running_event(8)
    first, second, *_others = matches_of(published_round(event, organiser))
    readers = [Client(), signed_in(users_at(first)[0])]
    url = event.get_absolute_url()
    for reader in readers:
        reader.get(url)
    services.enter_result(organiser, second, Score(1, 0))
    answers: list[Any] = [reader.get(url) for reader in readers]
    parts = ("events/detail.html", "pairings/partials/round_results_in.html")
    assert [[sum(each.name == name for each in answer.templates) for name in parts] for answer in answers] == [
        [0, 1],
        [0, 0],
    ]
    texts = [" ".join(answer.content.decode().split()) for answer in answers]
    assert ["1 of 4 results are in" in text for text in texts] == [True, True]


def test_event_page_for_a_player_with_a_table_only_takes_three_extra_queries():
    event, organiser = running_event(8)
    first, second, *_others = matches_of(published_round(event, organiser))
    url, players = event.get_absolute_url(), [signed_in(users_at(match)[0]) for match in (first, second)]
    players[0].get(url)
    # The session, the person, the event with its version tokens; the entry, what panels there are, the table.
    assert queries_of(lambda: players[1].get(url)) == 6


@pytest.mark.parametrize(("query", "rows"), [("", 1), ("?by=name", 2)])
def test_list_after_a_result_queries_result_data_and_one_table(query: str, rows: int):
    event, organiser = running_event(8)
    first, _second, third, fourth = matches_of(published_round(event, organiser))
    player, visitor = signed_in(users_at(first)[0]), Client()
    url = reverse("pairings:rounds", args=[event.slug]) + query
    for reader in (player, visitor):
        reader.get(url)
    settled = []
    for message in (
        lambda: services.report_result(users_at(third)[0], third, Score(1, 0)),
        lambda: services.report_result(users_at(third)[1], third, Score(1, 0)),
        lambda: services.report_result(users_at(fourth)[0], fourth, Score(1, 0)),
        lambda: services.undo_report(users_at(fourth)[0], fourth),
    ):
        message()
        # The event; the rounds, how many are settled, what results change; match, seats and reports of the table.
        assert queries_of(lambda: visitor.get(url)) == 7
        assert queries_of(lambda: player.get(url)) == 4  # session, person, event, the own table
        settled.append(visitor.get(url).content.decode().count("badge is-ok"))
    assert settled == [0, rows, rows, rows]


def test_replayed_dispute_keeps_pages_without_disputes_cached():
    event, organiser = running_event(4)
    published_round(event, organiser)
    before = version_tokens(event), version_tokens()
    dispute = open_dispute(make_staff(event, "judge"), title="A play", record=LEGAL, event=event)
    cancel(organiser, dispute)
    replay_again(organiser, dispute)
    after = version_tokens(event), version_tokens()
    assert [one.lasting == other.lasting for one, other in zip(before, after, strict=True)] == [True, True]
    assert [one.latest == other.latest for one, other in zip(before, after, strict=True)] == [False, False]


def test_cached_row_has_a_token_and_key_for_each_user():
    event, organiser = running_event(4)
    published_round(event, organiser)
    url = reverse("pairings:desk", args=[event.slug])
    shown = [signed_in(who).get(url).content.decode() for who in (organiser, make_staff(event, "judge"))]
    keys = [set(re.findall(r'name="request_key" value="(\w+)"', text)) for text in shown]
    tokens = [re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', text) for text in shown]
    assert [len(of) for of in keys] == [1, 1]
    assert not keys[0] & keys[1]
    assert all(tokens)
    assert not set(tokens[0]) & set(tokens[1])


def test_csrf_token_in_a_shared_page_raises():
    asked = RequestFactory().get("/")
    asked.user = AnonymousUser()
    shared = SharedRequest(asked, "by=name")
    shared.require_nothing_personal()
    get_token(shared)
    with pytest.raises(RuntimeError, match="put it into a gap"):
        shared.require_nothing_personal()
