"""Pages, API, tasks and commands while the database is unavailable."""

import logging
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest
from django.db import connection
from django.db.utils import InterfaceError, OperationalError, ProgrammingError
from django.test import Client

from epic_events.disputes import services as disputes
from epic_events.disputes import tasks
from epic_events.infra import database
from tests.conftest import ROOT
from tests.epic_events.disputes.records import LEGAL, judge
from tests.epic_events.factories import make_event, make_user

pytestmark = pytest.mark.django_db


def refused(cause: BaseException, error: type[Exception] = OperationalError) -> Exception:
    """Return the Django exception for a driver exception."""
    raised = error(str(cause))
    raised.__cause__ = cause
    return raised


def of_sqlite(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("error", "away"),
    [
        (refused(psycopg.OperationalError("connection refused")), True),
        (refused(psycopg.errors.TooManyConnections("sorry, too many clients already")), True),
        (refused(psycopg.errors.AdminShutdown("terminating connection")), True),
        (refused(psycopg.errors.CannotConnectNow("the database system is starting up")), True),
        (refused(psycopg.errors.DeadlockDetected("deadlock detected")), True),
        (refused(psycopg.errors.LockNotAvailable("lock timeout")), True),
        (refused(psycopg.InterfaceError("the connection is closed"), InterfaceError), True),
        (refused(psycopg.errors.StatementTooComplex("stack depth limit exceeded")), False),
        (refused(psycopg.errors.UndefinedTable("no such relation"), ProgrammingError), False),
        (refused(of_sqlite(sqlite3.SQLITE_BUSY)), True),
        (refused(of_sqlite(sqlite3.SQLITE_BUSY_SNAPSHOT)), True),
        (refused(of_sqlite(sqlite3.SQLITE_CANTOPEN)), True),
        (refused(of_sqlite(sqlite3.SQLITE_ERROR)), False),
        (ZeroDivisionError(), False),
    ],
)
def test_is_unavailable_recognises_connection_errors(error: Exception, away: bool) -> None:
    assert database.is_unavailable(error) is away


def test_is_unavailable_considers_exception_context() -> None:
    error = KeyError("rollback")
    error.__context__ = refused(psycopg.OperationalError("connection refused"))
    assert database.is_unavailable(error)


@contextmanager
def unavailable_database() -> Iterator[list[str]]:
    """Fail every statement as if the server were gone; yield the attempted ones."""
    tried: list[str] = []

    def fail(_execute: Any, sql: str, *_args: Any) -> Any:
        tried.append(sql)
        raise refused(psycopg.OperationalError("connection refused"))

    with connection.execute_wrapper(fail):
        yield tried


@pytest.fixture
def client() -> Client:
    return Client(raise_request_exception=False, enforce_csrf_checks=True)


@pytest.fixture(autouse=True)
def _not_reported_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_outage_log", database._OutageLog())


def test_page_database_unavailable_is_503_with_one_attempt(client: Client) -> None:
    with unavailable_database() as tried:
        page = client.get("/events/")
    assert (page.status_code, page["Retry-After"]) == (503, "5")
    assert "no-store" in page["Cache-Control"]
    assert "default-src 'none'" in page["Content-Security-Policy"]
    html = page.content.decode()
    assert "<h1>Temporarily unavailable</h1>" in html
    assert 'href="/events/">Try again</a>' in html
    assert len(tried) == 1


def test_page_database_unavailable_signed_in_is_503(client: Client) -> None:
    client.force_login(make_user())
    with unavailable_database() as tried:
        assert [client.get(path).status_code for path in ("/", "/me/", "/rules/?q=initiative")] == [503, 503, 503]
    assert len(tried) == 3


def test_form_database_unavailable_returns_input_for_resubmission() -> None:
    event, client = make_event(), Client(raise_request_exception=False, enforce_csrf_checks=True)
    user = make_user()
    client.force_login(user)
    form = client.get(f"/events/{event.slug}/register/").content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form)
    assert token
    sent = {"csrfmiddlewaretoken": token[1], "request_key": "k", "consent": "on", "name": "<b>Zoë</b>"}
    here = {"Origin": "http://testserver"}
    with unavailable_database():
        page = client.post(f"/events/{event.slug}/register/", sent, headers=here)
    html = page.content.decode()
    assert page.status_code == 503
    assert f'action="/events/{event.slug}/register/"' in html
    assert '<input type="hidden" name="name" value="&lt;b&gt;Zoë&lt;/b&gt;">' in html
    found = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', html)
    again = {name: unescape(value) for name, value in found}
    assert client.post(f"/events/{event.slug}/register/", again, headers=here).status_code == 302
    assert event.registrations.filter(player__user=user).count() == 1


def test_form_database_unavailable_omits_passwords_and_foreign_fields() -> None:
    client = Client(raise_request_exception=False)
    with unavailable_database():
        for origin, path, sent in (
            ("http://testserver", "/accounts/login/", {"login": "a@example.com", "password": "a secret word"}),
            ("https://elsewhere.example", "/accounts/login/code/", {"email": "a@example.com", "x": "a secret word"}),
        ):
            page = client.post(path, sent, headers={"Origin": origin})
            assert page.status_code == 503
            assert "a secret word" not in page.content.decode()
            assert "were not saved" in page.content.decode()


def test_script_request_database_unavailable_gets_no_page(client: Client) -> None:
    with unavailable_database():
        poll = client.get("/events/", headers={"HX-Request": "true"})
        assert (poll.status_code, poll["Retry-After"], "X-Fragment" in poll) == (503, "5", False)
        assert "<" not in poll.content.decode()
    sender = Client(raise_request_exception=False)
    sender.force_login(make_user())
    with unavailable_database():
        sent = sender.post("/events/create/", {"name": "E"}, headers={"X-Outbox": "somebody"})
    assert (sent.status_code, sent["Retry-After"], list(sent.json())) == (503, "5", ["problem"])


@pytest.mark.parametrize("token", ["", "Token 0123456789abcdef"])
def test_api_database_unavailable_is_503_json(client: Client, token: str) -> None:
    headers = {"Authorization": token} if token else {}
    with unavailable_database():
        answers = [
            client.get("/api/v1/events/", headers=headers),
            client.post("/api/v1/token/", {"email": "a@example.com", "password": "x"}, content_type="application/json"),
        ]
    for answer in answers:
        assert (answer.status_code, answer["Retry-After"]) == (503, "5")
        assert answer.json() == {
            "code": "unavailable",
            "message": (
                "The database is temporarily unavailable. This request was not saved. Saved data is safe. Send the "
                "request again."
            ),
            "fields": {},
        }


def test_database_unavailable_is_logged_once_without_traceback(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with unavailable_database(), caplog.at_level(logging.INFO):
        for _ in range(5):
            client.get("/events/")
            client.get("/api/v1/events/")
    assert [(record.name, record.exc_info) for record in caplog.records] == [("epic_events.infra.database", None)]
    assert "connection refused" in caplog.text


def test_unexpected_error_is_500_not_503(client: Client, settings: Any, caplog: pytest.LogCaptureFixture) -> None:
    settings.ROOT_URLCONF = "tests.epic_events.failing_urls"
    page = client.get("/stumble/")
    assert page.status_code == 500
    assert "Server error" in page.content.decode()
    assert [record.name for record in caplog.records] == ["django.request"]


def test_missing_tables_are_500_not_503(client: Client) -> None:
    def fail(*_args: Any) -> Any:
        raise refused(of_sqlite(sqlite3.SQLITE_ERROR))

    with connection.execute_wrapper(fail):
        assert client.get("/events/").status_code == 500
        assert client.get("/api/v1/events/").status_code == 500


def test_task_database_unavailable_leaves_replay_to_recovery_task(caplog: pytest.LogCaptureFixture) -> None:
    dispute = disputes.open_dispute(judge(), title="T", record=LEGAL)
    with unavailable_database():
        tasks.replay(dispute.pk)
        assert tasks.sweep_lost_replays() == 0
    # Others may write into the log on a busy machine; of this there is one line.
    output = [record.exc_info for record in caplog.records if record.name == "epic_events.infra.database"]
    assert output == [None]
    dispute.refresh_from_db()
    assert dispute.status == "queued"


@pytest.mark.any_database
def test_command_database_unavailable_prints_one_line(tmp_path: Path) -> None:
    url = f"postgresql://postgres@{quote(str(tmp_path), safe='')}/postgres"
    environment = {**os.environ, "DATABASE_URL": url, "VAR_DIR": str(tmp_path)}
    for command in (["standings", "club-night"], ["migrate"]):
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip
        assert done.returncode == 1
        assert done.stderr.startswith("The database of DATABASE_URL cannot be used: connection ")
        assert len(done.stderr.splitlines()) == 1
