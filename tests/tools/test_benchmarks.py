"""Running all benchmarks."""

import subprocess
import sys
from typing import Any

import pytest

from tools.benchmarks import __main__ as bench


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Replace the processes of the benchmarks; return their commands. The one for pairings fails."""
    ran: list[list[str]] = []

    def run(command: list[str], **_options: Any) -> subprocess.CompletedProcess[str]:
        ran.append(command)
        return subprocess.CompletedProcess(command, int(command[-1].endswith(".pairing")))

    monkeypatch.setattr(subprocess, "run", run)
    return ran


def test_bench_runs_each_benchmark_in_a_process_of_its_own(commands: list[list[str]]) -> None:
    bench.main()
    names = list(bench.benchmark_names())
    assert {"disputes", "growth", "standings", "synchronous"} < set(names)
    assert commands == [[sys.executable, "-m", f"tools.benchmarks.{name}"] for name in names]


def test_bench_with_a_failing_benchmark_runs_the_rest_and_fails(
    commands: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench.main() == 1
    assert len(commands) == len(list(bench.benchmark_names()))
    assert "FAILED: pairing" in capsys.readouterr().out
