"""Optional Sentry and OpenTelemetry."""

import gzip
import http.server
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.worker  # processes of their own

# Where it is installed, the client of Redis reads the words of OpenTelemetry, not what gathers and sends.
READ = """
import sys, django; django.setup()
import epic_events.wsgi
parts = ("sentry_sdk", *(f"opentelemetry.{part}" for part in ("instrumentation", "exporter", "sdk.trace")))
print(sorted(name for name in sys.modules if name.startswith(parts)))
"""
FAIL = """
import logging, django; django.setup()
from django.test import Client
logging.getLogger("epic_events").error("Something broke")
import sentry_sdk; sentry_sdk.flush(10)
"""
TRACE = """
import django; django.setup()
from django.test import Client
print(Client().get("/health/", headers={"host": "localhost"}).status_code)
from opentelemetry import trace; trace.get_tracer_provider().shutdown()
"""


def run(code: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    output = {"DJANGO_SETTINGS_MODULE": "epic_events.settings", "VAR_DIR": str(folder), **more}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, **output},
        capture_output=True,
        text=True,
        check=False,
    )


@contextmanager
def receiving() -> Iterator[tuple[str, list[tuple[str, bytes]]]]:
    """Yield a local address and the requests it receives."""
    received: list[tuple[str, bytes]] = []

    class Receiver(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            body = gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body
            received.append((self.path, body))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_args: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_port}", received
        server.shutdown()


def test_telemetry_is_not_imported_by_default(tmp_path: Path) -> None:
    done = run(READ, tmp_path)
    assert (done.stdout.strip(), done.returncode) == ("[]", 0), done.stderr


def test_sentry_dsn_reports_errors(tmp_path: Path) -> None:
    with receiving() as (address, received):
        done = run(FAIL, tmp_path, SENTRY_DSN=f"http://key@{address}/1")
    assert done.returncode == 0, done.stderr
    events = [json.loads(line) for _path, body in received for line in body.splitlines() if b'"logentry"' in line]
    assert [(event["logentry"]["message"], event["release"]) for event in events] == [("Something broke", "0.1.0")]


def test_opentelemetry_setting_sends_traces(tmp_path: Path) -> None:
    with receiving() as (address, received):
        more = {"OPENTELEMETRY": "on", "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://{address}"}
        done = run(TRACE, tmp_path, **more)
    assert done.stdout.strip() == "200", done.stderr
    assert [path for path, _body in received] == ["/v1/traces"]
    assert b"epic-events" in received[0][1]


def test_telemetry_not_installed_names_requirements(tmp_path: Path) -> None:
    without = "import sys; sys.modules['sentry_sdk'] = None\n"
    done = run(without + READ, tmp_path, SENTRY_DSN="http://key@127.0.0.1/1")
    assert "pip install -r requirements-telemetry.txt" in done.stderr.splitlines()[-1]
