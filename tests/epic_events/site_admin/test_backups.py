"""Backups during writes, and restore."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.conftest import ROOT
from tools import artifacts, services

pytestmark = pytest.mark.worker  # databases and processes of their own

BEGIN = "import django; django.setup()\n"
FILL = """
from tests.epic_events.pairings.play import published_round, running_event
published_round(*running_event(8))
"""
# A user and the player of it come in one transaction: a copy has both or neither.
WRITE = """
import sys
from django.db import transaction
from tests.epic_events.factories import make_player, make_user
for number in range(100_000):
    with transaction.atomic():
        make_player(user=make_user(f"Written {number}", email=f"written{number}@example.com", password=None))
    print(number, flush=True)
"""
SHOW = """
import hashlib, json, sys
from django.core.management import CommandError, call_command
from django.db import connection
from epic_events.accounts.models import Player, User
def rows(table):
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT * FROM "{table}" ORDER BY 1')
        return hashlib.sha256(repr(cursor.fetchall()).encode()).hexdigest()
def show():
    written = [kind.objects.filter(name__startswith="Written").count() for kind in (User, Player)]
    return {table: rows(table) for table in sorted(connection.introspection.table_names())}, written
def run_command(*words):
    try:
        call_command(*words, verbosity=0, stdout=sys.stderr)
    except CommandError as error:
        return str(error)
"""
RESTORE = f"""{SHOW}
run_command("restore", *sys.argv[1:])
print(json.dumps(show()))
"""
BREAK = f"""{SHOW}
quiet, damaged = sys.argv[1:]
run_command("backup", quiet)
with open(quiet, "rb") as whole, open(damaged, "wb") as half:
    half.write(whole.read()[: whole.tell() // 2])
before = show()
with connection.cursor() as cursor:
    cursor.execute("CREATE TABLE of_a_newer_version (id integer)")
refused = [
    run_command("restore", quiet),
    run_command("restore", damaged, "--over"),
    run_command("restore", f"{{quiet}}.gone", "--over"),
]
broken = show()
del broken[0]["of_a_newer_version"]
run_command("restore", quiet, "--over")
print(json.dumps([before, broken, show(), refused]))
"""
FLIP = f"""{SHOW}
import random
from pathlib import Path
from epic_events.site_admin.backups import BackupError, restore
good, damaged, unsealed = map(Path, sys.argv[1:])
run_command("backup", str(good))
content, before = good.read_bytes(), show()
end = content.rindex(b"\\nepic-events-backup")
places = [*range(16), *range(end, len(content)), *random.Random(1).sample(range(end), 200)]
accepted = []
def refused(changed):
    damaged.write_bytes(changed)
    try:
        restore(damaged, over=True)
    except BackupError:
        return True
    return False
for place in places:
    for bit in range(8) if place < 16 or place >= end else [place % 8]:
        changed = bytearray(content)
        changed[place] ^= 1 << bit
        if not refused(changed):
            accepted.append([place, bit])
lengths = [0, 10, end // 2, end, len(content) - 1]
cut = [refused(content[:length]) for length in lengths] + [refused(content + b"x")]
unsealed.write_bytes(content[:end])
without_digest = run_command("restore", str(unsealed), "--over")
unchanged = show() == before
run_command("restore", str(unsealed), "--over", "--unchecked")
print(json.dumps([accepted, cut, without_digest, unchanged, show() == before]))
"""


class Installation:
    """A site with its own database and no running processes."""

    def __init__(self, url: str, var: Path) -> None:
        var.mkdir()
        output = {"DATABASE_URL": url, "VAR_DIR": str(var), "DJANGO_SETTINGS_MODULE": "epic_events.settings"}
        self.environment = {**os.environ, **output, "REDIS_URL": f"unix://{var}/nobody.sock", "DEMO": "off"}

    def command(self, *words: str) -> list[str]:
        return [sys.executable, *words]

    def does(self, code: str, *words: str) -> str:
        return self._run(self.command("-c", BEGIN + code, *words))

    def manages(self, *words: str) -> str:
        return self._run(self.command("manage.py", *words))

    def _run(self, command: list[str]) -> str:
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False, timeout=300
        )
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.sweep)])
def two(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Installation, Installation]]:
    """Yield two sites on one kind of database; only the first has tables."""
    names = ("epic_copied", "epic_restored")
    if request.param == "sqlite":
        places = [tmp_path / name / "epic.sqlite3" for name in ("one", "two")]
        one, other = (Installation(f"sqlite:///{place}", place.parent) for place in places)
        artifacts.copy_migrated_sqlite(places[0])
        yield one, other
        return
    with services.cluster(artifacts.migrated_cluster_data()) as own:
        urls = [artifacts.database_url(own.url, name) for name in names]
        with psycopg.connect(artifacts.database_url(own.url, "template1"), autocommit=True) as connection:
            connection.execute(b"create database epic_copied template postgres")
            connection.execute(b"create database epic_restored template template0")
        yield Installation(urls[0], tmp_path / "one"), Installation(urls[1], tmp_path / "two")


def test_backup_during_writes_is_consistent_and_restores(
    two: tuple[Installation, Installation], tmp_path: Path
) -> None:
    one, other = two
    one.does(FILL)
    under_writes, quiet, damaged = tmp_path / "under-writes", tmp_path / "quiet", tmp_path / "damaged"
    with subprocess.Popen(
        one.command("-c", BEGIN + WRITE), cwd=ROOT, env=one.environment, stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        accepted = [int(writer.stdout.readline()) for _ in range(3)]
        one.manages("backup", str(under_writes))
        written = int(writer.stdout.readline())
        writer.terminate()
        writer.stdout.read()
    assert under_writes.stat().st_mode & 0o777 == 0o600
    assert written > accepted[-1]  # no one waited for the copy

    tables, (users, players) = json.loads(other.does(RESTORE, str(under_writes)))
    assert users == players > accepted[-1]
    assert len(tables) > 40

    before, broken, put_back, refused = json.loads(one.does(BREAK, str(quiet), str(damaged)))
    assert "with --over it is replaced" in refused[0]
    assert refused[1]
    assert "There is no file" in refused[2]
    assert broken == before  # what was refused has changed nothing
    assert put_back == before  # nor does what a newer version has added stand in the way of what is taken in
    assert json.loads(other.does(RESTORE, str(quiet), "--over")) == before


def test_restore_backup_with_flipped_bit_is_refused(two: tuple[Installation, Installation], tmp_path: Path) -> None:
    one, _other = two
    files = [str(tmp_path / name) for name in ("good", "damaged", "unsealed")]
    accepted, cut, without_digest, unchanged, restored = json.loads(one.does(FLIP, *files))
    assert accepted == []
    assert cut == [True] * 6
    assert "does not end with its digest" in without_digest
    assert (unchanged, restored) == (True, True)
