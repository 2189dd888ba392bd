"""The site as it really runs, for tests: worker processes of its own and a browser.

Needs a Redis of the run's own (REDIS_URL) and a test database in a file (TEST_DATABASE_FILE); ``make test`` gives both.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from tests.conftest import ROOT


def worker_environment(**more: str) -> dict[str, str]:
    """Return the environment in which a process sees the database and the queue of this test."""
    name = str(connection.settings_dict["NAME"])
    assert "memory" not in name, "run through `make test`: a worker cannot see a database in memory"
    return {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{name}",
        "REDIS_URL": settings.REDIS_URL,
        "VAR_DIR": str(settings.VAR_DIR),
        "DJANGO_SETTINGS_MODULE": "epic_events.settings",
        **more,
    }


@contextmanager
def worker(app: str = "epic_events", *, beat: bool = False, **more: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a real Celery worker in a process group of its own; it is gone afterwards, however it ends.

    Args:
        app: the Celery application; a test may give one that stands still at a chosen place.
        beat: also run the scheduler that sweeps up lost replays.
        **more: further environment variables.
    """
    command = [sys.executable, "-m", "celery", "-A", app, "worker", "--concurrency", "1", "--loglevel", "WARNING"]
    if beat:
        command += ["--beat", "--schedule", f"{settings.VAR_DIR}/test-schedule"]
    process = subprocess.Popen(command, cwd=ROOT, env=worker_environment(**more), start_new_session=True)
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                kill(process)


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a worker and its children at once, as a power cut would."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait(timeout=15)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Yield a running Chromium without a window."""
    from playwright.sync_api import sync_playwright

    from tests import services

    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright's loop runs in this thread; the tests themselves wait
    path = os.environ.get("CHROMIUM") or services.chromium()
    quiet = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=quiet)
        yield browser
        browser.close()
