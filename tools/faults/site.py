"""The site as ``make run`` starts it, with breakable services, disks and clock."""

import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from epic_events.launch import redis_server
from tools import services

ROOT = Path(__file__).resolve().parent.parent.parent
START = 400
"""Seconds within which the site must start on a busy machine."""
STEP = 120
"""Seconds for beginning or ending a fault."""
CLEANUP = 90
"""Seconds for ending everything."""
GRACE = 20
"""Seconds that a process has to end by itself."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Redis:
    """A temporary Redis without persistence."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.url = f"unix://{folder}/redis.sock"
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server; return when it accepts connections."""
        path = self.url.removeprefix("unix://")
        command = [redis_server(), "--port", "0", "--unixsocket", path, "--save", "", "--dir", str(self._folder)]
        self._server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        until = time.monotonic() + 20
        with socket.socket(socket.AF_UNIX) as client:
            while True:
                with suppress(OSError):
                    client.connect(path)
                    return
                if time.monotonic() > until:
                    raise services.UnavailableError("The Redis of this run does not start.")
                time.sleep(0.05)

    def stop(self) -> None:
        """Kill the server; its data is lost."""
        if self._server is not None:
            self._server.kill()
            self._server.wait(20)
            Path(self.url.removeprefix("unix://")).unlink(missing_ok=True)
            self._server = None


class Disk:
    """A small file system in memory that can be filled and emptied.

    Attributes:
        folder: where it is mounted.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    def fill(self) -> None:
        """Fill the disk to the last byte with a ballast file."""
        with self._ballast.open("ab", buffering=0) as out:
            for size in (1 << 20, 1 << 12, 1):
                with suppress(OSError):
                    while True:
                        out.write(bytes(size))

    def empty(self) -> None:
        """Delete the ballast file."""
        self._ballast.unlink(missing_ok=True)


@contextmanager
def disk(folder: Path, megabytes: int) -> Iterator[Disk]:
    """Mount a small disk at a new folder; unmount it afterwards.

    Raises:
        UnavailableError: this user may not mount.
    """
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0755", "tmpfs", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=GRACE)
    if done.returncode:
        raise services.UnavailableError(f"no small disk can be mounted ({done.stderr.strip()})")
    try:
        yield Disk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=False, timeout=GRACE)


class Clock:
    """The wall clock of the site, which can be shifted; the monotonic clock is not."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "clock"
        self.set(0)

    def set(self, hours: int) -> None:
        """Set the offset from the real time."""
        aside = self._file.with_suffix(".new")
        aside.write_text(f"{3600 * hours}\n")
        aside.replace(self._file)

    def environment(self) -> dict[str, str]:
        """Return the environment variables that make Python processes read this clock."""
        return {"FAULTS_CLOCK": str(self._file), "PYTHONPATH": str(Path(__file__).parent / "clock")}


class Site:
    """The site under its supervisor.

    Attributes:
        base: its URL.
        log: file with the output of its processes.
    """

    def __init__(self, log: Path, environment: dict[str, str]) -> None:
        port = free_port()
        self.base, self.log = f"http://127.0.0.1:{port}", log
        self._environment = {**os.environ, **environment, "PORT": str(port), "HOST": "127.0.0.1"}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the site; return when it is ready."""
        with self.log.open("wb") as out:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "epic_events.launch"],
                cwd=ROOT, env=self._environment, stdout=out, stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip
        until = time.monotonic() + START
        while True:
            with suppress(OSError), urllib.request.urlopen(f"{self.base}/ready/", timeout=30):
                return
            if self._process.poll() is not None or time.monotonic() > until:
                raise SystemExit(f"The site does not start:\n{self.log.read_text()[-3000:]}")
            time.sleep(0.3)

    def stop(self) -> None:
        """Stop the site like Ctrl-C; kill what remains, and say so."""
        if self._process is None:
            return
        below = self._children()
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            print(f"  the site (process {self._process.pid}) did not end within {GRACE} s and was killed", flush=True)
            self._process.kill()
            self._process.wait(GRACE)
        for one in psutil.wait_procs(below, timeout=5)[1]:
            with suppress(psutil.NoSuchProcess):
                print(f"  {' '.join(one.cmdline())[:80]} (process {one.pid}) did not end and was killed", flush=True)
                one.kill()

    def freeze(self) -> None:
        """Suspend all processes of the site, so that nothing responds."""
        assert self._process is not None
        for one in (psutil.Process(self._process.pid), *self._children()):
            with suppress(psutil.NoSuchProcess):
                one.suspend()

    def _children(self) -> list[psutil.Process]:
        with suppress(psutil.NoSuchProcess):
            assert self._process is not None
            return psutil.Process(self._process.pid).children(recursive=True)
        return []

    def kill(self, *words: str) -> int:
        """Kill the processes whose command contains all ``words``; return their number.

        The shell that restarts them is not killed.
        """
        found = 0
        for one in self._children():
            with suppress(psutil.NoSuchProcess):
                command = " ".join(one.cmdline())
                if "trap" not in command and all(word in command for word in words):
                    one.kill()
                    found += 1
        return found


def kill_below(folder: Path, name: str) -> None:
    """Kill the processes that work in a folder."""
    below = [one for one in psutil.process_iter() if _works_in(one, folder)]
    for one in below:
        with suppress(psutil.NoSuchProcess):
            one.kill()
    if left := psutil.wait_procs(below, timeout=GRACE)[1]:
        print(f"  {name} does not end: processes {[one.pid for one in left]}", flush=True)


def _works_in(process: psutil.Process, folder: Path) -> bool:
    with suppress(psutil.Error):
        return process.pid != os.getpid() and Path(process.cwd()).is_relative_to(folder)
    return False


def settings_of(database: str, redis: str, var: Path, temporary: Path, mail: str) -> dict[str, str]:
    """Return the environment of the site, which this program uses too."""
    temporary.mkdir(exist_ok=True)
    addresses = {"DATABASE_URL": database, "REDIS_URL": redis, "VAR_DIR": str(var), "TMPDIR": str(temporary)}
    return {
        **addresses,
        "EMAIL_URL": mail,
        "PRIVATE_ADDRESSES": "on",
        "DEMO": "off",
        "SECRET_KEY": secrets.token_hex(32),
        "DJANGO_SETTINGS_MODULE": "epic_events.settings",
    }
