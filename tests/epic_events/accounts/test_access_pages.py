"""Access page: devices, API tokens, and sign-ins."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.test import Client

from epic_events.accounts.access.sign_ins import device_name, sign_ins_of
from epic_events.accounts.access.tokens import create_token, find_token
from epic_events.accounts.models import AccessToken, User
from epic_events.accounts.tasks import forget_addresses
from epic_events.audit_log.models import Entry
from tests.epic_events.counting import queries_of
from tests.epic_events.factories import PASSWORD, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

PAGE = "/accounts/access/"
FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1"
NEW = {"name": "Score board", "scopes": ["read", "results"], "days": "30"}


def signed_in(user: User, agent: str = FIREFOX, **extra: Any) -> Client:
    client = Client(headers={"User-Agent": agent}, **extra)
    answer = client.post("/accounts/login/", {"login": user.email, "password": PASSWORD})
    assert answer.status_code == 302
    return client


def page(client: Client) -> str:
    return client.get(PAGE).content.decode()


def is_signed_in(client: Client) -> bool:
    return client.get("/me/").status_code == 200


def by_code(email: str, mailoutbox: list[Any]) -> Client:
    client = Client()
    client.post("/accounts/login/code/", {"email": email})
    code = re.search(r"^([0-9A-Z]{4}-[0-9A-Z]{4})$", mailoutbox[-1].body, re.MULTILINE)
    assert code
    client.post("/accounts/login/code/confirm/", {"code": code[1]})
    return client


def test_create_token_is_shown_once_and_not_cached() -> None:
    user = make_user()
    client = signed_in(user)
    answer = client.post(f"{PAGE}tokens/", NEW)
    assert "no-store" in answer["Cache-Control"]
    found = re.search(r'value="(epic_[\w-]+)"', answer.content.decode())
    assert found
    token = find_token(found[1])
    assert token is not None
    assert (token.user, token.name, token.scopes) == (user, "Score board", ["read", "results"])
    assert found[1] not in page(client)
    assert "Score board" in page(client)


def test_revoke_token_only_owner_may() -> None:
    user, other = make_user(), make_user()
    token, key = create_token(user, "Desk")
    assert signed_in(other).post(f"{PAGE}tokens/{token.pk}/end/").status_code == 404
    assert find_token(key) is not None
    assert signed_in(user).post(f"{PAGE}tokens/{token.pk}/end/").status_code == 302
    assert find_token(key) is None


def test_token_form_invalid_input_shows_errors() -> None:
    client = signed_in(make_user())
    faults: list[dict[str, Any]] = [{"scopes": []}, {"scopes": ["all"]}, {"days": "5000"}, {"name": "\u200b"}]
    for wrong in faults:
        answer = client.post(f"{PAGE}tokens/", {**NEW, **wrong})
        assert (answer.status_code, 'class="errors"' in answer.content.decode()) == (400, True)
    assert not AccessToken.objects.exists()


def test_create_token_after_minutes_asks_for_password_then_creates_it() -> None:
    user = make_user()
    with time_machine.travel(datetime(2030, 5, 1, 10, tzinfo=UTC)) as clock:
        client = signed_in(user)
        clock.shift(timedelta(minutes=11))
        answer = client.post(f"{PAGE}tokens/", NEW)
        assert answer["Location"].startswith("/accounts/reauthenticate/")
        assert client.post(answer["Location"], {"password": "wrong"}).status_code == 200
        assert not AccessToken.objects.exists()
        made = client.post(answer["Location"], {"password": PASSWORD})
        assert "epic_" in made.content.decode()
    assert AccessToken.objects.get().user == user


def test_reauthenticate_user_without_password_uses_mailed_code(mailoutbox: list[Any]) -> None:
    user = make_user(password=None)
    with time_machine.travel(datetime(2030, 5, 1, 10, tzinfo=UTC)) as clock:
        client = by_code(user.email, mailoutbox)
        assert "epic_" in client.post(f"{PAGE}tokens/", NEW).content.decode()
        clock.shift(timedelta(minutes=11))
        for path in (f"{PAGE}tokens/", "/accounts/password/set/", "/accounts/email/"):
            answer = client.post(path, {**NEW, "action_add": "", "email": "new@example.com"})
            assert answer["Location"].partition("?")[0] == f"{PAGE}again/", path
        assert client.get(f"{PAGE}again/").status_code == 200
        away = client.post(f"{PAGE}again/", {"next": "https://elsewhere.example/"})
        assert away["Location"] == "/accounts/login/code/?next=%2Faccounts%2Faccess%2F"
    assert not is_signed_in(client)


def test_add_address_after_minutes_asks_for_password(mailoutbox: list[Any]) -> None:
    user = make_user()
    body = {"action_add": "", "email": "new@example.com"}
    with time_machine.travel(datetime(2030, 5, 1, 10, tzinfo=UTC)) as clock:
        client = signed_in(user)
        clock.shift(timedelta(minutes=11))
        answer = client.post("/accounts/email/", body)
        assert answer["Location"].startswith("/accounts/reauthenticate/")
        assert mailoutbox == []
        client.post(answer["Location"], {"password": PASSWORD})
        code = re.search(r"^([0-9A-Z]{4}-[0-9A-Z]{4})$", mailoutbox[0].body, re.MULTILINE)
        assert code
        assert mailoutbox[0].to == ["new@example.com"]
        client.post("/accounts/confirm-email/", {"code": code[1]})
    assert list(EmailAddress.objects.filter(user=user).values_list("email", flat=True)) == ["new@example.com"]


def test_devices_are_listed_and_signed_out_one_by_one() -> None:
    user = make_user()
    phone, tablet = signed_in(user, FIREFOX), signed_in(user, SAFARI)
    shown = page(phone)
    assert ("Firefox, Android" in shown, "Safari, iPhone" in shown, "this device" in shown) == (True, True, True)
    key = UserSession.objects.get(session_key=tablet.session.session_key).pk
    assert signed_in(make_user()).post(f"{PAGE}devices/{key}/end/").status_code == 404
    assert is_signed_in(tablet)
    assert phone.post(f"{PAGE}devices/{key}/end/").status_code == 302
    assert (is_signed_in(phone), is_signed_in(tablet)) == (True, False)
    assert page(phone).count('data-label="Last seen"') == 1
    assert phone.post(f"{PAGE}devices/{key}/end/").status_code == 404


def test_sign_out_other_devices_ends_all_at_once() -> None:
    user = make_user()
    clients = [signed_in(user) for _ in range(3)]
    answer = clients[0].post(f"{PAGE}devices/end/", follow=True)
    assert "You are signed out on 2 other devices." in answer.content.decode()
    assert [is_signed_in(client) for client in clients] == [True, False, False]
    assert Entry.objects.about(user).filter(verb="session.ended").count() == 1


def test_audit_log_contains_wrong_code_and_new_password(mailoutbox: list[Any]) -> None:
    user = make_user()
    client = Client()
    client.post("/accounts/login/code/", {"email": user.email})
    client.post("/accounts/login/code/confirm/", {"code": "AAAA-AAAA"})
    new = "quite another password"
    signed_in(user).post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    lines = [(line.verb, line.data) for line in Entry.objects.about(user)]
    assert lines == [
        ("sign_in.failed", {"way": "code", "device": ""}),
        ("sign_in.done", {"way": "password", "device": "Firefox, Android"}),
        ("password.changed", {"device": "Firefox, Android"}),
    ]
    assert len(mailoutbox) == 1


def test_change_password_ends_other_devices_and_all_tokens() -> None:
    user = make_user()
    here, there = signed_in(user), signed_in(user, SAFARI)
    _token, key = create_token(user, "Desk")
    new = "quite another password"
    here.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    assert (is_signed_in(here), is_signed_in(there), find_token(key)) == (True, False, None)
    shown = page(here)
    assert (shown.count('data-label="Last seen"'), "You have no API tokens." in shown) == (1, True)


def test_device_last_seen_is_stored_at_intervals() -> None:
    user = make_user()
    with time_machine.travel(datetime(2030, 5, 1, 10, tzinfo=UTC), tick=False) as clock:
        client = signed_in(user)
        usual = queries_of(lambda: client.get("/me/"))
        clock.shift(timedelta(minutes=10))
        assert queries_of(lambda: client.get("/me/")) == usual
        clock.shift(timedelta(minutes=10))
        assert queries_of(lambda: client.get("/me/")) > usual
        assert queries_of(lambda: client.get("/me/")) == usual
    assert UserSession.objects.get(user=user).last_seen_at == datetime(2030, 5, 1, 10, 20, tzinfo=UTC)


def test_access_page_query_count_is_constant() -> None:
    user = make_user()
    client = signed_in(user)
    create_token(user, "Desk")
    few = queries_of(lambda: client.get(PAGE))
    for number in range(4):
        signed_in(user)
        create_token(user, f"Desk {number}")
    assert queries_of(lambda: client.get(PAGE)) == few


def test_sign_ins_are_logged_and_failures_without_credentials(mailoutbox: list[Any]) -> None:
    user = make_user()
    Client(headers={"User-Agent": SAFARI}).post("/accounts/login/", {"login": user.email, "password": "s3cret-typo"})
    Client().post("/accounts/login/", {"login": "nobody@example.com", "password": "s3cret-typo"})
    signed_in(user)
    by_code(user.email, mailoutbox)
    Client().post("/api/v1/token/", {"email": user.email, "password": PASSWORD}, content_type="application/json")
    Client().post("/api/v1/token/", {"email": user.email, "password": "no"}, content_type="application/json")
    output = [(line.failed, line.way, line.device) for line in sign_ins_of(user)]
    assert output == [
        (True, "by a program with the password", "unknown device"),
        (False, "by a program with the password", "unknown device"),
        (False, "with a code by e-mail", "unknown device"),
        (False, "with the password", "Firefox, Android"),
        (True, "with the password", "Safari, iPhone"),
    ]
    stored = " ".join(str(each) for each in Entry.objects.values())
    assert ("s3cret" in stored, "nobody@example.com" in stored, user.email in stored) == (False, False, False)
    assert page(signed_in(user)).count("Failed") == 2


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        ("", ""), ("curl/8.5", "curl"), ("python-requests/2.32", "Python"), ("<b>", ""),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36", "Chrome, Linux"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1", "Safari, Mac"),
    ],
)  # fmt: skip
def test_device_name_is_derived_from_user_agent(agent: str, words: str) -> None:
    assert device_name(agent) == words


def test_device_addresses_are_deleted_after_retention_days(settings: Any) -> None:
    settings.ADDRESS_DAYS = 30
    with time_machine.travel(datetime(2026, 3, 1, 12, tzinfo=UTC), tick=False):
        signed_in(make_user())
    with time_machine.travel(datetime(2026, 3, 20, 12, tzinfo=UTC), tick=False):
        signed_in(make_user(), SAFARI)
    with time_machine.travel(datetime(2026, 3, 31, 11, tzinfo=UTC), tick=False):
        assert forget_addresses() == 0
    with time_machine.travel(datetime(2026, 3, 31, 13, tzinfo=UTC), tick=False):
        assert forget_addresses() == 1
    assert [device_name(each.user_agent) for each in UserSession.objects.all()] == ["Safari, iPhone"]
    assert "127.0.0.1" not in str(list(Entry.objects.values_list("data", "reason")))
