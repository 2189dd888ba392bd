"""Migrations backward and forward on a filled database."""

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

pytestmark = pytest.mark.worker  # databases of their own, and the settings of the site as it runs


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Yield the URL of an empty, migrated database."""
    if request.param == "sqlite":
        artifacts.copy_migrated_sqlite(tmp_path / "filled.sqlite3")
        yield f"sqlite:///{tmp_path}/filled.sqlite3"
        return
    with services.postgresql() as server:
        name = f"epic_migrations_{os.getpid()}"
        yield artifacts.create_migrated_database(server, name)
        with psycopg.connect(server, autocommit=True) as own:
            own.execute(f'drop database "{name}" with (force)'.encode())


@pytest.mark.sweep
def test_migrations_backward_and_forward_preserve_data_and_schema(database: str, tmp_path: Path) -> None:
    """Columns that both versions have keep their values."""
    output = {"DATABASE_URL": database, "VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "epic_events.settings"}
    environment = {**os.environ, **output, "REDIS_URL": f"unix://{tmp_path}/nobody.sock", "DEMO": "off"}
    command = [sys.executable, "-m", "tests.epic_events.infra.migrate_round_trip"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    found = json.loads(done.stdout.splitlines()[-1])
    assert found.pop("apps") == sorted(each.parent.name for each in (ROOT / "epic_events").glob("**/migrations"))
    assert found.pop("rows") > 150
    assert found == {"fewer": [], "changed": [], "schema": []}
