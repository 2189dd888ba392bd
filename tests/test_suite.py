"""What `make test` runs side by side: each is told whole, and the first failure ends both."""

import os
import re
from functools import partial
from pathlib import Path

import pytest

from tests.suite import run, side_by_side

SAY = ("python", "-c", "import sys; print(sys.argv[1])")
FAIL = ("python", "-c", "import sys; print('It fails.'); sys.exit(3)")
TOLD = (("one", "1"), ("two", "2"), ("beside", "3"))
MINE = f"12345{os.getpid()}"
STAY = ("python", "-c", f"import subprocess; subprocess.run(['sleep', '{MINE}'])")


def stay() -> None:
    run("stays", STAY)


def fail() -> None:
    run("fails", FAIL)


def beside(words: tuple[str, ...], told: int) -> None:
    run("beside", words, told=told)


def stays() -> bool:
    """Whether a process that one of these tests has started still stays: their commands carry this one's number."""
    commands = (each.read_bytes() for each in Path("/proc").glob("[0-9]*/cmdline") if each.exists())
    return any(MINE.encode() in command for command in commands)


def test_what_runs_beside_is_told_after_the_rest(capfd: pytest.CaptureFixture[str]) -> None:
    side_by_side((partial(run, "one", (*SAY, "1")), partial(run, "two", (*SAY, "2"))), partial(beside, (*SAY, "3")))
    lines = [line for line in capfd.readouterr().out.splitlines() if line]
    lines = [re.sub(r"\d+ s$", "_ s", line) for line in lines]
    one, two, last = ([f"=== {name}", said, f"=== {name}: ok, _ s"] for name, said in TOLD)
    assert lines == [*one, *two, *last]


def test_what_fails_beside_ends_the_rest_and_is_told_last(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        side_by_side((stay, stay), partial(beside, FAIL))
    told = capfd.readouterr().out
    assert ended.value.code == 3
    assert told[told.index("=== beside") :].splitlines()[:2] == ["=== beside", "It fails."]
    assert told.count("=== stays\n") <= 1
    assert not stays()


def test_what_fails_in_its_turn_ends_what_runs_beside(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        side_by_side((fail, stay), partial(beside, STAY))
    assert ended.value.code == 3
    assert "=== stays" not in capfd.readouterr().out
    assert not stays()
