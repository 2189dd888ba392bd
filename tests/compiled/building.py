"""Compiling the hot modules of the engine with mypyc, in a folder of their own."""

import shutil
import subprocess
import sys
from pathlib import Path

from rules.compiled import MANIFEST, SOURCES, fingerprint

ENGINE = ("checking", "decision", "drawing", "ids", "log", "loop", "state", "values", "verbs")
ROOMS = (
    *("state", "players", "board", "picking", "battle", "multiplayer", "plays", "instructions", "turn"),
    *("verbs", "process"),
)
"""What random play and replay spend their time in, whole rooms of Epic; the rest of the library stays as it is."""
HEIRS = (
    "rules/champions/state/model.py",
    *(f"rules/champions/verbs/{name}.py" for name in ("acting", "bringing", "placing", "playing")),
)
"""What derives from a compiled class has to be compiled with it, of whichever game it is."""
MODULES = (
    *HEIRS,
    *(f"rules/engine/{name}.py" for name in ENGINE),
    *("rules/epic/readings.py", "rules/epic/frames.py", "rules/epic/engine.py"),
    *("rules/epic/cards/played.py", "rules/epic/cards/printed.py"),
    *(
        f"rules/epic/{room}/{path.name}"
        for room in ROOMS
        for path in sorted((SOURCES / "epic" / room).glob("*.py"))
        if path.name != "__init__.py"
    ),
)

SETTINGS = "[mypy]\npython_version = 3.11\nignore_missing_imports = True\n"
"""Types are checked by `make lint`; mypyc needs no plug-ins for these modules."""


def build(place: Path) -> None:
    """Copy the library into ``place`` and compile its hot modules there.

    Raises:
        subprocess.CalledProcessError: mypyc or the C compiler has found something; it has said what.
    """
    made_from = fingerprint()
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(SOURCES, place / "rules", ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    (place / "mypy.ini").write_text(SETTINGS, encoding="utf-8")
    command = [sys.executable, "-m", "mypyc", "--config-file", "mypy.ini", *MODULES]
    subprocess.run(command, cwd=place, check=True, stdout=subprocess.DEVNULL)
    (place / MANIFEST).write_text(f"{made_from}\n", encoding="utf-8")
