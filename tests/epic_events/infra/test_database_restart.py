"""Recovery after a restart of PostgreSQL."""

import json
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.conftest import ROOT
from tests.epic_events.factories import PASSWORD
from tests.live import PATIENCE, free_port, serving
from tools import artifacts, services

pytestmark = pytest.mark.worker

PREPARE = """
import django; django.setup()
from tests.epic_events.factories import make_key, make_user
user = make_user("Olga", email="o@example.com", is_superuser=True)
print(make_key(user))
"""


class Asked:
    """A response of the site, with any status."""

    def __init__(self, url: str, opener: urllib.request.OpenerDirector, **more: object) -> None:
        request = urllib.request.Request(url, **more)  # type: ignore[arg-type]
        began = time.monotonic()
        try:
            answer = opener.open(request, timeout=PATIENCE)
        except urllib.error.HTTPError as refused:
            answer = refused
        self.seconds = time.monotonic() - began
        self.status, self.headers, self.text = answer.status, answer.headers, answer.read().decode()


def environment_of(own: services.Cluster, var: Path) -> dict[str, str]:
    """Return the environment of a site on the test's database."""
    output = {"DATABASE_URL": own.url, "VAR_DIR": str(var), "DJANGO_SETTINGS_MODULE": "epic_events.settings"}
    return {**os.environ, **output, "DEMO": "off"}


@pytest.fixture(scope="module")
def postgresql() -> Iterator[services.Cluster]:
    with services.cluster(artifacts.migrated_cluster_data()) as own:
        yield own


@pytest.mark.sweep
def test_site_recovers_after_postgresql_restart(postgresql: services.Cluster, tmp_path: Path) -> None:
    environment = environment_of(postgresql, tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", PREPARE], cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    )
    token = done.stdout.split()[-1]
    port, log = free_port(), tmp_path / "log"
    with serving(port, environment, log) as url:
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

        def page(path: str, **more: object) -> Asked:
            return Asked(f"{url}{path}", browser, **more)

        def api(path: str) -> Asked:
            headers = {"Authorization": f"Bearer {token}"}
            return Asked(f"{url}/api/v1/{path}", urllib.request.build_opener(), headers=headers)

        form = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page("/accounts/login/").text)
        assert form
        sign_in = {"login": "o@example.com", "password": PASSWORD, "csrfmiddlewaretoken": form[1]}
        signed_in = page("/accounts/login/", data=urlencode(sign_in).encode())
        assert (signed_in.status, bool(json.loads(page("/device/").text)["owner"])) == (200, True), signed_in.text
        assert (page("/events/").status, api("events/").status) == (200, 200)

        postgresql.stop()
        for _ in range(6):
            away, output = page("/events/"), api("events/")
            assert (away.status, away.headers["Retry-After"]) == (503, "5")
            assert "Temporarily unavailable" in away.text
            assert (output.status, output.headers["Retry-After"], json.loads(output.text)["code"]) == (
                503,
                "5",
                "unavailable",
            )
            assert max(away.seconds, output.seconds) < PATIENCE / 2  # it answers; no one waits for an end

        postgresql.start()
        assert json.loads(page("/device/").text)["owner"]
        assert (page("/events/").status, api("events/").status) == (200, 200)
    first_log = log.read_text()
    assert "Traceback" not in first_log
    assert first_log.count("The database is away") == 1


def test_too_many_postgresql_connections_are_503(postgresql: services.Cluster, tmp_path: Path) -> None:
    import psycopg

    environment = environment_of(postgresql, tmp_path)
    postgresql.stop()
    postgresql.start("-N 4", "-c superuser_reserved_connections=0")
    try:
        with serving(free_port(), environment, tmp_path / "log") as url:
            plain = urllib.request.build_opener()
            held: list[psycopg.Connection[tuple[object, ...]]] = []
            while len(held) < 8:
                try:
                    held.append(psycopg.connect(postgresql.url))
                except psycopg.OperationalError:
                    break
            assert Asked(f"{url}/events/", plain).status == 503
            for connection in held:
                connection.close()
            assert Asked(f"{url}/events/", plain).status == 200
    finally:
        postgresql.stop()
        postgresql.start()
