"""Compile hot modules of the engine with mypyc into an unpacked wheel."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from rules.compiled import MANIFEST, SOURCES, fingerprint

ENGINE = ("legality", "decision", "randomness", "ids", "log", "loop", "state", "values", "action_types")
PACKAGES = (
    *("state", "players", "board", "selection", "battle", "multiplayer", "plays", "instructions", "turn"),
    *("actions", "game_loop"),
)
"""Packages of Epic in which random play and replay spend their time."""
SUBCLASS_MODULES = (
    "rules/champions/state/model.py",
    *(f"rules/champions/actions/{name}.py" for name in ("chance_cards", "place_champion", "play_card", "turn_actions")),
)
"""Modules with subclasses of compiled classes, which must be compiled too."""
MODULES = (
    *SUBCLASS_MODULES,
    *(f"rules/engine/{name}.py" for name in ENGINE),
    *("rules/epic/interpretation_options.py", "rules/epic/frame_handlers.py", "rules/epic/engine.py"),
    *("rules/epic/cards/game_cards.py", "rules/epic/cards/printed.py"),
    *(
        f"rules/epic/{room}/{path.name}"
        for room in PACKAGES
        for path in sorted((SOURCES / "epic" / room).glob("*.py"))
        if path.name != "__init__.py"
    ),
)

SETTINGS = "[mypy]\npython_version = 3.11\nignore_missing_imports = True\n"
"""Types are checked by `make lint`; mypyc needs no plug-ins for these modules."""
SETUP = """\
from mypyc.build import mypycify
from setuptools import setup

setup(ext_modules=mypycify({!r}, opt_level="3"))
"""
MOVED = {'rules = "."': 'rules = "rules"', 'readme = "README.md"': 'readme = "rules/README.md"'}
"""Paths in the library's pyproject.toml that change one folder above it, where mypyc runs."""


def build_wheel(place: Path) -> Path:
    """Build a wheel with compiled modules, unpack it into ``place``, return its path.

    Raises:
        subprocess.CalledProcessError: mypyc or the C compiler failed and printed its errors.
    """
    made_from = fingerprint()
    shutil.rmtree(place, ignore_errors=True)
    source = place / "source"
    copy_sources(source)
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet", "--no-deps"]
    command += ["--no-build-isolation", "--wheel-dir", str(place), str(source)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (wheel,) = place.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(place)
    (place / MANIFEST).write_text(f"{made_from}\n", encoding="utf-8")
    return wheel


def copy_sources(source: Path) -> None:
    """Copy the library into ``source`` as a project that compiles its hot modules."""
    shutil.copytree(SOURCES, source / "rules", ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    description = (source / "rules" / "pyproject.toml").read_text(encoding="utf-8")
    for here, above in MOVED.items():
        if here not in description:
            raise LookupError(f"rules/pyproject.toml does not say {here!r}")
        description = description.replace(here, above)
    (source / "pyproject.toml").write_text(description, encoding="utf-8")
    (source / "mypy.ini").write_text(SETTINGS, encoding="utf-8")
    (source / "setup.py").write_text(SETUP.format(["--config-file=mypy.ini", *MODULES]), encoding="utf-8")
