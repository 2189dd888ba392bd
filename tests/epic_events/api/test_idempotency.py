"""Idempotency keys of the API."""

from datetime import timedelta
from threading import Event as Signal
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from rest_framework.response import Response
from rest_framework.test import APIClient

from epic_events.accounts.idempotency import ANSWER_LIFETIME
from epic_events.accounts.models import SentForm
from epic_events.api import idempotency
from epic_events.audit_log.models import Entry
from epic_events.disputes import services as disputes
from epic_events.disputes.models import Dispute
from tests.epic_events.api.cast import ROOT, Cast, client_of
from tests.epic_events.api.schema import operations
from tests.epic_events.disputes.records import LEGAL, judge
from tests.epic_events.events.test_races import at_once
from tests.epic_events.factories import make_event, make_staff, make_user

KEY = "8e03978e-40d5-43dd-bc93-6894a57f9324"
OPENED = {"title": "Was it legal?", "record": LEGAL}


def send(client: APIClient, path: str, body: Any, key: str = KEY, method: str = "post") -> Any:
    return getattr(client, method)(f"{ROOT}{path}", body, format="json", headers={"Idempotency-Key": key})


@pytest.mark.django_db
def test_idempotent_write_repeated_runs_once_with_same_response() -> None:
    client = client_of(judge())
    first, second, third = (send(client, "disputes/", OPENED, key) for key in (KEY, KEY, f'"{KEY}"'))
    assert [answer.status_code for answer in (first, second, third)] == [201, 201, 201]
    assert first.content == second.content == third.content
    assert [answer.get("Idempotent-Replayed") for answer in (first, second, third)] == [None, "true", "true"]
    assert second["Content-Type"] == "application/json"
    assert Dispute.objects.count() == 1
    assert Entry.objects.filter(verb="dispute.opened").count() == 1


@pytest.mark.django_db
def test_idempotent_delete_repeated_returns_204(cast: Cast) -> None:
    client = cast.client("organiser")
    path = f"events/{cast.event.slug}/kept-apart/"
    entries = [seat.registration_id for seat in cast.match.seats.all()]
    made = send(client, path, {"first": entries[0], "second": entries[1], "reason": "siblings"})
    assert made.status_code == 201, made.content
    pair = cast.event.avoidances.get()
    answers = [send(client, f"kept-apart/{pair.pk}/", {}, "other", "delete") for _ in range(2)]
    assert [(answer.status_code, answer.content) for answer in answers] == [(204, b""), (204, b"")]


@pytest.mark.django_db
def test_idempotency_key_reused_for_other_request_is_422() -> None:
    user = judge()
    client = client_of(user)
    assert send(client, "disputes/", OPENED).status_code == 201
    slug = Dispute.objects.get().slug
    for path, body in (
        ("disputes/", {**OPENED, "title": "Another"}),
        (f"disputes/{slug}/record/", {"record": LEGAL}),
    ):
        answer = send(client, path, body)
        assert (answer.status_code, answer.json()["code"]) == (422, "key_used")
    assert Dispute.objects.get().records.count() == 1
    assert send(client_of(judge()), "disputes/", {**OPENED, "title": "Somebody else's"}).status_code == 201


@pytest.mark.django_db
def test_write_without_idempotency_key_runs_each_time() -> None:
    client = client_of(judge())
    assert [client.post(f"{ROOT}disputes/", OPENED, format="json").status_code for _ in range(2)] == [201, 201]
    assert (Dispute.objects.count(), SentForm.objects.count()) == (2, 0)


@pytest.mark.django_db
def test_idempotent_write_refused_may_be_retried() -> None:
    user = make_user()
    client = client_of(user)
    event = make_event()
    opened = {**OPENED, "event": event.slug}
    assert send(client, "disputes/", opened).status_code == 403
    assert send(client, "disputes/", {**opened, "title": ""}).status_code == 400
    assert not SentForm.objects.exists()
    make_staff(event, "judge", user)
    assert [send(client, "disputes/", opened).status_code for _ in range(2)] == [201, 201]
    assert Dispute.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["", '""', "k" * 256, "schlüssel".encode().decode("latin-1"), "two\twords"])
def test_idempotency_key_invalid_is_400(key: str) -> None:
    answer = send(client_of(judge()), "disputes/", OPENED, key)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert "1 to 255 printable ASCII characters" in answer.json()["message"]
    assert not Dispute.objects.exists()


@pytest.mark.django_db
def test_idempotency_key_on_token_endpoint_is_refused() -> None:
    answer = send(client_of(judge()), "token/own/", {})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    credentials = {"email": "a@example.com", "password": "x" * 12}
    assert send(APIClient(), "token/", credentials).status_code == 400
    assert not SentForm.objects.exists()


@pytest.mark.django_db
def test_idempotency_key_of_anonymous_user_is_not_stored() -> None:
    body = {"text": "3 Kong", "format": "full-constructed"}
    assert send(APIClient(), "decklists/check/", body).status_code == 200
    assert not SentForm.objects.exists()


@pytest.mark.django_db
def test_idempotency_results_expire_after_a_day_and_forms_after_their_lifetime() -> None:
    user = judge()
    client = client_of(user)
    form = SentForm.objects.create(user=user, key="f" * 64, at=timezone.now() - ANSWER_LIFETIME / 2)
    assert send(client, "disputes/", OPENED).status_code == 201
    SentForm.objects.filter(key__startswith="api:").update(
        at=timezone.now() - idempotency.ANSWER_LIFETIME - timedelta(minutes=1)
    )
    assert send(client, "disputes/", OPENED, "another").status_code == 201
    assert set(SentForm.objects.filter(user=user).values_list("key", flat=True)) == {
        form.key,
        idempotency._key("another"),
    }
    assert send(client, "disputes/", OPENED).status_code == 201
    assert Dispute.objects.count() == 3


def test_idempotency_header_is_documented_on_every_write_except_tokens() -> None:
    for path, method, operation in operations():
        names = [each["name"] for each in operation.get("parameters", ()) if each["in"] == "header"]
        takes = method != "get" and not path.startswith("/api/v1/token/")
        assert names == ["Idempotency-Key"] * takes, (path, method)
        assert ("422" in operation["responses"]) == takes


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
class TestConcurrentWrites:
    @pytest.fixture(autouse=True)
    def _connections_of_their_own(self) -> None:
        if connection.vendor != "postgresql":
            pytest.skip("two connections at once need PostgreSQL")

    def test_idempotent_write_concurrently_runs_once_and_others_get_409(self) -> None:
        client = client_of(judge())
        answers: list[Any] = at_once(*[lambda: send(client, "disputes/", OPENED)] * 6)
        statuses = [answer.status_code for answer in answers]
        assert set(statuses) <= {201, 409}
        assert len({answer.content for answer in answers if answer.status_code == 201}) == 1
        for answer in answers:
            if answer.status_code == 409:
                assert (answer.json()["code"], answer["Retry-After"]) == ("in_progress", "1")
        assert Dispute.objects.count() == 1

    def test_idempotent_write_in_progress_raises_without_waiting(self) -> None:
        user = judge()
        inside, output = Signal(), Signal()

        def slow() -> Response:
            disputes.open_dispute(user, title="T", record=LEGAL)
            inside.set()
            assert output.wait(timeout=30)
            return Response({"n": 1})

        def first() -> Response:
            return idempotency._answered(user, "api:k", "c", slow)

        def second() -> Response:
            assert inside.wait(timeout=30)
            try:
                return idempotency._answered(user, "api:k", "c", slow)
            finally:
                output.set()

        done, waits = at_once(first, second)
        assert isinstance(done, Response)
        assert isinstance(waits, idempotency.InProgressError)
        assert Dispute.objects.count() == 1

    def test_idempotent_write_failing_releases_lock(self) -> None:
        user = judge()

        def refused() -> Response:
            return Response({}, status=400)

        for _ in range(2):
            assert idempotency._answered(user, "api:k", "c", refused).status_code == 400
        assert idempotency._answered(user, "api:k", "c", lambda: Response({"n": 1})).data == {"n": 1}


@pytest.mark.django_db
def test_report_result_repeated_is_stored_once(cast: Cast) -> None:
    path = f"matches/{cast.match.pk}/result/"
    player = cast.client("player")
    answers = [send(player, path, {"game_wins": [1, 0]}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert cast.match.reports.count() == 1
