"""Error pages for user errors."""

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from epic_events.infra.errors import MissingError, NotAllowedError, StateError, UserError
from epic_events.web.middleware import UserErrorMiddleware
from tests.epic_events.factories import make_event, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def answer(error: Exception, path: str = "/events/", **headers: str) -> HttpResponse | None:
    request = RequestFactory().get(path, headers=headers)
    request.htmx = headers.get("HX-Request") == "true"  # type: ignore[attr-defined]
    return UserErrorMiddleware(lambda _request: HttpResponse()).process_exception(request, error)


@pytest.mark.parametrize(
    ("error", "status", "heading"),
    [
        (UserError("The capacity is too small."), 400, "There is a problem"),
        (NotAllowedError("Only staff may do this."), 403, "Not allowed"),
        (MissingError("This event does not exist."), 404, "Not found"),
        (StateError("The round is already published."), 409, "Not possible now"),
    ],
)
def test_error_page_has_status_heading_and_message(error, status, heading):
    response = answer(error)
    assert response is not None
    page = " ".join(response.content.decode().split())
    assert response.status_code == status
    assert f"<h1>{heading}</h1>" in page.replace("<h1> ", "<h1>").replace(" </h1>", "</h1>")
    assert f"<p>{error}</p>" in page


def test_error_page_escapes_message():
    response = answer(UserError("<script>alert(1)</script>"))
    assert response is not None
    assert "<script>alert" not in response.content.decode()


def test_error_htmx_request_gets_message_fragment():
    response = answer(StateError("Not now."), **{"HX-Request": "true"})
    assert response is not None
    assert (response.status_code, response["HX-Retarget"]) == (409, "#messages")
    assert "<html" not in response.content.decode()


def test_error_page_back_link_stays_on_site():
    back = answer(UserError("No."), path="/events/1/", Referer="http://testserver/events/")
    elsewhere = answer(UserError("No."), path="/events/1/", Referer="https://elsewhere.example/")
    assert back is not None
    assert elsewhere is not None
    assert 'href="http://testserver/events/">Go back' in back.content.decode()
    assert "Go back" not in elsewhere.content.decode()


def test_error_middleware_ignores_bugs_and_api():
    assert answer(ValueError("a bug")) is None
    assert answer(UserError("No."), path="/api/v1/events/") is None


def test_get_of_form_action_is_405_with_explanation(client):
    event = make_event()
    client.force_login(make_user())
    response = client.get(f"/events/{event.slug}/players/check-in/")
    assert (response.status_code, response["Allow"]) == (405, "POST")
    assert "accepts only submitted forms" in response.content.decode()


def test_head_requests_are_allowed_on_readable_pages(client):
    event = make_event()
    for path in ("/", "/events/", f"/events/{event.slug}/", f"/events/{event.slug}/rounds/", "/disputes/"):
        assert client.head(path).status_code == 200
    client.force_login(make_user())
    assert client.head("/events/create/").status_code == 200


def test_error_fragment_header_is_set_for_htmx_only():
    refused = answer(StateError("Not now."), **{"HX-Request": "true"})
    page = answer(StateError("Not now."))
    assert refused is not None
    assert page is not None
    assert (refused.get("X-Fragment"), page.get("X-Fragment")) == ("1", None)
