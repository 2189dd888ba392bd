"""Migrated databases and collected static files, built once for a test run.

To copy it takes no time; to migrate from nothing takes six seconds of a processor, whoever asks for it. That a site
does so is shown in ``tests/test_launch.py``, where one starts in an empty folder, and on PostgreSQL by the database
that all others there are copied from.
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
"""The environment variable that tells the processes of one run where it is."""


def keep_in(folder: str | None) -> None:
    """Have the processes of this run share what is made in a folder that goes with the run; None for one of its own."""
    if FOLDER in os.environ:
        return
    if folder is None:
        folder = tempfile.mkdtemp(prefix="epic-prepared-")
        atexit.register(shutil.rmtree, folder)
    atexit.register(_drop_templates, Path(folder))
    os.environ[FOLDER] = folder


def migrated_at(place: Path) -> None:
    """Write a database of which every migration has run to a file that is not there yet."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(_migrated())) as made, closing(sqlite3.connect(place)) as copy:
        made.backup(copy)


def gathered_at(place: Path) -> None:
    """Have the static files where a site serves them from, as its start gathers them; nobody writes there."""
    made = _gathered()
    if not place.exists():
        place.symlink_to(made)


def migrated_on(server: str, name: str) -> str:
    """Make a database of which every migration has run on a PostgreSQL, in place of one of that name.

    Args:
        server: the address of a database of it, from which others may be created.
        name: of the new one.

    Returns:
        Its address.
    """
    template = f"epic_prepared_{hashlib.sha256(os.environ[FOLDER].encode()).hexdigest()[:12]}"
    with alone("postgresql") as folder, psycopg.connect(server, autocommit=True) as own:
        known = folder / f"template-{hashlib.sha256(server.encode()).hexdigest()[:12]}"
        if not known.exists():
            own.execute(f'create database "{template}"'.encode())
            known.write_text(f"{server}\n{template}")
            _migrate(on(server, template))
        own.execute(f'drop database if exists "{name}" with (force)'.encode())
        own.execute(f'create database "{name}" template "{template}"'.encode())
    return on(server, name)


def migrated_cluster() -> Path:
    """Return the data of a PostgreSQL whose own database every migration has run on: see ``services.cluster``."""
    with alone("cluster") as folder:
        made = folder / "cluster"
        if not made.exists():
            with services.cluster() as own:
                _migrate(own.url)
                own.keep(made)
    return made


def on(server: str, name: str) -> str:
    """Return the address of another database of the same PostgreSQL."""
    return f"{server.rpartition('/')[0]}/{name}"


def _drop_templates(folder: Path) -> None:
    """Leave nothing on a server that outlives the run; one of the run's own is away by now, and they are with it."""
    for known in folder.glob("template-*"):
        server, template = known.read_text().splitlines()
        with suppress(psycopg.OperationalError), psycopg.connect(server, autocommit=True) as own:
            own.execute(f'drop database if exists "{template}" with (force)'.encode())


@contextmanager
def alone(kind: str) -> Iterator[Path]:
    """Hold what one process at a time may do, who comes meanwhile waits; yield the folder of this run."""
    folder = Path(os.environ[FOLDER])
    with (folder / f"{kind}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


def _migrated() -> Path:
    """Return the SQLite database; who asks first makes it."""
    with alone("sqlite") as folder:
        made = folder / "migrated.sqlite3"
        if not made.exists():
            _migrate(f"sqlite:///{folder}/migrating.sqlite3")
            (folder / "migrating.sqlite3").rename(made)
    return made


def _gathered() -> Path:
    """Return the folder of static files; who asks first makes it."""
    with alone("static") as folder:
        made = folder / "gathered" / "static"
        if not made.exists():
            made.parent.mkdir(exist_ok=True)
            told = {"VAR_DIR": str(made.parent), "GATHERED_STATIC": "1", "REDIS_URL": f"unix://{folder}/nobody.sock"}
            gather = "import django; django.setup(); from epic_events.infra.static_files import collect; collect()"
            subprocess.run([sys.executable, "-c", gather], cwd=ROOT, env={**os.environ, **told}, check=True)
    return made


def _migrate(url: str) -> None:
    folder = os.environ[FOLDER]
    told = {"DATABASE_URL": url, "VAR_DIR": folder, "DEMO": "off", "REDIS_URL": f"unix://{folder}/nobody.sock"}
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env={**os.environ, **told}, check=True)
