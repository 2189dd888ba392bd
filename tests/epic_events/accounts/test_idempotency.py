"""Idempotency of submitted forms."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib import messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.test import RequestFactory
from django.utils import timezone

from epic_events.accounts.idempotency import ANSWER_LIFETIME, idempotency_key, once, owner_key, run_once
from epic_events.accounts.models import SentForm
from epic_events.infra.errors import StateError
from tests.epic_events.factories import make_user

pytestmark = pytest.mark.django_db


def key_of(path: str = "/a/", **fields: Any) -> str:
    return idempotency_key(RequestFactory().post(path, fields))


def test_idempotency_key_depends_on_key_address_and_fields():
    first = key_of(request_key="k", line="1 21")
    assert first == key_of(request_key="k", line="1 21", csrfmiddlewaretoken="other", draft="d" * 16)
    others = {
        key_of(request_key="l", line="1 21"),
        key_of(request_key="k", line="1 12"),
        key_of("/b/", request_key="k", line="1 21"),
        key_of(request_key="k", line=["1", "21"]),
    }
    assert len(others | {first}) == 5
    assert key_of(line="1 21") == ""


def test_run_once_runs_once_and_repeats_result():
    user, done = make_user(), []

    def do() -> dict[str, Any]:
        done.append(1)
        return {"pk": len(done)}

    assert [run_once(user, "k", do) for _ in range(2)] == [({"pk": 1}, False), ({"pk": 1}, True)]
    assert run_once(make_user(), "k", do) == ({"pk": 2}, False)
    assert [run_once(user, "", do)[0]["pk"] for _ in range(2)] == [3, 4]


def test_run_once_refused_action_may_be_retried():
    user = make_user()

    def refuse() -> dict[str, Any]:
        raise StateError("Not yet.")

    with pytest.raises(StateError):
        run_once(user, "k", refuse)
    assert not SentForm.objects.exists()
    assert run_once(user, "k", lambda: {"pk": 1}) == ({"pk": 1}, False)


def test_run_once_deletes_expired_results():
    user = make_user()
    run_once(user, "old", dict)
    SentForm.objects.update(at=timezone.now() - ANSWER_LIFETIME - timedelta(seconds=1))
    run_once(user, "new", dict)
    assert [sent.key for sent in SentForm.objects.all()] == ["new"]


def test_owner_key_is_distinct_and_anonymous():
    first, second = make_user(), make_user()
    assert len({owner_key(first), owner_key(second), owner_key(None)}) == 3
    assert owner_key(first) == owner_key(first)
    assert str(first.pk) != owner_key(first)


def test_once_view_reporting_error_message_is_not_stored(rf: RequestFactory):
    user, tried = make_user(), []

    @once
    def view(request: HttpRequest) -> HttpResponse:
        tried.append(1)
        if len(tried) == 1:
            messages.error(request, "Not yet.")
        return HttpResponseRedirect(f"/{len(tried)}/")

    def send() -> str:
        request = rf.post("/a/", {"request_key": "k"})
        request.user = user
        request._messages = CookieStorage(request)  # type: ignore[attr-defined]
        return view(request)["Location"]

    assert [send() for _ in range(3)] == ["/1/", "/2/", "/2/"]
