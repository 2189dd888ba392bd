"""Confirmation of e-mail addresses, and squatted accounts."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client

from epic_events.accounts.access.tokens import tokens_of
from epic_events.accounts.confirmation import find_confirmed_user, is_confirmed
from epic_events.accounts.models import User, mark_confirmed
from epic_events.accounts.services import claim_token
from epic_events.audit_log.models import Entry
from epic_events.events import services as events
from epic_events.events.models import Event, StaffRole
from epic_events.infra.errors import NotAllowedError, UserError
from tests.epic_events.factories import make_event, make_key, make_player, make_user

pytestmark = pytest.mark.django_db

VICTIM = "victim@club.example"
PASSWORD = "squatting since noon"


def squatter_browser(email: str = VICTIM) -> Client:
    """Return a browser signed in with the unconfirmed address of another person."""
    user = make_user("Vic", email=email, password=PASSWORD, confirmed=False)
    EmailAddress.objects.create(user=user, email=email, primary=True, verified=False)
    client = Client()
    client.login(email=email, password=PASSWORD)
    return client


def sign_up(email: str = VICTIM) -> Client:
    """Return a browser that has submitted the sign-up form."""
    client = Client()
    form = {"email": email, "name": "Vic", "password1": PASSWORD}
    assert client.post("/accounts/signup/", form)["Location"] == "/accounts/confirm-email/"
    return client


def code_in(mail: Any) -> str:
    found = re.search(r"^([0-9A-Z]{4}-[0-9A-Z]{4})$", mail.body, re.MULTILINE)
    assert found, mail.body
    return found[1]


def sign_in_by_password(email: str = VICTIM, password: str = PASSWORD) -> Client:
    client = Client()
    client.post("/accounts/login/", {"login": email, "password": password})
    return client


def sign_in_by_code(mailoutbox: list[Any], email: str = VICTIM) -> Client:
    """Return a browser signed in with a mailed code."""
    client = Client()
    client.post("/accounts/login/code/", {"email": email})
    client.post("/accounts/login/code/confirm/", {"code": code_in(mailoutbox[-1])})
    assert is_signed_in(client)
    return client


def is_signed_in(client: Client) -> bool:
    return client.get("/me/").status_code == 200


def link_in(mail: Any) -> str:
    found = re.search(r"http://testserver(\S+)", mail.body)
    assert found
    return found[1]


def test_signup_is_unconfirmed_until_code_is_entered(mailoutbox: list[Any]):
    client = sign_up()
    user = User.objects.get(email=VICTIM)
    assert (
        is_confirmed(user),
        find_confirmed_user(VICTIM),
        is_signed_in(client),
        is_signed_in(sign_in_by_password()),
    ) == (
        False,
        None,
        False,
        False,
    )
    sign_in_by_code(mailoutbox)
    assert (is_confirmed(user), find_confirmed_user(f" {VICTIM.upper()}")) == (True, user)
    verbs = [line.verb for line in Entry.objects.about(user)]
    assert verbs == ["access.language_chosen", "address.confirmed", "access.ended", "sign_in.done"]


def test_signup_code_from_mail_signs_in(mailoutbox: list[Any]):
    client = sign_up()
    page = client.get("/accounts/confirm-email/")
    assert (page.status_code, VICTIM in page.content.decode()) == (200, True)
    assert client.post("/accounts/confirm-email/", {"code": "AAAA-AAAA"}).status_code == 200
    assert not is_signed_in(client)
    assert client.post("/accounts/confirm-email/", {"code": code_in(mailoutbox[0])}).status_code == 302
    assert is_confirmed(User.objects.get(email=VICTIM))
    assert (is_signed_in(client), is_signed_in(sign_in_by_password())) == (True, True)
    verbs = [line.verb for line in Entry.objects.about(User.objects.get(email=VICTIM))]
    assert verbs == ["access.language_chosen", "address.confirmed", "sign_in.done", "sign_in.done"]


def test_signup_does_not_reveal_existing_accounts(mailoutbox: list[Any]):
    make_user(email=VICTIM)
    answers = []
    for email in (VICTIM, "new@club.example"):
        client = sign_up(email)
        steps = [client.get("/accounts/confirm-email/")]
        steps += [client.post("/accounts/confirm-email/", {"code": "AAAA-AAAA"}) for _ in range(3)]
        steps += [client.get("/accounts/confirm-email/"), client.get("/accounts/login/")]
        answers.append([(step.status_code, normalised_page(step.content.decode(), email)) for step in steps])
    assert answers[0] == answers[1]
    assert [mail.to for mail in mailoutbox] == [[VICTIM], ["new@club.example"]]
    assert "already exists" in mailoutbox[0].body
    assert not Client().login(email=VICTIM, password=PASSWORD)


def test_signup_too_many_codes_get_site_error_page():
    for _ in range(5):
        sign_up()
    client = Client()
    again = client.post("/accounts/signup/", {"email": VICTIM, "name": "Vic", "password1": PASSWORD})
    assert (again.status_code, "<h1>Too many requests</h1>" in again.content.decode()) == (429, True)


def normalised_page(page: str, email: str) -> str:
    """Return a page without parts that differ on every request."""
    return re.sub(r'(csrfmiddlewaretoken" value="|"X-CSRFToken": ?")\w+', "", page).replace(email, "EMAIL")


def test_api_token_unconfirmed_address_is_refused():
    sign_up()
    body = {"email": VICTIM, "password": PASSWORD}
    answer = Client().post("/api/v1/token/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")
    assert "Confirm your e-mail address first" in answer.json()["message"]


def test_sign_in_by_code_revokes_access_of_squatter(mailoutbox: list[Any]):
    squatter = squatter_browser()
    user = User.objects.get(email=VICTIM)
    token = make_key(user)
    owner = sign_in_by_code(mailoutbox)
    assert (is_signed_in(squatter), is_signed_in(sign_in_by_password()), is_signed_in(owner)) == (False, False, True)
    asked = Client().get("/api/v1/events/", headers={"Authorization": f"Bearer {token}"})
    assert asked.status_code == 401
    again = sign_in_by_code(mailoutbox)
    assert (is_signed_in(owner), is_signed_in(again)) == (True, True)


def test_password_reset_confirms_address_and_revokes_access_of_squatter(mailoutbox: list[Any]):
    squatter = squatter_browser()
    user = User.objects.get(email=VICTIM)
    make_key(user)
    owner = Client()
    owner.post("/accounts/password/reset/", {"email": VICTIM})
    page = owner.get(link_in(mailoutbox[-1]), follow=True)
    new = "quite another password"
    owner.post(page.redirect_chain[-1][0], {"password1": new, "password2": new})
    assert is_confirmed(user)
    assert (
        is_signed_in(squatter),
        is_signed_in(sign_in_by_password()),
        is_signed_in(sign_in_by_password(password=new)),
    ) == (False, False, True)
    assert not tokens_of(User.objects.get(pk=user.pk)).exists()
    sign_in_by_code(mailoutbox)
    assert is_signed_in(sign_in_by_password(password=new))


def test_add_address_without_its_code_changes_nothing(mailoutbox: list[Any]):
    stranger = sign_up("stranger@example.com")
    stranger.post("/accounts/confirm-email/", {"code": code_in(mailoutbox[0])})
    stranger.post("/accounts/email/", {"action_add": "", "email": VICTIM})
    user = User.objects.get(email="stranger@example.com")
    assert (is_confirmed(user), find_confirmed_user(VICTIM), mailoutbox[-1].to) == (True, None, [VICTIM])
    cache.clear()  # a second mail to an address waits for some seconds
    owner = sign_up()
    assert list(EmailAddress.objects.filter(email=VICTIM, user=user)) == []
    assert User.objects.get(email=VICTIM) != user
    assert not is_signed_in(owner)


def test_roles_events_and_claims_need_confirmed_address():
    squatter, organiser = make_user("Vic", confirmed=False, email=VICTIM), make_user()
    event = make_event(organiser=organiser)
    with pytest.raises(UserError):
        events.assign_role(organiser, event, email=VICTIM, role="judge")
    token = claim_token(make_player("Vic"))
    with pytest.raises(NotAllowedError, match="Confirm your e-mail address first"):
        events.claim(squatter, token)
    browser = Client()
    browser.force_login(squatter)
    for answer in (browser.get("/events/create/"), browser.post("/events/create/"),
                   browser.post(f"/events/claim/{token}/")):  # fmt: skip
        assert (answer.status_code, "Confirm your e-mail address first" in answer.content.decode()) == (403, True)
    assert not StaffRole.objects.filter(user=squatter).exists()
    assert Event.objects.count() == 1
    mark_confirmed(squatter)
    assert events.claim(squatter, token).user == squatter
    assert browser.get("/events/create/").status_code == 200


def test_closed_account_gets_no_role():
    user = make_user(is_active=False)
    assert find_confirmed_user(user.email) is None
