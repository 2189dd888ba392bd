"""Rate limits of the API and their headers."""

import pytest
from rest_framework.test import APIClient

from epic_events.api.endpoint import FREE
from tests.epic_events.api.cast import ROOT, client_of
from tests.epic_events.factories import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

HEADERS = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")


def rate_limit_headers(response: object) -> list[int]:
    return [int(response[name]) for name in HEADERS]  # type: ignore[index]


def test_rate_limit_headers_report_remaining_requests() -> None:
    client = APIClient()
    assert rate_limit_headers(client.get(f"{ROOT}rules/")) == [120, 119, 60]
    limit, left, _reset = rate_limit_headers(client.get(f"{ROOT}rules/"))
    assert (limit, left) == (120, 118)
    assert rate_limit_headers(client.get(f"{ROOT}events/never/"))[:2] == [120, 117]
    assert rate_limit_headers(client.get(f"{ROOT}events/?no=1"))[:2] == [120, 116]


def test_rate_limit_headers_report_tightest_limit() -> None:
    client = client_of(make_user())
    assert rate_limit_headers(client.get(f"{ROOT}rules/"))[:2] == [600, 599]
    body = {"text": "3 Kong", "format": "full-constructed"}
    assert rate_limit_headers(client.post(f"{ROOT}decklists/check/", body))[:2] == [60, 59]


def test_rate_limit_exceeded_reports_reset_time() -> None:
    client = APIClient()
    for _ in range(120):
        client.get(f"{ROOT}rules/epic-complete/search/", {"q": "4.4.6"})
    response = client.get(f"{ROOT}rules/epic-complete/search/", {"q": "4.4.6"})
    limit, left, reset = rate_limit_headers(response)
    assert (response.status_code, limit, left) == (429, 120, 0)
    assert int(response["Retry-After"]) == reset


def test_rate_limit_304_responses_are_free() -> None:
    client = APIClient()
    first = client.get(f"{ROOT}rules/")
    for _ in range(5):
        again = client.get(f"{ROOT}rules/", headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
    assert rate_limit_headers(client.get(f"{ROOT}rules/"))[:2] == [120, 118]


def test_rate_limit_counts_changed_and_unconditional_requests() -> None:
    client = APIClient()
    for match, status in (('"another"', 200), ("*", 304)):
        assert client.get(f"{ROOT}rules/", headers={"If-None-Match": match}).status_code == status
    assert rate_limit_headers(client.get(f"{ROOT}rules/"))[:2] == [120, 117]


def test_rate_limit_endless_304_responses_are_limited() -> None:
    client = APIClient()
    copy = {"If-None-Match": client.get(ROOT)["ETag"]}
    statuses = [client.get(ROOT, headers=copy).status_code for _ in range(FREE * 120 + 120)]
    assert statuses == [304] * (FREE * 120 + 119) + [429]
