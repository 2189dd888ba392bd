"""The parts of `make test` and `make sweeps`."""

import sys
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any

import pytest

from tests.conftest import ROOT
from tools import artifacts, suite


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Replace every part by one that records its name; return the names. Those run side by side are in brackets."""
    ran: list[str] = []

    def recorder(name: str) -> Any:
        return lambda: ran.append(name)

    class ParallelParts:
        def __init__(self, parts: Sequence[str]) -> None:
            ran.append(f"[{', '.join(parts)}]")

        def has_failed(self) -> bool:
            return "failing" in ran

        def finish(self) -> None:
            if self.has_failed():
                sys.exit(3)

        def close(self) -> None:
            ran.append("closed")

    monkeypatch.setattr(suite, "PARTS", {name: recorder(name) for name in suite.PARTS})
    monkeypatch.setattr(suite, "ParallelParts", ParallelParts)
    monkeypatch.setattr(suite, "timings", [])
    monkeypatch.setattr(suite, "browser", Future[str])
    monkeypatch.setattr(Future, "result", lambda _future: "")
    monkeypatch.setattr(artifacts, "share_folder", lambda _folder: None)
    return ran


def test_suite_without_names_runs_the_parts_of_make_test_and_prints_seconds(
    runs: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert suite.main([]) == 0
    assert runs == ["[live]", "lint", "sqlite", "postgresql", "closed"]
    assert capsys.readouterr().err.startswith("Seconds per part: lint 0, sqlite 0, postgresql 0; total 0 (processors ")


def test_suite_with_sweeps_runs_the_exhaustive_parts(runs: list[str]) -> None:
    assert suite.main(["sweeps"]) == 0
    assert runs == ["[live-sweeps]", "sqlite-sweeps", "postgresql-sweeps", "closed"]


def test_suite_with_a_failing_live_part_stops_before_the_next_part(runs: list[str]) -> None:
    suite.PARTS["sqlite"] = lambda: runs.append("failing")
    with pytest.raises(SystemExit):
        suite.main([])
    assert runs == ["[live]", "lint", "failing", "closed"]


def test_suite_with_an_unknown_part_runs_nothing_and_names_the_parts(
    runs: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert suite.main(["lint", "everything"]) == 2
    assert runs == []
    assert "Unknown part: everything. Choose from test, sweeps, lint," in capsys.readouterr().out


def test_parallel_parts_finish_prints_output_at_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(suite, "timings", [])
    parallel = suite.ParallelParts(["no-such-part"])
    with pytest.raises(SystemExit) as ended:
        parallel.finish()
    parallel.close()
    assert ended.value.code == 2
    assert parallel.has_failed()
    assert capsys.readouterr().out.startswith("Unknown part: no-such-part.")
    assert [part for part, _seconds in suite.timings] == ["no-such-part"]


def test_sqlite_parts_select_the_same_tests_apart_from_the_exhaustive_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    selections: list[str] = []
    monkeypatch.setattr(suite, "run_tests", lambda _title, marks, *_words, **_more: selections.append(marks))
    suite.sqlite()
    suite.sqlite_sweeps()
    common = "not race and not (worker or browser)"
    assert selections == [f"{common} and not sweep", f"(sweep or hypothesis) and {common}"]


def test_files_with_hypothesis_include_files_that_import_it() -> None:
    files = suite.files_with("sweep", "hypothesis")
    assert "tests/epic_events/pairings/methods/swiss/test_swiss.py" in files
    assert "tests/epic_events/permissions/test_matrix.py" in files
    assert "tests/tools/test_suite.py" not in suite.files_with("race")


def test_slowest_files_exist() -> None:
    assert [file for file in suite.SLOWEST_FILES if not (ROOT / file).is_file()] == []


def test_continuous_integration_runs_make_test_and_make_sweeps() -> None:
    commands = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert [line for line in commands if line.startswith("make ")] == ["make test", "make sweeps"]
