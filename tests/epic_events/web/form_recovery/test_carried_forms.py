"""Forms carried through the sign-in without scripts."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.accounts.models import User
from epic_events.disputes.models import Dispute
from epic_events.events.models import Event
from epic_events.pairings.models import Match
from tests.epic_events.disputes.records import LEGAL, judge
from tests.epic_events.factories import make_running_event, make_user
from tests.epic_events.pairings.play import matches_of, published_round, running_event

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

HERE = {"origin": "http://testserver"}
PASSWORD = "a-long-enough-pass"


def hidden(page: str, action: str) -> dict[str, str]:
    """Return the hidden fields of the form with this action."""
    at = re.search(rf'<form[^>]*action="{re.escape(action)}".*?</form>', page, re.DOTALL)
    assert at is not None, page
    found = re.findall(r'<input type="hidden"\s+name="([^"]*)"\s+value="([^"]*)"', at[0])
    return {unescape(name): unescape(value) for name, value in found}


def with_password(user: User) -> User:
    user.set_password(PASSWORD)
    user.save()
    return user


def signing_in(user: User, carried_form: dict[str, str], password: str = PASSWORD) -> dict[str, str]:
    return {**carried_form, "login": user.email, "password": password}


def test_carried_form_survives_sign_in_and_is_resubmitted():
    client, user = Client(enforce_csrf_checks=True), with_password(judge())
    client.get(reverse("account_login"))
    token = client.cookies["csrftoken"].value
    address = reverse("disputes:new")
    sent = {"title": 'Does "it" get through?', "record": LEGAL, "csrfmiddlewaretoken": token}
    asked = client.post(address, sent, headers=HERE)
    assert asked.status_code == 401
    page = asked.content.decode()
    assert "You have been signed out" in page
    carried_form = hidden(page, reverse("account_login"))
    assert carried_form["kept:record"] == LEGAL

    wrong = client.post(reverse("account_login"), signing_in(user, carried_form, "not the password"), headers=HERE)
    carried_form = hidden(wrong.content.decode(), reverse("account_login"))
    assert (wrong.status_code, carried_form["kept:record"]) == (200, LEGAL)

    ready = client.post(reverse("account_login"), signing_in(user, carried_form), headers=HERE)
    assert ready.status_code == 200
    again = hidden(ready.content.decode(), address)
    assert again["title"] == sent["title"]
    assert PASSWORD not in ready.content.decode()
    done = client.post(address, again, headers=HERE)
    assert done.status_code == 302
    assert Dispute.objects.get().title == sent["title"]


def test_carried_form_of_control_page_keeps_reason():
    event, organiser = running_event(2)
    match = matches_of(published_round(event, organiser))[0]
    address = reverse("pairings:enter", args=[event.slug, match.pk])
    typed = {"first": "1", "second": "0", "drawn": "0", "kind": "awarded", "reason": "late"}
    client = Client()
    carried_form = hidden(client.post(address, typed, headers=HERE).content.decode(), reverse("account_login"))
    ready = client.post(reverse("account_login"), signing_in(with_password(organiser), carried_form), headers=HERE)
    assert client.post(address, hidden(ready.content.decode(), address), headers=HERE).status_code == 302
    assert Match.objects.get(pk=match.pk).result_kind == "awarded"


def post_status(address: str, sent: dict[str, str], **headers: str) -> int:
    return Client().post(address, sent, headers=headers).status_code


def test_carried_form_is_limited_to_text_from_own_pages():
    event, organiser = running_event(2)
    round_ = published_round(event, organiser)
    create, act = reverse("events:create"), reverse("pairings:act_on_desk", args=[event.slug, "call-time"])
    text = {"name": "An evening", "description": "Bring a pen."}
    assert post_status(create, text, **HERE) == 401
    assert post_status(create, text) == 302
    assert post_status(create, text, origin="http://elsewhere.example") == 302
    assert post_status(create, {**text, "new_password": "x y"}, **HERE) == 302
    assert post_status(create, {**text, "description": "x" * 1_000_001}, **HERE) == 302
    assert post_status(act, {"round": str(round_.pk), "request_key": "0a" * 16}, **HERE) == 302


@pytest.mark.parametrize(
    "address", ["//elsewhere.example/", "https://elsewhere.example/", "/nowhere-at-all/", "javascript:x"]
)
def test_carried_form_is_not_sent_to_other_site(address: str):
    user = with_password(make_user())
    carried_form = {"kept-to": address, "kept-page": "/", "kept:text": "Some words."}
    answer = Client().post(reverse("account_login"), signing_in(user, carried_form), headers=HERE)
    assert answer.status_code == 302


def test_sign_in_without_carried_form_redirects_to_next():
    user, event = with_password(make_user()), make_running_event(2)
    target = event.get_absolute_url()
    answer = Client().post(reverse("account_login"), {**signing_in(user, {}), "next": target})
    assert (answer.status_code, answer["Location"]) == (302, target)
    assert Event.objects.filter(pk=event.pk).exists()
