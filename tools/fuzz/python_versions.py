"""Replay games on other versions of Python and compare the logs.

python -m tools.fuzz.python_versions FILE     (run by the other Python) replay the games in FILE and print log hashes
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

from rules.engine.decision import Action
from rules.engine.game import Setup
from rules.engine.log import Event
from rules.epic.engine import ENGINE

ROOT: Final = Path(__file__).resolve().parents[2]
NEEDS: Final = ("lark", "RapidFuzz", "snowballstemmer")
"""Requirements of the library; requirements.txt has their versions."""
VERSIONS: Final = ("3.12", "3.13", "3.14")


def other_interpreters() -> list[Path]:
    """Return the installed interpreters of other versions, one for each version."""
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found: list[Path] = []
    for version in VERSIONS:
        if version == f"{sys.version_info.major}.{sys.version_info.minor}":
            continue
        on_path = shutil.which(f"python{version}")
        installed = sorted(versions.glob(f"{version}.*/bin/python"))
        found += [Path(on_path)] if on_path and not installed else installed[-1:]
    return found


def log_hash(log: list[Event]) -> str:
    """Return a hash of the log."""
    lines = (f"{event.seq} {event.kind} {event.args} {event.rules} {event.cause}\n" for event in log)
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def game_to_json(setup: Setup, answers: tuple[Action, ...]) -> dict[str, Any]:
    """Return a game as JSON data."""
    return {
        "setup": [getattr(setup, field.name) for field in fields(Setup)],
        "answers": [[answer.seat, answer.verb, answer.refs, answer.option, answer.amounts] for answer in answers],
    }


def replay_hashes(games: list[dict[str, Any]]) -> list[str]:
    """Replay stored games and return the hash of each log."""
    hashes = []
    for game in games:
        state = ENGINE.new_game(Setup(*_tuples(game["setup"])))
        for answer in game["answers"]:
            ENGINE.apply(state, Action(*_tuples(answer)))
        hashes.append(log_hash(state.log))
    return hashes


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list | tuple) else value


def replay_hashes_on(python: Path, games: Path) -> list[str]:
    """Return the log hashes of the games in a file, computed by another Python.

    Raises:
        subprocess.CalledProcessError: the requirements cannot be installed, or the replay fails.
    """
    pinned = [
        line.split()[0]
        for line in (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
        if line.partition("==")[0] in NEEDS
    ]
    with tempfile.TemporaryDirectory(prefix="epic-python-") as folder:
        subprocess.run([str(python), "-m", "venv", folder], check=True, capture_output=True)
        own = f"{folder}/bin/python"
        command = [own, "-m", "pip", "--disable-pip-version-check", "install", "-q", *pinned]
        subprocess.run(command, check=True, capture_output=True)
        done = subprocess.run(
            [own, "-m", "tools.fuzz.python_versions", str(games)], cwd=ROOT, check=True, capture_output=True, text=True
        )
    hashes: list[str] = json.loads(done.stdout)
    return hashes


if __name__ == "__main__":
    print(json.dumps(replay_hashes(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))))
