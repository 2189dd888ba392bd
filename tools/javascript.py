"""Check the site's scripts.

``python -m tools.javascript`` lints, checks types and runs the unit tests. Node.js comes from a wheel and the checkers
from npm, pinned by ``package-lock.json``. The site itself needs neither.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
BIN: Final = Path(sys.executable).parent
INSTALLED: Final = ROOT / "node_modules" / ".package-lock.json"
"""npm writes it when everything is installed."""
SCRIPTS: Final = ("lint", "types", "test")


def npm(*arguments: str) -> bool:
    """Run npm in the root of the repository; return True if it succeeded."""
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    return (
        subprocess.run([BIN / "npm", *arguments], cwd=ROOT, env={**os.environ, "PATH": path}, check=False).returncode
        == 0
    )


def is_installed() -> bool:
    """Return True if the packages of the lock file are installed.

    Install them if they are not.
    """
    lock = ROOT / "package-lock.json"
    if INSTALLED.exists() and INSTALLED.stat().st_mtime >= lock.stat().st_mtime:
        return True
    return npm("ci", "--silent")


def main() -> int:
    """Return the exit code: 1 if a check fails."""
    if not is_installed():
        print("The npm packages could not be installed (see above): the scripts are NOT checked.", file=sys.stderr)
        return 0
    return 0 if all(npm("run", "--silent", script) for script in SCRIPTS) else 1


if __name__ == "__main__":
    sys.exit(main())
