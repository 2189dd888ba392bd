"""Compiled modules are used on request and only for the same sources."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from rules.compiled import MANIFEST, compiled_package_path, fingerprint
from tests.conftest import ROOT
from tools.compiled.wheel import MODULES, copy_sources


def test_compiled_package_path_without_modules_raises(tmp_path: Path) -> None:
    with pytest.raises(ImportError, match="holds nothing compiled"):
        compiled_package_path(str(tmp_path))


def test_compiled_package_path_of_other_sources_raises(tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text("0" * 32, encoding="utf-8")
    with pytest.raises(ImportError, match="other sources than these"):
        compiled_package_path(str(tmp_path))


def test_compiled_package_path_is_used_by_library(tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text(fingerprint(), encoding="utf-8")
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "here.py").write_text("FOUND = True\n", encoding="utf-8")
    command = [sys.executable, "-c", "import rules.here; print(rules.here.FOUND)"]
    environment = {**os.environ, "RULES_COMPILED": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
    assert done.stdout == "True\n"


def test_compiled_modules_all_exist() -> None:
    assert [name for name in MODULES if not (ROOT / name).is_file()] == []


def test_compiled_wheel_has_library_and_listed_modules(tmp_path: Path) -> None:
    copy_sources(tmp_path / "source")
    asked = "import setuptools; setuptools.setup = lambda ext_modules: print(*ext_modules); import mypyc.build; "
    asked += "mypyc.build.mypycify = lambda names, opt_level: names; exec(open('setup.py').read())"
    done = subprocess.run(
        [sys.executable, "-c", asked], cwd=tmp_path / "source", check=True, capture_output=True, text=True
    )
    assert done.stdout.split() == ["--config-file=mypy.ini", *MODULES]
    here = tomllib.loads((ROOT / "rules" / "pyproject.toml").read_text(encoding="utf-8"))
    here["project"]["readme"] = "rules/README.md"
    here["tool"]["setuptools"]["package-dir"] = {"rules": "rules"}
    assert tomllib.loads((tmp_path / "source" / "pyproject.toml").read_text(encoding="utf-8")) == here
    assert [name for name in MODULES if not (tmp_path / "source" / name).is_file()] == []
