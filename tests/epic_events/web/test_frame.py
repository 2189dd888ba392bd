"""Page frame: landmarks, security policy, error pages, sign-in pages."""

import html
import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core import mail
from django.template.loader import render_to_string
from django.test import Client
from django.views.defaults import bad_request, permission_denied, server_error

from tests.epic_events.factories import PASSWORD, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

TEMPLATES = Path(settings.BASE_DIR) / "templates"
OPEN_PAGES = (
    "/",
    "/rules/",
    "/rules/epic-complete/4.4.6/",
    "/cards/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/login/code/",
    "/accounts/password/reset/",
)
SIGNED_IN_PAGES = ("/me/", "/accounts/email/", "/accounts/password/change/", "/accounts/logout/", "/accounts/access/")


def check_frame(page: str) -> None:
    assert page.count("<h1") == 1
    assert page.count("<main") == page.count("</main>") == 1
    assert '<a class="skip sr-only" href="#main">' in page
    assert 'aria-label="Site"' in page
    assert re.search(r"\sstyle=|\son[a-z]+=\"|javascript:", page) is None
    assert [
        script for script in re.findall(r"<script\b([^>]*)>", page) if "src=" not in script and "json" not in script
    ] == []


@pytest.mark.parametrize("path", OPEN_PAGES)
def test_public_pages_have_valid_frame_and_csp(client: Client, path: str):
    response = client.get(path)
    assert response.status_code == 200
    check_frame(response.content.decode())
    policy = response.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy


@pytest.mark.parametrize("path", SIGNED_IN_PAGES)
def test_signed_in_pages_have_valid_frame(client: Client, path: str):
    client.force_login(make_user())
    response = client.get(path)
    assert response.status_code == 200
    check_frame(response.content.decode())


def test_templates_have_no_inline_styles_or_handlers():
    wrong = [
        str(file.relative_to(TEMPLATES))
        for file in TEMPLATES.rglob("*.html")
        if re.search(r"\sstyle=|\son(click|change|load|submit|input)=|<style|hx-on", file.read_text(encoding="utf-8"))
    ]
    assert wrong == []


def test_htmx_config_complies_with_csp(client: Client):
    page = client.get("/").content.decode()
    config = json.loads(html.unescape(re.findall(r"name=\"htmx-config\"\s+content='([^']+)'", page)[0]))
    assert {
        name: config[name] for name in ("allowEval", "includeIndicatorStyles", "allowScriptTags", "selfRequestsOnly")
    } == {
        "allowEval": False,
        "includeIndicatorStyles": False,
        "allowScriptTags": False,
        "selfRequestsOnly": True,
    }


def test_navigation_marks_current_section(client: Client):
    page = client.get("/cards/").content.decode()
    assert re.findall(r'<a href="([^"]+)"\s+aria-current="true">', page) == ["/cards/"]


def test_sign_in_returns_to_previous_page(client: Client):
    user = make_user()
    page = client.get("/rules/epic-complete/4.4.6/").content.decode()
    assert 'href="/accounts/login/?next=/rules/epic-complete/4.4.6/"' in page
    response = client.post("/accounts/login/?next=/cards/", {"login": user.email, "password": PASSWORD})
    assert (response.status_code, response.headers["Location"]) == (302, "/cards/")


def test_sign_in_page_wrong_password_shows_error(client: Client):
    page = client.post("/accounts/login/", {"login": make_user().email, "password": "wrong"}).content.decode()
    assert '<div class="message is-bad" role="alert">' in page


def test_sign_in_page_mailed_code_signs_in(client: Client):
    user = make_user()
    client.post("/accounts/login/code/", {"email": user.email})
    (sent,) = mail.outbox
    code = re.findall(r"^([A-Z0-9]{3,}-?[A-Z0-9]+)$", str(sent.body), re.MULTILINE)[0]
    client.post("/accounts/login/code/confirm/", {"code": code})
    assert client.get("/me/").status_code == 200


def test_page_not_found_offers_rules_search(client: Client):
    response = client.get("/nowhere/")
    assert response.status_code == 404
    check_frame(response.content.decode())
    assert 'action="/rules/"' in response.content.decode()


def test_error_pages_use_site_layout(rf):
    request = rf.get("/events/")
    denied, bad, broken = (
        permission_denied(request, Exception()),
        bad_request(request, Exception()),
        server_error(request),
    )
    assert [page.status_code for page in (denied, bad, broken)] == [403, 400, 500]
    assert b"<h1>Not allowed</h1>" in denied.content
    assert b"<h1>There is a problem</h1>" in bad.content
    assert b"<h1>Server error</h1>" in broken.content


def test_csrf_failure_page_says_nothing_was_saved():
    response = Client(enforce_csrf_checks=True).post("/accounts/login/", {})
    assert response.status_code == 403
    assert "Nothing was saved." in response.content.decode()


def test_pager_keeps_other_query_parameters(rf):
    from django.core.paginator import Paginator

    page = Paginator(range(30), 10).page(2)
    shown = render_to_string("components/pager.html", {"page": page}, request=rf.get("/x/?q=a%26b&page=2"))
    assert re.findall(r'href="([^"]+)"', shown) == ["?q=a%26b&amp;page=1", "?q=a%26b&amp;page=3"]
