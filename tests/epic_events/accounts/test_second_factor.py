"""Second factor: set-up, sign-in, recovery codes, removal."""

import re
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command
from django.test import Client

from epic_events.accounts.access.second_factor import has_second_factor, remove_second_factors
from epic_events.accounts.access.sessions import revoke_access
from epic_events.accounts.access.sign_ins import sign_ins_of
from epic_events.accounts.models import User
from epic_events.audit_log.models import Entry
from epic_events.infra.errors import NotAllowedError, StateError
from tests.epic_events.accounts.second_factors import PAGE, digits, give_app, recovery_codes, set_up_app
from tests.epic_events.factories import PASSWORD, make_key, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

ASK = f"{PAGE}authenticate/"


def with_password(user: User) -> tuple[Client, Any]:
    client = Client()
    return client, client.post("/accounts/login/", {"login": user.email, "password": PASSWORD})


def is_signed_in(client: Client) -> bool:
    return client.get("/me/").status_code == 200


def verbs(user: User) -> list[str]:
    lines = Entry.objects.about(user).order_by("pk")
    return [line.verb for line in lines if line.verb.startswith("second_factor.")]


def test_authenticator_app_is_set_up_and_required_after_password(django_capture_on_commit_callbacks: Any) -> None:
    user = make_user()
    client, _answer = with_password(user)
    assert not has_second_factor(user)
    with django_capture_on_commit_callbacks(execute=True):
        secret = set_up_app(client)
    assert has_second_factor(user)
    assert verbs(user) == ["second_factor.added", "second_factor.added"]
    shown = client.get(f"{PAGE}recovery-codes/").content.decode()
    assert re.findall(r"<li>(\d{8})</li>", shown) == recovery_codes(user)
    again, answer = with_password(user)
    assert (answer["Location"], is_signed_in(again)) == (ASK, False)
    wrong = again.post(ASK, {"code": "000000"})
    assert (wrong.status_code, is_signed_in(again)) == (200, False)
    again.post(ASK, {"code": digits(secret)})
    assert is_signed_in(again)
    newest = sign_ins_of(user)[:2]
    assert [(line.failed, line.way) for line in newest] == [
        (False, "with a second factor"),
        (True, "with a second factor"),
    ]


def test_sign_in_by_mailed_code_requires_second_factor(mailoutbox: list[Any]) -> None:
    user = make_user()
    secret = give_app(user)
    client = Client()
    client.post("/accounts/login/code/", {"email": user.email})
    code = re.search(r"^([0-9A-Z]{4}-[0-9A-Z]{4})$", mailoutbox[-1].body, re.MULTILINE)
    assert code
    answer = client.post("/accounts/login/code/confirm/", {"code": code[1]})
    assert (answer["Location"], is_signed_in(client)) == (ASK, False)
    client.post(ASK, {"code": digits(secret)})
    assert is_signed_in(client)


def test_recovery_code_is_valid_once(django_capture_on_commit_callbacks: Any) -> None:
    user = make_user()
    client, _answer = with_password(user)
    with django_capture_on_commit_callbacks(execute=True):
        set_up_app(client)
    code = recovery_codes(user)[0]
    for lets_in in (True, False):
        other, _answer = with_password(user)
        other.post(ASK, {"code": code})
        assert is_signed_in(other) is lets_in
    assert len(recovery_codes(user)) == 9


def test_first_second_factor_ends_other_sessions_and_tokens(
    django_capture_on_commit_callbacks: Any,
) -> None:
    user = make_user()
    (here, _one), (elsewhere, _two) = with_password(user), with_password(user)
    key = make_key(user)
    with django_capture_on_commit_callbacks(execute=True):
        set_up_app(here)
    assert (is_signed_in(here), is_signed_in(elsewhere)) == (True, False)
    asked = Client().get("/api/v1/events/", headers={"Authorization": f"Bearer {key}"})
    assert asked.status_code == 401


@pytest.mark.usefixtures("one_minute")
def test_api_token_with_second_factor_requires_code() -> None:
    user = make_user()
    secret = give_app(user)

    def asked(**more: str) -> Any:
        body = {"email": user.email, "password": PASSWORD, **more}
        return Client().post("/api/v1/token/", body, content_type="application/json")

    without, wrong = asked(), asked(code="000000")
    assert [without.status_code, wrong.status_code] == [401, 401]
    assert without.json()["message"] == (
        "This account has a second factor. Send a code from the authenticator app, or a recovery code."
    )
    assert wrong.json()["message"] == "The code of the second factor is incorrect."
    assert asked(code=digits(secret)).status_code == 200
    assert asked(code=digits(secret)).status_code == 401  # each code lets in once
    assert asked(password="wrong", code="1").json()["message"] == "The e-mail address or the password is incorrect."


def test_api_token_too_many_wrong_codes_is_rate_limited() -> None:
    user = make_user()
    give_app(user)
    body = {"email": user.email, "password": PASSWORD, "code": "000000"}
    seen = [Client().post("/api/v1/token/", body, content_type="application/json").status_code for _try in range(10)]
    assert set(seen) <= {401, 429}
    assert seen[-1] == 429


def test_remove_authenticator_app_requires_reauthentication_and_is_logged(
    django_capture_on_commit_callbacks: Any,
) -> None:
    user = make_user()
    client, _answer = with_password(user)
    with django_capture_on_commit_callbacks(execute=True):
        set_up_app(client)
    with django_capture_on_commit_callbacks(execute=True):
        client.post(f"{PAGE}recovery-codes/generate/")
    client.post(f"{PAGE}totp/deactivate/")
    assert Authenticator.objects.filter(user=user).count() == 0
    assert verbs(user) == [
        "second_factor.added",
        "second_factor.added",
        "second_factor.new_codes",
        "second_factor.removed",
        "second_factor.removed",
    ]
    stale = Client()
    stale.force_login(user)
    answer = stale.get(f"{PAGE}totp/activate/")
    assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, "/accounts/reauthenticate/")


def test_revoke_access_removes_second_factors() -> None:
    user = make_user()
    give_app(user)
    revoke_access(None, user, reason="The account is closed.")
    assert not has_second_factor(user)


def test_remove_second_factors_only_site_administrator_may() -> None:
    user = make_user()
    give_app(user)
    with pytest.raises(NotAllowedError):
        remove_second_factors(make_user(), user, reason="Lost.")
    call_command("end_second_factor", user.email, reason="Lost the phone; known in person.")
    line = Entry.objects.about(user).get(verb="second_factor.ended")
    assert (line.actor, line.reason) == (None, "Lost the phone; known in person.")
    client, _answer = with_password(user)
    assert is_signed_in(client)
    with pytest.raises(StateError):
        remove_second_factors(None, user, reason="Again.")
    with pytest.raises(CommandError, match="no account with this address"):
        call_command("end_second_factor", "nobody@example.org", reason="x")


def test_second_factor_page_shows_state_without_inline_scripts() -> None:
    user = make_user()
    give_app(user)
    client = Client()
    client.force_login(user)
    page = client.get(PAGE)
    text = page.content.decode()
    assert 'href="/accounts/second-factor/totp/deactivate/"' in text
    assert 'href="/accounts/second-factor/totp/activate/"' not in text
    assert "script-src 'self'" in page["Content-Security-Policy"]
    assert "<style" not in text
