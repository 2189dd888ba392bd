"""Which Python ``make`` takes for the environment of the project."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def python_at(place: Path, name: str, *, fits: bool) -> str:
    """Put a program there that says whether it is a Python the project runs on and can make environments with."""
    place.mkdir(exist_ok=True)
    file = place / name
    file.write_text(f"#!/bin/sh\nexit {0 if fits else 1}\n")
    file.chmod(0o755)
    return str(file)


def chosen(system: Path, path: Path) -> str:
    """Return what the Makefile takes where these are the system's folder and the one of PATH."""
    make = shutil.which("make")
    assert make is not None
    asked = [make, "--no-print-directory", "--eval", "which: ; @echo $(PYTHON)", f"SYSTEM={system}", "which"]
    environment = {name: value for name, value in os.environ.items() if name not in {"PYTHON", "MAKEFLAGS"}}
    environment["PATH"] = str(path)
    done = subprocess.run(asked, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.parametrize("name", ["python3.11", "python3.14", "python3"])
def test_the_python_of_the_system_comes_first(tmp_path: Path, name: str) -> None:
    own = python_at(tmp_path / "system", name, fits=True)
    python_at(tmp_path / "path", "python3.11", fits=True)
    assert chosen(tmp_path / "system", tmp_path / "path") == own


def test_a_python_that_does_not_do_is_passed_over(tmp_path: Path) -> None:
    python_at(tmp_path / "system", "python3.11", fits=False)
    python_at(tmp_path / "path", "python3.12", fits=False)
    python_at(tmp_path / "path", "python3.13", fits=True)
    python_at(tmp_path / "path", "python", fits=True)
    assert chosen(tmp_path / "system", tmp_path / "path") == "python3.13"


def test_where_there_is_none_make_says_which_would_do(tmp_path: Path) -> None:
    python_at(tmp_path / "path", "python3", fits=False)
    assert chosen(tmp_path / "system", tmp_path / "path") == ""
    make = shutil.which("make")
    assert make is not None
    shutil.copy(ROOT / "Makefile", tmp_path)
    done = subprocess.run(
        [make, ".venv/bin/python", f"SYSTEM={tmp_path / 'system'}"],
        cwd=tmp_path, env={"PATH": str(tmp_path / "path")}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stdout.splitlines() == [
        "Python 3.11, 3.12, 3.13 or 3.14 with its venv module is needed, and none was found.",
        "On Debian the venv module is a package of its own: apt-get install python3-venv",
    ]
