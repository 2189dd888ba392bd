"""Backup and restore of the whole database in one file.

All user data, including uploads, is in the database. The settings and ``SECRET_KEY`` are not part of a backup and
should be stored elsewhere. A backup is a consistent snapshot, made while the site runs.

The file is a SQLite database or a dump of PostgreSQL, followed by a digest of these bytes. Programs of either database
ignore what follows.
"""

import hashlib
import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Any, Final
from urllib.parse import quote

from django.conf import settings
from django.db import connection, connections

from epic_events.infra.errors import MissingError, StateError, UnavailableError, UserError

SQLITE_BEGINS: Final = b"SQLite format 3\x00"
POSTGRESQL_BEGINS: Final = b"PGDMP"
PAGES_AT_ONCE: Final = 2000
"""Number of SQLite pages copied per step; other connections can write between steps."""


_TRAILER: Final = b"\nepic-events-backup sha256:%s\n"
_TRAILER_LENGTH: Final = len(_TRAILER) - 2 + 64
_TRAILER_PATTERN: Final = re.compile(re.escape(_TRAILER).replace(b"%s", b"([0-9a-f]{64})"))
_CHUNK: Final = 1024 * 1024  # bytes


class BackupError(UserError):
    """A backup could not be made or restored.

    The message says why. Nothing was changed.
    """


def write_backup(target: Path) -> int:
    """Write a backup to a new file, readable by its owner only.

    Args:
        target: the file; it appears when it is complete.

    Returns:
        Its size in bytes.

    Raises:
        BackupError: the file exists or cannot be written, or the database cannot be copied.
    """
    if target.exists():
        raise BackupError(f"{target} is there already: name a new file, so that no copy is lost.")
    if not target.parent.is_dir():
        raise BackupError(f"There is no folder {target.parent}.")
    growing = target.with_name(f".{target.name}.part")
    try:
        growing.touch(mode=0o600, exist_ok=True)
        if connection.vendor == "sqlite":
            _copy_sqlite(_sqlite_path(), growing)
        else:
            _run("pg_dump", ["--format=custom", "--no-owner", "--no-privileges", f"--file={growing}"])
        _append_digest(growing)
        growing.replace(target)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"The copy was not made: {error}.") from error
    finally:
        growing.unlink(missing_ok=True)
    return target.stat().st_size


def restore(source: Path, *, over: bool = False, unchecked: bool = False) -> None:
    """Replace the database by a backup, completely or not at all.

    Stop the site first: concurrent writes are lost.

    Args:
        source: a file of :func:`write_backup` from the same kind of database.
        over: True to replace a database that is not empty.
        unchecked: True to restore a backup without a digest, as earlier versions made them.

    Raises:
        BackupError: the file is no backup, of another kind of database, damaged, or cannot be restored; the database
            is unchanged.
        MissingError: there is no such file.
        StateError: the database is not empty and ``over`` is False.
    """
    if not source.is_file():
        raise MissingError(f"There is no file {source}.")
    _require_kind(source)
    if not over and connection.introspection.table_names():
        raise StateError("The database holds something already: with --over it is replaced by the copy.")
    try:
        with _verified_copy(source, unchecked=unchecked) as copy:
            if connection.vendor == "sqlite":
                _restore_sqlite(copy)
            else:
                _restore_postgresql(copy)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"The copy was not taken in; the database is as it was: {error}.") from error


def _require_kind(source: Path) -> None:
    """Raise if a file is no backup of this kind of database.

    Raises:
        BackupError: says what the file is.
    """
    with source.open("rb") as read:
        begins = read.read(16)
    kinds = {SQLITE_BEGINS: "sqlite", POSTGRESQL_BEGINS: "postgresql"}
    kind = next((name for begin, name in kinds.items() if begins.startswith(begin)), None)
    if kind is None:
        raise BackupError(f"{source} is no copy that this site has made.")
    if kind != connection.vendor:
        raise BackupError(f"{source} is a copy of another kind of database: DATABASE_URL has to name one of its kind.")


def _append_digest(backup: Path) -> None:
    """Append the digest of a file to it and write the file to the disk."""
    with backup.open("rb+") as written:
        digest = hashlib.file_digest(written, "sha256").hexdigest()
        written.seek(0, os.SEEK_END)
        written.write(_TRAILER % digest.encode())
        written.flush()
        os.fsync(written.fileno())


@contextmanager
def _verified_copy(source: Path, *, unchecked: bool) -> Iterator[Path]:
    """Yield a temporary copy of a backup without its digest.

    The digest was compared with the copied bytes.

    Raises:
        BackupError: the digest is missing or differs.
    """
    with source.open("rb") as read:
        length = max(0, os.fstat(read.fileno()).st_size - _TRAILER_LENGTH)
        read.seek(length)
        found = _TRAILER_PATTERN.fullmatch(read.read())
    if found is None:
        if not unchecked:
            raise BackupError(
                f"{source} is damaged or incomplete: it does not end with its digest. A backup of a version without"
                " digests is restored with --unchecked."
            )
        length = source.stat().st_size
    with NamedTemporaryFile(dir=settings.VAR_DIR, prefix="restore-") as copy:
        digest = _copy_bytes(source, copy, length)
        if found is not None and digest != found[1].decode():
            raise BackupError(f"{source} is damaged: its content does not match its digest. Use another backup.")
        yield Path(copy.name)


def _copy_bytes(source: Path, target: IO[bytes], length: int) -> str:
    """Copy the first bytes of a file; return their SHA-256 digest."""
    digest = hashlib.sha256()
    with source.open("rb") as read:
        while length and (chunk := read.read(min(_CHUNK, length))):
            digest.update(chunk)
            target.write(chunk)
            length -= len(chunk)
    target.flush()
    return digest.hexdigest()


def _sqlite_path() -> Path:
    return Path(settings.DATABASES["default"]["NAME"])


def _copy_sqlite(origin: Path, target: Path) -> None:
    """Copy a SQLite database with its online backup API."""
    with closing(sqlite3.connect(f"file:{quote(str(origin))}?mode=rw", uri=True, timeout=20)) as read:
        # An open read transaction sees one snapshot, so concurrent writes do not restart the copy.
        read.execute("BEGIN")
        read.execute("SELECT count(*) FROM sqlite_master").fetchone()
        with closing(sqlite3.connect(target)) as written:
            read.backup(written, pages=PAGES_AT_ONCE)
            _require_whole(written)


def _require_whole(copied: sqlite3.Connection) -> None:
    """Raise if a copy is damaged.

    Raises:
        BackupError: says where.
    """
    result = str(copied.execute("PRAGMA quick_check(1)").fetchone()[0])
    if result != "ok":
        raise BackupError(f"The copy is damaged: {result}.")


def _restore_sqlite(source: Path) -> None:
    place = _sqlite_path()
    connections.close_all()
    with closing(sqlite3.connect(source)) as copied:
        _require_whole(copied)
    with closing(sqlite3.connect(place, timeout=20)) as running, closing(sqlite3.connect(source)) as copied:
        copied.backup(running)  # in one transaction: readers see the old or the new database


def _restore_postgresql(source: Path) -> None:
    connections.close_all()
    with NamedTemporaryFile("w+", encoding="utf-8", suffix=".sql", dir=settings.VAR_DIR) as script:
        # Tables of a newer version are not in the backup and would conflict with it: drop everything, in the same
        # transaction as the restore.
        script.write("DROP SCHEMA public CASCADE;\nCREATE SCHEMA public;\n")
        script.flush()
        _run("pg_restore", ["--no-owner", "--no-privileges", "--file=-", str(source)], into=script)
        script.flush()
        _run(
            "psql", ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", f"--file={script.name}"]
        )


def _address() -> dict[str, str]:
    """Return the connection parameters of PostgreSQL as libpq names them."""
    settings_by_name: dict[str, Any] = connection.get_connection_params()
    return {
        name: str(settings_by_name[name])
        for name in ("host", "port", "user", "password", "dbname")
        if settings_by_name.get(name)
    }


def _run(program: str, words: Sequence[str], *, into: IO[str] | None = None) -> None:
    """Run a PostgreSQL program on this database.

    The password is passed in the environment.

    Raises:
        BackupError: it failed, with its output.
        UnavailableError: it is not installed.
    """
    path = shutil.which(program)
    if path is None:
        raise UnavailableError(
            f"{program} is not installed: it comes with the client programs of PostgreSQL, of the server's version or"
            " newer (Debian: apt-get install postgresql-client).",
            retry_after=0,
        )
    names = {"host": "PGHOST", "port": "PGPORT", "user": "PGUSER", "password": "PGPASSWORD", "dbname": "PGDATABASE"}
    settings_by_name = {names[name]: value for name, value in _address().items()}
    done = subprocess.run(  # noqa: S603 - a program of PostgreSQL, with words of ours
        [path, *words],
        env={**os.environ, **settings_by_name},
        stdout=into or subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise BackupError(f"{program} failed; nothing was changed: {last}")
