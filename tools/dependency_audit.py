"""Check pinned packages for known vulnerabilities.

``python -m tools.dependency_audit``; a part of ``make lint``. The exit code is 1 if a package has a known
vulnerability.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from tools.suite import ROOT

FILES: Final = ("requirements.txt", "requirements-telemetry.txt")
"""Requirements of a running site; those of the tests are not audited."""
NOT_RUN: Final = "NOT RUN: the vulnerability service"


def run_pip_audit() -> subprocess.CompletedProcess[str]:
    """Run pip-audit on the pinned packages; it reads the files and installs nothing."""
    files = [word for name in FILES for word in ("--requirement", str(ROOT / name))]
    quiet = ("--disable-pip", "--no-deps", "--progress-spinner", "off", "--timeout", "10", "--format", "json")
    command = [str(Path(sys.executable).parent / "pip-audit"), *files, *quiet]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def summarize(done: subprocess.CompletedProcess[str]) -> tuple[int, str]:
    """Return the exit code and the message for the output of pip-audit."""
    try:
        packages: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        reason = (done.stderr.strip().splitlines() or ["no output"])[-1]
        return 0, f"{NOT_RUN} cannot be reached: {reason[:200]}"
    found = [(package, hole) for package in packages for hole in package.get("vulns", ())]
    holes = [
        f"{package['name']} {package['version']}: {hole['id']}, fixed in {', '.join(hole['fix_versions']) or '-'}"
        for package, hole in found
    ]
    unknown = [package["name"] for package in packages if "skip_reason" in package]
    if holes:
        return 1, "\n".join(holes)
    if len(unknown) == len(packages):
        return 0, f"{NOT_RUN} knows none of the packages."
    summary = f"{len(packages) - len(unknown)} packages have no known vulnerability."
    return 0, f"{summary} NOT CHECKED: {', '.join(unknown)}." if unknown else summary


if __name__ == "__main__":
    code, summary = summarize(run_pip_audit())
    print(summary)
    sys.exit(code)
