"""Run the site for tests as in production: servers, workers and a browser.

Needs its own Redis (REDIS_URL) and a test database in a file (TEST_DATABASE_FILE); ``make test`` provides both.
"""

import atexit
import contextlib
import functools
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection

from epic_events.launch import KEEP_ALIVE
from rules.call_stack import with_large_stack_chunk
from tests.conftest import ROOT
from tests.waiting import wait_until
from tools import artifacts

PATIENCE = 60  # seconds for a first answer on a busy machine


def _apart(process: str) -> None:
    """Give each of several test processes its own Redis database and folder."""
    if "TEST_DATABASE_FILE" not in os.environ:
        return
    os.environ["REDIS_URL"] += f"?db={int(process.removeprefix('gw')) + 1}"
    folder = Path(os.environ["VAR_DIR"]) / process
    folder.mkdir(exist_ok=True)
    os.environ["VAR_DIR"] = str(folder)


def _with_gathered_files() -> None:
    """Link hashed static files as in production."""
    if "TEST_DATABASE_FILE" not in os.environ:
        return
    artifacts.link_static_files(Path(os.environ["VAR_DIR"]) / "static")
    StaticFilesHandler._should_handle = lambda *_asked: False  # type: ignore[method-assign]  # whitenoise does


WSGIHandler.__call__ = with_large_stack_chunk(WSGIHandler.__call__)  # type: ignore[method-assign]  # as in ``epic_events.wsgi``
artifacts.share_folder(os.environ.get("VAR_DIR"))
if _process := os.environ.get("PYTEST_XDIST_WORKER"):
    _apart(_process)
_with_gathered_files()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run files in the given order, also those without a database."""
    if "TEST_DATABASE_FILE" in os.environ:
        named = {ROOT / name.partition("::")[0]: at for at, name in reversed(list(enumerate(config.args)))}
        items.sort(key=lambda item: named.get(item.path, len(named)))


def worker_environment(**more: str) -> dict[str, str]:
    """Return the environment with the database and queue of this test."""
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


def _worker_words(app: str, *, beat: bool) -> list[str]:
    words = ["celery", "-A", app, "worker", "--concurrency", "1", "--loglevel", "WARNING"]
    return [*words, "--beat", "--schedule", f"{settings.VAR_DIR}/test-schedule"] if beat else words


@contextmanager
def worker(app: str = "epic_events", *, beat: bool = False, **more: str) -> Iterator[int]:
    """Run a forked Celery worker until the context ends.

    Args:
        app: Celery application; a test may pass one that pauses at a chosen place.
        beat: also run the scheduler with the recovery task.
        **more: environment variables of the application; settings have already been read.

    Yields:
        The process id, which is also the process group.
    """
    started = shared_servers().start(
        [*(f"{name}={value}" for name, value in more.items()), *_worker_words(app, beat=beat)]
    )
    try:
        yield started
    finally:
        end(started)


@contextmanager
def worker_with(**environment: str) -> Iterator[None]:
    """Run a Celery worker and scheduler with these environment variables."""
    command = [sys.executable, "-m", *_worker_words("epic_events", beat=True)]
    process = subprocess.Popen(command, cwd=ROOT, env=worker_environment(**environment), start_new_session=True)
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            kill(process)


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its children."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait(timeout=15)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Yield a headless Chromium."""
    from playwright.sync_api import expect, sync_playwright

    from tools import services

    expect.set_options(timeout=PATIENCE * 1000)  # what is waited for comes sooner or later on a busy machine

    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright's loop runs in this thread; the tests themselves wait
    path = os.environ.get("CHROMIUM") or services.chromium()
    quiet = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=quiet)
        yield browser
        browser.close()


def free_port() -> int:
    """Return an unused port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def gunicorn(port: int) -> list[str]:
    """Return the command that serves the site on a local port."""
    address = f"127.0.0.1:{port}"
    return [
        "gunicorn",
        "epic_events.wsgi",
        "--bind",
        address,
        "--threads",
        "4",
        "--keep-alive",
        str(KEEP_ALIVE),
        "--log-level",
        "warning",
    ]


@contextmanager
def serving(port: int, environment: dict[str, str], log: Path | None = None) -> Iterator[str]:
    """Serve the site as ``make run`` does until the context ends.

    Args:
        port: port to listen on.
        environment: environment of the processes.
        log: log file; None for the output of the tests.

    Yields:
        The URL, once it responds.
    """
    command = [sys.executable, "-m", *gunicorn(port)]
    with contextlib.ExitStack() as stack:
        out = stack.enter_context(log.open("w")) if log else None
        process = subprocess.Popen(command, cwd=ROOT, env=environment, start_new_session=True, stdout=out, stderr=out)
        try:
            yield wait_for_response(lambda: process.poll() is None, f"http://127.0.0.1:{port}")
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                kill(process)


def wait_for_response(lives: Callable[[], bool], url: str) -> str:
    """Return the URL of a server once it responds."""

    def answers() -> bool:
        assert lives(), "the server ended"
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{url}/health/", timeout=PATIENCE):
            return True
        return False

    wait_until(answers, "the server does not answer")
    return url


class Servers:
    """Forked servers and workers of the site; see ``tests.forking``."""

    def __init__(self, environment: dict[str, str], module: str = "tests.forking") -> None:
        command = [sys.executable, "-m", module]
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    @contextmanager
    def serving(self, port: int) -> Iterator[str]:
        """Serve the site at ``port`` until the context ends; yield its URL."""
        server = self.start(gunicorn(port))
        try:
            yield wait_for_response(lambda: is_alive(server), f"http://127.0.0.1:{port}")
        finally:
            end(server)

    def start(self, words: list[str]) -> int:
        """Fork a process for a command preceded by environment variables (``NAME=value``).

        Returns:
            The process id, which is also the process group.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{' '.join(words)}\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        """End the process that forks the servers."""
        self._process.communicate()


def kill_forked(started: int) -> None:
    """Kill a forked process and its children; return when they are gone.

    A process forked a moment ago may not lead its group yet, so the signal is repeated.
    """

    def is_gone() -> bool:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(started, signal.SIGKILL)
        return not is_alive(started)

    wait_until(is_gone, f"process {started} outlives its end", pause=0.005)


def end(started: int) -> None:
    """Terminate a forked process and its children; kill them after a timeout."""
    for sent in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(started, sent)
        until = time.monotonic() + 15
        while is_alive(started) and time.monotonic() < until:
            time.sleep(0.02)


def is_alive(process: int) -> bool:
    """Return True if the process exists."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


class Site:
    """The site at one URL, which can be stopped and started while pages are open.

    Attributes:
        url: base URL.
    """

    def __init__(self, servers: Servers) -> None:
        self.port = free_port()
        self._servers = servers
        self.url = f"http://127.0.0.1:{self.port}"
        self._serving = contextlib.ExitStack()
        self._refusing: ThreadingHTTPServer | None = None

    def start(self) -> None:
        """Serve the site as ``make run`` does; return when it responds."""
        self.stop()
        self._serving.enter_context(self._servers.serving(self.port))

    def refuse(self, status: int) -> None:
        """Respond with a status and an error page, as a proxy during an outage."""
        self.stop()

        class Refusal(BaseHTTPRequestHandler):
            def answer(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                page = f"<!DOCTYPE html><html lang=en><title>{status}</title><h1>Proxy: {status}</h1></html>".encode()
                self.send_response(status)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(page)))
                self.end_headers()
                self.wfile.write(page)

            do_GET = do_POST = answer  # noqa: N815  the names that http.server calls

            def log_message(self, *_args: object) -> None:
                pass

        self._refusing = ThreadingHTTPServer(("127.0.0.1", self.port), Refusal)
        threading.Thread(target=self._refusing.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Stop listening."""
        if self._refusing is not None:
            self._refusing.shutdown()
            self._refusing.server_close()
            self._refusing = None
        self._serving.close()


@functools.cache
def shared_servers() -> Servers:
    """Return the servers on the test database, shared by this process."""
    started = Servers(worker_environment())
    atexit.register(started.close)
    return started


@pytest.fixture(scope="session")
def servers(django_db_setup: None) -> Servers:
    """Return servers of the site on the test database."""
    del django_db_setup
    return shared_servers()


@pytest.fixture
def site(transactional_db: None, servers: Servers) -> Iterator[Site]:
    """Yield the running site until the test ends."""
    del transactional_db
    served = Site(servers)
    served.start()
    yield served
    served.stop()
