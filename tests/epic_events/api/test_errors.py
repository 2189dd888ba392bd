"""Error format of the API."""

import json
import logging
from typing import Any

import pytest
from django.conf import settings
from rest_framework.test import APIClient

from epic_events.decks import api as decks
from rules.games import GAMES
from tests.epic_events.api.cast import ROOT, Cast, browser_of, client_of, post, refused
from tests.epic_events.factories import make_event, make_staff, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def sent(
    body: str | bytes, content_type: str = "application/json", path: str = "decklists/check/"
) -> tuple[int, dict[str, Any]]:
    """Return status and JSON of a raw POST request."""
    response = APIClient().post(f"{ROOT}{path}", body, content_type=content_type)
    assert response["Content-Type"] == "application/json"
    error = response.json()
    assert error.keys() == {"code", "message", "fields"}
    return response.status_code, error


@pytest.mark.parametrize(
    "body", ["", "{", "nonsense", '{"text": NaN}', "[" * 100_000, b"\xff\xfe", '{"a": ' + "1" * 5000 + "}"]
)
def test_invalid_json_is_400(body: str | bytes) -> None:
    status, error = sent(body)
    assert status == 400
    assert error["code"] in ("parse_error", "invalid")


@pytest.mark.parametrize("body", ["[]", "null", '"text"', "7", "true"])
def test_json_other_than_object_is_400(body: str) -> None:
    status, error = sent(body)
    assert (status, error["code"], error["fields"]) == (400, "invalid", {})


def test_form_body_is_415() -> None:
    status, error = sent("text=1", "application/x-www-form-urlencoded")
    assert (status, error["code"]) == (415, "unsupported_media_type")


def test_compressing_charset_is_400() -> None:
    status, error = sent('{"text": "3 Kong"}', "application/json; charset=zlib")
    assert (status, error["code"]) == (400, "parse_error")


def test_body_above_limit_is_413() -> None:
    text = "x" * settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    status, error = sent(json.dumps({"text": text}))
    assert (status, error["code"]) == (413, "too_large")


def no_format(render_schema: str) -> str:
    """Return the error message for an unknown format, which lists the known ones."""
    known = "; ".join(f"{game.slug}: {', '.join(game.formats)}" for game in GAMES.values())
    return f"“{render_schema}” is no format. Known are {known}."


def test_validation_error_names_fields() -> None:
    message = no_format("no-such-format")
    error = refused(APIClient(), "decklists/check/", 400, "post", {"format": "no-such-format"})
    assert error == {
        "code": "invalid",
        "message": f"text: This field is required. format: {message}",
        "fields": {"text": "This field is required.", "format": message},
    }


def test_validation_error_lone_surrogate_is_quoted_safely() -> None:
    status, error = sent(r'{"text": "3 Kong", "format": "\ud800"}')
    assert (status, error["fields"]) == (400, {"format": no_format("?")})


def test_anonymous_write_is_401_with_www_authenticate(cast: Cast) -> None:
    response = APIClient().post(f"{ROOT}matches/{cast.match.pk}/result/", {"game_wins": [1, 0]})
    assert response.status_code == 401
    assert response["WWW-Authenticate"] == "Bearer"
    assert response.json() == {
        "code": "not_authenticated",
        "message": "Authentication credentials were not provided.",
        "fields": {},
    }


def test_unknown_token_is_401_even_on_public_endpoint() -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION="Token 0123456789")
    assert refused(client, "rules/", 401)["code"] == "authentication_failed"


def test_session_without_csrf_token_is_403(cast: Cast) -> None:
    browser = browser_of(cast.user("player"))
    path = f"{ROOT}matches/{cast.match.pk}/result/"
    response = browser.post(path, {"game_wins": [1, 0]}, content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (403, "permission_denied")
    assert response["Content-Type"] == "application/json"
    assert response.json()["message"].startswith("CSRF Failed")


def test_session_with_csrf_token_is_authenticated(cast: Cast) -> None:
    browser = browser_of(cast.user("player"))
    browser.get(f"{ROOT}docs/?script=")  # where the token for the docs page is handed out
    token = browser.cookies[settings.CSRF_COOKIE_NAME].value
    path = f"{ROOT}matches/{cast.match.pk}/result/"
    response = browser.post(
        path, {"game_wins": [1, 0]}, content_type="application/json", headers={"X-CSRFToken": token}
    )
    assert (response.status_code, response.json()["status"]) == (200, "reported")


@pytest.mark.parametrize(
    ("path", "method"), [("rules/", "post"), ("events/", "delete"), ("token/", "get"), ("decklists/check/", "put")]
)
def test_wrong_method_is_405(path: str, method: str) -> None:
    assert refused(APIClient(), path, 405, method)["code"] == "method_not_allowed"


@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete"])
@pytest.mark.parametrize("path", ["nothing/", "events/a/b/c/", "matches/one/", "../v1/x/", "admin.php", "%00/", "ä/"])
def test_unknown_path_is_404_in_json(path: str, method: str) -> None:
    error = refused(APIClient(), path, 404, method)
    assert error["code"] == "not_found"
    assert error["message"].endswith("/api/v1/docs/.")


def test_missing_slash_redirects_reads_and_is_404_for_writes() -> None:
    response = APIClient().get(f"{ROOT}events?status=open")
    assert (response.status_code, response["Location"]) == (301, "/api/v1/events/?status=open")
    assert refused(APIClient(), "decklists/check", 404, "post")["code"] == "not_found"
    assert refused(APIClient(), "nothing", 404)["code"] == "not_found"


def test_missing_object_is_404_with_message() -> None:
    assert refused(APIClient(), "events/never/", 404) == {
        "code": "not_found",
        "message": "This event does not exist.",
        "fields": {},
    }
    assert refused(APIClient(), "events/?page=99", 404)["code"] == "not_found"
    assert "Did you mean" in refused(APIClient(), "cards/kongg/", 404)["message"]


def test_wrong_state_is_409(cast: Cast) -> None:
    error = refused(cast.client("opponent"), f"matches/{cast.match.pk}/confirm/", 409, "post")
    assert error["code"] == "wrong_state"


def test_wrong_user_is_403(cast: Cast) -> None:
    path = f"matches/{cast.match.pk}/result/"
    assert refused(cast.client("outsider"), path, 403, "post", {"game_wins": [1, 0]})["code"] == "not_allowed"


def test_rate_limit_exceeded_is_429_with_retry_after() -> None:
    client = APIClient()
    for _ in range(120):
        client.get(f"{ROOT}rules/epic-complete/search/", {"q": "4.4.6"})
    response = client.get(f"{ROOT}rules/epic-complete/search/", {"q": "4.4.6"})
    assert (response.status_code, response.json()["code"]) == (429, "throttled")
    assert 0 < int(response["Retry-After"]) <= 60
    assert client.get(f"{ROOT}rules/").status_code == 200  # what costs little goes on


def test_open_dispute_is_throttled_per_user() -> None:
    event = make_event()
    first, second = client_of(make_staff(event)), client_of(make_staff(event))
    for _ in range(30):
        refused(first, "disputes/", 400, "post")
    assert refused(first, "disputes/", 429, "post")["code"] == "throttled"
    refused(second, "disputes/", 400, "post")
    assert first.get(f"{ROOT}disputes/").status_code == 200


def test_check_decklist_is_throttled() -> None:
    client = client_of(make_user())
    for _ in range(60):
        refused(client, "decklists/check/", 400, "post")
    assert refused(client, "decklists/check/", 429, "post")["code"] == "throttled"


def test_unexpected_error_is_500_in_json_and_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_args: object) -> None:
        raise RuntimeError("a secret detail")

    monkeypatch.setattr(decks, "check_text", broken)
    client = APIClient(raise_request_exception=False)
    with caplog.at_level(logging.ERROR):
        error = refused(client, "decklists/check/", 500, "post", {"text": "3 Kong", "format": "full-constructed"})
    assert error["code"] == "fault"
    assert "secret" not in error["message"]
    assert "a secret detail" in caplog.text


def test_options_describes_endpoint(cast: Cast) -> None:
    assert APIClient().options(f"{ROOT}events/").status_code == 200
    assert cast.client("player").options(f"{ROOT}matches/{cast.match.pk}/result/").status_code == 200


def test_root_links_to_every_resource() -> None:
    body = APIClient().get(ROOT).json()
    assert sorted(body) == ["cards", "disputes", "docs", "events", "rules", "rulings", "schema"]
    assert [APIClient().get(url).status_code for url in body.values()] == [200] * 7


def test_check_decklist_returns_json() -> None:
    assert post(APIClient(), "decklists/check/", {"text": "3 Kong", "format": "full-constructed"})["legal"] is False
