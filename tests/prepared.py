"""A SQLite database on which every migration has run, made once for all tests of a run.

To copy it takes no time; to migrate from nothing takes six seconds of a processor, whoever asks for it. That a site
does so is shown in ``tests/test_launch.py``, where one starts in an empty folder, and on PostgreSQL by that part of the
suite.
"""

import atexit
import fcntl
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

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
    os.environ[FOLDER] = folder


def migrated_at(place: Path) -> None:
    """Write a database of which every migration has run to a file that is not there yet."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(_migrated())) as made, closing(sqlite3.connect(place)) as copy:
        made.backup(copy)


def _migrated() -> Path:
    """Return the database; who asks first makes it, and who asks meanwhile waits."""
    folder = Path(os.environ[FOLDER])
    made = folder / "migrated.sqlite3"
    with (folder / "migrated.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            _migrate(folder / "migrating.sqlite3")
            (folder / "migrating.sqlite3").rename(made)
    return made


def _migrate(place: Path) -> None:
    told = {"DATABASE_URL": f"sqlite:///{place}", "VAR_DIR": str(place.parent), "DEMO": "off"}
    environment = {**os.environ, **told, "REDIS_URL": f"unix://{place.parent}/nobody.sock"}
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=environment, check=True)
