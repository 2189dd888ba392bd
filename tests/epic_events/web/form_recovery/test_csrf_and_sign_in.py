"""Forms after an expired session, CSRF token, or lost response."""

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.accounts.idempotency import owner_key
from epic_events.pairings.models import ResultReport
from epic_events.web.form_recovery import is_page
from tests.epic_events.factories import make_event, make_user
from tests.epic_events.pairings.play import matches_of, published_round, running_event, users_at
from tests.epic_events.permissions.requests import requests_of
from tests.epic_events.world import make_world

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

HERE = {"origin": "http://testserver"}


def signed_in(user: Any, **extra: Any) -> Client:
    client = Client(**extra)
    client.force_login(user)
    return client


def test_sign_in_after_expired_session_returns_to_page_of_form():
    """Every form, with and without a referring page."""
    world = make_world()
    reader = signed_in(world.people["organiser"])
    led: dict[str, set[tuple[str, str]]] = {}
    for name, (path, body, how) in requests_of(world).items():
        if name.startswith(("api:", "account_")):
            continue
        for before in ("", f"http://testserver{path}"):
            answer = Client().post(path, body, headers={"referer": before} if before else {}, **how)
            if answer.status_code != 302 or urlsplit(answer["Location"]).path != reverse("account_login"):
                continue
            led.setdefault(parse_qs(urlsplit(answer["Location"]).query)["next"][0], set()).add((name, before))
    assert {page: led[page] for page in led if reader.get(page).status_code == 405} == {}
    assert sum(map(len, led.values())) > 100


def test_is_page_matches_routes_answering_get():
    world = make_world()
    reader = signed_in(world.people["organiser"])
    asked = {path for name, (path, _body, _how) in requests_of(world).items() if not name.startswith("api:")}
    paths = {path.partition("?")[0] for path in asked}
    output = {path: is_page(path) for path in paths}
    assert output == {path: reader.get(path).status_code != 405 for path in paths}


def test_sign_in_redirect_keeps_referring_page_with_query():
    event = make_event()
    path = reverse("events:register", args=[event.slug])
    answer = Client().post(path, headers={"referer": f"http://testserver{path}?a=1"})
    assert parse_qs(urlsplit(answer["Location"]).query) == {"next": [f"{path}?a=1"]}
    foreign = Client().post(path, headers={"referer": f"http://elsewhere.example{path}?a=1"})
    assert parse_qs(urlsplit(foreign["Location"]).query) == {"next": [path]}


TYPED = {"name": 'Ann "A" <b>', "description": "\nfirst\r\nsecond <script>", "csrfmiddlewaretoken": "x" * 64}


def post_with_outdated_token(client: Client, data: dict[str, Any], headers: dict[str, str]) -> str:
    answer = client.post(reverse("events:create"), data, headers=headers)
    assert answer.status_code == 403
    return answer.content.decode()


def test_form_with_outdated_csrf_token_is_returned_for_resubmission():
    client = signed_in(make_user(), enforce_csrf_checks=True)
    html = post_with_outdated_token(client, {**TYPED, "tag": ["a", "b"]}, headers=HERE)
    assert "<script>" not in html
    stored = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', html.partition("</main>")[0])
    fields = [(name, unescape(value)) for name, value in stored if name != "csrfmiddlewaretoken"]
    assert fields == [("name", TYPED["name"]), ("description", TYPED["description"]), ("tag", "a"), ("tag", "b")]
    token = dict(stored)["csrfmiddlewaretoken"]
    again = client.post(reverse("events:create"), {**TYPED, "csrfmiddlewaretoken": token}, headers=HERE)
    assert again.status_code == 400  # it reached the form, which asks for the rest


@pytest.mark.parametrize(
    "headers",
    [{}, {"origin": "http://elsewhere.example"}, {"origin": "null"}, {"origin": "https://testserver"}],
)
def test_form_from_other_site_is_not_offered_for_resubmission(headers):
    html = post_with_outdated_token(signed_in(make_user(), enforce_csrf_checks=True), TYPED, headers)
    assert "second" not in html
    assert "Send the form again" not in html
    assert "Open the page again" in html


def test_csrf_failure_page_contains_no_password():
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/accounts/login/", {"login": "a@example.org", "password": "secret words"}, headers=HERE)
    assert answer.status_code == 403
    assert "secret words" not in answer.content.decode()
    assert 'href="/accounts/login/"' in answer.content.decode()


def test_csrf_failure_page_signed_out_asks_to_sign_in():
    html = post_with_outdated_token(Client(enforce_csrf_checks=True), TYPED, headers=HERE)
    assert "Sign in in a new tab" in html
    assert "Send the form again" in html


def test_csrf_failure_of_script_is_json():
    event, organiser = running_event(4)
    match = matches_of(published_round(event, organiser))[0]
    user = users_at(match)[0]
    path, page = (reverse(f"pairings:{name}", args=[event.slug, match.pk]) for name in ("report", "match"))
    outbox = {"x-outbox": owner_key(user), "referer": f"http://testserver{page}"}
    client = signed_in(user)

    def post(client: Client, path: str = path, **data: Any) -> tuple[int, Any]:
        answer = client.post(path, {"request_key": "k", **data}, headers=outbox)
        return answer.status_code, answer.json()

    assert post(client, score="1-0-0-played") == (200, {"go": page})
    assert post(client, score="1-0-0-played") == (200, {"go": page})
    assert post(client, score="9-9") == (400, {"problem": ""})
    assert ResultReport.objects.count() == 1
    assert post(client, reverse("pairings:undo_entry", args=[event.slug, match.pk]))[0] == 403
    sign_in = f"/accounts/login/?next={page.replace('/', '%2F')}"
    assert post(Client(), score="1-0-0-played") == (401, {"sign_in": sign_in})
    assert post(signed_in(organiser), score="1-0-0-played") == (403, {"stale": True})
    strict = signed_in(user, enforce_csrf_checks=True)
    assert post(strict, score="1-0-0-played") == (403, {"stale": True})
    token = strict.get("/device/").json()
    assert token["owner"] == owner_key(user)
    assert post(strict, score="1-0-0-played", csrfmiddlewaretoken=token["token"]) == (200, {"go": page})


def test_device_of_anonymous_visitor_has_no_owner():
    assert Client().get("/device/").json()["owner"] == ""


def test_accepted_draft_is_named_in_cookie():
    event, organiser = running_event(4)
    match = matches_of(published_round(event, organiser))[0]
    client = signed_in(organiser)
    path = reverse("pairings:enter", args=[event.slug, match.pk])
    first, second, third = "a" * 16, "b" * 16, "c" * 16
    won = {"first": "1", "second": "0", "drawn": "0", "kind": "played"}
    refused = client.post(path, {**won, "first": "9", "draft": first})
    assert (refused.status_code, "accepted" in refused.cookies) == (400, False)
    client.post(path, {**won, "draft": first})
    assert client.cookies["accepted"].value == first
    client.post(path, {**won, "first": "0", "second": "1", "reason": "turned", "draft": second})
    assert client.cookies["accepted"].value == f"{first}.{second}"
    assert "accepted" not in client.post(path, {**won, "reason": "turned", "draft": "<script>"}).cookies
    assert "accepted" not in Client().post(path, {**won, "draft": third}).cookies
    desk = reverse("pairings:act_on_desk", args=[event.slug, "finish-round"])
    output = client.post(desk, {"draft": third, "round": str(match.round_id)})
    assert (output.status_code, "accepted" in output.cookies) == (302, False)  # refused: three tables are still playing
