"""Migrated databases and collected static files, built once for a test run.

Copying them takes no time; migrating an empty database takes six seconds. ``tests/test_launch.py`` covers the migration
of an empty folder; on PostgreSQL the template database covers it.
"""

import atexit
import fcntl
import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import psycopg

from tools import services

ROOT = Path(__file__).resolve().parent.parent
FOLDER = "TEST_PREPARED"
"""Environment variable with the shared folder of a run."""


def share_folder(folder: str | None) -> None:
    """Let the processes of this run share ``folder``.

    A temporary folder is used if it is None.
    """
    if FOLDER in os.environ:
        return
    if folder is None:
        folder = tempfile.mkdtemp(prefix="epic-prepared-")
        atexit.register(shutil.rmtree, folder)
    atexit.register(_drop_templates, Path(folder))
    os.environ[FOLDER] = folder


def copy_migrated_sqlite(place: Path) -> None:
    """Copy a fully migrated SQLite database to a new file."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(_migrated_sqlite())) as made, closing(sqlite3.connect(place)) as copy:
        made.backup(copy)


def link_static_files(place: Path) -> None:
    """Link the collected static files to the folder from which a site serves them.

    The files are shared, so sites must not write to them.
    """
    made = _collected_static_files()
    if not place.exists():
        place.symlink_to(made)


def create_migrated_database(server: str, name: str) -> str:
    """Create a fully migrated PostgreSQL database; replace one of the same name.

    Args:
        server: URL of a database on the server whose role may create databases.
        name: name of the new database.

    Returns:
        The URL of the new database.
    """
    template = f"epic_prepared_{hashlib.sha256(os.environ[FOLDER].encode()).hexdigest()[:12]}"
    with exclusive_lock("postgresql") as folder, psycopg.connect(server, autocommit=True) as own:
        known = folder / f"template-{hashlib.sha256(server.encode()).hexdigest()[:12]}"
        if not known.exists():
            own.execute(f'create database "{template}"'.encode())
            known.write_text(f"{server}\n{template}")
            _migrate(database_url(server, template))
        own.execute(f'drop database if exists "{name}" with (force)'.encode())
        own.execute(f'create database "{name}" template "{template}"'.encode())
    return database_url(server, name)


def migrated_cluster_data() -> Path:
    """Return the data folder of a migrated PostgreSQL cluster.

    It is used by ``services.cluster``.
    """
    with exclusive_lock("cluster") as folder:
        made = folder / "cluster"
        if not made.exists():
            with services.cluster() as own:
                _migrate(own.url)
                own.save_data(made)
    return made


def database_url(server: str, name: str) -> str:
    """Return the URL of another database of the same server."""
    return f"{server.rpartition('/')[0]}/{name}"


def _drop_templates(folder: Path) -> None:
    """Drop the template databases; servers that have stopped are skipped."""
    for known in folder.glob("template-*"):
        server, template = known.read_text().splitlines()
        with suppress(psycopg.OperationalError), psycopg.connect(server, autocommit=True) as own:
            own.execute(f'drop database if exists "{template}" with (force)'.encode())


@contextmanager
def exclusive_lock(kind: str) -> Iterator[Path]:
    """Hold a lock of this run and yield the shared folder."""
    folder = Path(os.environ[FOLDER])
    with (folder / f"{kind}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


def _migrated_sqlite() -> Path:
    with exclusive_lock("sqlite") as folder:
        made = folder / "migrated.sqlite3"
        if not made.exists():
            _migrate(f"sqlite:///{folder}/migrating.sqlite3")
            (folder / "migrating.sqlite3").rename(made)
    return made


def _collected_static_files() -> Path:
    with exclusive_lock("static") as folder:
        made = folder / "gathered" / "static"
        if not made.exists():
            made.parent.mkdir(exist_ok=True)
            settings = {
                "VAR_DIR": str(made.parent),
                "GATHERED_STATIC": "1",
                "REDIS_URL": f"unix://{folder}/nobody.sock",
            }
            collect_program = (
                "import django; django.setup(); from epic_events.infra.static_files import collect; collect()"
            )
            subprocess.run(
                [sys.executable, "-c", collect_program], cwd=ROOT, env={**os.environ, **settings}, check=True
            )
    return made


def _migrate(url: str) -> None:
    folder = os.environ[FOLDER]
    settings = {"DATABASE_URL": url, "VAR_DIR": folder, "DEMO": "off", "REDIS_URL": f"unix://{folder}/nobody.sock"}
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env={**os.environ, **settings}, check=True
    )
