"""Messages and exit codes of the dependency audit."""

import json
import subprocess
from typing import Any

import pytest

from tools.dependency_audit import NOT_RUN, summarize

FINE = {"name": "django", "version": "5.2.19", "vulns": []}
HOLE = {"name": "lark", "version": "1.3.1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.3.2"]}]}
UNKNOWN = {"name": "celery", "skip_reason": "Dependency not found"}


def completed(code: int, *packages: Any, out: str = "", err: str = "") -> subprocess.CompletedProcess[str]:
    text = out or json.dumps({"dependencies": packages, "fixes": []})
    return subprocess.CompletedProcess([], code, text, err)


@pytest.mark.parametrize(
    ("done", "code", "words"),
    [
        (completed(0, FINE), 0, "1 packages have no known vulnerability."),
        (completed(1, FINE, HOLE), 1, "lark 1.3.1: PYSEC-1, fixed in 1.3.2"),
        (completed(0, FINE, UNKNOWN), 0, "1 packages have no known vulnerability. NOT CHECKED: celery."),
        (completed(0, UNKNOWN), 0, f"{NOT_RUN} knows none of the packages."),
        (completed(1, out=" ", err="a\nProxyError: refused"), 0, f"{NOT_RUN} cannot be reached: ProxyError: refused"),
    ],
)
def test_answer_reports_known_and_unreachable_vulnerabilities(
    done: subprocess.CompletedProcess[str], code: int, words: str
) -> None:
    assert summarize(done) == (code, words)
