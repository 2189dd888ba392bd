"""Paths that the guide for contributors names."""

import re

import pytest

from tests.conftest import ROOT

GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
TOP = {path.name for path in ROOT.iterdir()}


def named(text: str) -> list[str]:
    """Return the paths a text names; bare names are relative to the previous path."""
    found: list[str] = []
    for quoted, linked in re.findall(r"`([^`\s]+)`|\]\(([^)#]+)", text):
        if linked or quoted.partition("/")[0] in TOP:
            found.append(linked or quoted)
        elif re.fullmatch(r"\w+\.(py|html|txt|md|toml)", quoted):
            found.append(f"{found[-1].rpartition('/')[0]}/{quoted}")
    return found


def missing(text: str) -> list[str]:
    """Return the named paths that do not exist; folders end in a slash."""
    return [path for path in named(text) if not (ROOT / path).exists() or path.endswith("/") > (ROOT / path).is_dir()]


def test_contributing_names_existing_paths_only():
    assert missing(GUIDE) == []


@pytest.mark.parametrize("part", ["A card", "A tie-breaker", "A page", "A game"])
def test_each_section_of_contributing_names_code_and_tests(part):
    body = GUIDE.split(f"\n## {part}\n")[1].split("\n## ")[0]
    tops = {path.partition("/")[0] for path in named(body)}
    assert tops >= {"tests"}
    assert tops & {"rules", "epic_events"}


def test_missing_with_unknown_paths_returns_them():
    text = "`epic_events/gone.py`, `rules/games/`, `tests/conftest.py`, `gone_beside.py`, [guide](gone.md), `KINDS`"
    gone = ["epic_events/gone.py", "rules/games/", "tests/gone_beside.py", "gone.md"]
    assert named(text) == [*gone[:2], "tests/conftest.py", *gone[2:]]
    assert missing(text) == gone
