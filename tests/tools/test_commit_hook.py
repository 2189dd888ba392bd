"""The hook that checks subjects of commits."""

import subprocess

import pytest

from tests.conftest import ROOT


@pytest.mark.parametrize(
    ("subject", "code"),
    [
        ("pairings: share one query for event stages", 0),
        ("merge main", 0),
        ("pairings: " + "x" * 62, 0),
        ("pairings: " + "x" * 63, 1),
        ("Fixed everything", 1),
        ("pairings:", 1),
    ],
)
def test_commit_hook_accepts_subjects_with_area_and_72_characters(tmp_path, subject, code):
    message = tmp_path / "message"
    message.write_text(
        f"{subject}\n\nA body that is longer than any subject may be, and that no rule limits at all here.\n"
    )
    hook = ROOT / "tools" / "hooks" / "commit-msg"
    assert subprocess.run([hook, message], capture_output=True, check=False).returncode == code
