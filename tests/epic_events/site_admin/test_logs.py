"""Log lines as text and JSON, with request, task and event."""

import json
import logging
from typing import Any

import pytest
import structlog
from django.test import Client

from epic_events.celery import app
from epic_events.infra import log_format, tasks
from tests.epic_events.factories import make_event

pytestmark = pytest.mark.django_db


class LogLines(logging.Handler):
    """Log handler that stores formatted lines."""

    def __init__(self, formatter: logging.Formatter) -> None:
        super().__init__()
        self.setFormatter(formatter)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Store the line."""
        self.lines.append(self.format(record))


@pytest.fixture
def written(request: pytest.FixtureRequest) -> Any:
    """Return a handler with the formatter that the test names."""
    handler = LogLines(request.param())
    logger = logging.getLogger("epic_events.requests")
    logger.addHandler(handler)
    before = logger.level
    logger.setLevel(logging.INFO)  # not the attribute: what a logger was asked before is kept until this is called
    yield handler
    logger.removeHandler(handler)
    logger.setLevel(before)


@pytest.mark.parametrize("written", [log_format.JsonFormatter], indirect=True)
def test_request_log_json_line_has_request_and_event(client: Client, written: LogLines) -> None:
    event = make_event()
    given = client.get(f"/events/{event.slug}/?q=private", headers={"x-request-id": "from-the-proxy-1"})
    assert given["X-Request-ID"] == "from-the-proxy-1"
    line = json.loads(written.lines[-1])
    assert line.pop("ms") >= 0
    assert line.pop("at").endswith("Z")
    assert line == {
        "event": "request", "level": "info", "logger": "epic_events.requests", "request_id": "from-the-proxy-1",
        "method": "GET", "status": 200, "route": "events/<slug:slug>/", "event_slug": event.slug,
    }  # fmt: skip
    assert "private" not in written.lines[-1]


@pytest.mark.parametrize("written", [log_format.LineFormatter], indirect=True)
def test_request_log_text_line_has_new_id_for_invalid_header(client: Client, written: LogLines) -> None:
    number = client.get("/nowhere/", headers={"x-request-id": "bad\tnumber"})["X-Request-ID"]
    assert len(number) == 32
    assert written.lines[-1].endswith(f"INFO epic_events.requests: request [request_id={number}]")
    assert structlog.contextvars.get_contextvars() == {}


def test_task_log_has_request_id_of_its_request() -> None:
    seen: list[dict[str, Any]] = []

    @app.task(name="tests.look", bind=True)
    def look(_self: Any) -> None:
        seen.append(dict(structlog.contextvars.get_contextvars()))

    tasks.connect()
    with structlog.contextvars.bound_contextvars(request_id="number-of-request"):
        headers: dict[str, Any] = {}
        tasks._send_along(headers)
        look.apply(headers=headers, task_id="t1")
    assert seen == [{"task_id": "t1", "task": "tests.look", "request_id": "number-of-request"}]
    assert structlog.contextvars.get_contextvars() == {}


def test_tasks_are_routed_to_their_queue_only() -> None:
    """A shared exchange would deliver each task to all queues."""
    queues = app.amqp.queues
    assert {(name, one.exchange.name, one.routing_key) for name, one in queues.items()} == {
        (name, name, name) for name in ("replays", "documents", "notices", "sweeps")
    }
    sent = app.amqp.router.route({}, "epic_events.disputes.tasks.replay")["queue"]
    assert (sent.name, sent.routing_key) == ("replays", "replays")


def test_error_log_json_has_traceback() -> None:
    handler = LogLines(log_format.JsonFormatter())
    logger = logging.getLogger("epic_events.tested")
    logger.addHandler(handler)
    try:
        1 / 0  # noqa: B018
    except ZeroDivisionError:
        logger.exception("It broke for %s.", "a visitor")
    logger.removeHandler(handler)
    line = json.loads(handler.lines[0])
    assert (line["event"], line["level"]) == ("It broke for a visitor.", "error")
    assert line["exception"].endswith("ZeroDivisionError: division by zero")
