"""The library is installable and works without Django."""

import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import rules

FOLDER = Path(rules.__file__).parent

PLAY = """
import sys
sys.modules["django"] = None  # importing it fails from here on
import rules
assert rules.__file__.startswith(sys.argv[1]), rules.__file__
table = rules.game([["Kong"] * 30, ["Lash"] * 30])
rules.apply(table, "Ben: keep")
print(rules.verdict(table.record()).value)
from rules.__main__ import main
raise SystemExit(main(["rule", "epic-complete", "5.6.2"]))
"""


def test_distribution_lists_every_package() -> None:
    listed = tomllib.loads((FOLDER / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["packages"]
    found = {".".join(("rules", *path.parent.relative_to(FOLDER).parts)) for path in FOLDER.rglob("__init__.py")}
    assert set(listed) == found


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Build the wheel twice from one copy of the folder, as a packager does who builds, inspects and builds again."""
    folder = tmp_path_factory.mktemp("library")
    shutil.copytree(FOLDER, folder / "source", ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    built: list[Path] = []
    for name in ("first", "second"):
        command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--no-deps",
                   "--no-build-isolation", "-q", "-w", str(folder / name), str(folder / "source")]  # fmt: skip
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "1500000000"}
        subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
        built += (folder / name).glob("epic_rules-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheels: list[Path]) -> Path:
    """Unpack the wheel into an empty folder."""
    folder = wheels[0].parent
    with zipfile.ZipFile(wheels[0]) as archive:
        archive.extractall(folder / "installed")
    return folder / "installed"


def test_distribution_built_twice_has_same_files(wheels: list[Path]) -> None:
    first, second = (zipfile.ZipFile(wheel).namelist() for wheel in wheels)
    assert second == first
    assert [name for name in first if "/build/" in name or name.endswith("pyproject.toml")] == []
    assert wheels[1].read_bytes() == wheels[0].read_bytes()


def test_distribution_has_version_of_library(wheels: list[Path]) -> None:
    assert wheels[0].name.split("-")[1] == rules.__version__


def test_distribution_plays_and_judges_without_django(installed: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAY, str(installed)],
        cwd=installed.parent, env={"PYTHONPATH": str(installed)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stderr == ""
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == "legal"
    assert "5.6.2" in done.stdout


def test_distribution_has_every_data_file(installed: Path) -> None:
    kinds = {".md", ".toml", ".json", ".lark", ".rec"}
    stored = {path.relative_to(FOLDER) for path in FOLDER.rglob("*") if path.suffix in kinds} - {Path("pyproject.toml")}
    stored.add(Path("py.typed"))
    assert {path for path in stored if not (installed / "rules" / path).exists()} == set()
    assert not (installed / "rules" / "pyproject.toml").exists()
