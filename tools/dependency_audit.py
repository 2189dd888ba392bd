"""Check pinned packages for known vulnerabilities.

``python -m tools.dependency_audit``; a part of ``make lint``. Exit code 1 for a package with a hole.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from tools.suite import ROOT

FILES: Final = ("requirements.txt", "requirements-telemetry.txt")
"""What a site runs on; what only tests it is no way in."""
NOT_RUN: Final = "NOT RUN: the service that knows of holes in packages"


def run_pip_audit() -> subprocess.CompletedProcess[str]:
    """Run pip-audit on the pinned packages; it reads the files and installs nothing."""
    files = [word for name in FILES for word in ("--requirement", str(ROOT / name))]
    quiet = ("--disable-pip", "--no-deps", "--progress-spinner", "off", "--timeout", "10", "--format", "json")
    command = [str(Path(sys.executable).parent / "pip-audit"), *files, *quiet]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def summarize(done: subprocess.CompletedProcess[str]) -> tuple[int, str]:
    """Return the exit code and what to say of what pip-audit has said."""
    try:
        packages: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        reason = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        return 0, f"{NOT_RUN} cannot be reached: {reason[:200]}"
    found = [(package, hole) for package in packages for hole in package.get("vulns", ())]
    holes = [
        f"{package['name']} {package['version']}: {hole['id']}, mended in {', '.join(hole['fix_versions']) or '-'}"
        for package, hole in found
    ]
    unknown = [package["name"] for package in packages if "skip_reason" in package]
    if holes:
        return 1, "\n".join(holes)
    if len(unknown) == len(packages):
        return 0, f"{NOT_RUN} knows none of the packages from here, so it was not really asked."
    summary = f"{len(packages) - len(unknown)} packages have no known hole."
    return 0, f"{summary} NOT ASKED about: {', '.join(unknown)}." if unknown else summary


if __name__ == "__main__":
    code, summary = summarize(run_pip_audit())
    print(summary)
    sys.exit(code)
