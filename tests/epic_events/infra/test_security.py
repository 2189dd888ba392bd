"""Security headers, sessions, sign-in, rate limits."""

import re

import pytest
from django.test import Client

from epic_events.accounts.models import User
from tests.conftest import ROOT
from tests.epic_events.factories import PASSWORD, make_event, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

NO_POLICY_GAPS = ("'unsafe-inline'", "'unsafe-eval'", "*", "http:", "https:")


@pytest.mark.parametrize(
    ("path", "status", "headers"),
    [
        ("/", 200, {}),
        ("/events/nowhere/", 404, {}),
        ("/nowhere/", 404, {}),
        ("/static/css/tokens.css", 200, {}),
        ("/events/create/", 302, {}),
        ("/rules", 301, {}),
        ("/accounts/login/", 200, {}),
        ("/api/v1/", 200, {}),
        ("/api/v1/docs/", 200, {}),
        ("/api/v1/schema/", 200, {}),
        ("/api/v1/nowhere/", 404, {}),
        ("/api/v1/token/own/", 401, {}),
        ("/", 400, {"host": "evil.example"}),
    ],
)
def test_csp_is_set_on_every_response(client, path, status, headers):
    answer = client.get(path, headers=headers)
    answer.close()
    assert answer.status_code == status
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert not any(gap in policy for gap in NO_POLICY_GAPS)
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_csp_is_set_on_error_responses(settings):
    event = make_event()
    closed = Client(enforce_csrf_checks=True)
    refused = closed.post("/accounts/login/", {"login": "x"})
    assert refused.status_code == 403
    assert "Content-Security-Policy" in refused
    closed.force_login(make_user())
    assert closed.post(f"/events/{event.slug}/check-in/").status_code == 403
    settings.ROOT_URLCONF = "tests.epic_events.failing_urls"
    answer = Client(raise_request_exception=False).get("/stumble/")
    assert answer.status_code == 500
    assert "Content-Security-Policy" in answer
    assert "ZeroDivisionError" not in answer.content.decode()


def test_https_redirects_with_hsts_and_secure_cookies(settings, client):
    settings.SECURE_SSL_REDIRECT, settings.SECURE_HSTS_SECONDS = True, 31_536_000
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    moved = client.get("/events/")
    assert (moved.status_code, moved["Location"]) == (301, "https://testserver/events/")
    assert "Content-Security-Policy" in moved
    answer = client.get("/accounts/login/", secure=True)
    assert answer["Strict-Transport-Security"] == "max-age=31536000"
    assert answer.cookies["csrftoken"]["secure"]
    user = make_user()
    signed_in = client.post("/accounts/login/", {"login": user.email, "password": PASSWORD}, secure=True)
    cookie = signed_in.cookies["sessionid"]
    assert (cookie["secure"], cookie["httponly"], cookie["samesite"]) == (True, True, "Lax")


def test_sign_in_with_mailed_code_creates_session(client, mailoutbox):
    user = make_user()
    asked = client.post("/accounts/login/code/", {"email": user.email.upper()}, follow=True)
    assert asked.status_code == 200
    (mail,) = mailoutbox
    assert mail.to == [user.email]
    (code,) = re.findall(r"^\s*([A-Z0-9-]{6,})\s*$", mail.body, re.MULTILINE)
    wrong = client.post("/accounts/login/code/confirm/", {"code": "AAAAAA"})
    assert wrong.status_code == 200
    assert "_auth_user_id" not in client.session
    right = client.post("/accounts/login/code/confirm/", {"code": code})
    assert right.status_code == 302
    assert client.session["_auth_user_id"] == str(user.pk)


def test_sign_in_code_unknown_address_gets_same_response(client, mailoutbox):
    known = client.post("/accounts/login/code/", {"email": make_user().email})
    unknown = Client().post("/accounts/login/code/", {"email": "nobody@example.com"})
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert len(mailoutbox) == 1


def test_signup_needs_strong_password_and_mailed_code(client, mailoutbox):
    new = {"email": "New@Example.com", "name": "Nora New", "password1": PASSWORD}
    assert client.post("/accounts/signup/", {**new, "password1": "12345678"}).status_code == 200
    assert client.post("/accounts/signup/", new).status_code == 302
    user = User.objects.get()
    assert (user.email, user.name, user.check_password(PASSWORD)) == ("new@example.com", "Nora New", True)
    assert (user.is_staff, user.is_superuser) == (False, False)
    assert client.get("/me/").status_code == 302
    code = re.search(r"^([0-9A-Z]{4}-[0-9A-Z]{4})$", mailoutbox[0].body, re.MULTILINE)
    assert code
    assert client.post("/accounts/confirm-email/", {"code": code[1]}).status_code == 302
    assert client.get("/me/").status_code == 200


def test_sign_in_creates_new_session_and_sign_out_ends_it(client):
    user = make_user()
    client.get("/accounts/login/")
    assert client.post("/accounts/login/", {"login": user.email, "password": PASSWORD}).status_code == 302
    key = client.session.session_key
    client.post("/accounts/logout/")
    stolen = Client()
    stolen.cookies["sessionid"] = key
    assert stolen.get("/me/").status_code == 302


def test_password_guessing_is_limited_despite_forged_addresses(client):
    """The limit counts per account, not only per network address."""
    user = make_user()
    for number in range(5):
        guess = {"login": user.email, "password": f"wrong {number}"}
        client.post("/accounts/login/", guess, headers={"X-Forwarded-For": f"10.0.0.{number}"})
    answer = client.post("/accounts/login/", {"login": user.email, "password": PASSWORD})
    assert answer.status_code == 200
    assert "_auth_user_id" not in client.session


def test_sign_in_foreign_next_redirects_home(client):
    user = make_user()
    guess = {"login": user.email, "password": PASSWORD, "next": "https://evil.example/"}
    answer = client.post("/accounts/login/?next=https://evil.example/", guess)
    assert answer["Location"] == "/"


def test_safe_strings_are_created_with_mark_safe_only():
    made = re.compile(r"\bSafe(?:String|Text)\(")
    sources = (source for folder in ("epic_events", "rules") for source in (ROOT / folder).rglob("*.py"))
    assert [str(source) for source in sources if made.search(source.read_text(encoding="utf-8"))] == []
