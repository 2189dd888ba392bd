"""Choice of Python and installation of packages by the Makefile."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def python_at(place: Path, name: str, *, fits: bool) -> str:
    """Create an executable that passes or fails the check for a suitable Python."""
    place.mkdir(exist_ok=True)
    file = place / name
    file.write_text(f"#!/bin/sh\nexit {0 if fits else 1}\n")
    file.chmod(0o755)
    return str(file)


def chosen(system: Path, path: Path) -> str:
    """Return the Python the Makefile chooses with these system and PATH folders."""
    make = shutil.which("make")
    assert make is not None
    asked = [make, "--no-print-directory", "--eval", "which: ; @echo $(PYTHON)", f"SYSTEM={system}", "which"]
    environment = {name: value for name, value in os.environ.items() if name not in {"PYTHON", "MAKEFLAGS"}}
    environment["PATH"] = str(path)
    done = subprocess.run(asked, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.parametrize("name", ["python3.11", "python3.14", "python3"])
def test_make_prefers_the_system_python(tmp_path: Path, name: str) -> None:
    own = python_at(tmp_path / "system", name, fits=True)
    python_at(tmp_path / "path", "python3.11", fits=True)
    assert chosen(tmp_path / "system", tmp_path / "path") == own


def test_make_skips_an_unsuitable_python(tmp_path: Path) -> None:
    python_at(tmp_path / "system", "python3.11", fits=False)
    python_at(tmp_path / "path", "python3.12", fits=False)
    python_at(tmp_path / "path", "python3.13", fits=True)
    python_at(tmp_path / "path", "python", fits=True)
    assert chosen(tmp_path / "system", tmp_path / "path") == "python3.13"


def test_make_without_a_suitable_python_names_the_versions(tmp_path: Path) -> None:
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


def installing(folder: Path, *, uv_finds: bool, pip_says: str = "", **more: str) -> list[str]:
    """Return the commands ``make .venv/.run`` runs, with stubs for pip and uv."""
    (folder / ".venv" / "bin").mkdir(parents=True)
    (folder / "requirements.txt").touch()
    shutil.copy(ROOT / "Makefile", folder)
    uv = f'echo "uv $* place=$UV_DEFAULT_INDEX compiled=$UV_COMPILE_BYTECODE" >> done; exit {0 if uv_finds else 1}'
    programs = {"python": f'echo "pip ${{*#*-check }}" >> done; echo "{pip_says}"', "uv": uv}
    for name, text in programs.items():
        (folder / ".venv" / "bin" / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / ".venv" / "bin" / name).chmod(0o755)
    make = shutil.which("make")
    assert make is not None
    environment = {"PATH": os.environ["PATH"], **more}
    subprocess.run([make, ".venv/.run"], cwd=folder, env=environment, capture_output=True, check=True)
    return (folder / "done").read_text().splitlines()


UV_ASKED = "uv --quiet pip install --python .venv/bin/python -r requirements.txt"
OTHERS = "Looking in indexes: http://pip.example/simple, http://more.example/"
"""What pip says where it has been told to look elsewhere than usual."""


@pytest.mark.parametrize(
    ("pip_says", "more", "place"),
    [
        ("Collecting uv", {}, ""),
        (OTHERS, {}, "http://pip.example/simple"),
        (OTHERS, {"UV_DEFAULT_INDEX": "http://uv.example/"}, "http://uv.example/"),
    ],
)
def test_install_uses_uv_with_the_index_of_pip(tmp_path: Path, pip_says: str, more: dict[str, str], place: str) -> None:
    first, *done = installing(tmp_path, uv_finds=True, pip_says=pip_says, **more)
    assert first.startswith("pip install uv==")
    assert done == [f"{UV_ASKED} place={place} compiled=1"]


def test_install_when_uv_fails_uses_pip(tmp_path: Path) -> None:
    _uv, *done = installing(tmp_path, uv_finds=False)
    assert done == [f"{UV_ASKED} place= compiled=1", "pip --quiet install -r requirements.txt"]
