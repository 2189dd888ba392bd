"""Fork servers and workers from a process that has imported the site.

``python -m tests.forking`` reads one command per line, beginning with gunicorn or celery, preceded by environment
variables (``NAME=value``), and answers with the process id. Servers share no memory.
"""

import os
import runpy
import signal
import sys

import gunicorn.app.wsgiapp
import gunicorn.workers.gthread  # noqa: F401  a server imports it by its name
from django.db import connections
from django.urls import get_resolver

import epic_events.wsgi  # noqa: F401  the site is read here, before anything is forked


def serve(words: list[str]) -> None:
    """Become the server of command ``words``, in its own process group."""
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    command = next(at for at, word in enumerate(words) if "=" not in word)
    for name, _is, value in (word.partition("=") for word in words[:command]):
        os.environ[name] = value
    sys.argv = words[command:]
    runpy.run_module(words[command], run_name="__main__")


def main() -> None:
    """Fork a server for each line of input."""
    get_resolver().url_patterns  # noqa: B018  imports every view
    connections.close_all()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # no one waits for them: they are gone when they end
    while line := sys.stdin.readline():
        child = os.fork()
        if not child:
            serve(line.split())
            os._exit(0)
        print(child, flush=True)


if __name__ == "__main__":
    main()
