"""Server that forks a process per settings test.

Importing Django, Celery and Redis takes longest and does not depend on settings. Each line of standard input is
``[code, environment]`` as JSON and is answered by ``[exit code, output, errors]``.
"""

import json
import os
import sys
import tempfile
import traceback
from importlib import import_module
from typing import IO

BEFORE = ("csp.constants", "django.conf", "environs", "epic_events.infra.log_format", "kombu", "redis.retry")
"""None of it looks at the environment when it is read."""


def become(code: str, environment: dict[str, str], out: IO[bytes], errors: IO[bytes]) -> None:
    """Run code in this environment only and exit as an interpreter would."""
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(out.fileno(), 1)
    os.dup2(errors.fileno(), 2)
    ended = 1
    try:
        exec(code, {"__name__": "__main__"})
        ended = 0
    except BaseException:  # noqa: BLE001  whatever it is, an interpreter would show it and end
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(ended)


def main() -> None:
    """Fork a process for each line of input."""
    for name in BEFORE:
        import_module(name)
    assert "epic_events.settings" not in sys.modules
    while line := sys.stdin.readline():
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
            child = os.fork()
            if not child:
                code, environment = json.loads(line)
                become(code, environment, out, errors)
            ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            shown = [each.seek(0) or each.read().decode() for each in (out, errors)]
        print(json.dumps([ended, *shown]), flush=True)


if __name__ == "__main__":
    main()
