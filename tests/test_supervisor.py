"""The supervisor of ``make run`` ends on signals, even if its output is not read."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.worker

PROGRAM = """
import sys
from epic_events.supervisor import Supervisor
supervisor = Supervisor()
for name, command in (("talker", "while :; do echo $EPIC_MARK; sleep 0.001; done"), ("sleeper", "exec sleep 1000")):
    supervisor.add_process(name, command)
supervisor.loop()
sys.exit(supervisor.returncode)
"""


def processes_with(mark: str) -> list[int]:
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"EPIC_MARK={mark}".encode() in (entry / "environ").read_bytes():
                found.append(int(entry.name))
    return found


@contextmanager
def supervised(mark: str) -> Iterator[subprocess.Popen[bytes]]:
    environment = {**os.environ, "EPIC_MARK": mark}
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, env=environment, stdout=subprocess.PIPE, start_new_session=True
    ) as site:
        try:
            yield site
        finally:
            for pid in processes_with(mark):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


def ends(site: subprocess.Popen[bytes], mark: str) -> int:
    code = site.wait(timeout=PATIENCE)
    wait_until(lambda: not processes_with(mark), "a process outlived its supervisor")
    return code


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 143)], ids=str)
@pytest.mark.parametrize("reader", ["gone", "stuck", "reading"])
def test_supervisor_ends_on_signal(reader: str, sent: signal.Signals, code: int) -> None:
    mark = f"{os.getpid()}-{reader}-{sent.name}"
    with supervised(mark) as site:
        assert site.stdout is not None
        wait_until(lambda: len(processes_with(mark)) >= 5, "the processes did not start")
        if reader != "stuck":
            assert mark.encode() in b"".join(site.stdout.readline() for _ in range(10))
        if reader == "gone":
            site.stdout.close()
            wait_until(lambda: site.poll() is None and len(processes_with(mark)) >= 5, "a lost output ended the site")
        os.kill(site.pid, sent)
        if reader == "reading":
            site.stdout.read()
        assert ends(site, mark) == code


def test_supervisor_with_lost_output_keeps_running() -> None:
    mark = f"{os.getpid()}-lost"
    with supervised(mark) as site:
        assert site.stdout is not None
        site.stdout.readline()
        site.stdout.close()
        with pytest.raises(subprocess.TimeoutExpired):
            site.wait(timeout=2)
        os.kill(site.pid, signal.SIGTERM)
        assert ends(site, mark) == 143


def test_supervisor_ends_on_signal_during_start() -> None:
    for number in range(5):
        mark = f"{os.getpid()}-start-{number}"
        with supervised(mark) as site:
            wait_until(lambda mark=mark: len(processes_with(mark)) >= 2, "no process was started")  # type: ignore[misc]
            os.kill(site.pid, signal.SIGTERM)
            assert ends(site, mark) in {143, -signal.SIGTERM}  # before or after it handles signals
