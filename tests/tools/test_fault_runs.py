"""Whole runs of the fault tool: a planted hang and TERM end it and everything it started."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.sweep
COMMAND = (
    "-m",
    "tools.faults",
    "--on",
    "sqlite",
    "--faults",
    "nothing",
    "--lead",
    "0",
    "--hold",
    "0",
    "--players",
    "60",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder for the temporary files of a run."""
    return tmp_path


def start(folder: Path, *options: str) -> subprocess.Popen[str]:
    """Start a run whose processes and files are below a folder."""
    unset = ("DATABASE_URL", "REDIS_URL", "VAR_DIR", "TEST_DATABASE_FILE", "DJANGO_SETTINGS_MODULE")
    environment = {name: value for name, value in os.environ.items() if name not in unset}
    return subprocess.Popen(
        [sys.executable, *COMMAND, *options],
        cwd=ROOT, env={**environment, "TMPDIR": str(folder)}, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def left_behind(folder: Path) -> Iterator[Any]:
    """Yield the processes and files of a run that still exist."""
    yield from folder.iterdir()
    for process in psutil.process_iter():
        try:
            if str(folder) in process.environ().get("VAR_DIR", ""):
                yield process
        except psutil.Error:
            continue


def test_run_with_stuck_site_fails_and_names_it(folder: Path) -> None:
    with start(folder, "--hang", "--patience", "5") as run:
        printed, _errors = run.communicate(timeout=300)
    assert run.returncode == 1
    assert "the site did not recover by itself" in printed
    assert "did not end within 20 s and was killed" in printed
    assert list(left_behind(folder)) == []


def test_terminated_run_ends_everything(folder: Path) -> None:
    with start(folder) as run:
        assert run.stdout is not None
        assert any("nothing ..." in line for line in run.stdout)
        run.send_signal(signal.SIGTERM)
        run.communicate(timeout=300)
    assert run.returncode == 128 + signal.SIGTERM
    assert list(left_behind(folder)) == []
